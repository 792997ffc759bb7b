//! `threshold`: elements that reach a value.

use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::Ports;
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
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "threshold",
    settings: "[load:]VALUE",
    summary:
        "elements that are no less than VALUE, rounded to their format; others become zero; load: registers change \
              VALUE",
};

/// The least value of an element that stays.
#[derive(Debug)]
struct Threshold {
    value: f64,
    /// Whether registers change it.
    is_loaded: bool,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let (word, is_loaded) = loaded(arguments.word("VALUE")?);
    match word.parse() {
        Ok(value) if value >= 0.0 && f64::is_finite(value) => Ok(Box::new(Threshold { value, is_loaded })),
        _ => Err(arguments.refuse(format!("VALUE is a number from 0 on, not {word}; of decibels take 'power' before"))),
    }
}

impl Operation for Threshold {
    fn text(&self) -> String {
        format!("threshold {}", written(self.value, self.is_loaded))
    }

    fn takes_any_order(&self) -> bool {
        true
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_real()?;
        entering.in_frames()?;
        let format = entering.element.format;
        let word = format.from_f64(self.value);
        let largest = format.to_f64(word);
        // Fixed point saturates: the element is then below the value by more than its last place.
        let fits = match format {
            Format::Fixed(_) => self.value <= largest + format.to_f64(1),
            Format::Float(_) => largest.is_finite(),
        };
        if !fits {
            return Err(Error::Unsupported(format!(
                "{} is more than an element of {} has; take a value that it has",
                self.value,
                format.name()
            )));
        }
        let number = entering.element.component(word);
        let setting = || Setting::scalar("least value that stays", Kind::of(format), format.bits(), number);
        let setting = self.is_loaded.then(setting);
        let body =
            Comparisons { entering: entering.clone(), word, setting, arithmetic: arithmetic::of(format, config) };
        let (interval, latency) = (entering.beats(), Comparisons::LATENCY);
        Ok(Planned { leaving: entering.clone(), latency, interval, frames: 1, body: Arc::new(body) })
    }
}

/// Comparisons of all elements with a word.
#[derive(Clone)]
struct Comparisons {
    entering: Stream,
    word: u64,
    /// The word, where registers change it.
    setting: Option<Setting>,
    arithmetic: Arc<dyn Arithmetic>,
}

impl Comparisons {
    const LATENCY: usize = 1;
}

impl Body for Comparisons {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Comparisons { entering, word, setting, arithmetic } = self;
        let value = entering.element.format.to_f64(*word);
        let from = if setting.is_some() { "a value that registers change".into() } else { value.to_string() };
        let m = Builder::new(name, format!("Elements from {from} on; others become zero. Latency: 1 cycle."));
        let ports = Ports::new(&m, entering, Reset::Rst);
        let least = match setting {
            Some(setting) => Scalar::new(&m, setting).after(0),
            None => m.constant(entering.element.format.bits(), (*word).into()),
        };
        let operators = arithmetic.operators(name);
        let mut elements = Vec::new();
        for element in ports.data {
            let element = element.untimed();
            let is_below = operators.ordered(element, least).1;
            elements.push(element.masked(!is_below).register());
        }
        Ports::outputs(&m, ports.start.untimed().later_with_reset(Self::LATENCY as u32), elements);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let rank = |number: i64| self.arithmetic.rank(number.into());
        let least = rank(self.entering.element.component(self.word));
        frames.into_iter().map(|frame| frame.kept(1, |all, place| rank(all[place]) >= least)).collect()
    }

    fn setting(&self) -> Option<&Setting> {
        self.setting.as_ref()
    }

    fn with_words(&self, words: &[i64]) -> Option<Arc<dyn Body>> {
        let word = self.setting.as_ref()?.word(words[0]);
        Some(Arc::new(Comparisons { word, ..self.clone() }))
    }

    fn units(&self) -> Units {
        Units { adders: self.entering.lanes, ..Units::default() }
    }
}
