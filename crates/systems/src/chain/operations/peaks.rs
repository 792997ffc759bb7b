//! `peaks`: local maxima of a frame.

use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "peaks",
    settings: "",
    summary: "elements that are larger than the one before and no smaller than the one after; others become zero",
};

/// Local maxima. Beyond both ends of a row there is nothing larger.
#[derive(Debug)]
struct Peaks;

pub fn read(_: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Peaks))
}

impl Operation for Peaks {
    fn text(&self) -> String {
        USAGE.word.into()
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_real()?;
        entering.in_natural_rows()?;
        Ok(Planned {
            leaving: entering.clone(),
            latency: Maxima::LATENCY,
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(Maxima {
                entering: entering.clone(),
                arithmetic: arithmetic::of(entering.element.format, config),
            }),
        })
    }
}

/// Comparisons of neighbours, of which one may be in the next beat.
struct Maxima {
    entering: Stream,
    arithmetic: Arc<dyn Arithmetic>,
}

impl Maxima {
    /// A cycle for the next beat, and one for the comparisons.
    const LATENCY: usize = 2;
}

impl Body for Maxima {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Maxima { entering, arithmetic } = self;
        let m = Builder::new(name, format!("{}. Latency: {} cycles.", USAGE.summary, Self::LATENCY));
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::of_rows("beat", ports.start, entering);
        let next: Vec<Sig> = ports.data.iter().map(|word| word.untimed()).collect();
        let words: Vec<Sig> = next.iter().map(|word| word.later(1)).collect();
        let operators = arithmetic.operators(name);
        let is_less = |a, b| operators.ordered(a, b).1;
        let last = words.len() - 1;
        let is_first_beat = beat.first().untimed().later_with_reset(1);
        let is_last_beat = beat.last.untimed().later_with_reset(1);
        let mut peaks = Vec::new();
        for (lane, word) in words.iter().enumerate() {
            let rises = match lane {
                0 => is_first_beat | is_less(words[last].later(1), words[0]),
                _ => is_less(words[lane - 1], words[lane]),
            };
            let is_below_next = match lane == last {
                true => !is_last_beat & is_less(words[lane], next[0]),
                false => is_less(words[lane], words[lane + 1]),
            };
            peaks.push(word.masked(rises & !is_below_next).register());
        }
        Ports::outputs(&m, ports.start.untimed().later_with_reset(Self::LATENCY as u32), peaks);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let rank = |number: i64| self.arithmetic.rank(number.into());
        let is_peak = |all: &[i64], place: usize| {
            (place == 0 || rank(all[place - 1]) < rank(all[place]))
                && all.get(place + 1).is_none_or(|next| rank(all[place]) >= rank(*next))
        };
        frames.into_iter().map(|frame| frame.kept(self.entering.row(), is_peak)).collect()
    }

    fn units(&self) -> Units {
        Units { adders: 2 * self.entering.lanes, ..Units::default() }
    }
}
