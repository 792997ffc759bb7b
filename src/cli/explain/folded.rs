//! Folded cores: the chosen one, and what other rates cost.

use super::operators::OperatorCounts;
use crate::cli::counts::cycles;
use fftgen::arch::folded::FoldedCore;
use fftgen::arch::FrameTiming;
use fftgen::pipeline::{Pipeline, Units};
use fftgen::planner::Ranked;
use fftgen::{Config, ConvolvedChoice, Design, Error, Estimated, FoldedChoice, MacChoice, PairedChoice};
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
    /// Clock cycles from a frame to the next that are asked for. None if the smallest core is.
    #[serde(rename = "asked_cycles")]
    cycles: Option<usize>,
    /// Why only streaming cores were weighed. None if folded ones were too.
    streams_because: Option<&'static str>,
    /// Number of the chosen core in `front`.
    chosen: usize,
    /// Cores of which each is the cheapest for its clock cycles, the slowest first. The last one takes frames without a gap.
    front: Vec<Choice>,
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
    /// LUTs, including the worth of the DSP blocks.
    #[serde(skip)]
    area: usize,
    #[serde(skip)]
    is_streaming: bool,
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
    /// Collects the facts about the core of a configuration, whose frames take a number of clock cycles.
    pub fn new(config: &Config, asked: usize) -> std::result::Result<Self, Error> {
        let folded = Design::folded_front(config)?;
        let mut front: Vec<Choice> = folded.iter().map(|choice| Choice::folded(config, choice)).collect();
        front.extend(Design::convolved_front(config)?.iter().map(|choice| Choice::convolved(config, choice)));
        front.extend(Design::macs(config).iter().map(|choice| Choice::mac(config, choice)));
        front.extend(Design::pairs(config).iter().map(|choice| Choice::paired(config, choice)));
        // Given kernels are those of a folded core, if one is fast enough, whatever a streaming core takes.
        let is_given = config.kernels.is_some() && !front.is_empty();
        // Sizes with large prime factors may be too long for a streaming core.
        let streaming = Config { cycles: None, ..config.clone() };
        match Design::plans(&streaming) {
            Ok(plans) => {
                let paced = Design::paced_front(&streaming, &plans);
                front.extend(plans.first().into_iter().chain(&paced).map(|plan| Choice::streaming(&streaming, plan)));
            }
            Err(error) if front.is_empty() => return Err(Design::or_fewer_when_folded(config, error)),
            Err(_) => {}
        }
        let front = smallest(front, |core| is_given && core.is_streaming);
        let chosen = front.iter().position(|choice| choice.interval_cycles <= asked).unwrap_or(front.len() - 1);
        Ok(FoldedFacts {
            schema: "fftgen-explain-folded/1",
            name: config.top_name(),
            title: front[chosen].title.clone(),
            size: config.size(),
            precision: config.format.name(),
            scale: front[chosen].scale.clone(),
            cycles: Some(asked).filter(|cycles| *cycles < usize::MAX),
            streams_because: config.streams_because(),
            chosen,
            front,
        })
    }
}

impl Choice {
    fn folded(config: &Config, choice: &FoldedChoice) -> Self {
        let FoldedCore { plan, pipeline, processor, .. } = &choice.core;
        let memories = if plan.memories() > 1 { ", two memories" } else { "" };
        let parts: Vec<String> = plan.places().radices_of_parts().iter().map(|radices| listed(radices)).collect();
        let pace = match pipeline.pace {
            1 => String::new(),
            pace => format!(", a cycle every {}", cycles(pace)),
        };
        let steps = format!("folded, radices {}{memories}{pace}", parts.join(", "));
        let words = [pipeline.plan(), steps, pipeline.title(), scale(config, pipeline)];
        let memory_words = plan.memories() * pipeline.size;
        let FrameTiming { beats, interval, latency } = choice.core.timing();
        let clocks = config.clocks_per_beat() * pipeline.pace;
        let timing = FrameTiming { beats, interval: clocks * interval, latency: clocks * latency };
        Self::estimated(choice, timing, (processor.units(), memory_words), words)
    }

    fn convolved(config: &Config, choice: &ConvolvedChoice) -> Self {
        let core = &choice.core;
        let steps = format!("folded convolution, radices {}", listed(core.transform.plan.radices()));
        let scale = core.words.scale.clone().unwrap_or_else(|| scale(config, &core.pipeline));
        let words = [core.plan(), steps, core.pipeline.title(), scale];
        Self::estimated(choice, core.timing(), (core.units(), core.elements()), words)
    }

    fn mac(config: &Config, choice: &MacChoice) -> Self {
        let core = &choice.core;
        let steps = match core.product_cycles {
            1 => core.plan(),
            each => format!("{}, a product every {}", core.plan(), cycles(each)),
        };
        let frame = core.largest();
        let words = [core.plan(), steps, frame.pipeline.title(), scale(config, &frame.pipeline)];
        Self::estimated(choice, core.timing(frame), (core.units(config.multiplier), 2 * core.points()), words)
    }

    fn paired(config: &Config, choice: &PairedChoice) -> Self {
        let core = &choice.core;
        let words = [core.plan(), core.plan(), core.pipeline.title(), scale(config, &core.pipeline)];
        Self::estimated(choice, core.timing(), (core.units(), core.memory_words()), words)
    }

    fn estimated<C>(
        choice: &Estimated<C>,
        timing: FrameTiming,
        (units, memory_words): (Units, usize),
        [plan, steps, title, scale]: [String; 4],
    ) -> Self {
        Choice {
            interval_cycles: timing.interval,
            core_latency_cycles: timing.latency,
            operators: units.into(),
            memory_words,
            luts: choice.luts,
            dsp: choice.blocks,
            area: choice.area,
            is_streaming: false,
            plan,
            steps,
            title,
            scale,
        }
    }

    fn streaming(config: &Config, plan: &Ranked) -> Self {
        Choice {
            interval_cycles: plan.pipeline.pace * plan.pipeline.interval,
            core_latency_cycles: plan.pipeline.pace * plan.cost.latency,
            operators: plan.cost.units.into(),
            memory_words: plan.cost.words,
            plan: plan.pipeline.plan(),
            steps: match plan.pipeline.pace {
                1 => "streaming".into(),
                pace => format!("streaming, a beat every {}", cycles(pace)),
            },
            luts: plan.cost.luts,
            dsp: plan.cost.blocks,
            area: plan.cost.area,
            is_streaming: true,
            title: plan.pipeline.title(),
            scale: scale(config, &plan.pipeline),
        }
    }
}

/// Returns the cores without those that another one of no more clock cycles does not exceed in area, the slowest first. `is_last`: whether a
/// core is taken only where no other one is fast enough.
fn smallest(mut cores: Vec<Choice>, is_last: impl Fn(&Choice) -> bool) -> Vec<Choice> {
    cores.sort_by_key(|core| (is_last(core), core.area, core.interval_cycles));
    let mut front: Vec<Choice> = vec![];
    for core in cores {
        if front.last().is_none_or(|last| core.interval_cycles < last.interval_cycles) {
            front.push(core);
        }
    }
    front
}

/// Returns the scale of the results of a pipeline, as a ratio.
fn scale(config: &Config, pipeline: &Pipeline) -> String {
    config.clone().chosen(pipeline).number().scale(pipeline)
}

/// Writes radices.
fn listed(radices: &[usize]) -> String {
    radices.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes the clock cycles that are asked for.
pub(super) fn asked(max: Option<usize>) -> String {
    max.map_or_else(|| ", the smallest core".into(), |max| format!(", where {} are asked for", cycles(max)))
}

impl Display for FoldedFacts {
    fn fmt(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{}: {}, {}\n", self.name, self.title, self.precision)?;
        let chosen = &self.front[self.chosen];
        if let Some(reason) = self.streams_because {
            writeln!(f, "Rate    streaming cores alone: {reason}")?;
        }
        writeln!(f, "Scale   {}", self.scale)?;
        writeln!(f, "Plan    {}", chosen.plan)?;
        writeln!(f, "Frames  every {}{}\n", cycles(chosen.interval_cycles), asked(self.cycles))?;
        writeln!(
            f,
            "{:>8}{:>9}{:>8}{:>6}{:>8}{:>7}{:>7}  core",
            "cycles", "latency", "LUTs", "DSPs", "adders", "mults", "words"
        )?;
        for (number, choice) in self.front.iter().enumerate() {
            let Choice { interval_cycles, core_latency_cycles, operators, memory_words, luts, dsp, steps, .. } = choice;
            let mark = if number == self.chosen { "; chosen" } else { "" };
            writeln!(f, "{interval_cycles:>8}{core_latency_cycles:>9}{luts:>8}{dsp:>6}{operators}{memory_words:>7}  {steps}{mark}")?;
        }
        Ok(())
    }
}
