//! What was required, what was found, and which cores were weighed.

use super::super::args::Settings;
use super::super::counts::{counted, figure};
use super::super::settings_config::config;
use super::super::values::Canonical;
use super::candidate::{Candidate, Figures};
use super::search::{Search, Weighed};
use fftgen::synth::Estimate;
use fftgen::Error;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter};

/// Cores beside the chosen one that people are shown.
const SHOWN: usize = 7;

/// What requirements led to.
#[derive(Serialize, JsonSchema)]
pub struct Findings {
    /// What was required, with what the core has.
    pub requirements: Vec<Requirement>,
    /// Signal-to-noise ratios of the model in dB: of white noise, and of a tone between two bins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured_db: Option<[f64; 2]>,
    /// Cores that were weighed, the chosen one first, and the others by their price.
    pub weighed: Vec<Row>,
    /// Command that makes the chosen core without requirements.
    pub command: String,
}

/// Requirement.
#[derive(Serialize, JsonSchema)]
pub struct Requirement {
    /// Name of its flag.
    pub name: &'static str,
    /// What was asked for.
    pub asked: String,
    /// What the core has.
    pub found: String,
}

/// Core that was weighed.
#[derive(Serialize, JsonSchema)]
pub struct Row {
    /// Flags of the core that were free.
    pub settings: String,
    pub lut: Option<usize>,
    pub dsp: usize,
    pub bram: Option<f64>,
    pub memory_bits: usize,
    /// Signal-to-noise ratio by the forecast, with the rounding of samples.
    pub snr_db: Option<f64>,
    pub interval_cycles: usize,
    pub latency_cycles: usize,
    /// LUTs, including the worth of DSP blocks and memories.
    pub price: usize,
    /// What the core lacks, of one that was refused for it.
    pub lacks: Vec<String>,
}

impl Findings {
    pub fn new(asked: &Settings, search: &Search, clock_mhz: f64, weighed: &Weighed) -> Result<Self, Error> {
        let chosen = &weighed.candidates[0];
        let row = |candidate: &Candidate| Row {
            settings: free(candidate, &search.base),
            lut: candidate.figures.estimate.lut,
            dsp: candidate.figures.estimate.dsp,
            bram: candidate.figures.estimate.bram,
            memory_bits: candidate.figures.memory_bits,
            snr_db: candidate.figures.snr_db.map(tenths),
            interval_cycles: candidate.figures.interval,
            latency_cycles: candidate.figures.latency,
            price: candidate.figures.price,
            lacks: candidate.lacks(&search.needs),
        };
        Ok(Findings {
            requirements: requirements(asked, clock_mhz, chosen, weighed.measured_db)?,
            measured_db: weighed.measured_db.map(|measured| measured.map(tenths)),
            weighed: weighed.candidates.iter().map(row).collect(),
            command: chosen.command()?,
        })
    }
}

fn tenths(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

/// Returns the flags that a core has beside those of the base.
fn free(candidate: &Candidate, base: &Settings) -> String {
    let given = base.canonical();
    let own = candidate.settings.canonical().into_iter().filter(|flag| !given.contains(flag));
    let words: Vec<String> = own.map(|(flag, value)| format!("--{flag} {value}").trim_end().into()).collect();
    words.join(" ")
}

/// Name of a flag, its text if it is given, and what says what was found.
type Asked<'a> = (&'static str, Option<String>, &'a dyn Fn() -> String);

/// Lists the requirements that are given, in the order of the help.
fn requirements(
    asked: &Settings,
    clock_mhz: f64,
    chosen: &Candidate,
    measured_db: Option<[f64; 2]>,
) -> Result<Vec<Requirement>, Error> {
    let config = config(&chosen.settings)?;
    let Figures { snr_db, interval, latency, estimate: Estimate { lut, dsp, bram }, .. } = chosen.figures;
    let samples = config.size() as f64 * clock_mhz / interval as f64;
    let rate = || format!("{samples:.1} MSPS, a frame every {} cycles of {clock_mhz} MHz", figure(interval));
    let usual = || format!("{} MHz is usual on {}", config.target.clock_mhz, config.target.title);
    let clocks = || chosen.clocks.clone().unwrap_or_else(usual);
    let snr = || {
        let forecast = snr_db.map_or(String::new(), |snr_db| format!("{snr_db:.1} dB by the forecast"));
        let measured = measured_db.map_or(String::new(), |[noise, tone]| {
            format!(", {noise:.1} dB by the model for white noise, {tone:.1} dB for a tone between bins")
        });
        forecast + &measured
    };
    let time = || format!("{:.3} us, {} cycles", latency as f64 / clock_mhz, figure(latency));
    let unknown = || "not estimated on this family before synthesis".to_string();
    let luts = || lut.map_or_else(unknown, |lut| format!("{} LUTs", figure(lut)));
    let blocks = || bram.map_or_else(unknown, |bram| format!("{bram} block RAMs"));
    let fit = || Estimate { lut, dsp, bram }.in_words(config.target);
    let rows: [Asked; 8] = [
        ("rate", asked.rate.as_ref().and_then(Canonical::canonical), &rate),
        ("clock", asked.clock.as_ref().and_then(Canonical::canonical), &clocks),
        ("snr", asked.snr.as_ref().and_then(Canonical::canonical), &snr),
        ("latency", asked.latency.as_ref().and_then(Canonical::canonical), &time),
        ("max-lut", asked.max_lut.as_ref().and_then(Canonical::canonical), &luts),
        ("max-bram", asked.max_bram.as_ref().and_then(Canonical::canonical), &blocks),
        ("max-dsp", asked.max_dsp.as_ref().and_then(Canonical::canonical), &|| format!("{dsp} DSP blocks")),
        ("device", asked.device.as_ref().and_then(Canonical::canonical), &fit),
    ];
    let given = rows.into_iter().filter_map(|(name, asked, found)| Some((name, asked?, found())));
    Ok(given.map(|(name, asked, found)| Requirement { name, asked, found }).collect())
}

impl Display for Findings {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        let Findings { requirements, weighed, command, .. } = self;
        let asked = requirements.iter().map(|row| row.asked.len()).max().unwrap_or(0);
        writeln!(f, "requirements")?;
        for Requirement { name, asked: text, found } in requirements {
            writeln!(f, "  {name:<12}{text:<asked$}  {found}")?;
        }
        let shown = &weighed[..weighed.len().min(1 + SHOWN)];
        let (common, own) = parted(shown);
        let all = if common.is_empty() { String::new() } else { format!(", all with {common}") };
        writeln!(f, "\nweighed: {}, the chosen one first{all}", counted(weighed.len(), "core"))?;
        let width = own.iter().map(String::len).max().unwrap_or(0).max("settings".len());
        let or = |number: Option<String>| number.unwrap_or_else(|| "-".into());
        writeln!(
            f,
            "  {:<width$} {:>8} {:>5} {:>6} {:>10} {:>6} {:>9} {:>8}  refused for",
            "settings", "LUT", "DSP", "BRAM", "bits", "dB", "latency", "price"
        )?;
        for (row, settings) in shown.iter().zip(own) {
            let Row { lut, dsp, bram, memory_bits, snr_db, latency_cycles, price, lacks, .. } = row;
            let (lut, bram) = (or(lut.map(figure)), or(bram.map(|bram| bram.to_string())));
            let snr_db = or(snr_db.map(|snr_db| format!("{snr_db:.1}")));
            let [bits, latency, price] = [*memory_bits, *latency_cycles, *price].map(figure);
            let line = format!(
                "  {settings:<width$} {lut:>8} {dsp:>5} {bram:>6} {bits:>10} {snr_db:>6} {latency:>9} {price:>8}  {}",
                lacks.join(", ")
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "\nthe same core: {command}")
    }
}

/// Parts the flags of rows into those that all have and those of each row.
fn parted(rows: &[Row]) -> (String, Vec<String>) {
    let flags = |row: &Row| -> Vec<String> {
        let all = row.settings.split("--").map(str::trim_end).filter(|flag| !flag.is_empty());
        all.map(|flag| format!("--{flag}")).collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(flags).collect();
    let is_common = |flag: &String| rows.iter().all(|row| row.contains(flag));
    let joined = |flags: Vec<&String>| flags.into_iter().cloned().collect::<Vec<_>>().join(" ");
    let common = rows.first().map_or(vec![], |row| row.iter().filter(|flag| is_common(flag)).collect());
    let own = rows.iter().map(|row| joined(row.iter().filter(|flag| !is_common(flag)).collect()));
    let own = own.map(|own| if own.is_empty() { "no others".into() } else { own }).collect();
    (joined(common), own)
}
