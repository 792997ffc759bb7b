//! The order in which a pass reads or writes its bursts.

use crate::formula::Order;

/// A loop over bursts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Number of rounds.
    pub count: usize,
    /// Distance of the bursts of two rounds that follow each other, in bytes.
    pub stride: usize,
}

/// Nested loops over bursts, the outermost first. The offset of a burst is the sum of each loop's index times its
/// stride.
///
/// ```
/// use fftgen_systems::external::{Loop, Walk};
/// let columns = Walk::new(vec![Loop { count: 2, stride: 512 }, Loop { count: 3, stride: 4096 }], 512);
/// assert!(columns.offsets().eq([0, 4096, 8192, 512, 4608, 8704]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    loops: Vec<Loop>,
    burst_bytes: usize,
    last_bytes: usize,
}

impl Walk {
    /// Returns a walk whose bursts all have `burst_bytes` bytes. Loops of a single round are left out.
    pub fn new(loops: Vec<Loop>, burst_bytes: usize) -> Self {
        let loops = loops.into_iter().filter(|round| round.count > 1).collect();
        Walk { loops, burst_bytes, last_bytes: burst_bytes }
    }

    /// Returns a walk whose innermost loop goes over the bursts of a row of `row_bytes` bytes. The last burst of a row
    /// may be shorter.
    pub fn over_rows(rows: Loop, row_bytes: usize, burst_bytes: usize) -> Self {
        let bursts = Loop { count: row_bytes.div_ceil(burst_bytes), stride: burst_bytes };
        let last_bytes = row_bytes - (bursts.count - 1) * burst_bytes;
        match bursts.count {
            1 => Walk::new(vec![rows], row_bytes),
            _ => Walk { last_bytes, ..Walk::new(vec![rows, bursts], burst_bytes) },
        }
    }

    /// Returns the loops of more than one round, the outermost first.
    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// Returns the length of a burst in bytes, and that of the last burst of the innermost loop.
    pub fn lengths(&self) -> [usize; 2] {
        [self.burst_bytes, self.last_bytes]
    }

    /// Returns the number of bursts.
    pub fn bursts(&self) -> usize {
        self.loops.iter().map(|round| round.count).product()
    }

    /// Returns the offset of each burst in bytes.
    pub fn offsets(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bursts()).map(|burst| {
            let digits = self.loops.iter().rev().scan(burst, |rest, round| {
                let index = *rest % round.count;
                *rest /= round.count;
                Some(index * round.stride)
            });
            digits.sum()
        })
    }

    /// Returns the offset and the length of each burst in bytes.
    pub fn spans(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let innermost = self.loops.last().map_or(1, |round| round.count);
        self.offsets().enumerate().map(move |(burst, offset)| {
            let is_last = (burst + 1) % innermost == 0;
            (offset, if is_last { self.last_bytes } else { self.burst_bytes })
        })
    }
}

/// Returns the loops over the digits of a position in digit-reversed order, the slowest first. The stride of a digit is
/// its weight in the index of the point, because the slowest digit of a position is the fastest one of its point.
pub(super) fn reversed_digits(length: usize) -> Vec<Loop> {
    let radices: Vec<usize> = Order::Reversed.digits(length.into()).concat();
    let digits = radices.iter().scan(1, |weight, &count| {
        let stride = *weight;
        *weight *= count;
        Some(Loop { count, stride })
    });
    digits.collect()
}
