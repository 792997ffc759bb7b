//! Rung 8: the planner's estimates, by which a plan is chosen, are near what synthesis has found.

#[path = "support/cases.rs"]
mod cases;
#[path = "support/config.rs"]
mod config;
#[path = "tools/present.rs"]
mod present;

use cases::cases;
use config::config;
use fftgen::number::Datapath;
use fftgen::planner::Bound;
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::synth::{PathCounts, Resource, Target, TARGETS};
use fftgen::{Config, Design};
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
    let lines = include_str!("measured.csv").lines().filter(|line| line.starts_with("fp") || line.starts_with("fixed"));
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
    let off: Vec<String> = rows
        .into_par_iter()
        .filter_map(|(precision, [size, width, lut, dsp])| {
            let (luts, blocks) = expected(size, width, precision, MultiplierStyle::Dsp);
            let right = is_near(luts, lut, TOLERANCE) && blocks == dsp;
            (!right).then(|| format!("{size}, {width}, {precision}: {luts} LUT, {blocks} DSP; measured {lut}, {dsp}"))
        })
        .collect();
    assert!(off.is_empty(), "{}", off.join("\n"));
}

/// Folded cores of one point a clock cycle: precision, size, clock cycles of a frame, LUTs and DSP blocks, as Yosys 0.70 finds them by
/// `fftgen synth --size N --width 1 --precision P --cycles C --json`.
const FOLDED: [(&str, [usize; 4]); 9] = [
    ("fixed16", [512, 5_200, 428, 3]),
    ("fixed16", [512, 8_000, 504, 1]),
    ("fixed16", [512, 3_100, 717, 3]),
    ("fixed16", [512, 1_300, 1_506, 6]),
    ("fixed16", [1024, 6_200, 609, 3]),
    ("fixed16", [64, 400, 556, 3]),
    ("fixed16", [60, 600, 781, 4]),
    ("fp32", [64, 700, 1_735, 2]),
    ("fp32", [1024, 6_300, 2_310, 6]),
];

#[test]
fn estimates_of_folded_cores_are_near_what_was_measured() {
    let off = FOLDED.par_iter().filter_map(|&(precision, [size, cycles, lut, dsp])| {
        let chosen = Design::front(&config(size, 1, precision), cycles).unwrap().swap_remove(0);
        let right = is_near(chosen.luts, lut, TOLERANCE) && chosen.blocks == dsp;
        let found = format!("{} LUT, {} DSP", chosen.luts, chosen.blocks);
        (!right).then(|| format!("{size}, {precision}, {cycles}: {found}; measured {lut}, {dsp}"))
    });
    let off: Vec<String> = off.collect();
    assert!(off.is_empty(), "{}", off.join("\n"));
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
        let mut lines = include_str!("routed.csv").lines().filter(|line| !line.starts_with('#'));
        let names: Vec<&str> = lines.next().unwrap().split(',').collect();
        let value = |text: &str| {
            text.parse::<f64>().ok().and_then(|number| match number.fract() {
                0.0 => Some((number as u64).into()),
                _ => serde_json::Number::from_f64(number).map(serde_json::Value::from),
            })
        };
        let row = |line: &str| {
            let fields = names.iter().zip(line.split(','));
            let fields = fields.map(|(name, text)| (name.to_string(), value(text).unwrap_or_else(|| text.into())));
            serde_json::from_value(fields.collect::<serde_json::Map<_, _>>().into()).unwrap()
        };
        lines.map(row).collect()
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

/// The path that the program finds, with the Yosys that is there.
#[test]
fn a_small_core_has_a_clock_near_the_routed_one() {
    if !present::has_tool("yosys") {
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
    if !present::has_tool("yosys") {
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
