//! The operations of a chain, and the streams between them.

use crate::cli::counts::cycles;
use fftgen::arch::{Architecture, ChainFacts};
use fftgen::chain::Chain;
use fftgen::package::RegisterFacts;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter, Result};

/// Facts about a chain in a form for programs; as a text for people.
#[derive(Serialize, JsonSchema)]
pub struct ChainExplained {
    schema: &'static str,
    name: String,
    chain: ChainFacts,
    /// Registers that change settings of the operations, if there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    registers: Vec<RegisterFacts>,
    interval_cycles: usize,
    core_latency_cycles: usize,
    real_adders: usize,
    real_multipliers: usize,
}

impl ChainExplained {
    /// Collects the facts about a chain, of which nothing is built.
    pub fn new(chain: &Chain) -> Self {
        let (timing, units) = (chain.timing(chain.config.size()), chain.units());
        ChainExplained {
            schema: "fftgen-explain-chain/1",
            name: chain.config.top_name(),
            chain: chain.facts().clone(),
            registers: chain
                .settings()
                .map_or(vec![], |settings| settings.registers().iter().map(RegisterFacts::new).collect()),
            interval_cycles: timing.interval,
            core_latency_cycles: timing.latency,
            real_adders: units.adders,
            real_multipliers: units.multipliers,
        }
    }
}

impl Display for ChainExplained {
    fn fmt(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{}: {}\n", self.name, self.chain.text)?;
        writeln!(f, "    {}", self.chain.entering)?;
        for operation in &self.chain.operations {
            writeln!(f, "{operation}")?;
            let amount = |count: usize, what: &str| if count > 0 { format!(", {count} {what}") } else { String::new() };
            let memory = amount(operation.memory_bits, "bits of memory");
            let products = amount(operation.multipliers, "real products");
            writeln!(f, "    {}; {}{memory}{products}", operation.leaving, cycles(operation.latency_cycles))?;
        }
        if !self.registers.is_empty() {
            writeln!(f, "\nRegisters of AXI4-Lite")?;
        }
        for register in &self.registers {
            let words = if register.words > 1 { format!(", {} words", register.words) } else { String::new() };
            let RegisterFacts { address, name, access, bits, .. } = register;
            writeln!(f, "    {address:<7} {name:<14} {access}, {bits} bits{words}")?;
        }
        writeln!(f, "\nRate      a frame every {}", cycles(self.interval_cycles))?;
        writeln!(f, "Latency   {} without the ports", cycles(self.core_latency_cycles))?;
        writeln!(f, "Operators {} adders and {} multipliers of real numbers", self.real_adders, self.real_multipliers)
    }
}
