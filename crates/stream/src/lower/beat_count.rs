//! Numbers derived from a beat counter: slices of it, delayed copies, quotients and remainders.

use super::beat_counter::{BeatCounter, Count};
use super::count::advance;
use crate::rtl::{address_bits, Module, Net};

impl BeatCounter {
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

    /// Returns a count, delayed by `after` cycles against the counter, or `None` if it is always zero.
    pub fn count(&mut self, m: &mut Module, count: Count, behind: usize) -> Option<Net> {
        debug_assert!(match count {
            Count::Phase => true,
            Count::High { of, .. } | Count::Low { of, .. } => of == self.counted || of == self.counts[0],
        });
        if let Some((from, width)) = self.bits(count) {
            let number = self.count(m, self.whole(), behind)?;
            return (width > 0).then(|| m.slice(number, from, width));
        }
        match count {
            Count::High { of, split } if split >= of => return None,
            Count::High { of, split } | Count::Low { of, split } if !self.copies.contains_key(&count) && of > 1 => {
                debug_assert_eq!(of, self.counted);
                self.split(m, split);
            }
            _ => {}
        }
        let (&at, &nearest) = self.copies.get(&count)?.range(..=behind).next_back()?;
        let mut net = nearest;
        for step in at..behind {
            net = match step < self.ahead {
                // These copies hold their value between frames.
                true => {
                    let first = self.value(count, self.ahead - 1 - step);
                    self.hold_last(m, net, first as u128)
                }
                false => m.delay(net, 1),
            };
            self.copies.entry(count).or_default().insert(step + 1, net);
        }
        Some(net)
    }

    /// Builds counters of the quotient and of the remainder of the beat by `split`.
    fn split(&mut self, m: &mut Module, split: usize) {
        let of = self.counted;
        let counts = [(Count::Low { of, split }, split, "mod"), (Count::High { of, split }, of.div_ceil(split), "div")];
        let [low, high] = counts.map(|(count, values, name)| {
            let net = m.state(address_bits(values), Some(self.first(count) as u128));
            let net = m.name(net, format!("{}beat_{name}_{split}", self.label));
            self.add_counter(count, Some(net));
            net
        });
        let full = m.eq_const(low, split as u128 - 1);
        let wrap = m.or(full, self.wraps);
        let next = advance(m, low, self.active, wrap);
        m.drive(low, next);
        let step = m.and(self.active, wrap);
        let next = advance(m, high, step, self.wraps);
        m.drive(high, next);
    }
}
