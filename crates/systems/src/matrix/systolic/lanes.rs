//! The memories of the points that come.

use crate::matrix::lower::store::Store;
use fftgen_hdl::dsl::*;

record! {
    /// A point on its way to the memories of the rows of cells.
    pub struct Arrival {
        /// Whether there is one.
        is_active,
        /// Number of the row of cells, or of as many rows as a beat has points.
        lane,
        /// Bank of the memory.
        bank,
        /// Address in the bank.
        address,
        re,
        im,
    }
}

/// Adds a memory of `words` words in two banks for each row of cells. A row takes its points an addition after the row
/// above it, as its cells take them, so that two banks are enough. `points`: those of a beat, which are for as many
/// rows one after the other; their lane is that of the first of these rows among such rows.
pub fn lanes<'m>(points: &[Arrival<'m>], rows: usize, words: usize, addition: u32) -> Vec<Store<'m>> {
    let width = points.len();
    let way = |(lane, point): (usize, &Arrival<'m>)| {
        let first = point.later(lane as u32 * addition);
        chained(first, rows.div_ceil(width), |above| above.later(width as u32 * addition))
    };
    let ways: Vec<Vec<Arrival>> = points.iter().enumerate().map(way).collect();
    let lanes = (0..rows).map(|row| {
        let (group, Arrival { is_active, lane, bank, address, re, im }) = (row / width, ways[row % width][row / width]);
        let store = Store::new(re.builder(), &format!("points{row}"), words, re.width(), true);
        store.write(if rows > width { is_active & lane.is(group) } else { is_active }, [bank, address], [re, im]);
        store
    });
    lanes.collect()
}
