//! Every flag of `generate` beside a core that is there: no core is replaced by that of another command. And every flag beside others: a drawn command
//! line ends with a core or with a reason. `FFTGEN_CONFIGURATIONS` sets how many lines are drawn.

use crate::support::full::share;
use assert_cmd::Command;
use fftgen::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use Fate::{Apart, Refused, Same};

/// What becomes of a command whose core would be written beside another core.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fate {
    /// It has a folder of its own.
    Apart,
    /// Its folder holds the core of another command, which has the same hardware: whatever changes that changes the name.
    Refused,
    /// It is the command of the core that is there.
    Same,
}

/// A flag, a command without it, and values in turn: each one meets the cores of those before it.
struct Row {
    flag: &'static str,
    base: &'static str,
    values: &'static [(&'static str, Fate)],
}

const fn row(flag: &'static str, base: &'static str, values: &'static [(&'static str, Fate)]) -> Row {
    Row { flag, base, values }
}

const FLOAT: &str = "--size 4 --width 1 --precision fp16";
const FIXED: &str = "--size 4 --width 1 --precision fixed16";
const CONSTRAINED: &str = "--size 4 --width 1 --precision fixed16 --emit default,quartus";
const ROWS: &str = "--size 2x4 --width 1 --precision fp16";
const GROWING: &str = "--size 4 --width 1 --precision fixed16 --scale none";
const SIZES: &str = "--sizes 12,24 --width 1 --precision fixed16";
const MESH: &str = "--size 2x2x2 --precision fixed8 --array mesh:2x2";
const PRODUCT: &str = "--size 4 --precision fixed16 --transform dct2";
const MATRIX: &str = "--size 4 --precision fp16 --matrix matrix.csv";
/// A tilde stands for a space within a word.
const CHAIN: &str = "--chain fft~4|power --width 2 --precision fixed12";
const NODES: &str = "--size 4 --precision fp16 --points nodes.csv";
const LISTED: &str = "--size 4 --width 1 --precision fp16 --support points.csv";

const FLAGS: [Row; 75] = [
    row("size", FLOAT, &[("8", Apart), ("4", Same)]),
    row("sizes", SIZES, &[("12,24,48", Apart), ("12,18,24", Apart)]),
    row("support", LISTED, &[("box:2", Apart), ("sphere:1", Apart), ("sphere:1.0", Same), ("other.csv", Apart)]),
    row("channels", FLOAT, &[("2", Apart), ("1", Same)]),
    row("width", FLOAT, &[("2", Apart)]),
    row("cycles", FIXED, &[("40", Apart), ("400", Apart), ("30", Apart)]),
    row("rate", FIXED, &[("1/10", Apart), ("1/100", Apart), ("2/20", Same), ("0.1", Same)]),
    row("clock", FIXED, &[("250MHz", Same), ("0.1GHz", Same)]),
    row("clock", CONSTRAINED, &[("250MHz", Same), ("0.25GHz", Same), ("200MHz", Refused)]),
    row("snr", FIXED, &[("40dB", Apart), ("40", Same), ("1dB", Same), ("70dB", Same)]),
    row("latency", FIXED, &[("1ms", Same), ("100000", Same)]),
    row("max-lut", FIXED, &[("100000", Same)]),
    row("max-bram", FIXED, &[("10", Same), ("0.5", Same)]),
    row("device", FIXED, &[("xczu3", Same), ("up5k", Apart), ("xc7a35t", Apart), ("85k", Apart)]),
    row("precision", FLOAT, &[("bf16", Apart), ("e5m9", Apart)]),
    row(
        "kind",
        FLOAT,
        &[("rfft", Apart), ("irfft", Apart), ("rfft-pair", Apart), ("irfft-pair", Apart), ("fft", Same)],
    ),
    row("inverse", FLOAT, &[("", Apart)]),
    row("runtime", FLOAT, &[("direction", Apart)]),
    row("name", FLOAT, &[("mine", Apart), ("dft4_w1_fp16", Same)]),
    row("config", FLOAT, &[("same.yaml", Same), ("other.yaml", Apart)]),
    row("interface", FLOAT, &[("native", Apart), ("axis", Same)]),
    row("memory", ROWS, &[("axi", Apart), ("none", Same)]),
    row("array", MESH, &[("torus:2x2", Apart), ("mesh:2x2", Same)]),
    row("link-bits", MESH, &[("16", Apart), ("32", Same)]),
    row("hop", MESH, &[("2", Apart), ("1", Same)]),
    row("hop", FIXED, &[("2", Apart), ("4", Apart)]),
    row("exchange", MESH, &[("broadcast", Apart), ("direct", Same)]),
    row("steps", "--size 4x4x4 --precision fixed8 --array mesh:2x2", &[("overlapped", Apart), ("phased", Same)]),
    row(
        "chain",
        CHAIN,
        &[
            ("fft~8|power", Apart),
            ("fft~4~|~power", Same),
            ("fft~4~|power~", Same),
            ("fft~4", Apart),
            ("frame~8~hop~4|window~hann|fft|magnitude|db~20", Apart),
            ("real|pfb~8~taps~3|rfft|power|average~2", Apart),
        ],
    ),
    row(
        "window",
        FIXED,
        &[("hann", Apart), ("hanning", Same), ("kaiser:8.6", Apart), ("kaiser:8.60", Same), ("window.csv", Apart)],
    ),
    row("bins", "--size 8 --width 1 --precision fixed16", &[("0..4", Apart), ("2..6", Apart)]),
    row("output", FIXED, &[("complex", Same), ("power", Apart), ("magnitude", Apart), ("db", Apart)]),
    row("average", FIXED, &[("2", Apart), ("4", Apart)]),
    row("prefix", "--size 8 --width 2 --precision fixed16 --inverse", &[("2", Apart), ("4", Apart)]),
    row("matrix", MATRIX, &[("load:2", Apart), ("load:3", Apart), ("other-matrix.csv", Apart)]),
    row("transform", FLOAT, &[("dct2", Apart), ("dct4", Apart), ("goertzel:1,2", Apart), ("czt:0,1/8,4", Apart)]),
    row("points", NODES, &[("other-nodes.csv", Apart), ("load:2", Apart), ("load:nodes.csv", Refused)]),
    row(
        "products",
        "--size 4 --precision fp32 --transform dct2",
        &[("bf16", Apart), ("bf16x3", Apart), ("format", Same)],
    ),
    row("macs", PRODUCT, &[("2", Apart), ("1", Same), ("4", Apart)]),
    row("reset", FLOAT, &[("aresetn", Apart), ("none", Apart)]),
    row("stall", FLOAT, &[("none", Apart), ("any", Same)]),
    row("resync", FLOAT, &[("tlast", Apart)]),
    row("buffer", "--size 4 --width 1 --precision fixed16", &[("", Apart)]),
    row("tkeep", FLOAT, &[("", Apart)]),
    row("mark-overflow", FIXED, &[("", Apart)]),
    row("last", ROWS, &[("row", Apart), ("frame", Same)]),
    row("pad", ROWS, &[("rows", Apart), ("frame", Same)]),
    row("input-coding", FIXED, &[("signed", Same), ("offset", Apart)]),
    row("iq-order", FLOAT, &[("iq", Same), ("qi", Apart)]),
    row(
        "order",
        FLOAT,
        &[("bit-reversed", Apart), ("bit-reversed,natural", Apart), ("bit-reversed,bit-reversed", Apart)],
    ),
    row("order", FIXED, &[("shifted", Apart), ("shifted,natural", Apart)]),
    row("subnormals", FLOAT, &[("flush", Same), ("full", Apart)]),
    row(
        "scale",
        FIXED,
        &[("none", Apart), ("bfp", Apart), ("runtime", Apart), ("run-time", Same), ("1/n", Apart), ("stage+1", Apart)],
    ),
    row("max-growth", GROWING, &[("none", Same), ("1", Apart)]),
    row("rounding", FIXED, &[("convergent", Same), ("half-up", Apart), ("truncate", Apart)]),
    row("overflow", FIXED, &[("saturate", Same), ("wrap", Apart)]),
    row("twiddle-bits", FIXED, &[("12", Apart), ("13", Apart)]),
    row("guard-bits", FIXED, &[("2", Apart), ("3", Apart)]),
    row("datapath", FLOAT, &[("cfp20", Apart), ("bfp20", Apart), ("float", Apart)]),
    row("optimize", FLOAT, &[("balanced", Same), ("latency", Apart), ("area", Apart)]),
    row("max-dsp", FLOAT, &[("8", Apart), ("9", Apart)]),
    row("nodsp", FLOAT, &[("", Apart)]),
    row("least-memory", FLOAT, &[("", Apart)]),
    row("memory-style", FLOAT, &[("auto", Same), ("lut", Apart), ("block", Apart)]),
    row("protect", "--size 16 --width 1 --precision fp16", &[("none", Same), ("parity", Apart), ("ecc", Apart)]),
    row("target", FLOAT, &[("xcup", Same), ("ecp5", Apart), ("gw2a", Apart)]),
    row("pipeline", FLOAT, &[("mid", Same), ("low", Apart), ("high", Apart), ("add=5", Apart)]),
    row("radix", FLOAT, &[("4", Apart), ("2,2", Apart)]),
    row("out", FLOAT, &[("other", Apart), ("generated/dft4_w1_fp16", Same)]),
    row(
        "emit",
        FLOAT,
        &[
            ("default", Same),
            ("readme,filelist,fusesoc,makefile", Same),
            ("none", Refused),
            ("all", Refused),
            ("default,vivado", Refused),
            ("default,report", Refused),
        ],
    ),
    row("language", FLOAT, &[("verilog", Same), ("systemverilog", Refused), ("vhdl", Refused)]),
    row("library", FLOAT, &[("shared", Refused)]),
    row("license", FLOAT, &[("0BSD", Same), ("MIT", Refused)]),
    row("no-verify", FLOAT, &[("", Same)]),
    row("force", FLOAT, &[("", Same)]),
];

/// Flags that say what is done with a core, and change nothing in it.
const OUTSIDE: [&str; 6] = ["dry-run", "check", "json", "quiet", "verbose", "help"];

/// Configurations, lists of points and of nodes, a window, and matrices, by the names of their files.
const CONFIGURATIONS: [(&str, &str); 9] = [
    ("same.yaml", "precision: fp16\n"),
    ("other.yaml", "subnormals: full\n"),
    ("points.csv", "0\n3\n"),
    ("other.csv", "1\n3\n"),
    ("window.csv", "0\n0.5\n1\n0.5\n"),
    ("matrix.csv", "1,2,3,4\n1,-1,1j,-1j\n"),
    ("other-matrix.csv", "1,2,3,4\n1,1,1,1\n"),
    ("nodes.csv", "1\n-1\n"),
    ("other-nodes.csv", "1\n1j\n"),
];

impl Row {
    /// The command with a value of the flag.
    fn line(&self, value: &str) -> String {
        let flag = format!("--{}", self.flag);
        let mut words: Vec<&str> = self.base.split(' ').collect();
        if let Some(place) = words.iter().position(|word| *word == flag) {
            words.drain(place..place + 2);
        }
        words.push(&flag);
        words.extend(Some(value).filter(|value| !value.is_empty()));
        words.join(" ")
    }

    /// Writes the core without the flag, and those of its values.
    fn check(&self) {
        let here = TempDir::new().unwrap();
        CONFIGURATIONS.iter().for_each(|(name, text)| fs::write(here.path().join(name), text).unwrap());
        assert_eq!(generate(here.path(), self.base), (0, String::new()));
        let mut lines = vec![self.base.to_string()];
        for (value, fate) in self.values {
            let (before, line) = (tree(here.path()), self.line(value));
            let (code, stderr) = generate(here.path(), &line);
            let after = tree(here.path());
            assert_eq!(fate_of(code, &before, &after), Some(*fate), "{line}: {stderr}");
            if *fate == Refused {
                assert!(stderr.contains("another command, fftgen --size") && stderr.contains("--force"), "{stderr}");
                check_force(here.path(), &line, &lines, &before);
            }
            lines.push(line);
        }
    }
}

/// Replaces the core, and sees that its own command may come again, and the one before may not. The hardware stays.
fn check_force(here: &Path, line: &str, earlier: &[String], before: &Tree) {
    assert_eq!(generate(here, &format!("{line} --force")), (0, String::new()));
    let forced = tree(here);
    assert_ne!(forced, *before, "{line}");
    // A core in another language has no Verilog, and is printed from the same netlist; so are modules in files of a library.
    let (found, wanted) = (hardware(&forced), hardware(before));
    assert!(
        found.is_empty() || found == wanted || line.contains("--library"),
        "{line}: other hardware has another name"
    );
    assert_eq!(generate(here, line), (0, String::new()));
    assert!(earlier.iter().any(|earlier| generate(here, earlier).0 == 1), "{line} has replaced nothing");
    assert_eq!(tree(here), forced);
}

/// What is under a folder, by paths.
type Tree = BTreeMap<String, Vec<u8>>;

fn tree(folder: &Path) -> Tree {
    let mut found = Tree::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(tree(&path)),
            false => drop(found.insert(path.display().to_string(), fs::read(&path).unwrap())),
        }
    }
    found
}

/// The Verilog of all cores without its comments.
fn hardware(tree: &Tree) -> BTreeMap<&String, String> {
    let code = |text: &[u8]| -> String {
        String::from_utf8_lossy(text).lines().filter_map(|line| line.split("//").next()).collect()
    };
    let around = ["_tb.v", "_ip.v"];
    let is_core = |name: &str| name.ends_with(".v") && !around.iter().any(|end| name.ends_with(end));
    let sources = tree.iter().filter(|(name, _)| is_core(name));
    sources.map(|(name, text)| (name, code(text))).collect()
}

/// None where a file of before is another one, or gone.
fn fate_of(code: i32, before: &Tree, after: &Tree) -> Option<Fate> {
    let is_kept = before.iter().all(|(name, contents)| after.get(name) == Some(contents));
    match (code, after.len() > before.len()) {
        (0, true) if is_kept => Some(Apart),
        (0, false) if is_kept => Some(Same),
        (1, false) if is_kept => Some(Refused),
        _ => None,
    }
}

/// Runs `fftgen` with words separated by spaces; the exit code, and what it says on standard error.
fn generate(folder: &Path, line: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.env("FFTGEN_PROGRESS", "off");
    command.current_dir(folder).args(line.split(' ').map(|word| word.replace('~', " ")));
    if !line.contains("--no-verify") {
        command.arg("--no-verify");
    }
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn no_flag_replaces_the_core_of_another_command() {
    share(&FLAGS, 3).for_each(Row::check);
}

#[test]
fn the_table_has_every_flag() {
    let here = TempDir::new().unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_fftgen")).current_dir(here.path()).args(["generate", "--help"]).output();
    let help = String::from_utf8(output.unwrap().stdout).unwrap();
    let words = help.lines().filter_map(|line| line.get(6..).filter(|_| line.starts_with("  ")));
    let words = words.filter_map(|line| line.strip_prefix("--"));
    let flags: BTreeSet<&str> = words.filter_map(|line| line.split([' ', '[']).next()).collect();
    let known: BTreeSet<&str> = FLAGS.iter().map(|row| row.flag).chain(OUTSIDE).collect();
    assert_eq!(known, flags, "a flag needs a row here, with what becomes of a core that is there");
}

/// What a drawn line has in place of the size, width and precision of its base.
const SIZES_DRAWN: [&str; 20] = [
    "1", "2", "3", "4", "5", "7", "8", "9", "12", "15", "16", "20", "24", "32", "67", "2x4", "3x5", "8x8", "4x4x4",
    "2x3x2x2",
];
const WIDTHS: [&str; 8] = ["1", "1", "2", "2", "3", "4", "7", "16"];
const PRECISIONS: [&str; 12] =
    ["fp16", "bf16", "fp32", "fp64", "e3m2", "e11m52", "fixed4", "fixed8", "fixed16", "fixed33", "fixed64", "q6.3"];

/// Values that fit few flags.
const ODD: [&str; 9] = ["0", "1", "2", "3", "1000000", "4294967295", "none", "8x8", "1,2"];

/// Exit codes of a core, of a file that is not there, and of a refusal: flags that contradict each other, or a request that has no core.
const ENDS: [i32; 4] = [0, 1, 2, 3];

/// Longest time that a small core may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Draws the command line of a number.
fn drawn(number: u64) -> String {
    let mut rng = Rng::new(number);
    let mut below = |count: usize| rng.below(count as u64) as usize;
    let base = FLAGS[below(FLAGS.len())].base;
    let mut words: Vec<&str> = base.split(' ').collect();
    for (flag, values) in [("--size", &SIZES_DRAWN[..]), ("--width", &WIDTHS), ("--precision", &PRECISIONS)] {
        if let Some(place) = words.iter().position(|word| *word == flag).filter(|_| below(4) > 0) {
            words[place + 1] = values[below(values.len())];
        }
    }
    let mut line = words.join(" ");
    for _ in 0..below(7) {
        let Row { flag, values, .. } = FLAGS[below(FLAGS.len())];
        if line.split(' ').any(|word| word.strip_prefix("--") == Some(flag)) {
            continue;
        }
        let own = values[below(values.len())].0;
        let value = if own.is_empty() || below(8) > 0 { own } else { ODD[below(ODD.len())] };
        line = format!("{line} --{flag} {value}").trim_end().into();
    }
    // The core is simulated too.
    if below(8) > 0 && !line.contains("--no-verify") {
        line += " --no-verify";
    }
    line + " --dry-run"
}

#[test]
fn drawn_lines_end_with_a_core_or_a_reason() {
    let count = std::env::var("FFTGEN_CONFIGURATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let here = TempDir::new().unwrap();
    CONFIGURATIONS.iter().for_each(|(name, text)| fs::write(here.path().join(name), text).unwrap());
    let (next, cores) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= count {
            break;
        }
        let line = drawn(number);
        let words = line.split(' ').map(|word| word.replace('~', " "));
        let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
        let output = command.current_dir(here.path()).args(words).timeout(PATIENCE).output().unwrap();
        let (code, stderr) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
        assert!(code.is_some_and(|code| ENDS.contains(&code)), "fftgen {line}\n{code:?}: {stderr}");
        assert!(code == Some(0) || stderr.starts_with("error: ") && stderr.len() > 30, "fftgen {line}\n{stderr}");
        cores.fetch_add((code == Some(0)).into(), Ordering::Relaxed);
    };
    let threads = std::thread::available_parallelism().map_or(2, |threads| threads.get());
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let cores = cores.into_inner();
    assert!(cores > count / 8, "{cores} cores of {count} lines");
}
