//! The order of points behind a row that several sizes share: written to where they are read by a plain counter.

use super::super::chain::Row;
use super::bank_map::{sorted, turned};
use super::per_size::{counted, number_of_size, BySize, Entrance, Walk};
use crate::lower::Ports;
use crate::rtl::{address_bits, Module, Net};
use crate::runtime::Runtime;

/// Cycles from a place to its word.
const READ: u32 = 2;

/// The netlist: two frames, of which one is filled while the one before it leaves. A frame begins to leave as soon as none
/// of its points will be late. Of several lanes each has a bank.
pub fn reorder(name: &str, row: &Row, runtime: &Runtime, bits: u32) -> Module {
    let doc = format!(
        "Natural order for frames of {} to {} points, {} a beat, in memories of two frames; latency {} cycles and as long as \
         a frame has to wait.",
        row.least(),
        row.largest(),
        row.width,
        row.reordering(),
    );
    let mut m = Module::new(name, doc);
    let Entrance { start, data, word: held, sized, .. } = Entrance::new(&mut m, row, runtime, bits);
    let (beat, runs, ends) = counted(&mut m, "write", start, &sized);
    let frame = m.state(1, Some(0));
    m.name(frame, "write_frame");
    let other = m.not(frame);
    let done = m.and(runs, ends);
    m.drive_enabled(frame, other, done);
    let points: Vec<Net> = data.chunks(2).map(|point| m.concat(point)).collect();
    let walk = Walk::new(&mut m, &sized, runs);
    let found = sorted(&mut m, &sized, &walk, points);
    let finding = row.finding() as u32;
    let (write, into) = ((0..finding).fold(runs, |net, _| m.register(net, Some(0))), m.delay(frame, finding));

    // The last cycle before the first point may leave.
    let wait = sized.number(&mut m, |path| path.wait() - 1);
    let wait = m.extend(wait, m.width(beat));
    let waited = m.eq(beat, wait);
    let leaves = m.and(runs, waited);
    let leaves = (0..finding).fold(leaves, |net, _| m.register(net, Some(0)));
    m.name(leaves, "leaves");
    let held = m.delay(held, finding);
    let out_index = number_of_size(&mut m, runtime, held);
    let out_sized = BySize { row, index: out_index, pulse: leaves };
    let out_start = m.register(leaves, Some(0));
    let kept = m.state(m.width(held), None);
    m.drive_enabled(kept, held, leaves);
    let from = m.state(1, None);
    m.drive_enabled(from, into, leaves);
    let (beat, runs, _) = counted(&mut m, "read", out_start, &out_sized);

    let width = address_bits(row.largest() / row.width);
    let read = m.extend(beat, width);
    let read = m.concat(&[read, from]);
    let banks: Vec<Net> = found
        .into_iter()
        .enumerate()
        .map(|(bank, [place, point])| {
            let memory = m.memory(format!("points{bank}"), 2 << width, 2 * bits);
            let place = m.extend(place, width);
            let place = m.concat(&[place, into]);
            m.write(memory, write, place, point);
            let found = m.read(memory, read);
            m.delay(found, 1)
        })
        .collect();
    let points = turned(&mut m, &out_sized, runs, banks, READ);
    let data: Vec<Net> = points.into_iter().flat_map(|point| [0, bits].map(|low| m.slice(point, low, bits))).collect();
    let late = READ + u32::from(row.width > 1);
    let begins = (0..late).fold(out_start, |net, _| m.register(net, Some(0)));
    Ports::outputs(&mut m, begins, &data);
    let kept = m.delay(kept, late);
    m.output("out_config", kept);
    m
}
