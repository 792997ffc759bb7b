//! Matrix, elements and clock cycles of a matrix product.

use crate::cli::counts::{counted, cycles};
use fftgen::arch::ProductFacts;
use fftgen::matrix::{ProductPlan, Sums};
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
    /// Right shift of the results in bits, in fixed point.
    #[serde(skip_serializing_if = "Option::is_none")]
    shift_bits: Option<u32>,
    product: ProductFacts,
    /// Rows of a multiply-add, which are the clock cycles of a point.
    mac_rows: usize,
    /// Sums of which the sum of a row is made.
    partial_sums: usize,
    interval_cycles: usize,
    core_latency_cycles: usize,
    real_adders: usize,
    real_multipliers: usize,
    memory_words: usize,
    coefficient_words: usize,
}

impl ProductExplained {
    /// Collects the facts about a plan, of which nothing is built.
    pub fn new(config: &Config, plan: &ProductPlan) -> Self {
        let (timing, units) = (plan.timing(), plan.units());
        ProductExplained {
            schema: "fftgen-explain-product/1",
            name: plan.top_name(config),
            title: plan.title(),
            size: config.size(),
            precision: config.format.name(),
            shift_bits: match plan.sums {
                Sums::Fixed(fixed) => Some(fixed.shift),
                Sums::Float(_) => None,
            },
            product: plan.facts(),
            mac_rows: plan.mac_rows(),
            partial_sums: plan.partial_sums,
            interval_cycles: timing.interval,
            core_latency_cycles: timing.latency,
            real_adders: units.adders,
            real_multipliers: units.multipliers,
            memory_words: plan.memory_words(),
            coefficient_words: plan.rows() * plan.columns(),
        }
    }

    /// Describes the elements.
    pub fn elements(facts: &ProductFacts) -> String {
        let elements = facts.array.as_deref().unwrap_or("one");
        format!("{elements}, {} each", counted(facts.macs, "multiply-add"))
    }

    /// Describes the clock cycles of a frame.
    pub fn frame(facts: &ProductFacts) -> String {
        format!("{}, in {:.0} % of which all multiply-adds work", cycles(facts.frame_cycles), 100.0 * facts.utilisation)
    }
}

impl Display for ProductExplained {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let facts = &self.product;
        writeln!(f, "{}: {}\n", self.name, self.title)?;
        let kind = if facts.is_real { "real" } else { "complex" };
        let from = if facts.is_loaded { ", which come by a stream" } else { "" };
        let coefficients =
            format!("{} {kind} coefficients of {} bits{from}", self.coefficient_words, facts.coefficient_bits);
        writeln!(f, "Matrix    {} rows, {} columns, {coefficients}", facts.rows, facts.columns)?;
        let rows = counted(self.mac_rows, "row");
        writeln!(f, "Elements  {}, {rows} to a multiply-add", Self::elements(facts))?;
        writeln!(f, "Frame     {}", Self::frame(facts))?;
        writeln!(f, "Latency   {} without the ports", cycles(self.core_latency_cycles))?;
        let bits = facts.sum_bits.map_or(String::new(), |bits| format!(", of {bits} bits"));
        writeln!(f, "Sums      {}{bits}", facts.order)?;
        if let Some(shift) = self.shift_bits {
            writeln!(f, "Scale     1/2^{shift}")?;
        }
        writeln!(
            f,
            "Operators {} adders and {} multipliers, of real numbers",
            self.real_adders, self.real_multipliers
        )?;
        writeln!(f, "Memory    {} complex words beside the coefficients\n", self.memory_words)?;
        writeln!(f, "Clock cycles are computed by the exact cycle model. fftgen generate and verify simulate the core.")
    }
}
