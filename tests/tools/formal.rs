//! Ports that Yosys proves for any behaviour of the other side and for any time, the core being its contract: of every second
//! core of short frames, and with `FFTGEN_GRID=full` of all, and of longer frames.

use crate::small_cores::emitted;
use crate::support::full::{is_full, share};
use crate::support::tools::{has_tool, run};
use rayon::prelude::*;
use std::path::Path;

/// Cores with ports of every kind, whose proofs take less than three seconds.
const QUICK: [&str; 14] = [
    "--size 6 --width 2 --precision fixed4",
    "--size 16 --width 2 --precision fixed8 --runtime direction",
    "--size 4x4 --width 1 --precision fixed12 --last row",
    "--size 4x4 --width 1 --precision fixed12 --last row --resync tuser",
    "--size 16 --width 2 --precision fixed8 --resync tlast --reset aresetn",
    "--size 10 --width 4 --precision fixed12 --tkeep",
    "--size 16 --width 2 --precision fixed8 --buffer",
    "--size 8 --width 1 --precision fp32",
    "--size 12 --width 2 --precision fixed10 --library fft",
    "--size 4 --width 4 --precision fixed8",
    "--kind irfft --size 16 --width 1 --precision fixed8",
    "--matrix load:8 --size 4 --precision fixed8",
    "--array systolic:2x2 --size 4x4 --precision fixed8",
    "--chain frame~16~hop~8|window~hann|fft|power --width 1 --precision fixed8",
];

/// Cores of frames of up to 64 beats, whose proofs take up to a minute.
const LONG: [&str; 6] = [
    "--size 64 --width 4 --precision fixed16",
    "--size 16 --width 1 --precision fixed8 --cycles 64",
    "--size 16 --width 1 --channels 3 --precision fixed8",
    "--kind rfft --size 16 --width 1 --precision fixed8",
    "--chain fft~8|power|average~4 --width 1 --precision fixed8",
    "--size 64 --width 1 --precision fixed16 --max-dsp 3",
];

/// Writes a core named `dft` with its properties.
fn core(folder: &Path, flags: &str) {
    emitted(folder, "verilog", flags, "formal").unwrap_or_else(|error| panic!("{flags}: {error}"));
}

fn proved(folder: &Path) -> Result<String, String> {
    run(folder, "yosys", &["-q", "-s", "dft_formal.ys"])
}

#[test]
fn ports_hold_for_any_time() {
    if !["yosys", "yosys-abc"].into_iter().all(has_tool) {
        return;
    }
    let cores: Vec<&str> = share(QUICK, 3).chain(LONG.into_iter().filter(|_| is_full())).collect();
    cores.into_par_iter().for_each(|flags| {
        let here = tempfile::tempdir().expect("a folder");
        core(here.path(), flags);
        proved(here.path()).unwrap_or_else(|said| panic!("{flags}: {said}"));
    });
}

/// A fault for each property, in the ports around the core.
#[test]
fn faults_of_ports_are_found() {
    if !["yosys", "yosys-abc"].into_iter().all(has_tool) {
        return;
    }
    let here = tempfile::tempdir().expect("a folder");
    core(here.path(), "--size 16 --width 2 --precision fixed8");
    let file = here.path().join("dft.v");
    let sound = std::fs::read_to_string(&file).expect("a core");
    for (right, wrong) in [
        // The output buffer offers a beat once.
        ("front_valid <= moves ? has_next : front_valid;", "front_valid <= moves & has_next;"),
        // A beat that waits is replaced.
        ("wire moves = out_take | ~front_valid;", "wire moves = 1'h1;"),
        // The last beat is marked one too early.
        ("assign out_last = out_valid & (leave_beat == 3'h0);", "assign out_last = out_valid & (leave_beat == 3'h7);"),
        // A frame begins within another one.
        ("wire in_start = in_valid & is_between;", "wire in_start = in_valid;"),
        // The core waits for an input that no frame needs.
        ("wire is_fed = in_valid | is_between;", "wire is_fed = in_valid;"),
        // The core goes on although its result has no room.
        ("wire is_free = ~frame_tracker_out_valid | output_buffer_in_ready;", "wire is_free = 1'h1;"),
    ] {
        let faulty = sound.replace(right, wrong);
        assert_ne!(faulty, sound, "{right} is there");
        std::fs::write(&file, faulty).expect("a faulty core");
        assert!(proved(here.path()).is_err(), "{wrong} is proved");
    }
}
