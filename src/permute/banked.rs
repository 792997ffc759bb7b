//! Permuters with memory: a switch, banks, a switch, a register.

use super::address::{colour_circular_intervals, in_place_addresses, min_words, AccessOrder, Addresses, Lifetime};
use super::banks::colourings;
use super::moves::Moves;
use super::types::{lcm, Addressing, Bank, LaneInput, MemoryKind, Permuter, PermuterRequest, SHORT};
use crate::pipeline::BeatTable;
use crate::rtl::address_bits;
use std::collections::BTreeSet;

/// Longest period of fixed addresses, in frames.
const MOST_PHASES: usize = 64;

/// Periods of words in turn that are worth comparing.
const PERIODS: usize = 4;

/// Colourings whose addresses are compared, and moves above which only one is.
const COLOURINGS: usize = 3;
const MANY_MOVES: usize = 4096;

/// Steps of the search for the number of words in turn that repeats soonest.
const SEARCH: usize = 200_000;

/// Permuters with memory, of several colourings and ways to address; none if no element has to wait
/// in a memory.
pub(super) fn permuters(moves: &Moves, request: PermuterRequest) -> Vec<Permuter> {
    let most = if moves.list.len() > MANY_MOVES { 1 } else { COLOURINGS };
    let of = |colours: Vec<usize>| {
        let tables = Plan::new(moves, &colours, MemoryKind::LutRam, 0);
        let deep = tables.least().into_iter().max() > Some(MemoryKind::MAX_LUT_RAM_WORDS);
        match deep {
            true => {
                let mut found =
                    Plan::new(moves, &colours, MemoryKind::BlockRam, 0).permuters(&colours, request.least_memory);
                if request.whole_frames && !request.least_memory {
                    let frames = Plan::new(moves, &colours, MemoryKind::BlockRam, 1);
                    let spaced = request.spare_cycles.then(|| Plan::later(moves, &colours, &frames, frames.reach));
                    let spaced = spaced.filter(Plan::fits_two_frames);
                    found.push(spaced.unwrap_or(frames).with_double_buffer(&colours));
                }
                found
            }
            false => tables.permuters(&colours, request.least_memory),
        }
    };
    colourings(moves, most).into_iter().flat_map(of).collect()
}

/// The banks before they have addresses.
struct Plan<'a> {
    moves: &'a Moves,
    memory: MemoryKind,
    /// Cycle of the switch behind the banks in beat 0 of the output.
    switch: usize,
    /// Cycles that an element has to wait at least to be read from a bank.
    reach: usize,
    /// The elements of each bank.
    lifetimes: Vec<Vec<Lifetime>>,
}

impl<'a> Plan<'a> {
    /// `ahead`: cycles that the address is looked up ahead of its use.
    fn new(moves: &'a Moves, colours: &[usize], memory: MemoryKind, ahead: usize) -> Self {
        let switch = moves.min_latency.max(memory.read_cycles() + ahead);
        Self::switching(moves, colours, memory, switch, memory.read_cycles() + ahead + 1)
    }

    /// The same with the switch so many cycles later.
    fn later(moves: &'a Moves, colours: &[usize], plan: &Plan, cycles: usize) -> Self {
        Self::switching(moves, colours, plan.memory, plan.switch + cycles, plan.reach)
    }

    fn switching(moves: &'a Moves, colours: &[usize], memory: MemoryKind, switch: usize, reach: usize) -> Self {
        let mut lifetimes = vec![vec![]; colours.iter().max().map_or(0, |m| m + 1)];
        for ((from, to), &colour) in moves.list.iter().zip(colours) {
            if switch + to.beat >= from.beat + reach {
                lifetimes[colour].push(Lifetime { write: from.beat, read: switch + to.beat - memory.read_cycles() });
            }
        }
        Plan { moves, memory, switch, reach, lifetimes }
    }

    /// Whether every element has left when the frame after the next comes.
    fn fits_two_frames(&self) -> bool {
        self.lifetimes.iter().flatten().all(|lifetime| lifetime.read <= lifetime.write + 2 * self.moves.interval)
    }

    fn least(&self) -> Vec<usize> {
        self.lifetimes.iter().map(|lifetimes| min_words(lifetimes, self.moves.interval)).collect()
    }

    fn permuters(&self, colours: &[usize], least_memory: bool) -> Vec<Permuter> {
        if self.lifetimes.iter().all(Vec::is_empty) {
            return vec![];
        }
        let schemes = if least_memory { self.free_list_addresses(&self.least()) } else { self.schemes(colours) };
        let mut found: Vec<Permuter> = schemes.into_iter().map(|scheme| self.with_tables(colours, scheme)).collect();
        // A look-up ahead of the address needs a cycle more; where none is left, addresses repeat soon.
        if found.is_empty() || self.moves.min_latency > self.memory.read_cycles() {
            found.push(Plan::new(self.moves, colours, self.memory, 1).with_free_list(colours));
        }
        found
    }

    /// Fixed addresses for all banks, in several ways.
    fn schemes(&self, colours: &[usize]) -> Vec<Vec<Addresses>> {
        let banks = self.lifetimes.len();
        let share = match self.moves.interval {
            ..SHORT => 2 * self.moves.min_latency + 2,
            _ => self.moves.most_words() / banks,
        };
        let most = self.least().into_iter().map(|least| match self.memory {
            MemoryKind::LutRam => share.min(MemoryKind::MAX_LUT_RAM_WORDS).max(least),
            MemoryKind::BlockRam => share.max(least),
        });
        let circles = (1..=2).filter_map(|frames| {
            self.lifetimes
                .iter()
                .map(|lifetimes| colour_circular_intervals(lifetimes, self.moves.interval, frames))
                .collect::<Option<Vec<_>>>()
        });
        let mut found: Vec<Vec<Addresses>> = circles.collect();
        found.extend(self.free_list_addresses(&most.collect::<Vec<_>>()));
        found.extend(self.in_place_addresses(colours));
        found
    }

    /// Words in place, where each bank takes and gives an element in every beat.
    fn in_place_addresses(&self, colours: &[usize]) -> Option<Vec<Addresses>> {
        let Moves { interval, beats_in, beats_out, min_latency, .. } = *self.moves;
        if beats_in != interval || beats_out != interval || min_latency > interval {
            return None;
        }
        let mut sources = vec![vec![None; interval]; self.lifetimes.len()];
        for ((from, to), &colour) in self.moves.list.iter().zip(colours) {
            sources.get_mut(colour)?[to.beat] = Some(from.beat);
        }
        let banks = self.lifetimes.iter().zip(sources);
        let short = |banks: &Vec<Addresses>| {
            banks.iter().fold(1, |all, addresses| lcm(all, addresses.rows.len())) <= MOST_PHASES
        };
        banks
            .map(|(lifetimes, sources)| {
                in_place_addresses(lifetimes, &sources.into_iter().collect::<Option<Vec<_>>>()?, MOST_PHASES)
            })
            .collect::<Option<_>>()
            .filter(short)
    }

    /// Words in turn: at most `most` for each bank, as many as give short periods.
    fn free_list_addresses(&self, most: &[usize]) -> Vec<Vec<Addresses>> {
        let orders: Vec<AccessOrder> = self.lifetimes.iter().map(|lifetimes| AccessOrder::new(lifetimes)).collect();
        // For each bank: number of words, and their period.
        let options: Vec<Vec<(usize, usize)>> = orders
            .iter()
            .zip(self.least().into_iter().zip(most))
            .map(|(order, (least, &most))| {
                let tries = (least..=most).take((SEARCH / (order.len() + most)).max(4));
                tries.filter_map(|words| Some((words, order.free_list_cycle(words)?.period(MOST_PHASES)?))).collect()
            })
            .collect();
        let shortest = options.iter().map(|o| o.iter().map(|(_, period)| *period).min().unwrap_or(MOST_PHASES + 1));
        let mut periods: BTreeSet<usize> = options.iter().flatten().map(|(_, period)| *period).collect();
        periods.insert(shortest.fold(1, lcm));
        let scheme = |period: usize| -> Option<Vec<Addresses>> {
            let bank = |(order, options): (&AccessOrder, &Vec<(usize, usize)>)| {
                let (words, own) = options.iter().find(|(_, own)| period % own == 0)?;
                Some(order.free_list_cycle(*words)?.addresses(*own))
            };
            orders.iter().zip(&options).map(bank).collect()
        };
        periods.into_iter().filter(|period| *period <= MOST_PHASES).filter_map(scheme).take(PERIODS).collect()
    }

    fn with_tables(&self, colours: &[usize], scheme: Vec<Addresses>) -> Permuter {
        let phases = scheme.iter().fold(1, |all, addresses| lcm(all, addresses.rows.len()));
        let addressing = |(addresses, lifetimes): (Addresses, &Vec<Lifetime>)| {
            let sequence = |beats: usize, beat: &dyn Fn(&Lifetime) -> usize| {
                let mut table = vec![None; phases * beats];
                for phase in 0..phases {
                    let row = &addresses.rows[phase % addresses.rows.len()];
                    for (lifetime, word) in lifetimes.iter().zip(row) {
                        table[phase * beats + beat(lifetime)] = Some(u128::from(*word));
                    }
                }
                BeatTable::new(address_bits(addresses.words), phases, &table)
            };
            let write = sequence(self.moves.beats_in, &|lifetime| lifetime.write);
            let read = sequence(self.moves.beats_out, &|lifetime| self.read_beat(lifetime));
            (addresses.words, Addressing::Table { write, read })
        };
        let banks = scheme.into_iter().zip(&self.lifetimes).map(addressing).collect();
        self.permuter(colours, banks, phases)
    }

    fn with_free_list(&self, colours: &[usize]) -> Permuter {
        let banks = self.lifetimes.iter().zip(self.least());
        let banks =
            banks.map(|(lifetimes, words)| (words.max(2), Addressing::FreeList { order: self.order(lifetimes) }));
        self.permuter(colours, banks.collect(), 2)
    }

    /// Two frames in turn: no element waits longer than for the end of the next one.
    fn with_double_buffer(&self, colours: &[usize]) -> Permuter {
        let words = 2 << address_bits(self.moves.beats_in);
        let banks =
            self.lifetimes.iter().map(|lifetimes| (words, Addressing::DoubleBuffer { order: self.order(lifetimes) }));
        self.permuter(colours, banks.collect(), 2)
    }

    /// The beats in which came what is read from a bank.
    fn order(&self, lifetimes: &[Lifetime]) -> BeatTable {
        let mut order = vec![None; self.moves.beats_out];
        lifetimes.iter().for_each(|lifetime| order[self.read_beat(lifetime)] = Some(lifetime.write as u128));
        BeatTable::new(address_bits(self.moves.beats_in), 1, &order)
    }

    /// Beat of the output frame that takes an element.
    fn read_beat(&self, lifetime: &Lifetime) -> usize {
        lifetime.read + self.memory.read_cycles() - self.switch
    }

    fn permuter(&self, colours: &[usize], banks: Vec<(usize, Addressing)>, phases: usize) -> Permuter {
        let moves = self.moves;
        let mut outputs = moves.outputs(1);
        let mut banks: Vec<Bank> = banks
            .into_iter()
            .map(|(words, addressing)| {
                let (written_lanes, read_beats) = (vec![None; moves.beats_in], vec![false; moves.beats_out]);
                Bank { words, written_lanes, read_beats, addressing }
            })
            .collect();
        for ((from, to), &colour) in moves.list.iter().zip(colours) {
            let wait = self.switch + to.beat - from.beat;
            outputs[to.lane].inputs[to.beat] = if wait < self.reach {
                LaneInput::Delayed { lane: from.lane, delay: wait }
            } else {
                banks[colour].written_lanes[from.beat] = Some(from.lane);
                banks[colour].read_beats[to.beat] = true;
                LaneInput::Bank(colour)
            };
        }
        Permuter {
            lanes_in: moves.lanes_in,
            blocks: 1,
            beats_in: moves.beats_in,
            beats_out: moves.beats_out,
            min_latency: moves.min_latency,
            latency: self.switch + 1,
            banks,
            memory: self.memory,
            phases,
            outputs,
            turns: vec![],
        }
    }
}
