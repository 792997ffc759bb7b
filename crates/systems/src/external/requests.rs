//! The address channel of a direction: requests in flight.

use super::walker::LENGTH_BITS;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Most bursts in flight in a direction.
pub const MAX_IN_FLIGHT: u128 = 16;

/// Bits of an address.
pub(super) const MEMORY_ADDRESS_BITS: u32 = 64;

/// Bits of the number of bursts in flight.
const COUNT_BITS: u32 = 5;

/// Builds the requests of one direction. A burst of the walker (`offset`, `length`, `last`) is requested when `run` is
/// high, fewer than 16 are in flight and `allow` is high. `pass_begin`: a pass begins. `retired`: a burst has ended.
/// Outputs: the channel (`addr`, `len`, `valid`), `taken` as the walker advances, `idle` when nothing is in flight, and
/// `done` when every burst of the pass has ended.
#[hdl]
pub(super) fn requests(name: &str, offset_bits: u32) -> Module {
    let m = Builder::new(name, "Requests of bursts, at most 16 in flight.");
    m.set_reset(m.input("rst", 1));
    let [pass_begin, run, allow] = ["pass_begin", "run", "allow"].map(|port| m.input(port, 1));
    let base = m.input("base", MEMORY_ADDRESS_BITS);
    let offset = m.input("offset", offset_bits);
    let length = m.input("length", LENGTH_BITS);
    let [last, ready, retired] = ["last", "ready", "retired"].map(|port| m.input(port, 1));

    let request_valid = m.state(1, 0);
    let all_requested = m.state(1, 0);
    let in_flight = m.state(COUNT_BITS, 0);
    let waits = request_valid & !ready;
    let request_taken = run & !all_requested & !waits & in_flight.lt(MAX_IN_FLIGHT) & allow;
    request_valid.next(request_taken | waits);
    all_requested.next((all_requested | request_taken & last) & !pass_begin);
    in_flight.next(in_flight + request_taken.extend(COUNT_BITS) - retired.extend(COUNT_BITS));

    let request_addr = m.reg(MEMORY_ADDRESS_BITS);
    request_addr.next_if(request_taken, base + offset.extend(MEMORY_ADDRESS_BITS));
    let request_len = m.reg(LENGTH_BITS);
    request_len.next_if(request_taken, length);

    let idle = !in_flight.any();
    m.output("addr", request_addr);
    m.output("len", request_len);
    m.output("valid", request_valid);
    m.output("taken", request_taken);
    m.output("idle", idle);
    m.output("done", idle & all_requested);
    m.finish()
}
