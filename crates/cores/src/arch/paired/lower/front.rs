//! The front: sums of the points of transforms without products, one after the other.

use super::super::core::PairedCore;
use crate::arch::folded::lower::memory::MEMORY_CYCLES;
use fftgen_hdl::dsl::*;

/// The terms of the front. A transform of the rear takes one bin of each transform without products: group by group,
/// part by part where parts are summed one by one, and term by term. The fields that words go by have the cycle 0.
pub struct Front<'m> {
    /// Place of a term in its half of the memory of samples.
    pub place: Vec<Sig<'m>>,
    /// Pulse with the first term of each transform of the rear.
    pub block: Sig<'m>,
    /// High with the first term of a sum.
    begins_sum: Sig<'m>,
    /// High with the last term of a sum.
    ends_sum: Sig<'m>,
    /// Part of a sum. `None` if both are summed at once.
    part: Option<Sig<'m>>,
    turns: Turns<'m>,
    /// Half of the memory of points that sums go to.
    side: Sig<'m>,
    /// Number of the sum in the transform of the rear.
    group: Sig<'m>,
}

record! {
    /// What becomes of a term.
    struct Turns {
        /// High if the real part of a sum takes imaginary parts, and the other way round.
        exchanges,
        /// High if the real part of a sum takes the negated part of a term.
        negates_re,
        /// High if the imaginary part of a sum takes the negated part of a term.
        negates_im,
    }
}

impl<'m> Front<'m> {
    /// Sums the samples of a frame from a pulse on.
    #[hdl]
    pub fn new(m: &'m Builder, core: &PairedCore, begins: Sig<'m>) -> Self {
        let split = &core.split;
        let (begins_block, bin) = blocks(m, core, begins);
        let summing = Run::from(m, "summing", begins_block);
        let takes_term = summing.active;
        let (term, ends_sum) = m.count("term", takes_term, split.front);
        let (part, ends_point) = match core.front_parts {
            1 => m.count("part", ends_sum, 2),
            _ => (None, ends_sum),
        };
        let (group, ends_block) = m.count("group", ends_point, split.rear);
        summing.until(ends_block);
        let point_side = ends_block.toggled();
        let turns = Turns::new(m, core, bin.zip(term));
        let begins_sum = term.map_or(m.constant(1, 1), |term| term.is(0));
        let group = group.unwrap_or_else(|| unreachable!("a transform of the rear has several points")).at(0);
        Front {
            place: term.map(|term| term.at(0)).into_iter().chain([group]).collect(),
            block: begins_block,
            begins_sum: begins_sum.at(0),
            ends_sum,
            part: part.map(|part| part.at(0)),
            turns,
            side: point_side.at(0),
            group,
        }
    }

    /// Returns the parts that are summed, of a sample that was read. Floating-point numbers have the signs with which
    /// they are summed.
    #[hdl]
    pub fn terms(&self, core: &PairedCore, [re, im]: [Sig<'m>; 2]) -> Vec<Sig<'m>> {
        let exchanges = self.turns.exchanges.until(MEMORY_CYCLES as i32);
        let terms = match self.part {
            Some(part) => {
                let sample_part = (part.until(MEMORY_CYCLES as i32) ^ exchanges).mux(im, re);
                vec![sample_part]
            }
            None => {
                let turned_re = exchanges.mux(im, re);
                let turned_im = exchanges.mux(re, im);
                vec![turned_re, turned_im]
            }
        };
        if core.decoder().is_none() {
            return terms;
        }
        terms.into_iter().zip(self.negates()).map(|(term, negates)| term.flip_top(negates)).collect()
    }

    /// Whether each of the terms that are summed at once is negated.
    fn negates(&self) -> Vec<Sig<'m>> {
        let Turns { negates_re, negates_im, .. } = self.turns;
        self.part.map_or(vec![negates_re, negates_im], |part| vec![part.mux(negates_im, negates_re)])
    }

    /// Sums terms. Returns enable, address and part of a point that is written.
    #[hdl]
    pub fn sums(&self, m: &'m Builder, core: &PairedCore, terms: &[Sig<'m>]) -> [Sig<'m>; 3] {
        let names = if terms.len() == 1 { ["front_sum", ""] } else { ["front_re", "front_im"] };
        let sums = terms.iter().zip(self.negates()).zip(names);
        let sums: Vec<Sig> = sums.map(|((&term, negates), name)| self.sum(core, [term, negates], name)).collect();
        let written = sums[0].cycle().expect("terms have a cycle");
        let is_front_sum = self.ends_sum.later_with_reset(written as u32);
        let place = |part: Sig<'m>, cycle: i32| {
            m.cat([self.side.until(cycle), part.until(cycle), self.group.until(cycle)]).untimed()
        };
        match (&sums[..], self.part) {
            (&[re, im], _) => {
                // The imaginary part is written after the real one.
                let is_imaginary = is_front_sum.later_with_reset(1);
                let held_im = m.reg(core.front_bits());
                held_im.next_if(is_front_sum, im);
                let real_place = place(m.constant(1, 0), written);
                let imaginary_place = place(m.constant(1, 1), written + 1);
                let address = is_imaginary.mux(imaginary_place, real_place);
                [is_front_sum | is_imaginary, address, is_imaginary.mux(held_im, re.untimed())]
            }
            (&[sum], Some(part)) => [is_front_sum, place(part, written), sum.untimed()],
            _ => unreachable!("parts are summed one by one or both at once"),
        }
    }

    /// Adds up terms, a clock cycle later.
    #[hdl]
    fn sum(&self, core: &PairedCore, [term, negates]: [Sig<'m>; 2], name: &str) -> Sig<'m> {
        let (m, bits) = (term.builder(), core.front_bits());
        let term = term.sign_extend(bits);
        if core.split.front == 1 {
            return term.later(1).named(name);
        }
        let sum = m.reg(bits).beside(term).named(name);
        let front_sum_before = self.begins_sum.mux(0, sum);
        sum.next(match core.decoder() {
            Some(_) => front_sum_before + term,
            None => front_sum_before.add_signed(term, negates),
        })
    }
}

impl<'m> Turns<'m> {
    /// Finds the quarter turns of a term. `numbers`: those of the bin and of the term; `None` if there is one of each.
    #[hdl]
    fn new(m: &'m Builder, core: &PairedCore, numbers: Option<(Sig<'m>, Sig<'m>)>) -> Self {
        let Some((bin, term)) = numbers else {
            let never = m.constant(1, 0);
            return Turns { exchanges: never, negates_re: never, negates_im: never };
        };
        let split = &core.split;
        let flags = |index: usize| {
            let turns = split.quarter_turns(index / split.front, index % split.front);
            let [exchanges, real, imaginary] = [turns % 2 == 1, turns >= 2, turns == 1 || turns == 2].map(u128::from);
            exchanges | real << 1 | imaginary << 2
        };
        let table: Vec<u128> = (0..split.front * split.front).map(flags).collect();
        let turn_flags = m.rom(m.cat([term, bin]), 3, table).at(0);
        let [exchanges, negates_re, negates_im] = [0, 1, 2].map(|bit| turn_flags.bit(bit));
        Turns { exchanges, negates_re, negates_im }
    }
}

/// Returns a pulse with the first term of each transform of the rear, and the number of the bin that it takes of each
/// transform without products; `None` if these have one.
#[hdl]
fn blocks<'m>(m: &'m Builder, core: &PairedCore, begins: Sig<'m>) -> (Sig<'m>, Option<Sig<'m>>) {
    if core.split.front == 1 {
        return (begins, None);
    }
    let next_block = m.state(1, 0);
    let block = begins | next_block;
    let cycles = core.block_cycles();
    let ends = Pulse::new(block, cycles).later(cycles - 1).now();
    let (front_bin, is_last) = m.count("front_bin", ends, core.split.front);
    next_block.next(ends & !is_last);
    (block, front_bin)
}
