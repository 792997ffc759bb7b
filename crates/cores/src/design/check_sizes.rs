//! What cannot be built of frames that choose among several sizes.

use super::{Config, Interface};
use crate::arch::multi_size;
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Direction, Kind, Order, LARGEST};
use crate::number::Scale;

/// Least beats of a frame of several lanes, where frames have several sizes: in two, what joins two lanes has factors
/// that are quarter turns, and a single one is the first and the last at once.
const LEAST_BEATS: usize = 3;

impl Config {
    /// Checks what several sizes, which share a chain of stages with delay feedback, do not go with.
    pub(super) fn check_sizes(&self) -> Result<(), Error> {
        let sizes = &self.runtime.sizes;
        let (first, last) = match sizes[..] {
            [] => return Ok(()),
            [only] => {
                return Err(Error::Usage(format!(
                    "sizes: {only} is one size only; leave sizes out, or take another one too"
                )));
            }
            [first, .., last] => (first, last),
        };
        if first < 2 || last > LARGEST {
            let size = if first < 2 { first } else { last };
            return Err(Error::Usage(format!(
                "sizes: {size} is none that several can be; sizes go from 2 to {LARGEST}"
            )));
        }
        let most = multi_size::MAX_SIZES;
        if sizes.len() > most {
            return Err(Error::Unsupported(format!("sizes: {} of them; {most} are the most", sizes.len())));
        }
        let excluded = [
            (self.kind != Kind::Complex, "kind", "several sizes are complex transforms; leave --kind out"),
            (
                self.computes_otherwise(),
                "datapath",
                "several sizes are computed in the format that comes in; leave --datapath out",
            ),
            (
                self.has_block_exponents() && self.cycles.is_none(),
                "scale bfp",
                "frames of several sizes have exponents on a folded core alone; add --cycles",
            ),
            (
                self.arithmetic.scale() == Scale::Chosen && self.cycles.is_none(),
                "scale runtime",
                "frames of several sizes choose their shifts on a folded core alone; add --cycles",
            ),
            (
                matches!(self.arithmetic.scale(), Scale::Spare | Scale::Shifts(_)),
                "scale",
                "several sizes are scaled as each of them needs it; leave --scale out, or try 1/n, 1/sqrt(n) or none",
            ),
            (self.orders != [Order::Natural; 2], "order", "several sizes have natural order; leave --order out"),
            (
                self.interface == Interface::Native,
                "interface",
                "several sizes have the wrapper that keeps them apart; leave --interface out",
            ),
            (self.kernels.is_some(), "radix", "several sizes share kernels; leave --radix out"),
            (self.least_memory, "least-memory", "several sizes share what memory there is; leave --least-memory out"),
        ];
        if let Some((_, what, why)) = excluded.iter().find(|(given, ..)| *given) {
            return Err(Error::Unsupported(format!("{what} and sizes: {why}")));
        }
        let Config { width, .. } = *self;
        if let Some(size) = sizes.iter().find(|size| **size % width > 0) {
            return Err(Error::Unsupported(format!(
                "sizes: {size} is no multiple of the width {width}, and several sizes fill each beat; leave it out, or \
                 ask \
                 for another --width"
            )));
        }
        if width > 1 && first < LEAST_BEATS * width {
            return Err(Error::Unsupported(format!(
                "sizes: {first} points at width {width} take {} beats, and frames of several sizes take {LEAST_BEATS} \
                 at the \
                 least; leave it out, or ask for a smaller --width",
                first / width
            )));
        }
        self.check_quotients(last)?;
        if self.cycles.is_none() || self.streams_because().is_some() {
            return self.assigned_sizes().map(|_| ());
        }
        Ok(())
    }

    /// Returns for each of several sizes its radices on the chain of stages that they share.
    pub(super) fn assigned_sizes(&self) -> Result<Vec<Vec<usize>>, Error> {
        multi_size::assign(&self.runtime.sizes, self.width, &self.schedule_model().costs)
    }

    /// Whether a chain of stages serves several sizes.
    pub(super) fn has_chain(&self) -> bool {
        !self.has_block_exponents() && self.arithmetic.scale() != Scale::Chosen && self.assigned_sizes().is_ok()
    }

    /// Inverse transforms of several sizes are multiplied by one over the size, which has to be a number of the format.
    fn check_quotients(&self, largest: usize) -> Result<(), Error> {
        let Format::Float(float) = self.format else { return Ok(()) };
        // The least normal number is 2^(1 - bias).
        let most = 1usize.checked_shl((float.bias() - 1).unsigned_abs()).unwrap_or(usize::MAX);
        if self.direction() == Direction::Forward || largest <= most {
            return Ok(());
        }
        Err(Error::Unsupported(format!(
            "sizes: {largest} points in {}: an inverse transform is divided by its size, and 1/{largest} is below the \
             smallest normal number; leave it out, or ask for a --precision of more exponent bits",
            self.format.name()
        )))
    }
}
