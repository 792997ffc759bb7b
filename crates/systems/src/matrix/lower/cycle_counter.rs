//! Counters of the clock cycles after a pulse.

use crate::lower::count::count;
use crate::rtl::{Module, Net};

/// Counter of the clock cycles after a pulse.
pub struct CycleCounter {
    /// Whether the cycle is counted.
    pub is_active: Net,
    /// Digits of the number of the clock cycle, the fastest first. `None` for a digit of one value.
    pub digits: Vec<Option<Net>>,
    /// Whether each digit has its last value, and all faster ones too, in an active cycle.
    pub ends: Vec<Net>,
}

impl CycleCounter {
    /// Adds a counter with digits of the given numbers of values, the fastest first, which counts through all of them after each pulse. Pulses
    /// come at least as far apart.
    pub fn new(m: &mut Module, name: &str, pulse: Net, values: &[(&str, usize)]) -> Self {
        let is_single = values.iter().all(|(_, values)| *values == 1);
        let running = (!is_single).then(|| m.state(1, Some(0)));
        let is_active = running.map_or(pulse, |running| m.or(pulse, running));
        let (mut digits, mut ends) = (Vec::new(), Vec::new());
        let mut step = is_active;
        for (digit, values) in values {
            let (value, end) = count(m, format!("{name}_{digit}"), step, *values);
            digits.push(value);
            ends.push(end);
            step = end;
        }
        if let Some(running) = running {
            m.name(running, format!("{name}_running"));
            let goes_on = m.not(step);
            let next = m.and(is_active, goes_on);
            m.drive(running, next);
        }
        CycleCounter { is_active, digits, ends }
    }

    /// Returns a digit as a number of the given bits, of which there is at least one.
    pub fn digit(&self, m: &mut Module, digit: usize, bits: u32) -> Net {
        match self.digits[digit] {
            Some(value) => m.extend(value, bits),
            None => m.constant(bits.max(1), 0),
        }
    }
}
