//! What faults are planted in: a core of any kind, with its files and those of a longer testbench.

use fftgen::array::Array;
use fftgen::emit::Verilog;
use fftgen::external::External;
use fftgen::package::{self, File, Request};
use fftgen::rtl::Module;
use fftgen::{Config, Design};
use std::sync::Arc;

/// Cycles of the long run of a core of streams, about, with the phases of the testbench.
const CYCLES: usize = 24_000;

/// Seed of the longer testbench.
const SEED: u64 = 11;

/// A core, its files, and a longer testbench of other data.
pub struct Subject {
    pub name: String,
    pub top: Arc<Module>,
    /// Beats of a frame of the native interface.
    pub beats: usize,
    /// One of so many faults that show may pass, where many are planted.
    pub rare: usize,
    pub files: Vec<File>,
    pub long: Vec<File>,
}

fn request() -> Request {
    Request { command: "fftgen".into(), license: "0BSD".into(), library: None }
}

impl Subject {
    pub fn of_streams(config: Config) -> Self {
        let design = Design::new(config).expect("a design");
        let frames = (CYCLES / (8 * design.interval())).max(100);
        Subject {
            beats: design.interval(),
            rare: 100,
            files: package::files(&design, &request(), &Verilog),
            long: package::testbench(&design, &request(), &Verilog, frames, SEED),
            name: design.name,
            top: design.top,
        }
    }

    pub fn of_memory(config: Config) -> Self {
        let core = External::new(config).expect("a core");
        Subject {
            beats: 0,
            rare: 33,
            files: package::external::files(&core, &request(), &Verilog),
            long: package::external::testbench(&core, &request(), &Verilog, 4, SEED as u32),
            name: core.name,
            top: core.top,
        }
    }

    pub fn of_array(array: Array) -> Self {
        Subject {
            beats: 0,
            rare: 33,
            files: package::array::files(&array, &request(), &Verilog),
            long: package::array::testbench(&array, &request(), &Verilog, 60, SEED),
            name: array.name,
            top: array.top,
        }
    }
}
