//! The front: sums of the points of transforms without products, one after the other.

use super::super::core::PairedCore;
use crate::arch::folded::lower::gates::{named_state, toggled};
use crate::arch::folded::lower::memory::MEMORY_CYCLES;
use crate::lower::control::delay_pulse;
use crate::lower::count::count;
use crate::lower::run::Run;
use crate::lower::sign::{add_signed, with_sign};
use crate::rtl::{Module, Net};

/// The terms of the front. A transform of the rear takes one bin of each transform without products: group by group, part by part where parts are summed
/// one by one, and term by term.
pub struct Front {
    /// Place of a term in its half of the memory of samples.
    pub place: Vec<Net>,
    /// Pulse with the first term of each transform of the rear.
    pub block: Net,
    /// High with the first term of a sum.
    begins_sum: Net,
    /// High with the last term of a sum.
    ends_sum: Net,
    /// Part of a sum. `None` if both are summed at once.
    part: Option<Net>,
    turns: Turns,
    /// Half of the memory of points that sums go to.
    side: Net,
    /// Number of the sum in the transform of the rear.
    group: Net,
}

/// What becomes of a term.
struct Turns {
    /// High if the real part of a sum takes imaginary parts, and the other way round.
    exchanges: Net,
    /// High if the real part of a sum, and if the imaginary one, takes the negated part of a term.
    negates: [Net; 2],
}

impl Front {
    /// Sums the samples of a frame from a pulse on.
    pub fn new(m: &mut Module, core: &PairedCore, begins: Net) -> Self {
        let split = &core.split;
        let (block, bin) = blocks(m, core, begins);
        m.name(block, "begins_block");
        let summing = Run::from(m, "summing", block);
        m.name(summing.active, "takes_term");
        let (term, ends_sum) = count(m, "term".into(), summing.active, split.front);
        m.name(ends_sum, "ends_sum");
        let (part, ends_point) = match core.front_parts {
            1 => count(m, "part".into(), ends_sum, 2),
            _ => (None, ends_sum),
        };
        m.name(ends_point, "ends_point");
        let (group, ends_block) = count(m, "group".into(), ends_point, split.rear);
        m.name(ends_block, "ends_block");
        summing.until(m, ends_block);
        let side = toggled(m, "point_side", ends_block);
        let turns = Turns::new(m, core, bin.zip(term));
        let begins_sum = match term {
            Some(term) => m.eq_const(term, 0),
            None => m.constant(1, 1),
        };
        m.name(begins_sum, "begins_sum");
        let group = group.unwrap_or_else(|| unreachable!("a transform of the rear has several points"));
        let place = term.into_iter().chain([group]).collect();
        Front { place, block, begins_sum, ends_sum, part, turns, side, group }
    }

    /// Returns the parts that are summed, of a sample that was read `MEMORY_CYCLES` cycles after its place. Floating-point numbers have the signs with which
    /// they are summed.
    pub fn terms(&self, m: &mut Module, core: &PairedCore, sample: [Net; 2]) -> Vec<Net> {
        let late = MEMORY_CYCLES as u32;
        let exchanges = m.delay(self.turns.exchanges, late);
        let terms = match self.part {
            Some(part) => {
                let part = m.delay(part, late);
                let is_imaginary = m.xor(part, exchanges);
                vec![m.mux(is_imaginary, sample[1], sample[0])]
            }
            None => vec![m.mux(exchanges, sample[1], sample[0]), m.mux(exchanges, sample[0], sample[1])],
        };
        for (number, &term) in terms.iter().enumerate() {
            m.name(term, if terms.len() == 1 { "sample_part" } else { ["turned_re", "turned_im"][number] });
        }
        if core.decoder().is_none() {
            return terms;
        }
        let signs = self.negates(m);
        terms
            .into_iter()
            .zip(signs)
            .map(|(term, negates)| {
                let negates = m.delay(negates, late);
                with_sign(m, term, negates)
            })
            .collect()
    }

    /// Returns whether each of the terms that are summed at once is negated.
    fn negates(&self, m: &mut Module) -> Vec<Net> {
        match self.part {
            Some(part) => vec![m.mux(part, self.turns.negates[1], self.turns.negates[0])],
            None => self.turns.negates.to_vec(),
        }
    }

    /// Sums terms that come `cycles` clock cycles after their places. Returns enable, address and part of a point that is written.
    pub fn sums(&self, m: &mut Module, core: &PairedCore, terms: &[Net], cycles: usize) -> [Net; 3] {
        let late = cycles as u32;
        let begins = m.delay(self.begins_sum, late);
        let negates = self.negates(m);
        let sums: Vec<Net> = terms
            .iter()
            .zip(negates)
            .enumerate()
            .map(|(number, (&term, negates))| {
                let term = m.sign_extend(term, core.front_bits());
                let sum = match core.split.front {
                    1 => m.delay(term, 1),
                    _ => {
                        let sum = m.state(core.front_bits(), None);
                        let zero = m.constant(core.front_bits(), 0);
                        let before = m.mux(begins, zero, sum);
                        m.name(before, "front_sum_before");
                        let next = match core.decoder() {
                            Some(_) => m.add(before, term),
                            None => {
                                let negates = m.delay(negates, late);
                                add_signed(m, before, term, negates)
                            }
                        };
                        m.drive(sum, next);
                        sum
                    }
                };
                let name = if terms.len() == 1 { "front_sum" } else { ["front_re", "front_im"][number] };
                m.name(sum, name)
            })
            .collect();
        let is_sum = (0..=cycles).fold(self.ends_sum, |net, _| m.register(net, Some(0)));
        m.name(is_sum, "is_front_sum");
        let place = |m: &mut Module, part: Net, cycles: u32| {
            let [side, group] = [self.side, self.group].map(|net| m.delay(net, cycles));
            m.concat(&[side, part, group])
        };
        match sums[..] {
            [re, im] => {
                // The imaginary part is written after the real one.
                let is_imaginary = m.register(is_sum, Some(0));
                let held = m.state(core.front_bits(), None);
                m.name(held, "held_im");
                m.drive_enabled(held, im, is_sum);
                let enable = m.or(is_sum, is_imaginary);
                let [real, imaginary] = [0u32, 1].map(|part| {
                    let number = m.constant(1, part.into());
                    place(m, number, late + 1 + part)
                });
                let address = m.mux(is_imaginary, imaginary, real);
                [enable, address, m.mux(is_imaginary, held, re)]
            }
            _ => {
                let part = self.part.unwrap_or_else(|| unreachable!("parts are summed one by one"));
                let part = m.delay(part, late + 1);
                [is_sum, place(m, part, late + 1), sums[0]]
            }
        }
    }
}

impl Turns {
    /// Finds the quarter turns of a term. `numbers`: those of the bin and of the term; `None` if there is one of each.
    fn new(m: &mut Module, core: &PairedCore, numbers: Option<(Net, Net)>) -> Self {
        let Some((bin, term)) = numbers else {
            let never = m.constant(1, 0);
            return Turns { exchanges: never, negates: [never; 2] };
        };
        let split = &core.split;
        let flags = |index: usize| {
            let turns = split.quarter_turns(index / split.front, index % split.front);
            let [exchanges, real, imaginary] = [turns % 2 == 1, turns >= 2, turns == 1 || turns == 2].map(u128::from);
            exchanges | real << 1 | imaginary << 2
        };
        let table: Vec<u128> = (0..split.front * split.front).map(flags).collect();
        let index = m.concat(&[term, bin]);
        let flags = m.rom(index, 3, table);
        m.name(flags, "turn_flags");
        let [exchanges, real, imaginary] = [0, 1, 2].map(|bit| m.bit(flags, bit));
        Turns { exchanges, negates: [real, imaginary] }
    }
}

/// Returns a pulse with the first term of each transform of the rear, and the number of the bin that it takes of each transform without products;
/// `None` if these have one.
fn blocks(m: &mut Module, core: &PairedCore, begins: Net) -> (Net, Option<Net>) {
    if core.split.front == 1 {
        return (begins, None);
    }
    let next = named_state(m, "next_block", false);
    let block = m.or(begins, next);
    let cycles = core.block_cycles();
    let ends = delay_pulse(m, block, cycles - 1, cycles);
    let (bin, is_last) = count(m, "front_bin".into(), ends, core.split.front);
    let is_more = m.not(is_last);
    let goes_on = m.and(ends, is_more);
    m.drive(next, goes_on);
    (block, bin)
}
