//! How the ports come by their operands: from delay lines of what the operators made, or from a small memory of
//! their own.
//!
//! A delay line costs a word of lookup tables for each tap, and a tap serves every port that asks for it. A
//! memory costs less than one tap and holds whatever its port will read, however long it has to wait; it takes
//! one word a cycle, through a multiplexer of its own. Each port takes what is cheaper, given what the others take.

use super::port::{cost, distinct, loads, Feed, Port};
use super::stored::{self, stored, Effort};
use super::unit::Tap;
use super::users::Users;

/// Times that each port thinks again about what the others do.
const ROUNDS: usize = 3;

/// Enough thought to compare schedules by.
const QUICK: Effort = Effort { windows: 6, refined: 0 };

const THOROUGH: Effort = Effort { windows: usize::MAX, refined: 8 };

/// What thinking again spares at the most, as a rule: one part in so many.
const SPARED: usize = 14;

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
