//! Complex words whose parts share an exponent, which counts fours: out of floating-point numbers, and brought to one
//! exponent.

use super::convert::{largest_of, last_two, signed};
use super::odd::{any_below, digits, odd, shifted};
use super::{gate, Fields};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// How such words are made up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CfpLayout {
    /// Bits of a part where exponents are alike.
    pub aligned: u32,
    /// Bits of a part of any word.
    pub mantissa: u32,
    /// Bits of the exponent that stand above the real and above the imaginary part.
    pub exponent: [u32; 2],
}

impl CfpLayout {
    /// Bits of the exponent.
    pub fn exponent_bits(&self) -> u32 {
        self.exponent.iter().sum()
    }

    /// Bits of a part with what stands above it.
    pub fn bits(&self) -> u32 {
        self.mantissa + self.exponent[0]
    }

    /// The parts and the exponent of a word.
    pub fn split(&self, m: &mut Module, word: [Net; 2]) -> ([Net; 2], Net) {
        let parts = word.map(|part| m.slice(part, 0, self.mantissa));
        let exponent = [0, 1].map(|i| m.slice(word[i], self.mantissa, self.exponent[i]));
        (parts, m.concat(&exponent))
    }

    /// A word of its parts, of no more bits than they may have, and its exponent.
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

/// So many pairs of numbers at one exponent. Combinational. Port `a`: real and imaginary part of one after the other; `y`: theirs,
/// aligned, and `exponent`.
pub fn enter(name: &str, float: Float, layout: CfpLayout, count: usize) -> Module {
    let what = if count == 1 { "Two numbers".to_string() } else { format!("{count} pairs of numbers") };
    let doc = format!(
        "{what} of {} at one exponent, in parts of {} bits, rounded to odd, subnormals flushed to zero",
        float.name(),
        layout.aligned
    );
    let mut m = Module::new(name, doc);
    let numbers = m.input_bus("a", &vec![float.bits(); 2 * count]);
    let numbers: Vec<Fields> = numbers.into_iter().map(|number| Fields::of(&mut m, float, number)).collect();
    let fields: Vec<Net> = numbers.iter().map(|number| number.exponent).collect();
    let most = largest_of(&mut m, &fields);
    m.name(most, "largest");
    let parts: Vec<Net> = numbers.iter().map(|number| entered(&mut m, float, layout, number, most)).collect();
    let exponent = in_fours(&mut m, most);
    m.output_bus("y", &parts);
    m.output("exponent", exponent);
    m
}

/// Two numbers at the exponent of a number that is no smaller. Combinational. Ports `re`, `im`, and `most`: the exponent field of
/// that; `y_re`, `y_im`.
pub fn enter_at(name: &str, float: Float, layout: CfpLayout) -> Module {
    let doc = format!(
        "Two numbers of {} at an exponent that is given, in parts of {} bits, rounded to odd, subnormals flushed to zero",
        float.name(),
        layout.aligned
    );
    let mut m = Module::new(name, doc);
    let numbers = ["re", "im"].map(|name| m.input(name, float.bits()));
    let most = m.input("most", float.exponent);
    for (number, name) in numbers.into_iter().zip(["y_re", "y_im"]) {
        let number = Fields::of(&mut m, float, number);
        let y = entered(&mut m, float, layout, &number, most);
        m.output(name, y);
    }
    m
}

/// The exponent, which counts fours, of words of which the largest part had this exponent field: half of what it is more than 1.
pub fn in_fours(m: &mut Module, most: Net) -> Net {
    let bits = m.width(most) - 1;
    let (half, odd_one, some) = (m.slice(most, 1, bits), m.bit(most, 0), m.any(most));
    let even = m.not(odd_one);
    let less = m.and(even, some);
    let less = m.repeat(less, bits);
    let exponent = m.add(half, less);
    m.name(exponent, "exponent_in_fours")
}

/// A number as a part of a word, of which the largest part has this exponent field.
fn entered(m: &mut Module, float: Float, layout: CfpLayout, number: &Fields, most: Net) -> Net {
    let port = number.port.as_str();
    let present = m.any(number.exponent);
    m.name(present, format!("nonzero_{port}"));
    let fraction = gate(m, number.fraction, present);
    let magnitude = m.concat(&[fraction, present]);
    m.name(magnitude, format!("magnitude_{port}"));
    // Nothing has no sign.
    let negative = m.and(number.sign, present);
    m.name(negative, format!("negative_{port}"));
    let significand = signed(m, magnitude, negative);
    m.name(significand, format!("signed_{port}"));
    let (guard, excess) = room(float, layout);
    let below = m.constant(guard.max(1), 0);
    let whole = m.concat(&[below, significand]);
    m.name(whole, format!("significand_{port}"));
    // What is lost of a number is lost of its magnitude, which is there before.
    let unsigned = m.concat(&[below, magnitude]);
    let unsigned = m.extend(unsigned, m.width(whole));
    // One more down where that field is odd.
    let distance = m.sub(most, number.exponent);
    m.name(distance, format!("distance_{port}"));
    let mut steps = digits(m, distance, m.width(whole), 1, port);
    steps.insert(0, (1, m.bit(most, 0)));
    let (part, lost) = shifted(m, [whole, unsigned], &steps, port);
    let rest = any_below(m, part, excess);
    let lost = m.or(lost, rest);
    let part = m.slice(part, excess, layout.aligned);
    let part = odd(m, part, lost);
    m.name(part, format!("mantissa_{port}"))
}

/// Bits that a significand moves up by, and those that fall off its end, where one place is free below it.
fn room(float: Float, layout: CfpLayout) -> (u32, u32) {
    let (has, wants) = (float.fraction + 1, layout.aligned - 1);
    match wants.checked_sub(has) {
        None | Some(0) => (0, has + 1 - wants),
        Some(guard) => (guard, 0),
    }
}

/// So many words at one exponent. Combinational. Port `a`: real and imaginary part of one after the other; `y`: theirs,
/// aligned, and `exponent`. `fresh`: they come as they were made of numbers, with no part too long.
pub fn align(name: &str, layout: CfpLayout, count: usize, fresh: bool) -> Module {
    let what = if count == 1 { "A word".to_string() } else { format!("{count} words") };
    let made = if fresh { ", that were made of numbers just before," } else { "" };
    let doc = format!("{what}{made} at one exponent, in parts of {} bits, rounded to odd", layout.aligned);
    let mut m = Module::new(name, doc);
    let ports = m.input_bus("a", &vec![layout.bits(); 2 * count]);
    let words: Vec<([Net; 2], Net)> = ports.chunks(2).map(|word| layout.split(&mut m, [word[0], word[1]])).collect();
    let need = |(parts, _): &([Net; 2], Net)| if fresh { m.constant(1, 0) } else { needed(&mut m, layout, *parts) };
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
    let (most, distances) = match last_two(&mut m, &fields)[..] {
        [a, b] => {
            let less = match fresh && count == 2 {
                // The sign of the difference, which is made anyway.
                true => {
                    let more = m.sub(a, b);
                    m.bit(more, wide - 1)
                }
                false => m.lt(a, b),
            };
            // Both differences while the comparison goes on; its own where a word is one of the two.
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
        [most] if count == 1 => (most, needs),
        [most, ..] => (most, owns.iter().map(|own| m.sub(most, *own)).collect()),
        [] => unreachable!("there is a word"),
    };
    m.name(most, "exponent_here");
    let mut out = Vec::new();
    for (number, ((parts, _), by)) in words.iter().zip(distances).enumerate() {
        for (part, name) in parts.iter().zip(["re", "im"]) {
            out.push(placed(&mut m, layout, *part, by, &format!("{name}{number}")));
        }
    }
    let exponent = limited(&mut m, most);
    m.output_bus("y", &out);
    m.output("exponent", exponent);
    m
}

/// A word at an exponent that is no less than its own. Combinational. Ports `re`, `im`: its parts, `own`: its exponent, `most`:
/// that exponent, with a bit more; `y_re`, `y_im`.
pub fn place(name: &str, layout: CfpLayout) -> Module {
    let doc = format!("A word at an exponent that is given, in parts of {} bits, rounded to odd", layout.aligned);
    let mut m = Module::new(name, doc);
    let parts = ["re", "im"].map(|name| m.input(name, layout.mantissa));
    let own = m.input("own", layout.exponent_bits());
    let most = m.input("most", layout.exponent_bits() + 1);
    let own = m.extend(own, layout.exponent_bits() + 1);
    let by = m.sub(most, own);
    m.name(by, "distance");
    for (part, label) in parts.into_iter().zip(["re", "im"]) {
        let y = placed(&mut m, layout, part, by, label);
        m.output(format!("y_{label}"), y);
    }
    m
}

/// A part of a word, so many fours down, rounded to odd.
fn placed(m: &mut Module, layout: CfpLayout, part: Net, by: Net, label: &str) -> Net {
    let steps = digits(m, by, layout.mantissa, 2, label);
    let (shifted, lost) = shifted(m, [part; 2], &steps, label);
    let kept = m.slice(shifted, 0, layout.aligned);
    let part = odd(m, kept, lost);
    m.name(part, format!("mantissa_{label}"))
}

/// The exponent of a word where it is aligned, with a bit more. Combinational. Ports `re`, `im`, `own`; `y`.
pub fn field(name: &str, layout: CfpLayout) -> Module {
    let mut m = Module::new(name, format!("The exponent of a word whose parts are to have {} bits", layout.aligned));
    let parts = ["re", "im"].map(|name| m.input(name, layout.mantissa));
    let own = m.input("own", layout.exponent_bits());
    let wide = layout.exponent_bits() + 1;
    let (own, need) = (m.extend(own, wide), needed(&mut m, layout, parts));
    let need = m.extend(need, wide);
    let y = m.add(own, need);
    m.output("y", y);
    m
}

/// An exponent that has a bit more, where all ones or more is all ones.
pub fn limited(m: &mut Module, most: Net) -> Net {
    let bits = m.width(most) - 1;
    let (low, top) = (m.slice(most, 0, bits), m.bit(most, bits));
    let top = m.repeat(top, bits);
    m.or(low, top)
}

/// By how many fours a part of a word is too long to be aligned.
fn needed(m: &mut Module, layout: CfpLayout, parts: [Net; 2]) -> Net {
    let CfpLayout { aligned, mantissa, .. } = layout;
    // Whether some part has another bit than its sign from a place on.
    let mut longer = |place: u32| {
        let long = parts.map(|part| {
            let upper = m.slice(part, place, mantissa - place);
            let (all, any) = (m.all(upper), m.any(upper));
            let mixed = m.not(all);
            m.and(any, mixed)
        });
        let long = m.or(long[0], long[1]);
        m.name(long, format!("longer_than_{place}"))
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
