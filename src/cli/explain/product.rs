//! Matrix, elements and clock cycles of a matrix product.

use crate::cli::counts::{counted, cycles};
use fftgen::arch::{Architecture, ProductFacts};
use fftgen::Config;
use serde::Serialize;
use std::fmt::{Display, Formatter, Result};

/// Facts about a matrix product in a form for programs; as a text for people.
#[derive(Serialize)]
pub struct ProductExplained {
    schema: &'static str,
    name: String,
    title: String,
    size: usize,
    precision: String,
    /// Factor of the results, as a ratio.
    scale: String,
    product: ProductFacts,
    interval_cycles: usize,
    core_latency_cycles: usize,
    real_adders: usize,
    real_multipliers: usize,
    memory_words: usize,
    coefficient_words: usize,
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
            coefficient_words: product.rows * product.columns,
            product,
            interval_cycles: timing.interval,
            core_latency_cycles: timing.latency,
            real_adders: units.adders,
            real_multipliers: units.multipliers,
            memory_words: architecture.memory_words(),
        })
    }

    /// Describes the elements.
    pub fn elements(facts: &ProductFacts) -> String {
        match (facts.array.as_deref(), facts.batch) {
            (Some(array), Some(batch)) => format!("{array}, batches of {}", counted(batch, "frame")),
            (array, _) => format!("{}, {} each", array.unwrap_or("one"), counted(facts.macs, "multiply-add")),
        }
    }

    /// Describes the clock cycles of a frame or of a batch.
    pub fn frame(facts: &ProductFacts) -> String {
        format!("{}, in {:.0} % of which all multiply-adds work", cycles(facts.frame_cycles), 100.0 * facts.utilisation)
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
        writeln!(f, "Matrix    {} rows, {} columns, {count} {coefficients}", facts.rows, facts.columns)?;
        writeln!(f, "Elements  {}", Self::elements(facts))?;
        writeln!(f, "Rate      a {} every {}", Self::unit(facts), Self::frame(facts))?;
        writeln!(f, "Latency   {} without the ports", cycles(self.core_latency_cycles))?;
        let bits = facts.sum_bits.map_or(String::new(), |bits| format!(", of {bits} bits"));
        writeln!(f, "Sums      {}{bits}", facts.order)?;
        writeln!(f, "Scale     {}", self.scale)?;
        let units = format!("{} adders and {} multipliers", self.real_adders, self.real_multipliers);
        writeln!(f, "Operators {units}, of real numbers")?;
        writeln!(f, "Memory    {} complex words beside the coefficients\n", self.memory_words)?;
        writeln!(f, "Clock cycles are computed by the exact cycle model. fftgen generate and verify simulate the core.")
    }
}
