//! A core placed and routed by the program.

use anyhow::{Context, Result};
use serde_json::Value;
use std::process::Command;

/// Sites of a kind, by the names that nextpnr has for them on several families.
const LUTS: &[&str] = &["TRELLIS_COMB", "ICESTORM_LC", "LUT4"];
const MULTIPLIERS: &[&str] = &["MULT18X18D", "ICESTORM_DSP", "MULT18X18", "MULT9X9"];
const MEMORIES: &[&str] = &["DP16KD", "ICESTORM_RAM", "BSRAM"];

/// What a routed core takes.
pub struct Figures {
    clock: f64,
    luts: u64,
    multipliers: u64,
    memories: u64,
}

impl Figures {
    /// Synthesises, places and routes the core of these flags with a number of seeds.
    pub fn of(flags: &str, seeds: usize) -> Result<Self> {
        let output = Command::new(env!("CARGO_BIN_EXE_fftgen"))
            .arg("synth")
            .args(flags.split(' '))
            .args(["--interface", "native", "--route", "--json", "--seeds", &seeds.to_string()])
            .output()?;
        let report: Value = serde_json::from_slice(&output.stdout)
            .with_context(|| format!("{flags}: {}", String::from_utf8_lossy(&output.stderr)))?;
        let routing = &report["routing"];
        let middle = &routing["seeds"][seeds / 2]["sites"];
        let used = |kinds: &[&str]| kinds.iter().filter_map(|kind| middle[kind]["used"].as_u64()).sum::<u64>();
        Ok(Figures {
            clock: routing["median_mhz"].as_f64().with_context(|| format!("{flags}: no clock"))?,
            luts: used(LUTS) - routing["wrapper_lut"].as_u64().unwrap_or(0),
            multipliers: used(MULTIPLIERS),
            memories: used(MEMORIES),
        })
    }

    /// Returns clock in MHz, LUTs, multipliers and block memories as cells of a table.
    pub fn cells(&self) -> [String; 4] {
        let Figures { clock, luts, multipliers, memories } = self;
        [format!("{clock:.0}"), luts.to_string(), multipliers.to_string(), memories.to_string()]
    }
}
