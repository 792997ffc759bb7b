//! The grid as a product: every size at every width, with every word length and every scale.

use crate::case::{Entry, Scaling};
use fftgen::stream::numeric::{bits_of_size, Scale};
use fftgen::{Config, Design};
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

/// The default schedule, without those of its first bits that keep a constant of full scale from overflowing.
pub fn short(config: Config) -> Result<Scale, String> {
    let plans = Design::plans(&config).map_err(|e| e.to_string())?;
    let shift = |numeric: fftgen::stream::Numeric| numeric.shift.max(0).unsigned_abs();
    let mut shifts: Vec<u32> = plans[0].program.stages.iter().map(|stage| stage.numeric.map_or(0, shift)).collect();
    let least = bits_of_size(config.size).unsigned_abs();
    let mut spare = (shifts.iter().sum::<u32>() + 1).saturating_sub(least);
    for shift in &mut shifts {
        let less = spare.min(*shift);
        *shift -= less;
        spare -= less;
    }
    Ok(Scale::Shifts(shifts))
}
