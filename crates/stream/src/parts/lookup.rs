//! Table lookups: the word of a [`BeatTable`] for each beat of a frame.

use super::beat_counter::{BeatCounter, Count};
use super::table::{RomSplit, Table};
use crate::permute::{period, BeatTable};
use fftgen_hdl::dsl::*;

impl<'m> BeatCounter<'m> {
    /// The word of the present beat and phase, `delay` cycles ago.
    pub fn word(&mut self, table: &BeatTable, delay: usize) -> Sig<'m> {
        self.sum(table, self.ahead + delay)
    }

    /// The word of the next beat and its phase.
    pub fn word_ahead(&mut self, table: &BeatTable) -> Sig<'m> {
        self.sum(table, self.ahead - 1)
    }

    /// The word of the next beat in a table that becomes block RAM. Synthesis uses LUTs for few words, and for words
    /// wider than a small block RAM. Such a table holds its words twice, for even and odd frames. This takes no more
    /// RAM.
    pub fn word_ahead_from_block_ram(&mut self, width: u32, words: &[u128]) -> Sig<'m> {
        let all: Vec<Option<u128>> = words.iter().copied().map(Some).collect();
        let table = BeatTable::new(width, 1, &all);
        let (of, words) = (words.len(), &words[..period(words)]);
        let beat = self.count(Count::Low { of, split: words.len() }, self.ahead - 1);
        let few =
            !table.is_block() || width > BeatTable::BLOCK_RAM_WORD_BITS && words.len() < BeatTable::MIN_BLOCK_RAM_WORDS;
        let Some(beat) = beat.filter(|_| few) else { return self.word_ahead(&table) };
        let half = words.iter().copied().chain(std::iter::repeat(words[0])).take(1 << beat.width());
        let address = self.m.cat([beat, self.every_other()]);
        self.m.rom(address, width, half.collect::<Vec<_>>().repeat(2))
    }

    /// The word of the present beat, delayed by `cycles` clock cycles. A register follows each ROM, but for a large
    /// table, which has its delay before the ROM.
    pub fn word_delayed(&mut self, table: &BeatTable, cycles: usize) -> Sig<'m> {
        if table.is_longer(Table::MAX_SPLIT_WORDS) {
            return self.word(table, cycles);
        }
        let roms = self.look_up(table, self.ahead, RomSplit::LutSized);
        let [high, low] = roms.map(|rom| rom.registered(|word, _| word.later_as_it_is(cycles as u32)).word());
        high + low
    }

    /// The word of the present beat and phase, with a register after each ROM, or before the ROM of a large table. The
    /// register holds its word between frames.
    pub fn word_held(&mut self, table: &BeatTable) -> Sig<'m> {
        if table.is_longer(Table::MAX_SPLIT_WORDS) {
            return self.word(table, 0);
        }
        let roms = self.look_up(table, self.ahead - 1, RomSplit::LutSized);
        let [high, low] = roms.map(|rom| rom.registered(|word, first| self.hold_last(word, first)).word());
        high + low
    }

    /// The word of the present beat, `delay` cycles ago, out of a register. A select input from a register leaves the
    /// whole clock period to the data.
    pub fn word_registered(&mut self, table: &BeatTable, delay: usize) -> Sig<'m> {
        let Some(before) = delay.checked_sub(1) else { return self.word_held(table) };
        let word = self.word(table, before);
        match word.constant_value() {
            Some(_) => word,
            // The reset keeps the register out of a shift register, which has a long clock-to-output time.
            None => word.register_apart(),
        }
    }

    /// The word `after` cycles after the counter: the sum of its high and its low part.
    fn sum(&mut self, table: &BeatTable, after: usize) -> Sig<'m> {
        let [high, low] = self.look_up(table, after, RomSplit::None).map(Table::word);
        high + low
    }

    /// Builds the ROMs of the high and of the low part of a word, `after` cycles after the counter.
    fn look_up(&mut self, table: &BeatTable, after: usize, rom_split: RomSplit) -> [Table<'m>; 2] {
        let BeatTable { beats: of, split, .. } = *table;
        let phase = (table.phases > 1).then_some(Count::Phase);
        let counts = [phase, Some(Count::High { of, split }), Some(Count::Low { of, split })];
        let [phase, high, low] = counts.map(|count| self.count(count?, after));
        let part = |words, number| Table::new(self.m, table, words, [number, phase], rom_split);
        [part(&table.high, high), part(&table.low, low)]
    }
}
