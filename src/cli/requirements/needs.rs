//! What a core has to reach, in the units of the core.

use super::super::args::Settings;
use super::super::values::{Canonical, Deferred, Family};
use fftgen::synth::{Estimate, TARGETS};
use fftgen::Error;

/// What a core has to reach.
#[derive(Default)]
pub struct Needs {
    /// Least signal-to-noise ratio in dB.
    pub snr_db: Option<f64>,
    /// Most clock cycles from the first beat in to the first beat out.
    pub latency: Option<usize>,
    /// Most of each resource, of the device too.
    pub most: Resources,
}

/// Limits on resources. `None` where there is no limit.
#[derive(Clone, Copy, Default)]
pub struct Resources {
    pub luts: Option<usize>,
    pub dsps: Option<usize>,
    pub block_rams: Option<f64>,
}

impl Needs {
    /// Reads the requirements among settings of which the device has already chosen the family.
    pub fn of(settings: &Settings, clock_mhz: f64) -> Result<Self, Error> {
        let chip = Deferred::optional(&settings.device)?.map(|device| device.chip);
        let block_rams = Deferred::optional(&settings.max_bram)?.map(|blocks| blocks.count);
        let least = |given: Option<usize>, of_chip: Option<usize>| given.into_iter().chain(of_chip).min();
        let most = Resources {
            luts: least(settings.max_lut, chip.map(|chip| chip.luts)),
            dsps: least(settings.max_dsp, chip.map(|chip| chip.dsps)),
            block_rams: block_rams.into_iter().chain(chip.map(|chip| chip.block_rams as f64)).min_by(f64::total_cmp),
        };
        Ok(Needs {
            snr_db: Deferred::optional(&settings.snr)?.map(|snr| snr.db),
            latency: Deferred::optional(&settings.latency)?.map(|latency| latency.cycles(clock_mhz)),
            most,
        })
    }
}

impl Resources {
    /// Lists the resources of which a core is estimated to take more, with both numbers.
    pub fn exceeded_by(&self, estimate: &Estimate) -> Vec<String> {
        let Estimate { lut, dsp, bram } = *estimate;
        let row = |name: &str, taken: Option<f64>, most: Option<f64>| {
            let (taken, most) = (taken?, most?);
            (taken > most).then(|| format!("{taken} {name} for {most}"))
        };
        let number = |number: usize| number as f64;
        [
            row("LUT", lut.map(number), self.luts.map(number)),
            row("DSP", Some(number(dsp)), self.dsps.map(number)),
            row("BRAM", bram, self.block_rams),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Returns the settings with the family of the device.
pub fn with_family(settings: Settings) -> Result<Settings, Error> {
    let Some(device) = Deferred::optional(&settings.device)? else { return Ok(settings) };
    let family = Family(device.chip.target());
    match settings.target {
        Some(target) if target != family => Err(Error::Usage(format!(
            "device {} and target {}: the device is of {}; leave --target out",
            device.canonical().unwrap_or_default(),
            target.0.name,
            family.0.name
        ))),
        _ => Ok(Settings { target: Some(family).filter(|family| family.0 != &TARGETS[0]), ..settings }),
    }
}
