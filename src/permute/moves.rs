//! What a permuter has to do: where each element comes from and where it goes.

use super::types::{LaneInput, OutputLane, PermuterRequest};
use crate::pipeline::{Layout, Position};

/// The moves of a frame, or of one block of it.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Moves {
    pub lanes_in: usize,
    pub lanes_out: usize,
    pub beats_in: usize,
    pub beats_out: usize,
    /// Least distance of the starts of frames, or of blocks.
    pub interval: usize,
    /// L, the least distance of output frame from input frame.
    pub min_latency: usize,
    pub list: Vec<(Position, Position)>,
    /// `zero[lane][beat]`: an output slot that has to be zero.
    pub zero: Vec<Vec<bool>>,
}

impl Moves {
    /// The moves of one block, and the number of equal blocks of a frame.
    pub fn new(from: &Layout, to: &Layout, request: PermuterRequest) -> (Self, usize) {
        let list = between(from, to);
        match blocks(from, to, &list) {
            1 => (Self::of_frame(from, to, list, request.interval, request.clear), 1),
            blocks => {
                let (from, to) = (from.head(blocks), to.head(blocks));
                let list = between(&from, &to);
                (Self::of_frame(&from, &to, list, from.beats, request.clear), blocks)
            }
        }
    }

    fn of_frame(from: &Layout, to: &Layout, list: Vec<(Position, Position)>, interval: usize, clear: bool) -> Self {
        let mut zero: Vec<Vec<bool>> = (0..to.lanes)
            .map(|lane| (0..to.beats).map(|beat| clear || to.slots[beat * to.lanes + lane].is_some()).collect())
            .collect();
        list.iter().for_each(|(_, to)| zero[to.lane][to.beat] = false);
        Moves {
            lanes_in: from.lanes,
            lanes_out: to.lanes,
            beats_in: from.beats,
            beats_out: to.beats,
            interval,
            min_latency: list.iter().map(|(a, b)| a.beat.saturating_sub(b.beat)).max().unwrap_or(0),
            list,
            zero,
        }
    }

    /// Output lanes that take nothing yet but zeros.
    pub fn outputs(&self, output_delay: usize) -> Vec<OutputLane> {
        let source = |zero: &bool| if *zero { LaneInput::Zero } else { LaneInput::DontCare };
        self.zero
            .iter()
            .map(|row| OutputLane { inputs: row.iter().map(source).collect(), turns: vec![], output_delay })
            .collect()
    }

    /// Words that a permuter should not exceed: 35 % above what has to wait.
    pub fn most_words(&self) -> usize {
        self.lanes_in.max(self.lanes_out) * self.min_latency * 135 / 100
    }

    /// Cycles that each element waits, when the output starts at the least distance.
    pub fn waits(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().map(|(a, b)| self.min_latency + b.beat - a.beat)
    }
}

/// Where each element that is in both layouts comes from and goes to.
fn between(from: &Layout, to: &Layout) -> Vec<(Position, Position)> {
    let elements = [from, to].iter().flat_map(|l| l.slots.iter().flatten()).max().map_or(0, |&e| e as usize + 1);
    let (positions_in, positions_out) = (from.positions(elements), to.positions(elements));
    positions_in.iter().zip(&positions_out).filter_map(|(&a, &b)| Some((a?, b?))).collect()
}

/// Most blocks that a frame of these layouts falls into: equal lengths, no move from one to another,
/// and the same moves in each. The inner steps of a plan have them.
fn blocks(from: &Layout, to: &Layout, moves: &[(Position, Position)]) -> usize {
    let beats = from.beats;
    if to.beats != beats || from.slots.iter().chain(&to.slots).any(Option::is_none) {
        return 1;
    }
    // source[slot out]: the slot it comes from.
    let mut source = vec![usize::MAX; to.slots.len()];
    moves.iter().for_each(|(a, b)| source[b.beat * to.lanes + b.lane] = a.beat * from.lanes + a.lane);
    let alike = |count: &usize| {
        let (block_in, block_out) = (from.slots.len() / count, to.slots.len() / count);
        let moved = |(slot, &at): (usize, &usize)| {
            source[slot % block_out].checked_add(slot / block_out * block_in) == Some(at)
        };
        source[..block_out].iter().all(|&at| at < block_in) && source.iter().enumerate().all(moved)
    };
    (1..=beats).rev().filter(|count| beats % count == 0).find(alike).unwrap_or(1)
}
