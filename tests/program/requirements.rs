//! Requirements: what is printed as met is met, the command that is printed makes the same core, and what cannot be met is refused with the nearest core.
//!
//! `FFTGEN_DRAWS` sets how many requirements are drawn in place of two; with `FFTGEN_GRID=full` they are 50.

use crate::support::full::is_full;
use assert_cmd::Command;
use fftgen::rng::Rng;
use serde_json::Value;

/// Decibels that a measurement may be below what is required.
const TOLERANCE_DB: f64 = 0.5;

/// Runs the program. Returns standard output, or what it says on standard error.
pub fn run(words: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    let output = command.env("FFTGEN_PROGRESS", "off").args(words).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err(text(output.stderr))
    }
}

/// Settles requirements, without a file.
pub fn settled(line: &str) -> Result<Value, String> {
    let words: Vec<&str> = line.split(' ').chain(["--dry-run", "--no-verify", "--json"]).collect();
    run(&words).map(|text| serde_json::from_str(&text).expect("JSON"))
}

pub fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("{key} in {value}"))
}

/// Requirements of all kinds, with what they leave free.
fn drawn(rng: &mut Rng) -> String {
    let size = [16, 20, 32, 60, 64, 96, 128][rng.below(7) as usize];
    let mut line = format!("--size {size}");
    match rng.below(3) {
        0 => line += &format!(" --width {}", [1, 2, 4][rng.below(3) as usize]),
        1 => line += &format!(" --clock 200MHz --throughput {}MSPS", [20, 100, 150, 300, 500][rng.below(5) as usize]),
        _ => line += &format!(" --rate {}", ["1/4", "0.9", "1", "3"][rng.below(4) as usize]),
    }
    match rng.below(4) {
        0 => line += &format!(" --precision fixed12 --snr {}dB", [40, 50, 55][rng.below(3) as usize]),
        _ => line += &format!(" --snr {}dB", 30 + rng.below(70)),
    }
    match rng.below(4) {
        0 => line += " --device xc7a35t",
        1 => line += " --max-bram 20 --max-lut 40000",
        2 => line += " --latency 20us",
        _ => {}
    }
    if rng.below(4) == 0 {
        line += " --nodsp";
    }
    line
}

/// The points in a clock cycle that a line requires, if it does.
fn rate(line: &str) -> Option<f64> {
    let words: Vec<&str> = line.split(' ').collect();
    let value = |flag: &str| words.iter().position(|word| *word == flag).map(|place| words[place + 1]);
    let [points, cycles] = match (value("--rate"), value("--throughput")) {
        (Some(rate), _) => rate.split_once('/').map_or([rate, "1"], |(points, cycles)| [points, cycles]),
        (None, rate) => [rate?.strip_suffix("MSPS")?, "200"],
    };
    Some(points.parse::<f64>().ok()? / cycles.parse::<f64>().ok()?)
}

#[test]
fn what_is_said_to_be_met_is_met() {
    let asked = std::env::var("FFTGEN_DRAWS").ok().and_then(|draws| draws.parse().ok());
    let draws = asked.unwrap_or(if is_full() { 50 } else { 2 });
    let mut rng = Rng::new(63);
    for _ in 0..draws {
        let line = drawn(&mut rng);
        let facts = settled(&line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let findings = &facts["requirements"];
        let chosen = &findings["weighed"][0];
        assert!(chosen["lacks"].as_array().is_some_and(Vec::is_empty), "{line}: {chosen}");
        let goal = line.split("--snr ").nth(1).map(|rest| rest.split("dB").next().unwrap().parse::<f64>().unwrap());
        let goal = goal.expect("a ratio");
        assert!(number(chosen, "snr_db") >= goal - TOLERANCE_DB, "{line}: {chosen}");
        for noise in findings["measured_db"].as_array().expect("measured") {
            assert!(noise.as_f64().unwrap() >= goal - TOLERANCE_DB, "{line}: {findings}");
        }
        // Nothing that is as good costs less.
        let least =
            findings["weighed"].as_array().unwrap().iter().filter(|row| row["lacks"].as_array().unwrap().is_empty());
        let least = least.map(|row| number(row, "price")).fold(f64::INFINITY, f64::min);
        assert!(number(chosen, "price") <= least, "{line}: {findings}");
        // A simulation of the core has the rate.
        let command = findings["command"].as_str().expect("a command").strip_prefix("fftgen ").expect("the program");
        let verdict = run(&["verify"].into_iter().chain(command.split(' ')).collect::<Vec<_>>()).expect("a verdict");
        let interval = verdict.split("interval ").nth(1).and_then(|rest| rest.split(' ').next());
        assert_eq!(interval.expect("an interval"), facts["interval_cycles"].to_string(), "{line}: {verdict}");
        let points = rate(&line).map(|rate| rate * number(&facts, "interval_cycles"));
        assert!(points.is_none_or(|points| points <= number(&facts, "size")), "{line}: {verdict}");
        // The command makes the same core, and asks for nothing.
        let same = settled(command).unwrap_or_else(|why| panic!("{command}: {why}"));
        assert!(same["requirements"].is_null(), "{command}");
        for key in ["name", "latency_cycles", "interval_cycles"] {
            assert_eq!(same[key], facts[key], "{line}: {key} of {command}");
        }
    }
}

#[test]
fn impossible_requirements_name_the_nearest_core() {
    for (line, reason) in [
        ("--size 64 --width 1 --snr 400dB", "do not reach it"),
        ("--size 64 --width 1 --precision fixed8 --snr 90dB", "do not reach it"),
        ("--size 64 --width 1 --precision fixed16 --latency 10", "the nearest is fftgen --size 64"),
        ("--size 64 --width 1 --precision fixed16 --max-lut 10", "LUT for 10"),
        ("--size 64 --snr 60dB --rate 100", "rate"),
        ("--size 64 --snr 60dB", "add --width, or --rate"),
        ("--size 64 --width 1 --latency 20us", "--precision is missing"),
        ("--size 64 --width 1 --precision fixed16 --device xc7a35t --target ecp5", "leave --target out"),
        ("--size 64 --width 1 --precision fixed16 --device xc2064", "not in the table"),
        ("--size 64 --width 1 --snr loud", "for example 70dB"),
        ("--size 64 --width 1 --precision fixed16 --latency soon", "as in 20us"),
        ("--chain fft~64|power --width 1 --precision fixed16 --snr 60dB", "chain"),
    ] {
        let words: Vec<String> = line.split(' ').map(|word| word.replace('~', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["--dry-run", "--no-verify"]).collect();
        let why = run(&words).expect_err(line);
        assert!(why.contains(reason), "{line}: {why}");
        assert!(!why.contains("panicked"), "{line}: {why}");
    }
}

#[test]
fn other_kinds_of_cores_are_checked() {
    assert!(settled("--size 4x4 --array line:2 --precision fixed12 --max-dsp 100000").is_ok());
    let why = settled("--size 64 --width 1 --precision fixed16 --transform dct2 --latency 3").expect_err("slow");
    assert!(why.contains("latency"), "{why}");
}
