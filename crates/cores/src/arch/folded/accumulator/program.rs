//! Transforms as programs of sums of products.

use crate::exact::{roots, Complex, Real};

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

/// What gives a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// An even sum with an odd one.
    Sums {
        /// Cycle of the last products of the sums.
        summed: usize,
        /// Whether the odd sum is multiplied by i.
        turns: bool,
        /// Whether the odd sum is subtracted.
        subtracts: bool,
    },
    /// All elements, which are added up while they come.
    Total {
        /// Whether the sign changes from element to element.
        alternates: bool,
    },
}

/// Transforms of a radix.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// Number of elements.
    pub radix: usize,
    /// Whether the multipliers of the sums multiply all results but the first one by twiddle factors too.
    pub rotates: bool,
    /// Products of each cycle.
    pub instructions: Vec<Instruction>,
    /// Results in natural order.
    pub outputs: Vec<Output>,
}

impl Product {
    /// Returns a product that adds nothing.
    fn nothing() -> Self {
        Product { pair: [0; 2], subtracts: false, factor: Real::zero() }
    }
}

impl Program {
    /// Returns the program of a radix, of which all results are sums of products. `None` if these take more than twice
    /// as many cycles as it has elements.
    ///
    /// ```
    /// use fftgen_cores::arch::folded::Program;
    /// let cycles = |radix: usize| Program::new(radix).map(|program| program.period());
    /// assert_eq!([2, 3, 4, 5].map(cycles), [2, 3, 4, 5].map(Some));
    /// assert_eq!([6, 7, 8, 11].map(cycles), [Some(8), Some(11), Some(10), None]);
    /// ```
    pub fn new(radix: usize) -> Option<Self> {
        if radix < 2 {
            return None;
        }
        let is_even = radix % 2 == 0;
        let sums = Sums::new(radix, 0..radix.div_ceil(2));
        let output = |k: usize| match k {
            // Even and odd elements add up to two results.
            _ if is_even && k % (radix / 2) == 0 => {
                Output::Sums { summed: sums.last[0], turns: false, subtracts: k > 0 }
            }
            _ => sums.output(k, 0),
        };
        let outputs = (0..radix).map(output).collect();
        let program = Program { radix, rotates: false, instructions: sums.instructions, outputs };
        Some(program).filter(|program| program.period() <= 2 * radix)
    }

    /// Returns the program of a radix in a unit whose multipliers serve twiddle factors too. Results without products
    /// are totals there: the first one, and that in the middle. `rotates`: whether the other ones are multiplied.
    /// `None` if there is no [program](Self::new) without factors.
    ///
    /// ```
    /// use fftgen_cores::arch::folded::Program;
    /// let cycles = |rotates| [2, 3, 4, 5, 6, 8].map(|radix| Program::in_shared_unit(radix, rotates).unwrap().period());
    /// assert_eq!(cycles(false), [2, 3, 4, 5, 6, 8]);
    /// assert_eq!(cycles(true), [2, 3, 4, 8, 11, 15]);
    /// ```
    pub fn in_shared_unit(radix: usize, rotates: bool) -> Option<Self> {
        Program::new(radix)?;
        let sums = Sums::new(radix, 1..radix.div_ceil(2));
        let output = |k: usize| match k {
            _ if 2 * k % radix == 0 => Output::Total { alternates: k > 0 },
            _ => sums.output(k, 1),
        };
        let outputs = (0..radix).map(output).collect();
        Some(Program { radix, rotates, instructions: sums.instructions, outputs })
    }

    /// Clock cycles from a transform to the next.
    pub fn period(&self) -> usize {
        self.radix.max(self.instructions.len() + self.rotations())
    }

    /// Clock cycles in which the multipliers multiply results by twiddle factors.
    pub fn rotations(&self) -> usize {
        if self.rotates {
            self.radix - 1
        } else {
            0
        }
    }
}

/// Instructions of the sums of some results.
struct Sums {
    radix: usize,
    instructions: Vec<Instruction>,
    /// Cycle of the last products of each sum.
    last: Vec<usize>,
}

impl Sums {
    /// Returns the sums of these results, each of which gives the result's mirror image too.
    fn new(radix: usize, results: std::ops::Range<usize>) -> Self {
        let (mut instructions, mut last) = (Vec::new(), Vec::new());
        for k in results {
            let [even, odd] = products(radix, k);
            let count = even.len().max(odd.len()).max(1);
            let product = |list: &[Product], cycle| list.get(cycle).cloned().unwrap_or_else(Product::nothing);
            instructions.extend((0..count).map(|cycle| Instruction {
                even: product(&even, cycle),
                odd: product(&odd, cycle),
                begins: cycle == 0,
            }));
            last.push(instructions.len() - 1);
        }
        Sums { radix, instructions, last }
    }

    /// Returns how result k is made, where the first sums are those of result `first`.
    fn output(&self, k: usize, first: usize) -> Output {
        let summed = self.last[k.min(self.radix - k) - first];
        Output::Sums { summed, turns: k > 0, subtracts: 2 * k > self.radix }
    }
}

/// Returns the products of the even and of the odd sum of result k and its mirror image. Those of result 0 are all
/// elements, which both sums share: by halves, or of an even radix the even and the odd elements, whose difference is
/// the result in the middle.
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
        let output = |output: &Output| match *output {
            Output::Total { alternates } => {
                let sign = |n: usize| if alternates && n % 2 == 1 { -1.0 } else { 1.0 };
                [0, 1].map(|part| x.iter().enumerate().map(|(n, x)| sign(n) * x[part]).sum())
            }
            Output::Sums { summed, turns, subtracts } => {
                let [even, odd] = sums[summed];
                let odd = if turns { [-odd[1], odd[0]] } else { odd };
                let sign = if subtracts { -1.0 } else { 1.0 };
                [0, 1].map(|part| even[part] + sign * odd[part])
            }
        };
        program.outputs.iter().map(output).collect()
    }

    /// Every program computes the transform of its radix.
    #[test]
    fn programs_are_transforms() {
        for radix in 2..=9 {
            for program in [Program::new(radix), Program::in_shared_unit(radix, false)].map(Option::unwrap) {
                let x: Vec<[f64; 2]> = (0..radix).map(|n| [(3 * n + 1) as f64, (7 * n * n) as f64 - 5.0]).collect();
                let roots: Vec<[f64; 2]> =
                    roots(radix).iter().map(|root| [root.re.to_f64(), root.im.to_f64()]).collect();
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
    }
}
