//! `conjugate`, `negate`, `alternate`, `convert`: signs and formats of single elements.

use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::coefficients::Growth;
use crate::chain::conversion::{finish, Conversion};
use crate::chain::format::{in_chain, read_format};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
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

pub const CONJUGATE: Usage =
    Usage { word: "conjugate", settings: "", summary: "the imaginary part negated; its smallest number is saturated" };

pub const NEGATE: Usage =
    Usage { word: "negate", settings: "", summary: "both parts negated; their smallest number is saturated" };

pub const ALTERNATE: Usage = Usage {
    word: "alternate",
    settings: "",
    summary: "odd elements negated: before a transform of an even size, bin 0 then leaves in the middle",
};

pub const CONVERT: Usage = Usage {
    word: "convert",
    settings: "FORMAT",
    summary: "numbers of another format, rounded; words of fixed point saturated",
};

pub fn conjugate(_: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Change::Conjugate))
}

pub fn negate(_: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Change::Negate))
}

pub fn alternate(_: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Change::Alternate))
}

/// The conversion to a format, of whose bits before the binary point so many are headroom.
pub fn convert_to(to: Format, headroom: u32) -> Box<dyn Operation> {
    Box::new(Change::Convert { to, headroom })
}

pub fn convert(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let word = arguments.word("a format such as fixed24 or fp32")?;
    Ok(convert_to(read_format(arguments, word)?, 0))
}

/// A change of single elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Conjugate,
    Negate,
    Alternate,
    /// To a format, of whose bits before the binary point so many are headroom.
    Convert {
        to: Format,
        headroom: u32,
    },
}

impl Operation for Change {
    fn text(&self) -> String {
        match self {
            Change::Conjugate => CONJUGATE.word.into(),
            Change::Negate => NEGATE.word.into(),
            Change::Alternate => ALTERNATE.word.into(),
            Change::Convert { to, .. } => format!("{} {}", CONVERT.word, to.name()),
        }
    }

    fn takes_any_order(&self) -> bool {
        *self != Change::Alternate
    }

    fn changes_signs(&self) -> bool {
        !self.has_format()
    }

    fn has_format(&self) -> bool {
        matches!(self, Change::Convert { .. })
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        match self {
            Change::Conjugate => entering.is_complex()?,
            Change::Alternate if entering.in_natural_frames()? % 2 == 1 => {
                return Err(Error::Unsupported(format!(
                    "frames of {} have an odd length; take an even one",
                    entering.elements()
                )));
            }
            _ => (),
        }
        entering.in_frames()?;
        let from = entering.element.format;
        let leaving = match *self {
            Change::Convert { to, headroom } => Stream { headroom, ..entering.with_format(in_chain(to, config)) },
            _ => entering.clone(),
        };
        // A negated number may need a bit more.
        let bits = u32::from(!self.has_format());
        let arithmetic = arithmetic::of(from, config);
        let conversion =
            arithmetic.conversion(Growth { bits, fraction: 0, gain: 1 }, leaving.element.format, config)?;
        Ok(Planned {
            leaving,
            latency: conversion.cycles(),
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(Changed { change: *self, entering: entering.clone(), arithmetic, conversion }),
        })
    }
}

/// Elements with other signs or in another format.
struct Changed {
    change: Change,
    entering: Stream,
    arithmetic: Arc<dyn Arithmetic>,
    conversion: Arc<dyn Conversion>,
}

impl Changed {
    /// Whether a part of an element is negated.
    fn negates(&self, element: usize, part: usize) -> bool {
        match self.change {
            // Both bins of a shared element are real.
            Change::Conjugate => part == 1 && !self.entering.is_shared(element),
            Change::Negate => true,
            Change::Alternate => element % 2 == 1,
            Change::Convert { .. } => false,
        }
    }

    /// Whether a part of the element of a lane is negated. `None` if it never is.
    fn is_negated<'m>(&self, ports: &Ports<'m>, beat: &Beats<'m>, lane: usize, part: usize) -> Option<Sig<'m>> {
        let always = ports.start.builder().high();
        match self.change {
            Change::Conjugate if part == 1 => Some(ports.is_shared(&self.entering, lane).map_or(always, |two| !two)),
            Change::Negate => Some(always),
            // Elements of a lane alternate only where a beat has an odd number of them.
            Change::Alternate if self.entering.lanes % 2 == 1 => {
                let is_odd = beat.address().bit(0);
                Some(if lane % 2 == 1 { !is_odd } else { is_odd })
            }
            Change::Alternate if lane % 2 == 1 => Some(always),
            _ => None,
        }
    }
}

impl Body for Changed {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Changed { change, entering, arithmetic, conversion } = self;
        let latency = conversion.cycles();
        let m = Builder::new(name, format!("{}: each element by itself. Latency: {latency} cycles.", change.text()));
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, entering.beats());
        let operators = arithmetic.operators(name);
        let mut words = Vec::new();
        for (lane, element) in ports.elements(entering).enumerate() {
            for (part, component) in element.iter().enumerate() {
                let changed = match self.is_negated(&ports, &beat, lane, part) {
                    None => *component,
                    Some(is_negated) => operators.negated_if(*component, is_negated),
                };
                words.push(conversion.word(name, &format!("round{lane}_{}", ["re", "im"][part]), changed));
            }
        }
        finish(ports.start, &beat, words, latency);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let changed = |number: usize, element: &[i64]| {
            let words = element.iter().enumerate().map(|(part, &word)| {
                let word = i128::from(word);
                self.conversion.number(if self.negates(number, part) { self.arithmetic.negated(word) } else { word })
            });
            let (words, overflows): (Vec<i64>, Vec<bool>) = words.unzip();
            (words, overflows.contains(&true))
        };
        frames.into_iter().map(|frame| frame.each(self.entering.element.parts(), changed)).collect()
    }

    fn units(&self) -> Units {
        Units::default()
    }
}
