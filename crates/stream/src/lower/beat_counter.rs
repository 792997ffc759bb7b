//! Beat counters of nets, for netlists that are not written as expressions.

use crate::parts::beat_counter::{self, Count};
use crate::pipeline::BeatTable;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Sig};
use std::collections::BTreeMap;

/// [`beat_counter::BeatCounter`].
pub struct BeatCounter {
    label: String,
    counts: [usize; 3],
    ahead: usize,
    start: Net,
    /// High in each beat of a frame.
    pub active: Net,
    /// High in the last beat of the frame.
    pub last: Net,
    running: Net,
    wraps: Net,
    copies: BTreeMap<Count, BTreeMap<usize, Net>>,
    held: BTreeMap<(Net, u128), Net>,
}

impl BeatCounter {
    /// [`beat_counter::BeatCounter::new`].
    pub fn new(m: &mut Module, label: &str, start: Net, beats: usize) -> Self {
        Builder::over(m, |m| Self::of(beat_counter::BeatCounter::new(label, m.sig(start), beats)))
    }

    /// A net that is high in every beat of a frame but the first.
    pub fn running(&self, _: &mut Module) -> Net {
        self.running
    }

    /// [`beat_counter::BeatCounter::word`].
    pub fn word(&mut self, m: &mut Module, table: &BeatTable, delay: usize) -> Net {
        let (word, counter) = Builder::over(m, |m| {
            let mut counter = self.signals(m);
            (counter.word(table, delay).net(), Self::of(counter))
        });
        *self = counter;
        word
    }

    fn of(counter: beat_counter::BeatCounter) -> Self {
        let copies = |copies: BTreeMap<usize, Sig>| copies.into_iter().map(|(at, copy)| (at, copy.net())).collect();
        BeatCounter {
            label: counter.label,
            counts: counter.counts,
            ahead: counter.ahead,
            start: counter.start.net(),
            active: counter.active.net(),
            last: counter.last.net(),
            running: counter.running.net(),
            wraps: counter.wraps.net(),
            copies: counter.copies.into_iter().map(|(count, all)| (count, copies(all))).collect(),
            held: counter.held.into_iter().map(|(of, held)| (of, held.net())).collect(),
        }
    }

    fn signals<'m>(&self, m: &'m Builder) -> beat_counter::BeatCounter<'m> {
        let mut counter = beat_counter::BeatCounter::resting(&self.label, m.sig(self.start), self.counts, self.ahead);
        counter.active = m.sig(self.active);
        counter.last = m.sig(self.last);
        counter.running = m.sig(self.running);
        counter.wraps = m.sig(self.wraps);
        for (count, copies) in &self.copies {
            counter.copies.insert(*count, copies.iter().map(|(at, net)| (*at, m.sig(*net))).collect());
        }
        counter.held = self.held.iter().map(|(of, held)| (*of, m.sig(*held))).collect();
        counter
    }
}
