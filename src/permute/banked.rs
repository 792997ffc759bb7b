//! Permuters with memory: a switch, banks, a switch, a register.

use super::address::{in_place, least_words, on_circle, Addresses, Queue, Stay};
use super::banks::colourings;
use super::moves::Moves;
use super::types::{lcm, Addressing, Bank, Memory, Permuter, Request, Source, SHORT};
use crate::pipeline::Sequence;
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
pub(super) fn permuters(moves: &Moves, request: Request) -> Vec<Permuter> {
    let most = if moves.list.len() > MANY_MOVES { 1 } else { COLOURINGS };
    let of = |colours: Vec<usize>| {
        let tables = Plan::new(moves, &colours, Memory::Tables, 0);
        let deep = tables.least().into_iter().max() > Some(Memory::DEEPEST_TABLES);
        match deep {
            true => {
                let mut found = Plan::new(moves, &colours, Memory::Block, 0).permuters(&colours, request.least_memory);
                if request.whole_frames && !request.least_memory {
                    let frames = Plan::new(moves, &colours, Memory::Block, 1);
                    let late = request.spare_cycles.then(|| Plan::later(moves, &colours, &frames, frames.reach));
                    let late = late.filter(Plan::fits_two_frames);
                    found.push(late.unwrap_or(frames).with_frames(&colours));
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
    memory: Memory,
    /// Cycle of the switch behind the banks in beat 0 of the output.
    switch: usize,
    /// Cycles that an element has to wait at least to be read from a bank.
    reach: usize,
    /// The elements of each bank.
    stays: Vec<Vec<Stay>>,
}

impl<'a> Plan<'a> {
    /// `ahead`: cycles that the address is looked up ahead of its use.
    fn new(moves: &'a Moves, colours: &[usize], memory: Memory, ahead: usize) -> Self {
        let switch = moves.shift.max(memory.cycles() + ahead);
        Self::switching(moves, colours, memory, switch, memory.cycles() + ahead + 1)
    }

    /// The same with the switch so many cycles later.
    fn later(moves: &'a Moves, colours: &[usize], plan: &Plan, cycles: usize) -> Self {
        Self::switching(moves, colours, plan.memory, plan.switch + cycles, plan.reach)
    }

    fn switching(moves: &'a Moves, colours: &[usize], memory: Memory, switch: usize, reach: usize) -> Self {
        let mut stays = vec![vec![]; colours.iter().max().map_or(0, |m| m + 1)];
        for ((from, to), &colour) in moves.list.iter().zip(colours) {
            if switch + to.beat >= from.beat + reach {
                stays[colour].push(Stay { write: from.beat, read: switch + to.beat - memory.cycles() });
            }
        }
        Plan { moves, memory, switch, reach, stays }
    }

    /// Whether every element has left when the frame after the next comes.
    fn fits_two_frames(&self) -> bool {
        self.stays.iter().flatten().all(|stay| stay.read <= stay.write + 2 * self.moves.interval)
    }

    fn least(&self) -> Vec<usize> {
        self.stays.iter().map(|stays| least_words(stays, self.moves.interval)).collect()
    }

    fn permuters(&self, colours: &[usize], least_memory: bool) -> Vec<Permuter> {
        if self.stays.iter().all(Vec::is_empty) {
            return vec![];
        }
        let schemes = if least_memory { self.in_turn(&self.least()) } else { self.schemes(colours) };
        let mut found: Vec<Permuter> = schemes.into_iter().map(|scheme| self.with_fixed(colours, scheme)).collect();
        // A look-up ahead of the address needs a cycle more; where none is left, addresses repeat soon.
        if found.is_empty() || self.moves.shift > self.memory.cycles() {
            found.push(Plan::new(self.moves, colours, self.memory, 1).with_queue(colours));
        }
        found
    }

    /// Fixed addresses for all banks, in several ways.
    fn schemes(&self, colours: &[usize]) -> Vec<Vec<Addresses>> {
        let banks = self.stays.len();
        let share = match self.moves.interval {
            ..SHORT => 2 * self.moves.shift + 2,
            _ => self.moves.most_words() / banks,
        };
        let most = self.least().into_iter().map(|least| match self.memory {
            Memory::Tables => share.min(Memory::DEEPEST_TABLES).max(least),
            Memory::Block => share.max(least),
        });
        let circles = (1..=2).filter_map(|frames| {
            self.stays.iter().map(|stays| on_circle(stays, self.moves.interval, frames)).collect::<Option<Vec<_>>>()
        });
        let mut found: Vec<Vec<Addresses>> = circles.collect();
        found.extend(self.in_turn(&most.collect::<Vec<_>>()));
        found.extend(self.in_place(colours));
        found
    }

    /// Words in place, where each bank takes and gives an element in every beat.
    fn in_place(&self, colours: &[usize]) -> Option<Vec<Addresses>> {
        let Moves { interval, beats_in, beats_out, shift, .. } = *self.moves;
        if beats_in != interval || beats_out != interval || shift > interval {
            return None;
        }
        let mut sources = vec![vec![None; interval]; self.stays.len()];
        for ((from, to), &colour) in self.moves.list.iter().zip(colours) {
            sources.get_mut(colour)?[to.beat] = Some(from.beat);
        }
        let banks = self.stays.iter().zip(sources);
        let short = |banks: &Vec<Addresses>| {
            banks.iter().fold(1, |all, addresses| lcm(all, addresses.rows.len())) <= MOST_PHASES
        };
        banks
            .map(|(stays, sources)| in_place(stays, &sources.into_iter().collect::<Option<Vec<_>>>()?, MOST_PHASES))
            .collect::<Option<_>>()
            .filter(short)
    }

    /// Words in turn: at most `most` for each bank, as many as give short periods.
    fn in_turn(&self, most: &[usize]) -> Vec<Vec<Addresses>> {
        let queues: Vec<Queue> = self.stays.iter().map(|stays| Queue::new(stays)).collect();
        // For each bank: number of words, and their period.
        let options: Vec<Vec<(usize, usize)>> = queues
            .iter()
            .zip(self.least().into_iter().zip(most))
            .map(|(queue, (least, &most))| {
                let tries = (least..=most).take((SEARCH / (queue.len() + most)).max(4));
                tries.filter_map(|words| Some((words, queue.turns(words)?.period(MOST_PHASES)?))).collect()
            })
            .collect();
        let shortest = options.iter().map(|o| o.iter().map(|(_, period)| *period).min().unwrap_or(MOST_PHASES + 1));
        let mut periods: BTreeSet<usize> = options.iter().flatten().map(|(_, period)| *period).collect();
        periods.insert(shortest.fold(1, lcm));
        let scheme = |period: usize| -> Option<Vec<Addresses>> {
            let bank = |(queue, options): (&Queue, &Vec<(usize, usize)>)| {
                let (words, own) = options.iter().find(|(_, own)| period % own == 0)?;
                Some(queue.turns(*words)?.addresses(*own))
            };
            queues.iter().zip(&options).map(bank).collect()
        };
        periods.into_iter().filter(|period| *period <= MOST_PHASES).filter_map(scheme).take(PERIODS).collect()
    }

    fn with_fixed(&self, colours: &[usize], scheme: Vec<Addresses>) -> Permuter {
        let phases = scheme.iter().fold(1, |all, addresses| lcm(all, addresses.rows.len()));
        let addressing = |(addresses, stays): (Addresses, &Vec<Stay>)| {
            let sequence = |beats: usize, beat: &dyn Fn(&Stay) -> usize| {
                let mut table = vec![None; phases * beats];
                for phase in 0..phases {
                    let row = &addresses.rows[phase % addresses.rows.len()];
                    for (stay, word) in stays.iter().zip(row) {
                        table[phase * beats + beat(stay)] = Some(u128::from(*word));
                    }
                }
                Sequence::new(address_bits(addresses.words), phases, &table)
            };
            let write = sequence(self.moves.beats_in, &|stay| stay.write);
            let read = sequence(self.moves.beats_out, &|stay| self.read_beat(stay));
            (addresses.words, Addressing::Fixed { write, read })
        };
        let banks = scheme.into_iter().zip(&self.stays).map(addressing).collect();
        self.permuter(colours, banks, phases)
    }

    fn with_queue(&self, colours: &[usize]) -> Permuter {
        let banks = self.stays.iter().zip(self.least());
        let banks = banks.map(|(stays, words)| (words.max(2), Addressing::Queue { order: self.order(stays) }));
        self.permuter(colours, banks.collect(), 2)
    }

    /// Two frames in turn: no element waits longer than for the end of the next one.
    fn with_frames(&self, colours: &[usize]) -> Permuter {
        let words = 2 << address_bits(self.moves.beats_in);
        let banks = self.stays.iter().map(|stays| (words, Addressing::Frames { order: self.order(stays) }));
        self.permuter(colours, banks.collect(), 2)
    }

    /// The beats in which came what is read from a bank.
    fn order(&self, stays: &[Stay]) -> Sequence {
        let mut order = vec![None; self.moves.beats_out];
        stays.iter().for_each(|stay| order[self.read_beat(stay)] = Some(stay.write as u128));
        Sequence::new(address_bits(self.moves.beats_in), 1, &order)
    }

    /// Beat of the output frame that takes an element.
    fn read_beat(&self, stay: &Stay) -> usize {
        stay.read + self.memory.cycles() - self.switch
    }

    fn permuter(&self, colours: &[usize], banks: Vec<(usize, Addressing)>, phases: usize) -> Permuter {
        let moves = self.moves;
        let mut outputs = moves.outputs(1);
        let mut banks: Vec<Bank> = banks
            .into_iter()
            .map(|(words, addressing)| {
                let (source, wanted) = (vec![None; moves.beats_in], vec![false; moves.beats_out]);
                Bank { words, source, wanted, addressing }
            })
            .collect();
        for ((from, to), &colour) in moves.list.iter().zip(colours) {
            let wait = self.switch + to.beat - from.beat;
            outputs[to.lane].row[to.beat] = if wait < self.reach {
                Source::Lane { lane: from.lane, late: wait }
            } else {
                banks[colour].source[from.beat] = Some(from.lane);
                banks[colour].wanted[to.beat] = true;
                Source::Bank(colour)
            };
        }
        Permuter {
            lanes_in: moves.lanes_in,
            blocks: 1,
            beats_in: moves.beats_in,
            beats_out: moves.beats_out,
            shift: moves.shift,
            latency: self.switch + 1,
            banks,
            memory: self.memory,
            phases,
            outputs,
            turns: vec![],
        }
    }
}
