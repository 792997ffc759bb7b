//! `prefix`: the end of a frame before the frame, as OFDM has it.
//!
//! The memory of a frame also puts reversed order right: a transform before a prefix needs no permuter for its order.

use crate::chain::in_place;
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::formula::Order;
use crate::parts::wide::WideMemory;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::{address_bits, Module};
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const USAGE: Usage =
    Usage { word: "prefix", settings: "C", summary: "the last C elements of a frame, and after them the frame" };

/// A cyclic prefix.
#[derive(Debug)]
struct Prefix {
    length: usize,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Prefix { length: arguments.number("C", 1)? }))
}

impl Operation for Prefix {
    fn text(&self) -> String {
        format!("prefix {}", self.length)
    }

    fn takes_reversed_order(&self, size: usize, lanes: usize) -> bool {
        in_place::takes(size, lanes)
    }

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        entering.is_unpacked()?;
        let is_reversed = in_place::takes_stream(entering);
        let size = if is_reversed { entering.in_frames()? } else { entering.in_natural_frames()? };
        let (lanes, length) = (entering.lanes, self.length);
        if length >= size {
            return Err(Error::Unsupported(format!("frames have {size} elements; a prefix is shorter")));
        }
        if length % lanes != 0 {
            return Err(Error::Unsupported(format!(
                "{length} elements are no whole beats of {lanes}; take a multiple of {lanes}"
            )));
        }
        let body = Prefixed { entering: entering.clone(), length };
        Ok(Planned {
            leaving: Stream { frame: Some(size + length), order: Order::Natural, ..entering.clone() },
            latency: body.first_cycle() + Prefixed::READ_CYCLES,
            interval: (size + length) / lanes,
            frames: 1,
            body: Arc::new(body),
        })
    }
}

/// A memory of a frame. In natural order the last beats of the frame also pass by it.
struct Prefixed {
    entering: Stream,
    length: usize,
}

impl Prefixed {
    const READ_CYCLES: usize = 1;

    fn is_reversed(&self) -> bool {
        in_place::takes_stream(&self.entering)
    }

    fn prefix_beats(&self) -> usize {
        self.length / self.entering.lanes
    }

    /// Clock cycles from the start of a frame to the first beat of its prefix. It comes last in natural order, and in
    /// reversed order it is known with the whole frame.
    fn first_cycle(&self) -> usize {
        self.entering.beats() - if self.is_reversed() { 0 } else { self.prefix_beats() }
    }

    /// The words of a beat, a cycle after it leaves. `start`: of a frame that leaves.
    fn in_natural_order<'m>(&self, start: Pulse<'m>, arriving: &Beats<'m>, words: &[Sig<'m>]) -> Vec<Sig<'m>> {
        let (beats, prefix_beats) = (self.entering.beats(), self.prefix_beats());
        let m = arriving.active.builder();
        let memory = WideMemory::new(m, "frame", beats, self.entering.word());
        memory.write(arriving.active, arriving.address().untimed(), words);
        let prefix = Beats::new("prefix_beat", start.now(), prefix_beats);
        let leaving = Beats::new("frame_beat", start.later(prefix_beats).now(), beats);
        let held = memory.read(leaving.address().untimed());
        let is_prefix = prefix.active.later_with_reset(1);
        words.iter().zip(held).map(|(word, held)| is_prefix.mux(word.later(1), held)).collect()
    }

    /// The words of a beat, a cycle after it leaves, of a frame in reversed order.
    #[hdl]
    fn in_reversed_order<'m>(&self, start: Pulse<'m>, arriving: &Beats<'m>, words: &[Sig<'m>]) -> Vec<Sig<'m>> {
        let (beats, first) = (self.entering.beats(), self.entering.beats() - self.prefix_beats());
        let m = arriving.active.builder();
        let run = Run::from(m, "leaving", start.now());
        let active = run.active;
        let leaving_beat = m.state(address_bits(beats), first as u128);
        let in_body = m.state(1, 0);
        let wraps = active & leaving_beat.is(beats - 1);
        in_body.next(in_body ^ wraps);
        let last = wraps & in_body;
        leaving_beat.next_if(active, last.mux(first, leaving_beat + 1));
        run.until(last);
        let leaving = Beats { active, number: Some(*leaving_beat), last };
        in_place::memory(&self.entering, arriving, words, &leaving)
    }
}

impl Body for Prefixed {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Prefixed { entering, length } = self;
        let interval = entering.beats() + self.prefix_beats();
        let doc = format!(
            "The last {length} elements of a frame, and then the frame. Latency: {} cycles. Frames come at least \
             {interval} cycles apart.",
            self.first_cycle() + Self::READ_CYCLES,
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        m.section("frame");
        let arriving = Beats::new("beat", ports.start, entering.beats());
        let words: Vec<Sig> = ports.data.into_iter().map(Sig::untimed).collect();
        let start = match self.is_reversed() {
            false => Pulse::new(ports.start, interval).later(self.first_cycle()),
            true => Pulse::new(arriving.last.untimed().later_with_reset(1), interval),
        };
        m.section("prefix, and the frame after it");
        let data = match self.is_reversed() {
            false => self.in_natural_order(start, &arriving, &words),
            true => self.in_reversed_order(start, &arriving, &words),
        };
        Ports::outputs(&m, start.later(Self::READ_CYCLES).now(), data);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let components = self.length * self.entering.element.parts();
        let prefixed = |frame: Frame| {
            let Frame { components: frame, overflow } = in_place::in_natural_order(&self.entering, frame);
            let prefix = frame[frame.len() - components..].iter().copied();
            Frame { components: prefix.chain(frame.iter().copied()).collect(), overflow }
        };
        frames.into_iter().map(prefixed).collect()
    }

    fn units(&self) -> Units {
        Units::default()
    }

    fn memory_bits(&self) -> usize {
        self.entering.beats() * self.entering.beat_bits()
    }

    fn summary(&self) -> Option<String> {
        self.is_reversed().then(|| "in the memory that makes the order natural".into())
    }
}
