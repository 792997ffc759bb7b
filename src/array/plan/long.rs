//! Frames of one dimension: their split into lengths, and the twiddle factors between the rounds.
//!
//! A frame of N = n1·n2·n3 points has the points j = (j1·n2 + j2)·n3 + j3 and the results k = k1 + n1·(k2 + n2·k3). Round 1 transforms along
//! j1, round 2 along j2 and round 3 along j3. Between round s and the next one each value is multiplied by a root of unity of order N, whose
//! exponent is the distance of point j(s+1) from the first one in its pencil, times the sum of the parts of k that are known. A frame on one
//! axis has two lengths.

use super::Round;
use crate::design::Config;
use crate::formula::{is_smooth, LARGEST_PRIME};
use crate::rtl::address_bits;
use crate::twiddles::{exponents, Rotation};

/// Largest frame of one dimension, in points.
const MAX_POINTS: usize = 1 << 27;

/// Clock cycles of the registers behind the sums that make the factors of an exponent.
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
}

/// Returns the lengths into which a frame is split on axes of some elements, or says which sizes have such lengths.
pub(super) fn lengths(size: usize, places: usize, count: usize) -> Result<Vec<usize>, String> {
    if size > MAX_POINTS {
        return Err(format!("a frame of one dimension has at most {MAX_POINTS} points"));
    }
    if let Some(lengths) = split(size, places, count) {
        return Ok(lengths);
    }
    let step = places.pow(count as u32);
    let works = |size: &usize| split(*size, places, count).is_some();
    let below = (1..=size / step).rev().map(|blocks| blocks * step).find(works);
    let above = (size / step + 1..).map(|blocks| blocks * step).take_while(|size| *size <= MAX_POINTS).find(works);
    let nearest: Vec<String> = below.into_iter().chain(above).map(|size| size.to_string()).collect();
    Err(format!(
        "a frame of one dimension is the product of {count} lengths, all multiples of {places} with prime factors up to {LARGEST_PRIME}; the \
         nearest sizes that work: {}",
        nearest.join(" and ")
    ))
}

/// Returns the lengths into which a frame is split on axes of some elements, all multiples of these: the most similar ones.
fn split(size: usize, places: usize, count: usize) -> Option<Vec<usize>> {
    let works = |length: usize| is_smooth(length);
    if count == 1 {
        return (size % places == 0 && works(size)).then(|| vec![size]);
    }
    let lengths = (1..).map(|block| block * places).take_while(|length| length.pow(count as u32) <= size);
    let fits = lengths.filter(|length| size % length == 0 && works(*length)).collect::<Vec<_>>();
    fits.into_iter().rev().find_map(|first| {
        let rest = split(size / first, places, count - 1)?;
        Some([vec![first], rest].concat())
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
    /// Plans the multiplications of a frame.
    pub(super) fn new(rounds: &[Round], config: &Config) -> Self {
        let order = rounds.iter().map(|round| round.length).product();
        let rotation = Rotation::new("", order, config);
        let exponents = exponents("", config, operand_bits(rounds), address_bits(order));
        LongFrame {
            order,
            ahead: OPERAND_CYCLES + exponents.latency as usize + rotation.ahead() as usize,
            latency: rotation.latency() as usize,
        }
    }
}

/// Returns the number of bits of the factors of an exponent: the number of a point, and the sum of the known parts of its result.
pub(crate) fn operand_bits(rounds: &[Round]) -> [u32; 2] {
    let points = rounds[1..].iter().map(|round| round.length).max().unwrap_or(1);
    let known = |round: usize| rounds[round].result_stride * rounds[round].length * rounds[round + 1].stride;
    let known = (0..rounds.len() - 1).map(known).max().unwrap_or(1);
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
            assert_eq!(split(size, places, lengths.len()), Some(lengths));
        }
        assert_eq!([split(100, 4, 2), split(64, 8, 3), split(2 * 2 * 67, 2, 2)], [None, None, None]);
    }
}
