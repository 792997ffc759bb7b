//! Counters of the clock cycles after a pulse.

use fftgen_hdl::dsl::*;

/// Counter of the clock cycles after a pulse.
pub struct CycleCounter<'m> {
    /// Whether the cycle is counted.
    pub is_active: Sig<'m>,
    /// Digits of the number of the clock cycle, the fastest first. `None` for a digit of one value.
    pub digits: Vec<Option<Sig<'m>>>,
    /// Whether each digit has its last value, and all faster ones too, in an active cycle.
    pub ends: Vec<Sig<'m>>,
}

impl<'m> CycleCounter<'m> {
    /// Adds a counter with digits of the given numbers of values, the fastest first, which counts through all of them
    /// after each pulse. Pulses come at least as far apart.
    pub fn new(name: &str, pulse: Sig<'m>, values: &[(&str, usize)]) -> Self {
        let m = pulse.builder();
        let is_single = values.iter().all(|(_, values)| *values == 1);
        let run = (!is_single).then(|| Run::from(m, &format!("{name}_running"), pulse));
        let is_active = run.as_ref().map_or(pulse, |run| run.active);
        let mut step = is_active;
        let counts = values.iter().map(|(digit, values)| {
            let (count, wraps) = m.count(&format!("{name}_{digit}"), step, *values);
            step = wraps;
            (count, wraps)
        });
        let (digits, ends) = counts.unzip();
        if let Some(run) = run {
            run.until(step);
        }
        CycleCounter { is_active, digits, ends }
    }

    /// A digit as a number of the given bits, of which there is at least one.
    pub fn digit(&self, digit: usize, bits: u32) -> Sig<'m> {
        let zero = || self.is_active.builder().constant(bits.max(1), 0);
        self.digits[digit].map_or_else(zero, |digit| digit.extend(bits))
    }
}
