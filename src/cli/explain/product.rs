//! Matrix, elements and clock cycles of a matrix product.

use super::noise::Noise;
use super::ways::{Way, Ways};
use crate::cli::counts::{counted, cycles};
use fftgen::arch::{Architecture, ProductFacts};
use fftgen::Config;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter, Result};

/// Facts about a matrix product in a form for programs; as a text for people.
#[derive(Serialize, JsonSchema)]
pub struct ProductExplained {
    schema: &'static str,
    name: String,
    title: String,
    size: usize,
    precision: String,
    /// Factor of the results, as a ratio.
    scale: String,
    /// Noise of the results. None where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
    product: ProductFacts,
    interval_cycles: usize,
    core_latency_cycles: usize,
    real_adders: usize,
    real_multipliers: usize,
    memory_words: usize,
    coefficient_words: usize,
    /// Ways to compute a transform, the chosen one first. Empty for a product with a given matrix.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Way>,
}

impl ProductExplained {
    /// Collects the facts about a product, of which nothing is built. `None` for an architecture that is no product.
    pub fn new(config: &Config, name: String, architecture: &dyn Architecture) -> Option<Self> {
        let (product, units) = (architecture.product()?, architecture.units());
        let timing = architecture.timing(config.size());
        Some(ProductExplained {
            schema: "fftgen-explain-product/1",
            name,
            title: architecture.title(),
            size: config.size(),
            precision: config.format.name(),
            scale: architecture.scale().unwrap_or_default(),
            noise: None,
            coefficient_words: product.coefficients,
            product,
            interval_cycles: timing.interval,
            core_latency_cycles: timing.latency,
            real_adders: units.adders,
            real_multipliers: units.multipliers,
            memory_words: architecture.memory_words(),
            ways: vec![],
        })
    }

    /// Describes the elements.
    pub fn elements(facts: &ProductFacts) -> String {
        match (facts.array.as_deref(), facts.batch) {
            (Some(array), Some(batch)) => format!("{array}, batches of {}", counted(batch, "frame")),
            (array, _) => format!("{}, {} each", array.unwrap_or("one"), counted(facts.macs, "multiply-add")),
        }
    }

    /// Describes the steps of a transform.
    pub fn steps(facts: &ProductFacts) -> String {
        let radices = facts.radices.iter().map(usize::to_string).collect::<Vec<_>>().join(", then ");
        match facts.convolution {
            Some(length) => {
                format!("{} points by a convolution of {length}, transformed {radices} at a time", facts.rows)
            }
            None => format!("{} points, transformed {radices} at a time", facts.rows),
        }
    }

    /// Describes the clock cycles of a frame or of a batch.
    pub fn frame(facts: &ProductFacts, interval: usize) -> String {
        let share = 100.0 * facts.utilisation;
        match (&facts.radices[..], facts.step_cycles) {
            ([], Some(step)) if facts.utilisation < 1.0 => format!(
                "{}, in {share:.0} % of which all multiply-adds work: each has fewer nodes than a step of {} takes",
                cycles(interval),
                cycles(step)
            ),
            ([], _) => format!("{}, in {share:.0} % of which all multiply-adds work", cycles(interval)),
            _ => format!("{}, of whose multiply-adds {share:.0} % are those of the transform", cycles(interval)),
        }
    }

    /// Returns what comes in one piece: a frame or a batch.
    pub fn unit(facts: &ProductFacts) -> &'static str {
        match facts.batch {
            Some(_) => "batch",
            None => "frame",
        }
    }
}

impl Display for ProductExplained {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let facts = &self.product;
        writeln!(f, "{}: {}\n", self.name, self.title)?;
        let kind = if facts.is_real { "real" } else { "complex" };
        let from = if facts.is_loaded { ", which come by a stream" } else { "" };
        let coefficients = format!("{kind} coefficients of {} bits{from}", facts.coefficient_bits);
        let count = self.coefficient_words;
        let roots = facts.roots.map_or(String::new(), |roots| format!(", of {roots} powers of a root of unity"));
        match (&facts.radices[..], facts.step_cycles) {
            ([], Some(step)) => writeln!(
                f,
                "Nodes     {}, whose factors 1/z come by a stream, complex words of {} bits; a step of Horner's rule \
                 takes {}",
                facts.rows,
                facts.coefficient_bits,
                cycles(step)
            )?,
            ([], None) => {
                writeln!(f, "Matrix    {} rows, {} columns, {count} {coefficients}{roots}", facts.rows, facts.columns)?
            }
            _ => writeln!(f, "Steps     {}, {coefficients}", Self::steps(facts))?,
        }
        writeln!(f, "Elements  {}", Self::elements(facts))?;
        writeln!(f, "Rate      a {} every {}", Self::unit(facts), Self::frame(facts, self.interval_cycles))?;
        writeln!(f, "Latency   {} without the ports", cycles(self.core_latency_cycles))?;
        let bits = facts.sum_bits.map_or(String::new(), |bits| format!(", of {bits} bits"));
        writeln!(f, "Sums      {}{bits}", facts.order)?;
        writeln!(f, "Scale     {}", self.scale)?;
        if let Some(noise) = &self.noise {
            writeln!(f, "Noise     {noise}")?;
        }
        let units =
            format!("{} and {}", counted(self.real_adders, "adder"), counted(self.real_multipliers, "multiplier"));
        writeln!(f, "Operators {units}, of real numbers")?;
        writeln!(f, "Memory    {} beside the coefficients\n", counted(self.memory_words, "complex word"))?;
        if !self.ways.is_empty() {
            writeln!(f, "{}", Ways(&self.ways))?;
        }
        writeln!(f, "Clock cycles are computed by the exact cycle model. fftgen generate and verify simulate the core.")
    }
}
