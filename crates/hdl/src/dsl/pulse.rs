//! Pulses and values of a frame, which a reset must reach: they wait in registers with a reset, or by counters.

use super::{Builder, Named, Sig};
use crate::rtl::{address_bits, Net};

/// A pulse: a bit that is high for one clock cycle, at least `interval` clock cycles after the last time.
#[derive(Clone, Copy)]
pub struct Pulse<'m> {
    /// The pulse in its first cycle.
    first: Sig<'m>,
    interval: usize,
    /// Clock cycles after the first one.
    late: usize,
}

impl<'m> Pulse<'m> {
    /// Longest delay by one register for each clock cycle.
    pub const MAX_REGISTER_CYCLES: usize = 16;

    /// A bit as a pulse.
    pub fn new(bit: Sig<'m>, interval: usize) -> Self {
        assert!(interval > 0 && bit.width() == 1, "a pulse is one bit");
        Pulse { first: bit, interval, late: 0 }
    }

    /// The bit in the pulse's cycle.
    pub fn now(self) -> Sig<'m> {
        let net = self.first.m.pulse_after(self.first.net, self.late, self.interval);
        Sig { net, ..self.first }.after(self.late as u32)
    }

    /// The pulse some clock cycles later.
    pub fn later(self, cycles: usize) -> Self {
        Pulse { late: self.late + cycles, ..self }
    }
}

impl<'m> Sig<'m> {
    /// A word that is valid with a pulse, held until the next pulse.
    pub fn held_from(self, pulse: Sig<'m>) -> Sig<'m> {
        let held = self.m.reg(self.width());
        held.next_if(pulse, self);
        pulse.mux(self, held)
    }

    /// A word that is valid with a pulse, kept in a queue of `depth` words and returned from its pulse `late` on, until
    /// the next one.
    pub fn queued(self, pulse: Sig<'m>, late: Sig<'m>, depth: usize) -> Sig<'m> {
        let oldest = match depth {
            0 => self,
            1 => {
                let stored = self.m.reg(self.width());
                stored.next_if(pulse, self);
                *stored
            }
            words => {
                let number = self.m.with(|m| m.memories.len());
                let memory = self.m.memory(format!("under_way{number}"), words, self.width());
                let [put, taken] = [("put", pulse), ("taken", late)]
                    .map(|(name, pulse)| self.m.count(name, pulse, words).0.expect("at least two words"));
                memory.write(pulse, put, self);
                memory.peek(taken)
            }
        };
        oldest.held_from(late)
    }
}

impl Builder {
    /// A pulse that comes `cycles` clock cycles later. Later copies continue earlier ones.
    pub(super) fn pulse_after(&self, pulse: Net, cycles: usize, interval: usize) -> Net {
        let known = self
            .pulses
            .borrow()
            .get(&pulse)
            .and_then(|copies| copies.range(..=cycles).next_back().map(|(at, net)| (*at, *net)));
        let (at, net) = known.unwrap_or((0, pulse));
        let late = self.pulse_from(net, cycles - at, interval);
        self.pulses.borrow_mut().entry(pulse).or_default().insert(cycles, late);
        late
    }

    /// Delays a pulse. A counter of up to `interval` cycles takes less than a register for each cycle.
    fn pulse_from(&self, pulse: Net, cycles: usize, interval: usize) -> Net {
        if cycles == 0 {
            return pulse;
        }
        let one = cycles.min(interval);
        let late = match one <= Pulse::MAX_REGISTER_CYCLES {
            true => (0..one).fold(pulse, |net, _| self.with(|m| m.register(net, Some(0)))),
            false => self.counted(pulse, one),
        };
        self.pulse_from(late, cycles - one, interval)
    }

    /// Delays a pulse by a count from `cycles - 1` down to 1, in which no other pulse comes.
    fn counted(&self, pulse: Net, cycles: usize) -> Net {
        let bits = address_bits(cycles);
        let wait_count = self.state(bits, 0).named("wait_count");
        let less = wait_count.any().mux(wait_count - 1, wait_count);
        wait_count.next(self.sig(pulse).mux(cycles - 1, less));
        let ends = wait_count.is(1);
        self.with(|m| m.register(ends.net, Some(0)))
    }
}

/// A word that changes once a frame: it is valid from its pulse until the next one.
#[derive(Clone, Copy)]
pub struct FrameValue<'m> {
    word: Sig<'m>,
    pulse: Pulse<'m>,
    /// Clock cycles from the first one in which the word is valid to the pulse.
    early: usize,
}

impl<'m> FrameValue<'m> {
    /// Longest delay by a shift register, in clock cycles.
    pub const MAX_SHIFT_REGISTER_CYCLES: usize = 32;

    /// A word that is valid from a pulse until the next one.
    pub fn new(word: Sig<'m>, pulse: Pulse<'m>) -> Self {
        FrameValue::before(word, pulse, 0)
    }

    /// A word that is valid from `early` clock cycles before a pulse until as many before the next one.
    pub fn before(word: Sig<'m>, pulse: Pulse<'m>, early: usize) -> Self {
        FrameValue { word, pulse, early }
    }

    /// The word, valid from its pulse until the next one.
    pub fn now(self) -> Sig<'m> {
        self.word
    }

    /// The word some clock cycles later. One register for each interval is enough.
    pub fn later(self, cycles: usize) -> Self {
        if cycles <= Self::MAX_SHIFT_REGISTER_CYCLES {
            let word = self.word.before(cycles as u32);
            return FrameValue { word, pulse: self.pulse.later(cycles), ..self };
        }
        let (mut value, mut rest) = (self, cycles);
        while rest > 0 {
            let step = rest.min(self.pulse.interval);
            let held = value.word.m.reg(value.word.width());
            assert!(step > value.early, "the word has changed before its pulse");
            held.next_if(value.pulse.later(step - 1 - value.early).now().untimed(), value.word);
            value = FrameValue::new(*held, value.pulse.later(step - value.early));
            rest -= step;
        }
        value
    }
}
