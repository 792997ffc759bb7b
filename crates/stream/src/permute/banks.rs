//! The assignment of elements to banks, which decides the size of the switches.

use super::colour::edge_colours;
use super::layout::Position;
use super::moves::Moves;

/// Returns the bank of each move by several regular colourings, or else by the general one. At most `max` colourings
/// are returned, those with the smallest switches first.
pub(super) fn colourings(moves: &Moves, max: usize) -> Vec<Vec<usize>> {
    let (list, lanes) = (&moves.list, [moves.lanes_in, moves.lanes_out]);
    let banks = lanes[0].max(lanes[1]);
    let beats = moves.beats_in.max(moves.beats_out);
    let skews: Vec<usize> = (1..=beats).filter(|q| beats % q == 0 || q.is_power_of_two()).collect();
    let mut candidates: Vec<Vec<usize>> =
        vec![list.iter().map(|(a, _)| a.lane).collect(), list.iter().map(|(_, b)| b.lane).collect()];
    for &q in skews.iter().filter(|_| banks.is_power_of_two()) {
        // These precede the rotations because addresses of an exclusive or are linear over the bits and have shorter
        // periods.
        candidates.push(list.iter().map(|(a, _)| a.lane ^ (a.beat / q % banks)).collect());
        candidates.push(list.iter().map(|(_, b)| b.lane ^ (b.beat / q % banks)).collect());
    }
    for q in skews {
        candidates.push(list.iter().map(|(a, _)| (a.lane + a.beat / q) % banks).collect());
        candidates.push(list.iter().map(|(_, b)| (b.lane + b.beat / q) % banks).collect());
    }
    candidates.push(list.iter().map(|(a, b)| (a.lane + b.lane) % banks).collect());
    candidates.retain(|colours| is_proper(list, colours, banks, beats));
    if candidates.is_empty() {
        let edges: Vec<_> = list.iter().map(|(a, b)| (a.beat as u32, b.beat as u32)).collect();
        candidates.push(edge_colours(&edges, banks).into_iter().map(|c| c as usize).collect());
    }
    candidates.sort_by_key(|colours| switch_inputs(list, colours, banks, lanes));
    candidates.dedup();
    candidates.truncate(max);
    candidates
}

/// Whether no bank is written or read twice in a beat.
fn is_proper(moves: &[(Position, Position)], colours: &[usize], banks: usize, beats: usize) -> bool {
    let mut seen = [vec![false; banks * beats], vec![false; banks * beats]];
    moves.iter().zip(colours).all(|((a, b), colour)| {
        !std::mem::replace(&mut seen[0][a.beat * banks + colour], true)
            && !std::mem::replace(&mut seen[1][b.beat * banks + colour], true)
    })
}

/// Counts the inputs of all multiplexers of both switches.
fn switch_inputs(moves: &[(Position, Position)], colours: &[usize], banks: usize, lanes: [usize; 2]) -> usize {
    let mut used = lanes.map(|lanes| vec![false; banks * lanes]);
    for ((a, b), colour) in moves.iter().zip(colours) {
        used[0][a.lane * banks + colour] = true;
        used[1][b.lane * banks + colour] = true;
    }
    used.iter().flatten().filter(|u| **u).count()
}
