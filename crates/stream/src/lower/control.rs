//! Pulses and values that go with a frame, of nets, for netlists that are not written as expressions.

use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{self, Builder};
use std::ops::Range;

/// Delays a pulse by `cycles` clock cycles, as [`dsl::Pulse`] does. Pulses come at least `interval` cycles apart.
pub fn delay_pulse(m: &mut Module, pulse: Net, cycles: usize, interval: usize) -> Net {
    Builder::over(m, |m| dsl::Pulse::new(m.sig(pulse), interval).later(cycles).now().net())
}

/// Latches a word that is valid with a pulse, until the next pulse.
pub fn latch_on_pulse(m: &mut Module, pulse: Net, word: Net) -> Net {
    Builder::over(m, |m| m.sig(word).held_from(m.sig(pulse)).net())
}

/// Delays a word that is valid with a pulse. It is returned from the pulse `late` on, which is that pulse `cycles`
/// clock cycles later. Pulses come at least `interval` cycles apart.
pub fn frame_fifo(m: &mut Module, [pulse, word]: [Net; 2], late: Net, cycles: usize, interval: usize) -> Net {
    pulse_fifo(m, [pulse, word], late, cycles.div_ceil(interval))
}

/// Stores words that are valid with a pulse in a FIFO of `depth` words, and returns each from its pulse `late` on.
pub fn pulse_fifo(m: &mut Module, [pulse, word]: [Net; 2], late: Net, depth: usize) -> Net {
    Builder::over(m, |m| m.sig(word).queued(m.sig(pulse), m.sig(late), depth).net())
}

/// A pulse with delayed copies, requested in ascending order of their delays.
pub struct Pulse {
    net: Net,
    /// Delay of `net` in clock cycles.
    at: usize,
    /// Least distance of two pulses in clock cycles.
    interval: usize,
}

impl Pulse {
    /// Creates a pulse of delay 0. Pulses come at least `interval` cycles apart.
    pub fn new(net: Net, interval: usize) -> Self {
        Pulse::delayed(net, 0, interval)
    }

    /// Creates a pulse from a net that is delayed by `at` cycles already.
    pub fn delayed(net: Net, at: usize, interval: usize) -> Self {
        Pulse { net, at, interval }
    }

    /// Returns the pulse with a delay of `cycles` clock cycles.
    pub fn at(&mut self, m: &mut Module, cycles: usize) -> Net {
        self.net = delay_pulse(m, self.net, cycles - self.at, self.interval);
        self.at = cycles;
        self.net
    }
}

/// Longest delay of a frame's value by a shift register, in clock cycles.
pub const MAX_SHIFT_REGISTER_CYCLES: usize = dsl::FrameValue::MAX_SHIFT_REGISTER_CYCLES;

/// Delays a word that changes once a frame. It is valid from cycle `times.start` after the frame's pulse until the same
/// cycle of the next frame, and is returned from cycle `times.end` on. One register for each interval of the delay is
/// enough.
pub fn delay_frame_value(m: &mut Module, pulse: &mut Pulse, word: Net, times: Range<usize>) -> Net {
    if times.len() <= MAX_SHIFT_REGISTER_CYCLES {
        return m.delay(word, times.len() as u32);
    }
    let (mut at, mut word) = (times.start, word);
    while at < times.end {
        at = times.end.min(at + pulse.interval);
        let latch = pulse.at(m, at - 1);
        let held = m.state(m.width(word), None);
        m.drive_enabled(held, word, latch);
        word = held;
    }
    word
}

/// [`Builder::select_by_bits`].
pub fn select(m: &mut Module, sel: Net, cases: &[Net]) -> Net {
    Builder::over(m, |m| m.select_by_bits(m.sig(sel), &super::signals(m, cases)).net())
}
