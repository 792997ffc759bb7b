//! How the ports come by their operands: from delay lines of what the operators made, or from a small memory of
//! their own.
//!
//! A delay line costs a word of lookup tables for each tap, and a tap serves every port that asks for it. A
//! memory costs less than one tap and holds whatever its port will read, however long it has to wait; it takes
//! one word a cycle, through a multiplexer of its own. Each port takes what is cheaper, given what the others take.

use super::stored::{self, stored, Effort};
use super::users::Users;
use super::{Producer, Schedule, Tap};

/// How one port is fed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feed {
    /// First cycle of the window in which the port reads.
    pub start: usize,
    /// `picks[cycle - start]`; `None` where the port does not care.
    pub picks: Vec<Option<Pick>>,
    pub store: Option<Store>,
}

/// What a port has to keep words in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Store {
    Memory(Memory),
    Register(Register),
}

/// A register ahead of a port, for words that it reads several times in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// `loads[cycle - start of the port]`: what is taken a cycle before that one.
    pub loads: Vec<Option<Tap>>,
}

/// Where a port takes an operand from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pick {
    Tap(Tap),
    Store,
}

/// A memory ahead of a port. A word is at the number of its write cycle, in one of several batches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// First cycle of the window in which it is written: one window for all, so that a batch never meets the
    /// one before however far apart they are.
    pub start: usize,
    /// `writes[cycle - start]`.
    pub writes: Vec<Option<Tap>>,
    /// `reads[cycle - start of the port]`: the write cycle's number.
    pub reads: Vec<Option<usize>>,
    /// Batches held at once, a power of two.
    pub batches: usize,
}

/// Times that each port thinks again about what the others do.
const ROUNDS: usize = 3;

/// Enough thought to compare schedules by.
const QUICK: Effort = Effort { windows: 6, refined: 0 };

const THOROUGH: Effort = Effort { windows: usize::MAX, refined: 8 };

/// What thinking again spares at the most, as a rule: one part in so many.
const SPARED: usize = 14;

/// Bits of the words that feeds are weighed with: which is the cheapest hardly depends on it.
pub(super) const WORD: usize = 32;

/// Costs in LUTs of a 32 bit word.
pub(super) mod cost {
    /// A multiplexer of so many ways: four to one is a table a bit.
    pub fn multiplexer(ways: usize) -> usize {
        (32 + 2) * ways.saturating_sub(1).div_ceil(3)
    }

    /// A piece of a line; registers alone while it is short.
    pub fn line(cycles: usize) -> usize {
        match cycles {
            0..=3 => 3 * cycles,
            _ => 32 * (cycles - 1).div_ceil(32) + 3,
        }
    }

    /// What a register's enable takes.
    pub const ENABLE: usize = 3;

    /// A memory with its addresses.
    pub fn memory(words: usize) -> usize {
        24 * words.div_ceil(32) + 9
    }
}

/// A port before it is decided how to feed it: its window and what it reads in each cycle.
pub(super) struct Port {
    pub start: usize,
    pub row: Vec<Option<Tap>>,
    /// Whose words it reads, each once.
    pub producers: Vec<Producer>,
}

impl Schedule {
    /// The ports of all units in order, a unit's first operand first, then the output lanes.
    pub(super) fn ports(&self) -> Vec<Port> {
        let mut ports = Vec::new();
        for unit in &self.units {
            for port in 0..unit.kind.operands() {
                let operand = |o: &super::Operation| o.operands.get(port).map(|operand| operand.tap);
                let row = unit.operations.iter().map(|o| o.as_ref().and_then(operand)).collect();
                ports.push(Port::new(unit.start, row));
            }
        }
        let lane = |row: &Vec<Option<super::Operand>>| row.iter().map(|o| o.map(|operand| operand.tap)).collect();
        ports.extend(self.outputs.iter().map(|row| Port::new(self.latency, lane(row))));
        ports
    }
}

impl Port {
    fn new(start: usize, row: Vec<Option<Tap>>) -> Self {
        let mut producers: Vec<Producer> = row.iter().flatten().map(|tap| tap.producer).collect();
        producers.sort_unstable();
        producers.dedup();
        Port { start, row, producers }
    }
}

/// What stands in a row, each once. Rows are short: to look back is quicker than to sort.
pub(super) fn distinct<T: Copy + PartialEq>(row: &[Option<T>]) -> impl Iterator<Item = T> + '_ {
    row.iter().enumerate().filter(|(place, item)| !row[..*place].contains(item)).filter_map(|(_, item)| *item)
}

/// Feeds every port.
pub(super) fn feed(ports: &[Port]) -> Vec<Feed> {
    let alone = ports.iter().map(|port| cheapest(port, &Users::default(), THOROUGH)).collect();
    thought_again(ports, alone)
}

/// The same in less time and for more, where ports have long windows.
pub(super) fn feed_quickly(ports: &[Port]) -> Vec<Feed> {
    one_by_one(ports, QUICK).into_iter().map(|thought| thought.feed).collect()
}

/// The same, each port given at first what those before it take, unless it looks as if all would take more than so many LUTs
/// of 32 bit words.
pub(super) fn feed_within(ports: &[Port], most: usize) -> Option<Vec<Feed>> {
    let first = one_by_one(ports, THOROUGH);
    let taken = taken(first.iter().map(|thought| &thought.feed));
    (taken - taken / SPARED <= most).then(|| thought_again(ports, first))
}

/// How a port is fed best, and the prices of taps that this follows from.
struct Thought {
    feed: Feed,
    prices: Vec<(Tap, usize)>,
}

/// Feeds every port, given what those before it take.
fn one_by_one(ports: &[Port], effort: Effort) -> Vec<Thought> {
    let mut users = Users::default();
    let think = |port| {
        let thought = cheapest(port, &users, effort);
        thought.feed.taps().for_each(|tap| users.add(tap));
        thought
    };
    ports.iter().map(think).collect()
}

/// Feeds every port, given what all others take.
fn thought_again(ports: &[Port], mut thoughts: Vec<Thought>) -> Vec<Feed> {
    let mut users = users(thoughts.iter().map(|thought| &thought.feed));
    for _ in 0..ROUNDS {
        for (port, thought) in ports.iter().zip(&mut thoughts) {
            thought.feed.taps().for_each(|tap| users.remove(tap));
            // From the same prices follows the same.
            if thought.prices.iter().any(|&(tap, price)| users.price(tap) != price) {
                *thought = cheapest(port, &users, THOROUGH);
            }
            thought.feed.taps().for_each(|tap| users.add(tap));
        }
    }
    thoughts.into_iter().map(|thought| thought.feed).collect()
}

/// LUTs that the ports' multiplexers, memories and registers take at the least, whatever stands on lines.
pub(super) fn least(ports: &[Port]) -> usize {
    let ways = |row: &[Option<Tap>]| cost::multiplexer(distinct(row).count());
    let of = |port: &Port| {
        let held = loads(port).map_or(usize::MAX, |loads| ways(&loads) + cost::ENABLE);
        ways(&port.row).min(held).min(stored::least(port))
    };
    ports.iter().filter(|port| port.row.len() > 1).map(of).sum()
}

/// All feeds with the lines they share, in LUTs.
pub(super) fn area(feeds: &[Feed]) -> usize {
    taken(feeds.iter())
}

fn taken<'a>(feeds: impl Iterator<Item = &'a Feed> + Clone) -> usize {
    feeds.clone().map(Feed::own).sum::<usize>() + users(feeds).area()
}

fn users<'a>(feeds: impl Iterator<Item = &'a Feed>) -> Users {
    let mut users = Users::default();
    feeds.flat_map(Feed::taps).for_each(|tap| users.add(tap));
    users
}

fn cheapest(port: &Port, users: &Users, effort: Effort) -> Thought {
    let mut prices: Vec<(Tap, usize)> = Vec::new();
    let mut tap_price = |tap: Tap| {
        let price = users.price(tap);
        prices.push((tap, price));
        price
    };
    let mut best = Feed::direct(port);
    // What is read in one beat is no choice.
    if port.row.len() > 1 {
        let mut price = |feed: &Feed| feed.own() + feed.taps().map(&mut tap_price).sum::<usize>();
        let mut least = price(&best);
        if let Some(feed) = Feed::held(port) {
            let now = price(&feed);
            if now < least {
                (least, best) = (now, feed);
            }
        }
        best = stored(port, effort, least, tap_price).unwrap_or(best);
    }
    Thought { feed: best, prices }
}

/// What a register ahead of a port takes, to hold every word from the cycle before it is first read; `None` if one is made too
/// late for that.
fn loads(port: &Port) -> Option<Vec<Option<Tap>>> {
    let mut held = None;
    let mut loads = vec![None; port.row.len()];
    for (beat, tap) in port.row.iter().enumerate().filter_map(|(beat, tap)| Some((beat, (*tap)?))) {
        let load = (port.start + beat).checked_sub(1)?;
        let word = (tap.producer, port.start + beat - tap.delay);
        if held != Some(word) {
            loads[beat] = Some(Tap { producer: tap.producer, delay: load.checked_sub(word.1)? });
            held = Some(word);
        }
    }
    Some(loads)
}

impl Feed {
    fn direct(port: &Port) -> Feed {
        let picks = port.row.iter().map(|tap| tap.map(Pick::Tap)).collect();
        Feed { start: port.start, picks, store: None }
    }

    /// Every word by a register.
    fn held(port: &Port) -> Option<Feed> {
        let loads = loads(port)?;
        let picks = port.row.iter().map(|tap| tap.map(|_| Pick::Store)).collect();
        Some(Feed { start: port.start, picks, store: Some(Store::Register(Register { loads })) })
    }

    /// Taps it takes, for its port or what is ahead of it.
    pub fn taps(&self) -> impl Iterator<Item = Tap> + '_ {
        let direct = distinct(&self.picks).filter_map(|pick| match pick {
            Pick::Tap(tap) => Some(tap),
            Pick::Store => None,
        });
        let stored = self.store.iter().flat_map(|store| distinct(store.takes()));
        direct.chain(stored.filter(|tap| !self.picks.contains(&Some(Pick::Tap(*tap)))))
    }

    /// LUTs of its multiplexers and of its memory or register.
    fn own(&self) -> usize {
        let ways = distinct(&self.picks).count();
        let store = self.store.as_ref().map_or(0, |store| {
            let ways = distinct(store.takes()).count();
            let kept = match store {
                Store::Memory(memory) => cost::memory(memory.words()),
                Store::Register(_) => cost::ENABLE,
            };
            cost::multiplexer(ways) + kept
        });
        cost::multiplexer(ways) + store
    }
}

impl Store {
    /// What it takes, cycle by cycle.
    fn takes(&self) -> &[Option<Tap>] {
        match self {
            Store::Memory(memory) => &memory.writes,
            Store::Register(register) => &register.loads,
        }
    }
}

impl Memory {
    /// Words of the memory.
    pub fn words(&self) -> usize {
        words(self.batches, &self.writes)
    }
}

/// Words of a memory of so many batches.
pub(super) fn words<T>(batches: usize, writes: &[T]) -> usize {
    batches * writes.len().next_power_of_two()
}
