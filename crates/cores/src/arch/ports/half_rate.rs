//! Ports with one real sample in each clock cycle.
//!
//! Two samples make a point, so that the core has a beat in every second clock cycle. Point k is the samples 2k and 2k
//! + 1, which pass the port one after the other.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

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
#[hdl]
pub fn pair_samples(name: &str, bits: u32, has_start: bool) -> Module {
    let m = Builder::new(name, "Two real samples, one after the other, become a point.");
    m.set_reset(m.input("rst", 1));
    let enable = m.input("turn", 1);
    let valid = m.input("in_valid", 1);
    let sample = m.input("in_data", bits);
    let last = m.input("in_last", 1);
    let start = has_start.then(|| m.input("in_start", 1));
    let out_ready = m.input("out_ready", 1);

    let second = m.state(1, 0);
    let ready = second.mux(out_ready, enable);
    let passes = valid & ready;
    second.next(second ^ passes);
    let first_passes = !second & passes;
    let first = m.reg(bits);
    let first_last = m.reg(1);
    first.next_if(first_passes, sample);
    first_last.next_if(first_passes, last);
    m.output("in_ready", ready);
    m.output("out_valid", second & valid);
    m.output_bus("out_data", [*first, sample]);
    m.output("out_last", last);
    m.output("out_early", first_last);
    if let Some(start) = start {
        let first_start = m.reg(1);
        first_start.next_if(first_passes, start);
        m.output("out_start", first_start);
        m.output("out_late_start", start);
    }
    m.finish()
}

/// Builds the module that makes two samples of `bits` bits of a point. `has_start`: frames' first samples are marked.
#[hdl]
pub fn split_samples(name: &str, bits: u32, has_start: bool) -> Module {
    let m = Builder::new(name, "A point becomes two real samples, one after the other.");
    m.set_reset(m.input("rst", 1));
    let valid = m.input("in_valid", 1);
    let point = m.input_bus("in_data", &[bits; 2]);
    let last = m.input("in_last", 1);
    let start = has_start.then(|| m.input("in_start", 1));
    let out_ready = m.input("out_ready", 1);

    let second = m.state(1, 0);
    second.next(second ^ (valid & out_ready));
    m.output("in_take", second & out_ready);
    m.output_bus("out_data", [second.mux(point[1], point[0])]);
    m.output("out_last", second & last);
    if let Some(start) = start {
        m.output("out_start", !second & start);
    }
    m.finish()
}
