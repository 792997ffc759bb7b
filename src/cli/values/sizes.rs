//! `--sizes`: a list of sizes, and of ranges of powers of two.

use super::numbers::whole;
use super::value::{Canonical, FromText};
use fftgen::{quoted, Error};

/// Returns the powers of two of a range, whose ends belong to it.
pub fn powers_of_two(from: usize, to: usize) -> impl Iterator<Item = usize> {
    (0..32).map(|k| 1usize << k).filter(move |power| (from..=to).contains(power))
}

impl FromText for Vec<usize> {
    /// Reads `12,24,36` and `64..4096`: the smallest first, each once.
    fn from_text(text: &str) -> Result<Vec<usize>, Error> {
        let mut sizes = Vec::new();
        for part in text.split(',').map(str::trim) {
            let number = |text: &str| whole(text.trim()).ok();
            let ends = part.split_once("..").map(|(from, to)| (number(from), number(to)));
            match (number(part), ends) {
                (Some(size), _) => sizes.push(size),
                (None, Some((Some(from), Some(to)))) => {
                    let before = sizes.len();
                    sizes.extend(powers_of_two(from, to));
                    if sizes.len() == before {
                        return Err(Error::Usage(format!(
                            "sizes {}: no power of two is in that range; for example 64..4096",
                            quoted(part)
                        )));
                    }
                }
                _ => {
                    return Err(Error::Usage(format!(
                        "sizes {} is neither a size nor a range of powers of two; for example --sizes 12,24,36 or \
                     --sizes 64..4096",
                        quoted(part)
                    )))
                }
            }
        }
        sizes.sort_unstable();
        sizes.dedup();
        match sizes[..] {
            [_, _, ..] => Ok(sizes),
            _ => Err(Error::Usage(format!(
                "sizes {} is one size only; ask for it by --size, or for another one too",
                quoted(text)
            ))),
        }
    }
}

impl Canonical for Vec<usize> {
    /// Writes a range where the sizes are one.
    fn canonical(&self) -> Option<String> {
        let is_range =
            self.len() > 2 && self[0].is_power_of_two() && self.windows(2).all(|pair| pair[1] == 2 * pair[0]);
        match &self[..] {
            [] => None,
            [first, .., last] if is_range => Some(format!("{first}..{last}")),
            sizes => Some(sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
        }
    }
}
