//! A kernel of multiplier-accumulators that serves steps of several radices: a transform is a program of sums of products.
//!
//! Four multipliers take the sums and the differences of mirrored elements: two add up the parts of the even sums, with x_0, and two those of
//! the odd sums. An even and an odd sum give two results. The sums of a transform of up to five points take no more cycles than its elements. Behind a
//! transform of six to nine points no element comes for some cycles.

use crate::exact::{roots, Complex, Real};
use crate::formula::{Algorithm, Kernel};
use crate::pipeline::Units;

/// Real multipliers: for both parts of the even and of the odd sums.
const MULTIPLIERS: usize = 4;

/// Cycles from the place of an operand in the ring to the sum with its product, without those of the multiplier: instruction, operands, sum of
/// two elements, and accumulator.
const SUM_CYCLES: usize = 4;

/// Cycles from the last product in a sum to a result, from the read of the sum on: read, and sum of an even and an odd sum.
const RESULT_CYCLES: usize = 2;

/// LUTs for each bit of a word: five reads of a ring of both parts of elements, a read of four sums, and adders with the choices ahead of them.
const WORD_LUTS: usize = 22;

/// Operands and factor of a product in each of the two parts of a sum.
#[derive(Clone, PartialEq, Debug)]
pub struct Product {
    /// Elements whose sum or difference is multiplied.
    pub pair: [usize; 2],
    /// Whether the second element is subtracted.
    pub subtracts: bool,
    /// Factor.
    pub factor: Real,
}

/// Products of a cycle.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// Product that is added to the even sums.
    pub even: Product,
    /// Product that is added to the odd sums.
    pub odd: Product,
    /// Whether the sums begin with these products, and the even ones with x_0.
    pub begins: bool,
}

/// A result: an even sum with an odd one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// Cycle of the last products of the sums.
    pub summed: usize,
    /// Whether the odd sum is multiplied by i.
    pub turns: bool,
    /// Whether the odd sum is subtracted.
    pub subtracts: bool,
}

/// Transforms of a radix.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// Number of elements.
    pub radix: usize,
    /// Products of each cycle.
    pub instructions: Vec<Instruction>,
    /// Results in natural order.
    pub outputs: Vec<Output>,
}

/// Programs of the radices of all steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Accumulator {
    /// Programs, the smallest radix first.
    pub programs: Vec<Program>,
    /// Clock cycles of a multiplier.
    pub multiplier_cycles: usize,
}

impl Product {
    /// Returns a product that adds nothing.
    fn nothing() -> Self {
        Product { pair: [0; 2], subtracts: false, factor: Real::zero() }
    }
}

impl Program {
    /// Returns the program of a radix. `None` if its sums take more than twice as many cycles as it has elements.
    ///
    /// ```
    /// use fftgen::arch::folded::Program;
    /// let cycles = |radix: usize| Program::new(radix).map(|program| program.period());
    /// assert_eq!([2, 3, 4, 5].map(cycles), [2, 3, 4, 5].map(Some));
    /// assert_eq!([6, 7, 8, 11].map(cycles), [Some(8), Some(11), Some(10), None]);
    /// ```
    pub fn new(radix: usize) -> Option<Self> {
        if radix < 2 {
            return None;
        }
        let (mut instructions, mut summed) = (Vec::new(), Vec::new());
        for k in 0..=(radix - 1) / 2 {
            let [even, odd] = Program::products(radix, k);
            let count = even.len().max(odd.len()).max(1);
            let product = |list: &[Product], cycle| list.get(cycle).cloned().unwrap_or_else(Product::nothing);
            instructions.extend((0..count).map(|cycle| Instruction {
                even: product(&even, cycle),
                odd: product(&odd, cycle),
                begins: cycle == 0,
            }));
            summed.push(instructions.len() - 1);
        }
        let is_even = radix % 2 == 0;
        let output = |k: usize| match k {
            // Even and odd elements add up to two results.
            _ if is_even && k % (radix / 2) == 0 => Output { summed: summed[0], turns: false, subtracts: k > 0 },
            _ => Output { summed: summed[k.min(radix - k)], turns: k > 0, subtracts: 2 * k > radix },
        };
        let outputs = (0..radix).map(output).collect();
        Some(Program { radix, instructions, outputs }).filter(|program| program.period() <= 2 * radix)
    }

    /// Returns the products of the even and of the odd sum of result k and its mirror image. Those of result 0 are all elements, which both sums
    /// share: by halves, or of an even radix the even and the odd elements, whose difference is the result in the middle.
    fn products(radix: usize, k: usize) -> [Vec<Product>; 2] {
        let (roots, half, is_even) = (roots(radix), radix / 2, radix % 2 == 0);
        let pairs = 1..radix.div_ceil(2);
        let mirrored = |j: usize, subtracts: bool, factor: Real| Product { pair: [j, radix - j], subtracts, factor };
        // Elements that are their own mirror images are products of their doubles with halves.
        let middle = |negative: bool| {
            let factor = Real::ratio(if negative { -1 } else { 1 }, 2);
            is_even.then_some(Product { pair: [half; 2], subtracts: false, factor })
        };
        if k == 0 {
            let to_odd = |j: usize| if is_even { j % 2 == 1 } else { j % 2 == 0 };
            let all = |odd: bool| {
                let own = pairs.clone().filter(move |j| to_odd(*j) == odd).map(|j| mirrored(j, false, Real::one()));
                own.chain(middle(false).filter(|_| to_odd(half) == odd)).collect()
            };
            return [all(false), all(true)];
        }
        let part = |subtracts: bool, factor: fn(&Complex) -> &Real| {
            let factors = pairs.clone().map(|j| (j, factor(&roots[j * k % radix]).clone()));
            let factors = factors.filter(|(_, factor)| !factor.is_zero());
            factors.map(|(j, factor)| mirrored(j, subtracts, factor)).collect::<Vec<Product>>()
        };
        let even = middle(k % 2 == 1).into_iter().chain(part(false, |root| &root.re)).collect();
        [even, part(true, |root| &root.im)]
    }

    /// Clock cycles from a transform to the next.
    pub fn period(&self) -> usize {
        self.radix.max(self.instructions.len())
    }
}

impl Accumulator {
    /// Returns the programs of radices, the smallest first, whose products take some clock cycles. `None` if a radix has none.
    pub fn new(radices: impl IntoIterator<Item = usize>, multiplier_cycles: usize) -> Option<Self> {
        let programs: Option<Vec<Program>> = radices.into_iter().map(Program::new).collect();
        programs.map(|programs| Accumulator { programs, multiplier_cycles })
    }

    /// Cycles from the first element of a transform to its first instruction: the operands of all have come to the ring.
    pub fn instruction_cycle(&self) -> usize {
        self.programs.iter().map(|program| program.radix).max().unwrap_or(0)
    }

    /// Cycles from the number of an instruction to the read of the sum with its product.
    pub fn sum_cycles(&self) -> usize {
        SUM_CYCLES + self.multiplier_cycles + 1
    }

    /// Cycles from the first element of a transform to the read of the sums of its first result. All results follow one a cycle.
    pub fn output_cycle(&self) -> usize {
        let outputs = self.programs.iter().flat_map(|program| program.outputs.iter().enumerate());
        let wait = outputs.map(|(number, output)| output.summed.saturating_sub(number)).max().unwrap_or(0);
        self.instruction_cycle() + self.sum_cycles() + wait
    }

    /// Clock cycles from the first element of a transform to its first result.
    pub fn cycles(&self) -> usize {
        self.output_cycle() + RESULT_CYCLES
    }

    /// Cycles from the place of x_0 in the ring to the accumulators, in a cycle of a program.
    pub fn first_distance(&self, cycle: usize) -> usize {
        self.instruction_cycle() + self.sum_cycles() - SUM_CYCLES + cycle
    }

    /// Cycles from the sums of an output to their read.
    pub fn sum_distance(&self, number: usize, output: &Output) -> usize {
        self.output_cycle() + number + 1 - (self.instruction_cycle() + self.sum_cycles() + output.summed)
    }

    /// Places of the rings of elements and of sums.
    pub fn places(&self) -> usize {
        let distances = self.programs.iter().flat_map(|program| {
            let outputs = program.outputs.iter().enumerate();
            let sums = outputs.map(|(number, output)| self.sum_distance(number, output));
            sums.chain([self.first_distance(program.period() - 1)])
        });
        (distances.max().unwrap_or(0) + 1).next_power_of_two()
    }

    /// Clock cycles without an element behind a transform of a radix.
    pub fn rest(&self, radix: usize) -> usize {
        let program = self.programs.iter().find(|program| program.radix == radix);
        program.map_or(0, |program| program.period() - radix)
    }

    /// Estimates the LUTs: rings and adders of words of `bits` bits, and tables of factors of `factor_bits` bits.
    pub fn luts(&self, bits: usize, factor_bits: usize) -> usize {
        WORD_LUTS * bits + 3 * factor_bits
    }

    /// Real operators beside the multipliers and the sums of even and odd sums: sums of elements, and accumulators.
    pub fn units(&self) -> Units {
        Units { adders: 2 * MULTIPLIERS, multipliers: 0, constants: 0 }
    }
}

/// Returns the clock cycles without an element behind a transform by a kernel.
pub(super) fn rest_of(kernel: &Kernel) -> usize {
    let program = (kernel.algorithm == Algorithm::Accumulated).then(|| Program::new(kernel.radix)).flatten();
    program.map_or(0, |program| program.period() - kernel.radix)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the transform of complex elements by a program.
    fn transform(program: &Program, x: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let product = |product: &Product, part: usize| {
            let [a, b] = product.pair.map(|element| x[element][part]);
            product.factor.to_f64() * if product.subtracts { a - b } else { a + b }
        };
        let mut sums: Vec<[[f64; 2]; 2]> = Vec::new();
        for instruction in &program.instructions {
            let [even, odd] = match sums.last() {
                Some(last) if !instruction.begins => *last,
                _ => [x[0], [0.0; 2]],
            };
            let add = |sum: [f64; 2], by: &Product| [0, 1].map(|part| sum[part] + product(by, part));
            sums.push([add(even, &instruction.even), add(odd, &instruction.odd)]);
        }
        let output = |output: &Output| {
            let [even, odd] = sums[output.summed];
            let odd = if output.turns { [-odd[1], odd[0]] } else { odd };
            let sign = if output.subtracts { -1.0 } else { 1.0 };
            [0, 1].map(|part| even[part] + sign * odd[part])
        };
        program.outputs.iter().map(output).collect()
    }

    /// Every program computes the transform of its radix.
    #[test]
    fn programs_are_transforms() {
        for radix in 2..=9 {
            let program = Program::new(radix).unwrap();
            let x: Vec<[f64; 2]> = (0..radix).map(|n| [(3 * n + 1) as f64, (7 * n * n) as f64 - 5.0]).collect();
            let roots: Vec<[f64; 2]> = roots(radix).iter().map(|root| [root.re.to_f64(), root.im.to_f64()]).collect();
            for (k, found) in transform(&program, &x).into_iter().enumerate() {
                let term = |n: usize| {
                    let ([re, im], [c, s]) = (x[n], roots[n * k % radix]);
                    [re * c - im * s, re * s + im * c]
                };
                let sum = (0..radix).map(term).fold([0.0; 2], |sum, term| [sum[0] + term[0], sum[1] + term[1]]);
                assert!((0..2).all(|part| (found[part] - sum[part]).abs() < 1e-9), "radix {radix}, result {k}");
            }
        }
    }

    /// Sums are complete when their results read them, and operands have come when instructions read them.
    #[test]
    fn results_follow_their_sums() {
        let unit = Accumulator::new(2..=9, 3).unwrap();
        for program in &unit.programs {
            assert!(program.radix <= unit.instruction_cycle());
            for (number, output) in program.outputs.iter().enumerate() {
                let summed = unit.instruction_cycle() + output.summed + unit.sum_cycles();
                assert!(summed <= unit.output_cycle() + number, "radix {}, result {number}", program.radix);
            }
        }
    }
}
