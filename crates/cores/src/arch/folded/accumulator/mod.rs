//! A kernel of multiplier-accumulators that serves steps of several radices: a transform is a program of sums of
//! products.
//!
//! Four multipliers take the sums and the differences of mirrored elements: two add up the parts of the even sums, with
//! x_0, and two those of the odd sums. An even and an odd sum give two results. The sums of a transform of up to five
//! points take no more cycles than its elements. After a transform of six to nine points no element comes for some
//! cycles.
//!
//! In a shared unit the same multipliers multiply the results by twiddle factors. Results without products are totals
//! there, which need no multipliers. A transform then takes a cycle for each product of its sums and for each result
//! that is multiplied, or as many cycles as it has elements.

mod program;
mod timed;

use super::folding::Folding;
use super::step_kind::StepKind;
use crate::formula::{Algorithm, Kernel};
use crate::pipeline::Units;
use crate::rtl::{address_bits, lut_ram};
pub use program::{Instruction, Output, Product, Program};
use std::sync::LazyLock;
pub use timed::TimedProgram;
use timed::TOTAL_CYCLES;

/// Real multipliers: for both parts of the even and of the odd sums.
const MULTIPLIERS: usize = 4;

/// Cycles from the place of an operand in the ring to the sum with its product, without those of the multiplier:
/// instruction, operands, sum of two elements, and accumulator.
const SUM_CYCLES: usize = 4;

/// Cycles from the last product in a sum to a result, from the read of the sum on: read, and sum of an even and an odd
/// sum.
const RESULT_CYCLES: usize = 2;

/// Cycles from a result to its product with a twiddle factor, without those of the multiplier: operand, and sum of two
/// products.
const ROTATION_CYCLES: usize = 2;

/// Reads of the ring of both parts of elements.
const ELEMENT_READS: usize = 5;

/// LUTs for each bit of a word: adders, with the choices before them.
const WORD_LUTS: usize = 11;

/// LUTs for each bit of a word in a shared unit beside those: two totals with their rings, sums of two products, and
/// the choice of a result.
const SHARED_WORD_LUTS: usize = 10;

/// Programs of all steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Accumulator {
    /// Programs of all [choices](Self::choice) of a step.
    pub programs: Vec<TimedProgram>,
    /// Clock cycles of a multiplier.
    pub multiplier_cycles: usize,
    /// Whether the multipliers serve twiddle factors too.
    pub is_shared: bool,
}

impl Accumulator {
    /// Returns the programs of radices, the smallest first, whose products take some clock cycles. `None` if a radix
    /// has none.
    pub fn new(radices: impl IntoIterator<Item = usize>, multiplier_cycles: usize) -> Option<Self> {
        let programs: Option<Vec<Program>> = radices.into_iter().map(Program::new).collect();
        let programs = programs?.into_iter().map(TimedProgram::new).collect();
        let mut unit = Accumulator { programs, multiplier_cycles, is_shared: false };
        // The operands of all programs have come to the ring.
        let begins = unit.programs.iter().map(|timed| timed.program.radix).max().unwrap_or(0);
        let behind = unit.programs.iter().map(|timed| timed.sums_after(unit.sum_cycles())).max().unwrap_or(0);
        unit.programs.iter_mut().for_each(|timed| (timed.begins, timed.reads) = (begins, begins + behind));
        Some(unit)
    }

    /// Returns the programs of kinds of steps whose multipliers serve twiddle factors too, and whose products take some
    /// clock cycles. `None` if a radix has none.
    pub fn shared(kinds: impl IntoIterator<Item = StepKind>, multiplier_cycles: usize) -> Option<Self> {
        let program = |kind: StepKind| Program::in_shared_unit(kind.radix, kind.has_factors);
        let programs: Vec<Program> = kinds.into_iter().map(program).collect::<Option<_>>()?;
        let unit = Accumulator { programs: vec![], multiplier_cycles, is_shared: true };
        let cycles = unit.sum_cycles();
        let at = |reads: usize| -> Option<Vec<TimedProgram>> {
            let timed = |program: &Program| {
                // Results that are not multiplied are read later, so that all results come in the same cycle.
                let later = if program.rotates { 0 } else { unit.rotation_cycles() };
                TimedProgram::new(program.clone()).read_from(reads + later, cycles)
            };
            programs.iter().map(timed).collect()
        };
        // With enough cycles each program fits.
        let programs = (0..).find_map(at)?;
        Some(Accumulator { programs, ..unit })
    }

    /// Cycles from a result of sums to its product with a twiddle factor.
    fn rotation_cycles(&self) -> usize {
        ROTATION_CYCLES + self.multiplier_cycles
    }

    /// Cycles from the number of an instruction to the read of the sum with its product.
    pub fn sum_cycles(&self) -> usize {
        SUM_CYCLES + self.multiplier_cycles + 1
    }

    /// Clock cycles from the first element of a transform to its first result. All results follow one a cycle.
    pub fn cycles(&self) -> usize {
        let cycles = |timed: &TimedProgram| {
            let rotates = self.is_shared && timed.program.rotates;
            timed.reads + RESULT_CYCLES + if rotates { self.rotation_cycles() } else { 0 }
        };
        self.programs.iter().map(cycles).max().unwrap_or(0)
    }

    /// Clock cycles from an element to the factor of the result with its number, in a shared unit.
    pub fn factor_cycles(&self) -> usize {
        self.cycles() - self.rotation_cycles()
    }

    /// Whether some result is a total of elements with alternating signs.
    pub fn alternates(&self) -> bool {
        let alternating = Output::Total { alternates: true };
        self.programs.iter().any(|timed| timed.program.outputs.contains(&alternating))
    }

    /// Returns the number of the program of a kind of step.
    pub fn choice(&self, kind: StepKind) -> usize {
        let serves = |timed: &TimedProgram| {
            timed.program.radix == kind.radix && (!self.is_shared || timed.program.rotates == kind.has_factors)
        };
        let choice = self.programs.iter().position(serves);
        choice.unwrap_or_else(|| unreachable!("each kind of step has a program"))
    }

    /// Cycles from the place of x_0 in the ring to the accumulators, in a cycle of a program.
    pub fn first_distance(&self, timed: &TimedProgram, cycle: usize) -> usize {
        timed.begins + self.sum_cycles() - SUM_CYCLES + cycle
    }

    /// Cycles from the sums of a result, or from its total, to their read. That of a result 0 which is a total is not
    /// read with the others.
    pub fn output_distance(&self, timed: &TimedProgram, k: usize) -> usize {
        let behind = match timed.program.outputs[k] {
            Output::Sums { summed, .. } => timed.begins + self.sum_cycles() + summed,
            Output::Total { .. } => timed.program.radix - 1 + TOTAL_CYCLES,
        };
        (timed.reads + k + 1).saturating_sub(behind)
    }

    /// Cycles from the total of all elements to its read, a cycle before the first result.
    pub fn total_distance(&self, timed: &TimedProgram) -> usize {
        self.cycles() - (timed.program.radix - 1 + TOTAL_CYCLES)
    }

    /// Cycles from an element to its read as an operand, in a cycle of a program.
    pub fn operand_distance(&self, timed: &TimedProgram, cycle: usize, element: usize) -> usize {
        timed.begins + cycle - element
    }

    /// Places of the rings of elements, of sums and of totals.
    pub fn places(&self) -> usize {
        let distances = self.programs.iter().flat_map(|timed| {
            let outputs = (0..timed.program.radix).map(|k| self.output_distance(timed, k));
            let total = self.is_shared.then(|| self.total_distance(timed));
            let instructions = timed.program.instructions.iter().enumerate();
            let elements = instructions.map(|(cycle, instruction)| match instruction.begins {
                true => self.first_distance(timed, cycle),
                false => self.operand_distance(timed, cycle, 0),
            });
            outputs.chain(total).chain(elements)
        });
        (distances.max().unwrap_or(0) + 1).next_power_of_two()
    }

    /// Bits of an instruction with factors of `factor_bits` bits: of two products the places of a pair, its sign and
    /// the factor, the place of x_0 and the begin of a sum.
    pub fn instruction_bits(&self, factor_bits: u32) -> u32 {
        let place = address_bits(self.places());
        2 * (2 * place + 1 + factor_bits) + place + 1
    }

    /// Returns the clock cycles without an element from a step to another: `wait`, or so many more that no two products
    /// meet. A step of the same program may follow at once.
    pub fn wait(&self, kinds: [StepKind; 2], wait: usize) -> usize {
        let [before, next] = kinds.map(|kind| &self.programs[self.choice(kind)]);
        match self.is_shared && !(wait == 0 && before == next) {
            true => wait.max(before.distance(next).saturating_sub(before.program.period())),
            false => wait,
        }
    }

    /// Estimates the LUTs: rings of elements of `element_bits` bits and of four sums, adders of words of `bits` bits,
    /// and tables of factors of `factor_bits` bits.
    pub fn luts(&self, element_bits: usize, bits: usize, factor_bits: usize) -> usize {
        let rings =
            ELEMENT_READS * lut_ram(self.places(), 2 * element_bits) + lut_ram(self.places(), MULTIPLIERS * bits);
        let of_word = WORD_LUTS + if self.is_shared { SHARED_WORD_LUTS } else { 0 };
        let factors = if self.is_shared { 5 } else { 3 };
        rings + of_word * bits + factors * factor_bits
    }

    /// Real operators beside the multipliers and the sums of even and odd sums: sums of elements, accumulators, and in
    /// a shared unit totals and sums of two products.
    pub fn units(&self) -> Units {
        let sums = 2 * MULTIPLIERS;
        let adders = if self.is_shared { sums + if self.alternates() { 6 } else { 4 } } else { sums };
        Units { adders, multipliers: 0, constants: 0 }
    }
}

/// Largest radix whose programs are looked at.
const MAX_RADIX: usize = 16;

/// Clock cycles of the programs of a radix.
#[derive(Clone, Copy)]
struct Periods {
    /// Clock cycles of a transform by the program whose results are all sums of products.
    own: usize,
    /// Clock cycles of a transform in a shared unit: results without twiddle factors, and with them.
    shared: [usize; 2],
}

/// Clock cycles of the programs of each radix. `None` if it has no program.
static PERIODS: LazyLock<Vec<Option<Periods>>> = LazyLock::new(|| {
    let of_radix = |radix: usize| {
        let shared = |rotates: bool| Program::in_shared_unit(radix, rotates).map(|program| program.period());
        let own = Program::new(radix)?.period();
        Some(Periods { own, shared: [shared(false)?, shared(true)?] })
    };
    (0..=MAX_RADIX).map(of_radix).collect()
});

/// Returns the clock cycles from a transform by a kernel to the next. `has_factors`: whether results are multiplied by
/// twiddle factors.
pub(super) fn period_of(kernel: &Kernel, folding: Folding, has_factors: bool) -> usize {
    let is_accumulated = kernel.algorithm == Algorithm::Accumulated;
    let periods = PERIODS.get(kernel.radix).copied().flatten().filter(|_| is_accumulated);
    match (periods, folding) {
        (None, _) => kernel.radix,
        (Some(periods), Folding::Shared) => periods.shared[usize::from(has_factors)],
        (Some(periods), _) => periods.own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Kinds of steps of some radices, with and without factors.
    fn kinds(radices: &[usize]) -> Vec<StepKind> {
        let of_radix = |radix: &usize| [false, true].map(|has_factors| StepKind { radix: *radix, has_factors });
        radices.iter().flat_map(of_radix).collect()
    }

    /// Sums are complete when their results read them, and operands have come when instructions read them.
    #[test]
    fn results_follow_their_sums() {
        for unit in
            [Accumulator::new(2..=9, 3), Accumulator::shared(kinds(&[2, 3, 4, 5, 6, 7, 8, 9]), 3)].map(Option::unwrap)
        {
            for timed in &unit.programs {
                let TimedProgram { program, begins, reads } = timed;
                assert!(program.radix <= *begins);
                for (k, output) in program.outputs.iter().enumerate() {
                    let ready = match output {
                        Output::Sums { summed, .. } => begins + summed + unit.sum_cycles(),
                        Output::Total { alternates: true } => program.radix - 1 + TOTAL_CYCLES,
                        Output::Total { alternates: false } => continue,
                    };
                    assert!(ready <= reads + k, "radix {}, result {k}", program.radix);
                    assert_eq!(unit.output_distance(timed, k), reads + k + 1 - ready);
                }
                assert!(!unit.is_shared || unit.total_distance(timed) > 0);
            }
        }
    }

    /// In no cycle do the multipliers of a shared unit have two products, and in none are the sums of two results read,
    /// whatever steps follow each other.
    #[test]
    fn shared_multipliers_have_one_product_a_cycle() {
        let kinds = kinds(&[2, 3, 4, 5, 6, 8]);
        let unit = Accumulator::shared(kinds.clone(), 3).unwrap();
        for (first, second) in kinds.iter().flat_map(|first| kinds.iter().map(move |second| (*first, *second))) {
            for (transforms, raw_wait) in [(1, 0), (2, 0), (5, 0), (5, 1), (3, 9), (40, 0)] {
                let wait = unit.wait([first, second], raw_wait);
                let (mut begin, mut products, mut reads) = (0, BTreeSet::new(), BTreeSet::new());
                for kind in [first, second] {
                    let timed = &unit.programs[unit.choice(kind)];
                    assert_eq!((timed.program.radix, timed.program.rotates), (kind.radix, kind.has_factors));
                    for _ in 0..transforms {
                        let sums = timed.begins..timed.begins + timed.program.instructions.len();
                        for cycle in sums.chain(timed.rotations()) {
                            assert!(products.insert(begin + cycle), "{first:?}, {second:?}, {transforms}");
                        }
                        for k in 0..kind.radix {
                            assert!(reads.insert(begin + timed.reads + k), "{first:?}, {second:?}, {transforms}");
                        }
                        begin += timed.program.period();
                    }
                    begin += wait;
                }
            }
        }
    }

    /// All results come in the same cycle, and not later than they have to.
    #[test]
    fn shared_units_are_short() {
        let unit = Accumulator::shared(kinds(&[3, 4, 5]), 3).unwrap();
        assert_eq!(unit.cycles(), 23);
        assert_eq!(unit.places(), 32);
    }
}
