//! Frames of one dimension: their split into lengths, and the twiddle factors between the rounds.
//!
//! A frame of N = n1·n2·n3 points has the points j = (j1·n2 + j2)·n3 + j3 and the results k = k1 + n1·(k2 + n2·k3).
//! Round 1 transforms along j1, round 2 along j2 and round 3 along j3. Between round s and the next one each value is
//! multiplied by a root of unity of order N, whose exponent is the distance of point j(s+1) from the first one in its
//! pencil, times the sum of the parts of k that are known. A frame on one axis has two lengths.

use super::{Engine, Round};
use crate::design::Config;
use crate::formula::{is_smooth, Kind, LARGEST_PRIME};
use crate::rtl::address_bits;
use crate::twiddles::{exponents, Rotation};

/// Largest frame of one dimension, in points.
const MAX_POINTS: usize = 1 << 27;

/// Clock cycles of the registers after the sums that make the factors of an exponent.
const OPERAND_CYCLES: usize = 1;

/// Twiddle factors between the rounds of a frame of one dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongFrame {
    /// Order of the roots of unity, which is the number of points.
    pub order: usize,
    /// Clock cycles from the factors of an exponent to the point that is multiplied.
    pub(crate) ahead: usize,
    /// Clock cycles from a point to its product.
    pub(crate) latency: usize,
    /// Bits of the factors of an exponent: the number of a point, and what it is multiplied by.
    pub(crate) operand_bits: [u32; 2],
}

/// Returns the lengths into which a frame is split on axes of some elements, in the order of the rounds, or says which
/// sizes have such lengths.
pub(super) fn lengths(config: &Config, places: usize, count: usize) -> Result<Vec<usize>, String> {
    let (size, share) = (config.shape.row(), config.kind.share());
    if size > share * MAX_POINTS {
        return Err(format!("a frame of one dimension has at most {MAX_POINTS} points"));
    }
    let is_real = config.kind == Kind::Real;
    // Pencils that may be two real sequences have even lengths.
    let even = if is_real { places * (1 + places % 2) } else { places };
    let steps: Vec<usize> = (0..count).map(|number| if number == 0 { places } else { even }).collect();
    let found = |size: usize| (size % share == 0).then(|| split(size / share, &steps)).flatten();
    if let Some(mut lengths) = found(size) {
        if is_real && config.inverse {
            lengths.reverse();
        }
        return Ok(lengths);
    }
    let step = share * steps.iter().product::<usize>();
    let works = |size: &usize| found(*size).is_some();
    let below = (1..=size / step).rev().map(|blocks| blocks * step).find(works);
    let above =
        (size / step + 1..).map(|blocks| blocks * step).take_while(|size| *size <= share * MAX_POINTS).find(works);
    let nearest: Vec<String> = below.into_iter().chain(above).map(|size| size.to_string()).collect();
    let (what, parity) = match is_real {
        true => ("of real samples of one dimension is twice", ", of which all but one are even"),
        false => ("of one dimension is", ""),
    };
    Err(format!(
        "a frame {what} the product of {count} lengths{parity}, all multiples of {places} with prime factors up to \
         {LARGEST_PRIME}; the \
         nearest sizes that work: {}",
        nearest.join(" and ")
    ))
}

/// Returns the lengths into which a frame is split, each a multiple of its step: the most similar ones.
fn split(size: usize, steps: &[usize]) -> Option<Vec<usize>> {
    let works = |length: usize| is_smooth(length);
    let (&step, rest) = steps.split_first()?;
    if rest.is_empty() {
        return (size % step == 0 && works(size)).then(|| vec![size]);
    }
    let count = steps.len() as u32;
    let lengths = (1..).map(|block| block * step).take_while(|length| length.pow(count) <= size);
    let fits = lengths.filter(|length| size % length == 0 && works(*length)).collect::<Vec<_>>();
    fits.into_iter().rev().find_map(|first| {
        let others = split(size / first, rest)?;
        Some([vec![first], others].concat())
    })
}

/// Returns the rounds of a frame of one dimension with some lengths.
pub(super) fn rounds(lengths: &[usize]) -> Vec<Round> {
    let stride = |round: usize| lengths[round + 1..].iter().product();
    let result_stride = |round: usize| lengths[..round].iter().product();
    let round = |(number, &length): (usize, &usize)| Round {
        length,
        stride: stride(number),
        result_stride: result_stride(number),
        engine: 0,
    };
    lengths.iter().enumerate().map(round).collect()
}

impl LongFrame {
    /// Plans the multiplications of a frame of a configuration.
    pub(super) fn new(rounds: &[Round], engines: &[Engine], config: &Config) -> Self {
        let order = config.kind.share() * rounds.iter().map(|round| round.length).product::<usize>();
        let is_real = config.kind == Kind::Real;
        let numbered = if is_real && config.inverse { &rounds[..rounds.len() - 1] } else { &rounds[1..] };
        let first = usize::from(is_real && !config.inverse);
        let config = &engines[rounds[first].engine].config;
        let operand_bits = operand_bits(numbered, order);
        let rotation = Rotation::new("", order, config);
        let exponents = exponents("", config, operand_bits, address_bits(order));
        LongFrame {
            order,
            ahead: OPERAND_CYCLES + exponents.cycles as usize + rotation.ahead() as usize,
            latency: rotation.latency() as usize,
            operand_bits,
        }
    }
}

/// Returns the number of bits of the factors of an exponent: the number of a point along one of some rounds, and what
/// it is multiplied by, which is below the order divided by the length of the round.
fn operand_bits(rounds: &[Round], order: usize) -> [u32; 2] {
    let points = rounds.iter().map(|round| round.length).max().unwrap_or(1);
    let known = rounds.iter().map(|round| order / round.length).max().unwrap_or(1);
    [address_bits(points), address_bits(known)]
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn lengths_are_the_most_similar_ones() {
        for (size, places, lengths) in [
            (1024, 4, vec![32, 32]),
            (60, 2, vec![6, 10]),
            (512, 2, vec![8, 8, 8]),
            (1 << 11, 4, vec![8, 16, 16]),
            (27, 3, vec![3, 9]),
        ] {
            assert_eq!(split(size, &vec![places; lengths.len()]), Some(lengths));
        }
        assert_eq!([split(100, &[4; 2]), split(64, &[8; 3]), split(2 * 2 * 67, &[2; 2])], [None, None, None]);
        assert_eq!([split(54, &[3, 6]), split(27, &[3, 6])], [Some(vec![3, 18]), None]);
    }
}
