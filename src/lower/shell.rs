//! The AXI4-Stream shell around a core.
//!
//! A skid buffer on either side keeps every handshake output registered. In between, one clock
//! enable runs the core: it stops in the gaps of an input frame and while the sink is not ready for
//! a beat; between frames it runs on, so that complete frames drain.

use super::control::Beats;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Clock cycles that the two buffers add to the latency of the core.
pub const SHELL_CYCLES: usize = 2;

/// Bits of the count of overflows.
const COUNT_BITS: u32 = 16;

/// The top module. `lanes` complex points a beat, of two components of `bits[0]` bits on the way in and `bits[1]` on the
/// way out; `beats` a frame.
pub fn shell(name: &str, core: &Arc<Module>, lanes: usize, bits: [u32; 2], beats: usize, latency: usize) -> Module {
    let [bits, bits_out] = bits;
    let mut m = Module::new(
        name,
        format!(
            "AXI4-Stream core. A frame is {beats} beats of {lanes} points; latency {latency} cycles from the first \
             input beat's transfer to the first output beat's, one frame every {beats} cycles."
        ),
    );
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let (slots, pad) = (2 * lanes, bits.next_multiple_of(8) - bits);
    let widths: Vec<u32> = (0..slots).flat_map(|_| [bits, pad]).filter(|w| *w > 0).collect();
    let bus = m.input_bus("s_axis_tdata", &widths);
    let data: Vec<Net> = bus.into_iter().step_by(if pad > 0 { 2 } else { 1 }).collect();
    let (tvalid, tlast) = (m.input("s_axis_tvalid", 1), m.input("s_axis_tlast", 1));
    let tready = m.input("m_axis_tready", 1);

    let frames = Arc::new(frames(&format!("{name}_frames"), beats));
    let exponent = port(core, "out_exponent");
    let user = exponent.map(|port| core.width(core.outputs[port].fields[0]));
    // One module serves both sides where the words are alike.
    let [skid_in, skid_out] = match bits == bits_out && user.is_none() {
        true => {
            let both = Arc::new(skid(&format!("{name}_skid"), slots, bits, None));
            [both.clone(), both]
        }
        false => [("in", bits, None), ("out", bits_out, user)]
            .map(|(side, bits, user)| Arc::new(skid(&format!("{name}_skid_{side}"), slots, bits, user))),
    };

    let (input, from_input) = m.place("input_buffer", &skid_in);
    let [ready, valid, last] = [0, 1, 3].map(|port: usize| from_input[port][0]);
    m.name(valid, "in_valid");
    let (tracker, tracked) = m.place("frame_tracker", &frames);
    let [running, in_last, out_valid, out_last] = [0, 1, 2, 3].map(|port: usize| tracked[port][0]);
    let (output, to_output) = m.place("output_buffer", &skid_out);
    let out_ready = to_output[0][0];

    let between = m.not(running);
    let fed = m.or(valid, between);
    let idle = m.not(out_valid);
    let free = m.or(idle, out_ready);
    let ce = m.and(fed, free);
    m.name(ce, "ce");
    let start = m.and(valid, between);
    m.name(start, "in_start");
    let take = m.and(valid, ce);
    m.connect(input, vec![vec![rst], vec![tvalid], data, vec![tlast], vec![take]]);

    let computed = m.instance("core", core, vec![vec![ce], vec![rst], vec![start], from_input[2].clone()]);
    m.connect(tracker, vec![vec![ce], vec![rst], vec![start], vec![computed[0][0]]]);
    let give = m.and(out_valid, ce);
    let user = exponent.map(|port| computed[port].clone());
    let beat = [computed[1].clone(), vec![out_last]].into_iter().chain(user);
    m.connect(output, [vec![rst], vec![give]].into_iter().chain(beat).chain([vec![tready]]).collect());

    m.output("s_axis_tready", ready);
    let data = padded(&mut m, &to_output[2]);
    m.output_bus("m_axis_tdata", &data);
    m.output("m_axis_tvalid", to_output[1][0]);
    m.output("m_axis_tlast", to_output[3][0]);
    if let Some(user) = to_output.get(4) {
        let user = padded(&mut m, user);
        m.output_bus("m_axis_tuser", &user);
    }

    let (no_last, not_end) = (m.not(last), m.not(in_last));
    for (event, wrong) in [("event_tlast_missing", [in_last, no_last]), ("event_tlast_unexpected", [last, not_end])] {
        let wrong = m.and(wrong[0], wrong[1]);
        let wrong = m.and(wrong, take);
        let pulse = m.register(wrong, Some(0));
        m.output(event, pulse);
    }
    if let Some(overflow) = port(core, "overflow") {
        // A word of the core stands still while its clock does.
        let over = m.and(computed[overflow][0], ce);
        let pulse = m.register(over, Some(0));
        m.output("event_overflow", pulse);
        let count = m.state(COUNT_BITS, Some(0));
        m.name(count, "overflow_count");
        let full = m.all(count);
        let room = m.not(full);
        let one = m.and(pulse, room);
        let one = m.extend(one, COUNT_BITS);
        let next = m.add(count, one);
        m.drive(count, next);
        m.output("overflow_count", count);
    }
    m
}

/// The number of an output.
fn port(module: &Module, name: &str) -> Option<usize> {
    module.outputs.iter().position(|port| port.name == name)
}

/// Words with the copies of their signs that fill their last byte.
fn padded(m: &mut Module, words: &[Net]) -> Vec<Net> {
    let mut padded = Vec::new();
    for &word in words {
        let bits = m.width(word);
        padded.push(word);
        if let Some(rest @ 1..) = bits.next_multiple_of(8).checked_sub(bits) {
            let sign = m.bit(word, bits - 1);
            padded.push(m.repeat(sign, rest));
        }
    }
    padded
}

/// Follows the frames that enter and leave the core.
fn frames(name: &str, beats: usize) -> Module {
    let mut m = Module::new(name, format!("Counts the {beats} beats of the frames that enter and leave the core."));
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(ce);
    m.set_reset(rst);
    let (in_start, out_start) = (m.input("in_start", 1), m.input("out_start", 1));
    let entering = Beats::new(&mut m, "enter_", in_start, beats);
    let leaving = Beats::new(&mut m, "leave_", out_start, beats);
    let running = entering.running(&mut m);
    m.output("in_running", running);
    m.output("in_last", entering.last);
    m.output("out_valid", leaving.active);
    m.output("out_last", leaving.last);
    m
}

/// A buffer of two beats with registered handshakes on both sides.
/// `user`: bits of what else goes with each beat.
fn skid(name: &str, slots: usize, bits: u32, user: Option<u32>) -> Module {
    let mut m = Module::new(name, "Skid buffer: two beats deep, every handshake output registered; latency 1 cycle.");
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let valid = m.input("in_valid", 1);
    let mut data = m.input_bus("in_data", &vec![bits; slots]);
    data.push(m.input("in_last", 1));
    data.extend(user.map(|bits| m.input("in_user", bits)));
    let take = m.input("out_take", 1);

    let (front, spare) = (m.state(1, Some(0)), m.state(1, Some(0)));
    let (front, spare) = (m.name(front, "front_valid"), m.name(spare, "spare_valid"));
    let ready = m.not(spare);
    let arrives = m.and(valid, ready);
    let empty = m.not(front);
    let moves = m.or(take, empty);
    m.name(moves, "moves");
    // The front takes the spare beat first; only while it stands still does a beat go to the spare.
    let refill = m.or(spare, arrives);
    let next_front = m.mux(moves, refill, front);
    m.drive(front, next_front);
    let stays = m.not(moves);
    let parks = m.or(spare, arrives);
    let next_spare = m.and(stays, parks);
    m.drive(spare, next_spare);

    let mut out = Vec::new();
    for (index, &net) in data.iter().enumerate() {
        let width = m.width(net);
        let (held, shown) = (m.state(width, None), m.state(width, None));
        let label = match index.checked_sub(slots) {
            None => index.to_string(),
            Some(0) => "last".into(),
            Some(_) => "user".into(),
        };
        m.name(held, format!("spare_{label}"));
        m.name(shown, format!("front_{label}"));
        m.drive_enabled(held, net, ready);
        let next = m.mux(spare, held, net);
        m.drive_enabled(shown, next, moves);
        out.push(shown);
    }
    m.output("in_ready", ready);
    m.output("out_valid", front);
    m.output_bus("out_data", &out[..slots]);
    m.output("out_last", out[slots]);
    if let Some(&user) = out.get(slots + 1) {
        m.output("out_user", user);
    }
    m
}
