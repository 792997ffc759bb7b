//! The memories of the points that come.

use crate::matrix::lower::store::Store;
use fftgen_hdl::dsl::*;

/// A point on its way to the memories of the rows of cells.
#[derive(Clone, Copy)]
pub struct Written<'m> {
    /// Whether there is one.
    pub is_active: Sig<'m>,
    /// Number of the row of cells.
    pub lane: Sig<'m>,
    /// Bank and address in the memory.
    pub place: [Sig<'m>; 2],
    /// Parts of the point.
    pub point: [Sig<'m>; 2],
}

impl<'m> Written<'m> {
    /// Adds a memory of `words` words in two banks for each row. A row takes its points an addition after the row above it, as its cells take
    /// them, so that two banks are enough.
    pub fn to_lanes(self, rows: usize, words: usize, addition: u32) -> Vec<Store<'m>> {
        let m = self.lane.builder();
        let lanes = (0..rows).scan(self, |way, row| {
            if row > 0 {
                *way = way.later(addition);
            }
            let Written { is_active, lane, place, point } = *way;
            let store = Store::new(m, &format!("points{row}"), words, point[0].width(), true);
            store.write(if rows > 1 { is_active & lane.is(row) } else { is_active }, place, point);
            Some(store)
        });
        lanes.collect()
    }

    fn later(&self, cycles: u32) -> Self {
        let Written { is_active, lane, place, point } = *self;
        let late = |signal: Sig<'m>| signal.later(cycles);
        Written { is_active: late(is_active), lane: late(lane), place: place.map(late), point: point.map(late) }
    }
}
