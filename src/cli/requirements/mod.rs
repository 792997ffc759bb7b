//! Requirements in place of settings: what a core has to reach, from which width, words, pipelining and goal follow.

mod candidate;
mod findings;
mod needs;
mod search;
mod words;

pub use candidate::{memory_bits, price};
pub use findings::Findings;

use super::args::Settings;
use super::kinds::{self, other_computation};
use super::progress::Progress;
use super::settings_config::config;
use super::values::Deferred;
use fftgen::synth::TARGETS;
use fftgen::Error;
use needs::{with_family, Needs};
use search::Search;

/// Returns settings from which a core follows, without requirements, and what was found where there were some.
///
/// # Errors
///
/// No core reaches what is required, and the message has the nearest one; or requirements contradict each other.
pub fn settled(settings: Settings) -> Result<(Settings, Option<Findings>), Error> {
    if !is_searched(&settings) {
        return Ok((settings, None));
    }
    let settings = with_family(settings)?;
    let bare = Settings { snr: None, latency: None, max_lut: None, max_bram: None, device: None, ..settings.clone() };
    let clock = Deferred::optional(&bare.clock)?;
    let family = bare.target.map_or(&TARGETS[0], |family| family.0);
    let clock_mhz = clock.as_ref().map_or(family.clock_mhz.into(), |clock| clock.mhz());
    let needs = Needs::of(&settings, clock_mhz)?;
    if let Some(other) = other_computation(&bare).or(bare.chain.is_some().then_some("chain")) {
        check(&bare, &needs, other)?;
        return Ok((bare, None));
    }
    let _progress = Progress::spinner("searching for a core that reaches what is required");
    let rate = Deferred::optional(&bare.rate)?;
    let base = Settings { rate: None, max_dsp: None, ..bare };
    let search = Search { needs, base, rate, clock };
    let weighed = search.run()?;
    let findings = Findings::new(&settings, &search, clock_mhz, &weighed)?;
    Ok((weighed.candidates.into_iter().next().map_or(search.base, |chosen| chosen.settings), Some(findings)))
}

/// Whether settings leave something free that a search chooses.
pub fn is_searched(settings: &Settings) -> bool {
    let is_width_free = settings.rate.is_some() && settings.width.is_none();
    let is_given = [
        settings.snr.is_some(),
        settings.latency.is_some(),
        settings.max_lut.is_some(),
        settings.max_bram.is_some(),
        settings.device.is_some(),
    ];
    is_given.contains(&true) || is_width_free
}

/// Refuses a core of another kind that does not reach what is required: nothing of it is chosen.
fn check(settings: &Settings, needs: &Needs, other: &str) -> Result<(), Error> {
    if let Some(snr_db) = needs.snr_db {
        return Err(Error::Unsupported(format!(
            "snr {snr_db} dB and {other}: words are chosen for one transform that frames stream through; leave --snr \
             out, and see fftgen explain for the noise of this core"
        )));
    }
    let config = config(settings)?;
    let core = kinds::find(settings)?.build(&config)?;
    let mut lacks = needs.most.exceeded_by(&core.estimate(config.target, core.modules()[0]));
    let latency = core.promises().into_iter().find(|(what, _)| *what == "latency").map(|(_, cycles)| cycles);
    let slow = needs.latency.zip(latency).filter(|(most, latency)| latency > most);
    lacks.extend(slow.map(|(most, latency)| format!("latency {latency} cycles for {most}")));
    match lacks.is_empty() {
        true => Ok(()),
        false => Err(Error::Unsupported(format!(
            "{other}: the core does not reach what is required, with {}; ask for less, or leave the limit out",
            lacks.join(", ")
        ))),
    }
}
