//! Multiplier-accumulators whose multipliers multiply results by twiddle factors too.
//!
//! A result of sums comes back as an operand. Its products with the parts of the factor are those of an even and of an odd sum, and two of
//! them give a part of the product. Totals of all elements are added up while elements come.

use super::super::super::accumulator::{Accumulator, TimedProgram};
use super::super::gates::{any_of, later, number_of};
use super::adders::Adders;
use super::elements::Elements;
use super::instructions::{behind, Instructions, Operands, Outputs};
use super::ring::Ring;
use super::transforms::{Begins, Transforms};
use crate::lower::operators::OperatorSet;
use crate::lower::sign::add_signed;
use crate::pipeline::FixedStage;
use crate::rtl::{Module, Net};

/// Multiplications of results by twiddle factors.
pub struct Rotations {
    /// Parts of the factor, `unit.factor_cycles()` cycles after the element with the number of the result.
    pub factor: [Net; 2],
    /// High with an element if the result with its number is multiplied. A reset clears it.
    pub rotates: Net,
    /// `starts[program]`: high with the first element of a transform by a program. A reset clears it.
    pub starts: Vec<Net>,
}

/// A result that comes back as an operand.
struct Returned<'a> {
    /// Both parts of the result.
    parts: &'a [Net],
    /// Part of the factor.
    factor: Net,
    /// High when the operands of the result are read.
    rotates: Net,
}

/// Products of a cycle, and sums of products, in both parts.
struct Sums {
    products: [Net; 2],
    sums: [Net; 2],
}

impl Rotations {
    /// Returns the begin of programs. `cycles`: those from the first element to the first word of a program.
    fn begins(&self, m: &mut Module, unit: &Accumulator, cycles: impl Fn(&TimedProgram) -> usize) -> Begins {
        let starts = self.starts.iter().zip(&unit.programs);
        let pulses: Vec<Net> = starts.map(|(&start, timed)| later(m, start, cycles(timed) - 1)).collect();
        let program = match pulses.len() {
            1 => m.constant(1, 0),
            _ => number_of(m, &pulses),
        };
        Begins { pulse: any_of(m, &pulses), program }
    }
}

/// Builds the kernel as [`accumulator`](super::accumulator) does, with the multiplication by twiddle factors.
pub fn shared_accumulator(
    m: &mut Module,
    (unit, fixed, set): (&Accumulator, &[FixedStage], &OperatorSet),
    transforms: &Transforms,
    rotations: &Rotations,
) -> Vec<Net> {
    let Elements { guard_bits, parts: elements, ring, place, address } = Elements::new(m, unit, fixed, transforms);
    let begins = rotations.begins(m, unit, |timed| timed.begins);
    let instruction = Instructions::new(m, unit, begins, (address, &fixed[0]));
    let multiplier_cycles = unit.multiplier_cycles as u32;
    let adders = Adders { set, guard_bits, begins: m.delay(instruction.begins, 2 + multiplier_cycles) };
    let first = m.delay(instruction.first, 1 + multiplier_cycles);
    let first = ring.read(m, first).map(|part| adders.internal(m, part));
    let zero = m.constant(set.bits(), 0);
    let results: Vec<Net> = ["result_re", "result_im"]
        .map(|name| {
            let result = m.state(set.bits(), None);
            m.name(result, name)
        })
        .to_vec();
    let rotates = later(m, rotations.rotates, unit.factor_cycles() - 1);
    m.name(rotates, "rotates");
    let returned = |part: usize| Returned { parts: &results, factor: rotations.factor[part], rotates };
    let even = adders.shared_sums(m, "even_sum", (&instruction.even, &ring), &returned(0), first);
    let odd = adders.shared_sums(m, "odd_sum", (&instruction.odd, &ring), &returned(1), [zero; 2]);
    let total = totals(m, &adders, elements, (transforms.start, false));
    let alternating = unit.alternates().then(|| totals(m, &adders, elements, (transforms.start, true)));
    let begins = rotations.begins(m, unit, |timed| timed.reads - 1);
    let output = Outputs::new(m, unit, begins, address);
    let even_sum = Ring::new(m, "even_sums", even.sums, place).read_unless(m, output.is_total, output.distance);
    let odd_sum = Ring::new(m, "odd_sums", odd.sums, place).read(m, output.distance);
    let middle = alternating.map(|parts| Ring::new(m, "alternating_totals", parts, place).read(m, output.distance));
    drive_results(m, &output, &results, ([even_sum, odd_sum], middle));

    let cycles = unit.cycles();
    let program = m.delay(transforms.program, cycles as u32 - 1);
    let distances = unit.programs.iter().map(|timed| behind(unit.total_distance(timed), address));
    let distances: Vec<u128> = distances.collect();
    let distance = m.rom(program, address, distances);
    let total = Ring::new(m, "totals", total, place).read(m, distance);
    let rotated = [m.sub(even.products[0], odd.products[1]), m.add(even.products[1], odd.products[0])];
    let is_first = m.delay(transforms.start, cycles as u32);
    let is_rotated = m.delay(rotates, (cycles + 1 - unit.factor_cycles()) as u32);
    let part = |part: usize| {
        let rotated = m.register(rotated[part], None);
        let other = m.mux(is_rotated, rotated, results[part]);
        m.mux(is_first, total[part], other)
    };
    (0..2).map(part).collect()
}

impl Adders<'_> {
    /// Adds up products as [`sums`](Adders::sums) does. A returned result takes the place of the second element, and the first one is zero.
    fn shared_sums(
        &self,
        m: &mut Module,
        name: &str,
        (operands, ring): (&Operands, &Ring),
        returned: &Returned,
        from: [Net; 2],
    ) -> Sums {
        let first = ring.read_unless(m, returned.rotates, operands.pair[0]);
        let second = ring.read(m, operands.pair[1]);
        let never = m.constant(1, 0);
        let subtracts = m.mux(returned.rotates, never, operands.subtracts);
        let [subtracts, rotates, factor] = [subtracts, returned.rotates, operands.factor].map(|net| m.delay(net, 1));
        let products = [0, 1].map(|part| {
            let [a, b] = [first, second].map(|word| self.internal(m, word[part]));
            let b = m.mux(rotates, returned.parts[part], b);
            let value = add_signed(m, a, b, subtracts);
            let value = m.register(value, None);
            let factor = m.mux(rotates, returned.factor, factor);
            let factor = m.register(factor, None);
            self.product(m, name, [value, factor])
        });
        let sums = [0, 1].map(|part| self.sum(m, (name, part), products[part], from[part]));
        Sums { products, sums }
    }
}

/// Adds up the elements of each transform, or those with alternating signs, the last one with the sign plus.
fn totals(m: &mut Module, adders: &Adders, elements: [Net; 2], (start, alternates): (Net, bool)) -> [Net; 2] {
    let start = m.delay(start, 1);
    let name = if alternates { "alternating_total" } else { "total" };
    [0, 1].map(|part| {
        let element = adders.internal(m, elements[part]);
        let bits = m.width(element);
        let total = m.state(bits, None);
        m.name(total, format!("{name}_{}", ["re", "im"][part]));
        let zero = m.constant(bits, 0);
        let before = m.mux(start, zero, total);
        let next = if alternates { m.sub(element, before) } else { m.add(element, before) };
        m.drive(total, next);
        total
    })
}

/// Drives the results of an even sum with the product of i and an odd one, or of zero less a total, a cycle after the fields of an output.
fn drive_results(
    m: &mut Module,
    output: &Outputs,
    results: &[Net],
    ([even, odd], total): ([[Net; 2]; 2], Option<[Net; 2]>),
) {
    // The product with i has the negated imaginary part as its real part.
    let re_subtracts = m.xor(output.subtracts, output.turns);
    let subtracts = [re_subtracts, output.subtracts].map(|net| m.delay(net, 1));
    let is_total = m.delay(output.is_total, 1);
    for part in 0..2 {
        let odd = odd[1 - part];
        let other = total.map_or(odd, |total| m.mux(is_total, total[part], odd));
        let result = add_signed(m, even[part], other, subtracts[part]);
        m.drive(results[part], result);
    }
}
