//! Product of two unsigned significands: one multiplication for DSP blocks, or rows of LUTs.

use crate::rtl::technology::Technology;
use fftgen_hdl::dsl::*;

/// Resources for products.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum MultiplierStyle {
    /// One multiplication, which synthesis maps to DSP blocks where it pays.
    #[default]
    Dsp,
    /// LUTs and carry chains only.
    Lut,
    /// One multiplication of any width, which synthesis makes of gates.
    Gates,
}

/// Bits of the longer factor of a DSP block, without its sign (AMD UG579: 27 by 18 bits).
pub const DSP_A_BITS: u32 = 26;

/// Bits of the shorter factor of a DSP block, without its sign (AMD UG579: 27 by 18 bits).
pub const DSP_B_BITS: u32 = 17;

/// Digits whose rows are added serially. The sums of such groups are added as a tree.
const GROUP: usize = 3;

/// Sum of rows.
#[derive(Clone, Copy)]
struct Sum<'m> {
    word: Sig<'m>,
    /// Number of digits to the base 4 in the sum. Higher sums do not change the lowest two bits of each digit.
    digits: usize,
}

/// Resources for products, and the technology whose DSP blocks they fit.
#[derive(Clone, Copy, Debug)]
pub struct Products {
    /// Resources.
    pub style: MultiplierStyle,
    /// Technology.
    pub technology: &'static Technology,
}

impl From<MultiplierStyle> for Products {
    fn from(style: MultiplierStyle) -> Self {
        Products { style, technology: Default::default() }
    }
}

impl Products {
    /// Multiplies numbers without sign. The width of the product is the sum of their widths.
    pub(super) fn multiply<'m>(self, x: Sig<'m>, y: Sig<'m>) -> Sig<'m> {
        let product = match self.style {
            MultiplierStyle::Dsp if self.technology.cuts_products => self.in_pieces([x, y], false),
            MultiplierStyle::Dsp | MultiplierStyle::Gates => x.times(y),
            MultiplierStyle::Lut => rows(x, y),
        };
        product.named("product")
    }

    /// Multiplies in pieces that fit DSP blocks: a row of partial products for each piece of `y`, and the sum of the
    /// rows. Pieces below the highest one are without sign.
    pub(super) fn in_pieces<'m>(self, [x, y]: [Sig<'m>; 2], signed: bool) -> Sig<'m> {
        let sign = u32::from(!signed);
        let [longer, shorter] = self.technology.factors.map(|bits| bits + sign);
        let (xs, ys) = (pieces(x, longer, signed), pieces(y, shorter, signed));
        let row = |(number, &y): (usize, &Sig<'m>)| {
            let _scope = x.builder().scope(&format!("row{number}"));
            let products = xs.iter().map(|&x| if signed { x.times_signed(y) } else { x.times(y) });
            added(products.collect(), longer, signed)
        };
        let rows = ys.iter().enumerate().map(row).collect();
        added(rows, shorter, signed).bits(0, x.width() + y.width())
    }
}

/// Cuts a factor into pieces of `bits` bits. Where factors are signed, a lower piece has a zero in front, and the
/// highest one has the sign on top of its bits.
fn pieces(factor: Sig<'_>, bits: u32, signed: bool) -> Vec<Sig<'_>> {
    let sign = u32::from(signed);
    let (mut pieces, mut low) = (vec![], 0);
    while factor.width() - low > bits + sign {
        pieces.push(factor.bits(low, bits).extend(bits + sign));
        low += bits;
    }
    pieces.push(factor.above(low));
    pieces
}

/// Adds words of which each has the weight of 2^`step` of the one before.
fn added<'m>(words: Vec<Sig<'m>>, step: u32, signed: bool) -> Sig<'m> {
    if let [one] = words[..] {
        return one;
    }
    let words = words.named("part");
    let extended = |word: Sig<'m>, bits: u32| if signed { word.sign_extend(bits) } else { word.extend(bits) };
    let (mut done, mut sum) = (vec![], words[0]);
    for (number, &word) in words.iter().enumerate().skip(1) {
        let (low, above) = sum.split(step);
        done.push(low);
        let bits = word.width().max(above.width()) + 1;
        let above = extended(above, bits);
        sum = (extended(word, bits) + above).named(&format!("sum{number}"));
    }
    done.push(sum);
    sum.builder().cat(done).named("parts")
}

/// Multiplies by adding a row for each digit of `y` to the base 4. A row is 0, 1, 2 or 3 times `x`. One LUT per bit
/// selects the multiple and adds it to the rows before. Its inputs are two bits of the digit, one bit each of x, 2x and
/// 3x, and one bit of the sum.
fn rows<'m>(x: Sig<'m>, y: Sig<'m>) -> Sig<'m> {
    let (m, bits) = (x.builder(), x.width() + 2);
    let (one_x, two_x) = (x.extend(bits).named("one_x"), x.above_zeros(1).extend(bits).named("two_x"));
    let three_x = (one_x + two_x).named("three_x");
    let multiples = [m.constant(bits, 0), one_x, two_x, three_x];
    let digits = y.width().div_ceil(2);
    let padded = y.extend(2 * digits);
    let digits: Vec<Sig> = (0..digits).map(|digit| padded.bits(2 * digit, 2)).collect();
    let groups = digits.chunks(GROUP).enumerate();
    let mut sums: Vec<Sum> = groups.map(|(group, digits)| Sum::of_rows(digits, &multiples, group)).collect();
    for level in 1.. {
        if sums.len() == 1 {
            break;
        }
        let pairs = sums.chunks(2).enumerate();
        sums = pairs.map(|(pair, sums)| Sum::of_sums(sums, &format!("rows{level}of{pair}"))).collect();
    }
    sums[0].word.bits(0, x.width() + y.width())
}

impl<'m> Sum<'m> {
    /// Adds the rows of a group of digits, the lowest first. The two lowest bits of each partial sum are final.
    fn of_rows(digits: &[Sig<'m>], multiples: &[Sig<'m>; 4], group: usize) -> Self {
        let m = digits[0].builder();
        let name = |what: &str, number: usize| format!("{what}{number}in{group}");
        let row = |number: usize| m.select(digits[number], multiples).named(&name("row", number));
        let (mut done, mut sum) = (vec![], row(0));
        for number in 1..digits.len() {
            let (low, above) = sum.split(2);
            done.push(low);
            sum = (above.extend(sum.width()) + row(number)).named(&name("rows", number));
        }
        done.push(sum);
        Sum { word: m.cat(done).named(&format!("rows_in{group}")), digits: digits.len() }
    }

    /// Adds one or two sums. The digits of the second follow those of the first.
    fn of_sums(sums: &[Sum<'m>], name: &str) -> Self {
        let &[Sum { word: low, digits }, Sum { word: high, digits: above }] = sums else { return sums[0] };
        let (done, carried) = low.split(2 * digits as u32);
        let sum = (high + carried.extend(high.width())).named(name);
        let word = low.builder().cat([done, sum]).named(&format!("whole_{name}"));
        Sum { word, digits: digits + above }
    }
}
