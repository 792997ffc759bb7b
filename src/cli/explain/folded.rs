//! Folded cores: the chosen one, and what other rates cost.

use super::noise::Noise;
use super::operators::{estimated_luts, note, OperatorCounts};
use crate::cli::counts::{cycles, figure};
use fftgen::arch::Architecture;
use fftgen::{Config, Design, Error, Offer};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter, Result};

/// Facts about a folded core in a form for programs; as a text for people.
#[derive(Serialize, JsonSchema)]
pub struct FoldedFacts {
    schema: &'static str,
    name: String,
    title: String,
    size: usize,
    precision: String,
    scale: String,
    /// Noise of the results. None where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<Noise>,
    /// Clock cycles from a frame to the next that are asked for.
    #[serde(rename = "asked_cycles")]
    cycles: usize,
    /// Why only streaming cores were weighed. None if folded ones were too.
    streams_because: Option<&'static str>,
    /// Number of the chosen core in `front`.
    chosen: usize,
    /// Cores of which each is the cheapest for its clock cycles, the slowest first. The last one takes frames without a
    /// gap.
    front: Vec<Choice>,
    /// Title of the estimated LUTs.
    #[serde(skip)]
    luts: &'static str,
}

/// Core that is the cheapest for its clock cycles.
#[derive(Serialize, JsonSchema)]
struct Choice {
    interval_cycles: usize,
    core_latency_cycles: usize,
    #[serde(flatten)]
    operators: OperatorCounts,
    memory_words: usize,
    /// Estimate for the core on UltraScale+.
    #[serde(rename = "lut")]
    luts: usize,
    dsp: usize,
    plan: String,
    /// Kind of core, and the radices of its steps.
    #[serde(skip)]
    steps: String,
    /// What the core computes.
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    scale: String,
}

impl FoldedFacts {
    /// Collects the facts about the core of a configuration, whose frames take a number of clock cycles. `noise`: that
    /// of the core.
    pub fn new(
        config: &Config,
        asked: usize,
        noise: impl FnOnce(&dyn Architecture) -> Option<Noise>,
    ) -> std::result::Result<Self, Error> {
        let mut cores = Design::front(config, usize::MAX)?;
        let front: Vec<Choice> = cores.iter().map(|core| Choice::new(config, core)).collect();
        let Some(chosen) = front.iter().position(|choice| choice.interval_cycles <= asked) else {
            // The error says what is asked for too little of.
            return Design::architecture(config).map(|_| unreachable!("a core that is built is among all cores"));
        };
        let noise = noise(&*cores.swap_remove(chosen).architecture);
        Ok(FoldedFacts {
            schema: "fftgen-explain-folded/1",
            name: config.top_name(),
            title: front[chosen].title.clone(),
            size: config.size(),
            precision: config.format.name(),
            scale: front[chosen].scale.clone(),
            noise,
            cycles: asked,
            streams_because: config.streams_because(),
            chosen,
            front,
            luts: estimated_luts(config.target),
        })
    }
}

impl Choice {
    fn new(config: &Config, Offer { architecture, timing, luts, blocks, .. }: &Offer) -> Self {
        let pipeline = architecture.pipeline();
        let scale = || config.clone().chosen(pipeline).number().scale(pipeline);
        Choice {
            interval_cycles: timing.interval,
            core_latency_cycles: timing.latency,
            operators: architecture.units().into(),
            memory_words: architecture.memory_words(),
            luts: *luts,
            dsp: *blocks,
            plan: architecture.plan(),
            steps: architecture.summary(),
            title: architecture.title(),
            scale: architecture.scale().unwrap_or_else(scale),
        }
    }
}

impl Display for FoldedFacts {
    fn fmt(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{}: {}, {}\n", self.name, self.title, self.precision)?;
        let chosen = &self.front[self.chosen];
        if let Some(reason) = self.streams_because {
            writeln!(f, "Rate    streaming cores alone: {reason}")?;
        }
        writeln!(f, "Scale   {}", self.scale)?;
        if let Some(noise) = &self.noise {
            writeln!(f, "Noise   {noise}")?;
        }
        writeln!(f, "Plan    {}", chosen.plan)?;
        writeln!(f, "Frames  every {}, where {} are asked for\n", cycles(chosen.interval_cycles), cycles(self.cycles))?;
        writeln!(
            f,
            "{:>8}{:>9}{:>8}{:>6}{:>8}{:>7}{:>7}  core",
            "cycles", "latency", self.luts, "DSPs", "adders", "mults", "words"
        )?;
        for (number, choice) in self.front.iter().enumerate() {
            let Choice { interval_cycles, core_latency_cycles, operators, memory_words, luts, dsp, steps, .. } = choice;
            let mark = if number == self.chosen { "; chosen" } else { "" };
            let [interval, latency, luts, words] =
                [interval_cycles, core_latency_cycles, luts, memory_words].map(|count| figure(*count));
            writeln!(f, "{interval:>8}{latency:>9}{luts:>8}{dsp:>6}{operators}{words:>7}  {steps}{mark}")?;
        }
        f.write_str(note(self.luts))
    }
}
