//! What programs say in each cycle: tables that counters read.

use super::super::super::accumulator::{Accumulator, Instruction, Output, Product, TimedProgram};
use super::super::fields::look_up;
use super::transforms::Begins;
use crate::pipeline::FixedStage;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, mask};
use std::iter::repeat;

/// Words of a program's instructions or outputs, in fields of some bits.
type Words = Vec<Vec<u128>>;

/// Operands and factor of a product.
pub struct Operands<'m> {
    /// Distances of the elements of a pair.
    pub pair: [Sig<'m>; 2],
    /// Whether the second element is subtracted.
    pub subtracts: Sig<'m>,
    /// Factor.
    pub factor: Sig<'m>,
}

/// Fields of an instruction, out of a register.
pub struct Instructions<'m> {
    /// Product that is added to the even sums.
    pub even: Operands<'m>,
    /// Product that is added to the odd sums.
    pub odd: Operands<'m>,
    /// High with the first products of sums.
    pub begins: Sig<'m>,
    /// Distance of x_0 when the sum with the first product is made.
    pub first: Sig<'m>,
}

/// Fields of an output, out of a register.
pub struct Outputs<'m> {
    /// Distance of the sums, or of a total.
    pub distance: Sig<'m>,
    /// Whether the result is the total in the middle.
    pub is_total: Sig<'m>,
    /// Whether the odd sum is multiplied by i.
    pub turns: Sig<'m>,
    /// Whether the odd sum, or the total, is subtracted.
    pub subtracts: Sig<'m>,
}

/// Returns the number of `address` bits that leads from the place that is written to one some places after it.
pub fn after(places: usize, address: u32) -> u128 {
    (places as u128).wrapping_neg() & mask(address)
}

impl<'m> Instructions<'m> {
    /// Builds the table of instructions. `fixed`: arithmetic of the factors.
    pub fn new(m: &'m Builder, unit: &Accumulator, begins: Begins<'m>, (address, fixed): (u32, &FixedStage)) -> Self {
        let words = |timed: &TimedProgram| -> Words {
            let word = |(cycle, instruction): (usize, &Instruction)| {
                let product = |product: &Product| {
                    let place = |element: usize| after(unit.operand_distance(timed, cycle, element), address);
                    let factor = fixed.encode(&product.factor) as u128 & mask(fixed.coefficient_bits);
                    [place(product.pair[0]), place(product.pair[1]), product.subtracts.into(), factor]
                };
                let first = after(unit.first_distance(timed, cycle), address);
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

impl<'m> Outputs<'m> {
    /// Builds the table of outputs.
    pub fn new(m: &'m Builder, unit: &Accumulator, begins: Begins<'m>, address: u32) -> Self {
        let words = |timed: &TimedProgram| -> Words {
            let word = |(k, output): (usize, &Output)| {
                let distance = after(unit.output_distance(timed, k), address);
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
        let is_total = fields.get(3).copied().unwrap_or_else(|| m.constant(1, 0));
        Outputs { distance: fields[0], turns: fields[1], subtracts: fields[2], is_total }
    }
}

/// Counts from zero after each pulse, and looks the count up. Returns the fields of the word, out of a register.
/// `bits`: those of each field.
fn fields<'m>(m: &'m Builder, name: &str, begins: Begins<'m>, (bits, programs): (&[u32], Vec<Words>)) -> Vec<Sig<'m>> {
    let count_bits = address_bits(programs.iter().map(Vec::len).max().unwrap_or(1));
    let row = 1 << count_bits;
    let count = m.reg(count_bits).named(name);
    count.next(begins.pulse.mux(0, count + 1));
    // A program may go on when elements of another one come.
    let number = m.reg(begins.program.width());
    number.next_if(begins.pulse, begins.program);
    let address = if programs.len() > 1 { m.cat([count, number]) } else { *count };
    let padded = |words: Words| {
        let words: Words = words.into_iter().map(|word| word[..bits.len()].to_vec()).collect();
        words.into_iter().chain(repeat(vec![])).take(row)
    };
    let words: Words = programs.into_iter().flat_map(padded).collect();
    look_up(address, bits, &words)
}
