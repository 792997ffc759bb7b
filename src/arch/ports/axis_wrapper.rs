//! The AXI4-Stream shell around a core.
//!
//! A skid buffer on either side keeps every handshake output registered. In between, one clock
//! enable runs the core: it stops in the gaps of an input frame and while the sink is not ready for
//! a beat; between frames it runs on, so that complete frames drain. Where frames choose what they are, a
//! configuration channel stands beside the input (`channel`), and beats carry the word of their frame. Where a point passes
//! in two halves, the core runs in every second cycle (`halves`). Frames that `tlast` cuts short may be dropped (`resync`).

use super::config_channel::{channel, gate, leaving};
use super::frame_format::Frames;
use super::half_rate::{gather, hand_out, turn, Halves, PACE};
use super::keep::{keep, keep_check};
use super::resync::{dropping, resync, saturating_count, Framed};
use super::skid_buffer::skid;
use crate::lower::beats::Beats;
use crate::rtl::{address_bits, Module, Net};
use std::sync::Arc;

/// Clock cycles that the two buffers add to the latency of the core.
const SHELL_CYCLES: usize = 2;

/// The latency of a core of so many cycles, at the ports of its shell.
pub fn latency(core: usize, halves: Option<Halves>) -> usize {
    match halves {
        None => core + SHELL_CYCLES,
        // The core's first step waits for its turn.
        Some(_) => PACE * core + SHELL_CYCLES + 1,
    }
}

/// Lets a frame start when the initiation interval of the frame before has passed: `start`, in a cycle with `frame_waits`.
fn spacing(name: &str, interval: usize) -> Module {
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

/// Bits of the count of overflows.
const COUNT_BITS: u32 = 16;

/// The top module. `lanes` complex points a beat, of two components of `bits[0]` bits on the way in and `bits[1]` on the
/// way out. The core takes `core_latency` cycles, and a configuration word with each start, if there are any.
pub fn shell(
    name: &str,
    core: &Arc<Module>,
    lanes: usize,
    bits: [u32; 2],
    passing: &Frames,
    core_latency: usize,
) -> Module {
    let [bits, bits_out] = bits;
    let Frames { beats, config, halves, .. } = *passing;
    let latency = latency(core_latency, halves);
    let most = if passing.sizes.is_some() { "at most " } else { "" };
    let frame = match halves {
        None => format!("{most}{beats} beats of {lanes} points"),
        Some(side) => format!(
            "{} beats of a real sample on the {} and {beats} beats of a point on the other side",
            PACE * beats,
            if side == Halves::In { "input" } else { "output" }
        ),
    };
    let interval = if halves.is_some() { PACE * passing.interval } else { passing.interval };
    let mut m = Module::new(
        name,
        format!(
            "AXI4-Stream core. A frame is {frame}; latency {most}{latency} cycles from the first \
             input beat's transfer to the first output beat's, one frame every {interval} cycles."
        ),
    );
    let rst = passing.reset.port(&mut m);
    let (slots, pad) = (2 * lanes, bits.next_multiple_of(8) - bits);
    let components = if halves == Some(Halves::In) { 1 } else { slots };
    let widths: Vec<u32> = (0..components).flat_map(|_| [bits, pad]).filter(|w| *w > 0).collect();
    let bus = m.input_bus("s_axis_tdata", &widths);
    let data: Vec<Net> = bus.into_iter().step_by(if pad > 0 { 2 } else { 1 }).collect();
    let (tvalid, tlast) = (m.input("s_axis_tvalid", 1), m.input("s_axis_tlast", 1));
    let bytes = |components: usize, bits: u32| components as u32 * bits.div_ceil(8);
    let in_bytes = bytes(components, bits);
    let tkeep = passing.spare.map(|_| m.input("s_axis_tkeep", in_bytes));
    let tready = m.input("m_axis_tready", 1);

    let asked = (config > 0).then(|| {
        let widths: Vec<u32> = [config, config.next_multiple_of(8) - config].into_iter().filter(|w| *w > 0).collect();
        let word = m.input_bus("s_axis_config_tdata", &widths)[0];
        (word, m.input("s_axis_config_tvalid", 1))
    });

    let tracker = format!("{name}_frames");
    let frames = Arc::new(leaving(&tracker, passing).unwrap_or_else(|| frames(&tracker, beats, config == 0)));
    let exponent = port(core, "out_exponent");
    // One module serves both sides where the words are alike.
    let mark = if passing.resync { "drop" } else { "last" };
    let mut tags = [vec![(mark, 1)], vec![("last", 1)]];
    tags[0].extend([("first", 1), ("end", 1), ("config", config)].into_iter().filter(|_| config > 0));
    tags[0].extend(passing.sizes.as_ref().map(|_| ("same", 1)));
    tags[0].extend((halves == Some(Halves::In) && !passing.resync).then_some(("early", 1)));
    tags[1].extend(exponent.map(|port| ("user", core.width(core.outputs[port].fields[0]))));
    let [skid_in, skid_out] = match bits == bits_out && tags[0] == tags[1] {
        true => {
            let both = Arc::new(skid(&format!("{name}_skid"), slots, bits, &tags[0]));
            [both.clone(), both]
        }
        false => [("in", bits, &tags[0]), ("out", bits_out, &tags[1])]
            .map(|(side, bits, tags)| Arc::new(skid(&format!("{name}_skid_{side}"), slots, bits, tags))),
    };

    let (input, from_input) = m.place("input_buffer", &skid_in);
    let [ready, valid, last] = [0, 1, 3].map(|port: usize| from_input[port][0]);
    m.name(valid, "in_valid");
    let (tracker, tracked) = m.place("frame_tracker", &frames);
    let (running, in_last) = match asked {
        None => (tracked[0][0], tracked[1][0]),
        Some(_) => (m.state(1, Some(0)), from_input[5][0]),
    };
    let [out_valid, out_last] = [2, 1].map(|port: usize| tracked[tracked.len() - port][0]);
    let (output, to_output) = m.place("output_buffer", &skid_out);
    let out_ready = to_output[0][0];

    let between = m.not(running);
    let fed = m.or(valid, between);
    let idle = m.not(out_valid);
    let free = m.or(idle, out_ready);
    let runs = m.and(fed, free);
    let turn = halves.map(|_| turn(&mut m));
    let ce = turn.map_or(runs, |turn| m.and(runs, turn));
    m.name(ce, "ce");
    if let Some(turn) = turn {
        let next = m.not(ce);
        m.drive(turn, next);
    }
    let waits = m.and(valid, between);
    let start = match gate(&format!("{name}_gate"), passing) {
        None if passing.is_spaced() => {
            let spacing = Arc::new(spacing(&format!("{name}_spacing"), passing.interval));
            m.instance("spacing", &spacing, [ce, rst, waits].map(|net| vec![net]).to_vec())[0][0]
        }
        None => waits,
        Some(gate) => {
            let number = m.slice(from_input[6][0], 0, passing.sizes.as_ref().map_or(1, |sizes| sizes.bits));
            let inputs = [ce, rst, waits, from_input[7][0], number];
            m.instance("gate", &Arc::new(gate), inputs.map(|net| vec![net]).to_vec())[0][0]
        }
    };
    m.name(start, "in_start");
    let taken = match passing.sizes.is_some() || passing.is_spaced() {
        false => valid,
        true => {
            let further = m.and(valid, running);
            m.or(start, further)
        }
    };
    let take = m.and(taken, ce);
    let entry = [vec![rst], vec![tvalid], data, vec![tlast]];
    let framed = passing.resync.then(|| {
        let beats = if halves == Some(Halves::In) { PACE * beats } else { beats };
        let fixed = Some(beats).filter(|_| config == 0);
        m.place("resync", &Arc::new(resync(&format!("{name}_resync"), bits, components, fixed)))
    });
    let (framing, framed) = framed.map(|(instance, outputs)| (instance, Framed::new(&outputs))).unzip();
    let (valid_in, data, last_in) = match &framed {
        None => (tvalid, entry[2].clone(), tlast),
        Some(framed) => (framed.valid, framed.data.clone(), framed.drop),
    };
    let mut early = None;
    let (room, mut entering) = match halves.zip(turn) {
        None => (ready, vec![vec![rst], vec![valid_in], data, vec![last_in]]),
        Some((Halves::In, turn)) => {
            let gather = Arc::new(gather(&format!("{name}_gather"), bits));
            let inputs = vec![vec![rst], vec![turn], vec![valid_in], data, vec![last_in], vec![ready]];
            let gathered = m.instance("gather", &gather, inputs);
            early = from_input.get(4).map(|early| early[0]);
            // The last one says whether the first half came with `tlast`.
            let tags = gathered.len() - usize::from(passing.resync);
            (gathered[0][0], std::iter::once(vec![rst]).chain(gathered[1..tags].iter().cloned()).collect())
        }
        Some((Halves::Out, turn)) => {
            let valid = m.and(valid_in, turn);
            (m.and(ready, turn), vec![vec![rst], vec![valid], data, vec![last_in]])
        }
    };
    let mut given = vec![vec![ce], vec![rst], vec![start], from_input[2].clone()];
    let mut followed = vec![vec![ce], vec![rst]];
    // Where a channel counts the beats: one passes, and it is a frame's last one.
    let mut counted = None;
    match asked {
        None => followed.push(vec![start]),
        Some((word, asks)) => {
            let channel = Arc::new(channel(&format!("{name}_config"), passing));
            let passes = m.and(valid_in, room);
            let told = m.instance("config_channel", &channel, vec![vec![rst], vec![asks], vec![word], vec![passes]]);
            entering.extend(told[1..].iter().cloned());
            counted = Some([passes, told[2][0]]);
            given.push(from_input[6].clone());
            let more = m.not(in_last);
            m.drive_enabled(running, more, take);
            m.output("s_axis_config_tready", told[0][0]);
        }
    }
    entering.push(vec![take]);
    m.connect(input, entering);
    if let Some(framing) = framing {
        let last = counted.map(|[_, last]| vec![last]);
        m.connect(framing, entry.into_iter().chain([vec![room]]).chain(last).collect());
    }

    let computed = m.instance("core", core, given);
    followed.push(vec![computed[0][0]]);
    if let Some(sizes) = &passing.sizes {
        followed.push(vec![m.slice(computed[2][0], 0, sizes.bits)]);
    }
    m.connect(tracker, followed);
    let give = m.and(out_valid, ce);
    let give = match passing.resync.then(|| passing.most_waiting(core_latency)) {
        None => give,
        Some(most) => {
            let ends = m.and(take, in_last);
            let module = Arc::new(dropping(&format!("{name}_dropping"), most));
            let inputs = [ce, rst, ends, last, computed[0][0]].map(|net| vec![net]);
            let dropped = m.instance("dropping", &module, inputs.to_vec())[0][0];
            let kept = m.not(dropped);
            m.and(give, kept)
        }
    };
    let user = exponent.map(|port| computed[port].clone());
    let beat = [computed[1].clone(), vec![out_last]].into_iter().chain(user);
    let [data, last_out] = [2, 3].map(|port: usize| to_output[port].clone());
    let (taken, data, last_out) = match halves {
        Some(Halves::Out) => {
            let hand_out = Arc::new(hand_out(&format!("{name}_hand_out"), bits_out));
            let inputs = vec![vec![rst], to_output[1].clone(), data, last_out, vec![tready]];
            let handed = m.instance("hand_out", &hand_out, inputs);
            (handed[0][0], handed[1].clone(), handed[2].clone())
        }
        _ => (tready, data, last_out),
    };
    m.connect(output, [vec![rst], vec![give]].into_iter().chain(beat).chain([vec![taken]]).collect());

    let ready = framed.as_ref().map_or(room, |framed| framed.ready);
    m.output("s_axis_tready", ready);
    let data = padded(&mut m, &data);
    m.output_bus("m_axis_tdata", &data);
    m.output("m_axis_tvalid", to_output[1][0]);
    m.output("m_axis_tlast", last_out[0]);
    if let Some(user) = to_output.get(4) {
        let user = padded(&mut m, user);
        m.output_bus("m_axis_tuser", &user);
    }
    if let Some((tkeep, spare)) = tkeep.zip(passing.spare) {
        let own = Some(beats).filter(|_| framed.is_none() && counted.is_none());
        let passes = m.and(tvalid, ready);
        let [passes, last] = framed.as_ref().map(|framed| framed.enters).or(counted).unwrap_or([passes, tlast]);
        let kept = |all: u32| all - spare as u32 * all / lanes as u32;
        let check = Arc::new(keep_check(&format!("{name}_keep"), in_bytes, kept(in_bytes), own));
        let last = own.is_none().then(|| vec![last]);
        let inputs = [vec![rst], vec![passes], vec![tkeep]].into_iter().chain(last).collect();
        let wrong = m.instance("keep_check", &check, inputs)[0][0];
        let out_bytes = data.iter().map(|&word| m.width(word)).sum::<u32>() / 8;
        let kept = keep(&mut m, out_bytes, kept(out_bytes), last_out[0]);
        m.output("m_axis_tkeep", kept);
        m.output("event_tkeep_unexpected", wrong);
    }

    let events = match framed {
        Some(framed) => {
            m.output("dropped_count", framed.dropped);
            framed.events
        }
        None => tlast_events(&mut m, last, in_last, take, early),
    };
    m.output("event_tlast_missing", events[0]);
    m.output("event_tlast_unexpected", events[1]);
    if let Some(overflow) = port(core, "overflow") {
        // A word of the core stands still while its clock does.
        let over = m.and(computed[overflow][0], ce);
        let pulse = m.register(over, Some(0));
        m.output("event_overflow", pulse);
        let count = saturating_count(&mut m, "overflow_count", pulse, COUNT_BITS);
        m.output("overflow_count", count);
    }
    m
}

/// Pulses, where frames are counted: a frame's last beat is taken without `tlast`, and another one with it. `early`: the first
/// half of a point came with it.
fn tlast_events(m: &mut Module, last: Net, in_last: Net, take: Net, early: Option<Net>) -> [Net; 2] {
    let (no_last, not_end) = (m.not(last), m.not(in_last));
    [(in_last, no_last, None), (last, not_end, early)].map(|(a, b, early)| {
        let wrong = m.and(a, b);
        let wrong = m.and(wrong, take);
        let wrong = match early {
            None => wrong,
            // The first half's event comes ahead of the second one's: steps are two cycles apart.
            Some(early) => {
                let (first, second) = (m.and(early, take), m.register(wrong, Some(0)));
                m.or(first, second)
            }
        };
        m.register(wrong, Some(0))
    })
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

/// Follows the frames that leave the core, and those that enter it if nothing else does.
fn frames(name: &str, beats: usize, enter: bool) -> Module {
    let what = if enter { "enter and leave" } else { "leave" };
    let mut m = Module::new(name, format!("Counts the {beats} beats of the frames that {what} the core."));
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(ce);
    m.set_reset(rst);
    let in_start = enter.then(|| m.input("in_start", 1));
    let out_start = m.input("out_start", 1);
    let entering = in_start.map(|start| Beats::new(&mut m, "enter_", start, beats));
    let leaving = Beats::new(&mut m, "leave_", out_start, beats);
    if let Some(entering) = entering {
        let running = entering.running(&mut m);
        m.output("in_running", running);
        m.output("in_last", entering.last);
    }
    m.output("out_valid", leaving.active);
    m.output("out_last", leaving.last);
    m
}
