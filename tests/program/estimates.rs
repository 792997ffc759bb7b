//! Rung 8: the planner's estimates, by which a plan is chosen, are near what synthesis has found.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::full::share;
use crate::support::tools::has_tool;
use fftgen::number::Datapath;
use fftgen::planner::Bound;
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::rtl::retime::Profile;
use fftgen::synth::{Estimate, PathCounts, Resource, Target, TARGETS};
use fftgen::{Choice, Config, Design};
use rayon::prelude::*;

/// The largest relative error of an estimate of LUTs, against the Yosys that the estimates were made by.
const TOLERANCE: f64 = 0.15;

/// The largest relative error of an estimate of LUTs, against any Yosys. Version 0.23, which many distributions have, needs up to
/// two fifths more for small formats.
const ANY_TOLERANCE: f64 = 0.45;

/// The LUTs and DSP blocks that the planner expects of a core.
fn expected(size: usize, width: usize, precision: &str, multiplier: MultiplierStyle) -> (usize, usize) {
    let (precision, datapath) = match precision.split_once(' ') {
        Some((precision, "float")) => (precision, Some(Datapath::Float)),
        Some((precision, words)) => {
            let bits = words.strip_prefix("cfp").and_then(|bits| bits.parse().ok()).unwrap();
            (precision, Some(Datapath::Shared(bits)))
        }
        None => (precision, None),
    };
    let cost = Design::plans(&Config { multiplier, datapath, ..config(size, width, precision) }).unwrap()[0].cost;
    (cost.luts, cost.blocks)
}

fn is_near(expected: usize, found: usize, tolerance: f64) -> bool {
    (expected as f64 / found as f64 - 1.0).abs() <= tolerance
}

/// Precision, with the datapath where that is not what is computed in by itself, and size, width, LUTs and DSP blocks.
fn measured() -> Vec<(&'static str, [usize; 4])> {
    let lines =
        include_str!("../measured.csv").lines().filter(|line| line.starts_with("fp") || line.starts_with("fixed"));
    let row = |line: &'static str| {
        let (precision, numbers) = line.split_once(',').unwrap();
        let numbers: Vec<usize> = numbers.split(',').map(|field| field.parse().unwrap()).collect();
        (precision, numbers.try_into().unwrap())
    };
    lines.map(row).collect()
}

#[test]
fn estimates_are_near_what_was_measured() {
    let rows = measured();
    assert!(rows.len() >= 30);
    let off: Vec<String> = share(rows, 8)
        .par_bridge()
        .filter_map(|(precision, [size, width, lut, dsp])| {
            let (luts, blocks) = expected(size, width, precision, MultiplierStyle::Dsp);
            let right = is_near(luts, lut, TOLERANCE) && blocks == dsp;
            (!right).then(|| format!("{size}, {width}, {precision}: {luts} LUT, {blocks} DSP; measured {lut}, {dsp}"))
        })
        .collect();
    assert!(off.is_empty(), "{}", off.join("\n"));
}

/// A core whose frames take some clock cycles.
#[derive(serde::Deserialize)]
struct Timed {
    precision: String,
    size: usize,
    width: usize,
    cycles: usize,
    target: String,
    /// None for a family whose LUTs have no estimate.
    lut: Option<usize>,
    dsp: usize,
    /// None for a family whose block RAMs are not counted.
    bram: Option<f64>,
}

/// Folded cores, convolutions over these, cores of one multiplier-accumulator and those of mirrored pairs.
#[test]
fn estimates_of_cores_of_some_cycles_are_near_what_was_measured() {
    let rows: Vec<Timed> = rows(include_str!("../measured_cycles.csv"));
    assert!(rows.len() >= 30);
    let off = rows.par_iter().filter_map(|row| {
        let Timed { precision, size, width, cycles, target, .. } = row;
        let target = Target::parse(target).unwrap();
        let config = Config { cycles: Some(*cycles), ..config(*size, *width, precision) }.on(target);
        let found = Estimate::of(&Design::new(config).unwrap(), target);
        let lut_is_near = row.lut.is_none_or(|lut| is_near(found.lut.unwrap(), lut, TOLERANCE));
        let right = lut_is_near && found.dsp == row.dsp && row.bram.is_none_or(|bram| found.bram == Some(bram));
        let name = format!("{size}, {width}, {precision}, {cycles}, {}", target.name);
        (!right).then(|| format!("{name}: {found:?}; measured {:?}, {}, {:?}", row.lut, row.dsp, row.bram))
    });
    let off: Vec<String> = off.collect();
    assert!(off.is_empty(), "{}", off.join("\n"));
}

/// The largest relative error of an estimate of LUTs by a cover of the netlist.
const COVER_TOLERANCE: f64 = 0.2;

/// A core of a family whose LUTs have four inputs.
#[derive(serde::Deserialize)]
struct OfFamily {
    precision: String,
    size: usize,
    width: usize,
    target: String,
    lut: usize,
    bram: f64,
}

/// LUTs by a cover of the netlist are near, and on ECP5 the block RAMs are those that synthesis makes.
#[test]
fn estimates_of_other_families_are_near_what_was_measured() {
    let rows: Vec<OfFamily> = rows(include_str!("../measured_families.csv"));
    assert!(rows.len() >= 15);
    let off = rows.par_iter().filter_map(|row| {
        let OfFamily { precision, size, width, target, lut, bram } = row;
        let target = Target::parse(target).unwrap();
        let found = Estimate::of(&Design::new(config(*size, *width, precision).on(target)).unwrap(), target);
        let right =
            is_near(found.lut.unwrap(), *lut, COVER_TOLERANCE) && (target.name != "ecp5" || found.bram == Some(*bram));
        (!right).then(|| format!("{size}, {width}, {precision}, {}: {found:?}; measured {lut}, {bram}", target.name))
    });
    let off: Vec<String> = off.collect();
    assert!(off.is_empty(), "{}", off.join("\n"));
}

/// The largest relative error of an estimate by a cover of the netlist, where LUTs have six inputs.
const NETLIST_TOLERANCE: f64 = 0.2;

/// A core of which the planner has no estimate. Spaces within a flag are `~`, commas are `;`.
#[derive(serde::Deserialize)]
struct OfNetlist {
    flags: String,
    lut: usize,
}

/// Chains, arrays, cores of several sizes and for external memory.
#[test]
fn estimates_by_a_cover_are_near_what_was_measured() {
    let rows: Vec<OfNetlist> = rows(include_str!("../measured_netlists.csv"));
    assert!(rows.len() >= 7);
    let off = rows.par_iter().filter_map(|OfNetlist { flags, lut }| {
        let words = flags.split(' ').map(|word| word.replace('~', " ").replace(';', ","));
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_fftgen"));
        let output = command.env("FFTGEN_PROGRESS", "off").args(words).arg("--dry-run").output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).replace(',', "");
        let found = said.split(" LUTs").next()?.rsplit(' ').next()?.parse().ok();
        let is_near = found.is_some_and(|found| is_near(found, *lut, NETLIST_TOLERANCE));
        (!is_near).then(|| format!("{flags}: {found:?}; measured {lut}"))
    });
    let off: Vec<String> = off.collect();
    assert!(off.is_empty(), "{}", off.join("\n"));
}

/// Reads the rows of a table, whose first line has the names of their fields. An empty field is none.
fn rows<T: serde::de::DeserializeOwned>(table: &str) -> Vec<T> {
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let value = |text: &str| match text.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && !text.contains('.') => (number as u64).into(),
        Ok(number) => number.into(),
        Err(_) if text.is_empty() => serde_json::Value::Null,
        Err(_) => text.into(),
    };
    let row = |line: &str| {
        let fields = names.iter().zip(line.split(',')).map(|(name, text)| (name.to_string(), value(text)));
        serde_json::from_value(fields.collect::<serde_json::Map<_, _>>().into()).unwrap()
    };
    lines.map(row).collect()
}

/// In fp32 and fixed16, by latency, operators and LUTs.
fn is_above_bound(size: usize, width: usize) {
    for precision in ["fp32", "fixed16"] {
        let config = config(size, width, precision);
        for plan in Design::plans(&config).unwrap() {
            let schedule_model = config.clone().chosen(&plan.pipeline).schedule_model();
            let bound = Bound::new(&plan.pipeline, &schedule_model.latencies, &schedule_model.costs);
            let units = plan.pipeline.units();
            let bounds = [bound.latency, bound.adders, bound.multipliers, bound.luts];
            let multipliers = units.multipliers + units.constants;
            let found = [plan.cost.latency, units.adders, multipliers, plan.cost.luts];
            let holds = bounds.iter().zip(found).all(|(bound, found)| *bound <= found);
            assert!(holds, "{} of {precision}: {bounds:?} {found:?}", plan.pipeline.plan());
        }
    }
}

cases! {
    no_plan_is_below_its_bound(is_above_bound) {
        n20_w4: (20, 4),
        n45_w2: (45, 2),
        n64_w2: (64, 2),
        n88_w2: (88, 2),
        n96_w2: (96, 2),
        n96_w6: (96, 6),
        n101_w3: (101, 3),
        n128_w1: (128, 1),
        n192_w4: (192, 4),
        n1024_w2: (1024, 2),
    }
}

/// The largest relative error of the clock of the timing model, against that of the same core placed and routed.
const CLOCK_TOLERANCE: f64 = 0.15;

/// The largest relative error for a core that is routed anew, with one seed, from the netlist of whichever version of Yosys is installed.
const ANY_CLOCK_TOLERANCE: f64 = 0.4;

/// Routed cores that the delays of a family are held to.
const MIN_ROUTED: usize = 20;

/// A routed core: its family, the clock that nextpnr found, and the slowest path of the model.
#[derive(serde::Deserialize)]
struct Routed {
    target: String,
    /// `fitted`, or `held` for a core that the delays of the family are not fitted to, whose error is that of other cores.
    part: String,
    size: usize,
    width: usize,
    precision: String,
    pipeline: String,
    mhz: f64,
    start: Resource,
    end: Resource,
    #[serde(flatten)]
    counts: PathCounts,
}

impl Routed {
    /// All rows of `routed.csv`.
    fn all() -> Vec<Self> {
        rows(include_str!("../routed.csv"))
    }

    /// The clock of the recorded path by the delays of the family, in MHz.
    fn modelled(&self) -> f64 {
        let timing = Target::parse(&self.target).unwrap().timing.unwrap();
        let [start, end] = [self.start, self.end].map(|end| timing.edges(end).unwrap_or(timing.register));
        let start = if timing.edges(self.start).is_some() { start.start } else { 0 };
        1e6 / f64::from(start + timing.delay(&self.counts) + end.setup)
    }
}

#[test]
fn clocks_of_the_model_are_near_routed_ones() {
    let rows = Routed::all();
    for target in TARGETS.iter().filter(|target| target.router.is_some() && target.timing.is_some()) {
        let found = rows.iter().filter(|row| row.target == target.name).count();
        assert!(found >= MIN_ROUTED, "{}: {found} cores", target.name);
    }
    let is_off = |row: &&Routed| (row.modelled() / row.mhz - 1.0).abs() > CLOCK_TOLERANCE;
    let off: Vec<String> = rows
        .iter()
        .filter(is_off)
        .map(|row| {
            let Routed { target, part, size, width, precision, pipeline, mhz, .. } = row;
            let core = format!("{target}, {part}, {size}, {width}, {precision}, {pipeline}");
            format!("{core}: {:.1} MHz; routed {mhz}", row.modelled())
        })
        .collect();
    assert!(off.is_empty(), "{}", off.join("\n"));
}

/// The clocks that summaries give of a family are those of the routed cores.
#[test]
fn clocks_of_profiles_are_those_of_routed_cores() {
    let rows = Routed::all();
    for target in TARGETS.iter().filter(|target| rows.iter().any(|row| row.target == target.name)) {
        for (word, profile) in Profile::WORDS {
            let of_profile = rows.iter().filter(|row| row.target == target.name && row.pipeline == *word);
            let clocks: Vec<f64> = of_profile.map(|row| row.mhz).collect();
            let ends = [
                clocks.iter().copied().fold(f64::MAX, f64::min).floor(),
                clocks.iter().copied().fold(0.0, f64::max).ceil(),
            ];
            assert_eq!(
                target.timing.unwrap().clocks(*profile),
                Some(ends.map(|end| end as u32)),
                "{} {word}",
                target.name
            );
        }
    }
}

/// The path that the program finds, with the Yosys that is there.
#[test]
fn a_small_core_has_a_clock_near_the_routed_one() {
    if !has_tool("yosys") {
        return;
    }
    let row = Routed::all().into_iter().find(|row| row.size == 5).unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.env("FFTGEN_PROGRESS", "off");
    let (size, width) = (row.size.to_string(), row.width.to_string());
    command.args(["synth", "--interface", "native", "--json", "--size", &size, "--width", &width]);
    command.args(["--precision", &row.precision, "--pipeline", &row.pipeline, "--target", &row.target]);
    let output = command.env_remove("YOSYS").output().unwrap();
    let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let clock = facts["fmax_mhz"].as_f64().unwrap();
    assert!((clock / row.mhz - 1.0).abs() <= ANY_CLOCK_TOLERANCE, "{clock} MHz, {} routed", row.mhz);
}

/// By the program itself, with the Yosys that is there.
fn is_near_what_yosys_finds(flag: &str, multiplier: MultiplierStyle) {
    if !has_tool("yosys") {
        return;
    }
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.env("FFTGEN_PROGRESS", "off");
    command.args(["synth", "--size", "3", "--width", "2", "--precision", "fp16", "--json", flag]);
    let output = command.env_remove("YOSYS").output().unwrap();
    let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let (luts, blocks) = expected(3, 2, "fp16", multiplier);
    assert_eq!(facts["estimated"]["lut"], luts);
    let found = ["lut", "dsp"].map(|key| facts["measured"][key].as_u64().unwrap() as usize);
    assert!(is_near(luts, found[0], ANY_TOLERANCE), "{luts} LUT expected, {} found", found[0]);
    assert_eq!(blocks, found[1]);
}

cases! {
    estimates_are_near_what_yosys_finds(is_near_what_yosys_finds) {
        dsp_blocks: ("--nodsp=false", MultiplierStyle::Dsp),
        lookup_tables: ("--nodsp", MultiplierStyle::Lut),
    }
}
