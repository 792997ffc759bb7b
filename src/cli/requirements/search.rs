//! The search for the core of the least price that reaches what is required.

use super::super::args::Settings;
use super::super::kinds::{CoreKind, Reference, Stream};
use super::super::settings_config::config;
use super::super::values::{Clock, Deferred, Rate, Word};
use super::candidate::Candidate;
use super::needs::Needs;
use super::words::{with_input, Found, WordSearch};
use crate::accuracy::{Definition, Errors};
use fftgen::format::{Fixed, Format};
use fftgen::model::Sample;
use fftgen::rtl::retime::{PipelineDepths, Profile};
use fftgen::schedule::Goal;
use fftgen::{Config, Error, WIDEST};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::f64::consts::TAU;
use std::sync::{Arc, OnceLock};

/// Decibels that a measurement may be below what is required.
const TOLERANCE_DB: f64 = 0.3;

/// Most times that words become longer because a measurement is below what is required.
const CORRECTIONS: usize = 3;

/// Words of which cores for all goals are built.
const BEST_WORDS: usize = 3;

/// Bits of a word that every core has.
const ANY_BITS: u32 = 16;

/// Frequency of the tone that is measured, in cycles a frame: between two bins.
const TONE: f64 = 3.3;

/// Amplitude of the tone, of full scale.
const AMPLITUDE: f64 = 0.95;

/// Search for a core.
pub struct Search {
    pub needs: Needs,
    /// Settings without requirements.
    pub base: Settings,
    pub rate: Option<Rate>,
    pub clock: Option<Clock>,
}

/// Cores that were weighed, the chosen one first.
pub struct Weighed {
    pub candidates: Vec<Candidate>,
    /// Signal-to-noise ratios of the chosen core in dB as its model has them: of white noise, and of a tone.
    pub measured_db: Option<[f64; 2]>,
}

impl Search {
    /// Finds the core of the least price.
    ///
    /// # Errors
    ///
    /// No core reaches what is required; the message has the nearest one.
    pub fn run(&self) -> Result<Weighed, Error> {
        if self.needs.snr_db.is_none() {
            // The words of the core are those that are given.
            config(&Settings { width: self.base.width.or(Some(1)), ..self.base.clone() })?;
        }
        let mut candidates = Vec::new();
        let widths = self.widths()?;
        for width in &widths {
            candidates.extend(self.of_width(*width, widths.len() > 1)?);
        }
        self.refine(&mut candidates)?;
        let mut chosen = self.best(&mut candidates)?;
        let mut measured_db = self.measured(&chosen.settings)?;
        for _ in 0..CORRECTIONS {
            let spare = measured_db.zip(self.needs.snr_db).map(|(found, least)| found[0] - least);
            let is_short = spare.is_some_and(|spare| spare < -TOLERANCE_DB);
            let Some(settings) = longer(&chosen.settings).filter(|_| is_short) else { break };
            chosen = Candidate::new(settings, chosen.figures.snr_db)?;
            measured_db = self.measured(&chosen.settings)?;
        }
        candidates.insert(0, chosen);
        // Several goals may have one core.
        candidates.dedup_by(|other, one| other.figures.is_like(&one.figures));
        Ok(Weighed { candidates, measured_db })
    }

    /// Points in a clock cycle that are weighed: those that are given, or the fewest for the rate, more where these do
    /// not divide a frame, and all further powers of two where latency counts.
    fn widths(&self) -> Result<Vec<usize>, Error> {
        let (None, Some(rate), Some(shape)) = (self.base.width, &self.rate, self.base.size) else {
            return Ok(self.base.width.into_iter().collect());
        };
        let samples = shape.samples();
        let cycles = rate.cycles_of(samples, self.clock.as_ref())?;
        let works = |width: &usize| with_words(&self.with_width(*width).ok()?).ok()?.check().ok();
        let serves = |width: &usize| samples.div_ceil(*width) <= cycles && works(width).is_some();
        let Some(fewest) = (1..=WIDEST).find(serves) else {
            // The error of the widest core says what does not fit.
            with_words(&self.with_width(WIDEST)?)?.check()?;
            return Err(Error::Unsupported(format!(
                "rate and size {shape}: at most {WIDEST} points come in a clock cycle, a frame in {} of them, and at \
                 this rate it comes in {cycles}; ask for a higher --clock or a lower --rate",
                samples.div_ceil(WIDEST)
            )));
        };
        let whole = (fewest..=2 * fewest).find(|width| samples % width == 0 && serves(width));
        let quicker = (0..=WIDEST.ilog2()).map(|power| 1 << power).filter(|width| *width > fewest);
        let quicker = quicker.filter(|width| self.needs.latency.is_some() && serves(width));
        let mut widths: Vec<usize> = [fewest].into_iter().chain(whole).chain(quicker).collect();
        widths.sort_unstable();
        widths.dedup();
        Ok(widths)
    }

    /// Returns the settings at a width, with the clock cycles of a frame where these are more than its beats.
    fn with_width(&self, width: usize) -> Result<Settings, Error> {
        let (Some(rate), Some(shape)) = (&self.rate, self.base.size) else {
            return Ok(Settings { width: Some(width), ..self.base.clone() });
        };
        let cycles = rate.cycles_of(shape.samples(), self.clock.as_ref())?;
        let beats = shape.samples().div_ceil(width);
        let cycles = self.base.cycles.or(Some(cycles).filter(|cycles| *cycles > beats));
        Ok(Settings { width: Some(width), cycles, ..self.base.clone() })
    }

    /// Weighs the cores of a width. `is_one_of`: whether a width may have none.
    fn of_width(&self, width: usize, is_one_of: bool) -> Result<Vec<Candidate>, Error> {
        let base = self.with_pipeline(self.with_width(width)?)?;
        let words = match self.needs.snr_db {
            Some(snr_db) => WordSearch { base: &base, snr_db }.all()?,
            None => vec![Found { settings: base.clone(), snr_db: f64::NAN }],
        };
        if words.is_empty() {
            return Err(self.too_noisy(width));
        }
        let mut all = match self.all_built(&words, &[None]) {
            Ok(built) => built,
            Err(_) if is_one_of => return Ok(vec![]),
            Err(error) => return Err(error),
        };
        self.sort(&mut all);
        // Limits alone change nothing of a core that keeps them.
        let is_free = self.needs.snr_db.is_some() || self.base.width.is_none() || !all[0].lacks(&self.needs).is_empty();
        if base.optimize.is_none() && is_free {
            let goals = [Some(Goal::Area), self.needs.latency.map(|_| Goal::Latency)];
            let best = all.iter().take(BEST_WORDS).map(|candidate| Found {
                settings: candidate.settings.clone(),
                snr_db: candidate.figures.snr_db.unwrap_or(f64::NAN),
            });
            let goals: Vec<Option<Goal>> = goals.into_iter().flatten().map(Some).collect();
            all.extend(self.all_built(&best.collect::<Vec<_>>(), &goals)?);
        }
        Ok(all)
    }

    /// Weighs words of a bit of growth less and more than those of the best core, as long as that is better.
    fn refine(&self, candidates: &mut Vec<Candidate>) -> Result<(), Error> {
        let Some(snr_db) = self.needs.snr_db else { return Ok(()) };
        let mut known: BTreeSet<String> = BTreeSet::new();
        loop {
            self.sort(candidates);
            let Some(Candidate { settings, .. }) = candidates.first() else { return Ok(()) };
            let base = self.with_pipeline(self.with_width(settings.width.unwrap_or(1))?)?;
            let (goal, mut words) =
                (settings.optimize.map(|goal| goal.0), WordSearch { base: &base, snr_db }.beside(settings)?);
            words.retain(|found| known.insert(format!("{:?} {goal:?}", found.settings.canonical())));
            if words.is_empty() {
                return Ok(());
            }
            candidates.extend(self.all_built(&words, &[goal])?);
        }
    }

    /// Builds the cores of all words for all goals.
    fn all_built(&self, words: &[Found], goals: &[Option<Goal>]) -> Result<Vec<Candidate>, Error> {
        let pairs = words.iter().flat_map(|found| goals.iter().map(move |goal| (found, goal)));
        let built = pairs.collect::<Vec<_>>().into_par_iter().map(|(found, goal)| {
            let optimize = goal.map(Word).or(found.settings.optimize);
            self.built(&Settings { optimize, ..found.settings.clone() }, self.needs.snr_db.map(|_| found.snr_db))
        });
        Ok(built.collect::<Result<Vec<Vec<Candidate>>, _>>()?.into_iter().flatten().collect())
    }

    /// Puts cores in the order of what they lack and of their prices.
    fn sort(&self, candidates: &mut [Candidate]) {
        candidates.sort_by_key(|candidate| (candidate.lacks(&self.needs).len(), candidate.figures.price));
    }

    /// Builds a core, and where it has too many DSP blocks those with fewer.
    fn built(&self, settings: &Settings, snr_db: Option<f64>) -> Result<Vec<Candidate>, Error> {
        let first = Candidate::new(settings.clone(), snr_db)?;
        let most = self.needs.most.dsps.filter(|most| first.figures.estimate.dsp > *most);
        let Some(most) = most.filter(|_| settings.nodsp.is_none()) else { return Ok(vec![first]) };
        let fewer = Settings { max_dsp: Some(most), ..settings.clone() };
        let none = Settings { nodsp: Some(true), max_dsp: None, ..settings.clone() };
        let others = [fewer, none].into_iter().filter_map(|settings| Candidate::new(settings, snr_db).ok());
        Ok(std::iter::once(first).chain(others).collect())
    }

    /// Returns the settings with the usual pipelining where that reaches the clock on the family, and else with deep
    /// one.
    fn with_pipeline(&self, settings: Settings) -> Result<Settings, Error> {
        let (None, Some(clock)) = (&settings.pipeline, &self.clock) else { return Ok(settings) };
        let target = with_words(&settings)?.target;
        let routed = target.timing.and_then(|timing| timing.clocks(Profile::Mid));
        let usual = routed.map_or(target.clock_mhz, |[slowest, _]| slowest);
        let deep = (clock.mhz() > usual.into()).then(|| Deferred::from(PipelineDepths::from(Profile::High)));
        Ok(Settings { pipeline: deep, ..settings })
    }

    /// Takes the core of the least price out of all, which are then in the order of their prices.
    fn best(&self, candidates: &mut Vec<Candidate>) -> Result<Candidate, Error> {
        self.sort(candidates);
        let nearest = candidates.first().ok_or_else(|| {
            Error::Usage("nothing says how wide the core is; add --width, or --rate, as in 100MSPS".into())
        })?;
        let lacks = nearest.lacks(&self.needs);
        match lacks.is_empty() {
            true => Ok(candidates.remove(0)),
            false => Err(Error::Unsupported(format!(
                "no core of {} that were weighed reaches what is required; the nearest is {}, with {}",
                candidates.len(),
                nearest.command()?,
                lacks.join(", ")
            ))),
        }
    }

    fn too_noisy(&self, width: usize) -> Error {
        let snr_db = self.needs.snr_db.unwrap_or_default();
        let (what, mend) = match &self.base.precision {
            Some(precision) => (
                format!("words of {}", precision.get().map_or_else(|_| "this format".into(), |format| format.name())),
                "longer words, or leave --precision out",
            ),
            None => ("fixed-point words of any length".into(), "a lower --snr, or for --precision fp64 without one"),
        };
        Error::Unsupported(format!("snr {snr_db} dB and width {width}: {what} do not reach it; ask for {mend}"))
    }

    /// Measures the model of a core with white noise and with a tone. `None` where that was not asked for, or takes
    /// long.
    fn measured(&self, settings: &Settings) -> Result<Option<[f64; 2]>, Error> {
        if self.needs.snr_db.is_none() {
            return Ok(None);
        }
        let config = config(settings)?;
        let definition = Definition::Transform(&config);
        if Errors::takes_long(&definition, config.format) {
            return Ok(None);
        }
        let (found, bits) = (Arc::new(OnceLock::new()), self.input_bits(&config));
        let (place, definition) = (found.clone(), &definition);
        let measure = move |model: &Reference| {
            let formats = model.frames.map(|frame| frame.format);
            let points = model.frames[0].size();
            let noise = Errors::of(definition, formats, points, model.transform);
            let tone = Errors::of_frames(definition, formats, points, tone(formats[0], points), model.transform);
            let snr_db = |errors: Option<Errors>| {
                errors.map_or(f64::INFINITY, |errors| with_input(-20.0 * errors.mean.log10(), bits))
            };
            place.get_or_init(|| [noise, tone].map(snr_db));
            Ok(())
        };
        Stream.with_model(&config, None, Box::new(measure)).map_err(|why| Error::Unsupported(format!("{why:#}")))?;
        Ok(found.get().copied())
    }

    /// Bits of a sample whose rounding counts, because its word was chosen.
    fn input_bits(&self, config: &Config) -> Option<u32> {
        self.base.precision.is_none().then_some(config.format.bits())
    }
}

/// Returns the configuration of settings whose words may not be chosen yet.
fn with_words(settings: &Settings) -> Result<Config, Error> {
    let is_free = settings.precision.is_none();
    let any = Format::Fixed(Fixed { integer: 1, fraction: ANY_BITS - 1 });
    config(&Settings { precision: is_free.then(|| any.into()).or(settings.precision.clone()), ..settings.clone() })
}

/// Returns a frame with a tone between two bins.
fn tone(format: Format, points: usize) -> Vec<Sample> {
    let angle = |n: usize| TAU * TONE * n as f64 / points as f64;
    (0..points).map(|n| [angle(n).cos(), angle(n).sin()].map(|part| format.from_f64(AMPLITUDE * part))).collect()
}

/// Returns settings whose words are a bit longer. `None` for floating point, and for words that are given.
fn longer(settings: &Settings) -> Option<Settings> {
    match settings.precision.as_ref()?.get().ok()? {
        Format::Fixed(Fixed { integer: 1, fraction }) => {
            let format = Format::Fixed(Fixed { integer: 1, fraction: fraction + 1 });
            Some(Settings { precision: Some(format.into()), ..settings.clone() })
        }
        _ => None,
    }
}
