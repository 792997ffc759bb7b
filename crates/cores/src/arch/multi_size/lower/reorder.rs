//! The reorder buffer after a shared chain: points are written to where a plain counter reads them.

use super::super::chain::SharedChain;
use super::bank_map::{from_banks, to_banks};
use super::beat_counter::BeatCounter;
use super::digit_counter::DigitCounter;
use super::per_size::{size_number, PerSize};
use super::stage_inputs::{FrameTags, StageInputs};
use crate::lower::frame_overflow::{told_from, OUT_OVERFLOW};
use crate::lower::Ports;
use crate::rtl::{address_bits, Module, Net};

/// Clock cycles from a read address to its word.
const READ_CYCLES: u32 = 2;

/// Builds the reorder buffer for components of `bits` bits. It holds two frames: one is written while the one before is read.
/// A frame begins to leave as soon as none of its points will be late. Each lane has a bank.
pub fn reorder_buffer(name: &str, chain: &SharedChain, tags: FrameTags, bits: u32) -> Module {
    let doc = format!(
        "Natural order for frames of {} to {} points, {} a beat, in memories of two frames; latency {} cycles and as long as \
         a frame has to wait.",
        chain.min_size(),
        chain.max_size(),
        chain.width,
        chain.reorder_cycles(),
    );
    let mut m = Module::new(name, doc);
    let StageInputs { start, data, config, sizes, told, .. } = StageInputs::new(&mut m, chain, tags, bits);
    let written = BeatCounter::new(&mut m, "write", start, &sizes);
    let frame = m.state(1, Some(0));
    m.name(frame, "write_frame");
    let other = m.not(frame);
    let done = m.and(written.runs, written.is_last);
    m.drive_enabled(frame, other, done);
    let points: Vec<Net> = data.chunks(2).map(|point| m.concat(point)).collect();
    let digits = DigitCounter::new(&mut m, &sizes, written.runs);
    let in_banks = to_banks(&mut m, &sizes, &digits, points);
    let delay = chain.bank_cycles() as u32;
    let (write, into) = ((0..delay).fold(written.runs, |net, _| m.register(net, Some(0))), m.delay(frame, delay));

    // The pulse comes in the last cycle before the first point may leave.
    let wait = sizes.number(&mut m, |route| route.reorder_wait() - 1);
    let wait = m.extend(wait, m.width(written.beat));
    let has_waited = m.eq(written.beat, wait);
    let leaves = m.and(written.runs, has_waited);
    let told = told.map(|told| told_from(&mut m, [start, told], [leaves, written.runs]));
    let leaves = (0..delay).fold(leaves, |net, _| m.register(net, Some(0)));
    m.name(leaves, "leaves");
    let config = m.delay(config, delay);
    let out_index = size_number(&mut m, tags.runtime, config);
    let out_sizes = PerSize { chain, index: out_index, pulse: leaves };
    let out_start = m.register(leaves, Some(0));
    let out_config = m.state(m.width(config), None);
    m.drive_enabled(out_config, config, leaves);
    let from = m.state(1, None);
    m.drive_enabled(from, into, leaves);
    let read = BeatCounter::new(&mut m, "read", out_start, &out_sizes);

    let address_width = address_bits(chain.max_size() / chain.width);
    let read_address = m.extend(read.beat, address_width);
    let read_address = m.concat(&[read_address, from]);
    let banks: Vec<Net> = in_banks
        .into_iter()
        .enumerate()
        .map(|(bank, [address, point])| {
            let memory = m.memory(format!("points{bank}"), 2 << address_width, 2 * bits);
            let address = m.extend(address, address_width);
            let address = m.concat(&[address, into]);
            m.write(memory, write, address, point);
            let found = m.read(memory, read_address);
            m.delay(found, READ_CYCLES - 1)
        })
        .collect();
    let points = from_banks(&mut m, &out_sizes, read.runs, banks, READ_CYCLES);
    let data: Vec<Net> = points.into_iter().flat_map(|point| [0, bits].map(|low| m.slice(point, low, bits))).collect();
    let waited = delay + 1;
    let delay = READ_CYCLES + u32::from(chain.width > 1);
    let out_start = (0..delay).fold(out_start, |net, _| m.register(net, Some(0)));
    Ports::outputs(&mut m, out_start, &data);
    let out_config = m.delay(out_config, delay);
    m.output("out_config", out_config);
    if let Some(told) = told {
        let told = m.delay(told, waited + delay);
        m.output(OUT_OVERFLOW, told);
    }
    m
}
