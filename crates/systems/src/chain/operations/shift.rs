//! `shift`: the elements of a frame from a place on, and after them those before it.

use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::parts::wide::WideMemory;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::{address_bits, Module};
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "shift",
    settings: "[A]",
    summary: "the elements from A on, and after them those before A; by default index 0 is then in the middle",
};

/// A rotation of frames.
#[derive(Debug)]
struct Shift {
    /// Element that leaves first. `None` for the one that puts index 0 in the middle.
    first: Option<usize>,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Shift { first: arguments.optional_number("A", 1)? }))
}

impl Operation for Shift {
    fn text(&self) -> String {
        format!("shift{}", self.first.map_or(String::new(), |first| format!(" {first}")))
    }

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        entering.is_unpacked()?;
        let (size, lanes) = (entering.in_natural_frames()?, entering.lanes);
        let first = self.first.unwrap_or(size.div_ceil(2));
        if first >= size {
            return Err(Error::Unsupported(format!("frames have {size} elements; {first} is beyond them")));
        }
        if first % lanes != 0 || size % lanes != 0 {
            return Err(Error::Unsupported(format!(
                "{first} of {size} elements are no whole beats of {lanes}; take a width that divides both"
            )));
        }
        Ok(Planned {
            leaving: entering.clone(),
            latency: first / lanes + Shifted::READ_CYCLES,
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(Shifted { entering: entering.clone(), first }),
        })
    }
}

/// A memory of the first beats of a frame, which the other beats pass by.
struct Shifted {
    entering: Stream,
    /// Element that leaves first.
    first: usize,
}

impl Shifted {
    const READ_CYCLES: usize = 1;

    /// Beats that wait for the others.
    fn waiting_beats(&self) -> usize {
        self.first / self.entering.lanes
    }
}

impl Body for Shifted {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Shifted { entering, first } = self;
        let (beats, waiting_beats) = (entering.beats(), self.waiting_beats());
        let doc = format!(
            "The elements of a frame from {first} on, and after them those before. Latency: {} cycles.",
            waiting_beats + Self::READ_CYCLES
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);

        m.section("first beats");
        let arriving = Beats::new("beat", ports.start, beats);
        let memory = WideMemory::new(&m, "first", waiting_beats, entering.word());
        let words: Vec<Sig> = ports.data.into_iter().map(|word| word.untimed().later(1)).collect();
        let waits = arriving.active.untimed() & arriving.address().untimed().lt(waiting_beats);
        let place = arriving.address().untimed().resize(address_bits(waiting_beats));
        // A cycle after the beat of the frame before has been read from the same place.
        memory.write(waits.later_with_reset(1), place.later(1), &words);

        m.section("the other beats, and the first ones after them");
        let pulse = Pulse::new(ports.start, beats).later(waiting_beats);
        let passing = Beats::new("passing_beat", pulse.now(), beats - waiting_beats);
        let waited = Beats::new("waited_beat", pulse.later(beats - waiting_beats).now(), waiting_beats);
        let held = memory.read(waited.address().untimed());
        let is_passing = passing.active.untimed().later_with_reset(1);
        let data = words.iter().zip(held).map(|(word, held)| is_passing.mux(*word, held));
        Ports::outputs(&m, pulse.later(1).now(), data);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let components = self.first * self.entering.element.parts();
        let shifted = |mut frame: Frame| {
            frame.components.rotate_left(components);
            frame
        };
        frames.into_iter().map(shifted).collect()
    }

    fn units(&self) -> Units {
        Units::default()
    }

    fn memory_bits(&self) -> usize {
        self.waiting_beats() * self.entering.beat_bits()
    }
}
