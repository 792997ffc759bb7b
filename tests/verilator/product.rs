//! The grid as a product: every size at every width, with every word length and every scale.

use crate::case::{Entry, Scaling};
use fftgen::plan::{default_kernel, prime_factors, Kernel};
use fftgen::stream::numeric::{bits_of_size, Scale};
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

/// Kernels of a size, fours first, and for each the bits that it can grow by, without those of the first that keep a constant
/// of full scale from overflowing. Where shifts are given, steps have no feedback, so that there is one for each kernel.
pub fn short(size: usize) -> (Vec<Kernel>, Scale) {
    let mut radices = prime_factors(size);
    let twos = radices.iter().filter(|prime| **prime == 2).count();
    radices.retain(|prime| *prime > 2);
    let radices: Vec<usize> =
        std::iter::repeat_n(4, twos / 2).chain(std::iter::repeat_n(2, twos % 2)).chain(radices).collect();
    let mut shifts: Vec<u32> = radices.iter().map(|&radix| bits_of_size(radix).unsigned_abs()).collect();
    let mut spare = (shifts.iter().sum::<u32>() + 1).saturating_sub(bits_of_size(size).unsigned_abs());
    for shift in &mut shifts {
        let less = spare.min(*shift);
        *shift -= less;
        spare -= less;
    }
    (radices.into_iter().map(default_kernel).collect(), Scale::Shifts(shifts))
}
