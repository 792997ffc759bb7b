//! Rotation as counters.

use super::units::Units;
use super::Context;
use crate::array::schedule::rotation::{Launch, Launchers, Turn};
use crate::rtl::{address_bits, Module, Net};

/// A word that an element of a ring sends or takes in a slot.
#[derive(Clone, Copy)]
pub(super) struct Passage {
    /// Whether there is one.
    pub is_there: Net,
    /// Whether source and destination are opposite.
    pub is_far: Net,
    /// Distance of source and destination.
    pub distance: Net,
    /// Whether the word is that of the second repetition.
    pub is_second: Net,
}

/// What an element of a ring does in a slot: words up and words down.
pub(super) struct RingSlot {
    /// Words that leave.
    pub sends: [Passage; 2],
    /// Words that stay.
    pub takes: [Passage; 2],
}

/// Counters of a turn.
#[derive(Clone, Copy)]
struct State {
    /// Whether this is the opening.
    opens: Net,
    /// Distance of the phase.
    distance: Net,
    /// Slot within the opening or the phase.
    within: Net,
    /// Whether this is the phase of the second repetition.
    is_second: Net,
}

/// What follows from the counters for one kind of turn.
struct Kind {
    /// Counters in the next slot of the turn.
    next: State,
    /// Whether the turn ends.
    ends: Net,
    /// What the element does.
    slot: RingSlot,
}

impl RingSlot {
    /// Adds the counters, and connects those of the units.
    pub fn new(m: &mut Module, context: &Context, units: &Units) -> Self {
        let (exchange, length) = (context.words.exchange, context.plan.places);
        let regular = if exchange.unit_repetitions() == 2 { Turn::double(length) } else { Turn::single(length) };
        let single = units.is_single.map(|is_single| (is_single, Turn::single(length)));
        let first = single.as_ref().map_or(&regular, |(_, turn)| turn);
        let registers = State::registers(m, first);
        let builder = Builder { coordinate: context.coordinate, state: registers };
        let mut kind = builder.kind(m, &regular);
        if let Some((is_single, turn)) = &single {
            let other = builder.kind(m, turn);
            kind = Kind::mux(m, *is_single, &other, &kind);
        }
        let again = State::first(m, &regular);
        let next = State::mux(m, kind.ends, again, kind.next);
        let tick = units.tick(m);
        let next = State::mux(m, tick, next, registers);
        let begin = State::first(m, first);
        let next = State::mux(m, context.is_exchange, next, begin);
        registers.drive(m, next);
        units.connect(m, kind.ends);
        kind.slot
    }
}

impl State {
    /// Returns the number of bits of a distance and of a slot.
    fn bits(turn: &Turn) -> [u32; 2] {
        [address_bits(turn.length), address_bits(turn.length + 2)]
    }

    /// Returns the values of the counters in the first slot of a turn.
    fn values(turn: &Turn) -> [u128; 4] {
        let distance = turn.distances.first().copied().unwrap_or(0);
        [u128::from(turn.opening_slots > 0), distance as u128, 0, 0]
    }

    /// Adds the registers, which begin with the first slot of a turn.
    fn registers(m: &mut Module, turn: &Turn) -> Self {
        let [opens, distance, within, second] = State::values(turn).map(Some);
        let [distance_bits, slot_bits] = State::bits(turn);
        let mut state = |bits: u32, value: Option<u128>, name: &str| {
            let net = m.state(bits, value);
            m.name(net, name)
        };
        State {
            opens: state(1, opens, "opens"),
            distance: state(distance_bits, distance, "distance"),
            within: state(slot_bits, within, "slot"),
            is_second: state(1, second, "is_second"),
        }
    }

    /// Adds the values in the first slot of a turn as constants.
    fn first(m: &mut Module, turn: &Turn) -> Self {
        let [opens, distance, within, second] = State::values(turn);
        let [distance_bits, slot_bits] = State::bits(turn);
        State {
            opens: m.constant(1, opens),
            distance: m.constant(distance_bits, distance),
            within: m.constant(slot_bits, within),
            is_second: m.constant(1, second),
        }
    }

    /// Selects one of two states.
    fn mux(m: &mut Module, select: Net, then: State, other: State) -> State {
        State {
            opens: m.mux(select, then.opens, other.opens),
            distance: m.mux(select, then.distance, other.distance),
            within: m.mux(select, then.within, other.within),
            is_second: m.mux(select, then.is_second, other.is_second),
        }
    }

    /// Connects the inputs of the registers.
    fn drive(self, m: &mut Module, next: State) {
        m.drive(self.opens, next.opens);
        m.drive(self.distance, next.distance);
        m.drive(self.within, next.within);
        m.drive(self.is_second, next.is_second);
    }
}

impl Kind {
    /// Selects what follows for one of two kinds of turn.
    fn mux(m: &mut Module, select: Net, then: &Kind, other: &Kind) -> Kind {
        let mut passages = |then: [Passage; 2], other: [Passage; 2]| {
            [0, 1].map(|direction: usize| Passage::mux(m, select, then[direction], other[direction]))
        };
        let slot = RingSlot {
            sends: passages(then.slot.sends, other.slot.sends),
            takes: passages(then.slot.takes, other.slot.takes),
        };
        let ends = m.mux(select, then.ends, other.ends);
        Kind { next: State::mux(m, select, then.next, other.next), ends, slot }
    }
}

impl Passage {
    /// Adds the passage of no word.
    fn none(m: &mut Module, bits: u32) -> Self {
        let never = m.constant(1, 0);
        Passage { is_there: never, is_far: never, distance: m.constant(bits, 0), is_second: never }
    }

    /// Selects one of two passages.
    fn mux(m: &mut Module, select: Net, then: Passage, other: Passage) -> Passage {
        Passage {
            is_there: m.mux(select, then.is_there, other.is_there),
            is_far: m.mux(select, then.is_far, other.is_far),
            distance: m.mux(select, then.distance, other.distance),
            is_second: m.mux(select, then.is_second, other.is_second),
        }
    }
}

/// Builder of what follows from the counters.
struct Builder {
    /// Coordinate of the element.
    coordinate: Net,
    /// Counters of the turn.
    state: State,
}

impl Builder {
    /// Adds what follows from the counters for a kind of turn.
    fn kind(&self, m: &mut Module, turn: &Turn) -> Kind {
        let State { opens, distance, within, is_second } = self.state;
        let one = m.constant(m.width(within), 1);
        let later = m.add(within, one);
        let opening_ends = m.eq_const(within, turn.opening_slots.max(1) as u128 - 1);
        let limit = m.extend(distance, m.width(later));
        let phase_ends = m.eq(later, limit);
        let part_ends = m.mux(opens, opening_ends, phase_ends);
        let never = m.constant(1, 0);

        let is_repeated = match turn.repetitions {
            2 => m.not(is_second),
            _ => never,
        };
        let following = next_distance(m, turn, distance);
        let nearer = m.mux(is_repeated, distance, following);
        let is_last = match turn.distances.last() {
            None => m.constant(1, 1),
            Some(&last) => {
                let (is_last, is_final) = (m.eq_const(distance, last as u128), m.not(is_repeated));
                let phases_end = m.and(is_last, is_final);
                m.mux(opens, never, phases_end)
            }
        };
        let zero = m.constant(m.width(within), 0);
        let not_ended = m.not(part_ends);
        let phase = m.not(opens);
        let advances = m.and(part_ends, phase);
        let next = State {
            opens: m.and(opens, not_ended),
            distance: m.mux(advances, nearer, distance),
            within: m.mux(part_ends, zero, later),
            is_second: m.mux(advances, is_repeated, is_second),
        };
        let is_first = m.eq_const(within, 0);
        let [sent, taken] = [is_first, phase_ends].map(|edge| {
            let is_there = m.and(phase, edge);
            Passage { is_there, is_far: never, distance, is_second }
        });
        let slot = RingSlot {
            sends: [0, 1].map(|direction| self.opening(m, turn, direction, false, sent)),
            takes: [0, 1].map(|direction| self.opening(m, turn, direction, true, taken)),
        };
        Kind { next, ends: m.and(part_ends, is_last), slot }
    }

    /// Returns what an element sends or takes in a direction: in the opening what has been launched, and `phase` else.
    fn opening(&self, m: &mut Module, turn: &Turn, direction: usize, is_taken: bool, phase: Passage) -> Passage {
        let bits = m.width(phase.distance);
        let mut all = Passage::none(m, bits);
        for launch in &turn.opening {
            let slot = launch.slot + if is_taken { launch.distance - 1 } else { 0 };
            let (hit, launches) =
                (m.eq_const(self.state.within, slot as u128), self.launches(m, launch, direction, is_taken));
            let is_there = m.and(hit, launches);
            let passage = Passage {
                is_there,
                is_far: m.constant(1, u128::from(launch.distance == turn.length / 2)),
                distance: m.constant(bits, launch.distance as u128),
                is_second: m.constant(1, u128::from(launch.launchers == Launchers::All && direction == 1)),
            };
            all = Passage::mux(m, is_there, passage, all);
        }
        Passage::mux(m, self.state.opens, all, phase)
    }

    /// Whether the element, or the source of what it takes, launches a word in a direction.
    fn launches(&self, m: &mut Module, launch: &Launch, direction: usize, is_taken: bool) -> Net {
        // Whether the coordinate of an element that launches the word is odd.
        let is_odd = match launch.launchers {
            Launchers::All => return m.constant(1, 1),
            Launchers::Even => direction == 1,
            Launchers::Odd => direction == 0,
        };
        let is_odd = is_odd != (is_taken && launch.distance % 2 == 1);
        let low = m.bit(self.coordinate, 0);
        match is_odd {
            true => low,
            false => m.not(low),
        }
    }
}

/// Returns the distance of the next phase.
fn next_distance(m: &mut Module, turn: &Turn, distance: Net) -> Net {
    let one = m.constant(m.width(distance), 1);
    let mut next = m.sub(distance, one);
    for pair in turn.distances.windows(2).filter(|pair| pair[1] + 1 != pair[0]) {
        let (is_here, behind) = (m.eq_const(distance, pair[0] as u128), m.constant(m.width(distance), pair[1] as u128));
        next = m.mux(is_here, behind, next);
    }
    next
}
