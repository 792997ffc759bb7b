//! The choice of a permuter.

use super::cheapest::Cheapest;
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
        let max_words = match request.least_memory {
            true => moves.lanes_in.max(moves.lanes_out) * (moves.min_latency + 1),
            false if request.whole_frames => usize::MAX,
            false if moves.beats_in.max(moves.beats_out) < SHORT_FRAME_BEATS => usize::MAX,
            false => moves.max_words(),
        };
        let mut cheapest = Cheapest::new(max_words);
        lines::permuters(moves).into_iter().for_each(|permuter| cheapest.offer(permuter));
        if moves.delays().any(|delay| delay > 0) {
            banked::permuters(moves, request, &mut cheapest);
        }
        cheapest.permuter().unwrap_or_else(|| unreachable!("delay lines realise every permutation"))
    }
}
