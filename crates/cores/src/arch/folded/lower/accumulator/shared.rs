//! Multiplier-accumulators whose multipliers multiply results by twiddle factors too.
//!
//! A result of sums comes back as an operand. Its products with the parts of the factor are those of an even and of an
//! odd sum, and two of them give a part of the product. Totals of all elements are added up while elements come.

use super::super::super::accumulator::{Accumulator, TimedProgram};
use super::super::gates::number_of;
use super::adders::Adders;
use super::elements::Elements;
use super::instructions::{after, Instructions, Operands, Outputs};
use super::ring::Ring;
use super::transforms::{Begins, Transforms};
use crate::parts::operators::OperatorSet;
use crate::pipeline::FixedStage;
use fftgen_hdl::dsl::*;

/// Multiplications of results by twiddle factors.
pub struct Rotations<'m> {
    /// Parts of the factor, `unit.factor_cycles()` cycles after the element with the number of the result.
    pub factor: [Sig<'m>; 2],
    /// High with an element if the result with its number is multiplied. A reset clears it.
    pub rotates: Sig<'m>,
    /// `starts[program]`: high with the first element of a transform by a program. A reset clears it.
    pub starts: Vec<Sig<'m>>,
}

/// A result that comes back as an operand.
struct Returned<'m> {
    /// Both parts of the result.
    parts: [Reg<'m>; 2],
    /// Part of the factor.
    factor: Sig<'m>,
    /// High when the operands of the result are read.
    rotates: Sig<'m>,
}

/// Products of a cycle, and sums of products, in both parts.
struct Sums<'m> {
    products: [Sig<'m>; 2],
    sums: [Sig<'m>; 2],
}

impl<'m> Rotations<'m> {
    /// Returns the begin of programs. `cycles`: those from the first element to the first word of a program.
    fn begins(&self, m: &'m Builder, unit: &Accumulator, cycles: impl Fn(&TimedProgram) -> usize) -> Begins<'m> {
        let starts = self.starts.iter().zip(&unit.programs);
        let pulses = starts.map(|(start, timed)| start.later_with_reset(cycles(timed) as u32 - 1));
        let pulses: Vec<Sig> = pulses.collect();
        let program = if pulses.len() == 1 { m.constant(1, 0) } else { number_of(m, &pulses) };
        Begins { pulse: m.any_of(pulses), program }
    }
}

/// Builds the kernel as [`accumulator`](super::accumulator) does, with the multiplication by twiddle factors.
#[hdl]
pub fn shared_accumulator<'m>(
    m: &'m Builder,
    (unit, fixed, set): (&Accumulator, &[FixedStage], &OperatorSet),
    transforms: &Transforms<'_, 'm>,
    rotations: &Rotations<'m>,
) -> Vec<Sig<'m>> {
    let Elements { guard_bits, parts: elements, ring, place, address } = Elements::new(m, unit, fixed, transforms);
    let begins = rotations.begins(m, unit, |timed| timed.begins);
    let instruction = Instructions::new(m, unit, begins, (address, &fixed[0]));
    let multiplier_cycles = unit.multiplier_cycles as u32;
    let adders = Adders { set, guard_bits, begins: instruction.begins.later_as_it_is(2 + multiplier_cycles) };
    let first = ring.read(instruction.first.later_as_it_is(1 + multiplier_cycles)).map(|part| adders.internal(part));
    let result_re = m.reg(set.bits());
    let result_im = m.reg(set.bits());
    let results = [result_re, result_im];
    let rotates = rotations.rotates.later_with_reset(unit.factor_cycles() as u32 - 1);
    let returned = |part: usize| Returned { parts: results, factor: rotations.factor[part], rotates };
    let zeros = [m.constant(set.bits(), 0); 2];
    let even = adders.shared_sums("even_sum", (&instruction.even, &ring), &returned(0), first);
    let odd = adders.shared_sums("odd_sum", (&instruction.odd, &ring), &returned(1), zeros);
    let total = totals(&adders, elements, (transforms.start, false));
    let alternating = unit.alternates().then(|| totals(&adders, elements, (transforms.start, true)));
    let begins = rotations.begins(m, unit, |timed| timed.reads - 1);
    let output = Outputs::new(m, unit, begins, address);
    let even_sum = Ring::new(m, "even_sums", even.sums, place).read_unless(output.is_total, output.distance);
    let odd_sum = Ring::new(m, "odd_sums", odd.sums, place).read(output.distance);
    let middle = alternating.map(|parts| Ring::new(m, "alternating_totals", parts, place).read(output.distance));
    drive_results(&output, results, ([even_sum, odd_sum], middle));

    let cycles = unit.cycles() as u32;
    let program = transforms.program.later_as_it_is(cycles - 1);
    let distances = unit.programs.iter().map(|timed| after(unit.total_distance(timed), address));
    let distance = m.rom(program, address, distances.collect::<Vec<u128>>());
    let total = Ring::new(m, "totals", total, place).read(distance);
    let rotated_re = even.products[0] - odd.products[1];
    let rotated_im = even.products[1] + odd.products[0];
    let is_first = transforms.start.later_as_it_is(cycles);
    let is_rotated = rotates.later_as_it_is(cycles + 1 - unit.factor_cycles() as u32);
    let part = |part: usize, rotated: Sig<'m>| {
        let other = is_rotated.mux(rotated.register(), results[part]);
        is_first.mux(total[part], other)
    };
    vec![part(0, rotated_re), part(1, rotated_im)]
}

impl<'m> Adders<'_, 'm> {
    /// Adds up products as [`sums`](Adders::sums) does. A returned result takes the place of the second element, and
    /// the first one is zero.
    fn shared_sums(
        &self,
        name: &str,
        (operands, ring): (&Operands<'m>, &Ring<'m>),
        returned: &Returned<'m>,
        from: [Sig<'m>; 2],
    ) -> Sums<'m> {
        let first = ring.read_unless(returned.rotates, operands.pair[0]);
        let second = ring.read(operands.pair[1]);
        let subtracts = returned.rotates.mux(0, operands.subtracts);
        let [subtracts, rotates, factor] =
            [subtracts, returned.rotates, operands.factor].map(|field| field.later_as_it_is(1));
        let products = [0, 1].map(|part| {
            let [a, b] = [first, second].map(|word| self.internal(word[part]));
            let b = rotates.mux(returned.parts[part], b);
            let value = a.add_signed(b, subtracts).register();
            self.product(name, [value, rotates.mux(returned.factor, factor).register()])
        });
        let sums = [0, 1].map(|part| self.sum((name, part), products[part], from[part]));
        Sums { products, sums }
    }
}

/// Adds up the elements of each transform, or those with alternating signs, the last one with the sign plus.
fn totals<'m>(adders: &Adders<'_, 'm>, elements: [Sig<'m>; 2], (start, alternates): (Sig<'m>, bool)) -> [Sig<'m>; 2] {
    let start = start.later_as_it_is(1);
    let name = if alternates { "alternating_total" } else { "total" };
    [0, 1].map(|part| {
        let element = adders.internal(elements[part]);
        let total = start.builder().reg(element.width()).named(&format!("{name}_{}", ["re", "im"][part]));
        let before = start.mux(0, total);
        total.next(if alternates { element - before } else { element + before });
        *total
    })
}

/// Drives the results of an even sum with the product of i and an odd one, or of zero less a total, a cycle after the
/// fields of an output.
fn drive_results<'m>(
    output: &Outputs<'m>,
    results: [Reg<'m>; 2],
    ([even, odd], total): ([[Sig<'m>; 2]; 2], Option<[Sig<'m>; 2]>),
) {
    // The product with i has the negated imaginary part as its real part.
    let subtracts = [output.subtracts ^ output.turns, output.subtracts].map(|field| field.later_as_it_is(1));
    let is_total = output.is_total.later_as_it_is(1);
    for part in 0..2 {
        let odd = odd[1 - part];
        let other = total.map_or(odd, |total| is_total.mux(total[part], odd));
        results[part].next(even[part].add_signed(other, subtracts[part]));
    }
}
