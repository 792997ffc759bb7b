//! The address channel of a direction: requests in flight.

use super::walker::LENGTH_BITS;
use crate::rtl::Module;

/// Most bursts in flight in a direction.
pub const MAX_IN_FLIGHT: u128 = 16;

/// Bits of an address.
pub(super) const MEMORY_ADDRESS_BITS: u32 = 64;

/// Bits of the number of bursts in flight.
const COUNT_BITS: u32 = 5;

/// Builds the requests of one direction. A burst of the walker (`offset`, `length`, `last`) is requested when `run` is high, fewer than 16
/// are in flight and `allow` is high. `pass_begin`: a pass begins. `retired`: a burst has ended. Outputs: the channel (`addr`, `len`, `valid`),
/// `taken` as the walker advances, `idle` when nothing is in flight, and `done` when every burst of the pass has ended.
pub(super) fn requests(name: &str, offset_bits: u32) -> Module {
    let mut m = Module::new(name, "Requests of bursts, at most 16 in flight.");
    let reset = m.input("rst", 1);
    m.set_reset(reset);
    let [begin, run, allow] = ["pass_begin", "run", "allow"].map(|port| m.input(port, 1));
    let base = m.input("base", MEMORY_ADDRESS_BITS);
    let offset = m.input("offset", offset_bits);
    let length = m.input("length", LENGTH_BITS);
    let [last, ready, retired] = ["last", "ready", "retired"].map(|port| m.input(port, 1));

    let valid = m.state(1, Some(0));
    m.name(valid, "request_valid");
    let complete = m.state(1, Some(0));
    m.name(complete, "all_requested");
    let count = m.state(COUNT_BITS, Some(0));
    m.name(count, "in_flight");

    let most = m.constant(COUNT_BITS, MAX_IN_FLIGHT);
    let room = m.lt(count, most);
    let waits = m.not(ready);
    let held = m.and(valid, waits);
    let free = m.not(held);
    let more = m.not(complete);
    let conditions = [run, more, free, room, allow];
    let taken = conditions.into_iter().reduce(|all, one| m.and(all, one)).unwrap_or(run);
    m.name(taken, "request_taken");
    let next_valid = m.or(taken, held);
    m.drive(valid, next_valid);
    let ends = m.and(taken, last);
    let stays = m.or(complete, ends);
    let again = m.not(begin);
    let next_complete = m.and(stays, again);
    m.drive(complete, next_complete);

    let offset = m.extend(offset, MEMORY_ADDRESS_BITS);
    let address = m.add(base, offset);
    let held_address = m.state(MEMORY_ADDRESS_BITS, None);
    m.name(held_address, "request_addr");
    m.drive_enabled(held_address, address, taken);
    let held_length = m.state(LENGTH_BITS, None);
    m.name(held_length, "request_len");
    m.drive_enabled(held_length, length, taken);

    let (up, down) = (m.extend(taken, COUNT_BITS), m.extend(retired, COUNT_BITS));
    let raised = m.add(count, up);
    let next_count = m.sub(raised, down);
    m.drive(count, next_count);
    let some = m.any(count);
    let idle = m.not(some);
    let done = m.and(idle, complete);
    m.output("addr", held_address);
    m.output("len", held_length);
    m.output("valid", valid);
    m.output("taken", taken);
    m.output("idle", idle);
    m.output("done", done);
    m
}
