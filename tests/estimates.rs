//! The planner's estimates, held against what synthesis has found: a plan is chosen by them.

#[path = "tools/present.rs"]
mod present;

use fftgen::format::Format;
use fftgen::number::Datapath;
use fftgen::planner::Bound;
use fftgen::rtl::operators::Product;
use fftgen::{Config, Design};
use rayon::prelude::*;

/// Most that an estimate of LUTs is off, as a part of what the Yosys of the estimates has found.
const TOLERANCE: f64 = 0.15;

/// The same for any Yosys: 0.23, which many distributions have, needs up to two fifths more for small formats.
const ANY_TOLERANCE: f64 = 0.45;

/// The LUTs and DSP blocks that the planner expects of a core.
fn expected(size: usize, width: usize, precision: &str, product: Product) -> (usize, usize) {
    let (precision, datapath) = match precision.split_once(' ') {
        Some((precision, "float")) => (precision, Some(Datapath::Float)),
        Some((precision, words)) => {
            let bits = words.strip_prefix("cfp").and_then(|bits| bits.parse().ok()).unwrap();
            (precision, Some(Datapath::Shared(bits)))
        }
        None => (precision, None),
    };
    let format = Format::parse(precision, false).unwrap();
    let cost = Design::plans(&Config { product, datapath, ..Config::new(size, width, format) }).unwrap()[0].cost;
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
            let (luts, blocks) = expected(size, width, precision, Product::Blocks);
            let right = is_near(luts, lut, TOLERANCE) && blocks == dsp;
            (!right).then(|| format!("{size}, {width}, {precision}: {luts} LUT, {blocks} DSP; measured {lut}, {dsp}"))
        })
        .collect();
    assert!(off.is_empty(), "{}", off.join("\n"));
}

/// What no core of a plan can do better than, no plan does better than.
#[test]
fn no_plan_is_below_its_bound() {
    let cases = [(20, 4), (45, 2), (64, 2), (88, 2), (96, 2), (96, 6), (101, 3), (128, 1), (192, 4), (1024, 2)];
    for ((size, width), precision) in cases.into_iter().flat_map(|case| [(case, "fp32"), (case, "fixed16")]) {
        let config = Config::new(size, width, Format::parse(precision, false).unwrap());
        for plan in Design::plans(&config).unwrap() {
            let terms = config.clone().chosen(&plan.pipeline).terms();
            let bound = Bound::of(&plan.pipeline, &terms.latencies, &terms.prices);
            let units = plan.pipeline.units();
            let bounds = [bound.latency, bound.adders, bound.multipliers, bound.luts];
            let multipliers = units.multipliers + units.constants;
            let found = [plan.cost.latency, units.adders, multipliers, plan.cost.luts];
            let holds = bounds.iter().zip(found).all(|(bound, found)| *bound <= found);
            assert!(holds, "{} of {precision}: {bounds:?} {found:?}", plan.pipeline.plan());
        }
    }
}

/// What Yosys finds now, whatever its version, by the program itself.
#[test]
fn estimates_are_near_what_yosys_finds() {
    if !present::has_tool("yosys") {
        return;
    }
    for (flag, product) in [("--nodsp=false", Product::Blocks), ("--nodsp", Product::Tables)] {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_fftgen"));
        command.args(["synth", "--size", "3", "--width", "2", "--precision", "fp16", "--json", flag]);
        let output = command.env_remove("YOSYS").output().unwrap();
        let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let (luts, blocks) = expected(3, 2, "fp16", product);
        assert_eq!(facts["estimated"]["lut"], luts);
        let found = ["lut", "dsp"].map(|key| facts["measured"][key].as_u64().unwrap() as usize);
        assert!(is_near(luts, found[0], ANY_TOLERANCE), "{flag}: {luts} LUT expected, {} found", found[0]);
        assert_eq!(blocks, found[1], "{flag}");
    }
}
