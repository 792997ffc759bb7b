//! The choice of a permuter.

use super::layout::Layout;
use super::moves::Moves;
use super::permuter::{Permuter, PermuterRequest, SHORT_FRAME_BEATS};
use super::{banked, lines};

impl Permuter {
    /// Builds the cheapest permuter from one layout to another. Elements that `from` lacks are zeros at the output.
    pub fn new(from: &Layout, to: &Layout, request: PermuterRequest) -> Self {
        let (moves, blocks) = Moves::new(from, to, request);
        Permuter { blocks, ..Self::for_block(&moves, request) }
    }

    /// Builds the cheapest permuter of a block.
    pub(super) fn for_block(moves: &Moves, request: PermuterRequest) -> Self {
        let mut candidates = lines::permuters(moves);
        if moves.delays().any(|delay| delay > 0) {
            candidates.extend(banked::permuters(moves, request));
        }
        let max_words = match request.least_memory {
            true => moves.lanes_in.max(moves.lanes_out) * (moves.min_latency + 1),
            false if request.whole_frames => usize::MAX,
            false if moves.beats_in.max(moves.beats_out) < SHORT_FRAME_BEATS => usize::MAX,
            false => moves.max_words(),
        };
        let best = candidates.into_iter().min_by_key(|p| (p.words().saturating_sub(max_words), p.cost()));
        best.unwrap_or_else(|| unreachable!("delay lines realise every permutation"))
    }
}
