//! Numbers derived from a beat counter: slices of it, delayed copies, quotients and remainders.

use super::beat_counter::{BeatCounter, Count};
use crate::rtl::address_bits;
use fftgen_hdl::dsl::*;

impl<'m> BeatCounter<'m> {
    /// Returns first bit and width of a count that is a slice of the counter, or `None` if the count needs a counter of
    /// its own.
    fn bits(&self, count: Count) -> Option<(u32, u32)> {
        let all = address_bits(self.counted);
        let within = |of: usize| if of == self.counted { all } else { of.trailing_zeros() };
        // The counter may be sliced anywhere. A block that is shorter than the counter's modulus has a power of two of
        // beats.
        match count {
            Count::Phase => self.has_phases().then(|| (within(self.counts[0]), self.counts[2].trailing_zeros())),
            Count::Low { of, split } if split.is_power_of_two() && of != split => {
                Some((0, split.trailing_zeros().min(within(of))))
            }
            Count::Low { of, .. } if of != self.counted => Some((0, within(of))),
            Count::High { of, split } if split.is_power_of_two() => {
                let low = split.trailing_zeros().min(within(of));
                Some((low, within(of) - low))
            }
            _ => None,
        }
    }

    /// A count, `after` cycles after the counter. `None` if it is always zero.
    pub fn count(&mut self, count: Count, after: usize) -> Option<Sig<'m>> {
        debug_assert!(match count {
            Count::Phase => true,
            Count::High { of, .. } | Count::Low { of, .. } => of == self.counted || of == self.counts[0],
        });
        if let Some((from, width)) = self.bits(count) {
            let number = self.count(self.whole(), after)?;
            return (width > 0).then(|| number.bits(from, width));
        }
        match count {
            Count::High { of, split } if split >= of => return None,
            Count::High { of, split } | Count::Low { of, split } if !self.copies.contains_key(&count) && of > 1 => {
                debug_assert_eq!(of, self.counted);
                self.split(split);
            }
            _ => {}
        }
        let (&at, &nearest) = self.copies.get(&count)?.range(..=after).next_back()?;
        let mut copy = nearest;
        for step in at..after {
            copy = match step < self.ahead {
                // These copies hold their value between frames.
                true => self.hold_last(copy, self.value(count, self.ahead - 1 - step) as u128),
                false => copy.later(1),
            };
            self.copies.entry(count).or_default().insert(step + 1, copy);
        }
        Some(copy)
    }

    /// Builds counters of the quotient and of the remainder of the beat by `split`.
    fn split(&mut self, split: usize) {
        let of = self.counted;
        let counts = [(Count::Low { of, split }, split, "mod"), (Count::High { of, split }, of.div_ceil(split), "div")];
        let [low, high] = counts.map(|(count, values, name)| {
            let counter = self.m.state(address_bits(values), self.first(count) as u128);
            self.add_counter(count, Some(counter.named(&format!("{}beat_{name}_{split}", self.label)).into()));
            counter
        });
        let wraps = low.is(split - 1) | self.wraps;
        low.next(low.advance(self.active, wraps));
        high.next(high.advance(self.active & wraps, self.wraps));
    }
}
