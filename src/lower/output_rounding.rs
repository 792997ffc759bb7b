//! How words leave a stage: rounded, saturated, and with word of what was too large.

use super::beat_counter::BeatCounter;
use super::control::{beat_mux, delay_frame_value, Pulse, MAX_REGISTER_CYCLES, MAX_SHIFT_REGISTER_CYCLES};
use super::delay::delay_line;
use super::operators::OperatorSet;
use crate::pipeline::{FixedStage, Layout, Stage};
use crate::rtl::{Module, Net};

/// A component as it leaves the kernel, and whether it was too large for its word.
pub struct RoundedOutput {
    pub word: Net,
    pub over: Option<Net>,
}

/// The places that the words of a frame move up by ahead of their rounding, as many less than the most there can be as
/// the frame asks to shift by; from so many cycles after it begins on, until the next frame's. Where frames do so there is
/// a port, `in_shift`, that holds for a frame from its start on. `pulse`: when a frame begins, or later than that.
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

/// What goes out of an inner word. `given`: the places that it moves up by first, and whether it is negated, where either
/// is asked.
pub fn round_output(
    m: &mut Module,
    fixed: &FixedStage,
    operators: &OperatorSet,
    enable: Net,
    net: Net,
    given: [Option<Net>; 2],
) -> RoundedOutput {
    let Some([plain, signed]) = &operators.output_rounders else {
        let kept = m.slice(net, 0, fixed.output_bits.min(fixed.internal_bits));
        return RoundedOutput { word: m.sign_extend(kept, fixed.output_bits), over: None };
    };
    let module = if given[1].is_some() { signed } else { plain };
    let inputs = [net].into_iter().chain(given.into_iter().flatten()).chain([enable]).map(|net| vec![net]).collect();
    let number = m.instances.iter().filter(|instance| instance.name.starts_with("round")).count();
    let outputs = m.instance(format!("round{number}"), module, inputs);
    RoundedOutput { word: outputs[0][0], over: outputs.get(1).map(|port| port[0]) }
}

/// Whether any of these was too large, if they can be.
pub fn any_over(m: &mut Module, rounded: &[RoundedOutput]) -> Option<Net> {
    rounded.iter().filter_map(|output| output.over).reduce(|any, over| m.or(any, over))
}

/// Whether any output of the last cycle was too large; what is no element does not count. `early`: what is high in each
/// beat of a frame, so many cycles before it leaves, where that is known.
pub fn overflow(
    m: &mut Module,
    layout: &Layout,
    (out_start, early): (Net, Option<(Net, usize)>),
    rounded: &[RoundedOutput],
) -> Option<Net> {
    rounded.iter().find_map(|output| output.over)?;
    let Layout { lanes, beats, .. } = *layout;
    let full = layout.slots.iter().all(Option::is_some);
    if let Some((active, cycles)) = early.filter(|(_, cycles)| full && *cycles <= MAX_REGISTER_CYCLES) {
        let leaving = (0..cycles).fold(active, |net, _| m.register(net, Some(0)));
        let any = any_over(m, rounded)?;
        let any = m.and(any, leaving);
        return Some(m.register(any, Some(0)));
    }
    let mut leaving = BeatCounter::new(m, "leave_", out_start, beats);
    let mut any = m.constant(1, 0);
    for (lane, pair) in rounded.chunks(2).enumerate() {
        let Some(over) = any_over(m, pair) else { continue };
        let element = |beat: usize| Some(layout.slots[beat * lanes + lane].is_some());
        let there = beat_mux(m, &mut leaving, 0, &(0..beats).map(element).collect::<Vec<_>>(), |m, there| {
            m.constant(1, u128::from(*there))
        });
        let over = there.map_or(over, |there| m.and(over, there));
        any = m.or(any, over);
    }
    let any = m.and(any, leaving.active);
    Some(m.register(any, Some(0)))
}

/// An output `overflow` for what the last beat of a frame had, where words can be too large. `runs`: what is high for each
/// beat, so many cycles before it leaves.
pub fn report_overflow(
    m: &mut Module,
    rounded: &[RoundedOutput],
    cycles: usize,
    runs: impl FnOnce(&mut Module) -> Net,
) {
    if let Some(over) = any_over(m, rounded) {
        let runs = runs(m);
        let leaving = (0..cycles).fold(runs, |net, _| m.register(net, Some(0)));
        let over = m.and(over, leaving);
        let over = m.register(over, Some(0));
        m.output("overflow", over);
    }
}
