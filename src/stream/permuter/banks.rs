//! Which bank each element takes: the choice that decides how large the switches are.

use super::edge_colours;
use crate::stream::Place;

/// A bank for each move: of several regular colourings and the general one, the one whose switches
/// have the fewest inputs.
pub(super) fn cheapest_colours(moves: &[(Place, Place)], lanes_in: usize, lanes_out: usize) -> Vec<usize> {
    let banks = lanes_in.max(lanes_out);
    let beats = moves.iter().map(|(a, b)| a.beat.max(b.beat)).max().unwrap_or(0) + 1;
    let skews: Vec<usize> = (1..=beats).filter(|q| beats % q == 0 || q.is_power_of_two()).collect();
    let mut candidates: Vec<Vec<usize>> =
        vec![moves.iter().map(|(a, _)| a.lane).collect(), moves.iter().map(|(_, b)| b.lane).collect()];
    for &q in skews.iter().filter(|_| banks.is_power_of_two()) {
        // Before the rotations: addresses of an exclusive or are linear over the bits, and repeat sooner.
        candidates.push(moves.iter().map(|(a, _)| a.lane ^ (a.beat / q % banks)).collect());
        candidates.push(moves.iter().map(|(_, b)| b.lane ^ (b.beat / q % banks)).collect());
    }
    for q in skews {
        candidates.push(moves.iter().map(|(a, _)| (a.lane + a.beat / q) % banks).collect());
        candidates.push(moves.iter().map(|(_, b)| (b.lane + b.beat / q) % banks).collect());
    }
    candidates.push(moves.iter().map(|(a, b)| (a.lane + b.lane) % banks).collect());
    candidates.retain(|colours| is_proper(moves, colours, banks, beats));
    if candidates.is_empty() {
        let edges: Vec<_> = moves.iter().map(|(a, b)| (a.beat as u32, b.beat as u32)).collect();
        candidates.push(edge_colours(&edges, banks).into_iter().map(|c| c as usize).collect());
    }
    let cost = |colours: &Vec<usize>| switch_inputs(moves, colours, banks, lanes_in, lanes_out);
    candidates.into_iter().min_by_key(cost).unwrap_or_default()
}

/// No bank is written or read twice in a beat.
fn is_proper(moves: &[(Place, Place)], colours: &[usize], banks: usize, beats: usize) -> bool {
    let mut seen = [vec![false; banks * beats], vec![false; banks * beats]];
    moves.iter().zip(colours).all(|((a, b), colour)| {
        !std::mem::replace(&mut seen[0][a.beat * banks + colour], true)
            && !std::mem::replace(&mut seen[1][b.beat * banks + colour], true)
    })
}

/// Inputs of all multiplexers of both switches.
fn switch_inputs(
    moves: &[(Place, Place)],
    colours: &[usize],
    banks: usize,
    lanes_in: usize,
    lanes_out: usize,
) -> usize {
    let mut used = [vec![false; banks * lanes_in], vec![false; banks * lanes_out]];
    for ((a, b), colour) in moves.iter().zip(colours) {
        used[0][a.lane * banks + colour] = true;
        used[1][b.lane * banks + colour] = true;
    }
    used.iter().flatten().filter(|u| **u).count()
}
