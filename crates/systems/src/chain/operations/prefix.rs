//! `prefix`: the end of a frame before the frame, as OFDM has it.

use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::parts::wide::WideMemory;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
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

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        entering.is_unpacked()?;
        let (size, lanes, length) = (entering.in_natural_frames()?, entering.lanes, self.length);
        if length >= size {
            return Err(Error::Unsupported(format!("frames have {size} elements; a prefix is shorter")));
        }
        if length % lanes != 0 {
            return Err(Error::Unsupported(format!(
                "{length} elements are no whole beats of {lanes}; take a multiple of {lanes}"
            )));
        }
        Ok(Planned {
            leaving: Stream { frame: Some(size + length), ..entering.clone() },
            latency: (size - length) / lanes + Prefixed::READ_CYCLES,
            interval: (size + length) / lanes,
            frames: 1,
            body: Arc::new(Prefixed { entering: entering.clone(), length }),
        })
    }
}

/// A memory of a frame, which the last beats of the frame also pass by.
struct Prefixed {
    entering: Stream,
    length: usize,
}

impl Prefixed {
    const READ_CYCLES: usize = 1;
}

impl Body for Prefixed {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Prefixed { entering, length } = self;
        let (beats, prefix_beats) = (entering.beats(), length / entering.lanes);
        let doc = format!(
            "The last {length} elements of a frame, and then the frame. Latency: {} cycles. Frames come at least {} \
             cycles apart.",
            beats - prefix_beats + Self::READ_CYCLES,
            beats + prefix_beats
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);

        m.section("frame");
        let arriving = Beats::new("beat", ports.start, beats);
        let memory = WideMemory::new(&m, "frame", beats, entering.word());
        let words: Vec<Sig> = ports.data.into_iter().map(Sig::untimed).collect();
        memory.write(arriving.active, arriving.address().untimed(), &words);

        m.section("prefix, and the frame after it");
        let pulse = Pulse::new(ports.start, beats + prefix_beats).later(beats - prefix_beats);
        let prefix = Beats::new("prefix_beat", pulse.now(), prefix_beats);
        let leaving = Beats::new("frame_beat", pulse.later(prefix_beats).now(), beats);
        let held = memory.read(leaving.address().untimed());
        let is_prefix = prefix.active.later_with_reset(1);
        let data = words.iter().zip(held).map(|(word, held)| is_prefix.mux(word.later(1), held));
        Ports::outputs(&m, pulse.later(1).now(), data);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let components = self.length * self.entering.element.parts();
        let prefixed = |Frame { components: frame, overflow }: Frame| {
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
}
