//! Marks of frames that have a value too large for its word.

use crate::rtl::{Module, Net, Op};

/// Output of a core that is high in the last beat of such a frame, and in no beat of another one.
pub const OUT_OVERFLOW: &str = "out_overflow";

/// Returns a net that is high in a beat of the results of a frame that had such a value, and in no beat of another frame. `overflow`: high with such
/// a value; `ends`: pulse with the last value of a frame, before those of the next one; `wait`: clock cycles from that pulse to the first beat of the
/// results, fewer than none if some of them leave before it.
pub fn told_with_results(m: &mut Module, [overflow, ends]: [Net; 2], wait: isize) -> Net {
    let seen = m.state(1, Some(0));
    m.name(seen, "values_overflow");
    let now = m.or(seen, overflow);
    let goes_on = m.not(ends);
    let next = m.and(now, goes_on);
    m.drive(seen, next);
    match u32::try_from(wait) {
        Err(_) => m.and(now, ends),
        Ok(wait) => {
            let held = m.state(1, Some(0));
            m.name(held, "frame_overflows");
            let of_frame = m.mux(ends, now, held);
            m.drive(held, of_frame);
            m.delay(of_frame, wait)
        }
    }
}

/// Returns a net that is high from a value of a frame that was too large up to the pulse `begins`, which lies between the last result of a frame and
/// the first value of the next one.
pub fn told_until(m: &mut Module, overflow: Net, begins: Net) -> Net {
    so_far(m, [begins, overflow], "values_overflow")
}

/// Returns a net that is high in a beat of a frame from its beat `leaves` on, if a value was too large before it. `told`: high in some beat of such
/// a frame, whose first beat is `start`; `runs`: high in the beats of frames.
pub fn told_from(m: &mut Module, [start, told]: [Net; 2], [leaves, runs]: [Net; 2]) -> Net {
    let told = so_far(m, [start, told], "came_with_overflow");
    let leaving = so_far(m, [start, leaves], "has_left");
    let leaving = m.and(leaving, runs);
    m.and(told, leaving)
}

/// Gives a module the output [`OUT_OVERFLOW`], where its words take `cycles` clock cycles. `told`: high in some beat of a frame that came with a value
/// too large for its word, if frames are marked.
pub fn pass_on(m: &mut Module, told: Option<Net>, cycles: usize) {
    let Some(told) = told else { return };
    let told = m.delay(told, cycles as u32);
    let told = own_overflow(m).map_or(told, |own| m.or(told, own));
    m.output(OUT_OVERFLOW, told);
}

/// Takes away the register that delays the overflow of a stage by a clock cycle.
pub fn overflow_at_once(mut stage: Module) -> Module {
    if let Some((own, port)) = own_overflow(&stage).zip(stage.outputs.iter_mut().find(|port| port.name == "overflow")) {
        port.fields[0] = own;
    }
    stage
}

/// Returns what a stage registers for its output `overflow`: whether the results of the cycle are too large. `None` if they never are.
fn own_overflow(stage: &Module) -> Option<Net> {
    let port = stage.outputs.iter().find(|port| port.name == "overflow")?;
    match stage.nets[port.fields[0].index()].op {
        Op::Reg { d: Some(before), enable: None, .. } => Some(before),
        _ => unreachable!("stages tell of overflows by a register"),
    }
}

/// Gives a core the output [`OUT_OVERFLOW`] in place of the output `told`, which is high in some beat of the results of such a frame. A core
/// without it has no value that is too large.
pub fn with_marks(mut core: Module, told: &str) -> Module {
    let field = |name: &str| core.outputs.iter().find(|port| port.name == name).map(|port| port.fields[0]);
    let Some((start, overflow)) = field("out_start").zip(field(told)) else { return core };
    core.outputs.retain(|port| port.name != OUT_OVERFLOW);
    let mark = so_far(&mut core, [start, overflow], "overflow_seen");
    core.output(OUT_OVERFLOW, mark);
    core
}

/// Returns a net that is high with `event`, and after it until `start`.
fn so_far(m: &mut Module, [start, event]: [Net; 2], name: &str) -> Net {
    let seen = m.state(1, Some(0));
    m.name(seen, name);
    let goes_on = m.not(start);
    let before = m.and(seen, goes_on);
    let now = m.or(before, event);
    m.drive(seen, now);
    now
}
