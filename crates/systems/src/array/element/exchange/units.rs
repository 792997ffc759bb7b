//! The repetitions of an exchange: counters of classes and groups, and the numbers of the words that a unit of the schedule carries.

use crate::array::element::digits::Digits;
use crate::array::schedule::Exchange;
use crate::rtl::{address_bits, Module, Net};

/// The words of an exchange.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    /// Schedule of the links.
    pub exchange: Exchange,
    /// Link words of a point, digits of blocks along the other axis if dimensions are spread over two, and points with the same block.
    pub radices: [usize; 3],
}

/// Counters of the units. [`Units::connect`] connects their inputs.
pub(super) struct Units {
    words: Words,
    /// Whether pencils change places.
    is_exchange: Net,
    /// Whether the classes begin, so that their first numbers are constants.
    pub is_fresh: Net,
    /// Whether all units have been served.
    is_done: Net,
    /// Number of the group.
    group: Net,
    /// Whether this is the last class, after which the schedule of a unit advances.
    pub is_last_class: Net,
    /// Whether the turn of one repetition comes before the others, if the schedule has one.
    pub is_single: Option<Net>,
    /// Whether a unit is served.
    pub is_valid: Net,
    /// Whether the schedule runs.
    pub runs: Net,
    /// Numbers of the units' first words, of which each class has one.
    rotating: Vec<Net>,
    /// Number of the unit's first word.
    pub now: Digits,
    /// Number of the word after it.
    pub next: Digits,
}

impl Units {
    /// Adds the counters. `has_lead` lets the first clock cycle of each class pass before the schedule.
    pub fn new(m: &mut Module, words: Words, is_exchange: Net, has_lead: bool) -> Self {
        let Words { exchange, radices } = words;
        let (interleaving, hop) = (exchange.interleaving(), exchange.hop);
        let bits = Digits::bits(&radices);
        let class = class_counter(m, hop, is_exchange);
        let is_last_class = m.eq_const(class, hop as u128 - 1);
        let (is_fresh, is_done) = (m.state(1, Some(1)), m.state(1, Some(0)));
        m.name(is_fresh, "is_fresh");
        m.name(is_done, "exchange_is_done");
        let is_single = exchange.has_single().then(|| m.state(1, Some(1)));
        let is_due = m.not(is_done);
        let mut runs = m.and(is_exchange, is_due);
        if has_lead {
            let leads = m.not(is_fresh);
            runs = m.and(runs, leads);
        }
        let group = m.state(address_bits(interleaving.groups()), Some(0));
        m.name(group, "group");
        let is_last_group = m.eq_const(group, interleaving.groups().max(1) as u128 - 1);
        let end = m.constant(m.width(class), interleaving.last_classes() as u128);
        let is_early = m.lt(class, end);
        let is_missing = m.not(is_early);
        let is_missing = m.and(is_last_group, is_missing);
        let mut is_there = if interleaving.last_classes() == hop { m.constant(1, 1) } else { m.not(is_missing) };
        if let Some(is_single) = is_single {
            let is_first = m.eq_const(class, 0);
            is_there = m.mux(is_single, is_first, is_there);
        }
        let is_valid = m.and(runs, is_there);

        let skipped = usize::from(exchange.has_single());
        let firsts: Vec<Net> = (0..hop)
            .map(|class| {
                let unit = if interleaving.units == 0 { 0 } else { interleaving.first_unit(class) };
                let number = unit * exchange.unit_repetitions() + skipped;
                Digits::constant(m, &radices, number).packed(m)
            })
            .collect();
        let initial = m.select(class, &firsts);
        let rotating: Vec<Net> = (0..hop).map(|_| m.state(bits, None)).collect();
        let number = m.mux(is_fresh, initial, rotating[hop - 1]);
        let number = match is_single {
            Some(is_single) => {
                let zero = m.constant(bits, 0);
                m.mux(is_single, zero, number)
            }
            None => number,
        };
        let now = Digits::unpacked(m, &radices, number);
        let (next, _) = now.next(m);
        Units {
            words,
            is_exchange,
            is_fresh,
            is_done,
            group,
            is_last_class,
            is_single,
            is_valid,
            runs,
            rotating,
            now,
            next,
        }
    }

    /// Returns whether the schedule of a unit advances, which is after the last class.
    pub fn tick(&self, m: &mut Module) -> Net {
        m.and(self.runs, self.is_last_class)
    }

    /// Connects the counters, with the slot that ends a unit.
    pub fn connect(&self, m: &mut Module, unit_ends: Net) {
        let exchange = self.words.exchange;
        let interleaving = exchange.interleaving();
        let (never, always) = (m.constant(1, 0), m.constant(1, 1));
        let is_single = self.is_single.unwrap_or(never);
        let is_regular = m.not(is_single);
        let ends = m.and(self.runs, unit_ends);
        let behind = match exchange.unit_repetitions() {
            1 => self.next.clone(),
            _ => self.next.next(m).0,
        };
        let moved = Digits::mux(m, ends, &behind, &self.now).packed(m);
        debug_assert_eq!(m.width(moved), Digits::bits(&self.words.radices));
        let mut word = moved;
        for &register in &self.rotating {
            m.drive(register, word);
            word = register;
        }

        let all_end = m.and(ends, self.is_last_class);
        if let Some(single) = self.is_single {
            let stays = m.not(all_end);
            let next = m.and(single, stays);
            let next = m.mux(self.is_exchange, next, always);
            m.drive(single, next);
        }
        let begun = m.and(self.is_last_class, is_regular);
        let waits = m.not(begun);
        let fresh = m.and(self.is_fresh, waits);
        let fresh = m.mux(self.is_exchange, fresh, always);
        m.drive(self.is_fresh, fresh);

        let counts = m.and(all_end, is_regular);
        let bits = m.width(self.group);
        let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
        let more = m.add(self.group, one);
        let next = m.mux(counts, more, self.group);
        let next = m.mux(self.is_exchange, next, zero);
        m.drive(self.group, next);
        let is_last = m.eq_const(self.group, interleaving.groups().max(1) as u128 - 1);
        let is_last = if interleaving.units == 0 { all_end } else { m.and(counts, is_last) };
        let done = m.or(self.is_done, is_last);
        let done = m.and(done, self.is_exchange);
        m.drive(self.is_done, done);
    }
}

/// Adds the counter of classes.
fn class_counter(m: &mut Module, classes: usize, is_exchange: Net) -> Net {
    let bits = address_bits(classes + 1);
    if classes == 1 {
        return m.constant(bits, 0);
    }
    let class = m.state(bits, Some(0));
    m.name(class, "class");
    let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
    let is_last = m.eq_const(class, classes as u128 - 1);
    let more = m.add(class, one);
    let next = m.mux(is_last, zero, more);
    let next = m.mux(is_exchange, next, zero);
    m.drive(class, next);
    class
}
