//! Output rounding: words rounded and saturated, with flags of values that were too large.

use super::beat_counter::BeatCounter;
use super::operators::OperatorSet;
use crate::pipeline::{Layout, Stage};
use fftgen_hdl::dsl::*;

/// A component at the output of a kernel.
#[derive(Clone, Copy)]
pub struct RoundedOutput<'m> {
    /// Output word.
    pub word: Sig<'m>,
    /// High when the value was too large for its word. `None` if it never is.
    pub overflow: Option<Sig<'m>>,
}

/// The left shift of a frame's words before their rounding: the largest right shift less the frame's own. `None` if
/// frames do not choose the shift.
///
/// The frame's shift is the port `in_shift`, valid from the start of a frame until the next. The result is delayed by
/// `cycles` clock cycles. `pulse` comes `late` clock cycles after the start of a frame.
#[hdl]
pub fn pre_shift<'m>(
    m: &'m Builder,
    stage: &Stage,
    (pulse, late): (Pulse<'m>, usize),
    cycles: usize,
) -> Option<Sig<'m>> {
    let bits = stage.arithmetic.fixed().map_or(0, |fixed| fixed.shift_field_bits);
    if bits == 0 {
        return None;
    }
    let left_shift = !m.input("in_shift", bits);
    let pre_shift = match cycles {
        0..=FrameValue::MAX_SHIFT_REGISTER_CYCLES => left_shift.later_sparing_luts(cycles as u32),
        _ => FrameValue::before(left_shift, pulse, late).later(cycles).now(),
    };
    Some(pre_shift)
}

/// Rounds an internal word to an output word. `controls` are the left shift before the rounding, and the flag of a
/// negation. A floating-point word is an output word.
pub fn round_output<'m>(operators: &OperatorSet, word: Sig<'m>, controls: [Option<Sig<'m>>; 2]) -> RoundedOutput<'m> {
    let Some(fixed) = operators.arithmetic.fixed() else { return RoundedOutput { word, overflow: None } };
    let Some([plain, signed]) = &operators.output_rounders else {
        let kept = word.bits(0, fixed.output_bits.min(fixed.internal_bits));
        return RoundedOutput { word: kept.sign_extend(fixed.output_bits), overflow: None };
    };
    let module = if controls[1].is_some() { signed } else { plain };
    let m = word.builder();
    let number = m.with(|m| m.instances.iter().filter(|instance| instance.name.starts_with("round")).count());
    let outputs = m.operate(format!("round{number}"), module, [word].into_iter().chain(controls.into_iter().flatten()));
    RoundedOutput { word: outputs[0], overflow: outputs.get(1).copied() }
}

/// Whether any of some outputs was too large. `None` if none ever is.
pub fn any_overflow<'m>(rounded: &[RoundedOutput<'m>]) -> Option<Sig<'m>> {
    rounded.iter().filter_map(|output| output.overflow).reduce(|any, overflow| any | overflow)
}

/// Whether any element in the output of the last clock cycle was too large. `None` if none ever is. `early` is high in
/// each beat of a frame, and comes with its distance in clock cycles from the output.
pub fn frame_overflow<'m>(
    layout: &Layout,
    (out_start, early): (Sig<'m>, Option<(Sig<'m>, usize)>),
    rounded: &[RoundedOutput<'m>],
) -> Option<Sig<'m>> {
    rounded.iter().find_map(|output| output.overflow)?;
    let Layout { lanes, beats, .. } = *layout;
    let full = layout.slots.iter().all(Option::is_some);
    if let Some((active, cycles)) = early.filter(|(_, cycles)| full && *cycles <= Pulse::MAX_REGISTER_CYCLES) {
        let any = any_overflow(rounded)? & active.later_with_reset(cycles as u32);
        return Some(any.later_with_reset(1));
    }
    let mut beats_out = BeatCounter::new("leave_", out_start, beats);
    let lanes_with_overflow = rounded.chunks(2).enumerate().filter_map(|(lane, pair)| {
        let overflow = any_overflow(pair)?;
        let element = |beat: usize| Some(layout.slots[beat * lanes + lane].is_some());
        let there = beats_out.flag(0, &(0..beats).map(element).collect::<Vec<_>>());
        Some(there.map_or(overflow, |there| overflow & there))
    });
    let any = lanes_with_overflow.reduce(|any, overflow| any | overflow)?;
    Some((any & beats_out.active).later_with_reset(1))
}

/// Adds an output `overflow` for the last beat, if words can be too large. `runs` builds a bit that is high in each
/// beat, `cycles` clock cycles before the output.
pub fn report_overflow<'m>(
    m: &'m Builder,
    rounded: &[RoundedOutput<'m>],
    cycles: usize,
    runs: impl FnOnce() -> Sig<'m>,
) {
    if let Some(overflow) = any_overflow(rounded) {
        let overflow = overflow & runs().later_with_reset(cycles as u32);
        m.output("overflow", overflow.later_with_reset(1));
    }
}
