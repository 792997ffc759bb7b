//! The ports of a core beside the memory and the master of cocotbext-axi, in Icarus Verilog.

use super::emitted::{config, write};
use crate::support::tools::{has_tool, run};
use fftgen::external::{External, Memory, Simulation};
use fftgen::verify::stimulus;
use std::fs;

/// Byte address of the frame, and that of the result.
const PLACES: [usize; 2] = [4096, 65536];

/// Bytes of the memory.
const BYTES: usize = 1 << 17;

#[test]
fn a_core_works_with_the_memory_and_the_master_of_cocotbext_axi() {
    if !["iverilog", "cocotb-python"].into_iter().all(has_tool) {
        return;
    }
    let here = tempfile::tempdir().unwrap();
    let core = External::new(config(&[12, 20], 4, "fixed16")).unwrap();
    write(&core, here.path());
    let frame = stimulus(&core.config.format, core.config.size(), 1, 7);
    // A simulation serves as the layout of frames in memory.
    let image = |points: &[_], place: usize| {
        let mut simulation = Simulation::new(&core, Memory::default(), BYTES, 1);
        simulation.store(place, points);
        simulation.bytes[place..place + core.plan.frame_bytes()].to_vec()
    };
    fs::write(here.path().join("frame.bin"), image(&frame, PLACES[0])).unwrap();
    fs::write(here.path().join("result.bin"), image(&core.transform(&frame), PLACES[1])).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/testbenches/memory_cocotb.py");
    fs::copy(script, here.path().join("memory_cocotb.py")).unwrap();
    let row = core.config.shape.row() * core.plan.point_bytes();
    let numbers = [PLACES[0], PLACES[1], BYTES, row, core.plan.row_pitch].map(|number| number.to_string());
    let arguments: Vec<&str> =
        ["memory_cocotb.py", &core.name].into_iter().chain(numbers.iter().map(String::as_str)).collect();
    let said = run(here.path(), "cocotb-python", &arguments);
    let said = said.unwrap_or_else(|failed| panic!("{failed}"));
    assert!(said.contains("FAIL=0") && !said.contains("PASS=0"), "{said}");
}
