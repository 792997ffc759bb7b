//! Gates at the input of a core: they hold a frame back until it may start.

use super::frame_format::{FrameFormat, SizeTable};
use crate::lower::count::count_down;
use crate::rtl::{address_bits, Module};

/// Builds the gate of frames whose initiation interval is longer than a frame. Input `frame_waits`: a frame's first beat is
/// there. Output `start`: it enters.
pub fn interval_gate(name: &str, interval: usize) -> Module {
    let mut m = Module::new(name, format!("Spaces frame starts at least {interval} cycles of the core apart."));
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(ce);
    m.set_reset(rst);
    let waits = m.input("frame_waits", 1);
    let width = address_bits(interval);
    let left = m.state(width, Some(0));
    m.name(left, "cycles_left");
    let free = m.eq_const(left, 0);
    let start = m.and(waits, free);
    let (one, zero, most) = (m.constant(width, 1), m.constant(width, 0), m.constant(width, interval as u128 - 1));
    let less = m.sub(left, one);
    let idle = m.mux(free, zero, less);
    let next = m.mux(start, most, idle);
    m.drive(left, next);
    m.output("start", start);
    m
}

/// Builds the gate of frames of several sizes. A frame of the size before enters at once; one of another size enters when it
/// will nowhere meet the frames before. Inputs: `frame_waits`, a frame's first beat is there; `same`, it has the size of the
/// frame before; `size`, the number of its size. Output `start`: it enters.
pub fn size_gate(name: &str, sizes: &SizeTable) -> Module {
    let doc = "Holds a frame of another size than the one before it back until it will nowhere meet that one.";
    let mut m = Module::new(name, doc);
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(ce);
    m.set_reset(rst);
    let (waits, same, number) = (m.input("frame_waits", 1), m.input("same", 1), m.input("size", sizes.number_bits));
    let SizeTable { beats, gaps, .. } = sizes;
    let max = gaps.iter().zip(beats).map(|(gap, beats)| gap.lag + beats).max().unwrap_or(0);
    let bits = address_bits(max + 1);
    let rom = |m: &mut Module, word: &dyn Fn(usize) -> usize| {
        let words: Vec<u128> = (0..beats.len()).map(|size| word(size) as u128).collect();
        m.rom(number, bits, words)
    };
    // Whether lag and beats of the last frame have passed, and whether the gap to the frame before has.
    let (quiet, granted) = (m.state(1, Some(1)), m.state(1, Some(0)));
    let (quiet, granted) = (m.name(quiet, "quiet"), m.name(granted, "granted"));
    let may = m.or(same, granted);
    let may = m.or(may, quiet);
    let starts = m.and(waits, may);
    // The counter and the grant are registers: each takes a cycle of the gap.
    let load = rom(&mut m, &|size| gaps[size].lag + beats[size] - 2);
    let lead = rom(&mut m, &|size| gaps[size].lead);
    let min_passed = rom(&mut m, &|size| gaps[size].lag - gaps[size].min);
    let held = m.state(bits, None);
    m.drive_enabled(held, min_passed, starts);
    let (left, running) = count_down(&mut m, "cycles_left", starts, load);
    let idle = m.not(running);
    let stays = m.not(starts);
    let idle = m.and(idle, stays);
    m.drive(quiet, idle);
    let short = [lead, held].map(|end| m.lt(end, left));
    let short = m.or(short[0], short[1]);
    let passed = m.not(short);
    let waits_on = m.and(waits, stays);
    let grant = m.and(waits_on, passed);
    m.drive(granted, grant);
    m.output("start", starts);
    m
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
