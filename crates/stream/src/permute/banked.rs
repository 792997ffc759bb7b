//! Candidates of permuters with memory: switch, banks, switch, register.

use super::bank_plan::{phases, BankPlan};
use super::banks::colourings;
use super::cheapest::Cheapest;
use super::moves::Moves;
use super::permuter::{MemoryKind, Permuter, PermuterRequest};
use super::schemes::address_schemes;

/// Edge colourings whose addresses are compared.
const MAX_COLOURINGS: usize = 3;

/// Moves of the largest block for which more than one colouring is tried.
const MAX_COMPARED_MOVES: usize = 4096;

/// Offers permuters with memory, of several colourings and addressing schemes. None if no element is stored.
pub(super) fn permuters(moves: &Moves, request: PermuterRequest, cheapest: &mut Cheapest) {
    let max = if moves.list.len() > MAX_COMPARED_MOVES { 1 } else { MAX_COLOURINGS };
    colourings(moves, max).iter().for_each(|colours| with_colouring(moves, colours, request, cheapest));
}

/// Offers the permuters whose banks are the colours of the moves.
fn with_colouring(moves: &Moves, colours: &[usize], request: PermuterRequest, cheapest: &mut Cheapest) {
    let plan = BankPlan::new(moves, colours, MemoryKind::LutRam, 0);
    let max_words = request.registered_above.unwrap_or(MemoryKind::MAX_LUT_RAM_WORDS);
    if plan.min_words().into_iter().max() <= Some(max_words) {
        return with_plan(&plan, request.least_memory, cheapest);
    }
    let memory = MemoryKind::block_ram(request.registered_above.is_some());
    with_plan(&BankPlan::new(moves, colours, memory, 0), request.least_memory, cheapest);
    if request.whole_frames && !request.least_memory {
        cheapest.offer(double_buffered(moves, colours, memory, request.spare_cycles));
    }
}

/// Offers the permuters of a plan with address tables, and where its latency permits one with free lists.
fn with_plan(plan: &BankPlan, least_memory: bool, cheapest: &mut Cheapest) {
    if plan.is_empty() {
        return;
    }
    let mut without_addresses = plan.without_addresses(&plan.min_words());
    // All schemes have the same switches.
    let switches = without_addresses.switch_cost();
    let mut has_scheme = false;
    if cheapest.admits(&without_addresses, switches) {
        for scheme in address_schemes(plan, least_memory) {
            has_scheme = true;
            without_addresses.phases = phases(&scheme);
            without_addresses.banks.iter_mut().zip(&scheme).for_each(|(bank, addresses)| bank.words = addresses.words);
            if cheapest.admits(&without_addresses, switches) {
                cheapest.offer_of_switches(plan.with_tables(scheme), switches);
            }
        }
    }
    // A free list looks its address up a cycle before. Where the latency has no such cycle, addresses have short
    // periods.
    let listed = BankPlan::new(plan.moves, plan.colours, plan.memory, 1);
    let without_list = listed.without_addresses(&listed.list_words());
    let switches = without_list.switch_cost();
    if cheapest.admits(&without_list, switches) {
        let has_scheme = || has_scheme || address_schemes(plan, least_memory).next().is_some();
        if plan.has_spare_cycle() || !has_scheme() {
            cheapest.offer_of_switches(listed.with_free_list(), switches);
        }
    }
}

/// Returns the double-buffered permuter. With `spare_cycles`, its output is delayed until no element bypasses the
/// banks, if every element then still leaves within two frames.
fn double_buffered(moves: &Moves, colours: &[usize], memory: MemoryKind, spare_cycles: bool) -> Permuter {
    let plan = BankPlan::new(moves, colours, memory, 1);
    let delayed = spare_cycles.then(|| plan.delayed(plan.min_stored_cycles)).filter(BankPlan::fits_two_frames);
    delayed.unwrap_or(plan).with_double_buffer()
}
