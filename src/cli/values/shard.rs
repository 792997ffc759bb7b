//! `--shard`: a part of all designs.

use super::numbers::whole;
use fftgen::quoted;
use std::str::FromStr;

/// Every `count`-th design from the `index`-th on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    pub index: usize,
    pub count: usize,
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `0/4`.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| whole(text.trim()).ok();
        let numbers = text.split_once('/').and_then(|(index, count)| Some((number(index)?, number(count)?)));
        match numbers {
            Some((index, count)) if index < count => Ok(Shard { index, count }),
            Some((index, count)) if count > 0 => {
                Err(format!("{index} is no shard of {count}; they are counted from 0 to {}", count - 1))
            }
            _ => Err(format!("{} is no shard; for example 0/4, the first one of four", quoted(text))),
        }
    }
}

impl Shard {
    /// Whether the design at a place belongs to the shard.
    pub fn has(&self, place: usize) -> bool {
        place % self.count == self.index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_zero() {
        assert_eq!("1/4".parse(), Ok(Shard { index: 1, count: 4 }));
        for text in ["", "4", "4/4", "0/0", "-1/4", "1/", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert!((0..7).filter(|place| Shard { index: 1, count: 3 }.has(*place)).eq([1, 4]));
    }
}
