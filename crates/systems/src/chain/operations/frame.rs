//! `frame`: samples become frames that overlap.

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
    word: "frame",
    settings: "N [hop H] [lanes W]",
    summary: "frames of N samples, each H samples after the one before; samples before the first one are zeros",
};

/// Frames of samples.
#[derive(Debug)]
struct Framing {
    size: usize,
    /// Samples from the start of a frame to that of the next one.
    hop: usize,
    /// Elements of a beat that leaves. `None` for as many as keep the rate of the samples.
    lanes: Option<usize>,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let size = arguments.number("N", 1)?;
    let hop = arguments.named_number("hop", 1)?.unwrap_or(size);
    let lanes = arguments.named_number("lanes", 1)?;
    if hop > size {
        return Err(arguments.refuse(format!("hop {hop} leaves samples out; it is at most the frame, {size}")));
    }
    Ok(Box::new(Framing { size, hop, lanes }))
}

/// Frames of samples that follow each other.
pub fn frames_of(size: usize) -> Box<dyn Operation> {
    Box::new(Framing { size, hop: size, lanes: None })
}

impl Operation for Framing {
    fn text(&self) -> String {
        let hop = if self.hop < self.size { format!(" hop {}", self.hop) } else { String::new() };
        let lanes = self.lanes.map_or(String::new(), |lanes| format!(" lanes {lanes}"));
        format!("frame {}{hop}{lanes}", self.size)
    }

    fn block(&self) -> Option<usize> {
        Some(self.hop)
    }

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        let Framing { size, hop, .. } = *self;
        let [width, ratio] = [entering.lanes, size / hop];
        let refuse = |why: String| Err(Error::Unsupported(why));
        if let Some(frame) = entering.frame {
            return refuse(format!("it takes samples, and frames of {frame} come; leave what makes these out"));
        }
        let entering = &Stream { frame: Some(hop), ..entering.clone() };
        if hop % width != 0 || size % width != 0 {
            return refuse(format!(
                "{size} samples with hop {hop} are no whole beats of {width}; take a width that divides both"
            ));
        }
        let keeps_rate = size % hop == 0 && hop % (width * ratio) == 0;
        let lanes = self.lanes.unwrap_or(if keeps_rate { width * ratio } else { width });
        let leaving = Stream { lanes, frame: Some(size), ..entering.clone() };
        let planned = |latency: usize, body: Arc<dyn Body>| Planned {
            latency,
            interval: size / lanes,
            frames: 1,
            leaving: leaving.clone(),
            body,
        };
        match lanes {
            _ if size == hop && lanes == width => Ok(planned(0, Arc::new(Whole { entering: entering.clone() }))),
            _ if lanes == width => {
                Ok(planned(Overlap::LATENCY, Arc::new(Overlap { entering: entering.clone(), size, hop })))
            }
            _ if keeps_rate && lanes == width * ratio => {
                Ok(planned(Ring::LATENCY, Arc::new(Ring { entering: entering.clone(), size, hop })))
            }
            _ => {
                let faster = if keeps_rate { format!(" or {}", width * ratio) } else { String::new() };
                refuse(format!(
                    "lanes {lanes}: frames of {size} with hop {hop} leave {width}{faster} elements a beat; write it so, \
                     or leave 'lanes' out"
                ))
            }
        }
    }
}

/// Returns the frames of a sequence of blocks of samples, of which the first ones have zeros before them.
fn overlapping(blocks: Vec<Frame>, size: usize) -> Vec<Frame> {
    let mut held = vec![0; size];
    let frame = |Frame { components, overflow }: Frame| {
        held.extend(components);
        held.drain(..held.len() - size);
        Frame { components: held.clone(), overflow }
    };
    blocks.into_iter().map(frame).collect()
}

/// Frames that do not overlap, or samples as they come.
pub(super) struct Whole {
    pub entering: Stream,
}

impl Body for Whole {
    fn module(&self, name: &str) -> Module {
        let m = Builder::new(name, "Frames of samples one after another. Latency: 0 cycles.");
        let ports = Ports::new(&m, &self.entering, Reset::Rst);
        Ports::outputs(&m, ports.start, ports.data);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        frames
    }

    fn units(&self) -> Units {
        Units::default()
    }
}

/// Frames that leave as slowly as samples come: a block, and idle beats until its frame has left.
///
/// Each sample takes the place of the one that is read in the same beat, which is as old as the overlap is long: a
/// memory of `size - hop` samples is enough.
struct Overlap {
    entering: Stream,
    size: usize,
    hop: usize,
}

impl Overlap {
    /// Clock cycles of a read.
    const LATENCY: usize = 1;

    /// Beats that frames have in common.
    fn common_beats(&self) -> usize {
        (self.size - self.hop) / self.entering.lanes
    }
}

impl Body for Overlap {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Overlap { ref entering, size, hop } = *self;
        let [beats, new_beats, common] = [size / entering.lanes, hop / entering.lanes, self.common_beats()];
        let doc = format!(
            "Frames of {size} samples, each {hop} after the one before. Samples before the first one are zeros. \
             Latency: {} cycle. A block of {new_beats} beats comes at least {beats} cycles after the one before.",
            Self::LATENCY
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, beats);
        let arriving = Beats::new("new_beat", ports.start, new_beats);

        m.section("overlap");
        let (place, _) = m.count("place", beat.active, common);
        let place = place.unwrap_or_else(|| m.constant(1, 0));
        let memory = WideMemory::new(&m, "overlap", common, entering.word());
        let samples: Vec<Sig> = ports.data.into_iter().map(Sig::untimed).collect();
        memory.write(arriving.active, place, &samples);
        let held = memory.read(place);

        m.section("samples before the first one");
        let missing = Missing::new(&m, common, new_beats, &beat);
        let is_known = missing.is_known.later(1);
        Ports::outputs(&m, ports.start.later_with_reset(1), held.into_iter().map(|sample| sample.masked(is_known)));
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        overlapping(frames, self.size * self.entering.element.parts())
    }

    fn has_history(&self) -> bool {
        true
    }

    fn units(&self) -> Units {
        Units::default()
    }

    fn memory_bits(&self) -> usize {
        self.common_beats() * self.entering.beat_bits()
    }
}

/// Beats of the next frame that hold samples from before the reset.
struct Missing<'m> {
    /// Whether a beat holds samples that have come.
    is_known: Sig<'m>,
}

impl<'m> Missing<'m> {
    /// `common`: beats that frames have in common; `new`: beats that come with each frame; `beat`: those of the frame.
    fn new(m: &'m Builder, common: usize, new: usize, beat: &Beats<'m>) -> Self {
        let bits = address_bits(common + 1);
        let missing = m.state(bits, common as u128).named("missing_beats");
        let rest = match new < common {
            true => missing.lt(new).mux(0, *missing - new),
            false => m.constant(bits, 0),
        };
        missing.next_if(beat.last, rest);
        let number = beat.address().untimed();
        let width = bits.max(number.width());
        let is_known = !number.extend(width).lt(missing.extend(width));
        Missing { is_known: is_known.named("is_known") }
    }
}

/// Frames that leave in as many beats as their samples come in: beats that leave have more lanes.
///
/// A block goes into the place of the oldest one. The last block is read while it comes: its words leave faster than
/// they are written, and the last word is read in the cycle after it was written.
struct Ring {
    entering: Stream,
    size: usize,
    hop: usize,
}

impl Ring {
    /// A cycle after the start, and a cycle of the read.
    const LATENCY: usize = 2;
}

impl Body for Ring {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Ring { ref entering, size, hop } = *self;
        let blocks = size / hop;
        let beats = hop / entering.lanes;
        // Words of a block, each of as many beats as there are blocks in a frame.
        let words = beats / blocks;
        let doc = format!(
            "Frames of {size} samples, each {hop} after the one before, in {beats} beats. Samples before the first one \
             are zeros. Latency: {} cycles.",
            Self::LATENCY
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);

        m.section("blocks come");
        let arriving = Run::from(&m, "arriving", ports.start);
        let is_arriving = arriving.active;
        let (_, word_ends) = m.count("beat_of_word", is_arriving, blocks);
        let (written, block_ends) = m.count("written_word", word_ends, words);
        arriving.until(block_ends);
        let (slot, _) = m.count("written_block", block_ends, blocks);
        let slot = slot.unwrap_or_else(|| m.constant(1, 0));
        let beat: Vec<Sig> = ports.data.into_iter().map(Sig::untimed).collect();
        let mut word = chained(beat, blocks, |beat| beat.iter().map(|sample| sample.before(1)).collect());
        word.reverse();
        let [components, bits] = entering.word();
        let ring = WideMemory::new(&m, "ring", blocks * words, [components * blocks, bits]);
        ring.write(word_ends, ring_address(&m, [blocks, words], slot, written), &word.concat());

        m.section("frames leave");
        let start = ports.start.later_with_reset(1);
        let reading = Run::from(&m, "reading", start);
        let is_reading = reading.active;
        let (read_word, block_read) = m.count("read_word", is_reading, words);
        let (read_block, frame_read) = m.count_from("read_block", block_read, blocks, 0);
        reading.until(frame_read);
        // The oldest block is the one after that which comes, and it is the first one that leaves.
        let first = m.state(address_bits(blocks), 1 % blocks as u128).named("oldest_block");
        first.step_on(frame_read, blocks);
        let read_block = read_block.unwrap_or_else(|| m.constant(1, 0));
        let read_slot = first.add_modulo(read_block, blocks);
        let held = ring.read(ring_address(&m, [blocks, words], read_slot, read_word));

        m.section("samples before the first one");
        let missing = m.state(address_bits(blocks), blocks as u128 - 1).named("missing_blocks");
        let some_are_missing = missing.any();
        missing.next_if(frame_read & some_are_missing, *missing - 1);
        let block_has_come = !read_block.lt(*missing);
        let is_known = block_has_come.later(1);
        Ports::outputs(&m, start.later_with_reset(1), held.into_iter().map(|sample| sample.masked(is_known)));
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        overlapping(frames, self.size * self.entering.element.parts())
    }

    fn has_history(&self) -> bool {
        true
    }

    fn units(&self) -> Units {
        Units::default()
    }

    fn memory_bits(&self) -> usize {
        self.size * self.entering.element.bits() as usize
    }
}

/// Address of a word in a ring of blocks.
fn ring_address<'m>(m: &'m Builder, [blocks, words]: [usize; 2], block: Sig<'m>, word: Option<Sig<'m>>) -> Sig<'m> {
    let Some(word) = word else { return block };
    if words.is_power_of_two() {
        return m.cat([word, block]);
    }
    let bits = address_bits(blocks * words);
    let starts: Vec<u128> = (0..blocks).map(|block| (block * words) as u128).collect();
    let start = m.rom(block, bits, starts);
    start + word.extend(bits)
}
