//! Gates at the input of a core: they hold a frame back until it may start.

use super::frame_format::{FrameFormat, SizeTable};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Builds the gate of frames whose initiation interval is longer than a frame. Input `frame_waits`: a frame's first
/// beat is there. Output `start`: it enters.
#[hdl]
pub fn interval_gate(name: &str, interval: usize) -> Module {
    let m = Builder::new(name, format!("Spaces frame starts at least {interval} cycles of the core apart."));
    m.set_enable(m.input("ce", 1));
    m.set_reset(m.input("rst", 1));
    let waits = m.input("frame_waits", 1);
    let cycles_left = m.state(address_bits(interval), 0);
    let is_free = cycles_left.is(0);
    let start = waits & is_free;
    cycles_left.next(start.mux(interval - 1, is_free.mux(0, cycles_left - 1)));
    m.output("start", start);
    m.finish()
}

/// Builds the gate of frames of several sizes. A frame of the size before enters at once; one of another size enters
/// when it will nowhere meet the frames before. Inputs: `frame_waits`, a frame's first beat is there; `same`, it has
/// the size of the frame before; `size`, the number of its size. Output `start`: it enters.
#[hdl]
pub fn size_gate(name: &str, sizes: &SizeTable) -> Module {
    let doc = "Holds a frame of another size than the one before it back until it will nowhere meet that one.";
    let m = Builder::new(name, doc);
    m.set_enable(m.input("ce", 1));
    m.set_reset(m.input("rst", 1));
    let (waits, same, number) = (m.input("frame_waits", 1), m.input("same", 1), m.input("size", sizes.number_bits));
    let SizeTable { beats, gaps, .. } = sizes;
    let max = gaps.iter().zip(beats).map(|(gap, beats)| gap.lag + beats).max().unwrap_or(0);
    let bits = address_bits(max + 1);
    let of_size = |word: &dyn Fn(usize) -> usize| {
        let words: Vec<u128> = (0..beats.len()).map(|size| word(size) as u128).collect();
        m.rom(number, bits, words)
    };
    // Whether lag and beats of the last frame have passed, and whether the gap to the frame before has.
    let quiet = m.state(1, 1);
    let granted = m.state(1, 0);
    let starts = waits & (same | granted | quiet);
    // The counter and the grant are registers: each takes a cycle of the gap.
    let busy_cycles = of_size(&|size| gaps[size].lag + beats[size] - 2);
    let lead = of_size(&|size| gaps[size].lead);
    let min_passed = of_size(&|size| gaps[size].lag - gaps[size].min);
    let min_left = m.reg(bits);
    min_left.next_if(starts, min_passed);
    let (left, running) = m.count_down("cycles_left", starts, busy_cycles);
    let stays = !starts;
    quiet.next(!running & stays);
    let is_short = lead.lt(left) | min_left.lt(left);
    granted.next(waits & stays & !is_short);
    m.output("start", starts);
    m.finish()
}

/// The kind of a gate.
pub enum FrameGate<'a> {
    /// Spaces frames by the initiation interval.
    Interval(usize),
    /// Keeps frames of different sizes apart.
    Size(&'a SizeTable),
}

impl<'a> FrameGate<'a> {
    /// The gate that frames need; `None` where each may follow the one before at once.
    pub fn new(format: &'a FrameFormat) -> Option<Self> {
        match &format.sizes {
            Some(sizes) => Some(FrameGate::Size(sizes)),
            None => format.is_spaced().then_some(FrameGate::Interval(format.interval)),
        }
    }
}
