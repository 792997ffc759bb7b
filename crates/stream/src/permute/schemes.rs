//! Address tables for all banks of a permuter, by several methods.

use super::address::{colour_circular_intervals, in_place_addresses, AccessOrder, Addresses};
use super::bank_plan::BankPlan;
use super::moves::Moves;
use super::permuter::{lcm, MemoryKind, SHORT_FRAME_BEATS};
use std::collections::BTreeSet;

/// Longest period of address tables, in frames.
const MAX_PHASES: usize = 64;

/// Periods of free-list addresses that are compared.
const MAX_PERIODS: usize = 4;

/// Budget of the search for the number of words with the shortest period: simulated accesses of a bank.
const SEARCH_STEPS: usize = 200_000;

/// Numbers of words that the search tries at least.
const MIN_TRIES: usize = 4;

/// Returns the addresses of all banks by several methods. With `least_memory`, only free-list addresses in the fewest
/// words.
pub(super) fn address_schemes<'a>(
    plan: &'a BankPlan,
    least_memory: bool,
) -> Box<dyn Iterator<Item = Vec<Addresses>> + 'a> {
    let min_words = plan.min_words();
    if least_memory {
        return Box::new(free_list_schemes(plan, &min_words));
    }
    let share = match plan.moves.interval {
        ..SHORT_FRAME_BEATS => 2 * plan.moves.min_latency + 2,
        _ => plan.moves.max_words() / plan.lifetimes.len(),
    };
    let max_words = min_words.into_iter().map(|min| match plan.memory {
        MemoryKind::LutRam => share.min(MemoryKind::MAX_LUT_RAM_WORDS).max(min),
        MemoryKind::BlockRam | MemoryKind::RegisteredBlockRam => share.max(min),
    });
    let max_words: Vec<usize> = max_words.collect();
    let circular = (1..=2).filter_map(|frames| {
        let banks = plan.lifetimes.iter();
        banks.map(|lifetimes| colour_circular_intervals(lifetimes, plan.moves.interval, frames)).collect()
    });
    let free_lists = std::iter::once(max_words).flat_map(|max_words| free_list_schemes(plan, &max_words));
    Box::new(circular.chain(free_lists).chain(std::iter::once_with(|| in_place_scheme(plan)).flatten()))
}

/// Returns addresses in place, where each bank is written and read in every beat.
fn in_place_scheme(plan: &BankPlan) -> Option<Vec<Addresses>> {
    let Moves { interval, beats_in, beats_out, min_latency, .. } = *plan.moves;
    if beats_in != interval || beats_out != interval || min_latency > interval {
        return None;
    }
    let mut sources = vec![vec![None; interval]; plan.lifetimes.len()];
    for ((from, to), &colour) in plan.moves.list.iter().zip(plan.colours) {
        sources.get_mut(colour)?[to.beat] = Some(from.beat);
    }
    let banks = plan.lifetimes.iter().zip(sources);
    let has_short_period =
        |banks: &Vec<Addresses>| banks.iter().fold(1, |all, addresses| lcm(all, addresses.rows.len())) <= MAX_PHASES;
    banks
        .map(|(lifetimes, sources)| {
            in_place_addresses(lifetimes, &sources.into_iter().collect::<Option<Vec<_>>>()?, MAX_PHASES)
        })
        .collect::<Option<_>>()
        .filter(has_short_period)
}

/// Returns free-list addresses of short periods, with at most `max_words[bank]` words in each bank.
fn free_list_schemes<'a>(plan: &'a BankPlan, max_words: &[usize]) -> impl Iterator<Item = Vec<Addresses>> + use<'a> {
    let orders: Vec<AccessOrder> = plan.lifetimes.iter().map(|lifetimes| AccessOrder::new(lifetimes)).collect();
    // `options[bank]`: number of words, and the period in frames.
    let options: Vec<Vec<(usize, usize)>> = orders
        .iter()
        .zip(plan.min_words().into_iter().zip(max_words))
        .map(|(order, (min, &max))| {
            let tries = (min..=max).take((SEARCH_STEPS / (order.len() + max)).max(MIN_TRIES));
            tries.filter_map(|words| Some((words, order.free_list_cycle(words)?.period(MAX_PHASES)?))).collect()
        })
        .collect();
    let shortest = options.iter().map(|o| o.iter().map(|(_, period)| *period).min().unwrap_or(MAX_PHASES + 1));
    let mut periods: BTreeSet<usize> = options.iter().flatten().map(|(_, period)| *period).collect();
    periods.insert(shortest.fold(1, lcm));
    let scheme = move |period: usize| -> Option<Vec<Addresses>> {
        let bank = |(order, options): (&AccessOrder, &Vec<(usize, usize)>)| {
            let (words, own) = options.iter().find(|(_, own)| period % own == 0)?;
            Some(order.free_list_cycle(*words)?.addresses(*own))
        };
        orders.iter().zip(&options).map(bank).collect()
    };
    periods.into_iter().filter(|period| *period <= MAX_PHASES).filter_map(scheme).take(MAX_PERIODS)
}
