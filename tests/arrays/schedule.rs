//! Schedules of an exchange: every word arrives at its time in its place, no link carries two words, and the slots are the bound.

use fftgen::array::{Axis, Delivery, Exchange, Word};
use std::collections::{BTreeSet, VecDeque};

/// A word on its way: source, destination and repetition.
type Load = (usize, usize, usize);

fn exchange(length: usize, is_closed: bool, repetitions: usize, hop: usize) -> Exchange {
    Exchange { axis: Axis { length, is_closed }, repetitions, hop, delivery: Delivery::Direct }
}

/// Moves all words of an exchange slot by slot. Fails if a link would carry two words, or if a word is taken that is not there.
fn every_word_arrives(exchange: Exchange) {
    let Exchange { axis: Axis { length, is_closed }, repetitions, hop, delivery } = exchange;
    let mut arrived: BTreeSet<Load> = BTreeSet::new();
    // `links[direction][element]`: what has crossed a link towards the element, the oldest slot first.
    let mut links: [Vec<VecDeque<Option<Load>>>; 2] = [0, 1].map(|_| vec![VecDeque::from(vec![None; hop]); length]);
    for slot in 0..exchange.slots() {
        let all: Vec<_> = (0..length).map(|element| exchange.transfers(element, slot)).collect();
        let mut crossing: [Vec<Option<Load>>; 2] = [0, 1].map(|_| vec![None; length]);
        for (element, transfers) in all.iter().enumerate() {
            for direction in 0..2 {
                let passed = links[direction][element].pop_front().flatten();
                let sent = transfers.send[direction].map(|Word { peer, repetition }| (element, peer, repetition));
                assert!(passed.is_none() || sent.is_none(), "{exchange:?}, slot {slot}: {passed:?} and {sent:?}");
                let next = [(element + 1) % length, (element + length - 1) % length][direction];
                let load = passed.or(sent);
                let is_edge = [element + 1 == length, element == 0][direction];
                if is_edge && delivery == Delivery::Broadcast {
                    // Words end their way here.
                    crossing[direction][next] = None;
                    continue;
                }
                assert!(is_closed || !is_edge || load.is_none(), "{exchange:?}: {load:?} at the end of a line");
                crossing[direction][next] = load;
            }
        }
        for (element, transfers) in all.iter().enumerate() {
            for direction in 0..2 {
                let load = crossing[direction][element];
                let kept = match transfers.take[direction] {
                    None => load,
                    Some(Word { peer, repetition }) => {
                        assert_eq!(load, Some((peer, element, repetition)), "{exchange:?}, slot {slot}, {direction}");
                        assert!(arrived.insert((peer, element, repetition)));
                        load.filter(|_| delivery == Delivery::Broadcast)
                    }
                };
                links[direction][element].push_back(kept);
            }
        }
    }
    let is_still = delivery == Delivery::Broadcast || links.iter().flatten().flatten().all(Option::is_none);
    assert!(is_still, "{exchange:?}: words on their way");
    assert_eq!(arrived.len(), length * (length - 1) * repetitions, "{exchange:?}");
    if hop == 1 && delivery == Delivery::Direct {
        assert_eq!(exchange.slots(), exchange.bound(), "{exchange:?}");
    }
}

#[test]
fn every_word_arrives_at_the_bound_of_the_links() {
    for (length, is_closed) in (2..=64).flat_map(|length| [(length, false), (length, true)]) {
        for repetitions in if length <= 16 { vec![1, 2, 3, 8] } else { vec![1, 2] } {
            every_word_arrives(exchange(length, is_closed, repetitions, 1));
        }
    }
}

#[test]
fn every_word_arrives_if_hops_take_several_cycles() {
    for (length, is_closed) in (2..=17).flat_map(|length| [(length, false), (length, true)]) {
        for (repetitions, hop) in [(1, 2), (1, 3), (2, 2), (3, 2), (8, 3), (6, 3), (27, 4), (4, 4)] {
            every_word_arrives(exchange(length, is_closed, repetitions, hop));
        }
    }
}

/// No slot is lost where the cycles of a hop divide the number of units: of repetitions, or of pairs of them on an even ring.
#[test]
fn long_hops_lose_no_slot() {
    for (length, is_closed) in (2..=17).flat_map(|length| [(length, false), (length, true)]) {
        for (repetitions, hop) in [(8, 2), (8, 4), (18, 3)] {
            let exchange = exchange(length, is_closed, repetitions, hop);
            assert_eq!(exchange.slots(), exchange.bound(), "{exchange:?}");
        }
    }
}

#[test]
fn bounds_are_those_of_the_busiest_link() {
    let bound = |length, is_closed, repetitions| exchange(length, is_closed, repetitions, 1).bound();
    assert_eq!([5, 6, 32].map(|length| bound(length, false, 1)), [6, 9, 256]);
    assert_eq!([5, 6, 32].map(|length| bound(length, true, 1)), [3, 5, 128]);
    assert_eq!([5, 6, 32].map(|length| bound(length, true, 2)), [6, 9, 256]);
}

/// Broadcast and filter fills the last links of a line, which is more than peeling takes.
#[test]
fn broadcast_words_arrive_in_the_slots_of_the_last_link() {
    for length in 2..=64 {
        for (repetitions, hop) in if length <= 16 { vec![(1, 1), (3, 1), (2, 2), (8, 3)] } else { vec![(2, 1)] } {
            let exchange = Exchange { delivery: Delivery::Broadcast, ..exchange(length, false, repetitions, hop) };
            every_word_arrives(exchange);
            if hop == 1 {
                assert_eq!(exchange.slots(), repetitions * length * (length - 1) / 2, "{exchange:?}");
            }
        }
    }
}
