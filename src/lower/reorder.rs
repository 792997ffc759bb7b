//! The order of points behind a row that several sizes share: written as they come, read by a counter whose digits are
//! those of the size.

use super::sized::{count_to, number_of_size, BySize, Entrance};
use super::Ports;
use crate::rtl::{address_bits, Module, Net};
use crate::runtime::Runtime;
use crate::stream::row::{Path, Row};

/// The netlist: two banks, of which a frame fills one while the frame before it leaves the other. A frame begins to leave
/// as soon as none of its points will be late.
pub fn reorder(name: &str, row: &Row, runtime: &Runtime, bits: u32) -> Module {
    let doc = format!(
        "Natural order for frames of {} to {} points, in two banks; latency 3 cycles and as long as a frame has to wait.",
        row.least(),
        row.largest()
    );
    let mut m = Module::new(name, doc);
    let Entrance { start, data, word: held, sized, .. } = Entrance::new(&mut m, row, runtime, bits);

    let width = address_bits(row.largest());
    let (place, runs, ends) = counted(&mut m, "write", start, &sized);
    let bank = m.state(1, Some(0));
    m.name(bank, "write_bank");
    let other = m.not(bank);
    let done = m.and(runs, ends);
    m.drive_enabled(bank, other, done);
    let memory = m.memory("points", 2 << width, 2 * bits);
    let place = m.extend(place, width);
    let address = m.concat(&[place, bank]);
    let joined = m.concat(&data);
    m.write(memory, runs, address, joined);

    // The last cycle before the first point may leave.
    let wait = sized.number(&mut m, |path| path.wait() - 1);
    let wait = m.extend(wait, width);
    let waited = m.eq(place, wait);
    let leaves = m.and(runs, waited);
    m.name(leaves, "leaves");
    let out_index = number_of_size(&mut m, runtime, held);
    let out_sized = BySize { row, index: out_index, pulse: leaves };
    let out_start = m.register(leaves, Some(0));
    let kept = m.state(m.width(held), None);
    m.drive_enabled(kept, held, leaves);
    let from = m.state(1, None);
    m.drive_enabled(from, bank, leaves);
    let (_, runs, _) = counted(&mut m, "read", out_start, &out_sized);
    let address = digits(&mut m, row, &out_sized, runs, width);
    let address = m.concat(&[address, from]);
    let found = m.read(memory, address);
    let found = m.delay(found, 1);
    let data = [m.slice(found, 0, bits), m.slice(found, bits, bits)];
    let begins = (0..2).fold(out_start, |net, _| m.register(net, Some(0)));
    Ports::outputs(&mut m, begins, &data);
    let kept = m.delay(kept, 2);
    m.output("out_config", kept);
    m
}

/// Counts the points of a frame from its start: the number of each, whether there is one, and whether it is the last.
fn counted(m: &mut Module, label: &str, start: Net, sized: &BySize) -> (Net, Net, Net) {
    let last = sized.number(m, |path| path.size - 1);
    let running = m.state(1, Some(0));
    m.name(running, format!("{label}_running"));
    let runs = m.or(start, running);
    let (place, ends) = count_to(m, format!("{label}_place"), runs, last);
    let more_to_come = m.not(ends);
    let goes_on = m.and(runs, more_to_come);
    m.drive(running, goes_on);
    (place, runs, ends)
}

/// Where the points of the output stand, in their order: a digit for each place of the row, the first one the fastest.
fn digits(m: &mut Module, row: &Row, sized: &BySize, runs: Net, width: u32) -> Net {
    let address = m.state(width, Some(0));
    m.name(address, "read_address");
    let mut next = m.constant(width, 0);
    let mut steps = Vec::new();
    let mut carry = runs;
    for place in 0..row.positions.len() {
        let last = sized.number(m, |path| path.radices[place] - 1);
        let (_, ends) = count_to(m, format!("digit{place}"), carry, last);
        // One more of this digit, and the faster ones back to zero.
        let ahead = |path: &Path| {
            let faster = (0..place).map(|other| (path.radices[other] - 1) * path.distance(other)).sum::<usize>();
            (path.distance(place) + (1 << width) - faster) % (1 << width)
        };
        let step = sized.number(m, ahead);
        let step = m.extend(step, width);
        steps.push((ends, step));
        carry = m.and(carry, ends);
    }
    for (ends, step) in steps.into_iter().rev() {
        let by = m.add(address, step);
        next = m.mux(ends, next, by);
    }
    m.drive_enabled(address, next, runs);
    address
}
