//! Taps as integers, because the search compares millions of them.

use super::unit::{Producer, Tap};

impl Producer {
    /// Returns the number of the producer. Each lane and each unit has three numbers.
    pub(super) fn number(self) -> u32 {
        let number = match self {
            Producer::Input(lane) => 3 * lane,
            Producer::Unit(unit, result) => 3 * unit + 1 + result,
        };
        number as u32
    }
}

/// A tap as an integer: number of the producer in the upper half, delay in the lower half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TapKey(u64);

impl From<Tap> for TapKey {
    fn from(Tap { producer, delay }: Tap) -> Self {
        TapKey(u64::from(producer.number()) << 32 | delay as u64)
    }
}

impl From<TapKey> for Tap {
    fn from(key: TapKey) -> Self {
        let (index, result) = (key.producer() as usize / 3, key.producer() as usize % 3);
        let producer = if result == 0 { Producer::Input(index) } else { Producer::Unit(index, result - 1) };
        Tap { producer, delay: (key.0 & u64::from(u32::MAX)) as usize }
    }
}

impl TapKey {
    /// Returns the number of the producer.
    pub fn producer(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stands_for_one_tap() {
        let producers =
            [Producer::Input(0), Producer::Input(7), Producer::Unit(0, 0), Producer::Unit(7, 0), Producer::Unit(7, 1)];
        let taps = producers.into_iter().flat_map(|producer| [0, 1, 4_000_000].map(|delay| Tap { producer, delay }));
        let keys: std::collections::BTreeSet<TapKey> = taps.clone().map(TapKey::from).collect();
        assert_eq!(keys.len(), taps.clone().count());
        assert!(taps.clone().all(|tap| Tap::from(TapKey::from(tap)) == tap));
    }
}
