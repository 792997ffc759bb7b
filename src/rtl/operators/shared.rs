//! Complex words whose parts share an exponent, which counts fours: out of floating-point numbers, and brought to one
//! exponent.

use super::convert::{larger, largest_of, signed};
use super::{gate, Fields};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// How such words are made up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Makeup {
    /// Bits of a part where exponents are alike.
    pub aligned: u32,
    /// Bits of a part of any word.
    pub mantissa: u32,
    /// Bits of the exponent that stand above the real and above the imaginary part.
    pub exponent: [u32; 2],
}

impl Makeup {
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

/// Two numbers as a word. Combinational. Ports `re`, `im`; `y_re`, `y_im`.
pub fn enter(name: &str, float: Float, makeup: Makeup) -> Module {
    let doc = format!(
        "Two numbers of {} as parts of {} bits with one exponent, rounded to odd, subnormals flushed to zero",
        float.name(),
        makeup.aligned
    );
    let mut m = Module::new(name, doc);
    let numbers = ["re", "im"].map(|name| m.input(name, float.bits()));
    let fields = numbers.map(|number| Fields::of(&mut m, float, number));
    let most = larger(&mut m, fields[0].exponent, fields[1].exponent);
    // (M - 1)/2, and zero for zero.
    let (half, odd_one, some) = (m.slice(most, 1, float.exponent - 1), m.bit(most, 0), m.any(most));
    let even = m.not(odd_one);
    let less = m.and(even, some);
    let less = m.repeat(less, float.exponent - 1);
    let exponent = m.add(half, less);
    m.name(exponent, "exponent");
    let parts = [0, 1].map(|i| {
        let distance = m.sub(most, fields[i].exponent);
        let present = m.any(fields[i].exponent);
        let (guard, excess) = room(float, makeup);
        let zeros = (guard > 0).then(|| m.constant(guard, 0));
        let low = (guard == 0).then(|| m.constant(1, 0));
        let significand: Vec<Net> = zeros.into_iter().chain(low).chain([fields[i].fraction, present]).collect();
        let significand = m.concat(&significand);
        // One more where M is odd.
        let down = m.slice(significand, 1, m.width(significand) - 1);
        let zero = m.constant(1, 0);
        let down = m.concat(&[down, zero]);
        let placed = m.mux(odd_one, down, significand);
        let (magnitude, lost) = shifted(&mut m, placed, distance, (1, Fill::Zeros));
        let rest = any_below(&mut m, magnitude, excess);
        let lost = m.or(lost, rest);
        let magnitude = m.slice(magnitude, excess, makeup.aligned - 1);
        let magnitude = odd(&mut m, magnitude, lost);
        let magnitude = gate(&mut m, magnitude, present);
        // Nothing has no sign.
        let negative = m.and(fields[i].sign, present);
        signed(&mut m, magnitude, negative)
    });
    let word = makeup.join(&mut m, parts, exponent);
    m.output("y_re", word[0]);
    m.output("y_im", word[1]);
    m
}

/// Bits that a significand moves up by, and those that fall off its end, where one place is free below it.
fn room(float: Float, makeup: Makeup) -> (u32, u32) {
    let (has, wants) = (float.fraction + 1, makeup.aligned - 1);
    match wants.checked_sub(has) {
        None | Some(0) => (0, has + 1 - wants),
        Some(guard) => (guard, 0),
    }
}

/// So many words at one exponent. Combinational. Port `a`: real and imaginary part of one after the other; `y`: theirs,
/// aligned, and `exponent`.
pub fn align(name: &str, makeup: Makeup, count: usize) -> Module {
    let what = if count == 1 { "A word".to_string() } else { format!("{count} words") };
    let doc = format!("{what} at one exponent, in parts of {} bits, rounded to odd", makeup.aligned);
    let mut m = Module::new(name, doc);
    let ports = m.input_bus("a", &vec![makeup.bits(); 2 * count]);
    let words: Vec<([Net; 2], Net)> = ports.chunks(2).map(|word| makeup.split(&mut m, [word[0], word[1]])).collect();
    let needs: Vec<Net> = words.iter().map(|(parts, _)| needed(&mut m, makeup, *parts)).collect();
    let wide = makeup.exponent_bits() + 1;
    let owns: Vec<Net> = words.iter().map(|(_, exponent)| m.extend(*exponent, wide)).collect();
    let fields: Vec<Net> = owns
        .iter()
        .zip(&needs)
        .map(|(own, need)| {
            let need = m.extend(*need, wide);
            m.add(*own, need)
        })
        .collect();
    let most = largest_of(&mut m, &fields);
    m.name(most, "exponent_here");
    let distances: Vec<Net> = match fields[..] {
        [_] => needs.clone(),
        // Both differences while the comparison goes on.
        [a, b] => {
            let less = m.lt(a, b);
            let (up, down) = (m.sub(b, owns[0]), m.sub(a, owns[1]));
            let [need_a, need_b] = [needs[0], needs[1]].map(|need| m.extend(need, wide));
            vec![m.mux(less, up, need_a), m.mux(less, need_b, down)]
        }
        _ => owns.iter().map(|own| m.sub(most, *own)).collect(),
    };
    let mut out = Vec::new();
    for ((parts, _), by) in words.iter().zip(distances) {
        for part in parts {
            out.push(placed(&mut m, makeup, *part, by));
        }
    }
    let exponent = limited(&mut m, most);
    m.output_bus("y", &out);
    m.output("exponent", exponent);
    m
}

/// A word at an exponent that is no less than its own. Combinational. Ports `re`, `im`: its parts, `own`: its exponent, `most`:
/// that exponent, with a bit more; `y_re`, `y_im`.
pub fn place(name: &str, makeup: Makeup) -> Module {
    let doc = format!("A word at an exponent that is given, in parts of {} bits, rounded to odd", makeup.aligned);
    let mut m = Module::new(name, doc);
    let parts = ["re", "im"].map(|name| m.input(name, makeup.mantissa));
    let own = m.input("own", makeup.exponent_bits());
    let most = m.input("most", makeup.exponent_bits() + 1);
    let own = m.extend(own, makeup.exponent_bits() + 1);
    let by = m.sub(most, own);
    for (part, name) in parts.into_iter().zip(["y_re", "y_im"]) {
        let y = placed(&mut m, makeup, part, by);
        m.output(name, y);
    }
    m
}

/// A part of a word, so many fours down, rounded to odd.
fn placed(m: &mut Module, makeup: Makeup, part: Net, by: Net) -> Net {
    let (shifted, lost) = shifted(m, part, by, (2, Fill::Sign));
    let kept = m.slice(shifted, 0, makeup.aligned);
    odd(m, kept, lost)
}

/// The exponent of a word where it is aligned, with a bit more. Combinational. Ports `re`, `im`, `own`; `y`.
pub fn field(name: &str, makeup: Makeup) -> Module {
    let mut m = Module::new(name, format!("The exponent of a word whose parts are to have {} bits", makeup.aligned));
    let parts = ["re", "im"].map(|name| m.input(name, makeup.mantissa));
    let own = m.input("own", makeup.exponent_bits());
    let wide = makeup.exponent_bits() + 1;
    let (own, need) = (m.extend(own, wide), needed(&mut m, makeup, parts));
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
fn needed(m: &mut Module, makeup: Makeup, parts: [Net; 2]) -> Net {
    let Makeup { aligned, mantissa, .. } = makeup;
    // Whether some part has another bit than its sign from a place on.
    let mut longer = |place: u32| {
        let long = parts.map(|part| {
            let upper = m.slice(part, place, mantissa - place);
            let (all, any) = (m.all(upper), m.any(upper));
            let mixed = m.not(all);
            m.and(any, mixed)
        });
        m.or(long[0], long[1])
    };
    let levels: Vec<Net> = (aligned - 1..mantissa - 1).step_by(2).map(&mut longer).collect();
    match levels[..] {
        [one] => one,
        [one, two] => {
            let less = m.not(two);
            let one = m.and(one, less);
            m.concat(&[one, two])
        }
        _ => unreachable!("words have three bits more than aligned ones at the most"),
    }
}

/// What comes in at the top.
#[derive(Clone, Copy, PartialEq)]
enum Fill {
    Zeros,
    Sign,
}

/// Shifts right by so many bits for each of `by`, two digits of that at a time, the largest first. The second result:
/// whether a bit that is set was shifted out.
fn shifted(m: &mut Module, of: Net, by: Net, (unit, fill): (u32, Fill)) -> (Net, Net) {
    let width = m.width(of);
    // From there on nothing is left, so that larger amounts may be taken for the largest.
    let digits = (width.div_ceil(unit).ilog2() + 1).min(m.width(by));
    let by = at_most(m, by, digits);
    let top = match fill {
        Fill::Zeros => m.constant(1, 0),
        Fill::Sign => m.bit(of, width - 1),
    };
    let (mut x, mut lost) = (of, vec![]);
    for digit in (0..digits).step_by(2).rev() {
        let count = (digits - digit).min(2);
        let places = m.slice(by, digit, count);
        let (mut cases, mut losses) = (vec![], vec![]);
        for place in 0..1u32 << count {
            let step = ((unit * place) << digit).min(width);
            let kept = (step < width).then(|| m.slice(x, step, width - step));
            let above = (step > 0).then(|| m.repeat(top, step));
            let moved: Vec<Net> = kept.into_iter().chain(above).collect();
            cases.push(m.concat(&moved));
            losses.push(any_below(m, x, step));
        }
        lost.push(m.select(places, &losses));
        x = m.select(places, &cases);
    }
    let lost = m.concat(&lost);
    (x, m.any(lost))
}

/// A number in so many bits, the largest of these for those that have more.
fn at_most(m: &mut Module, number: Net, bits: u32) -> Net {
    match m.width(number) - bits {
        0 => number,
        rest => {
            let (low, high) = (m.slice(number, 0, bits), m.slice(number, bits, rest));
            let far = m.any(high);
            let far = m.repeat(far, bits);
            m.or(low, far)
        }
    }
}

/// Whether any of so many of the lowest bits is set.
fn any_below(m: &mut Module, of: Net, bits: u32) -> Net {
    match bits {
        0 => m.constant(1, 0),
        _ => {
            let low = m.slice(of, 0, bits);
            m.any(low)
        }
    }
}

/// A number whose last bit is set where something was lost below it.
pub(super) fn odd(m: &mut Module, number: Net, lost: Net) -> Net {
    let width = m.width(number);
    let (last, upper) = (m.bit(number, 0), m.slice(number, 1, width - 1));
    let last = m.or(last, lost);
    m.concat(&[last, upper])
}
