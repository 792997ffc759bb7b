//! Permuters without memory: delay lines, a switch, delay lines.
//!
//! They suit the exchange of two digits of an element's number best, one of which is its lane. Each input lane and each
//! output lane then needs one delay, and together they hold the fewest words. Pipeline transforms call this a delay
//! commutator (Gold and Bially 1973).

use super::moves::Moves;
use super::permuter::{LaneInput, MemoryKind, OutputLane, Permuter};

/// Returns the permuter with all delays before the switch, and the one with the common delay of each output lane
/// after it.
pub(super) fn permuters(moves: &Moves) -> Vec<Permuter> {
    let mut common = vec![usize::MAX; moves.lanes_out];
    for ((_, to), delay) in moves.list.iter().zip(moves.delays()) {
        common[to.lane] = common[to.lane].min(delay);
    }
    let behind: Vec<usize> = common.into_iter().map(|delay| delay.min(moves.min_latency)).collect();
    match behind.iter().all(|delay| *delay == 0) {
        true => vec![permuter(moves, &behind)],
        false => vec![permuter(moves, &vec![0; behind.len()]), permuter(moves, &behind)],
    }
}

/// Builds a permuter with `after[lane]` cycles of delay after the switch.
fn permuter(moves: &Moves, behind: &[usize]) -> Permuter {
    let mut outputs = moves.outputs(0);
    for ((from, to), delay) in moves.list.iter().zip(moves.delays()) {
        outputs[to.lane].inputs[to.beat] = LaneInput::Delayed { lane: from.lane, delay: delay - behind[to.lane] };
    }
    // A register follows each multiplexer. If an output lane with a multiplexer has no delay, all lanes get one more
    // register.
    let bare = |(output, behind): (&OutputLane, &usize)| *behind == 0 && output.has_multiplexer();
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
        rotations: vec![],
    }
}
