//! Multiplier-accumulators for sums alone: twiddle factors have multipliers of their own after them.

use super::super::super::accumulator::Accumulator;
use super::adders::Adders;
use super::elements::Elements;
use super::instructions::{Instructions, Outputs};
use super::ring::Ring;
use super::transforms::Transforms;
use crate::lower::operators::OperatorSet;
use crate::lower::sign::add_signed;
use crate::pipeline::FixedStage;
use crate::rtl::{Module, Net};

/// Builds the kernel. `fixed`: arithmetic of each program; `set`: operators of the multipliers. Returns both parts of a result in each cycle,
/// `unit.cycles()` cycles after its element.
pub fn accumulator(
    m: &mut Module,
    (unit, fixed, set): (&Accumulator, &[FixedStage], &OperatorSet),
    transforms: &Transforms,
) -> Vec<Net> {
    let Elements { guard_bits, ring, place, address, .. } = Elements::new(m, unit, fixed, transforms);
    let [begins, reads] = [unit.programs[0].begins, unit.programs[0].reads];
    let begins = transforms.behind(m, begins);
    let instruction = Instructions::new(m, unit, begins, (address, &fixed[0]));
    let adders = Adders { set, guard_bits, begins: m.delay(instruction.begins, 2 + unit.multiplier_cycles as u32) };
    let first = m.delay(instruction.first, 1 + unit.multiplier_cycles as u32);
    let first = ring.read(m, first).map(|part| adders.internal(m, part));
    let zero = m.constant(set.bits(), 0);
    let even = adders.sums(m, "even_sum", (&instruction.even, &ring), first);
    let odd = adders.sums(m, "odd_sum", (&instruction.odd, &ring), [zero; 2]);
    let begins = transforms.behind(m, reads - 1);
    let output = Outputs::new(m, unit, begins, address);
    let [even, odd] = [("even_sums", even), ("odd_sums", odd)]
        .map(|(name, parts)| Ring::new(m, name, parts, place).read(m, output.distance));
    results(m, &output, even, odd)
}

/// Adds an odd sum to an even one, or subtracts it, a cycle after the fields of an output.
fn results(m: &mut Module, output: &Outputs, even: [Net; 2], odd: [Net; 2]) -> Vec<Net> {
    let [turns, subtracts] = [output.turns, output.subtracts].map(|net| m.delay(net, 1));
    // The product with i has the negated imaginary part as its real part.
    let re_subtracts = m.xor(subtracts, turns);
    let others = [m.mux(turns, odd[1], odd[0]), m.mux(turns, odd[0], odd[1])];
    let results = [(even[0], others[0], re_subtracts), (even[1], others[1], subtracts)];
    let result = |(even, odd, subtracts): (Net, Net, Net)| {
        let result = add_signed(m, even, odd, subtracts);
        m.register(result, None)
    };
    results.into_iter().map(result).collect()
}
