//! Real samples one a clock cycle. Two of them are a point, so the core takes a step in every second cycle, and the
//! parts of a point pass the port one after the other: real samples 2k and 2k + 1.

use crate::rtl::{Module, Net};

/// The side of the core on which points pass by halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halves {
    In,
    Out,
}

/// Clock cycles to each step of the core.
pub const PACE: usize = 2;

/// Whether the core may take its step: not in the cycle behind another one. A point begins to enter in these cycles only,
/// so that its way takes the same time whenever it comes.
pub fn turn(m: &mut Module) -> Net {
    let turn = m.state(1, Some(1));
    m.name(turn, "turn")
}

/// Two samples become a point. What was marked as a frame's last is said of both: of the first it is never right.
pub fn gather(name: &str, bits: u32) -> Module {
    let mut m = Module::new(name, "Two real samples, one after the other, become a point.");
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let turn = m.input("turn", 1);
    let valid = m.input("in_valid", 1);
    let sample = m.input_bus("in_data", &[bits])[0];
    let last = m.input("in_last", 1);
    let room = m.input("out_ready", 1);
    let second = m.state(1, Some(0));
    m.name(second, "second");
    let ready = m.mux(second, room, turn);
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
    m
}

/// A point becomes two samples.
pub fn hand_out(name: &str, bits: u32) -> Module {
    let mut m = Module::new(name, "A point becomes two real samples, one after the other.");
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let valid = m.input("in_valid", 1);
    let point = m.input_bus("in_data", &[bits; 2]);
    let last = m.input("in_last", 1);
    let sink = m.input("out_ready", 1);
    let second = m.state(1, Some(0));
    m.name(second, "second");
    let passes = m.and(valid, sink);
    let next = m.xor(second, passes);
    m.drive(second, next);
    let take = m.and(second, sink);
    let sample = m.mux(second, point[1], point[0]);
    let last = m.and(second, last);
    m.output("in_take", take);
    m.output_bus("out_data", &[sample]);
    m.output("out_last", last);
    m
}
