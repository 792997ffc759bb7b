//! Places of words in the memories.

use super::jobs::Jobs;
use crate::array::element::digits::address;
use crate::array::element::exchange::WordPlaces;
use crate::array::element::regions::Region;
use crate::array::element::walk::Point;
use crate::array::plan::Plan;
use crate::rtl::{Module, Net};

/// Returns the address of a point in a memory of all points.
pub(super) fn natural_address(m: &mut Module, plan: &Plan, point: &Point) -> Net {
    Region::Whole.address(m, plan, point, point.block)
}

/// Returns the address of a point in the memory of the blocks that stay.
pub(super) fn own_address(m: &mut Module, plan: &Plan, point: &Point) -> Net {
    let [first, second] = plan.pencils();
    let digits = [(point.within, plan.block()), (point.pencil[1], second), (point.pencil[0], first)];
    address(m, &digits, plan.words() / plan.places)
}

/// Places of the words of a row: from the outer memory to the middle one.
pub(super) struct RowPlaces<'a> {
    pub plan: &'a Plan,
    pub jobs: &'a Jobs,
}

/// Places of the words of a column: from the home memory to the outer one.
pub(super) struct ColumnPlaces<'a> {
    pub plan: &'a Plan,
    pub jobs: &'a Jobs,
}

impl WordPlaces for RowPlaces<'_> {
    fn source(&self, m: &mut Module, digits: &[Net], block: Net) -> Net {
        let point = Point { pencil: [self.jobs.slow, self.jobs.fast], block, within: digits[1] };
        natural_address(m, self.plan, &point)
    }

    /// A word comes to the place in its pencil that its source had among the pencils.
    fn destination(&self, m: &mut Module, digits: &[Net], block: Net) -> Net {
        self.source(m, digits, block)
    }
}

impl WordPlaces for ColumnPlaces<'_> {
    fn source(&self, m: &mut Module, digits: &[Net], block: Net) -> Net {
        let point = Point { pencil: [self.jobs.slow, self.jobs.fast], block, within: digits[1] };
        natural_address(m, self.plan, &point)
    }

    fn destination(&self, m: &mut Module, digits: &[Net], block: Net) -> Net {
        let point = Point { pencil: [self.jobs.slow, digits[1]], block, within: self.jobs.fast };
        Region::Whole.address(m, self.plan, &point, block)
    }
}
