//! Cores without a clock enable: results at full rate, and events of the pauses that they do not bear.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::verify::verify;
use fftgen::arch::ports::Stall;
use fftgen::emit::{self, Verilog};
use fftgen::formula::Kind;
use fftgen::runtime::Runtime;
use fftgen::sim::Simulator;
use fftgen::synth::Target;
use fftgen::{Config, Design, Interface};

fn flowing(config: Config) -> Config {
    Config { stall: Stall::None, ..config }
}

/// A core equals its model with either interface, and nothing in it has a clock enable.
fn has_no_enable(config: Config) {
    for interface in [Interface::Native, Interface::Axis] {
        let config = flowing(Config { interface, ..config.clone() });
        verify(config.clone(), 3);
        let design = Design::new(config).unwrap();
        let text = emit::print(&Verilog, &design.core, "");
        let modules = || text.split("\nmodule ").map(|module| module.split(");").next().unwrap_or_default());
        let enabled: Vec<&str> = modules().filter(|ports| ports.contains("input wire ce")).collect();
        assert!(enabled.is_empty(), "{enabled:?}");
        let mut names: Vec<&str> = modules().skip(1).filter_map(|module| module.split_whitespace().next()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "two modules have one name");
    }
}

fn on(target: &str, config: Config) -> Config {
    config.on(Target::parse(target).unwrap())
}

cases! {
    cores_flow_without_an_enable(has_no_enable) {
        fixed_point: (config(64, 1, "fixed16")),
        lanes: (config(60, 4, "fixed12")),
        floating_point: (config(20, 4, "fp16")),
        block_floating_point: (config(32, 2, "fixed16").with_block_exponents()),
        real_data: (Config { kind: Kind::Real, ..config(64, 2, "fixed12") }),
        directions: (Config { runtime: Runtime { direction: true, ..Runtime::default() }, ..config(16, 2, "fixed12") }),
        cells_of_ecp5: (on("ecp5", config(128, 1, "fixed16"))),
        standard_cells: (on("asic", config(128, 1, "fixed16"))),
    }
}

/// Runs a core that gets frames without a gap; `pauses(cycle)`: whether source and sink pause. Returns the cycles of the
/// two events.
fn events(pauses: impl Fn(u64) -> [bool; 2]) -> [Vec<u64>; 2] {
    let design = Design::new(flowing(config(8, 1, "fixed8"))).unwrap();
    let mut simulator = Simulator::new(&design.top);
    let [reset, valid, ready] = ["rst", "s_axis_tvalid", "m_axis_tready"].map(|name| simulator.input(name).unwrap()[0]);
    let names = ["event_underrun", "event_overrun"];
    let slots = names.map(|name| simulator.output(name).unwrap()[0]);
    let mut found = [vec![], vec![]];
    for cycle in 0..100 {
        let [source, sink] = pauses(cycle);
        simulator.set(reset, u128::from(cycle == 0));
        simulator.set(valid, u128::from(cycle > 0 && !source));
        simulator.set(ready, u128::from(!sink));
        simulator.settle();
        for (slot, found) in slots.iter().zip(&mut found) {
            if cycle > 0 && simulator.get(*slot) == 1 {
                found.push(cycle);
            }
        }
        simulator.step();
    }
    found
}

#[test]
fn pauses_that_are_not_borne_are_told() {
    let none: [Vec<u64>; 2] = [vec![], vec![]];
    assert_eq!(events(|_| [false; 2]), none);
    // Beats 0 to 7 come in cycles 1 to 8: a pause after the second one is within a frame, one before the first is not.
    assert_eq!(events(|cycle| [cycle < 4, false]), none);
    let [underrun, overrun] = events(|cycle| [cycle == 3, false]);
    assert_eq!((underrun.len(), overrun.len()), (1, 0));
    // A beat is lost for each cycle in which the sink is not ready.
    let [underrun, overrun] = events(|cycle| [false, (60..62).contains(&cycle)]);
    assert_eq!((underrun.len(), overrun.len()), (0, 2));
    let lost = |cycles: u64| events(|cycle| [false, (60..60 + cycles).contains(&cycle)])[1].len() as u64;
    assert_eq!([1, 5, 9].map(lost), [1, 5, 9]);
}

#[test]
fn what_needs_pauses_is_refused() {
    let sizes = Runtime { sizes: vec![8, 16], ..Runtime::default() };
    for (refused, word) in [
        (Config { resync: true, ..config(16, 2, "fixed8") }, "resync"),
        (Config { kind: Kind::Real, ..config(16, 1, "fixed8") }, "width 1"),
        (Config { runtime: sizes, ..config(16, 1, "fixed8") }, "sizes"),
        (Config { cycles: Some(100), ..config(16, 1, "fixed8") }, "cycles"),
    ] {
        let error = Design::new(flowing(refused)).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with("stall none and ") && error.contains(word), "{error}");
    }
}
