//! Requirements beside sweeps: what a design of a sweep reaches can be required, and no design of the sweep that reaches it is cheaper than the core that is
//! chosen, but for little.
//!
//! `FFTGEN_GRID=full` sweeps five sizes, and draws ten designs of each for each requirement. `FFTGEN_DRAWS` sets how many are drawn in place of ten.

use crate::requirements::{number, run, settled};
use crate::support::full::is_full;
use fftgen::rng::Rng;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// How much more than the cheapest design of a sweep the chosen core may cost.
const TOLERANCE: f64 = 1.02;

/// What the rounding of a sample adds for each bit of its word, in dB.
const DB_PER_BIT: f64 = 6.0206;

/// Requirements beside rate and ratio, each by the figure of a row that it limits.
const FLAGS: [(&str, &str); 6] = [
    ("rate", "interval_cycles"),
    ("snr", "snr_db"),
    ("latency", "latency_cycles"),
    ("max-lut", "lut"),
    ("max-dsp", "dsp"),
    ("max-bram", "bram"),
];

/// Sizes with the other keys of their sweeps: widths, clock cycles, words, growths and factors.
const SPACES: [(usize, [&str; 5]); 5] = [
    (16, ["1, 2, 4", "~, 32", "fixed8, fixed9, fixed10, fixed11", "1, 2, 3, 4, none", "~, 8, 9, 10, 12"]),
    (60, ["1, 2, 4", "~, 120", "fixed10, fixed11, fixed12, fixed13", "1, 2, 3, 4, 5, none", "~, 9, 11, 13"]),
    (64, ["1, 2, 4", "~, 128", "fixed10, fixed11, fixed12, fixed13", "1, 2, 3, 4, 5, 6, none", "~, 9, 11, 13"]),
    (256, ["1, 2", "~, 2048", "fixed11, fixed12, fixed13, fixed14", "2, 4, 6, 8, none", "~, 12, 14"]),
    (1024, ["1, 2", "~, 8192", "fixed11, fixed12, fixed13", "3, 5, 6, 7, 8, 10, none", "~, 12, 13"]),
];

/// A part of the first one, which every run sweeps.
const FEW: (usize, [&str; 5]) = (16, ["1", "~", "fixed8", "2, none", "~, 9"]);

/// Sweeps words that grow and words of one length, for both goals. Returns the rows of the designs that there are.
fn swept((size, [widths, cycles, words, growths, factors]): (usize, [&str; 5])) -> Vec<Value> {
    let here = TempDir::new().expect("a folder");
    let path = |name: &str| here.path().join(name).display().to_string();
    let common = format!(
        "size: {size}\nsweep:\n  width: [{widths}]\n  cycles: [{cycles}]\n  precision: [{words}]\n  twiddle-bits: [{factors}]\n  \
         optimize: [~, area]\n"
    );
    let sweeps = [("grown", format!("{common}  max-growth: [{growths}]\nscale: none\n")), ("plain", common)];
    let rows = sweeps.into_iter().flat_map(|(name, text)| {
        fs::write(path("sweep.yaml"), text).expect("a file");
        run(&["sweep", &path("sweep.yaml"), "--out", &path(name)]).expect("a sweep");
        let lines = fs::read_to_string(path(&format!("{name}.jsonl"))).expect("rows");
        lines.lines().map(|line| serde_json::from_str(line).expect("a row")).collect::<Vec<Value>>()
    });
    rows.filter(|row| row["error"].is_null()).collect()
}

/// The ratio of a row in dB, with the rounding of samples, as requirements count it.
fn snr_db(row: &Value) -> f64 {
    let bits = row["settings"]["precision"].as_str().and_then(|word| word.strip_prefix("fixed")).expect("fixed point");
    let noise = |db: f64| 10f64.powf(-db / 10.0);
    -10.0 * (noise(number(row, "snr_db")) + noise(DB_PER_BIT * bits.parse::<f64>().expect("bits"))).log10()
}

/// Requires what a design has. Returns what is wrong with the core that is chosen.
fn wrong(rows: &[Value], size: usize, wanted: &Value, (flag, key): (&str, &str), is_wide: bool) -> Option<String> {
    // Figures of rows have one digit.
    let goal = (10.0 * snr_db(wanted) - 1.0).floor() / 10.0;
    let mut line = format!("--size {size} --rate {size}/{} --snr {goal}dB", wanted["interval_cycles"]);
    let width = &wanted["settings"]["width"];
    if is_wide {
        line += &format!(" --width {}", width.as_str().expect("a width"));
    }
    let is_limit = !["rate", "snr"].contains(&flag);
    if is_limit {
        line += &format!(" --{flag} {}", number(wanted, key));
    }
    let serves = |row: &&Value| {
        let is_within = |key: &str| number(row, key) <= number(wanted, key);
        is_within("interval_cycles")
            && (!is_limit || is_within(key))
            && snr_db(row) >= goal + 0.05
            && (!is_wide || row["settings"]["width"] == *width)
    };
    let best = rows.iter().filter(serves).min_by_key(|row| row["price"].as_u64()).expect("the design itself");
    let facts = match settled(&line) {
        Ok(facts) => facts,
        Err(why) => return Some(format!("{line}: {} does, and {why}", best["command"])),
    };
    let [found, least] = [&facts["requirements"]["weighed"][0], best].map(|core| number(core, "price"));
    let command = &facts["requirements"]["command"];
    (found > TOLERANCE * least).then(|| format!("{line}: {found} for {command}, {least} for {}", best["command"]))
}

#[test]
fn no_design_of_a_sweep_is_cheaper() {
    let asked = std::env::var("FFTGEN_DRAWS").ok().and_then(|draws| draws.parse().ok());
    let (spaces, flags) = if is_full() { (&SPACES[..], &FLAGS[..]) } else { (&[FEW][..], &FLAGS[3..4]) };
    let draws = asked.unwrap_or(if is_full() { 10 } else { 1 });
    let (mut rng, mut failures, mut count) = (Rng::new(64), vec![], 0);
    for space in spaces {
        let rows = swept(*space);
        for flag in flags.iter().flat_map(|flag| std::iter::repeat_n(*flag, draws)) {
            let wanted = &rows[rng.below(rows.len() as u64) as usize];
            failures.extend(wrong(&rows, space.0, wanted, flag, rng.below(2) == 0));
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}
