//! Cores whose initiation interval is longer than their frame: the wrapper, the self-check and the emitted testbench keep frames
//! apart.

mod tools;

use fftgen::arch::{Architecture, FrameTiming, OperatorSettings, Streaming};
use fftgen::format::Format;
use fftgen::lower::Reset;
use fftgen::pipeline::{Pipeline, Stage, Units};
use fftgen::rtl::Module;
use fftgen::verify::check;
use fftgen::{Config, Design, Interface};
use tools::{has_tool, run, write};

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
        FrameTiming { interval: timing.beats + self.gap, ..timing }
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
    let format = Format::parse(precision, false).unwrap();
    let config = Config { interface, ..Config::new(size, width, format) };
    let plans = Design::plans(&config).unwrap();
    Design::of(config, Box::new(Spaced { inner: Streaming::new(plans).unwrap(), gap }))
}

const CASES: [(usize, usize, &str, usize); 4] =
    [(20, 4, "fp16", 1), (16, 2, "fixed10", 5), (8, 8, "fixed8", 3), (15, 4, "e5m4", 40)];

#[test]
fn frames_come_at_the_initiation_interval() {
    for interface in [Interface::Axis, Interface::Native] {
        for (size, width, precision, gap) in CASES {
            let design = design(size, width, precision, interface, gap);
            let measured = check(&design, 12, |_| {}).unwrap();
            assert_eq!(measured.interval, size.div_ceil(width) + gap, "{}", design.name);
        }
    }
}

#[test]
fn emitted_testbenches_measure_the_initiation_interval() {
    if !has_tool("iverilog") {
        return;
    }
    for interface in [Interface::Axis, Interface::Native] {
        for (size, width, precision, gap) in CASES {
            let design = design(size, width, precision, interface, gap);
            let folder = tempfile::tempdir().unwrap();
            write(&design, folder.path()).unwrap();
            let said = run(folder.path(), "make", &["--silent", "icarus"]).unwrap();
            assert!(said.contains(&format!("interval {} cycles", size.div_ceil(width) + gap)), "{said}");
        }
    }
}
