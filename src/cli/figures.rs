//! Figures of a core for programs: clock cycles, throughput and an estimate.

use super::counts::figure;
use super::job::Job;
use super::kinds::Core;
use fftgen::synth::Estimate;
use schemars::JsonSchema;
use serde::Serialize;

/// Figures of a core. Those that a kind of core has not are missing.
#[derive(Serialize, JsonSchema, Clone, Default)]
pub struct Figures {
    /// Points of a frame, or real samples; of a systolic array, of a batch.
    pub size: usize,
    /// Clock cycles from frame to frame, or from batch to batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval_cycles: Option<usize>,
    /// Clock cycles from the first input beat to the first output beat at the ports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_cycles: Option<usize>,
    /// Frequency of the clock in MHz, as it was given, or that of the family.
    pub clock_mhz: f64,
    /// Throughput at this frequency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames_per_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples_per_second: Option<f64>,
    /// Estimate for the family before synthesis.
    pub estimated: Estimate,
}

impl Figures {
    /// Collects the figures of a core.
    pub fn new(job: &Job, core: &dyn Core) -> Self {
        let promises = core.promises();
        let promised = |what: &str| promises.iter().find(|(name, _)| *name == what).map(|(_, cycles)| *cycles);
        let (size, clock_mhz) = (core.samples(&job.config), job.config.clock());
        let interval_cycles = promised("interval");
        let batches_per_second = interval_cycles.map(|cycles| clock_mhz * 1e6 / cycles as f64);
        let frames_per_second = batches_per_second.map(|batches| batches * core.batch() as f64);
        Figures {
            size,
            interval_cycles,
            latency_cycles: promised("latency"),
            clock_mhz,
            frames_per_second,
            samples_per_second: batches_per_second.map(|batches| batches * size as f64),
            estimated: core.estimate(job.config.target, core.modules()[0]),
        }
    }

    /// Returns the row of the throughput, if there is one: by the clock cycle, and by the second.
    pub fn throughput(&self) -> Option<(&'static str, String)> {
        let by_cycle = self.size as f64 / self.interval_cycles? as f64;
        let plural = if by_cycle == 1.0 { "" } else { "s" };
        let each = format!("{} sample{plural} a clock cycle", short(by_cycle));
        let (frames, samples) = self.frames_per_second.zip(self.samples_per_second)?;
        let frames = figure(frames.round() as usize);
        let by_second = format!("{} Msamples/s, {frames} frames/s at {} MHz", short(samples / 1e6), self.clock_mhz);
        Some(("throughput", format!("{each}; {by_second}")))
    }
}

/// Writes a number with up to four digits after the point.
fn short(number: f64) -> String {
    format!("{number:.4}").trim_end_matches('0').trim_end_matches('.').into()
}
