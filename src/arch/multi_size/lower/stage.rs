//! A place in a row that several sizes share: kernels with delayed feedback whose distance the size says, on each lane.
//!
//! Elements wait in banks, one for each but the last of a transform, and results in others, one for each but the first:
//! all by one address, the number of the transform in its block. So nothing has to pass from bank to bank, and a frame
//! of another size may follow while results of the one before still leave. Where distances are long enough, a result
//! stands in the bank of the element of its number, which has left by then, and leaves before the next one comes.

use super::super::chain::{Row, BEFORE_KERNEL, BEHIND_KERNEL};
use super::super::route::Path;
use super::bank::Bank;
use super::per_size::{number_of_size, BySize, Counts, Entrance};
use super::roots::twiddles;
use crate::blocks::kernel::netlist::{body, Coming, Counters};
use crate::lower::control::{delay_pulse, select};
use crate::lower::ends::{any_over, End};
use crate::lower::{Operators, Ports};
use crate::rtl::{Module, Net};
use crate::runtime::Runtime;

/// The netlist of a place: `in_start` comes with the configuration word, as `out_start` does.
pub fn position(name: &str, row: &Row, runtime: &Runtime, number: usize, operators: &Operators) -> Module {
    let position = &row.positions[number];
    let radices: Vec<String> = position.kernels.iter().map(|kernel| kernel.transform.radix().to_string()).collect();
    let mut m = Module::new(
        name,
        format!(
            "Transforms of {} points with delayed feedback, for sizes that have such a factor here; latency {} cycles and \
             a distance for each element but one, 1 cycle for sizes that have none.",
            radices.join(", "),
            position.fixed()
        ),
    );
    let [bits, bits_out] = position.bits;
    let kernel_bits =
        position.kernels.first().and_then(|kernel| kernel.arithmetic.fixed()).map_or(bits, |numeric| numeric.output);
    let Entrance { enable, start, data, word: held, sized } = Entrance::new(&mut m, row, runtime, bits);
    let active = sized.number(&mut m, |path| usize::from(path.radices[number] > 1));
    let active = m.bit(active, 0);
    let begins = m.and(start, active);
    let entering = Counts::new(&mut m, "in_", begins, &sized, number);
    let complete = m.and(entering.runs, entering.digit_ends);
    let leaves = first_complete(&mut m, begins, complete, entering.place);

    // What leaves is counted from the first complete transform on.
    let out_index = number_of_size(&mut m, runtime, held);
    let out_sized = BySize { row, index: out_index, pulse: leaves };
    let out_start = m.register(leaves, Some(0));
    let leaving = Counts::new(&mut m, "out_", out_start, &out_sized, number);
    let own = |path: &Path| {
        position.kernels.iter().position(|kernel| kernel.transform.radix() == path.radices[number]).unwrap_or(0)
    };
    let which = out_sized.number(&mut m, own);
    let ahead = position.turnaround() as u32 - 1;
    let which = m.delay(which, ahead);
    let fresh = m.eq_const(leaving.digit, 0);
    let fresh = m.and(leaving.runs, fresh);
    let write = (0..ahead).fold(fresh, |net, _| m.register(net, Some(0)));
    let place = m.delay(leaving.place, ahead);

    let here = Place { row, number, bits, kernel_bits, shares: row.shares(number) };
    let waiting = here.waiting(&mut m, &entering, complete, place);
    let digit = m.delay(leaving.digit, ahead + 2);
    let mut over = m.constant(1, 0);
    let mut words = Vec::new();
    for point in data.chunks(2) {
        let joined = m.concat(point);
        let mut banks: Vec<Bank> = waiting.iter().map(|waiting| waiting.bank(&mut m, joined)).collect();
        // As they stand when the last one comes, a cycle later for the way out of a bank and another.
        let elements: Vec<Net> = banks.iter().map(|bank| bank.found).chain([m.delay(joined, 2)]).collect();
        let (results, told) = here.results(&mut m, operators, [start, enable], &elements, (&out_sized, which));
        over = m.or(over, told);
        let digits = here.digits(&mut m, &mut banks, &results, [write, place]);
        banks.into_iter().for_each(|bank| bank.close(&mut m));
        let word = select(&mut m, digit, &digits);
        words.push(m.register(word, None));
    }

    let half = m.width(words[0]) / 2;
    let parts: Vec<Net> = words.into_iter().flat_map(|word| halves(&mut m, word, half)).collect();
    let before = ahead + BEHIND_KERNEL as u32;
    let (parts, late) = match &position.rotator {
        None => (parts, before),
        Some(rotator) => {
            let set = operators.of_stage(rotator);
            let words = twiddles(&mut m, &out_sized, &leaving, number, (rotator, set), before);
            let places = out_sized.places(&mut m, rotator, before, |path| path.stage(number, true));
            let rotated = parts.chunks(2).flat_map(|data| {
                let coming = Coming { data, enable, words: &words, places };
                let mut counters = Counters::new(&mut m, rotator, start);
                body(&mut m, rotator, set, &mut counters, &coming)
            });
            (rotated.map(|end| end.word).collect::<Vec<Net>>(), before + rotator.cycles() as u32)
        }
    };
    let pulse = delay_pulse(&mut m, out_start, late as usize, row.least() / row.width);
    let kept = m.state(m.width(held), None);
    m.drive_enabled(kept, held, leaves);
    let kept = m.delay(kept, late);

    let goes_past = m.not(active);
    let past = m.and(start, goes_past);
    let (begins, word, data) = match row.paths.iter().any(|path| path.radices[number] == 1) {
        false => (pulse, kept, parts),
        true => {
            let is_past = is_past(&mut m, past, pulse);
            let either = data.iter().zip(&parts).map(|(&data, &part)| {
                let data = m.sign_extend(data, bits_out);
                m.mux(is_past, data, part)
            });
            let data = either.collect();
            (m.or(past, pulse), m.mux(is_past, held, kept), data)
        }
    };
    Ports::outputs(&mut m, begins, &data);
    m.output("out_config", word);
    let over = m.and(over, write);
    if m.constant_value(over).is_none() {
        let over = m.register(over, Some(0));
        m.output("overflow", over);
    }
    m
}

/// A place, as its banks and kernels see it.
struct Place<'a> {
    row: &'a Row,
    number: usize,
    /// Of a component that comes in, and that leaves a kernel.
    bits: u32,
    kernel_bits: u32,
    /// Whether a bank holds elements and results.
    shares: bool,
}

impl Place<'_> {
    /// Where the elements but the last wait. `late`: the place of the results that leave.
    fn waiting(&self, m: &mut Module, entering: &Counts, complete: Net, late: Net) -> Vec<Waiting> {
        let further = m.not(entering.digit_ends);
        let waiting = (0..self.largest() - 1).map(|bank| {
            let comes = m.eq_const(entering.digit, bank as u128);
            let comes = m.and(entering.runs, comes);
            let comes = m.and(comes, further);
            // The first bank has no results, and the last no elements.
            let (label, depth, bits, read) = match self.shares && bank > 0 {
                false => ("element", self.row.depth(self.number, bank + 1), self.bits, entering.place),
                true => {
                    let number = m.constant(m.width(entering.digit), bank as u128);
                    let wanted = m.lt(number, entering.digit);
                    let wanted = m.and(wanted, complete);
                    let read = m.mux(wanted, entering.place, late);
                    ("waiting", self.row.depth(self.number, bank), self.bits.max(self.kernel_bits), read)
                }
            };
            Waiting { label, depth, bits, comes, place: entering.place, read }
        });
        waiting.collect()
    }

    /// The results of the kernel whose number is given, and whether one of them does not fit.
    fn results(
        &self,
        m: &mut Module,
        operators: &Operators,
        [start, enable]: [Net; 2],
        elements: &[Net],
        (sized, which): (&BySize, Net),
    ) -> (Vec<Net>, Net) {
        let position = &self.row.positions[self.number];
        let last = elements.len() - 1;
        let mut results: Vec<Vec<Net>> = vec![vec![]; self.largest()];
        let mut over = m.constant(1, 0);
        for (number, kernel) in position.kernels.iter().enumerate() {
            let words = elements[..kernel.transform.radix() - 1].iter().chain([&elements[last]]);
            let parts: Vec<Net> = words.flat_map(|&word| halves(m, word, self.bits)).collect();
            let own = |path: &Path| match path.radices[self.number] == kernel.transform.radix() {
                true => path.stage(self.number, false),
                false => None,
            };
            let places = sized.places(m, kernel, BEFORE_KERNEL as u32 - 2, own);
            let coming = Coming { data: &parts, enable, words: &[], places };
            let mut counters = Counters::new(m, kernel, start);
            let ends = body(m, kernel, operators.of_stage(kernel), &mut counters, &coming);
            let late = (position.cycles() - kernel.cycles()) as u32;
            for (digit, ends) in ends.chunks(2).enumerate() {
                let word = m.concat(&[ends[0].word, ends[1].word]);
                results[digit].push(m.delay(word, late));
            }
            let own = m.eq_const(which, number as u128);
            let told = overflow(m, &ends, late);
            let told = m.and(told, own);
            over = m.or(over, told);
        }
        // A result that a kernel has not is any of the others'.
        let chosen = results.iter().map(|words| {
            let missing = position.kernels.len() - words.len();
            let cases: Vec<Net> = std::iter::repeat_n(words[0], missing).chain(words.iter().copied()).collect();
            select(m, which, &cases)
        });
        (chosen.collect(), over)
    }

    /// The results as they leave, two cycles later: the first at once, the others from banks.
    fn digits(&self, m: &mut Module, banks: &mut Vec<Bank>, results: &[Net], [write, place]: [Net; 2]) -> Vec<Net> {
        let mut digits = vec![m.delay(results[0], 2)];
        for (bank, &result) in results.iter().enumerate().skip(1) {
            if self.shares && bank + 1 < results.len() {
                let width = m.width(banks[bank].found) / 2;
                let word = widened(m, result, width);
                banks[bank].writes.push([write, place, word]);
                let parts = halves(m, banks[bank].found, self.kernel_bits);
                digits.push(m.concat(&parts));
            } else {
                let depth = self.row.depth(self.number, bank);
                let mut own = Bank::new(m, "result", depth, 2 * self.kernel_bits, place);
                own.writes.push([write, place, result]);
                digits.push(own.found);
                banks.push(own);
            }
        }
        digits
    }

    /// The largest radix.
    fn largest(&self) -> usize {
        self.row.positions[self.number].kernels.last().map_or(1, |kernel| kernel.transform.radix())
    }
}

/// Where the elements of one number wait.
struct Waiting {
    label: &'static str,
    depth: usize,
    /// Of a component.
    bits: u32,
    /// Whether one comes, where it is put, and which one is wanted.
    comes: Net,
    place: Net,
    read: Net,
}

impl Waiting {
    /// The bank of one lane, whose words come as given.
    fn bank(&self, m: &mut Module, joined: Net) -> Bank {
        let mut bank = Bank::new(m, self.label, self.depth, 2 * self.bits, self.read);
        let word = widened(m, joined, self.bits);
        bank.writes.push([self.comes, self.place, word]);
        bank
    }
}

/// High while a frame goes past, and low while one that has been transformed leaves, from either's pulse on.
fn is_past(m: &mut Module, past: Net, pulse: Net) -> Net {
    let was_past = m.state(1, Some(0));
    let still = m.not(pulse);
    let still = m.and(was_past, still);
    let is_past = m.or(past, still);
    m.drive(was_past, is_past);
    m.name(is_past, "is_past")
}

/// Whether any result does not fit, so many cycles late.
fn overflow(m: &mut Module, ends: &[End], late: u32) -> Net {
    let any = any_over(m, ends).unwrap_or_else(|| m.constant(1, 0));
    m.delay(any, late)
}

/// High with the last element of a frame's first transform.
fn first_complete(m: &mut Module, begins: Net, complete: Net, place: Net) -> Net {
    let fresh = m.state(1, Some(0));
    m.name(fresh, "fresh");
    let elsewhere = m.any(place);
    let first = m.not(elsewhere);
    let first = m.and(first, complete);
    let leaves = m.and(first, fresh);
    let gone = m.not(leaves);
    let stays = m.and(fresh, gone);
    let next = m.or(begins, stays);
    m.drive(fresh, next);
    m.name(leaves, "leaves")
}

/// A word of two parts, each in so many bits.
fn widened(m: &mut Module, word: Net, bits: u32) -> Net {
    let half = m.width(word) / 2;
    let parts = halves(m, word, half).map(|part| m.sign_extend(part, bits));
    m.concat(&parts)
}

/// The parts of a word, in so many bits.
fn halves(m: &mut Module, word: Net, bits: u32) -> [Net; 2] {
    let half = m.width(word) / 2;
    [m.slice(word, 0, bits), m.slice(word, half, bits)]
}
