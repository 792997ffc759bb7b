//! `peaks`: local maxima of a frame.

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

/// Local maxima. Beyond both ends of a frame there is nothing larger.
#[derive(Debug)]
struct Peaks;

pub fn read(_: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Peaks))
}

impl Operation for Peaks {
    fn text(&self) -> String {
        USAGE.word.into()
    }

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        entering.is_real()?;
        entering.in_natural_frames()?;
        Ok(Planned {
            leaving: entering.clone(),
            latency: Maxima::LATENCY,
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(Maxima { entering: entering.clone() }),
        })
    }
}

/// Comparisons of neighbours, of which one may be in the next beat.
struct Maxima {
    entering: Stream,
}

impl Maxima {
    /// A cycle for the next beat, and one for the comparisons.
    const LATENCY: usize = 2;
}

impl Body for Maxima {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Maxima { entering } = self;
        let m = Builder::new(name, format!("{}. Latency: {} cycles.", USAGE.summary, Self::LATENCY));
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, entering.beats());
        let next: Vec<Sig> = ports.data.iter().map(|word| word.untimed()).collect();
        let words: Vec<Sig> = next.iter().map(|word| word.later(1)).collect();
        // Without their signs the numbers have the order of unsigned ones.
        let [next_ranks, ranks] =
            [&next, &words].map(|beat| beat.iter().map(|word| word.flip_top(m.high())).collect::<Vec<Sig>>());
        let last = words.len() - 1;
        let is_first_beat = ports.start.untimed().later_with_reset(1);
        let is_last_beat = beat.last.untimed().later_with_reset(1);
        let mut peaks = Vec::new();
        for (lane, word) in words.iter().enumerate() {
            let rises = match lane {
                0 => is_first_beat | ranks[last].later(1).lt(ranks[0]),
                _ => ranks[lane - 1].lt(ranks[lane]),
            };
            let is_below_next = match lane == last {
                true => !is_last_beat & ranks[lane].lt(next_ranks[0]),
                false => ranks[lane].lt(ranks[lane + 1]),
            };
            peaks.push(word.masked(rises & !is_below_next).register());
        }
        Ports::outputs(&m, ports.start.untimed().later_with_reset(Self::LATENCY as u32), peaks);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let peaks = |frame: Frame| {
            let all = &frame.components;
            let is_peak = |place: usize| {
                (place == 0 || all[place - 1] < all[place]) && all.get(place + 1).is_none_or(|next| all[place] >= *next)
            };
            let components = (0..all.len()).map(|place| if is_peak(place) { all[place] } else { 0 }).collect();
            Frame { components, ..frame }
        };
        frames.into_iter().map(peaks).collect()
    }

    fn units(&self) -> Units {
        Units { adders: 2 * self.entering.lanes, ..Units::default() }
    }
}
