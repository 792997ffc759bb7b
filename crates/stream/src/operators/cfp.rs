//! Shared-exponent complex words (CFP): conversion from floating point, and alignment of words to one exponent.
//!
//! The exponent is an exponent to the base 4, so that a word shifts by an even number of bits.

use super::convert::{largest_of, last_two, signed};
use super::odd::{any_below, digits, odd, shift_right};
use super::{gate, Fields};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// Layout of a CFP word: two parts, with the fields of the exponent above them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CfpLayout {
    /// Bits of a part after alignment to a common exponent.
    pub aligned: u32,
    /// Bits of a part of any word.
    pub mantissa: u32,
    /// Bits of the exponent above the real part and above the imaginary part.
    pub exponent: [u32; 2],
}

impl CfpLayout {
    /// Returns the number of bits of the exponent.
    pub fn exponent_bits(&self) -> u32 {
        self.exponent.iter().sum()
    }

    /// Returns the number of bits of a part with its exponent field.
    pub fn bits(&self) -> u32 {
        self.mantissa + self.exponent[0]
    }

    /// Splits a word into its parts and its exponent.
    pub fn split(&self, m: &mut Module, word: [Net; 2]) -> ([Net; 2], Net) {
        let parts = word.map(|part| m.slice(part, 0, self.mantissa));
        let exponent = [0, 1].map(|i| m.slice(word[i], self.mantissa, self.exponent[i]));
        (parts, m.concat(&exponent))
    }

    /// Joins parts of at most `mantissa` bits and an exponent to a word.
    pub fn join(&self, m: &mut Module, parts: [Net; 2], exponent: Net) -> [Net; 2] {
        let [low, high] = self.exponent;
        let fields = [m.slice(exponent, 0, low), m.slice(exponent, low, high)];
        [0, 1].map(|i| {
            let part = m.sign_extend(parts[i], self.mantissa);
            let field = m.extend(fields[i], low);
            m.concat(&[part, field])
        })
    }
}

/// Builds a converter of `count` complex floating-point numbers to parts with one exponent. Combinational. Input `a`:
/// real and imaginary part of each number in turn. Outputs: `y`, the aligned parts in the same order, and `exponent`.
pub fn from_floats(name: &str, float: Float, layout: CfpLayout, count: usize) -> Module {
    let what = if count == 1 { "Two numbers".to_string() } else { format!("{count} pairs of numbers") };
    let doc = format!(
        "{what} of {} at one exponent, in parts of {} bits, rounded to odd, subnormals flushed to zero",
        float.name(),
        layout.aligned
    );
    let mut m = Module::new(name, doc);
    let numbers = m.input_bus("a", &vec![float.bits(); 2 * count]);
    let numbers: Vec<Fields> = numbers.into_iter().map(|number| Fields::split(&mut m, float, number)).collect();
    let fields: Vec<Net> = numbers.iter().map(|number| number.exponent).collect();
    let max = largest_of(&mut m, &fields);
    m.name(max, "largest");
    let parts: Vec<Net> = numbers.iter().map(|number| align_number(&mut m, float, layout, number, max)).collect();
    let exponent = exponent_in_fours(&mut m, max, layout.exponent_bits());
    m.output_bus("y", &parts);
    m.output("exponent", exponent);
    m
}

/// Builds a converter of two floating-point numbers to parts at a given exponent. Combinational. Inputs: `re`, `im`,
/// and `most`, an exponent field that is not less than theirs. Outputs: `y_re`, `y_im`.
pub fn from_floats_at(name: &str, float: Float, layout: CfpLayout) -> Module {
    let doc = format!(
        "Two numbers of {} at an exponent that is given, in parts of {} bits, rounded to odd, subnormals flushed to \
         zero",
        float.name(),
        layout.aligned
    );
    at_exponent(Module::new(name, doc), float, layout, &[("re", "y_re"), ("im", "y_im")])
}

/// Builds a converter of one floating-point number to a part of a word at a given exponent. Combinational. Inputs: `a`,
/// and `most`, an exponent field that is not less than its own. Output: `y`.
pub fn from_float_at(name: &str, float: Float, layout: CfpLayout) -> Module {
    let doc = format!(
        "A number of {} at an exponent that is given, in {} bits, rounded to odd, subnormals flushed to zero",
        float.name(),
        layout.aligned
    );
    at_exponent(Module::new(name, doc), float, layout, &[("a", "y")])
}

/// Adds the conversion of floating-point numbers to parts at the exponent of input `most`. `ports`: the input and the
/// output of each number.
fn at_exponent(mut m: Module, float: Float, layout: CfpLayout, ports: &[(&str, &str)]) -> Module {
    let numbers: Vec<Net> = ports.iter().map(|(number, _)| m.input(*number, float.bits())).collect();
    let max = m.input("most", float.exponent);
    for (number, (_, part)) in numbers.into_iter().zip(ports) {
        let number = Fields::split(&mut m, float, number);
        let y = align_number(&mut m, float, layout, &number, max);
        m.output(*part, y);
    }
    m
}

/// Computes the exponent to the base 4, in `width` bits, of words whose largest part has the exponent field `max` to
/// the base 2: half of `max - 1`, rounded down, or zero if `max` is zero. That of an infinity or a NaN is all ones.
pub fn exponent_in_fours(m: &mut Module, max: Net, width: u32) -> Net {
    let bits = m.width(max) - 1;
    let (half, odd_one, some) = (m.slice(max, 1, bits), m.bit(max, 0), m.any(max));
    let even = m.not(odd_one);
    let borrow = m.and(even, some);
    let minus_borrow = m.repeat(borrow, bits);
    let mut exponent = m.add(half, minus_borrow);
    if width > bits {
        let is_nan = m.all(exponent);
        let above = m.repeat(is_nan, width - bits);
        exponent = m.concat(&[exponent, above]);
    }
    m.name(exponent, "exponent_in_fours")
}

/// Converts a floating-point number to a part of a word whose largest part has the exponent field `max`.
fn align_number(m: &mut Module, float: Float, layout: CfpLayout, number: &Fields, max: Net) -> Net {
    let port = number.port.as_str();
    let present = m.any(number.exponent);
    m.name(present, format!("nonzero_{port}"));
    let fraction = gate(m, number.fraction, present);
    let magnitude = m.concat(&[fraction, present]);
    m.name(magnitude, format!("magnitude_{port}"));
    // Zero is positive.
    let negative = m.and(number.sign, present);
    m.name(negative, format!("negative_{port}"));
    let significand = signed(m, magnitude, negative);
    m.name(significand, format!("signed_{port}"));
    let (guard, excess) = guard_and_excess(float, layout);
    let below = m.constant(guard.max(1), 0);
    let whole = m.concat(&[below, significand]);
    m.name(whole, format!("significand_{port}"));
    // The dropped bits of a number are zero exactly where those of its magnitude are, and the magnitude is ready
    // earlier.
    let unsigned = m.concat(&[below, magnitude]);
    let unsigned = m.extend(unsigned, m.width(whole));
    // An odd maximum field takes one more bit, because the exponent of the word counts powers of 4.
    let distance = m.sub(max, number.exponent);
    m.name(distance, format!("distance_{port}"));
    let mut steps = digits(m, distance, m.width(whole), 1, port);
    steps.insert(0, (1, m.bit(max, 0)));
    let (part, lost) = shift_right(m, [whole, unsigned], &steps, port);
    let rest = any_below(m, part, excess);
    let lost = m.or(lost, rest);
    let part = m.slice(part, excess, layout.aligned);
    let part = odd(m, part, lost);
    m.name(part, format!("mantissa_{port}"))
}

/// Returns the zero bits below a significand, and the bits dropped at its low end. If there are no zero bits, one bit
/// below the significand is free, and dropped with the others.
fn guard_and_excess(float: Float, layout: CfpLayout) -> (u32, u32) {
    let (significand, magnitude) = (float.fraction + 1, layout.aligned - 1);
    match magnitude.checked_sub(significand) {
        None | Some(0) => (0, significand + 1 - magnitude),
        Some(guard) => (guard, 0),
    }
}

/// Builds the alignment of `count` words to one exponent. Combinational. Input `a`: real and imaginary part of each
/// word in turn. Outputs: `y`, the aligned parts in the same order, and `exponent`. If the words are `fresh`, they come
/// straight from a conversion from floating point, and all parts fit into the aligned width.
pub fn align(name: &str, layout: CfpLayout, count: usize, fresh: bool) -> Module {
    let what = if count == 1 { "A word".to_string() } else { format!("{count} words") };
    let made = if fresh { ", that were made of numbers just before," } else { "" };
    let doc = format!("{what}{made} at one exponent, in parts of {} bits, rounded to odd", layout.aligned);
    let mut m = Module::new(name, doc);
    let ports = m.input_bus("a", &vec![layout.bits(); 2 * count]);
    let words: Vec<([Net; 2], Net)> = ports.chunks(2).map(|word| layout.split(&mut m, [word[0], word[1]])).collect();
    let need = |(parts, _): &([Net; 2], Net)| match fresh {
        true => m.constant(1, 0),
        false => excess_digits(&mut m, layout, *parts),
    };
    let needs: Vec<Net> = words.iter().map(need).collect();
    let wide = layout.exponent_bits() + 1;
    let owns: Vec<Net> = words.iter().map(|(_, exponent)| m.extend(*exponent, wide)).collect();
    let fields: Vec<Net> = owns
        .iter()
        .zip(&needs)
        .map(|(own, need)| match fresh {
            true => *own,
            false => {
                let need = m.extend(*need, wide);
                m.add(*own, need)
            }
        })
        .collect();
    let (max, distances) = match last_two(&mut m, &fields)[..] {
        [a, b] => {
            let less = match fresh && count == 2 {
                // The sign of the difference, which the distance takes as well.
                true => {
                    let difference = m.sub(a, b);
                    m.bit(difference, wide - 1)
                }
                false => m.lt(a, b),
            };
            // Both differences are computed in parallel with the comparison, which then selects. A word that is one of
            // the two has its own excess in place of a difference.
            let mut distance = |word: usize| {
                let [to_a, to_b] = [a, b].map(|to| match fields[word] == to {
                    true => m.extend(needs[word], wide),
                    false => m.sub(to, owns[word]),
                });
                m.mux(less, to_b, to_a)
            };
            let distances: Vec<Net> = (0..count).map(&mut distance).collect();
            m.name(less, "second_is_larger");
            (m.mux(less, b, a), distances)
        }
        [max] if count == 1 => (max, needs),
        [max, ..] => (max, owns.iter().map(|own| m.sub(max, *own)).collect()),
        [] => unreachable!("there is a word"),
    };
    m.name(max, "exponent_here");
    let mut out = Vec::new();
    for (index, ((parts, _), by)) in words.iter().zip(distances).enumerate() {
        for (part, name) in parts.iter().zip(["re", "im"]) {
            out.push(align_part(&mut m, layout, *part, by, &format!("{name}{index}")));
        }
    }
    let exponent = clamp_exponent(&mut m, max);
    m.output_bus("y", &out);
    m.output("exponent", exponent);
    m
}

/// Builds the alignment of a word to a given exponent. Combinational. Inputs: `re`, `im`, the parts; `own`, the
/// exponent; `most`, the given exponent in one bit more, which is not less than `own` plus the excess of the parts.
/// Outputs: `y_re`, `y_im`.
pub fn align_to(name: &str, layout: CfpLayout) -> Module {
    let doc = format!("A word at an exponent that is given, in parts of {} bits, rounded to odd", layout.aligned);
    let mut m = Module::new(name, doc);
    let parts = ["re", "im"].map(|name| m.input(name, layout.mantissa));
    let own = m.input("own", layout.exponent_bits());
    let max = m.input("most", layout.exponent_bits() + 1);
    let own = m.extend(own, layout.exponent_bits() + 1);
    let by = m.sub(max, own);
    m.name(by, "distance");
    for (part, label) in parts.into_iter().zip(["re", "im"]) {
        let y = align_part(&mut m, layout, part, by, label);
        m.output(format!("y_{label}"), y);
    }
    m
}

/// Divides a part of a word by 4^`by`, rounded to odd.
fn align_part(m: &mut Module, layout: CfpLayout, part: Net, by: Net, label: &str) -> Net {
    let steps = digits(m, by, layout.mantissa, 2, label);
    let (shifted, lost) = shift_right(m, [part; 2], &steps, label);
    let kept = m.slice(shifted, 0, layout.aligned);
    let part = odd(m, kept, lost);
    m.name(part, format!("mantissa_{label}"))
}

/// Builds the minimum exponent at which a word fits into the aligned width. Combinational. Inputs: `re`, `im`, the
/// parts; `own`, the exponent. Output: `y`, in one bit more than `own`.
pub fn normalized_exponent(name: &str, layout: CfpLayout) -> Module {
    let mut m = Module::new(name, format!("The exponent of a word whose parts are to have {} bits", layout.aligned));
    let parts = ["re", "im"].map(|name| m.input(name, layout.mantissa));
    let own = m.input("own", layout.exponent_bits());
    let wide = layout.exponent_bits() + 1;
    let (own, need) = (m.extend(own, wide), excess_digits(&mut m, layout, parts));
    let need = m.extend(need, wide);
    let y = m.add(own, need);
    m.output("y", y);
    m
}

/// Saturates an exponent with one bit more than its field to the largest value of the field.
pub fn clamp_exponent(m: &mut Module, exponent: Net) -> Net {
    let bits = m.width(exponent) - 1;
    let (low, top) = (m.slice(exponent, 0, bits), m.bit(exponent, bits));
    let top = m.repeat(top, bits);
    m.or(low, top)
}

/// Counts the digits to the base 4 by which the longer part of a word exceeds the aligned width.
fn excess_digits(m: &mut Module, layout: CfpLayout, parts: [Net; 2]) -> Net {
    let CfpLayout { aligned, mantissa, .. } = layout;
    // Whether the bits of some part differ from a position on.
    let mut longer = |position: u32| {
        let long = parts.map(|part| {
            let upper = m.slice(part, position, mantissa - position);
            let (all, any) = (m.all(upper), m.any(upper));
            let mixed = m.not(all);
            m.and(any, mixed)
        });
        let long = m.or(long[0], long[1]);
        m.name(long, format!("longer_than_{position}"))
    };
    let levels: Vec<Net> = (aligned - 1..mantissa - 1).step_by(2).map(&mut longer).collect();
    match levels[..] {
        [one] => one,
        [one, two] => {
            let less = m.not(two);
            let one = m.and(one, less);
            m.concat(&[one, two])
        }
        _ => unreachable!("words have four bits more than aligned ones at the most"),
    }
}
