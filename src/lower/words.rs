//! Looks up in tables what each beat of a frame needs.

use super::beats::{Beats, Count};
use super::table::{Parts, Table};
use crate::pipeline::{period, Sequence};
use crate::rtl::{Module, Net};

impl Beats {
    /// The word of a sequence at this beat and phase, `delay` cycles ago.
    pub fn word(&mut self, m: &mut Module, sequence: &Sequence, delay: usize) -> Net {
        self.sum(m, sequence, self.ahead + delay)
    }

    /// The word of a sequence at the next beat and its phase.
    pub fn next_word(&mut self, m: &mut Module, sequence: &Sequence) -> Net {
        self.sum(m, sequence, self.ahead - 1)
    }

    /// The word of a table at the next beat, from block RAM. Synthesis prefers lookup tables for few words, and for those that
    /// are wider than a small block RAM; a table has these twice, for every other frame, which takes no more RAM.
    pub fn next_word_of_block(&mut self, m: &mut Module, width: u32, words: &[u128]) -> Net {
        let all: Vec<Option<u128>> = words.iter().copied().map(Some).collect();
        let sequence = Sequence::new(width, 1, &all);
        let (of, words) = (words.len(), &words[..period(words)]);
        let place = self.count(m, Count::Low { of, split: words.len() }, self.ahead - 1);
        let few = !sequence.is_block() || width > Sequence::BLOCK_BITS && words.len() < Sequence::BLOCK;
        let Some(place) = place.filter(|_| few) else { return self.next_word(m, &sequence) };
        let frame = self.every_other(m);
        let half = words.iter().copied().chain(std::iter::repeat(words[0])).take(1 << m.width(place));
        let address = m.concat(&[place, frame]);
        m.rom(address, width, half.collect::<Vec<_>>().repeat(2))
    }

    /// The word of a sequence, so many cycles later, with a register behind each table unless it is large.
    pub fn word_later(&mut self, m: &mut Module, sequence: &Sequence, cycles: usize) -> Net {
        if sequence.is_longer(Table::LONGEST) {
            return self.word(m, sequence, cycles);
        }
        let tables = self.looked_up(m, sequence, self.ahead, Parts::Short);
        let [high, low] = tables.map(|table| table.behind(|net, _| m.delay(net, cycles as u32)).word(m));
        m.add(high, low)
    }

    /// The word of a sequence at this beat and phase, with a register behind each table, or ahead of large ones.
    pub fn registered(&mut self, m: &mut Module, sequence: &Sequence) -> Net {
        if sequence.is_longer(Table::LONGEST) {
            return self.word(m, sequence, 0);
        }
        let tables = self.looked_up(m, sequence, self.ahead - 1, Parts::Short);
        let [high, low] = tables.map(|table| table.behind(|net, first| self.held(m, net, first)).word(m));
        m.add(high, low)
    }

    /// The word of a sequence, out of a register: what a select does not wait for is time for the data.
    pub fn early_word(&mut self, m: &mut Module, sequence: &Sequence, delay: usize) -> Net {
        let Some(before) = delay.checked_sub(1) else { return self.registered(m, sequence) };
        let word = self.word(m, sequence, before);
        match m.constant_value(word) {
            Some(_) => word,
            // The reset keeps it out of a shift register, which is slow to read.
            None => m.register(word, Some(0)),
        }
    }

    /// A word, so many cycles behind the counter.
    fn sum(&mut self, m: &mut Module, sequence: &Sequence, behind: usize) -> Net {
        let [high, low] = self.looked_up(m, sequence, behind, Parts::Whole).map(|table| table.word(m));
        m.add(high, low)
    }

    /// Tables of the high and of the low part of a word, which is their sum, so many cycles behind the counter.
    fn looked_up(&mut self, m: &mut Module, sequence: &Sequence, behind: usize, parts: Parts) -> [Table; 2] {
        let Sequence { beats: of, split, .. } = *sequence;
        let phase = (sequence.phases > 1).then_some(Count::Phase);
        let counts = [phase, Some(Count::High { of, split }), Some(Count::Low { of, split })];
        let [phase, high, low] = counts.map(|count| self.count(m, count?, behind));
        let high = Table::new(m, sequence, &sequence.high, [high, phase], parts);
        [high, Table::new(m, sequence, &sequence.low, [low, phase], parts)]
    }
}
