//! The repetitions of an exchange: counters of classes and groups, and the numbers of the words that a unit of the
//! schedule carries.

use crate::array::element::digits::Digits;
use crate::array::schedule::Exchange;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// The words of an exchange.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    /// Schedule of the links.
    pub exchange: Exchange,
    /// Link words of a point, digits of blocks along the other axis if dimensions are spread over two, and points
    /// with the same block.
    pub radices: [usize; 3],
}

/// Counters of the units. [`Units::connect`] connects their inputs.
pub(super) struct Units<'m> {
    m: &'m Builder,
    words: Words,
    /// Whether pencils change places.
    is_exchange: Sig<'m>,
    /// Whether the classes begin, so that their first numbers are constants.
    pub is_fresh: Reg<'m>,
    /// Whether all units have been served.
    is_done: Reg<'m>,
    /// Number of the group.
    group: Reg<'m>,
    /// Whether this is the last class, after which the schedule of a unit advances.
    is_last_class: Sig<'m>,
    /// Whether the turn of one repetition comes before the others, if the schedule has one.
    pub is_single: Option<Reg<'m>>,
    /// Whether a unit is served.
    pub is_valid: Sig<'m>,
    /// Whether the schedule runs.
    runs: Sig<'m>,
    /// Numbers of the units' first words, of which each class has one.
    rotating: Vec<Reg<'m>>,
    /// Number of the unit's first word.
    pub now: Digits<'m>,
    /// Number of the word after it.
    pub next: Digits<'m>,
}

impl<'m> Units<'m> {
    /// The counters. `has_lead` lets the first clock cycle of each class pass before the schedule.
    #[hdl]
    pub fn new(m: &'m Builder, words: Words, is_exchange: Sig<'m>, has_lead: bool) -> Self {
        let Words { exchange, radices } = words;
        let (interleaving, hop) = (exchange.interleaving(), exchange.hop);
        let class = class_counter(m, hop, is_exchange);
        let is_last_class = class.is(hop - 1);
        let is_fresh = m.state(1, 1);
        let is_done = m.state(1, 0).named("exchange_is_done");
        let is_single = exchange.has_single().then(|| m.state(1, 1).named("is_single"));
        let is_due = is_exchange & !is_done;
        let runs = if has_lead { is_due & !is_fresh } else { is_due };
        let group = m.state(address_bits(interleaving.groups()), 0);
        let is_there = match interleaving.last_classes() {
            classes if classes == hop => m.high(),
            classes => !(group.is(last_group(words)) & !class.lt(classes)),
        };
        let is_there = is_single.map_or(is_there, |is_single| is_single.mux(class.is(0), is_there));
        let is_valid = runs & is_there;

        let skipped = usize::from(exchange.has_single());
        let firsts = (0..hop).map(|class| {
            let unit = if interleaving.units == 0 { 0 } else { interleaving.first_unit(class) };
            Digits::constant(m, &radices, unit * exchange.unit_repetitions() + skipped).packed()
        });
        let first = m.select(class, &firsts.collect::<Vec<_>>());
        let rotating: Vec<Reg> = (0..hop).map(|_| m.reg(Digits::bits(&radices))).collect();
        let number = is_fresh.mux(first, rotating[hop - 1]);
        let number = is_single.map_or(number, |is_single| is_single.mux(0, number));
        let now = Digits::unpacked(&radices, number);
        let (next, _) = now.next();
        Units {
            m,
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

    /// Whether the schedule of a unit advances, which is after the last class.
    pub fn tick(&self) -> Sig<'m> {
        self.runs & self.is_last_class
    }

    /// Connects the counters, with the slot that ends a unit.
    #[hdl]
    pub fn connect(&self, unit_ends: Sig<'m>) {
        let Units { m, words, is_exchange, is_fresh, is_last_class, .. } = *self;
        let is_regular = !self.is_single.map_or(m.low(), |is_single| *is_single);
        let ends = self.runs & unit_ends;
        let behind = match words.exchange.unit_repetitions() {
            1 => self.next.clone(),
            _ => self.next.next().0,
        };
        let following = Digits::choose(ends, &behind, &self.now).packed();
        self.rotating.iter().fold(following, |number, register| register.next(number));

        let all_end = ends & is_last_class;
        if let Some(is_single) = self.is_single {
            is_single.next(is_exchange.mux(is_single & !all_end, 1));
        }
        is_fresh.next(is_exchange.mux(is_fresh & !(is_last_class & is_regular), 1));

        let counts = all_end & is_regular;
        self.group.next(is_exchange.mux(counts.mux(self.group + 1, self.group), 0));
        let is_last = match words.exchange.interleaving().units {
            0 => all_end,
            _ => counts & self.group.is(last_group(words)),
        };
        self.is_done.next((self.is_done | is_last) & is_exchange);
    }
}

/// Number of the last group.
fn last_group(words: Words) -> usize {
    words.exchange.interleaving().groups().max(1) - 1
}

/// The counter of classes.
fn class_counter<'m>(m: &'m Builder, classes: usize, is_exchange: Sig<'m>) -> Sig<'m> {
    let bits = address_bits(classes + 1);
    if classes == 1 {
        return m.constant(bits, 0);
    }
    let class = m.state(bits, 0).named("class");
    let next = class.is(classes - 1).mux(0, class + 1);
    class.next(is_exchange.mux(next, 0));
    *class
}
