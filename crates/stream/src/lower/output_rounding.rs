//! Output rounding: words rounded and saturated, with flags of values that were too large.

use super::beat_counter::BeatCounter;
use super::control::{beat_mux, delay_frame_value, Pulse, MAX_REGISTER_CYCLES, MAX_SHIFT_REGISTER_CYCLES};
use super::delay::delay_line;
use super::operators::OperatorSet;
use crate::pipeline::{Layout, Stage};
use crate::rtl::{Module, Net};

/// A component at the output of a kernel.
pub struct RoundedOutput {
    /// Output word.
    pub word: Net,
    /// High when the value was too large for its word. `None` if it never is.
    pub overflow: Option<Net>,
}

/// Builds the left shift of a frame's words before their rounding: the largest right shift less the frame's own. `None` if frames do
/// not choose the shift.
///
/// The frame's shift is the port `in_shift`, valid from the start of a frame until the next. The result is delayed by `cycles` clock
/// cycles. `pulse` is the start of a frame, or later.
pub fn pre_shift(m: &mut Module, stage: &Stage, pulse: &mut Pulse, cycles: usize) -> Option<Net> {
    let bits = stage.arithmetic.fixed().map_or(0, |fixed| fixed.shift_field_bits);
    (bits > 0).then(|| {
        let shift = m.input("in_shift", bits);
        let pre_shift = m.not(shift);
        let pre_shift = match cycles {
            0..=MAX_SHIFT_REGISTER_CYCLES => delay_line(m, pre_shift, cycles as u32),
            _ => delay_frame_value(m, pulse, pre_shift, 0..cycles),
        };
        m.name(pre_shift, "pre_shift")
    })
}

/// Rounds an internal word to an output word. `controls` are the left shift before the rounding, and the flag of a negation. A
/// floating-point word is an output word.
pub fn round_output(
    m: &mut Module,
    operators: &OperatorSet,
    enable: Net,
    net: Net,
    controls: [Option<Net>; 2],
) -> RoundedOutput {
    let Some(fixed) = operators.arithmetic.fixed() else { return RoundedOutput { word: net, overflow: None } };
    let Some([plain, signed]) = &operators.output_rounders else {
        let kept = m.slice(net, 0, fixed.output_bits.min(fixed.internal_bits));
        return RoundedOutput { word: m.sign_extend(kept, fixed.output_bits), overflow: None };
    };
    let module = if controls[1].is_some() { signed } else { plain };
    let inputs = [net].into_iter().chain(controls.into_iter().flatten()).chain([enable]).map(|net| vec![net]).collect();
    let number = m.instances.iter().filter(|instance| instance.name.starts_with("round")).count();
    let outputs = m.instance(format!("round{number}"), module, inputs);
    RoundedOutput { word: outputs[0][0], overflow: outputs.get(1).map(|port| port[0]) }
}

/// Returns a net that is high when any of some outputs was too large. `None` if none ever is.
pub fn any_overflow(m: &mut Module, rounded: &[RoundedOutput]) -> Option<Net> {
    rounded.iter().filter_map(|output| output.overflow).reduce(|any, overflow| m.or(any, overflow))
}

/// Returns a net that is high when any element in the output of the last clock cycle was too large. `None` if none ever is. `early` is a
/// net that is high in each beat of a frame, and its distance in clock cycles from the output.
pub fn frame_overflow(
    m: &mut Module,
    layout: &Layout,
    (out_start, early): (Net, Option<(Net, usize)>),
    rounded: &[RoundedOutput],
) -> Option<Net> {
    rounded.iter().find_map(|output| output.overflow)?;
    let Layout { lanes, beats, .. } = *layout;
    let full = layout.slots.iter().all(Option::is_some);
    if let Some((active, cycles)) = early.filter(|(_, cycles)| full && *cycles <= MAX_REGISTER_CYCLES) {
        let active = (0..cycles).fold(active, |net, _| m.register(net, Some(0)));
        let any = any_overflow(m, rounded)?;
        let any = m.and(any, active);
        return Some(m.register(any, Some(0)));
    }
    let mut beats_out = BeatCounter::new(m, "leave_", out_start, beats);
    let mut any = m.constant(1, 0);
    for (lane, pair) in rounded.chunks(2).enumerate() {
        let Some(overflow) = any_overflow(m, pair) else { continue };
        let element = |beat: usize| Some(layout.slots[beat * lanes + lane].is_some());
        let there = beat_mux(m, &mut beats_out, 0, &(0..beats).map(element).collect::<Vec<_>>(), |m, there| {
            m.constant(1, u128::from(*there))
        });
        let overflow = there.map_or(overflow, |there| m.and(overflow, there));
        any = m.or(any, overflow);
    }
    let any = m.and(any, beats_out.active);
    Some(m.register(any, Some(0)))
}

/// Adds an output `overflow` for the last beat, if words can be too large. `runs` builds a net that is high in each beat, `cycles` clock
/// cycles before the output.
pub fn report_overflow(
    m: &mut Module,
    rounded: &[RoundedOutput],
    cycles: usize,
    runs: impl FnOnce(&mut Module) -> Net,
) {
    if let Some(overflow) = any_overflow(m, rounded) {
        let runs = runs(m);
        let runs = (0..cycles).fold(runs, |net, _| m.register(net, Some(0)));
        let overflow = m.and(overflow, runs);
        let overflow = m.register(overflow, Some(0));
        m.output("overflow", overflow);
    }
}
