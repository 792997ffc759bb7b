//! The unit that multiplies the results of an engine by their twiddle factors.

use super::Twiddles;
use crate::arch::ports::skid_buffer;
use crate::design::Config;
use crate::external::walk::reversed_digits;
use crate::external::walker::LoopCounters;
use crate::rtl::{address_bits, Module, Net};
use crate::twiddles::{exponents, Rotation};
use std::sync::Arc;

/// Builds the unit with the ports of a stream: `rst`, `s_axis_tvalid`, `s_axis_tdata`, `m_axis_tready`; `s_axis_tready`, `m_axis_tdata`,
/// `m_axis_tvalid`, and in fixed point `event_overflow` while a beat has a value that was too large for its word.
pub fn twiddle_unit(name: &str, twiddles: Twiddles, config: &Config) -> Module {
    let components = 2 * config.width;
    let bits = config.format.bits();
    let core = Arc::new(core(&format!("{name}_core"), twiddles, config));
    let buffer = Arc::new(skid_buffer(&format!("{name}_buffer"), components, bits, &[]));
    let mut m =
        Module::new(name, "Multiplication by twiddle factors: the core with a handshake, behind it a skid buffer.");
    let reset = m.input("rst", 1);
    let valid = m.input("s_axis_tvalid", 1);
    let data = m.input_bus("s_axis_tdata", &vec![bits; components]);
    let take = m.input("m_axis_tready", 1);

    let (core_at, outputs) = m.place("core", &core);
    let (product_valid, products) = (outputs[0][0], outputs[1].clone());
    let (buffer_at, buffered) = m.place("buffer", &buffer);
    let empty = m.not(product_valid);
    let enable = m.or(buffered[0][0], empty);
    m.name(enable, "ce");
    m.connect(core_at, vec![vec![enable], vec![reset], vec![valid], data]);
    m.connect(buffer_at, vec![vec![reset], vec![product_valid], products, vec![take]]);

    m.output("s_axis_tready", enable);
    m.output_bus("m_axis_tdata", &buffered[2]);
    m.output("m_axis_tvalid", buffered[1][0]);
    if let Some(overflow) = outputs.get(2) {
        let overflow = m.and(overflow[0], product_valid);
        m.output("event_overflow", overflow);
    }
    m
}

/// Builds the core, which runs in the cycles with `ce`. Beats without `in_valid` pass too.
fn core(name: &str, twiddles: Twiddles, config: &Config) -> Module {
    let rotation = Rotation::new(name, twiddles.order, config);
    let (bits, width) = (config.format.bits(), config.width);

    let mut m = Module::new(name, String::new());
    let (enable, reset) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(enable);
    m.set_reset(reset);
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits; 2 * width]);

    let [row, beat] = position(&mut m, twiddles, width, valid);
    let exponents = exponents(name, config, [row, beat].map(|net| m.width(net)), address_bits(twiddles.order));
    let lanes = exponents.place(&mut m, "exponents".into(), vec![vec![row], vec![beat]]);
    let ahead = exponents.latency + rotation.ahead();
    let latency = ahead + rotation.latency();

    let (mut products, mut overflows) = (Vec::new(), Vec::new());
    for (lane, exponent) in lanes.into_iter().enumerate() {
        let (parts, over) = rotation.apply(&mut m, lane, exponent, ([data[2 * lane], data[2 * lane + 1]], ahead));
        products.extend(parts);
        overflows.extend(over);
    }
    let out_valid = (0..latency).fold(valid, |valid, _| m.register(valid, Some(0)));
    m.output("out_valid", out_valid);
    m.output_bus("out_data", &products);
    if let Some(overflow) = overflows.into_iter().reduce(|any, one| m.or(any, one)) {
        m.output("overflow", overflow);
    }
    m.doc = format!(
        "Multiplication of points by roots of unity of order {}, {width} neighbouring columns a cycle, rows in digit-reversed order; latency \
         {latency} cycles.",
        twiddles.order
    );
    m
}

/// Adds the counters of the position of a beat: its row, and the number of the beat in the row.
fn position(m: &mut Module, twiddles: Twiddles, width: usize, step: Net) -> [Net; 2] {
    let Twiddles { rows, row, block, .. } = twiddles;
    let (beat, block_ends) = counter(m, "beat", block / width, step);
    let next_row = m.and(step, block_ends);
    let LoopCounters { offset, at_ends } = LoopCounters::new(m, &reversed_digits(rows), next_row, address_bits(rows));
    m.name(offset, "row");
    let next_block = at_ends.into_iter().fold(next_row, |all, at_end| m.and(all, at_end));
    let (block, _) = counter(m, "block", row / block, next_block);
    let beats: Vec<Net> = beat.into_iter().chain(block).collect();
    let beats = if beats.is_empty() { m.constant(1, 0) } else { m.concat(&beats) };
    [offset, beats]
}

/// Adds a counter of `rounds` rounds, which advances with `step`. Returns it, if there are several rounds, and whether it is in the last one.
fn counter(m: &mut Module, name: &str, rounds: usize, step: Net) -> (Option<Net>, Net) {
    if rounds == 1 {
        return (None, m.constant(1, 1));
    }
    let bits = address_bits(rounds);
    let count = m.state(bits, Some(0));
    m.name(count, name);
    let at_end = m.eq_const(count, rounds as u128 - 1);
    let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
    let more = m.add(count, one);
    let next = m.mux(at_end, zero, more);
    m.drive_enabled(count, next, step);
    (Some(count), at_end)
}
