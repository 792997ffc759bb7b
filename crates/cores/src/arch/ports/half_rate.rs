//! Ports with one real sample in each clock cycle.
//!
//! Two samples make a point, so that the core has a beat in every second clock cycle. Point k is the samples 2k and 2k + 1,
//! which pass the port one after the other.

use crate::rtl::Module;

/// The side of the core on which beats have half a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HalfRate {
    /// The input: real samples come one by one.
    In,
    /// The output: real samples leave one by one.
    Out,
}

/// Clock cycles to each beat of the core.
pub const CLOCKS_PER_BEAT: usize = 2;

/// Builds the module that makes a point of two samples of `bits` bits. `out_last` is the mark of the second sample, and
/// `out_early` that of the first, which is never a frame's last. `has_start`: frames' first samples are marked as well;
/// `out_start` is the mark of the first sample, and `out_late_start` that of the second.
pub fn pair_samples(name: &str, bits: u32, has_start: bool) -> Module {
    let mut m = Module::new(name, "Two real samples, one after the other, become a point.");
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let enable = m.input("turn", 1);
    let valid = m.input("in_valid", 1);
    let sample = m.input_bus("in_data", &[bits])[0];
    let last = m.input("in_last", 1);
    let start = has_start.then(|| m.input("in_start", 1));
    let out_ready = m.input("out_ready", 1);
    let second = m.state(1, Some(0));
    m.name(second, "second");
    let ready = m.mux(second, out_ready, enable);
    let passes = m.and(valid, ready);
    let next = m.xor(second, passes);
    m.drive(second, next);
    let first = m.not(second);
    let taken = m.and(first, passes);
    let (held, early) = (m.state(bits, None), m.state(1, None));
    m.name(held, "first");
    m.name(early, "first_last");
    m.drive_enabled(held, sample, taken);
    m.drive_enabled(early, last, taken);
    let whole = m.and(second, valid);
    m.output("in_ready", ready);
    m.output("out_valid", whole);
    m.output_bus("out_data", &[held, sample]);
    m.output("out_last", last);
    m.output("out_early", early);
    if let Some(start) = start {
        let first_start = m.state(1, None);
        m.name(first_start, "first_start");
        m.drive_enabled(first_start, start, taken);
        m.output("out_start", first_start);
        m.output("out_late_start", start);
    }
    m
}

/// Builds the module that makes two samples of `bits` bits of a point. `has_start`: frames' first samples are marked.
pub fn split_samples(name: &str, bits: u32, has_start: bool) -> Module {
    let mut m = Module::new(name, "A point becomes two real samples, one after the other.");
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let valid = m.input("in_valid", 1);
    let point = m.input_bus("in_data", &[bits; 2]);
    let last = m.input("in_last", 1);
    let start = has_start.then(|| m.input("in_start", 1));
    let out_ready = m.input("out_ready", 1);
    let second = m.state(1, Some(0));
    m.name(second, "second");
    let passes = m.and(valid, out_ready);
    let next = m.xor(second, passes);
    m.drive(second, next);
    let take = m.and(second, out_ready);
    let sample = m.mux(second, point[1], point[0]);
    let last = m.and(second, last);
    m.output("in_take", take);
    m.output_bus("out_data", &[sample]);
    m.output("out_last", last);
    if let Some(start) = start {
        let first = m.not(second);
        let start = m.and(first, start);
        m.output("out_start", start);
    }
    m
}
