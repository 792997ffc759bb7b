//! Rung 5: cores whose initiation interval is longer than their frame: the wrapper, the self-check and the emitted testbench keep frames
//! apart.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::tools::{has_tool, make, write};
use fftgen::arch::{Architecture, FrameTiming, OperatorSettings, Streaming};
use fftgen::parts::Reset;
use fftgen::pipeline::{Pipeline, Stage, Units};
use fftgen::rtl::Module;
use fftgen::verify::check;
use fftgen::{Config, Design, Interface};

/// A pipeline that is given frames less often than it could take them.
struct Spaced {
    inner: Streaming,
    /// Cycles between the last beat of a frame and the first of the next.
    gap: usize,
}

impl Architecture for Spaced {
    fn title(&self) -> String {
        self.inner.title()
    }

    fn plan(&self) -> String {
        self.inner.plan()
    }

    fn pipeline(&self) -> &Pipeline {
        self.inner.pipeline()
    }

    fn timing(&self, size: usize) -> FrameTiming {
        let timing = self.inner.timing(size);
        FrameTiming { interval: timing.beats[0] + self.gap, ..timing }
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.inner.stages()
    }

    fn units(&self) -> Units {
        self.inner.units()
    }

    fn memory_words(&self) -> usize {
        self.inner.memory_words()
    }

    fn lower(&self, name: &str, prefix: &str, operators: &OperatorSettings, alone: Option<Reset>) -> Module {
        self.inner.lower(name, prefix, operators, alone)
    }
}

fn design(size: usize, width: usize, precision: &str, interface: Interface, gap: usize) -> Design {
    let config = Config { interface, ..config(size, width, precision) };
    let plans = Design::plans(&config).unwrap();
    Design::of(config, Box::new(Spaced { inner: Streaming::new(plans).unwrap(), gap }))
}

fn comes_at_interval(size: usize, width: usize, precision: &str, gap: usize) {
    for interface in [Interface::Axis, Interface::Native] {
        let design = design(size, width, precision, interface, gap);
        let measured = check(&design, 12, |_| {}).unwrap();
        assert_eq!(measured.interval, size.div_ceil(width) + gap, "{}, {interface:?}", design.name);
    }
}

cases! {
    frames_come_at_the_initiation_interval(comes_at_interval) {
        n20_w4: (20, 4, "fp16", 1),
        n16_w2: (16, 2, "fixed10", 5),
        n8_w8: (8, 8, "fixed8", 3),
        n15_w4: (15, 4, "e5m4", 40),
    }
}

fn testbench_measures_interval(size: usize, width: usize, precision: &str, interface: Interface, gap: usize) {
    if !has_tool("iverilog") {
        return;
    }
    let design = design(size, width, precision, interface, gap);
    let folder = tempfile::tempdir().unwrap();
    write(&design, folder.path()).unwrap();
    let said = make(folder.path(), &["--silent", "icarus"]).unwrap();
    assert!(said.contains(&format!("interval {} cycles", size.div_ceil(width) + gap)), "{said}");
}

cases! {
    emitted_testbenches_measure_the_initiation_interval(testbench_measures_interval) {
        n20_w4_axis: (20, 4, "fp16", Interface::Axis, 1),
        n20_w4_native: (20, 4, "fp16", Interface::Native, 1),
        n16_w2_axis: (16, 2, "fixed10", Interface::Axis, 5),
        n16_w2_native: (16, 2, "fixed10", Interface::Native, 5),
        n8_w8_axis: (8, 8, "fixed8", Interface::Axis, 3),
        n8_w8_native: (8, 8, "fixed8", Interface::Native, 3),
        n15_w4_axis: (15, 4, "e5m4", Interface::Axis, 40),
        n15_w4_native: (15, 4, "e5m4", Interface::Native, 40),
    }
}
