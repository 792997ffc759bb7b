//! Frames of which only some points pass a side of the core.

use super::Config;
use crate::arch::ports::TlastMark;
use crate::error::Error;
use crate::formula::{Kind, Order};
use crate::pipeline::Padding;
use std::sync::Arc;

impl Config {
    /// Points of a frame on the input and on the output.
    pub fn frame_points(&self) -> [usize; 2] {
        let all = self.points();
        let supported = self.support_positions().map_or(all, |positions| positions.len());
        if self.inverse {
            [all, supported]
        } else {
            [supported, all]
        }
    }

    /// Positions of the points of the support, if there is one that suits the shape.
    pub fn support_positions(&self) -> Option<Arc<[usize]>> {
        self.support.as_ref()?.positions(self.shape).ok().map(Arc::from)
    }

    /// Refuses a support that does not suit the shape, and what a support does not go with.
    pub(super) fn check_support(&self) -> Result<(), Error> {
        let Some(support) = &self.support else { return Ok(()) };
        let packed = self.orders[usize::from(self.inverse)];
        let excluded = [
            (
                self.kind != Kind::Complex,
                "kind",
                "the mirrored points of real data have no support yet; leave --kind out",
            ),
            (self.shape.channels() > 1, "channels", "a support is of one channel; leave --channels out"),
            (!self.runtime.sizes.is_empty(), "sizes", "a support is of one size; ask for one by --size"),
            (
                self.runtime.direction,
                "runtime direction",
                "a support is of the input or of the output; ask for a core for each direction",
            ),
            (
                packed != Order::Natural,
                "order",
                "the points of a support come in ascending order; give an --order of the other side alone",
            ),
            (
                self.tlast == TlastMark::Row,
                "last row",
                "rows of which not all points pass have no common length; leave --last out",
            ),
            (
                self.padding == Padding::Rows,
                "pad rows",
                "rows of which not all points pass have no common length; leave --pad out",
            ),
        ];
        if let Some((_, what, why)) = excluded.iter().find(|(given, ..)| *given) {
            return Err(Error::Unsupported(format!("{what} and support: {why}")));
        }
        let positions = support.positions(self.shape).map_err(|why| Error::Usage(format!("support: {why}")))?;
        if self.width > positions.len() {
            return Err(Error::Usage(format!(
                "width {} is larger than the support: {} points take at most as many lanes; try --width {}",
                self.width,
                positions.len(),
                positions.len()
            )));
        }
        Ok(())
    }
}
