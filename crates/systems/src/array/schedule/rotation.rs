//! Rotation: the exchange on a ring.
//!
//! In phase d all elements send the word for the element d further up and the word for the element d further down at
//! once. They take the words of the phase d slots later, and all links are full meanwhile. A phase for each distance
//! below p/2 is all of it if p is odd.
//!
//! Words for the distance p/2 go half each way. A turn of two repetitions opens with these words: those of the first
//! repetition go up, and those of the second one down. A turn of one repetition opens with even elements that send them
//! up and odd ones that send them down. Links that stay free carry the words of one other distance e, of odd elements
//! first. Where e is odd, the elements that take them are even, and send theirs into the freed slots. Where e is even,
//! a word of distance 1 comes in between. The elements that send down are the mirror image of those that send up, in
//! which even and odd change places.

use super::{Transfers, Word};

/// The elements that launch a word up. The other ones launch it down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Launchers {
    /// All elements, up and down.
    All,
    /// Elements of even coordinates up, and those of odd ones down.
    Even,
    /// Elements of odd coordinates up, and those of even ones down.
    Odd,
}

impl Launchers {
    /// Whether an element launches a word up (0) or down (1).
    fn includes(self, coordinate: usize, direction: usize) -> bool {
        match self {
            Launchers::All => true,
            Launchers::Even => coordinate % 2 == direction,
            Launchers::Odd => coordinate % 2 != direction,
        }
    }
}

/// Words of one distance that are launched in one slot of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Launch {
    /// Slot of the opening in which the words cross their first link.
    pub slot: usize,
    /// Distance of source and destination.
    pub distance: usize,
    /// Elements that launch a word.
    pub launchers: Launchers,
}

/// A turn of the ring: one repetition, or two if the ring is even.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// Number of elements.
    pub length: usize,
    /// Slots of the opening.
    pub opening_slots: usize,
    /// Words of the opening.
    pub opening: Vec<Launch>,
    /// Distances of the phases after the opening, the largest one first.
    pub distances: Vec<usize>,
    /// Number of repetitions, each of which has a phase for each distance.
    pub repetitions: usize,
}

impl Turn {
    /// Returns the turn of one repetition on a ring.
    pub fn single(length: usize) -> Self {
        if length % 2 == 1 {
            let distances = (1..=length / 2).rev().collect();
            return Turn { length, opening_slots: 0, opening: vec![], distances, repetitions: 1 };
        }
        let half = length / 2;
        let launch = |slot, distance, launchers| Launch { slot, distance, launchers };
        let far = launch(0, half, Launchers::Even);
        // The distance of the words on links that stay free, which is odd where that is possible.
        let filled = if length % 4 == 0 { half / 2 } else { (half / 2) | 1 };
        let (opening_slots, near, skipped) = match (length, filled % 2) {
            (2, _) => (1, vec![], vec![]),
            (_, 1) => {
                let near = vec![launch(0, filled, Launchers::Odd), launch(filled, filled, Launchers::Even)];
                (half.max(2 * filled), near, vec![filled])
            }
            _ => {
                let near = vec![
                    launch(0, filled, Launchers::Odd),
                    launch(filled, 1, Launchers::Odd),
                    launch(filled + 1, filled, Launchers::Even),
                    launch(half, 1, Launchers::Even),
                ];
                (half + 1, near, vec![filled, 1])
            }
        };
        let distances = (1..half).rev().filter(|distance| !skipped.contains(distance)).collect();
        let opening = [far].into_iter().chain(near).collect();
        Turn { length, opening_slots, opening, distances, repetitions: 1 }
    }

    /// Returns the turn of two repetitions on an even ring.
    pub fn double(length: usize) -> Self {
        let half = length / 2;
        let opening = vec![Launch { slot: 0, distance: half, launchers: Launchers::All }];
        Turn { length, opening_slots: half, opening, distances: (1..half).rev().collect(), repetitions: 2 }
    }

    /// Slots of the turn.
    pub fn slots(&self) -> usize {
        self.opening_slots + self.repetitions * self.distances.iter().sum::<usize>()
    }

    /// Returns what an element sends and takes in a slot.
    pub fn transfers(&self, coordinate: usize, slot: usize) -> Transfers {
        if slot < self.opening_slots {
            return self.opening_transfers(coordinate, slot);
        }
        let mut within = slot - self.opening_slots;
        for &distance in &self.distances {
            for repetition in 0..self.repetitions {
                if within < distance {
                    return self.phase_transfers(coordinate, distance, within, repetition);
                }
                within -= distance;
            }
        }
        unreachable!("slot {slot} of a turn of {} slots", self.slots())
    }

    /// Returns what an element sends and takes in a slot of a phase.
    fn phase_transfers(&self, coordinate: usize, distance: usize, within: usize, repetition: usize) -> Transfers {
        let [above, below] = self.peers(coordinate, distance);
        let word = |peer| Some(Word { peer, repetition });
        Transfers {
            send: if within == 0 { [word(above), word(below)] } else { [None; 2] },
            take: if within + 1 == distance { [word(below), word(above)] } else { [None; 2] },
        }
    }

    /// Returns what an element sends and takes in a slot of the opening.
    fn opening_transfers(&self, coordinate: usize, slot: usize) -> Transfers {
        let mut transfers = Transfers::default();
        for launch in &self.opening {
            let peers = self.peers(coordinate, launch.distance);
            for direction in 0..2 {
                let repetition = if launch.launchers == Launchers::All { direction } else { 0 };
                let source = peers[1 - direction];
                if launch.slot == slot && launch.launchers.includes(coordinate, direction) {
                    transfers.send[direction] = Some(Word { peer: peers[direction], repetition });
                }
                if launch.slot + launch.distance == slot + 1 && launch.launchers.includes(source, direction) {
                    transfers.take[direction] = Some(Word { peer: source, repetition });
                }
            }
        }
        transfers
    }

    /// Returns the elements at a distance above and below an element.
    fn peers(&self, coordinate: usize, distance: usize) -> [usize; 2] {
        [coordinate + distance, coordinate + self.length - distance].map(|peer| peer % self.length)
    }
}
