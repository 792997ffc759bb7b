//! Multiplier-accumulators for sums alone: twiddle factors have multipliers of their own after them.

use super::super::super::accumulator::Accumulator;
use super::adders::Adders;
use super::elements::Elements;
use super::instructions::{Instructions, Outputs};
use super::ring::Ring;
use super::transforms::Transforms;
use crate::parts::operators::OperatorSet;
use crate::pipeline::FixedStage;
use fftgen_hdl::dsl::*;

/// Builds the kernel. `fixed`: arithmetic of each program; `set`: operators of the multipliers. Returns both parts of a
/// result in each cycle, `unit.cycles()` cycles after its element.
pub fn accumulator<'m>(
    m: &'m Builder,
    (unit, fixed, set): (&Accumulator, &[FixedStage], &OperatorSet),
    transforms: &Transforms<'_, 'm>,
) -> Vec<Sig<'m>> {
    let Elements { guard_bits, ring, place, address, .. } = Elements::new(m, unit, fixed, transforms);
    let [begins, reads] = [unit.programs[0].begins, unit.programs[0].reads];
    let instruction = Instructions::new(m, unit, transforms.after(begins), (address, &fixed[0]));
    let multiplier_cycles = unit.multiplier_cycles as u32;
    let adders = Adders { set, guard_bits, begins: instruction.begins.later_as_it_is(2 + multiplier_cycles) };
    let first = ring.read(instruction.first.later_as_it_is(1 + multiplier_cycles)).map(|part| adders.internal(part));
    let even = adders.sums("even_sum", (&instruction.even, &ring), first);
    let odd = adders.sums("odd_sum", (&instruction.odd, &ring), [m.constant(set.bits(), 0); 2]);
    let output = Outputs::new(m, unit, transforms.after(reads - 1), address);
    let [even, odd] = [("even_sums", even), ("odd_sums", odd)]
        .map(|(name, parts)| Ring::new(m, name, parts, place).read(output.distance));
    results(&output, even, odd)
}

/// Adds an odd sum to an even one, or subtracts it, a cycle after the fields of an output.
fn results<'m>(output: &Outputs<'m>, even: [Sig<'m>; 2], odd: [Sig<'m>; 2]) -> Vec<Sig<'m>> {
    let [turns, subtracts] = [output.turns, output.subtracts].map(|field| field.later_as_it_is(1));
    // The product with i has the negated imaginary part as its real part.
    let re = even[0].add_signed(turns.mux(odd[1], odd[0]), subtracts ^ turns);
    let im = even[1].add_signed(turns.mux(odd[0], odd[1]), subtracts);
    vec![re.register(), im.register()]
}
