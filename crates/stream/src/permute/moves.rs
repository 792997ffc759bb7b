//! Moves: input and output position of each element of a permuter.

use super::layout::{Layout, Position};
use super::permuter::{LaneInput, OutputLane, PermuterRequest};

/// The moves of a frame, or of one block of it.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Moves {
    pub lanes_in: usize,
    pub lanes_out: usize,
    pub beats_in: usize,
    pub beats_out: usize,
    /// Minimum distance of the starts of frames or blocks, in cycles.
    pub interval: usize,
    /// L, the minimum latency in cycles.
    pub min_latency: usize,
    /// Input and output position of each element.
    pub list: Vec<(Position, Position)>,
    /// `zero[lane][beat]`: whether an output slot has to be zero.
    pub zero: Vec<Vec<bool>>,
}

impl Moves {
    /// Returns the moves of one block, and the number of equal blocks of a frame.
    pub fn new(from: &Layout, to: &Layout, request: PermuterRequest) -> (Self, usize) {
        let list = between(from, to);
        match blocks(from, to, &list) {
            1 => (Self::from_list(from, to, list, request.interval, request.clear), 1),
            blocks => {
                let (from, to) = (from.head(blocks), to.head(blocks));
                let list = between(&from, &to);
                (Self::from_list(&from, &to, list, from.beats, request.clear), blocks)
            }
        }
    }

    /// Returns the moves of a list between two layouts.
    fn from_list(from: &Layout, to: &Layout, list: Vec<(Position, Position)>, interval: usize, clear: bool) -> Self {
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

    /// Returns output lanes with their zeros, and with don't-cares elsewhere.
    pub fn outputs(&self, output_delay: usize) -> Vec<OutputLane> {
        let source = |zero: &bool| if *zero { LaneInput::Zero } else { LaneInput::DontCare };
        self.zero
            .iter()
            .map(|row| OutputLane { inputs: row.iter().map(source).collect(), rotations: vec![], output_delay })
            .collect()
    }

    /// Returns the bound on the words of a permuter: 35 % above L words for each lane.
    pub fn max_words(&self) -> usize {
        self.lanes_in.max(self.lanes_out) * self.min_latency * 135 / 100
    }

    /// Returns the delay of each element at the minimum latency, in cycles.
    pub fn delays(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().map(|(a, b)| self.min_latency + b.beat - a.beat)
    }
}

/// Returns input and output position of each element that is in both layouts.
fn between(from: &Layout, to: &Layout) -> Vec<(Position, Position)> {
    let elements = [from, to].iter().flat_map(|l| l.slots.iter().flatten()).max().map_or(0, |&e| e as usize + 1);
    let (positions_in, positions_out) = (from.positions(elements), to.positions(elements));
    positions_in.iter().zip(&positions_out).filter_map(|(&a, &b)| Some((a?, b?))).collect()
}

/// Returns the largest number of blocks of equal length into which a frame divides, with no move between blocks and
/// equal moves in each. Layouts between inner steps of a plan have several blocks.
fn blocks(from: &Layout, to: &Layout, moves: &[(Position, Position)]) -> usize {
    let beats = from.beats;
    if to.beats != beats || from.slots.iter().chain(&to.slots).any(Option::is_none) {
        return 1;
    }
    // `source[output slot]`: the input slot of its element.
    let mut source = vec![usize::MAX; to.slots.len()];
    moves.iter().for_each(|(a, b)| source[b.beat * to.lanes + b.lane] = a.beat * from.lanes + a.lane);
    let has_equal_moves = |count: &usize| {
        let (block_in, block_out) = (from.slots.len() / count, to.slots.len() / count);
        let moved = |(slot, &at): (usize, &usize)| {
            source[slot % block_out].checked_add(slot / block_out * block_in) == Some(at)
        };
        source[..block_out].iter().all(|&at| at < block_in) && source.iter().enumerate().all(moved)
    };
    (1..=beats).rev().filter(|count| beats % count == 0).find(has_equal_moves).unwrap_or(1)
}
