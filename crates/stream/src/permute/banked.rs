//! Candidates of permuters with memory: switch, banks, switch, register.

use super::bank_plan::BankPlan;
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
    let mut has_scheme = false;
    // All schemes have the same switches.
    let mut switches = None;
    for scheme in address_schemes(plan, least_memory) {
        has_scheme = true;
        if cheapest.admits(scheme.iter().map(|addresses| addresses.words).sum()) {
            let permuter = plan.with_tables(scheme);
            let switches = *switches.get_or_insert_with(|| permuter.switch_cost());
            cheapest.offer_of_switches(permuter, switches);
        }
    }
    // A free list looks its address up a cycle before. Where the latency has no such cycle, addresses have short
    // periods.
    if !has_scheme || plan.has_spare_cycle() {
        cheapest.offer(BankPlan::new(plan.moves, plan.colours, plan.memory, 1).with_free_list());
    }
}

/// Returns the double-buffered permuter. With `spare_cycles`, its output is delayed until no element bypasses the
/// banks, if every element then still leaves within two frames.
fn double_buffered(moves: &Moves, colours: &[usize], memory: MemoryKind, spare_cycles: bool) -> Permuter {
    let plan = BankPlan::new(moves, colours, memory, 1);
    let delayed = spare_cycles.then(|| plan.delayed(plan.min_stored_cycles)).filter(BankPlan::fits_two_frames);
    delayed.unwrap_or(plan).with_double_buffer()
}
