//! The grid as a product: every size at every width, with every word length and every scale.

use crate::support::case::{Entry, Scaling};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    sizes: Vec<usize>,
    widths: Vec<usize>,
    words: Vec<u32>,
    scales: Vec<Scaling>,
}

impl Product {
    /// All cases, in as many rounds as there are scales. A round has each size, width and word length once, and scales in
    /// turn, so that the first round alone has any two choices together.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for round in 0..self.scales.len() {
            for (i, &size) in self.sizes.iter().enumerate() {
                for (j, &width) in self.widths.iter().enumerate() {
                    for (k, &word) in self.words.iter().enumerate() {
                        let scale = self.scales[(round + i + j + k) % self.scales.len()];
                        entries.push(Entry::fixed(size, width, word, scale));
                    }
                }
            }
        }
        entries
    }
}
