//! What programs say in each cycle: tables that counters read.

use super::super::super::accumulator::{Accumulator, Instruction, Output, Product, TimedProgram};
use super::super::fields::look_up;
use super::transforms::Begins;
use crate::pipeline::FixedStage;
use crate::rtl::{address_bits, mask, Module, Net};
use std::iter::repeat;

/// Words of a program's instructions or outputs, in fields of some bits.
type Words = Vec<Vec<u128>>;

/// Operands and factor of a product.
pub struct Operands {
    /// Distances of the elements of a pair.
    pub pair: [Net; 2],
    /// Whether the second element is subtracted.
    pub subtracts: Net,
    /// Factor.
    pub factor: Net,
}

/// Fields of an instruction, out of a register.
pub struct Instructions {
    /// Product that is added to the even sums.
    pub even: Operands,
    /// Product that is added to the odd sums.
    pub odd: Operands,
    /// High with the first products of sums.
    pub begins: Net,
    /// Distance of x_0 when the sum with the first product is made.
    pub first: Net,
}

/// Fields of an output, out of a register.
pub struct Outputs {
    /// Distance of the sums, or of a total.
    pub distance: Net,
    /// Whether the result is the total in the middle.
    pub is_total: Net,
    /// Whether the odd sum is multiplied by i.
    pub turns: Net,
    /// Whether the odd sum, or the total, is subtracted.
    pub subtracts: Net,
}

/// Returns the number of `address` bits that leads from the place that is written to one some places after it.
pub fn behind(places: usize, address: u32) -> u128 {
    (places as u128).wrapping_neg() & mask(address)
}

impl Instructions {
    /// Builds the table of instructions. `fixed`: arithmetic of the factors.
    pub fn new(m: &mut Module, unit: &Accumulator, begins: Begins, (address, fixed): (u32, &FixedStage)) -> Self {
        let words = |timed: &TimedProgram| -> Words {
            let word = |(cycle, instruction): (usize, &Instruction)| {
                let product = |product: &Product| {
                    let place = |element: usize| behind(unit.operand_distance(timed, cycle, element), address);
                    let factor = fixed.encode(&product.factor) as u128 & mask(fixed.coefficient_bits);
                    [place(product.pair[0]), place(product.pair[1]), product.subtracts.into(), factor]
                };
                let first = behind(unit.first_distance(timed, cycle), address);
                let [even, odd] = [product(&instruction.even), product(&instruction.odd)];
                even.into_iter().chain(odd).chain([instruction.begins.into(), first]).collect()
            };
            timed.program.instructions.iter().enumerate().map(word).collect()
        };
        let product = [address, address, 1, fixed.coefficient_bits];
        let bits = [product.to_vec(), product.to_vec(), vec![1, address]].concat();
        let fields = fields(m, "instruction", begins, (&bits, unit.programs.iter().map(words).collect()));
        let operands = |at: usize| Operands {
            pair: [fields[at], fields[at + 1]],
            subtracts: fields[at + 2],
            factor: fields[at + 3],
        };
        Instructions { even: operands(0), odd: operands(4), begins: fields[8], first: fields[9] }
    }
}

impl Outputs {
    /// Builds the table of outputs.
    pub fn new(m: &mut Module, unit: &Accumulator, begins: Begins, address: u32) -> Self {
        let words = |timed: &TimedProgram| -> Words {
            let word = |(k, output): (usize, &Output)| {
                let distance = behind(unit.output_distance(timed, k), address);
                let [is_total, turns, subtracts] = match *output {
                    Output::Sums { turns, subtracts, .. } => [false, turns, subtracts],
                    // A total ends with the last element of the sign plus.
                    Output::Total { alternates } => [alternates, false, alternates],
                };
                vec![distance, turns.into(), subtracts.into(), is_total.into()]
            };
            timed.program.outputs.iter().enumerate().map(word).collect()
        };
        let bits = [address, 1, 1, 1];
        let bits = if unit.is_shared { &bits[..] } else { &bits[..3] };
        let fields = fields(m, "output", begins, (bits, unit.programs.iter().map(words).collect()));
        let never = m.constant(1, 0);
        let is_total = fields.get(3).copied().unwrap_or(never);
        Outputs { distance: fields[0], turns: fields[1], subtracts: fields[2], is_total }
    }
}

/// Counts from zero after each pulse, and looks the count up. Returns the fields of the word, out of a register. `bits`: those of each field.
fn fields(m: &mut Module, name: &str, begins: Begins, (bits, programs): (&[u32], Vec<Words>)) -> Vec<Net> {
    let count_bits = address_bits(programs.iter().map(Vec::len).max().unwrap_or(1));
    let row = 1 << count_bits;
    let count = m.state(count_bits, None);
    m.name(count, name);
    let width = m.width(count);
    let (zero, one) = (m.constant(width, 0), m.constant(width, 1));
    let more = m.add(count, one);
    let next = m.mux(begins.pulse, zero, more);
    m.drive(count, next);
    // A program may go on when elements of another one come.
    let number = m.state(m.width(begins.program), None);
    m.drive_enabled(number, begins.program, begins.pulse);
    let address = if programs.len() > 1 { m.concat(&[count, number]) } else { count };
    let padded = |words: Words| {
        let words: Words = words.into_iter().map(|word| word[..bits.len()].to_vec()).collect();
        words.into_iter().chain(repeat(vec![])).take(row)
    };
    let words: Words = programs.into_iter().flat_map(padded).collect();
    look_up(m, address, bits, &words)
}
