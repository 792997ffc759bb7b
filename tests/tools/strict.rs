//! Cores of random command lines: slang with all its warnings and Verilator's lint have nothing to say of core and testbench,
//! and Icarus passes the testbench without a word but PASS. `FFTGEN_CONFIGURATIONS` sets how many cores.

use crate::support::tools::{has_tool, make, run};
use fftgen::rng::Rng;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

const SIZES: [usize; 17] = [3, 5, 7, 8, 12, 16, 20, 24, 27, 32, 36, 48, 60, 64, 96, 100, 128];

const FORMATS: [&str; 11] =
    ["fp16", "bf16", "e4m3", "e5m6", "e6m9", "fp32", "fixed8", "fixed12", "fixed16", "q4.12", "fixed18"];

/// Flags of which one in so many cores has one, for formats of either kind.
const ANY: [(u64, &[&str]); 14] = [
    (4, &["--kind rfft", "--kind irfft", "--kind rfft-pair", "--kind irfft-pair", "--inverse"]),
    (6, &["--runtime direction"]),
    (6, &["--interface native"]),
    (5, &["--reset aresetn", "--reset none"]),
    (5, &["--resync tlast"]),
    (5, &["--tkeep"]),
    (5, &["--iq-order qi"]),
    (6, &["--order bit-reversed", "--order bit-reversed,natural", "--order bit-reversed,bit-reversed"]),
    (5, &["--optimize latency", "--optimize area"]),
    (6, &["--nodsp", "--least-memory"]),
    (5, &["--pipeline low", "--pipeline high"]),
    (8, &["--cycles 400", "--cycles 4000"]),
    (6, &["--buffer"]),
    (5, &["--protect parity", "--protect ecc"]),
];

const FIXED: [(u64, &[&str]); 5] = [
    (4, &["--mark-overflow"]),
    (
        2,
        &[
            "--scale none",
            "--scale stage",
            "--scale stage+1",
            "--scale bfp",
            "--scale 1/n",
            "--scale 1/sqrt(n)",
            "--scale runtime",
        ],
    ),
    (4, &["--input-coding offset"]),
    (5, &["--overflow wrap"]),
    (5, &["--rounding half-up", "--rounding truncate"]),
];

const FLOATING: [(u64, &[&str]); 2] =
    [(3, &["--datapath float", "--datapath bfp20", "--datapath cfp20"]), (6, &["--subnormals full"])];

/// Exit codes of a refusal: flags that contradict each other, or a request that has no core.
const REFUSED: [i32; 2] = [2, 3];

fn pick<'a>(rng: &mut Rng, options: &[&'a str]) -> &'a str {
    options[rng.below(options.len() as u64) as usize]
}

/// The flags of core number `seed`; not all lists have a core.
fn flags(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let size = match rng.one_in(2) {
        true => 2 + rng.below(63) as usize,
        false => SIZES[rng.below(SIZES.len() as u64) as usize],
    };
    let width = 1 + rng.below(size.min(8) as u64) as usize;
    let format = pick(&mut rng, &FORMATS);
    let fixed = format.starts_with('q') || format.starts_with("fixed");
    let sizes = match rng.one_in(12) {
        true => format!("--sizes {},{},{}", 4 * width, 6 * width, 16 * width),
        false => format!("--size {size}"),
    };
    let mut flags = format!("{sizes} --width {width} --precision {format}");
    let fixed: &[(u64, &[&str])] = if fixed { &FIXED } else { &FLOATING };
    for (rarity, options) in ANY.iter().chain(fixed) {
        if rng.one_in(*rarity) {
            flags = flags + " " + pick(&mut rng, options);
        }
    }
    flags
}

/// Whether the flags have a core; an error where a tool complains of it.
fn holds(flags: &str, folder: &Path) -> Result<bool, String> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    program.args(flags.split(' ')).args(["--name", "core", "--no-verify", "--out"]).arg(folder);
    let output = program.output().map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(0) => {}
        Some(code) if REFUSED.contains(&code) => return Ok(false),
        _ => return Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
    let strict = run(folder, "slang", &["--std", "1364-2005", "-Weverything", "core.v", "core_tb.v"])?;
    let lint = make(folder, &["--silent", "lint"])?;
    let complaints: Vec<&str> = (strict.lines().chain(lint.lines())).filter(|line| !line.starts_with("- ")).collect();
    let passed = make(folder, &["--silent", "icarus"])?;
    match (complaints.as_slice(), passed.trim()) {
        ([], line) if line.starts_with("PASS: ") && !line.contains('\n') => Ok(true),
        _ => Err(format!("{}\n{passed}", complaints.join("\n"))),
    }
}

#[test]
fn strict_tools_are_quiet_about_random_cores() {
    if !["slang", "verilator", "iverilog"].into_iter().all(has_tool) {
        return;
    }
    let count = std::env::var("FFTGEN_CONFIGURATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let folder = tempfile::tempdir().unwrap();
    let (seeds, cores) = (AtomicU64::new(1), AtomicU64::new(0));
    let work = || {
        while cores.load(Ordering::Relaxed) < count {
            let seed = seeds.fetch_add(1, Ordering::Relaxed);
            let (flags, folder) = (flags(seed), folder.path().join(seed.to_string()));
            match holds(&flags, &folder) {
                Ok(built) => drop(cores.fetch_add(built.into(), Ordering::Relaxed)),
                Err(complaint) => panic!("fftgen {flags}\n{complaint}"),
            }
            std::fs::remove_dir_all(&folder).ok();
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    println!("{} cores of {} command lines", cores.into_inner(), seeds.into_inner() - 1);
}
