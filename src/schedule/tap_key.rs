//! Taps as numbers: a search for schedules compares them by the million.

use super::unit::{Producer, Tap};

impl Producer {
    /// Its number among all: each lane and each unit has three of them.
    pub(super) fn number(self) -> u32 {
        let number = match self {
            Producer::Input(lane) => 3 * lane,
            Producer::Unit(unit, result) => 3 * unit + 1 + result,
        };
        number as u32
    }
}

/// A tap as one number, which is quick to compare: that of its producer in the upper half, in the lower half the delay.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TapKey(u64);

impl From<Tap> for TapKey {
    fn from(Tap { producer, delay }: Tap) -> Self {
        TapKey(u64::from(producer.number()) << 32 | delay as u64)
    }
}

impl From<TapKey> for Tap {
    fn from(code: TapKey) -> Self {
        let (of, port) = (code.producer() as usize / 3, code.producer() as usize % 3);
        let producer = if port == 0 { Producer::Input(of) } else { Producer::Unit(of, port - 1) };
        Tap { producer, delay: (code.0 & u64::from(u32::MAX)) as usize }
    }
}

impl TapKey {
    /// The number of its producer.
    pub fn producer(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_that_of_one_tap() {
        let producers =
            [Producer::Input(0), Producer::Input(7), Producer::Unit(0, 0), Producer::Unit(7, 0), Producer::Unit(7, 1)];
        let taps = producers.into_iter().flat_map(|producer| [0, 1, 4_000_000].map(|delay| Tap { producer, delay }));
        let codes: std::collections::BTreeSet<TapKey> = taps.clone().map(TapKey::from).collect();
        assert_eq!(codes.len(), taps.clone().count());
        assert!(taps.clone().all(|tap| Tap::from(TapKey::from(tap)) == tap));
    }
}
