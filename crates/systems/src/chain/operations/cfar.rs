//! `cfar`: elements that stand out of what is around them, at a constant rate of false alarms.
//!
//! The sums of both sides are differences of running sums over all elements, so that their length costs no adders. Cell
//! averaging: Finn, Johnson 1968.

use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::settings::{loaded, written, Kind, Scalar, Setting};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::ops::RangeInclusive;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "cfar",
    settings: "GUARD TRAINING [load:]FACTOR",
    summary: "elements above FACTOR times the mean of TRAINING elements on each side, from GUARD elements away on; \
              others become zero; load: registers change FACTOR",
};

/// Factors that fit their words.
const FACTORS: RangeInclusive<f64> = 0.01..=65536.0;

/// Bits of the magnitude of a factor's word.
const FACTOR_BITS: i32 = 17;

/// Bits that the word has for larger factors, where registers change it.
const LOADED_BITS: i32 = 4;

/// Cells on each side of an element.
#[derive(Clone, Copy, Debug)]
struct Cfar {
    guard: usize,
    training: usize,
    factor: f64,
    /// Whether registers change the factor.
    is_loaded: bool,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let (guard, training) = (arguments.number("GUARD", 0)?, arguments.number("TRAINING", 1)?);
    let (word, is_loaded) = loaded(arguments.word("FACTOR")?);
    match word.parse() {
        Ok(factor) if FACTORS.contains(&factor) => Ok(Box::new(Cfar { guard, training, factor, is_loaded })),
        _ => {
            let [least, most] = [FACTORS.start(), FACTORS.end()];
            Err(arguments.refuse(format!("FACTOR is a number from {least} to {most}, not {word}")))
        }
    }
}

impl Cfar {
    /// Elements from an element to the last one of a side.
    fn reach(&self) -> usize {
        self.guard + self.training
    }

    /// The factor for the sum of both sides, in units of 2^-`fraction`.
    fn word(&self) -> (i64, u32) {
        let factor = self.factor / (2 * self.training) as f64;
        let bits = if self.is_loaded { FACTOR_BITS - LOADED_BITS } else { FACTOR_BITS };
        let fraction = (bits - 1 - factor.log2().floor() as i32).max(0);
        ((factor * 2f64.powi(fraction)).floor() as i64, fraction as u32)
    }

    /// The factor as a setting, if registers change it.
    fn setting(&self) -> Option<Setting> {
        let (word, fraction) = self.word();
        let what = "FACTOR / (2 TRAINING)";
        self.is_loaded.then(|| Setting::scalar(what, Kind::Unsigned(fraction), FACTOR_BITS as u32, word))
    }
}

impl Operation for Cfar {
    fn text(&self) -> String {
        format!("cfar {} {} {}", self.guard, self.training, written(self.factor, self.is_loaded))
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_real()?;
        let size = entering.in_natural_rows()?;
        let format = entering.element.format;
        if let Format::Float(_) = format {
            return Err(Error::Unsupported(format!(
                "running sums of {} lose what is small; add 'convert' before it, as in convert fixed32",
                format.name()
            )));
        }
        if 2 * self.reach() > size {
            return Err(Error::Unsupported(format!(
                "{} elements on a side leave elements of a row of {size} without a whole side; take {} at most",
                self.reach(),
                size / 2
            )));
        }
        let detector = Detector {
            cfar: *self,
            factor: self.word().0,
            setting: self.setting(),
            entering: entering.clone(),
            arithmetic: arithmetic::of(format, config),
        };
        Ok(Planned {
            leaving: entering.clone(),
            latency: detector.latency(),
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(detector),
        })
    }
}

/// Comparisons of elements with sums of what is around them.
#[derive(Clone)]
struct Detector {
    cfar: Cfar,
    /// Word of the factor.
    factor: i64,
    /// The word, where registers change it.
    setting: Option<Setting>,
    entering: Stream,
    arithmetic: Arc<dyn Arithmetic>,
}

impl Detector {
    /// Cycles from the sums of both sides to the result: their difference, their sum, the product, and the comparison.
    const AFTER_SUMS: usize = 5;

    /// Bits of the sum of one side.
    fn side_bits(&self) -> u32 {
        self.arithmetic.bits(self.cfar.training.next_power_of_two().ilog2())
    }

    /// Cycles of the sums of a beat's elements up to each one.
    fn cycles_within_beat(&self) -> usize {
        self.entering.lanes.next_power_of_two().ilog2() as usize
    }

    /// Beats from an element to the last one that it is compared with.
    fn wait(&self) -> usize {
        self.cfar.reach().div_ceil(self.entering.lanes)
    }

    /// Cycles from the beat of an element to the sums around it.
    fn cycles_of_sums(&self) -> usize {
        self.cycles_within_beat() + 1 + self.wait()
    }

    fn latency(&self) -> usize {
        self.cycles_of_sums() + Self::AFTER_SUMS
    }

    /// Whether an element has all cells before it, and all after it.
    fn whole_sides(&self, element: usize) -> [bool; 2] {
        let reach = self.cfar.reach();
        [element >= reach, element + reach < self.entering.row()]
    }

    /// The sums of all elements up to each one, continued from row to row.
    #[hdl]
    fn running_sums<'m>(&self, ports: &Ports<'m>, active: Sig<'m>) -> Vec<Sig<'m>> {
        let m = active.builder();
        let bits = self.side_bits();
        let mut sums: Vec<Sig> = ports.data.iter().map(|word| word.untimed().sign_extend(bits)).collect();
        for level in 0..self.cycles_within_beat() {
            let step = 1 << level;
            let sum = |lane: usize| if lane < step { sums[lane] } else { sums[lane] + sums[lane - step] };
            sums = (0..sums.len()).map(|lane| sum(lane).register()).collect();
        }
        // The sum up to an element before the frame is one of a cycle without a beat.
        let is_beat = active.untimed().later_with_reset(self.cycles_within_beat() as u32);
        let sums: Vec<Sig> = sums.into_iter().map(|sum| sum.masked(is_beat)).collect();
        let total = m.state(bits, 0);
        total.next(total + sums[sums.len() - 1]);
        sums.into_iter().map(|sum| (*total + sum).register()).collect()
    }
}

impl Body for Detector {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Detector { cfar, setting, entering, arithmetic, .. } = self;
        let (lanes, beats, latency) = (entering.lanes, entering.row() / entering.lanes, self.latency());
        let m = Builder::new(
            name,
            format!(
                "Elements above {}{} times the mean of {} elements on each side, after {} ones that do not count; others \
                 become zero. Near an end of a row the whole side counts twice. Latency: {latency} cycles.",
                if setting.is_some() { "a factor that registers change, at first " } else { "" },
                cfar.factor,
                cfar.training,
                cfar.guard
            ),
        );
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::of_rows("beat", ports.start, entering);
        m.section("sums of all elements up to each one");
        let sums = self.running_sums(&ports, beat.active);
        // The sum up to the element that is `place` elements after the first one of a beat.
        let up_to = |place: isize| {
            let (lane, ahead) = (place.rem_euclid(lanes as isize), place.div_euclid(lanes as isize));
            sums[lane as usize].before((self.wait() as isize - ahead) as u32)
        };
        let [guard, reach] = [cfar.guard, cfar.reach()].map(|count| count as isize);
        let number = beat.address().untimed();
        let mut operators = arithmetic.operators(name);
        let fraction = cfar.word().1;
        let factor = match setting {
            Some(setting) => Scalar::new(&m, setting).after(self.cycles_of_sums() + 2).extend(FACTOR_BITS as u32 + 1),
            None => m.constant(FACTOR_BITS as u32 + 1, self.factor as u128),
        };
        let mut kept_words = Vec::new();
        for lane in 0..lanes {
            m.section(&format!("element {lane} of a beat"));
            let element = lane as isize;
            let side = |last: isize, first: isize| (up_to(last) - up_to(first)).register();
            let left = side(element - guard - 1, element - reach - 1);
            let right = side(element + reach, element + guard);
            let [has_left, has_right] = [0, 1].map(|side| {
                let is_whole = |beat: usize| self.whole_sides(beat * lanes + lane)[side];
                let first = (0..beats).filter(|beat| is_whole(*beat));
                let whole = within(number, first.clone().min(), first.max());
                whole.later(self.cycles_of_sums() as u32 + 1)
            });
            let [before, after] = [has_left.mux(left, right), has_right.mux(right, left)];
            let both_sides = operators.sum(&format!("sides{lane}"), operators.longer(before, 1), after);
            let level = operators.product(&format!("level{lane}"), both_sides, factor);
            let word = ports.data[lane].untimed().later(latency as u32 - 1);
            let is_above = operators.ordered(level, word.above_zeros(fraction)).1;
            kept_words.push(word.masked(is_above).register());
        }
        Ports::outputs(&m, Pulse::new(ports.start.untimed(), entering.beats()).later(latency).now(), kept_words);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let Cfar { guard, training, .. } = self.cfar;
        let (factor, fraction) = (self.factor, self.cfar.word().1);
        let is_above = |all: &[i64], place: usize| {
            let sum =
                |first: usize| all[first..first + training].iter().map(|number| i128::from(*number)).sum::<i128>();
            let sums = match self.whole_sides(place) {
                [true, true] => sum(place - guard - training) + sum(place + guard + 1),
                [true, false] => 2 * sum(place - guard - training),
                [false, _] => 2 * sum(place + guard + 1),
            };
            sums * i128::from(factor) < i128::from(all[place]) << fraction
        };
        frames.into_iter().map(|frame| frame.kept(self.entering.row(), is_above)).collect()
    }

    fn setting(&self) -> Option<&Setting> {
        self.setting.as_ref()
    }

    fn with_words(&self, words: &[i64]) -> Option<Arc<dyn Body>> {
        self.setting.as_ref()?;
        Some(Arc::new(Detector { factor: words[0], ..self.clone() }))
    }

    fn units(&self) -> Units {
        let lanes = self.entering.lanes;
        Units { multipliers: lanes, adders: lanes * (5 + self.cycles_within_beat()), ..Units::default() }
    }

    fn memory_bits(&self) -> usize {
        let elements = self.entering.row().min(2 * self.cfar.reach() + 1);
        elements * self.side_bits() as usize
    }
}

/// Whether a beat is one from `first` to `last`, of which none is there if there is none.
fn within(number: Sig, first: Option<usize>, last: Option<usize>) -> Sig {
    let m = number.builder();
    let (Some(first), Some(last)) = (first, last) else { return m.low() };
    let not_before = if first == 0 { m.high() } else { !number.lt(first) };
    let not_after = if (last + 1) >> number.width() > 0 { m.high() } else { number.lt(last + 1) };
    not_before & not_after
}
