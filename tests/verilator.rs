//! Rung 6: the printed Verilog, run by Verilator and Icarus, equals the reference model in every bit, over
//! the grid of `testbenches/grid.yaml`; `FFTGEN_GRID=full` adds its second list.

mod tools;

use fftgen::format::{Format, Overflow};
use fftgen::package::Vectors;
use fftgen::plan::{default_kernel, Kind, Order};
use fftgen::rtl::pipeline::Profile;
use fftgen::runtime::Runtime;
use fftgen::stream::numeric::{Arithmetic, Scale};
use fftgen::stream::schedule::Goal;
use fftgen::{Config, Design, Interface};
use serde::Deserialize;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;
use tools::{has_tool, run, write};

const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testbenches/driver.cpp");

/// Icarus interprets: larger cores take it minutes.
const ICARUS_SIZE: usize = 64;

/// What the driver is linked with and every core shares.
const RUNTIME: [&str; 2] = ["verilated.o", "verilated_threads.o"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grid {
    grid: Vec<Entry>,
    full: Vec<Entry>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    kind: Data,
    size: usize,
    width: usize,
    precision: String,
    #[serde(default)]
    inverse: bool,
    /// Each frame chooses its direction.
    #[serde(default)]
    directions: bool,
    /// Each frame chooses one of these, of which `size` is the largest.
    #[serde(default)]
    sizes: Vec<usize>,
    #[serde(default)]
    pipeline: Pipeline,
    #[serde(default)]
    interface: Ports,
    #[serde(default)]
    subnormals: Subnormals,
    #[serde(default)]
    optimize: Optimize,
    #[serde(default)]
    least_memory: bool,
    #[serde(default)]
    order: [Points; 2],
    #[serde(default)]
    make: bool,
    /// Fixed point.
    #[serde(default)]
    scale: Scaling,
    shifts: Option<Vec<u32>>,
    max_growth: Option<u32>,
    #[serde(default)]
    overflow: Ends,
    radix: Option<Vec<usize>>,
    /// Floating point: bits of the words of a block.
    datapath: Option<u32>,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Data {
    #[default]
    Complex,
    Real,
    Pair,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Scaling {
    #[default]
    Default,
    None,
    Size,
    Root,
    Block,
    /// By shifts that each frame chooses.
    Chosen,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Ends {
    #[default]
    Default,
    Wrap,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Pipeline {
    Low,
    #[default]
    Mid,
    High,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Ports {
    #[default]
    Axis,
    Native,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Subnormals {
    #[default]
    Flush,
    Full,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Points {
    #[default]
    Natural,
    Reversed,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Optimize {
    Latency,
    Area,
    #[default]
    Balanced,
}

impl Entry {
    fn config(&self) -> Result<Config, String> {
        let subnormals = matches!(self.subnormals, Subnormals::Full);
        let format = Format::parse(&self.precision, subnormals).map_err(|e| e.to_string())?;
        let pipeline = match self.pipeline {
            Pipeline::Low => Profile::Low,
            Pipeline::Mid => Profile::Mid,
            Pipeline::High => Profile::High,
        };
        let interface = match self.interface {
            Ports::Axis => Interface::Axis,
            Ports::Native => Interface::Native,
        };
        let goal = match self.optimize {
            Optimize::Latency => Goal::Latency,
            Optimize::Area => Goal::Area,
            Optimize::Balanced => Goal::Balanced,
        };
        let orders = self.order.map(|order| match order {
            Points::Natural => Order::Natural,
            Points::Reversed => Order::Reversed,
        });
        let scale = match (&self.shifts, self.scale) {
            (Some(shifts), _) => Some(Scale::Shifts(shifts.clone())),
            (None, Scaling::Default) => None,
            (None, Scaling::None) => Some(Scale::None),
            (None, Scaling::Size) => Some(Scale::Size),
            (None, Scaling::Root) => Some(Scale::Root),
            (None, Scaling::Block) => Some(Scale::Block),
            (None, Scaling::Chosen) => Some(Scale::Chosen),
        };
        let overflow = matches!(self.overflow, Ends::Wrap).then_some(Overflow::Wrap);
        let kernels = self.radix.as_ref().map(|list| list.iter().map(|&radix| default_kernel(radix)).collect());
        let kind = match self.kind {
            Data::Complex => Kind::Complex,
            Data::Real => Kind::Real,
            Data::Pair => Kind::RealPair,
        };
        Ok(Config {
            kind,
            arithmetic: Arithmetic { scale, max_growth: self.max_growth, overflow, ..Arithmetic::default() },
            kernels,
            datapath: self.datapath,
            inverse: self.inverse,
            runtime: Runtime { direction: self.directions, sizes: self.sizes.clone() },
            orders,
            pipeline: pipeline.into(),
            interface,
            goal,
            least_memory: self.least_memory,
            ..Config::new(self.size, self.width, format)
        })
    }

    /// Everything that is to be found out about one core.
    fn check(&self, folder: &Path, runtime: &Path) -> Result<String, String> {
        let start = Instant::now();
        let design = Design::new(self.config()?).map_err(|e| e.to_string())?;
        write(&design, folder).map_err(|e| e.to_string())?;
        quiet("lint", run(folder, "make", &["--silent", "lint"])?)?;
        // The driver knows no configuration words; the testbench does.
        let chosen = design.config_bits() > 0;
        let driven = chosen.then(|| run(folder, "make", &["--silent", "verilator"])).transpose()?;
        if driven.is_none() {
            build(&design, folder, runtime)?;
        }
        let built = start.elapsed();
        let verdict = match driven {
            Some(said) => said.lines().filter(|line| line.starts_with("PASS")).collect(),
            None => run(folder, "obj_driver/driver", &["vectors.txt"])?,
        };
        passed(&design, &verdict)?;
        let ran = start.elapsed();
        if self.make || self.size <= ICARUS_SIZE {
            passed(&design, &run(folder, "make", &["--silent", "icarus"])?)?;
        }
        if self.make {
            passed(&design, &run(folder, "make", &["--silent", "verilator"])?)?;
        }
        let times = format!("built {built:.1?}, run {:.1?}, all {:.1?}", ran - built, start.elapsed());
        Ok(format!("{}: {}; {times}", design.name, verdict.trim()))
    }
}

/// No warning; newer versions end with statistics, in lines that begin with a dash.
fn quiet(what: &str, said: String) -> Result<(), String> {
    match said.lines().all(|line| line.starts_with("- ")) {
        true => Ok(()),
        false => Err(format!("{what} is not quiet:\n{said}")),
    }
}

/// One PASS line, with the latency and the interval that the design promises.
fn passed(design: &Design, said: &str) -> Result<(), String> {
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("PASS: ")).collect();
    let promise = format!("frames, latency {} cycles, interval {} cycles", design.latency(), design.interval());
    match lines[..] {
        [line] if line.ends_with(&promise) => Ok(()),
        _ => Err(format!("no PASS with \"{promise}\":\n{said}")),
    }
}

/// Builds the driver around the core, and writes its vectors.
fn build(design: &Design, folder: &Path, runtime: &Path) -> Result<(), String> {
    let (name, objects) = (&design.name, folder.join("obj_driver"));
    let vectors = Vectors::new(design, if design.program().size > 8192 { 2 } else { 8 }, 3);
    let beats = design.program().interval;
    std::fs::write(folder.join("vectors.txt"), vectors.for_driver(design)).map_err(|e| e.to_string())?;
    std::fs::create_dir_all(&objects).map_err(|e| e.to_string())?;
    for object in RUNTIME {
        // Absent for the first two cores: they build their own.
        let _ = std::fs::copy(runtime.join(object), objects.join(object));
    }
    let native = match design.config.interface {
        Interface::Axis => "-DNATIVE=0",
        Interface::Native => "-DNATIVE=1",
    };
    let source = format!("{name}.v");
    // Few C++ files: the headers cost more than the code. Long frames repay some optimisation.
    let optimise = if beats > 200 { "OPT_FAST=-O1 OPT_GLOBAL=-O1" } else { "OPT_FAST=-O0 OPT_GLOBAL=-O1" };
    let exponent = if vectors.exponents.is_some() { "-DEXPONENT=1" } else { "-DEXPONENT=0" };
    let compile = ["--output-split", "200000", "-CFLAGS", native, "-CFLAGS", exponent, "-MAKEFLAGS", optimise];
    let mut arguments = vec!["--cc", "--exe", "--build", "-j", "1", "--prefix", "Vtop", "--Mdir", "obj_driver"];
    arguments.extend(["--x-initial", "unique", "--x-assign", "unique", "-o", "driver"]);
    arguments.extend(compile);
    arguments.extend(["--top-module", name, &source, DRIVER]);
    run(folder, "verilator", &arguments)?;
    for object in RUNTIME {
        if !runtime.join(object).exists() {
            // Renamed into place, so that the other thread sees all of it or nothing.
            let part = runtime.join(format!("{name}.{object}"));
            let copied =
                std::fs::copy(objects.join(object), &part).and_then(|_| std::fs::rename(&part, runtime.join(object)));
            copied.map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

#[test]
fn grid() {
    if !has_tool("verilator") || !has_tool("iverilog") {
        return;
    }
    let text = include_str!("../testbenches/grid.yaml");
    let Grid { grid, full } = serde_yaml::from_str(text).expect("the grid is well-formed");
    let everything = std::env::var("FFTGEN_GRID").is_ok_and(|list| list == "full");
    let entries: Vec<Entry> = grid.into_iter().chain(full.into_iter().filter(|_| everything)).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (queue, failures) = (Mutex::new(entries.iter().enumerate().rev()), Mutex::new(Vec::new()));
    let next = || queue.lock().expect("nobody panics with the queue").next();
    let work = || {
        while let Some((number, entry)) = next() {
            let place = folder.path().join(number.to_string());
            match entry.check(&place, folder.path()) {
                Ok(line) => println!("{line}"),
                Err(why) => {
                    let what = format!("{}@{} {}: {why}", entry.size, entry.width, entry.precision);
                    failures.lock().expect("nobody panics with the failures").push(what);
                }
            }
            let _ = std::fs::remove_dir_all(place);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let failures = failures.into_inner().expect("nobody panics with the failures");
    assert!(failures.is_empty(), "{} of {} cores:\n{}", failures.len(), entries.len(), failures.join("\n"));
}
