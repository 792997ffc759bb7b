//! Row of a design: its settings, figures, and what became of its stages.

use super::super::command::canonical;
use super::super::figures::Figures;
use super::super::job::Job;
use super::super::kinds::Core;
use super::super::make::build;
use super::super::requirements::{memory_bits, price};
use super::super::synth::{measured, routed, Report, Routing};
use super::super::verify::simulate;
use super::definition::Definition;
use super::designs::Design;
use super::programs::Programs;
use super::stage::Stage;
use fftgen::synth::Path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Instant;

/// Work of the self-check, in units of that of `generate`.
const WORK: usize = 1;

/// Row of a design. A figure that it has not is null.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Default)]
pub struct Row {
    /// Hash of the command, the stages and the version of the program.
    pub key: String,
    /// Settings as in the file of the sweep.
    pub settings: BTreeMap<String, String>,
    /// Command that makes the core.
    pub command: String,
    /// Name of the top module.
    pub name: Option<String>,
    /// Points of a frame, or real samples.
    pub points: Option<usize>,
    pub interval_cycles: Option<usize>,
    pub latency_cycles: Option<usize>,
    pub clock_mhz: Option<f64>,
    /// Throughput at this clock.
    pub frames_per_second: Option<f64>,
    pub samples_per_second: Option<f64>,
    /// Estimate for the family before synthesis.
    pub lut: Option<usize>,
    pub dsp: Option<usize>,
    pub bram: Option<f64>,
    /// Bits of all memories and tables.
    pub memory_bits: Option<usize>,
    /// Signal-to-noise ratio in dB by the forecast.
    pub snr_db: Option<f64>,
    /// LUTs, including the worth of DSP blocks and memories: those of synthesis, if there was one, or the estimated
    /// ones.
    pub price: Option<usize>,
    /// Verdict of the self-check.
    pub verify: Option<String>,
    /// Resources after synthesis, and the slowest path by a model.
    pub synth_lut: Option<usize>,
    pub synth_ff: Option<usize>,
    pub synth_dsp: Option<usize>,
    pub synth_bram: Option<f64>,
    pub synth_path_ns: Option<f64>,
    pub synth_fmax_mhz: Option<f64>,
    /// Verdict of the testbench in a simulator.
    pub simulate: Option<String>,
    /// Device that the core was placed and routed on, and its clock there.
    pub route_device: Option<String>,
    pub route_mhz: Option<f64>,
    /// Time that it took.
    pub seconds: f64,
    /// Why the design is refused, or failed.
    pub error: Option<String>,
}

/// Does all stages of a design. An error is in its row.
pub fn of(design: &Design, definition: &Definition, programs: &Programs) -> Row {
    let began = Instant::now();
    let values = definition.values(design.index).into_iter().map(|value| value.text.clone());
    let axes = definition.axes.iter().map(|axis| axis.key.clone()).zip(values);
    let mut row = Row {
        key: design.key.clone(),
        settings: axes.chain(definition.common.iter().cloned()).collect(),
        command: canonical(&definition.settings(design.index), ""),
        ..Row::default()
    };
    let done = catch_unwind(AssertUnwindSafe(|| row.fill(design, definition, programs)));
    row.error = match done {
        Ok(done) => done.err().map(|error| format!("{error:#}")),
        Err(_) => Some("the program failed within this design; please report its command".into()),
    };
    row.seconds = rounded(began.elapsed().as_secs_f64(), 1e3);
    row
}

impl Row {
    /// Fills in what the stages find, one after the other.
    fn fill(&mut self, design: &Design, definition: &Definition, programs: &Programs) -> anyhow::Result<()> {
        let described = definition.settings(design.index);
        let job = Job::new(described.clone())?;
        (self.command, self.name) = (job.command.clone(), Some(job.name.clone()));
        let core = build(&job)?;
        for stage in &definition.stages {
            match stage {
                Stage::Plan => self.plan(&job, &*core),
                Stage::Verify => self.verify = Some(core.self_check(WORK)?),
                Stage::Simulate => self.simulate = Some(simulate(&job, &*core, programs.simulator()?, None)?),
                Stage::Synth => self.synth(&job, &measured(&job, &*core, programs.yosys()?)?),
                Stage::Route => self.route(&routed(&job, &*core, programs.yosys()?, &described.settings)?),
            }
        }
        Ok(())
    }

    fn plan(&mut self, job: &Job, core: &dyn Core) {
        let figures = Figures::new(job, core);
        self.points = Some(figures.size);
        self.interval_cycles = figures.interval_cycles;
        self.latency_cycles = figures.latency_cycles;
        self.clock_mhz = Some(figures.clock_mhz);
        self.frames_per_second = figures.frames_per_second.map(|frames| rounded(frames, 10.0));
        self.samples_per_second = figures.samples_per_second.map(f64::round);
        self.lut = figures.estimated.lut;
        self.dsp = Some(figures.estimated.dsp);
        self.bram = figures.estimated.bram;
        self.memory_bits = Some(memory_bits(core.modules()[0]));
        self.snr_db = core.forecast().map(|snr_db| rounded(snr_db, 10.0));
        self.price = self.priced(job, self.lut, figures.estimated.dsp);
    }

    fn synth(&mut self, job: &Job, report: &Report) {
        let Report { measured, path, .. } = report;
        self.synth_lut = Some(measured.lut);
        self.synth_ff = Some(measured.ff);
        self.synth_dsp = Some(measured.dsp);
        self.synth_bram = Some(measured.bram);
        self.synth_path_ns = path.as_ref().map(|path| rounded(path.nanoseconds(), 1e3));
        self.synth_fmax_mhz = path.as_ref().map(|path| rounded(Path::megahertz(path), 10.0));
        // Memories in LUTs count as bits.
        self.price = self.priced(job, Some(measured.lut - measured.lutram), measured.dsp);
    }

    fn route(&mut self, routing: &Routing) {
        self.route_device = Some(routing.device.into());
        self.route_mhz = routing.median_mhz;
    }

    fn priced(&self, job: &Job, luts: Option<usize>, dsps: usize) -> Option<usize> {
        Some(price(&job.config, luts?, dsps, self.memory_bits?))
    }

    /// Whether the design is one for the front: nothing is wrong with it, and it has a price and a throughput.
    pub fn position(&self) -> Option<(usize, f64)> {
        self.price.zip(self.samples_per_second).filter(|_| self.error.is_none())
    }
}

/// Rounds to a part of one.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
