//! Cores with a beat in at most every k-th clock cycle.

use fftgen_hdl::dsl::*;

/// Adds a register that enables a beat of the core; [`rest`] drives it. A beat passes the input port in enabled cycles
/// only, so that its latency does not depend on the cycle in which it comes.
pub fn beat_enable(m: &Builder) -> Reg<'_> {
    m.state(1, 1).named("turn")
}

/// Drives the register low for `pace - 1` clock cycles after each beat of the core. `beat`: whether it has one.
pub fn rest<'m>(beat_enable: Reg<'m>, beat: Sig<'m>, pace: usize) {
    let (mut late, mut rests) = (beat, beat);
    for cycle in 2..pace {
        late = late.later_with_reset(1).named(&format!("rest{cycle}"));
        rests = rests | late;
    }
    beat_enable.next(!rests);
}
