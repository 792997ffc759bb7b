//! Shared-exponent complex words (CFP): conversion from floating point, and alignment of words to one exponent.
//!
//! The exponent is an exponent to the base 4, so that a word shifts by an even number of bits.

use super::convert::{largest_of, last_two, signed};
use super::odd::{digits, shift_right};
use super::Fields;
use crate::format::Float;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

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
    pub fn split<'m>(&self, word: [Sig<'m>; 2]) -> ([Sig<'m>; 2], Sig<'m>) {
        let exponent = [0, 1].map(|i| word[i].bits(self.mantissa, self.exponent[i]));
        (word.map(|part| part.bits(0, self.mantissa)), word[0].builder().cat(exponent))
    }

    /// Joins parts of at most `mantissa` bits and an exponent to a word.
    pub fn join<'m>(&self, parts: [Sig<'m>; 2], exponent: Sig<'m>) -> [Sig<'m>; 2] {
        let [low, high] = self.exponent;
        let fields = [exponent.bits(0, low), exponent.bits(low, high)];
        [0, 1].map(|i| exponent.builder().cat([parts[i].sign_extend(self.mantissa), fields[i].extend(low)]))
    }
}

/// Builds a converter of `count` complex floating-point numbers to parts with one exponent. Combinational. Input `a`:
/// real and imaginary part of each number in turn. Outputs: `y`, the aligned parts in the same order, and `exponent`.
#[hdl]
pub fn from_floats(name: &str, float: Float, layout: CfpLayout, count: usize) -> Module {
    let what = if count == 1 { "Two numbers".to_string() } else { format!("{count} pairs of numbers") };
    let doc = format!(
        "{what} of {} at one exponent, in parts of {} bits, rounded to odd, subnormals flushed to zero",
        float.name(),
        layout.aligned
    );
    let m = Builder::new(name, doc);
    let numbers = m.input_bus("a", &vec![float.bits(); 2 * count]);
    let numbers: Vec<Fields> = numbers.into_iter().map(|number| Fields::split(float, number)).collect();
    let numbers = numbers.named("a");
    m.section("The largest exponent");
    let fields: Vec<Sig> = numbers.iter().map(|number| number.exponent).collect();
    let largest = largest_of(&fields);
    let aligned = numbers.iter().enumerate().map(|(number, fields)| {
        m.section(&format!("Part {number}"));
        let _scope = m.scope(&format!("part{number}"));
        align_number(float, layout, *fields, largest)
    });
    let aligned: Vec<Sig> = aligned.collect();
    m.section("Exponent");
    let exponent = exponent_in_fours(largest, layout.exponent_bits());
    m.output_bus("y", aligned);
    m.output("exponent", exponent);
    m.finish()
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
    at_exponent(Builder::new(name, doc), float, layout, &[("re", "y_re"), ("im", "y_im")])
}

/// Builds a converter of one floating-point number to a part of a word at a given exponent. Combinational. Inputs: `a`,
/// and `most`, an exponent field that is not less than its own. Output: `y`.
pub fn from_float_at(name: &str, float: Float, layout: CfpLayout) -> Module {
    let doc = format!(
        "A number of {} at an exponent that is given, in {} bits, rounded to odd, subnormals flushed to zero",
        float.name(),
        layout.aligned
    );
    at_exponent(Builder::new(name, doc), float, layout, &[("a", "y")])
}

/// Adds the conversion of floating-point numbers to parts at the exponent of input `most`. `ports`: the input and the
/// output of each number.
fn at_exponent(m: Builder, float: Float, layout: CfpLayout, ports: &[(&str, &str)]) -> Module {
    let numbers: Vec<Sig> = ports.iter().map(|(number, _)| m.input(*number, float.bits())).collect();
    let most = m.input("most", float.exponent);
    for (number, (port, part)) in numbers.into_iter().zip(ports) {
        let _scope = m.scope(port);
        m.output(*part, align_number(float, layout, Fields::split(float, number), most));
    }
    m.finish()
}

/// The exponent to the base 4, in `width` bits, of words whose largest part has the exponent field `largest` to the
/// base 2: half of `largest - 1`, rounded down, or zero if `largest` is zero. That of an infinity or a NaN is all ones.
pub fn exponent_in_fours(largest: Sig<'_>, width: u32) -> Sig<'_> {
    let bits = largest.width() - 1;
    let some = largest.any();
    let borrows = (!largest.bit(0) & some).named("borrows");
    let half = (largest.above(1) + borrows.repeat(bits)).named("half");
    let exponent = match width > bits {
        true => half.builder().cat([half, half.all().repeat(width - bits)]),
        false => half,
    };
    exponent.named("exponent_in_fours")
}

/// Converts a floating-point number to a part of a word whose largest part has the exponent field `largest`.
#[hdl]
fn align_number<'m>(float: Float, layout: CfpLayout, number: Fields<'m>, largest: Sig<'m>) -> Sig<'m> {
    let m = largest.builder();
    let nonzero = number.exponent.any();
    let magnitude = m.cat([number.fraction.masked(nonzero), nonzero]);
    // Zero is positive.
    let negative = number.sign & nonzero;
    let (guard, excess) = guard_and_excess(float, layout);
    let significand = signed(magnitude, negative).above_zeros(guard.max(1));
    // The dropped bits of a number are zero exactly where those of its magnitude are, and the magnitude is ready
    // earlier.
    let unsigned = magnitude.above_zeros(guard.max(1)).extend(significand.width());
    // An odd largest field takes one more bit, because the exponent of the word counts powers of 4.
    let distance = largest - number.exponent;
    let mut steps = digits(distance, significand.width(), 1);
    steps.insert(0, (1, largest.bit(0)));
    let (shifted, lost_before) = shift_right([significand, unsigned], &steps);
    let lost = lost_before | shifted.any_below(excess);
    shifted.bits(excess, layout.aligned).with_lowest(lost).named("mantissa")
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
#[hdl]
pub fn align(name: &str, layout: CfpLayout, count: usize, fresh: bool) -> Module {
    let what = if count == 1 { "A word".to_string() } else { format!("{count} words") };
    let made = if fresh { ", that were made of numbers just before," } else { "" };
    let doc = format!("{what}{made} at one exponent, in parts of {} bits, rounded to odd", layout.aligned);
    let m = Builder::new(name, doc);
    let ports = m.input_bus("a", &vec![layout.bits(); 2 * count]);
    let words = ports.chunks(2).map(|word| Word::new(layout, [word[0], word[1]]));
    let words = words.collect::<Vec<_>>().named("word");

    m.section("The largest exponent");
    let excesses = words.iter().enumerate().map(|(number, word)| {
        let _scope = m.scope(&format!("word{number}"));
        if fresh {
            m.low()
        } else {
            excess_digits(layout, [word.re, word.im])
        }
    });
    let excesses: Vec<Sig> = excesses.collect();
    let bits = layout.exponent_bits() + 1;
    let owns: Vec<Sig> = words.iter().map(|word| word.exponent.extend(bits)).collect();
    let fields = owns.iter().zip(&excesses).map(|(own, excess)| if fresh { *own } else { *own + excess.extend(bits) });
    let fields = fields.collect::<Vec<_>>().named("field");
    let (exponent_here, distances) = match last_two(&fields)[..] {
        [a, b] => {
            let second_is_larger = match fresh && count == 2 {
                // The sign of the difference, which the distance takes as well.
                true => (a - b).top(),
                false => a.lt(b),
            };
            // Both differences are computed in parallel with the comparison, which then selects. A word that is one of
            // the two has its own excess in place of a difference.
            let distance = |word: usize| {
                let [to_a, to_b] = [a, b].map(|to| match fields[word].net() == to.net() {
                    true => excesses[word].extend(bits),
                    false => to - owns[word],
                });
                second_is_larger.mux(to_b, to_a)
            };
            let distances: Vec<Sig> = (0..count).map(distance).collect();
            (second_is_larger.mux(b, a), distances)
        }
        [largest] if count == 1 => (largest, excesses),
        [largest, ..] => (largest, owns.iter().map(|own| largest - *own).collect()),
        [] => unreachable!("there is a word"),
    };
    let distances = distances.named("distance");
    let aligned = words.iter().zip(distances).enumerate().flat_map(|(number, (word, by))| {
        m.section(&format!("Word {number}"));
        align_parts(layout, [word.re, word.im], by, &format!("word{number}_"))
    });
    m.output_bus("y", aligned.collect::<Vec<_>>());
    let exponent = clamp_exponent(exponent_here);
    m.output("exponent", exponent);
    m.finish()
}

record! {
    /// A word in its fields.
    struct Word { re, im, exponent }
}

impl<'m> Word<'m> {
    fn new(layout: CfpLayout, word: [Sig<'m>; 2]) -> Self {
        let ([re, im], exponent) = layout.split(word);
        Word { re, im, exponent }
    }
}

/// Builds the alignment of a word to a given exponent. Combinational. Inputs: `re`, `im`, the parts; `own`, the
/// exponent; `most`, the given exponent in one bit more, which is not less than `own` plus the excess of the parts.
/// Outputs: `y_re`, `y_im`.
#[hdl]
pub fn align_to(name: &str, layout: CfpLayout) -> Module {
    let doc = format!("A word at an exponent that is given, in parts of {} bits, rounded to odd", layout.aligned);
    let m = Builder::new(name, doc);
    let bits = layout.exponent_bits();
    let parts = ["re", "im"].map(|name| m.input(name, layout.mantissa));
    let (own, most) = (m.input("own", bits), m.input("most", bits + 1));
    let distance = most - own.extend(bits + 1);
    let [re, im] = align_parts(layout, parts, distance, "");
    m.output("y_re", re);
    m.output("y_im", im);
    m.finish()
}

/// Divides the parts of a word by 4^`by`, rounded to odd. `prefix`: that of names.
fn align_parts<'m>(layout: CfpLayout, parts: [Sig<'m>; 2], by: Sig<'m>, prefix: &str) -> [Sig<'m>; 2] {
    let mut names = ["re", "im"].into_iter();
    parts.map(|part| {
        let _scope = by.builder().scope(&format!("{prefix}{}", names.next().unwrap_or_default()));
        let (shifted, lost) = shift_right([part; 2], &digits(by, layout.mantissa, 2));
        shifted.bits(0, layout.aligned).with_lowest(lost).named("mantissa")
    })
}

/// Builds the minimum exponent at which a word fits into the aligned width. Combinational. Inputs: `re`, `im`, the
/// parts; `own`, the exponent. Output: `y`, in one bit more than `own`.
pub fn normalized_exponent(name: &str, layout: CfpLayout) -> Module {
    let m = Builder::new(name, format!("The exponent of a word whose parts are to have {} bits", layout.aligned));
    let parts = ["re", "im"].map(|name| m.input(name, layout.mantissa));
    let bits = layout.exponent_bits();
    let own = m.input("own", bits);
    m.output("y", own.extend(bits + 1) + excess_digits(layout, parts).extend(bits + 1));
    m.finish()
}

/// Saturates an exponent with one bit more than its field to the largest value of the field.
pub fn clamp_exponent(exponent: Sig<'_>) -> Sig<'_> {
    let bits = exponent.width() - 1;
    exponent.bits(0, bits) | exponent.top().repeat(bits)
}

/// The number of digits to the base 4 by which the longer part of a word exceeds the aligned width.
fn excess_digits<'m>(layout: CfpLayout, parts: [Sig<'m>; 2]) -> Sig<'m> {
    let CfpLayout { aligned, mantissa, .. } = layout;
    // Whether the bits of some part differ from a position on.
    let longer = |position: u32| {
        let are_longer = parts.map(|part| {
            let upper = part.above(position);
            let (all, any) = (upper.all(), upper.any());
            any & !all
        });
        let [re, im] = are_longer.named(&format!("beyond{position}part"));
        (re | im).named(&format!("longer_than{position}"))
    };
    let levels: Vec<Sig> = (aligned - 1..mantissa - 1).step_by(2).map(longer).collect();
    match levels[..] {
        [one] => one,
        [one, two] => parts[0].builder().cat([one & !two, two]).named("excess"),
        _ => unreachable!("words have four bits more than aligned ones at the most"),
    }
}
