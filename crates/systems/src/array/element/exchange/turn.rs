//! Rotation as counters.

use super::units::Units;
use super::Context;
use crate::array::schedule::rotation::{Launch, Launchers, Turn};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

record! {
    /// A word that an element of a ring sends or takes in a slot.
    pub(super) struct Passage {
        /// Whether there is one.
        is_there,
        /// Whether source and destination are opposite.
        is_far,
        /// Distance of source and destination.
        distance,
        /// Whether the word is that of the second repetition.
        is_second,
    }
}

record! {
    /// What an element of a ring does in a slot: words up and words down.
    pub(super) struct RingSlot {
        /// Words that leave.
        sends: [Passage<'m>; 2],
        /// Words that stay.
        takes: [Passage<'m>; 2],
    }
}

record! {
    /// Counters of a turn.
    struct State {
        /// Whether this is the opening.
        opens,
        /// Distance of the phase.
        distance,
        /// Slot within the opening or the phase.
        slot,
        /// Whether this is the phase of the second repetition.
        is_second,
    }
}

record! {
    /// What follows from the counters for one kind of turn.
    struct Kind {
        /// Counters in the next slot of the turn.
        next: State<'m>,
        /// Whether the turn ends.
        ends,
        /// What the element does.
        slot: RingSlot<'m>,
    }
}

impl<'m> RingSlot<'m> {
    /// The counters, which connect those of the units.
    pub fn new(context: &Context<'_, 'm>, units: &Units<'m>) -> Self {
        let (m, exchange, length) = (context.m, context.words.exchange, context.plan.places);
        let regular = if exchange.unit_repetitions() == 2 { Turn::double(length) } else { Turn::single(length) };
        let single = units.is_single.map(|is_single| (is_single, Turn::single(length)));
        let first = State::first(m, single.as_ref().map_or(&regular, |(_, turn)| turn));
        let state = first.registers();
        let counters = Counters { m, coordinate: context.coordinate, state };
        let kind = counters.kind(&regular);
        let kind = single.map_or(kind, |(is_single, turn)| Signals::choose(*is_single, counters.kind(&turn), kind));
        let next = Signals::choose(kind.ends, State::first(m, &regular), kind.next);
        let next = Signals::choose(units.tick(), next, state);
        let next = Signals::choose(context.is_exchange, next, first);
        state.zip(next, &mut |register, value| Reg::of(register).next(value));
        units.connect(kind.ends);
        kind.slot
    }
}

impl<'m> State<'m> {
    /// The values in the first slot of a turn.
    fn first(m: &'m Builder, turn: &Turn) -> Self {
        let distance = turn.distances.first().copied().unwrap_or(0);
        State {
            opens: m.constant(1, u128::from(turn.opening_slots > 0)),
            distance: m.constant(address_bits(turn.length), distance as u128),
            slot: m.constant(address_bits(turn.length + 2), 0),
            is_second: m.low(),
        }
    }

    /// Registers that begin with these values.
    fn registers(self) -> Self {
        self.each(&mut |value, name| {
            let first = value.constant_value().expect("a first value is a constant");
            *value.builder().state(value.width(), first).named(name)
        })
    }
}

impl<'m> Passage<'m> {
    /// The passage of no word.
    fn none(m: &'m Builder, bits: u32) -> Self {
        let never = m.low();
        Passage { is_there: never, is_far: never, distance: m.constant(bits, 0), is_second: never }
    }
}

/// The counters of an element.
struct Counters<'m> {
    m: &'m Builder,
    /// Coordinate of the element.
    coordinate: Sig<'m>,
    /// Counters of the turn.
    state: State<'m>,
}

impl<'m> Counters<'m> {
    /// What follows from the counters for a kind of turn.
    fn kind(&self, turn: &Turn) -> Kind<'m> {
        let m = self.m;
        let State { opens, distance, slot, is_second } = self.state;
        let never = m.low();
        let later = slot + 1;
        let opening_ends = slot.is(turn.opening_slots.max(1) - 1);
        let phase_ends = later.is(distance.extend(later.width())).named("phase_ends");
        let part_ends = opens.mux(opening_ends, phase_ends).named("part_ends");

        let is_repeated = if turn.repetitions == 2 { !is_second } else { never };
        let nearer = is_repeated.mux(distance, next_distance(turn, distance));
        let is_last = match turn.distances.last() {
            None => m.high(),
            Some(last) => opens.mux(0, distance.is(*last) & !is_repeated),
        };
        let in_phase = !opens;
        let advances = part_ends & in_phase;
        let next = State {
            opens: opens & !part_ends,
            distance: advances.mux(nearer, distance),
            slot: part_ends.mux(0, later),
            is_second: advances.mux(is_repeated, is_second),
        };
        let [sent, taken] = [slot.is(0), phase_ends].map(|edge| {
            let is_there = in_phase & edge;
            Passage { is_there, is_far: never, distance, is_second }
        });
        let slot = RingSlot {
            sends: [0, 1].map(|direction| self.opening(turn, direction, false, sent)),
            takes: [0, 1].map(|direction| self.opening(turn, direction, true, taken)),
        };
        Kind { next, ends: part_ends & is_last, slot }
    }

    /// What an element sends or takes in a direction: in the opening what has been launched, and `phase` else.
    fn opening(&self, turn: &Turn, direction: usize, is_taken: bool, phase: Passage<'m>) -> Passage<'m> {
        let (m, bits) = (self.m, phase.distance.width());
        let launched = turn.opening.iter().fold(Passage::none(m, bits), |others, launch| {
            let slot = launch.slot + if is_taken { launch.distance - 1 } else { 0 };
            let is_there = self.state.slot.is(slot) & self.launches(launch, direction, is_taken);
            let passage = Passage {
                is_there,
                is_far: m.constant(1, u128::from(launch.distance == turn.length / 2)),
                distance: m.constant(bits, launch.distance as u128),
                is_second: m.constant(1, u128::from(launch.launchers == Launchers::All && direction == 1)),
            };
            Signals::choose(is_there, passage, others)
        });
        Signals::choose(self.state.opens, launched, phase)
    }

    /// Whether the element, or the source of what it takes, launches a word in a direction.
    fn launches(&self, launch: &Launch, direction: usize, is_taken: bool) -> Sig<'m> {
        // Whether the coordinate of an element that launches the word is odd.
        let is_odd = match launch.launchers {
            Launchers::All => return self.m.high(),
            Launchers::Even => direction == 1,
            Launchers::Odd => direction == 0,
        };
        let is_odd = is_odd != (is_taken && launch.distance % 2 == 1);
        let low = self.coordinate.bit(0);
        if is_odd {
            low
        } else {
            !low
        }
    }
}

/// The distance of the next phase.
fn next_distance<'m>(turn: &Turn, distance: Sig<'m>) -> Sig<'m> {
    let jumps = turn.distances.windows(2).filter(|pair| pair[1] + 1 != pair[0]);
    jumps.fold(distance - 1, |next, pair| distance.is(pair[0]).mux(pair[1], next))
}
