//! The unit that multiplies the results of an engine by their twiddle factors.

use super::Twiddles;
use crate::arch::ports::skid_buffer;
use crate::design::Config;
use crate::external::walk::reversed_digits;
use crate::external::walker::LoopCounters;
use crate::twiddles::{exponents, Rotation};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Builds the unit with the ports of a stream: `rst`, `s_axis_tvalid`, `s_axis_tdata`, `m_axis_tready`;
/// `s_axis_tready`, `m_axis_tdata`, `m_axis_tvalid`, and in fixed point `event_overflow` while a beat has a value that
/// was too large for its word.
#[hdl]
pub fn twiddle_unit(name: &str, twiddles: Twiddles, config: &Config) -> Module {
    let components = 2 * config.width;
    let bits = config.format.bits();
    let m = Builder::new(name, "Multiplication by twiddle factors: the core with a handshake, after it a skid buffer.");
    let reset = m.input("rst", 1);
    let valid = m.input("s_axis_tvalid", 1);
    let data = m.input_bus("s_axis_tdata", &vec![bits; components]);
    let take = m.input("m_axis_tready", 1);

    let core = m.place("core", core(&format!("{name}_core"), twiddles, config));
    let buffer = m.place("buffer", skid_buffer(&format!("{name}_buffer"), components, bits, &[]));
    let product_valid = core.out("out_valid");
    let ce = buffer.out("in_ready") | !product_valid;
    core.set("ce", ce).set("rst", reset).set("in_valid", valid).set_bus("in_data", data);
    buffer.set("rst", reset).set("in_valid", product_valid).set("out_take", take);
    buffer.set_bus("in_data", core.bus("out_data"));

    m.output("s_axis_tready", ce);
    m.output_bus("m_axis_tdata", buffer.bus("out_data"));
    m.output("m_axis_tvalid", buffer.out("out_valid"));
    if let Some(overflow) = core.find("overflow") {
        m.output("event_overflow", overflow & product_valid);
    }
    m.finish()
}

/// Builds the core, which runs in the cycles with `ce`. Beats without `in_valid` pass too.
#[hdl]
fn core(name: &str, twiddles: Twiddles, config: &Config) -> Module {
    let rotation = Rotation::new(name, twiddles.order, config);
    let (bits, width) = (config.format.bits(), config.width);

    let m = Builder::new(name, "");
    m.set_enable(m.input("ce", 1));
    m.set_reset(m.input("rst", 1));
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits; 2 * width]);

    let position = position(twiddles, width, valid);
    let exponents = exponents(name, config, position.map(Sig::width), address_bits(twiddles.order));
    let lanes = m.apply("exponents", &exponents, &position.map(|number| number.at(0)));
    let products = lanes
        .into_iter()
        .zip(data.chunks(2))
        .enumerate()
        .map(|(lane, (exponent, point))| rotation.multiply(lane, exponent, [point[0].at(0), point[1].at(0)]));
    let (products, overflows): (Vec<[Sig; 2]>, Vec<Vec<Sig>>) = products.unzip();
    let latency = exponents.cycles + rotation.ahead() + rotation.latency();
    m.output("out_valid", valid.later_with_reset(latency));
    m.output_bus("out_data", products.concat());
    let overflows = overflows.concat();
    if !overflows.is_empty() {
        m.output("overflow", m.any_of(overflows));
    }
    m.with(|m| {
        m.doc = format!(
            "Multiplication of points by roots of unity of order {}, {width} neighbouring columns a cycle, rows in \
             digit-reversed order; latency \
             {latency} cycles.",
            twiddles.order
        )
    });
    m.finish()
}

/// The position of a beat: its row, and the number of the beat in the row.
#[hdl]
fn position<'m>(twiddles: Twiddles, width: usize, step: Sig<'m>) -> [Sig<'m>; 2] {
    let m = step.builder();
    let Twiddles { rows, row, block, .. } = twiddles;
    let (beat, block_ends) = rounds("beat", block / width, step);
    let next_row = step & block_ends;
    let LoopCounters { offset, at_ends } = LoopCounters::new(&reversed_digits(rows), next_row, address_bits(rows));
    let next_block = at_ends.into_iter().fold(next_row, |all, at_end| all & at_end);
    let (block, _) = rounds("block", row / block, next_block);
    let beats = match [beat, block] {
        [None, None] => m.constant(1, 0),
        beats => m.cat(beats.into_iter().flatten()),
    };
    [offset, beats]
}

/// A counter of `rounds` rounds, which advances with `step`. Returns it, if there are several rounds, and whether it is
/// in the last one.
fn rounds<'m>(name: &str, rounds: usize, step: Sig<'m>) -> (Option<Sig<'m>>, Sig<'m>) {
    let m = step.builder();
    if rounds == 1 {
        return (None, m.constant(1, 1));
    }
    let (count, at_end) = m.count_to(name, step, m.constant(address_bits(rounds), rounds as u128 - 1));
    (Some(count), at_end)
}
