//! Files that accompany a core: each one is used by the tool that it is for. Scripts of tools that are not free run in a Tcl interpreter
//! whose commands are those of the tool as stubs.

mod cores;
mod free;
mod python;
mod registers;
mod streams;
mod tcl;
mod vhdl;

use cores::Core;
use fftgen::package::{Companion, Companions};
use fftgen::synth::Target;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn the_usual_files_are_those_without_a_choice() {
    for core in [Core::stream("--fixed10"), Core::memory()] {
        assert_eq!(core.files(&Companions::default()), core.usual_files());
    }
}

/// Names of files, which no two kinds share.
#[test]
fn every_kind_has_files_of_its_own() {
    let core = Core::stream_on("--fixed10", Target::parse("ecp5").expect("a target"));
    let names = |companions: &Companions| -> BTreeSet<String> {
        core.files(companions).into_iter().map(|file| file.name).collect()
    };
    let bare = names(&Companions::new([]));
    assert_eq!(bare, BTreeSet::from(["dft16_w1_fixed10_ecp5.json".into(), "dft16_w1_fixed10_ecp5.v".into()]));
    // The interfaces are beside a core in SystemVerilog.
    let others = [Companion::Manifest, Companion::Interface];
    for companion in Companion::all().filter(|companion| !others.contains(companion)) {
        let without = Companions::new(Companion::all().filter(|other| *other != companion));
        let is_needed = without.has(companion);
        let own: Vec<String> = names(&Companions::new([companion])).difference(&bare).cloned().collect();
        assert!(!own.is_empty(), "{companion:?}");
        let others = names(&without);
        assert!(is_needed || own.iter().any(|name| !others.contains(name)), "{companion:?}: {own:?}");
    }
}

#[test]
fn what_a_core_cannot_have_is_refused() {
    let refusals = |core: &Core| {
        let refused = |companion: &Companion| core.check(&Companions::new([*companion])).is_err();
        Companion::all().filter(refused).collect::<Vec<_>>()
    };
    use Companion::{
        Amaranth, Chisel, Clash, Cocotb, Example, Formal, Interface, Litex, Quartus, Registers, Spinal, Vivado, C,
    };
    let streams = [Litex, Amaranth, Spinal, Chisel, Clash];
    let on = |target| Core::stream_on("--fixed10", Target::parse(target).expect("a target"));
    assert_eq!(refusals(&Core::stream("--fixed10")), [Interface, Example, Registers]);
    assert_eq!(refusals(&Core::stream("--folded")), [Interface, Example, Registers]);
    assert_eq!(refusals(&on("ecp5")), [Vivado, Quartus, Interface, Registers]);
    assert_eq!(refusals(&on("xc7")), [Quartus, Interface, Example, Registers]);
    assert_eq!(
        refusals(&Core::stream("--native")),
        [&[Cocotb, Interface, C], &streams[..], &[Example, Formal, Registers]].concat()
    );
    assert_eq!(refusals(&Core::memory()), [&[Interface, C], &streams[..], &[Example, Formal]].concat());
    assert_eq!(refusals(&Core::stream("--sizes")), [Interface, C, Example, Formal, Registers]);
    assert_eq!(
        refusals(&Core::chain("fft 16 | power | threshold load:0.01")),
        [&[Cocotb, Interface, C], &streams[..], &[Example, Formal]].concat()
    );
    let message = on("ice40").check(&Companions::new([Vivado])).unwrap_err().to_string();
    assert_eq!(
        message,
        "emit vivado: Vivado has no Lattice iCE40 HX and LP, so ask for --target xcup, xc7 or versal; leave it out of --emit"
    );
    let message = Core::stream("--fixed10").check(&Companions::new([Example])).unwrap_err().to_string();
    assert_eq!(
        message,
        "emit example: no board of the example has AMD UltraScale+, so ask for --target ecp5 (an ULX3S board with an LFE5U-25F), ice40 (an \
         iCE40-HX8K breakout board), ice40up (an iCEBreaker board with an iCE40UP5K), nexus (a CrossLink-NX evaluation board with a LIFCL-40) or \
         gw2a (a Tang Primer 20K with its dock); leave it out of --emit"
    );
    let message = Core::stream("--native").check(&Companions::new([Cocotb])).unwrap_err().to_string();
    assert_eq!(
        message,
        "emit cocotb: the test drives AXI ports, and --interface native has none; leave it out of --emit"
    );
    let message = Core::stream("--vhdl-name").check(&Companions::new([Companion::Vhdl])).unwrap_err().to_string();
    assert_eq!(
        message,
        "emit vhdl: the name signal is no identifier of VHDL, so choose another --name; leave it out of --emit"
    );
}

/// READMEs describe the files that are there.
#[test]
fn readmes_list_what_is_there() {
    for core in [Core::stream("--fixed10"), Core::memory()] {
        let here = core.written(&[Companion::Readme]);
        let readme = fs::read_to_string(here.path().join(format!("{}.md", core.name()))).expect("a README");
        assert!(!readme.contains("`make") && !readme.contains("FuseSoC"), "{readme}");
        assert!(readme.contains("| readme |"), "{readme}");
    }
}
