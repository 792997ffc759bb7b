//! Product of two unsigned significands: one multiplication for DSP blocks, or rows of LUTs.

use crate::rtl::technology::Technology;
use crate::rtl::{Module, Net};

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
struct Sum {
    word: Net,
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
    /// Multiplies unsigned numbers. The width of the product is the sum of their widths.
    pub(super) fn multiply(self, m: &mut Module, x: Net, y: Net) -> Net {
        let product = match self.style {
            MultiplierStyle::Dsp if self.technology.cuts_products => self.in_pieces(m, [x, y], false),
            MultiplierStyle::Dsp | MultiplierStyle::Gates => m.mul(x, y),
            MultiplierStyle::Lut => rows(m, x, y),
        };
        m.name(product, "product")
    }

    /// Multiplies in pieces that fit DSP blocks: a row of partial products for each piece of `y`, and the sum of the
    /// rows. Pieces below the highest one are unsigned.
    pub(super) fn in_pieces(self, m: &mut Module, [x, y]: [Net; 2], signed: bool) -> Net {
        let sign = u32::from(!signed);
        let [longer, shorter] = self.technology.factors.map(|bits| bits + sign);
        let (xs, ys) = (pieces(m, x, longer, signed), pieces(m, y, shorter, signed));
        let rows = ys.iter().map(|&y| {
            let products: Vec<Net> = xs.iter().map(|&x| multiplied(m, x, y, signed)).collect();
            added(m, &products, longer, signed)
        });
        let rows: Vec<Net> = rows.collect();
        let product = added(m, &rows, shorter, signed);
        m.slice(product, 0, m.width(x) + m.width(y))
    }
}

/// Multiplies two pieces.
fn multiplied(m: &mut Module, x: Net, y: Net, signed: bool) -> Net {
    if signed {
        m.mul_signed(x, y)
    } else {
        m.mul(x, y)
    }
}

/// Cuts a factor into pieces of `bits` bits. Where factors are signed, a lower piece has a zero in front, and the
/// highest one has the sign on top of its bits.
fn pieces(m: &mut Module, factor: Net, bits: u32, signed: bool) -> Vec<Net> {
    let (whole, sign) = (m.width(factor), u32::from(signed));
    let mut pieces = Vec::new();
    let mut low = 0;
    while whole - low > bits + sign {
        let piece = m.slice(factor, low, bits);
        pieces.push(m.extend(piece, bits + sign));
        low += bits;
    }
    pieces.push(m.slice(factor, low, whole - low));
    pieces
}

/// Adds words of which each has the weight of 2^`step` of the one before.
fn added(m: &mut Module, words: &[Net], step: u32, signed: bool) -> Net {
    let extended = |m: &mut Module, word: Net, bits: u32| match signed {
        true => m.sign_extend(word, bits),
        false => m.extend(word, bits),
    };
    let Some((&first, others)) = words.split_first() else { unreachable!("a factor has a piece") };
    let (mut done, mut sum) = (Vec::new(), first);
    for &word in others {
        done.push(m.slice(sum, 0, step));
        let above = m.slice(sum, step, m.width(sum) - step);
        let bits = m.width(word).max(m.width(above)) + 1;
        let (above, word) = (extended(m, above, bits), extended(m, word, bits));
        sum = m.add(word, above);
    }
    done.push(sum);
    m.concat(&done)
}

/// Multiplies by adding a row for each digit of `y` to the base 4. A row is 0, 1, 2 or 3 times `x`. One LUT per bit
/// selects the multiple and adds it to the rows before. Its inputs are two bits of the digit, one bit each of x, 2x and
/// 3x, and one bit of the sum.
fn rows(m: &mut Module, x: Net, y: Net) -> Net {
    let n = m.width(x);
    let (zero, one) = (m.constant(n + 2, 0), m.extend(x, n + 2));
    let below = m.constant(1, 0);
    let two = m.concat(&[below, x]);
    let two = m.extend(two, n + 2);
    let three = m.add(one, two);
    m.name(three, "three_x");
    let width = n + m.width(y);
    let digits = m.width(y).div_ceil(2) as usize;
    let y = m.extend(y, 2 * digits as u32);
    let digits: Vec<Net> = (0..digits as u32).map(|digit| m.slice(y, 2 * digit, 2)).collect();
    let mut sums: Vec<Sum> = digits.chunks(GROUP).map(|group| serial(m, group, &[zero, one, two, three])).collect();
    while sums.len() > 1 {
        let mut rest = sums.into_iter();
        let mut next = Vec::new();
        while let Some(low) = rest.next() {
            next.push(match rest.next() {
                Some(high) => add_sums(m, low, high),
                None => low,
            });
        }
        sums = next;
    }
    m.slice(sums[0].word, 0, width)
}

/// Adds the rows of a group of digits, the lowest first. The two lowest bits of each partial sum are final.
fn serial(m: &mut Module, digits: &[Net], multiples: &[Net; 4]) -> Sum {
    let mut done = Vec::new();
    let mut sum = m.select(digits[0], multiples);
    for &digit in &digits[1..] {
        let width = m.width(sum);
        done.push(m.slice(sum, 0, 2));
        let above = m.slice(sum, 2, width - 2);
        let above = m.extend(above, width);
        let row = m.select(digit, multiples);
        sum = m.add(above, row);
    }
    done.push(sum);
    Sum { word: m.concat(&done), digits: digits.len() }
}

/// Adds two sums. The digits of `high` follow those of `low`.
fn add_sums(m: &mut Module, low: Sum, high: Sum) -> Sum {
    let below = 2 * low.digits as u32;
    let done = m.slice(low.word, 0, below);
    let above = m.slice(low.word, below, m.width(low.word) - below);
    let above = m.extend(above, m.width(high.word));
    let sum = m.add(high.word, above);
    Sum { word: m.concat(&[done, sum]), digits: low.digits + high.digits }
}
