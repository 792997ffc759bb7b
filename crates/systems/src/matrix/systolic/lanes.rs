//! The memories of the points that come.

use crate::matrix::lower::store::Store;
use fftgen_hdl::dsl::*;

record! {
    /// A point on its way to the memories of the rows of cells.
    pub struct Arrival {
        /// Whether there is one.
        is_active,
        /// Number of the row of cells.
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
/// above it, as its cells take them, so that two banks are enough.
pub fn lanes<'m>(first: Arrival<'m>, rows: usize, words: usize, addition: u32) -> Vec<Store<'m>> {
    let m = first.lane.builder();
    let ways = chained(first, rows, |above| above.later(addition));
    let lanes = ways.into_iter().enumerate().map(|(row, Arrival { is_active, lane, bank, address, re, im })| {
        let store = Store::new(m, &format!("points{row}"), words, re.width(), true);
        store.write(if rows > 1 { is_active & lane.is(row) } else { is_active }, [bank, address], [re, im]);
        store
    });
    lanes.collect()
}
