//! Folded cores whose frames choose their size, and those of one multiplier-accumulator.

use super::noise::Noise;
use super::operators::OperatorCounts;
use crate::cli::counts::{counted, cycles, figure};
use fftgen::arch::folded::SizedFrame;
use fftgen::arch::mac::{MacCore, MacFrame};
use fftgen::pipeline::Units;
use fftgen::{Config, SizesCore};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter, Result};

/// Facts about the core in a form for programs; as a text for people.
#[derive(Serialize, JsonSchema)]
pub struct FoldedSizesFacts {
    schema: &'static str,
    name: String,
    precision: String,
    /// Clock cycles from a frame of any size to the next that are asked for.
    #[serde(rename = "asked_cycles")]
    cycles: usize,
    #[serde(flatten)]
    operators: OperatorCounts,
    memory_words: usize,
    /// Radices of the kernels. None if sums of products serve all radices.
    kernels: Vec<usize>,
    /// Clock cycles of a product, where sums of products serve all radices.
    #[serde(skip_serializing_if = "Option::is_none")]
    product_cycles: Option<usize>,
    /// Sizes that frames choose from, the smallest first.
    sizes: Vec<Size>,
}

/// Facts about the frames of a size.
#[derive(Serialize, JsonSchema)]
struct Size {
    points: usize,
    /// Radices of the steps.
    radices: Vec<usize>,
    /// Radices of the steps of each part, between which there are no twiddle factors.
    parts: Vec<Vec<usize>>,
    interval_cycles: usize,
    core_latency_cycles: usize,
    /// Noise of the results. None where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<Noise>,
}

impl FoldedSizesFacts {
    /// Adds the noise of the frames of each size, the smallest first.
    pub fn with_noises(self, noises: Vec<Option<Noise>>) -> Self {
        let sizes = self.sizes.into_iter().zip(noises).map(|(size, noise)| Size { noise, ..size });
        FoldedSizesFacts { sizes: sizes.collect(), ..self }
    }

    /// Collects the facts about the core of a configuration, whose slowest frames take a number of clock cycles.
    pub fn new(config: &Config, core: &SizesCore, asked: usize) -> Self {
        let (units, memory_words, kernels, sizes): (Units, usize, Vec<usize>, Vec<Size>) = match core {
            SizesCore::Folded(core) => (
                core.processor.units(),
                core.largest().pipeline.size,
                core.processor.kernels.iter().map(|kernel| kernel.transform.radix()).collect(),
                core.frames.iter().map(Size::folded).collect(),
            ),
            SizesCore::Sums(core) => (
                core.units(config.multiplier),
                2 * core.points(),
                vec![],
                core.frames.iter().map(|frame| Size::of_sums(core, frame)).collect(),
            ),
        };
        let product_cycles = match core {
            SizesCore::Folded(_) => None,
            SizesCore::Sums(core) => Some(core.product_cycles),
        };
        FoldedSizesFacts {
            schema: "fftgen-explain-folded-sizes/1",
            name: config.top_name(),
            precision: config.format.name(),
            cycles: asked,
            operators: units.into(),
            memory_words,
            kernels,
            product_cycles,
            sizes,
        }
    }
}

impl Size {
    fn of_sums(core: &MacCore, frame: &MacFrame) -> Self {
        let timing = core.timing(frame);
        let radices = frame.radices();
        Size {
            points: frame.points(),
            parts: vec![radices.clone()],
            radices,
            interval_cycles: timing.interval,
            core_latency_cycles: timing.latency,
            noise: None,
        }
    }

    fn folded(frame: &SizedFrame) -> Self {
        let timing = frame.timing();
        Size {
            points: frame.pipeline.size,
            radices: frame.plan.radices().to_vec(),
            parts: frame.plan.radices_of_parts(),
            interval_cycles: timing.interval,
            core_latency_cycles: timing.latency,
            noise: None,
        }
    }
}

impl Display for FoldedSizesFacts {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let list = |radices: &[usize]| radices.iter().map(usize::to_string).collect::<Vec<String>>().join(" ");
        writeln!(f, "{}: {} sizes, {}\n", self.name, self.sizes.len(), self.precision)?;
        let operators = match self.product_cycles {
            None => format!("Kernels  radices {}", list(&self.kernels)),
            Some(1) => "Sums     of products, for all radices".into(),
            Some(each) => format!("Sums     of products, for all radices, a product every {}", cycles(each)),
        };
        writeln!(
            f,
            "{operators}: {}, {}",
            counted(self.operators.adders, "adder"),
            counted(self.operators.multipliers, "multiplier")
        )?;
        writeln!(f, "Memory   {}", counted(self.memory_words, "complex word"))?;
        let slowest = self.sizes.iter().map(|size| size.interval_cycles).max().unwrap_or(0);
        writeln!(f, "Frames   every {} at most, where {} are asked for\n", cycles(slowest), cycles(self.cycles))?;
        writeln!(f, "{:>8}{:>10}{:>10}{:>10}  steps", "points", "cycles", "latency", "noise")?;
        for Size { points, parts, interval_cycles, core_latency_cycles, noise, .. } in &self.sizes {
            let noise = noise.as_ref().map_or("-".into(), |noise| format!("{:.1} dB", noise.snr_db));
            let parts: Vec<String> = parts.iter().map(|radices| list(radices)).collect();
            let [interval, latency] = [interval_cycles, core_latency_cycles].map(|cycles| figure(*cycles));
            writeln!(f, "{points:>8}{interval:>10}{latency:>10}{noise:>10}  radices {}", parts.join(", "))?;
        }
        Ok(())
    }
}
