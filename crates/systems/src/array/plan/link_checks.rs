//! Links that do not work.

use super::{Links, Plan, Steps};
use crate::array::schedule::Delivery;
use crate::error::Error;
use crate::formula::Kind;

/// Largest number of registers of a hop.
const MAX_HOP: usize = 16;

/// Largest number of bits of a link.
const MAX_LINK_BITS: u32 = 128;

impl Plan {
    /// Refuses links that do not work.
    pub(super) fn check_links(&self) -> Result<(), Error> {
        let Links { bits, hop, delivery, .. } = self.links;
        if !(1..=MAX_LINK_BITS).contains(&bits) {
            return Err(Error::Usage(format!(
                "link-bits {bits}: a link has 1 to {MAX_LINK_BITS} bits; for example {}",
                Links::default().bits
            )));
        }
        if !(1..=MAX_HOP).contains(&hop) {
            return Err(Error::Usage(format!("hop {hop}: a hop has 1 to {MAX_HOP} registers; for example 1")));
        }
        if delivery == Delivery::Broadcast && self.topology.is_closed() {
            return Err(Error::Unsupported(format!(
                "exchange broadcast and array {}: words are broadcast to the ends of lines; try --array line or mesh, \
                 or leave \
                 --exchange out",
                self.topology
            )));
        }
        self.check_steps()?;
        let words = self.link_words();
        if self.has_far_block() && words > 1 && words % 2 == 1 {
            return Err(Error::Unsupported(format!(
                "link-bits {bits} and array {}: a point of {} bits has {words} link words, but rings of an even number \
                 of elements carry \
                 1 or an even number; try --link-bits {}",
                self.topology,
                self.point_bits(),
                self.point_bits().div_ceil(words as u32 + 1)
            )));
        }
        Ok(())
    }
    /// Refuses steps that do not overlap.
    fn check_steps(&self) -> Result<(), Error> {
        if self.links.steps == Steps::Phased {
            return Ok(());
        }
        let excluded = [
            (!self.has_columns(), "they overlap on a mesh or a torus; try --array mesh"),
            (self.long.is_some() || self.spread() > 1, "frames have three dimensions; leave --steps out"),
            (self.kind == Kind::Real, "pencils of two real sequences pass engines twice; leave --steps out"),
            (self.engines.len() > 1, "pencils of all dimensions have one length then; leave --steps out"),
            (
                self.blocks()[0] == 1,
                "an element has one pencil, so that there is nothing to overlap; leave --steps out",
            ),
            (
                self.links.delivery == Delivery::Broadcast,
                "words that are broadcast come in phases; leave --exchange out",
            ),
        ];
        match excluded.iter().find(|(is_asked, _)| *is_asked) {
            Some((_, why)) => Err(Error::Unsupported(format!("steps overlapped and array {}: {why}", self.topology))),
            None => Ok(()),
        }
    }
}
