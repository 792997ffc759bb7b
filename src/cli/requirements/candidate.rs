//! A core that may do, with the figures that requirements are about.

use super::super::args::{Described, Settings};
use super::super::command::canonical;
use super::super::kinds;
use super::super::settings_config::config;
use super::needs::Needs;
use fftgen::package::MemoryTable;
use fftgen::rtl::Module;
use fftgen::synth::{routed_clocks, Estimate};
use fftgen::{Config, Design, Error};

/// Bits of memory that are worth a LUT, as in a LUT that holds a RAM.
const BITS_PER_LUT: usize = 64;

/// Core that may do.
pub struct Candidate {
    /// Settings from which the core follows, without requirements.
    pub settings: Settings,
    pub figures: Figures,
    /// Clocks of routed cores that are alike, in words, where such were routed.
    pub clocks: Option<String>,
}

/// Figures of a core.
#[derive(Clone, Copy)]
pub struct Figures {
    /// Signal-to-noise ratio of the results in dB, where that was asked for.
    pub snr_db: Option<f64>,
    /// Clock cycles from frame to frame, and from the first beat in to the first beat out.
    pub interval: usize,
    pub latency: usize,
    /// Resources before synthesis.
    pub estimate: Estimate,
    /// Bits of all memories and tables.
    pub memory_bits: usize,
    /// LUTs, including the worth of DSP blocks and memories.
    pub price: usize,
}

impl Candidate {
    /// Plans and builds a core. `snr_db`: its signal-to-noise ratio, if that is asked for.
    pub fn new(settings: Settings, snr_db: Option<f64>) -> Result<Self, Error> {
        let config = config(&settings)?;
        let design = Design::new(config)?;
        Ok(Candidate { figures: Figures::of(&design, snr_db), clocks: routed_clocks(&design), settings })
    }

    /// Writes the command of the core.
    pub fn command(&self) -> Result<String, Error> {
        let name = kinds::find(&self.settings)?.top_name(&config(&self.settings)?);
        let described = Described { settings: self.settings.clone(), ..Described::default() };
        Ok(canonical(&described, &name))
    }

    /// Lists what the core lacks, with the number that it has and the one that it needs.
    pub fn lacks(&self, needs: &Needs) -> Vec<String> {
        let Figures { snr_db, latency, estimate, .. } = &self.figures;
        let noisy = needs.snr_db.zip(*snr_db).filter(|(least, snr_db)| snr_db < least);
        let slow = needs.latency.filter(|most| latency > most);
        let noisy = noisy.map(|(least, snr_db)| format!("{snr_db:.1} dB for {least:.1}"));
        let slow = slow.map(|most| format!("latency {latency} cycles for {most}"));
        noisy.into_iter().chain(slow).chain(needs.most.exceeded_by(estimate)).collect()
    }
}

impl Figures {
    /// Whether two cores take and do the same.
    pub fn is_like(&self, other: &Self) -> bool {
        let facts = |figures: &Self| (figures.interval, figures.latency, figures.price, figures.memory_bits);
        facts(self) == facts(other) && self.snr_db == other.snr_db
    }

    fn of(design: &Design, snr_db: Option<f64>) -> Self {
        let Config { target, .. } = design.config;
        let estimate = Estimate::of(design, target);
        let [interval, latency] = design.most_cycles();
        let memory_bits = memory_bits(&design.top);
        let luts = estimate.lut.or(design.luts).unwrap_or(0);
        let price = price(&design.config, luts, estimate.dsp, memory_bits);
        Figures { snr_db, interval, latency, estimate, memory_bits, price }
    }
}

/// Returns the LUTs of a core, including the worth of its DSP blocks and of the bits of its memories.
pub fn price(config: &Config, luts: usize, dsps: usize, memory_bits: usize) -> usize {
    luts + dsps * config.schedule_model().costs.luts_per_dsp + memory_bits / BITS_PER_LUT
}

/// Counts the bits of all memories and tables of a netlist.
pub fn memory_bits(top: &Module) -> usize {
    MemoryTable::list(top).iter().map(|table| table.words * table.bits as usize * table.count).sum()
}
