//! A place in a row that several sizes share: kernels with delayed feedback whose distance the size says.
//!
//! Elements wait in banks, one for each but the last of a transform, and results in others, one for each but the first:
//! all by one address, the number of the transform in its block. So nothing has to pass from bank to bank, and a frame
//! of another size may follow while results of the one before still leave.

use super::angle::twiddles;
use super::bank::Bank;
use super::control::{delay_pulse, select};
use super::kernel::{body, body_by, End};
use super::sized::{number_of_size, BySize, Counts};
use super::{Operators, Ports};
use crate::rtl::{Module, Net};
use crate::runtime::Runtime;
use crate::stream::row::{Path, Row, BEHIND_KERNEL};

/// The netlist of a place: `in_start` comes with the configuration word, as `out_start` does.
pub fn position(name: &str, row: &Row, runtime: &Runtime, number: usize, operators: &Operators) -> Module {
    let position = &row.positions[number];
    let radices: Vec<String> = position.kernels.iter().map(|kernel| kernel.kernel.radix.to_string()).collect();
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
    let kernel_bits = position.kernels.first().and_then(|kernel| kernel.numeric).map_or(bits, |numeric| numeric.output);
    let ports = Ports::inputs(&mut m, 1, bits);
    let word = m.input("in_config", runtime.bits());

    // A register ahead of everything: the numbers of the size are there when the first point is.
    let start = m.register(ports.start, Some(0));
    let data: Vec<Net> = ports.data.iter().map(|&net| m.delay(net, 1)).collect();
    let index = number_of_size(&mut m, runtime, word);
    let sized = BySize { row, index, pulse: ports.start };
    let active = sized.number(&mut m, |path| usize::from(path.radices[number] > 1));
    let active = m.bit(active, 0);
    let held = m.state(m.width(word), None);
    m.drive_enabled(held, word, ports.start);
    let begins = m.and(start, active);
    let entering = Counts::new(&mut m, "in_", begins, &sized, number);
    let complete = m.and(entering.runs, entering.digit_ends);
    let leaves = first_complete(&mut m, begins, complete, entering.place);

    // What leaves is counted from the first complete transform on.
    let out_index = number_of_size(&mut m, runtime, held);
    let out_sized = BySize { row, index: out_index, pulse: leaves };
    let out_start = m.register(leaves, Some(0));
    let leaving = Counts::new(&mut m, "out_", out_start, &out_sized, number);
    let cycles = position.cycles();
    let own = |path: &Path| {
        position.kernels.iter().position(|kernel| kernel.kernel.radix == path.radices[number]).unwrap_or(0)
    };
    let which = out_sized.number(&mut m, own);
    let ahead = position.turnaround() as u32 - 1;
    let which = m.delay(which, ahead);
    let fresh = m.eq_const(leaving.digit, 0);
    let fresh = m.and(leaving.runs, fresh);
    let write = (0..ahead).fold(fresh, |net, _| m.register(net, Some(0)));
    let place = m.delay(leaving.place, ahead);

    // Elements as they stand when the last one comes, and a cycle for the way out of a bank.
    let most = position.kernels.last().map_or(1, |kernel| kernel.kernel.radix);
    let shares = row.shares(number);
    let joined = m.concat(&data);
    let further = m.not(entering.digit_ends);
    let mut elements: Vec<Net> = Vec::new();
    let mut banks: Vec<Bank> = Vec::new();
    for bank in 0..most - 1 {
        let is_own = m.eq_const(entering.digit, bank as u128);
        let is_own = m.and(entering.runs, is_own);
        let is_own = m.and(is_own, further);
        // The first bank has no results, and the last no elements.
        let shared = shares && bank > 0;
        let read = match shared {
            false => entering.place,
            true => {
                let bank = m.constant(m.width(entering.digit), bank as u128);
                let wanted = m.lt(bank, entering.digit);
                let wanted = m.and(wanted, complete);
                m.mux(wanted, entering.place, place)
            }
        };
        let (label, depth, width) = match shared {
            true => ("waiting", row.depth(number, bank), bits.max(kernel_bits)),
            false => ("element", row.depth(number, bank + 1), bits),
        };
        let mut bank = Bank::new(&mut m, label, depth, 2 * width, read);
        let word = widened(&mut m, joined, width);
        bank.writes.push([is_own, entering.place, word]);
        elements.push(bank.found);
        banks.push(bank);
    }
    let last = m.delay(joined, 2);

    let mut results: Vec<Vec<Net>> = vec![vec![]; most];
    let mut over = m.constant(1, 0);
    for (number, kernel) in position.kernels.iter().enumerate() {
        let radix = kernel.kernel.radix;
        let words = elements[..radix - 1].iter().chain([&last]);
        let parts: Vec<Net> = words.flat_map(|&word| halves(&mut m, word, bits)).collect();
        let ends = body(&mut m, kernel, operators.of(kernel), start, &parts, ports.enable);
        let late = (cycles - kernel.cycles()) as u32;
        for (digit, ends) in ends.chunks(2).enumerate() {
            let word = m.concat(&[ends[0].word, ends[1].word]);
            results[digit].push(m.delay(word, late));
        }
        let own = m.eq_const(which, number as u128);
        let told = overflow(&mut m, &ends, late);
        let told = m.and(told, own);
        over = m.or(over, told);
    }
    // A result that a kernel has not is any of the others'.
    let results: Vec<Net> = results
        .iter()
        .map(|words| {
            let missing = position.kernels.len() - words.len();
            let cases: Vec<Net> = std::iter::repeat_n(words[0], missing).chain(words.iter().copied()).collect();
            select(&mut m, which, &cases)
        })
        .collect();
    let mut digits = vec![m.delay(results[0], 2)];
    for (bank, &result) in results.iter().enumerate().skip(1) {
        match banks.get_mut(bank).filter(|_| shares && bank < most - 1) {
            Some(shared) => {
                let width = m.width(shared.found) / 2;
                let word = widened(&mut m, result, width);
                shared.writes.push([write, place, word]);
                let parts = halves(&mut m, shared.found, kernel_bits);
                digits.push(m.concat(&parts));
            }
            None => {
                let mut own = Bank::new(&mut m, "result", row.depth(number, bank), 2 * kernel_bits, place);
                own.writes.push([write, place, result]);
                digits.push(own.found);
                banks.push(own);
            }
        }
    }
    banks.into_iter().for_each(|bank| bank.close(&mut m));
    let digit = m.delay(leaving.digit, ahead + 2);
    let word = select(&mut m, digit, &digits);
    let word = m.register(word, None);

    let half = m.width(word) / 2;
    let parts = [m.slice(word, 0, half), m.slice(word, half, half)];
    let before = ahead + BEHIND_KERNEL as u32;
    let (parts, late) = match &position.rotator {
        None => (parts.to_vec(), before),
        Some(rotator) => {
            let set = operators.of(rotator);
            let words = twiddles(&mut m, &out_sized, &leaving, number, set, before);
            let ends = body_by(&mut m, rotator, set, start, &parts, ports.enable, &words);
            (ends.iter().map(|end| end.word).collect(), before + rotator.cycles() as u32)
        }
    };
    let pulse = delay_pulse(&mut m, out_start, late as usize, row.least());
    let kept = m.state(m.width(held), None);
    m.drive_enabled(kept, held, leaves);
    let kept = m.delay(kept, late);

    // A frame that goes past, or one that has been transformed.
    let goes_past = m.not(active);
    let past = m.and(start, goes_past);
    let was_past = m.state(1, Some(0));
    let still = m.not(pulse);
    let still = m.and(was_past, still);
    let is_past = m.or(past, still);
    m.drive(was_past, is_past);
    m.name(is_past, "is_past");
    let any_past = row.paths.iter().any(|path| path.radices[number] == 1);
    let is_past = if any_past { is_past } else { m.constant(1, 0) };
    let data: Vec<Net> = data
        .iter()
        .zip(&parts)
        .map(|(&data, &part)| {
            if m.constant_value(is_past) == Some(0) {
                return part;
            }
            let data = m.sign_extend(data, bits_out);
            m.mux(is_past, data, part)
        })
        .collect();
    let begins = if any_past { m.or(past, pulse) } else { pulse };
    let word = m.mux(is_past, held, kept);
    Ports::outputs(&mut m, begins, &data);
    m.output("out_config", word);
    let over = m.and(over, write);
    if m.constant_value(over).is_none() {
        let over = m.register(over, Some(0));
        m.output("overflow", over);
    }
    m
}

/// Whether any result does not fit, so many cycles late.
fn overflow(m: &mut Module, ends: &[End], late: u32) -> Net {
    let never = m.constant(1, 0);
    let any = ends.iter().filter_map(|end| end.over).fold(never, |any, over| m.or(any, over));
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
