//! Permuters without memory: delay lines, a switch, delay lines.
//!
//! The exchange of two digits of an element's number, one of which is its lane, is the case that this
//! suits best: an input lane needs one delay, an output lane another, and together they hold no more
//! words than wait anyway (the delay commutators of pipeline transforms, Gold and Bially 1973).

use super::moves::Moves;
use super::types::{LaneInput, MemoryKind, OutputLane, Permuter};

/// With the waiting ahead of the switch, and with what all elements of an output lane wait behind it.
pub(super) fn permuters(moves: &Moves) -> Vec<Permuter> {
    let mut least = vec![usize::MAX; moves.lanes_out];
    for ((_, to), wait) in moves.list.iter().zip(moves.waits()) {
        least[to.lane] = least[to.lane].min(wait);
    }
    let behind: Vec<usize> = least.into_iter().map(|wait| wait.min(moves.min_latency)).collect();
    match behind.iter().all(|wait| *wait == 0) {
        true => vec![permuter(moves, &behind)],
        false => vec![permuter(moves, &vec![0; behind.len()]), permuter(moves, &behind)],
    }
}

fn permuter(moves: &Moves, behind: &[usize]) -> Permuter {
    let mut outputs = moves.outputs(0);
    for ((from, to), wait) in moves.list.iter().zip(moves.waits()) {
        outputs[to.lane].inputs[to.beat] = LaneInput::Delayed { lane: from.lane, delay: wait - behind[to.lane] };
    }
    // A lane that switches ends in a register: one that it has anyway, or one more for all.
    let bare = |(output, behind): (&OutputLane, &usize)| *behind == 0 && output.switches();
    let register = usize::from(outputs.iter().zip(behind).any(bare));
    for (output, behind) in outputs.iter_mut().zip(behind) {
        output.output_delay = behind + register;
    }
    Permuter {
        lanes_in: moves.lanes_in,
        blocks: 1,
        beats_in: moves.beats_in,
        beats_out: moves.beats_out,
        min_latency: moves.min_latency,
        latency: moves.min_latency + register,
        banks: vec![],
        memory: MemoryKind::LutRam,
        phases: 1,
        outputs,
        turns: vec![],
    }
}
