//! The reorder buffer after a shared chain: points are written to where a plain counter reads them.

use super::super::chain::SharedChain;
use super::bank_map::{from_banks, to_banks};
use super::beat_counter::BeatCounter;
use super::digit_counter::DigitCounter;
use super::per_size::{size_number, PerSize};
use super::stage_inputs::{frame_outputs, FrameTags, StageInputs};
use crate::parts::frame_overflow::{told_from, OUT_OVERFLOW};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Clock cycles from a read address to its word.
const READ_CYCLES: u32 = 2;

/// Builds the reorder buffer for components of `bits` bits. It holds two frames: one is written while the one before is
/// read. A frame begins to leave as soon as none of its points will be late. Each lane has a bank.
#[hdl]
pub fn reorder_buffer(name: &str, chain: &SharedChain, tags: FrameTags, bits: u32) -> Module {
    let doc = format!(
        "Natural order for frames of {} to {} points, {} a beat, in memories of two frames; latency {} cycles and as \
         long as a frame has to wait.",
        chain.min_size(),
        chain.max_size(),
        chain.width,
        chain.reorder_cycles(),
    );
    let m = Builder::new(name, doc);
    let StageInputs { start, data, config, sizes, told, .. } = StageInputs::new(&m, chain, tags, bits);
    let written = BeatCounter::new("write", start, &sizes);
    let write_frame = m.state(1, 0);
    write_frame.next_if(written.runs & written.is_last, !write_frame);
    let points: Vec<Sig> = data.chunks(2).map(|point| m.cat(point.iter().copied())).collect();
    let in_banks = to_banks(&DigitCounter::new(sizes, written.runs), points);
    let bank_cycles = chain.bank_cycles() as u32;
    let write = written.runs.later_with_reset(bank_cycles);
    let into = write_frame.later(bank_cycles);

    // The pulse comes in the last cycle before the first point may leave.
    let leaving_beat = sizes.number(|route| route.reorder_wait() - 1).extend(written.beat.width());
    let may_leave = written.runs & written.beat.is(leaving_beat);
    let told = told.map(|told| told_from([start, told], [may_leave, written.runs]));
    let leaves = may_leave.later_with_reset(bank_cycles);
    let leaving_config = config.later(bank_cycles);
    let out_sizes = PerSize { chain, index: size_number(tags.runtime, leaving_config), pulse: leaves };
    let out_start = leaves.later_with_reset(1);
    let out_config = m.reg(leaving_config.width()).next_if(leaves, leaving_config);
    let read_frame = m.reg(1).next_if(leaves, into);
    let read = BeatCounter::new("read", out_start, &out_sizes);

    let address_width = address_bits(chain.max_size() / chain.width);
    let read_address = m.cat([read.beat.extend(address_width), read_frame]);
    let banks: Vec<Sig> = in_banks
        .into_iter()
        .enumerate()
        .map(|(bank, [address, point])| {
            let memory = m.memory(format!("points{bank}"), 2 << address_width, 2 * bits);
            memory.write(write, m.cat([address.extend(address_width), into]), point);
            memory.read(read_address).later(READ_CYCLES - 1)
        })
        .collect();
    let points = from_banks(&out_sizes, read.runs, banks, READ_CYCLES);
    let data = points.into_iter().flat_map(|point| [0, bits].map(|low| point.bits(low, bits)));
    let read_cycles = READ_CYCLES + u32::from(chain.width > 1);
    frame_outputs(&m, out_start.later_with_reset(read_cycles), data, out_config.later(read_cycles));
    if let Some(told) = told {
        m.output(OUT_OVERFLOW, told.later(bank_cycles + 1 + read_cycles));
    }
    m.finish()
}
