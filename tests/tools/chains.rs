//! Rung 6: chains of operations in Verilator and Icarus Verilog: the emitted testbench, with gaps and resets, and lint.
//! `FFTGEN_GRID=full` runs more drawn chains.

#[path = "../../crates/systems/tests/chain/draw.rs"]
mod draw;

use crate::support::full::{is_full, share};
use crate::support::tools::{has_tool, make, run, write};
use draw::{drawn, Drawn};
use fftgen::chain::Chain;
use fftgen::format::Format;
use fftgen::program::DescribedCore;
use fftgen::rng::Rng;
use fftgen::{Config, Design, Interface};
use rayon::prelude::*;

/// Most registers and memories of a chain that is simulated at each push, in nets.
const NETS: usize = 6000;

/// Chains in the order in which they are drawn, with samples of fixed point or of floating point.
fn chains(takes_floats: bool) -> impl Iterator<Item = (Drawn, Design)> {
    (1000..).filter_map(move |seed: u64| {
        let mut rng = Rng::new(seed);
        let chain = drawn(&mut |most| rng.below(most as u64) as usize);
        let format = Format::parse(&chain.precision, seed % 5 == 0).unwrap();
        if matches!(format, Format::Float(_)) != takes_floats {
            return None;
        }
        let interface = if seed % 4 == 0 { Interface::Native } else { Interface::Axis };
        let overflow_mark = (seed % 3 == 0 && !takes_floats).then_some(true);
        let config = Config { interface, overflow_mark, ..Config::new(1, chain.width, format) };
        let design = Chain::new(&config, &chain.text).ok()?.design();
        (design.top.nets_in_all() < NETS).then_some((chain, design))
    })
}

fn passes(design: &Design, target: &str) {
    let here = tempfile::tempdir().unwrap();
    write(design, here.path()).unwrap();
    let said = make(here.path(), &[target]).unwrap_or_else(|failed| panic!("{}: {failed}", design.name));
    let promised = format!("latency {} cycles, interval {} cycles", design.latency(), design.interval());
    assert!(said.contains("PASS: ") && said.contains(&promised), "{}: {said}", design.name);
}

/// Flags that are drawn for operations around a transform, and the chain that they stand for.
fn flags(below: &mut dyn FnMut(usize) -> usize) -> (Vec<(&'static str, String)>, String) {
    let kind = below(4);
    let (transform, is_inverse) = [("fft", false), ("rfft", false), ("ifft", true), ("irfft", true)][kind];
    let is_complex = ["fft", "ifft"].contains(&transform);
    let size: usize = if is_complex { [8, 9, 10, 16][below(4)] } else { [8, 12, 16, 20][below(4)] };
    let mut flags = vec![("size", size.to_string())];
    let mut words = vec![];
    match transform {
        "rfft" => {
            flags.push(("kind", "rfft".into()));
            words.push("real".to_string());
        }
        "irfft" => flags.push(("kind", "irfft".into())),
        "ifft" => flags.push(("inverse", "true".into())),
        _ => (),
    }
    let hop = (!is_inverse && below(2) == 0).then(|| [size, size.div_ceil(2), size.div_ceil(4)][below(3)]);
    flags.extend(hop.map(|hop| ("hop", hop.to_string())));
    let window = (!is_inverse && below(2) == 0).then(|| ["hann", "kaiser:5.5", "sine"][below(3)]);
    flags.extend(window.map(|window| ("window", window.to_string())));
    let shift = if is_complex { below(4) } else { 0 };
    flags.push(("order", ["natural", "shifted", "shifted,natural", "shifted,shifted"][shift].into()));
    // Signs of an even size, and memories of an odd one.
    let [before, after] = match (shift, size % 2) {
        (0, _) => ["", ""],
        (1, 0) => ["alternate", ""],
        (2, 0) => ["", "alternate"],
        (_, 0) if size % 4 == 0 => ["alternate", "alternate"],
        (_, 0) => ["alternate", "alternate | negate"],
        (1, _) => ["", "shift"],
        (2, _) => ["shift 4", ""],
        _ => ["shift 4", "shift"],
    };
    let has_frame = hop.is_some() || window.is_some() || !before.is_empty();
    words.extend(has_frame.then(|| format!("frame {size} hop {}", hop.unwrap_or(size))));
    words.extend(window.map(|window| format!("window {window}")));
    words.push(before.into());
    words.push(if has_frame { transform.into() } else { format!("{transform} {size}") });
    words.push(after.into());
    if !is_inverse && below(2) == 0 {
        flags.push(("bins", "0..4".into()));
        words.push("crop 0..4".into());
    }
    let output = if transform == "irfft" { 0 } else { below(4) };
    flags.push(("output", ["complex", "power", "magnitude", "db"][output].into()));
    words.push(["", "power", "magnitude", "power"][output].into());
    if below(2) == 0 {
        flags.push(("average", "4".into()));
        words.push("average 4".into());
    }
    words.push(if output == 3 { "db".into() } else { String::new() });
    if is_inverse && below(2) == 0 {
        flags.push(("prefix", "2".into()));
        words.push("prefix 2".into());
    }
    words.retain(|word| !word.is_empty());
    (flags, words.join(" | "))
}

/// The files of a core, or why there is none.
fn files(flags: &[(&'static str, String)], width: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    let common = [("width", width), ("precision", "fixed10"), ("emit", "default")];
    let common = common.map(|(flag, value)| (flag.to_string(), value.to_string()));
    let own = flags.iter().map(|(flag, value)| (flag.to_string(), value.clone()));
    let core = DescribedCore::new(own.chain(common)).map_err(|error| error.to_string())?;
    Ok(core.files().into_iter().map(|file| (file.name, file.contents)).collect())
}

/// Flags are another way to write a chain: the files are the same, with the command in them.
#[test]
fn drawn_flags_are_the_chains_that_they_stand_for() {
    let is_core = |seed: u64| {
        let mut rng = Rng::new(seed);
        let (flags, chain) = flags(&mut |most| rng.below(most as u64) as usize);
        // Without an operation the core is a transform.
        if !chain.trim_start_matches("real | ").contains('|') {
            return false;
        }
        // Two real samples are a point.
        let width = if chain.starts_with("real") { "2" } else { "1" };
        let (found, wanted) = (files(&flags, width), files(&[("chain", chain.clone())], width));
        assert!(found == wanted, "{seed}: {flags:?} is not {chain}: {:?} {:?}", found.err(), wanted.err());
        found.is_ok()
    };
    let count = if is_full() { 300 } else { 12 };
    let cores = (0..count).into_par_iter().filter(|seed| is_core(*seed)).count();
    assert!(cores > count as usize / 2, "{cores} cores");
}

#[test]
fn testbenches_of_drawn_chains_pass_in_icarus() {
    if ["iverilog", "make"].into_iter().all(has_tool) {
        let [words, floats] = if is_full() { [60, 40] } else { [2, 1] };
        let some: Vec<_> = chains(false).take(words).chain(chains(true).take(floats)).collect();
        some.into_par_iter().for_each(|(_, design)| passes(&design, "icarus"));
    }
}

#[test]
fn testbenches_of_drawn_chains_pass_in_verilator() {
    if ["verilator", "make"].into_iter().all(has_tool) {
        let count = if is_full() { 12 } else { 2 };
        let some: Vec<_> =
            [false, true].into_iter().flat_map(|floats| chains(floats).skip(10).take(count / 2)).collect();
        some.into_par_iter().for_each(|(_, design)| passes(&design, "verilator"));
    }
}

/// Some of the frames overflow, and leave before the end of what is known of them.
#[test]
fn testbenches_of_marked_frames_pass() {
    for (interface, target) in share([(Interface::Axis, "icarus"), (Interface::Native, "verilator")], 2) {
        if [target.replace("icarus", "iverilog").as_str(), "make"].into_iter().all(has_tool) {
            let format = Format::parse("fixed10", false).unwrap();
            let config = Config { interface, overflow_mark: Some(true), ..Config::new(1, 2, format) };
            let text = "frame 16 | fft scale none | convert q2.8 | crop 0..8 | power fixed8 | average 2";
            passes(&Chain::new(&config, text).unwrap().design().checked().unwrap(), target);
        }
    }
}

#[test]
fn drawn_chains_are_clean_in_verilator_and_slang() {
    if !["verilator", "slang"].into_iter().all(has_tool) {
        return;
    }
    let count = if is_full() { 60 } else { 4 };
    let some: Vec<_> = [false, true].into_iter().flat_map(|floats| chains(floats).take(count / 2)).collect();
    some.into_par_iter().for_each(|(_, design)| {
        let here = tempfile::tempdir().unwrap();
        write(&design, here.path()).unwrap();
        let file = format!("{}.v", design.name);
        let lint = ["--lint-only", "-Wall", "--top-module", &design.name, &file];
        for (tool, flags) in [("verilator", &lint[..]), ("slang", &["-Weverything", "-Werror", &file][..])] {
            run(here.path(), tool, flags).unwrap_or_else(|failed| panic!("{}: {tool}: {failed}", design.name));
        }
    });
}
