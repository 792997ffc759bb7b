//! Cores with a beat in at most every k-th clock cycle.

use crate::rtl::{Module, Net};

/// Adds a register that enables a beat of the core; [`rest`] drives it. A beat passes the input port in enabled cycles only, so that its
/// latency does not depend on the cycle in which it comes.
pub fn beat_enable(m: &mut Module) -> Net {
    let enable = m.state(1, Some(1));
    m.name(enable, "turn")
}

/// Drives the register low for `pace - 1` clock cycles after each beat of the core. `beat`: whether the core has a beat.
pub fn rest(m: &mut Module, beat_enable: Net, beat: Net, pace: usize) {
    let mut late = beat;
    let mut rests = beat;
    for cycle in 2..pace {
        late = m.register(late, Some(0));
        m.name(late, format!("rest{cycle}"));
        rests = m.or(rests, late);
    }
    let next = m.not(rests);
    m.drive(beat_enable, next);
}
