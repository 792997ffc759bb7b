//! Rung 6: chains of operations in Verilator and Icarus Verilog: the emitted testbench, with gaps and resets, and lint.
//! `FFTGEN_GRID=full` runs more drawn chains.

#[path = "../crates/systems/tests/chain/draw.rs"]
mod draw;
#[path = "tools/mod.rs"]
mod tools;

use draw::{drawn, Drawn};
use fftgen::chain::Chain;
use fftgen::format::Format;
use fftgen::rng::Rng;
use fftgen::{Config, Design, Interface};
use rayon::prelude::*;
use tools::{has_tool, make, run, write};

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
        let config = Config { interface, ..Config::new(1, chain.width, format) };
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

fn is_full() -> bool {
    std::env::var("FFTGEN_GRID").is_ok_and(|grid| grid == "full")
}

#[test]
fn testbenches_of_drawn_chains_pass_in_icarus() {
    if ["iverilog", "make"].into_iter().all(has_tool) {
        let [words, floats] = if is_full() { [60, 40] } else { [8, 4] };
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

#[test]
fn drawn_chains_are_clean_in_verilator_and_slang() {
    if !["verilator", "slang"].into_iter().all(has_tool) {
        return;
    }
    let count = if is_full() { 60 } else { 12 };
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
