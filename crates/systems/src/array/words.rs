//! Frames as words on the links at the edges of an array.

use super::{Array, Plan};
use crate::model::Sample;
use crate::rtl::mask;

impl Array {
    /// Returns the words that come to the west edge in each clock cycle of a load, one for each row. Words of the last
    /// element of a row come first.
    pub fn west_words(&self, frame: &[Sample]) -> Vec<Vec<u128>> {
        self.edge_words(frame, Plan::points)
    }

    /// Returns the words that leave by the east edge in each clock cycle, one for each row.
    pub fn east_words(&self, results: &[Sample]) -> Vec<Vec<u128>> {
        self.edge_words(results, Plan::results)
    }

    /// Returns the words at an edge. `places` returns the points of an element, of which those of the last one come
    /// first.
    fn edge_words(&self, frame: &[Sample], places: impl Fn(&Plan, usize, usize) -> Vec<[usize; 2]>) -> Vec<Vec<u128>> {
        let plan = &self.plan;
        let [columns, rows] = plan.topology.lengths();
        let words = |row: usize| -> Vec<u128> {
            let points = (0..columns).rev().flat_map(|column| places(plan, column, row));
            points.flat_map(|parts| self.words(parts.map(|part| frame[part / 2][part % 2]))).collect()
        };
        let rows: Vec<Vec<u128>> = (0..rows).map(words).collect();
        (0..rows[0].len()).map(|cycle| rows.iter().map(|words| words[cycle]).collect()).collect()
    }

    /// Returns the link words of a point.
    fn words(&self, [re, im]: Sample) -> Vec<u128> {
        let plan = &self.plan;
        let point = u128::from(re) | u128::from(im) << plan.component_bits;
        let word = |word: usize| (point >> (word as u32 * plan.links.bits)) & mask(plan.links.bits);
        (0..plan.link_words()).map(word).collect()
    }

    /// Returns the results in row-major order, of words that leave by the east edge in each clock cycle, one for each
    /// row. Words of the last element of a row leave first.
    pub fn frame(&self, words: &[Vec<u128>]) -> Vec<Sample> {
        let plan = &self.plan;
        let [columns, rows] = plan.topology.lengths();
        let mut frame = vec![Sample::default(); self.config.points()];
        let part = |point: u128| (point & mask(plan.component_bits)) as u64;
        for row in 0..rows {
            let places = (0..columns).rev().flat_map(|column| plan.results(column, row));
            for (parts, words) in places.zip(words.chunks(plan.link_words())) {
                let shifted = words.iter().enumerate().map(|(word, all)| all[row] << (word as u32 * plan.links.bits));
                let point = shifted.fold(0, |point, word| point | word);
                let values = [part(point), part(point >> plan.component_bits)];
                parts.into_iter().zip(values).for_each(|(part, value)| frame[part / 2][part % 2] = value);
            }
        }
        frame
    }
}
