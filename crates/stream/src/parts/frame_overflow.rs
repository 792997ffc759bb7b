//! Marks of frames that have a value too large for its word.

use crate::rtl::{Module, Net, Op};
use fftgen_hdl::dsl::*;

/// Output of a core that is high in the last beat of such a frame, and in no beat of another one.
pub const OUT_OVERFLOW: &str = "out_overflow";

/// Whether a beat of results belongs to a frame that had such a value: high in a beat of the results of such a frame,
/// and in no beat of another one. `overflow`: high with such a value; `ends`: pulse with the last value of a frame,
/// before those of the next one; `wait`: clock cycles from that pulse to the first beat of the results, fewer than none
/// if some of them leave before it.
#[hdl]
pub fn told_with_results<'m>(overflow: Sig<'m>, ends: Sig<'m>, wait: isize) -> Sig<'m> {
    let m = overflow.builder();
    let values_overflow = m.state(1, 0);
    let now = values_overflow | overflow;
    values_overflow.next(now & !ends);
    let Ok(wait) = u32::try_from(wait) else { return now & ends };
    let frame_overflows = m.state(1, 0);
    let of_frame = ends.mux(now, frame_overflows);
    frame_overflows.next(of_frame);
    of_frame.later(wait)
}

/// A bit that is high from a value of a frame that was too large up to the pulse `begins`, which lies between the last
/// result of a frame and the first value of the next one.
pub fn told_until<'m>(overflow: Sig<'m>, begins: Sig<'m>) -> Sig<'m> {
    so_far(begins, overflow, "values_overflow")
}

/// A bit that is high in a beat of a frame from its beat `leaves` on, if a value was too large before it. `told`: high
/// in some beat of such a frame, whose first beat is `start`; `runs`: high in the beats of frames.
pub fn told_from<'m>([start, told]: [Sig<'m>; 2], [leaves, runs]: [Sig<'m>; 2]) -> Sig<'m> {
    so_far(start, told, "came_with_overflow") & (so_far(start, leaves, "has_left") & runs)
}

/// Gives a module the output [`OUT_OVERFLOW`], where its words take `cycles` clock cycles. `told`: high in some beat of
/// a frame that came with a value too large for its word, if frames are marked.
pub fn pass_on<'m>(m: &'m Builder, told: Option<Sig<'m>>, cycles: usize) {
    let Some(told) = told else { return };
    let told = told.later(cycles as u32);
    let own = m.with(|m| own_overflow(m)).map(|net| m.sig(net));
    m.output(OUT_OVERFLOW, own.map_or(told, |own| told | own));
}

/// Takes away the register that delays the overflow of a stage by a clock cycle.
pub fn overflow_at_once(mut stage: Module) -> Module {
    if let Some((own, port)) = own_overflow(&stage).zip(stage.outputs.iter_mut().find(|port| port.name == "overflow")) {
        port.fields[0] = own;
    }
    stage
}

/// Returns what a stage registers for its output `overflow`: whether the results of the cycle are too large. `None` if
/// they never are.
fn own_overflow(stage: &Module) -> Option<Net> {
    let port = stage.outputs.iter().find(|port| port.name == "overflow")?;
    match stage.nets[port.fields[0].index()].op {
        Op::Reg { d: Some(before), enable: None, .. } => Some(before),
        _ => unreachable!("stages tell of overflows by a register"),
    }
}

/// Gives a core the output [`OUT_OVERFLOW`] in place of the output `told`, which is high in some beat of the results of
/// such a frame. A core without it has no value that is too large.
pub fn with_marks(mut core: Module, told: &str) -> Module {
    let field = |name: &str| core.outputs.iter().find(|port| port.name == name).map(|port| port.fields[0]);
    let Some((start, overflow)) = field("out_start").zip(field(told)) else { return core };
    core.outputs.retain(|port| port.name != OUT_OVERFLOW);
    Builder::over(&mut core, |m| m.output(OUT_OVERFLOW, so_far(m.sig(start), m.sig(overflow), "overflow_seen")));
    core
}

/// A bit that is high with `event`, and after it until `start`.
fn so_far<'m>(start: Sig<'m>, event: Sig<'m>, name: &str) -> Sig<'m> {
    let seen = start.builder().state(1, 0).named(name);
    let now = seen & !start | event;
    seen.next(now);
    now
}
