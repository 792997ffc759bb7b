//! Product of two unsigned significands: one multiplication for DSP blocks, or rows of LUTs.

use crate::rtl::{Module, Net};

/// Resources for products.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum MultiplierStyle {
    /// One multiplication, which synthesis maps to DSP blocks where it pays.
    #[default]
    Dsp,
    /// LUTs and carry chains only.
    Lut,
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

impl MultiplierStyle {
    /// Multiplies unsigned numbers. The width of the product is the sum of their widths.
    pub(super) fn multiply(self, m: &mut Module, x: Net, y: Net) -> Net {
        let product = match self {
            MultiplierStyle::Dsp => m.mul(x, y),
            MultiplierStyle::Lut => rows(m, x, y),
        };
        m.name(product, "product")
    }
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
