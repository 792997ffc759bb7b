//! The netlist of a kernel of multiplier-accumulators.
//!
//! Elements are written to a ring, and so are the sums behind the accumulators. Instructions read the ring some places behind the place that
//! is written, so that no place has a name, and transforms of different radices follow each other without a gap.

use super::super::accumulator::{Accumulator, Instruction, Output, Product, Program};
use super::fields::look_up;
use crate::lower::operators::OperatorSet;
use crate::lower::sign::add_signed;
use crate::pipeline::FixedStage;
use crate::rtl::{address_bits, mask, MemoryId, Module, Net};
use std::iter::repeat;

/// Elements and instructions of transforms, with which the first element comes.
pub struct Transforms<'a> {
    /// Real and imaginary part of an element in each cycle.
    pub elements: &'a [Net],
    /// High with the first element of a transform.
    pub start: Net,
    /// Number of the program.
    pub program: Net,
}

/// Words of a program's instructions or outputs, in fields of some bits.
type Words = Vec<Vec<u128>>;

/// Builds the kernel. `fixed`: arithmetic of each program; `set`: operators of the multipliers. Returns both parts of a result in each cycle,
/// `unit.cycles()` cycles behind its element.
pub fn accumulator(
    m: &mut Module,
    (unit, fixed, set): (&Accumulator, &[FixedStage], &OperatorSet),
    transforms: &Transforms,
) -> Vec<Net> {
    let guard_bits = fixed.iter().map(|fixed| fixed.guard_bits).min().unwrap_or(0);
    let elements = aligned(m, fixed, guard_bits, transforms);
    let place = ring_place(m, unit.places());
    let address = m.width(place);
    let ring = Ring::new(m, "elements", elements, place);
    let instruction = Instructions::new(m, unit, transforms, (address, &fixed[0]));
    let adders = Adders { set, guard_bits, begins: m.delay(instruction.begins, 2 + unit.multiplier_cycles as u32) };
    let first = m.delay(instruction.first, 1 + unit.multiplier_cycles as u32);
    let first = ring.read(m, first).map(|part| adders.internal(m, part));
    let zero = m.constant(set.bits(), 0);
    let even = adders.sums(m, "even_sum", (&instruction.even, &ring), first);
    let odd = adders.sums(m, "odd_sum", (&instruction.odd, &ring), [zero; 2]);
    let output = Outputs::new(m, unit, transforms, address);
    let [even, odd] = [("even_sums", even), ("odd_sums", odd)]
        .map(|(name, parts)| Ring::new(m, name, parts, place).read(m, output.distance));
    output.results(m, even, odd)
}

/// Counts the place of the rings that is written.
fn ring_place(m: &mut Module, places: usize) -> Net {
    let bits = address_bits(places);
    let place = m.state(bits, Some(0));
    m.name(place, "ring_place");
    let one = m.constant(bits, 1);
    let next = m.add(place, one);
    m.drive(place, next);
    place
}

/// A memory of the last words, which is written in each cycle.
struct Ring {
    memory: MemoryId,
    /// Place that is written.
    place: Net,
    /// Bits of a part of a word.
    bits: u32,
}

impl Ring {
    fn new(m: &mut Module, name: &str, parts: [Net; 2], place: Net) -> Self {
        let bits = m.width(parts[0]);
        let memory = m.memory(name, 1 << m.width(place), 2 * bits);
        let (always, word) = (m.constant(1, 1), m.concat(&parts));
        m.write(memory, always, place, word);
        Ring { memory, place, bits }
    }

    /// Returns the parts of the word at a distance from the place that is written, out of a register.
    fn read(&self, m: &mut Module, distance: Net) -> [Net; 2] {
        let place = m.add(self.place, distance);
        let word = m.peek(self.memory, place);
        let word = m.register(word, None);
        [0, 1].map(|part| m.slice(word, part * self.bits, self.bits))
    }
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
            let product =
                m.operate(format!("{name}_product"), self.set.multiplier(), vec![vec![value], vec![factor]])[0];
            let sum = m.state(self.set.bits(), None);
            m.name(sum, format!("{name}_{}", ["re", "im"][part]));
            let before = m.mux(self.begins, from[part], sum);
            let next = m.add(product, before);
            m.drive(sum, next);
            sum
        })
    }
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

/// Operands and factor of a product.
struct Operands {
    pair: [Net; 2],
    subtracts: Net,
    factor: Net,
}

/// Fields of an instruction, out of a register.
struct Instructions {
    even: Operands,
    odd: Operands,
    begins: Net,
    /// Distance of x_0 when the sum with the first product is made.
    first: Net,
}

impl Instructions {
    fn new(m: &mut Module, unit: &Accumulator, transforms: &Transforms, (address, fixed): (u32, &FixedStage)) -> Self {
        let wait = unit.instruction_cycle() as i128;
        let distance = |places: i128| places as u128 & mask(address);
        let words = |program: &Program| -> Words {
            let word = |(cycle, instruction): (usize, &Instruction)| {
                let product = |product: &Product| {
                    let place = |element: usize| distance(element as i128 - wait - cycle as i128);
                    let factor = fixed.encode(&product.factor) as u128 & mask(fixed.coefficient_bits);
                    [place(product.pair[0]), place(product.pair[1]), product.subtracts.into(), factor]
                };
                let first = -(unit.first_distance(cycle) as i128);
                let [even, odd] = [product(&instruction.even), product(&instruction.odd)];
                even.into_iter().chain(odd).chain([instruction.begins.into(), distance(first)]).collect()
            };
            program.instructions.iter().enumerate().map(word).collect()
        };
        let product = [address, address, 1, fixed.coefficient_bits];
        let bits = [product.to_vec(), product.to_vec(), vec![1, address]].concat();
        let fields = fields(
            m,
            "instruction",
            transforms,
            unit.instruction_cycle(),
            (&bits, unit.programs.iter().map(words).collect()),
        );
        let operands = |at: usize| Operands {
            pair: [fields[at], fields[at + 1]],
            subtracts: fields[at + 2],
            factor: fields[at + 3],
        };
        Instructions { even: operands(0), odd: operands(4), begins: fields[8], first: fields[9] }
    }
}

/// Fields of an output, out of a register.
struct Outputs {
    /// Distance of the sums.
    distance: Net,
    turns: Net,
    subtracts: Net,
}

impl Outputs {
    fn new(m: &mut Module, unit: &Accumulator, transforms: &Transforms, address: u32) -> Self {
        let words = |program: &Program| -> Words {
            let word = |(number, output): (usize, &Output)| {
                let distance = -(unit.sum_distance(number, output) as i128);
                vec![distance as u128 & mask(address), output.turns.into(), output.subtracts.into()]
            };
            program.outputs.iter().enumerate().map(word).collect()
        };
        let fields = fields(
            m,
            "output",
            transforms,
            unit.output_cycle() - 1,
            (&[address, 1, 1], unit.programs.iter().map(words).collect()),
        );
        Outputs { distance: fields[0], turns: fields[1], subtracts: fields[2] }
    }

    /// Adds an odd sum to an even one, or subtracts it, a cycle behind the fields.
    fn results(&self, m: &mut Module, even: [Net; 2], odd: [Net; 2]) -> Vec<Net> {
        let [turns, subtracts] = [self.turns, self.subtracts].map(|net| m.delay(net, 1));
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
}

/// Counts from zero, `wait` cycles behind the first element of a transform on, and looks the count up. Returns the fields of the word, out of a
/// register. `bits`: those of each field.
fn fields(
    m: &mut Module,
    name: &str,
    transforms: &Transforms,
    wait: usize,
    (bits, programs): (&[u32], Vec<Words>),
) -> Vec<Net> {
    let row = programs.iter().map(Vec::len).max().unwrap_or(1).next_power_of_two();
    let begins = m.delay(transforms.start, wait as u32 - 1);
    let count = m.state(address_bits(row), None);
    m.name(count, name);
    let width = m.width(count);
    let (zero, one) = (m.constant(width, 0), m.constant(width, 1));
    let more = m.add(count, one);
    let next = m.mux(begins, zero, more);
    m.drive(count, next);
    // A program may go on when elements of another one come.
    let number = m.state(m.width(transforms.program), None);
    let next = m.delay(transforms.program, wait as u32 - 1);
    m.drive_enabled(number, next, begins);
    let address = if programs.len() > 1 { m.concat(&[count, number]) } else { count };
    let padded = |words: Words| words.into_iter().chain(repeat(vec![])).take(row);
    let words: Words = programs.into_iter().flat_map(padded).collect();
    look_up(m, address, bits, &words)
}
