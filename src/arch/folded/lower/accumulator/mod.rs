//! The netlist of a kernel of multiplier-accumulators.
//!
//! Elements are written to a ring, and so are the sums behind the accumulators. Instructions read the ring some places behind the place that
//! is written, so that no place has a name, and transforms of different radices follow each other without a gap.

mod instructions;
mod ring;
mod shared;

use super::super::accumulator::Accumulator;
use crate::lower::operators::OperatorSet;
use crate::lower::sign::add_signed;
use crate::pipeline::FixedStage;
use crate::rtl::{Module, Net};
use instructions::{Instructions, Operands, Outputs};
use ring::Ring;
pub use shared::{shared_accumulator, Rotations};

/// Elements and instructions of transforms, with which the first element comes.
pub struct Transforms<'a> {
    /// Real and imaginary part of an element in each cycle.
    pub elements: &'a [Net],
    /// High with the first element of a transform.
    pub start: Net,
    /// Number of the program.
    pub program: Net,
}

/// Begin of a program.
#[derive(Clone, Copy)]
struct Begins {
    /// High a cycle ahead of the first word of the program.
    pulse: Net,
    /// Number of the program, valid with the pulse.
    program: Net,
}

impl Transforms<'_> {
    /// Returns the begin of programs whose first word is read some cycles behind the first element.
    fn behind(&self, m: &mut Module, cycles: usize) -> Begins {
        let [pulse, program] = [self.start, self.program].map(|net| m.delay(net, cycles as u32 - 1));
        Begins { pulse, program }
    }
}

/// Builds the kernel. `fixed`: arithmetic of each program; `set`: operators of the multipliers. Returns both parts of a result in each cycle,
/// `unit.cycles()` cycles behind its element.
pub fn accumulator(
    m: &mut Module,
    (unit, fixed, set): (&Accumulator, &[FixedStage], &OperatorSet),
    transforms: &Transforms,
) -> Vec<Net> {
    let guard_bits = least_guard(fixed);
    let elements = aligned(m, fixed, guard_bits, transforms);
    let place = Ring::place(m, unit.places());
    let address = m.width(place);
    let ring = Ring::new(m, "elements", elements, place);
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

/// Adds an odd sum to an even one, or subtracts it, a cycle behind the fields of an output.
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

/// Sums of products.
struct Adders<'a> {
    /// Operators of the multipliers.
    set: &'a OperatorSet,
    /// Guard bits of the program with the fewest ones, which elements do not have in the ring.
    guard_bits: u32,
    /// High with the first product of a sum.
    begins: Net,
}

impl Adders<'_> {
    /// Returns a word between operators.
    fn internal(&self, m: &mut Module, part: Net) -> Net {
        let part = doubled_signed(m, part, self.guard_bits);
        m.resize_signed(part, self.set.bits())
    }

    /// Adds up the products of an instruction, in both parts. `from`: what sums begin with.
    fn sums(&self, m: &mut Module, name: &str, (operands, ring): (&Operands, &Ring), from: [Net; 2]) -> [Net; 2] {
        let [first, second] = operands.pair.map(|distance| ring.read(m, distance));
        let subtracts = m.delay(operands.subtracts, 1);
        let factor = m.delay(operands.factor, 2);
        [0, 1].map(|part| {
            let [a, b] = [first, second].map(|word| m.sign_extend(word[part], ring.bits + 1));
            let value = add_signed(m, a, b, subtracts);
            let value = m.register(value, None);
            let value = self.internal(m, value);
            let product = self.product(m, name, [value, factor]);
            self.sum(m, (name, part), product, from[part])
        })
    }

    /// Multiplies a word by a factor.
    fn product(&self, m: &mut Module, name: &str, [value, factor]: [Net; 2]) -> Net {
        m.operate(format!("{name}_product"), self.set.multiplier(), vec![vec![value], vec![factor]])[0]
    }

    /// Adds up the products of a part. `from`: what the sum begins with.
    fn sum(&self, m: &mut Module, (name, part): (&str, usize), product: Net, from: Net) -> Net {
        let sum = m.state(self.set.bits(), None);
        m.name(sum, format!("{name}_{}", ["re", "im"][part]));
        let before = m.mux(self.begins, from, sum);
        let next = m.add(product, before);
        m.drive(sum, next);
        sum
    }
}

/// Returns the guard bits of the program with the fewest ones.
fn least_guard(fixed: &[FixedStage]) -> u32 {
    fixed.iter().map(|fixed| fixed.guard_bits).min().unwrap_or(0)
}

/// Moves the parts of elements up by the guard bits that a program has beyond the `least`.
fn aligned(m: &mut Module, fixed: &[FixedStage], least: u32, transforms: &Transforms) -> [Net; 2] {
    let most = fixed.iter().map(|fixed| fixed.guard_bits - least).max().unwrap_or(0);
    [0, 1].map(|part| {
        let part = transforms.elements[part];
        let bits = m.width(part) + most;
        let cases: Vec<Net> = fixed
            .iter()
            .map(|fixed| {
                let moved = doubled_signed(m, part, fixed.guard_bits - least);
                m.sign_extend(moved, bits)
            })
            .collect();
        let element = m.select(transforms.program, &cases);
        m.register(element, None)
    })
}

/// Returns 2^`bits` times a number, in as many bits more.
fn doubled_signed(m: &mut Module, number: Net, bits: u32) -> Net {
    match bits {
        0 => number,
        _ => {
            let zeros = m.constant(bits, 0);
            m.concat(&[zeros, number])
        }
    }
}
