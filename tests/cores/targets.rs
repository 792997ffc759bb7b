//! Cores for all targets: operators, memories and tables that follow from a family.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::verify::verify;
use fftgen::number::Datapath;
use fftgen::rtl::retime::Profile;
use fftgen::synth::{Target, TARGETS};
use fftgen::{Config, Interface};

/// Size, width and precision of the cores of each target: memories and long tables, several lanes, a prime, both kinds
/// of floating point, words that are longer than an address reaches.
const CORES: [(usize, usize, &str); 6] =
    [(128, 1, "fixed16"), (32, 2, "fixed12"), (20, 4, "fp16"), (15, 3, "fixed10"), (48, 2, "e5m9"), (12, 3, "fixed32")];

fn on_target(name: &str, profile: Profile) {
    let target = Target::parse(name).unwrap();
    for (size, width, precision) in CORES {
        let plain = Config { pipeline: profile.into(), interface: Interface::Native, ..config(size, width, precision) };
        verify(plain.on(target), 3);
    }
}

cases! {
    cores_of_a_family_equal_the_model(on_target) {
        ecp5_low: ("ecp5", Profile::Low),
        ecp5_mid: ("ecp5", Profile::Mid),
        ecp5_high: ("ecp5", Profile::High),
        ice40up_mid: ("ice40up", Profile::Mid),
        gw2a_high: ("gw2a", Profile::High),
        xc7_mid: ("xc7", Profile::Mid),
        asic_low: ("asic", Profile::Low),
        asic_mid: ("asic", Profile::Mid),
        asic_high: ("asic", Profile::High),
    }
}

#[test]
fn number_systems_equal_the_model_on_every_target() {
    for target in TARGETS {
        let block = config(16, 2, "fixed16").with_block_exponents();
        let float = Config { datapath: Some(Datapath::Float), ..config(12, 3, "fp16") };
        let words = Config { datapath: Some(Datapath::Block(18)), ..config(16, 4, "fp16") };
        for core in [config(16, 2, "fixed16"), config(18, 2, "fp16"), block, float, words] {
            verify(core.on(target), 2);
        }
    }
}

#[test]
fn products_and_memories_of_ecp5_are_cells_for_yosys() {
    let target = Target::parse("ecp5").unwrap();
    let design = fftgen::Design::new(config(128, 1, "fixed16").on(target)).unwrap();
    let text = fftgen::emit::print(&fftgen::emit::Verilog, &design.top, "");
    for part in ["`ifdef YOSYS", "MULT18X18D #(", "DP16KD #(", "_product_18x18 (", "_ram_1r1w_", "(* no_rw_check *)"] {
        assert!(text.contains(part), "{part}");
    }
}
