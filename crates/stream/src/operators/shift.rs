//! Shifters: right with a sticky bit, left, and left until the leading bit is at the top.

use fftgen_hdl::dsl::*;

/// Shifts right by `by`, one binary digit per level. The second result tells whether a bit that is set was shifted out,
/// or `sticky` was set.
pub(super) fn right_sticky<'m>(of: Sig<'m>, by: Sig<'m>, sticky: Option<Sig<'m>>) -> (Sig<'m>, Sig<'m>) {
    let (m, width) = (of.builder(), of.width());
    let (mut x, mut lost) = (of, Vec::from_iter(sticky));
    for digit in 0..by.width() {
        let (step, on) = ((1 << digit).min(width), by.bit(digit));
        lost.push((x.any_below(step) & on).named(&format!("lost{step}")));
        let shifted = if step < width { x.above(step).extend(width) } else { m.constant(width, 0) };
        x = on.mux(shifted, x).named(&format!("right{step}"));
    }
    (x, m.cat(lost).named("losses").any().named("lost"))
}

/// Groups the binary digits from `first` up to `end` in pairs, as (first digit, number of digits). Two digits of an
/// amount take one multiplexer of four inputs, which is a LUT per bit.
fn pairs(first: u32, end: u32) -> impl DoubleEndedIterator<Item = (u32, u32)> {
    (first..end).step_by(2).map(move |digit| (digit, (end - digit).min(2)))
}

/// Whether any of the bits `low .. low + width` is set. Bits outside of the word count as zero.
fn any_of(of: Sig<'_>, low: i64, width: u32) -> Sig<'_> {
    let (from, to) = (low.max(0), (low + i64::from(width)).min(of.width().into()));
    match to <= from {
        true => of.builder().low(),
        false => of.bits(from as u32, (to - from) as u32).any(),
    }
}

/// Shifts right by the digits of `by` from `first` on. The second result tells whether a bit that is set was shifted
/// out.
///
/// The largest digits come first, because most of the dropped bits then depend only on the unshifted word.
pub(super) fn right<'m>(of: Sig<'m>, by: Sig<'m>, first: u32) -> (Sig<'m>, Sig<'m>) {
    let m = of.builder();
    let (mut x, mut lost) = (of, vec![]);
    for (digit, count) in pairs(first, by.width()).rev() {
        let (step, places) = (1 << digit, by.bits(digit, count));
        let losses = chained((0, m.low()), 1 << count, |&(place, loss)| {
            let out = any_of(x, i64::from(place * step), step);
            (place + 1, (loss | out).named(&format!("lost{step}by{}", place + 1)))
        });
        let losses: Vec<Sig> = losses.into_iter().map(|(_, loss)| loss).collect();
        lost.push(m.select(places, &losses).named(&format!("lost{step}")));
        x = (x >> places.above_zeros(digit)).named(&format!("right{step}"));
    }
    (x, m.cat(lost).named("losses").any())
}

/// Shifts left by `by`, two binary digits per level, the largest first.
pub(super) fn left<'m>(of: Sig<'m>, by: Sig<'m>) -> Sig<'m> {
    pairs(0, by.width()).rev().fold(of, |x, (digit, count)| {
        let amount = by.bits(digit, count).above_zeros(digit);
        (x << amount).named(&format!("left{}", 1 << digit))
    })
}

/// Shifts left by an even amount until one of the two top bits is set. Searches the digits of the amount, the largest
/// first. Returns the shifted word and half the amount. A word of zeros shifts by the largest amount.
///
/// The caller guarantees that the lowest `tail` bits are zero whenever the amount is at least `from`.
pub(super) fn normalise(of: Sig<'_>, tail: u32, from: u32) -> (Sig<'_>, Sig<'_>) {
    let (m, width) = (of.builder(), of.width());
    let (mut x, mut amount) = (of, vec![]);
    for (digit, count) in pairs(1, (width - 1).ilog2() + 1).rev() {
        let step = 1u32 << digit;
        // Whether any bit of a group of `step` bits is set. Groups are counted from the top.
        let group = |index: i64| any_of(x, i64::from(width) - (index + 1) * i64::from(step), step);
        let name = |what: &str| format!("{what}{step}");
        let first = group(0).named(&name("some"));
        let places = if count == 2 {
            let (second, third) = (group(1), group(2));
            let in_half = (first | second).named(&format!("some{}", 2 * step));
            let in_quarter = in_half.mux(first, third).named(&name("some_in_half"));
            let high = (!in_half).named(&format!("shift{}", 2 * step));
            m.cat([(!in_quarter).named(&name("shift")), high]).named(&name("places"))
        } else {
            (!first).named(&name("shift"))
        };
        let fixed = if step < from { 0 } else { tail };
        let shifted = (x.above(fixed) << places.above_zeros(digit)).named(&name("upper"));
        x = if fixed == 0 { shifted } else { m.cat([x.bits(0, fixed), shifted]) };
        x = x.named(&if digit > 1 { name("left") } else { "normal".into() });
        amount.insert(0, places);
    }
    (x, m.cat(amount))
}

/// Counts leading zeros, and tells whether any bit is set. The count of a word of zeros is meaningless.
///
/// The upper two digits are the index of the first quarter with a set bit, and the lower digits are the count of that
/// quarter (V. G. Oklobdzija, IEEE Trans. VLSI Systems 2(1), 1994, uses halves). Each digit takes a LUT of four inputs,
/// and the selection of a lower digit a LUT of six inputs.
pub(super) fn leading_zeros(of: Sig<'_>) -> (Sig<'_>, Sig<'_>) {
    let width = of.width().max(2).next_power_of_two();
    // Padding at the low end does not change the count of a word that has a set bit.
    let padded = of.above_zeros(width - of.width());
    let bits = (0..width).rev().map(|bit| Count { digits: vec![], any: padded.bit(bit) });
    let mut level: Vec<Count> = bits.collect();
    while level.len() > 1 {
        level = level.chunks(4).enumerate().map(|(number, parts)| Count::of(parts, number)).collect();
    }
    let Count { digits, any } = level.remove(0);
    (of.builder().cat(digits).named("leading_zeros"), any)
}

/// Leading zeros of a part of a word.
struct Count<'m> {
    /// Binary digits of the count, the lowest first.
    digits: Vec<Sig<'m>>,
    /// Whether a bit is set.
    any: Sig<'m>,
}

impl<'m> Count<'m> {
    /// The count of the first of two or four parts with a set bit, below its index.
    fn of(parts: &[Count<'m>], number: usize) -> Self {
        let m = parts[0].any.builder();
        let bits = parts.len() << parts[0].digits.len();
        let name = |what: &str| format!("{what}_of_{bits}_at{number}");
        let any = m.any_of(parts.iter().map(|part| part.any)).named(&name("some"));
        let index = match *parts {
            [Count { any: first, .. }, _] => vec![!first],
            [Count { any: first, .. }, Count { any: second, .. }, Count { any: third, .. }, _] => {
                let upper = (first | second).named(&name("upper"));
                let low = upper.mux(second, !third).named(&name("odd"));
                vec![low & !first, !upper]
            }
            _ => unreachable!("a power of two of bits"),
        };
        let part = m.cat(index.iter().copied()).named(&name("part"));
        let of_part = |digit: usize| m.select(part, &parts.iter().map(|part| part.digits[digit]).collect::<Vec<_>>());
        let digits = (0..parts[0].digits.len()).map(of_part).chain(index).enumerate();
        let digits = digits.map(|(place, digit)| digit.named(&name(&format!("digit{place}")))).collect();
        Count { digits, any }
    }
}

/// The smaller of two numbers without sign. The result has the width of the wider one.
pub(super) fn minimum<'m>(a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
    let bits = a.width().max(b.width());
    let (a, b) = (a.extend(bits), b.extend(bits));
    a.lt(b).mux(a, b).named("minimum")
}
