//! Table lookups: the word of a [`BeatTable`] for each beat of a frame.

use super::beat_counter::{BeatCounter, Count};
use super::table::{RomSplit, Table};
use crate::pipeline::{period, BeatTable};
use crate::rtl::{Module, Net};

impl BeatCounter {
    /// Looks up the word of the present beat and phase, `delay` cycles ago.
    pub fn word(&mut self, m: &mut Module, table: &BeatTable, delay: usize) -> Net {
        self.sum(m, table, self.ahead + delay)
    }

    /// Looks up the word of the next beat and its phase.
    pub fn word_ahead(&mut self, m: &mut Module, table: &BeatTable) -> Net {
        self.sum(m, table, self.ahead - 1)
    }

    /// Looks up the word of the next beat in a table that becomes block RAM. Synthesis uses LUTs for few words, and for
    /// words wider than a small block RAM. Such a table holds its words twice, for even and odd frames. This takes no
    /// more RAM.
    pub fn word_ahead_from_block_ram(&mut self, m: &mut Module, width: u32, words: &[u128]) -> Net {
        let all: Vec<Option<u128>> = words.iter().copied().map(Some).collect();
        let table = BeatTable::new(width, 1, &all);
        let (of, words) = (words.len(), &words[..period(words)]);
        let beat = self.count(m, Count::Low { of, split: words.len() }, self.ahead - 1);
        let few =
            !table.is_block() || width > BeatTable::BLOCK_RAM_WORD_BITS && words.len() < BeatTable::MIN_BLOCK_RAM_WORDS;
        let Some(beat) = beat.filter(|_| few) else { return self.word_ahead(m, &table) };
        let frame = self.every_other(m);
        let half = words.iter().copied().chain(std::iter::repeat(words[0])).take(1 << m.width(beat));
        let address = m.concat(&[beat, frame]);
        m.rom(address, width, half.collect::<Vec<_>>().repeat(2))
    }

    /// Looks up the word of the present beat and delays it by `cycles` clock cycles. A register follows each ROM, but
    /// for a large table, which has its delay before the ROM.
    pub fn word_delayed(&mut self, m: &mut Module, table: &BeatTable, cycles: usize) -> Net {
        if table.is_longer(Table::MAX_SPLIT_WORDS) {
            return self.word(m, table, cycles);
        }
        let roms = self.look_up(m, table, self.ahead, RomSplit::LutSized);
        let [high, low] = roms.map(|rom| rom.registered(|net, _| m.delay(net, cycles as u32)).word(m));
        m.add(high, low)
    }

    /// Looks up the word of the present beat and phase, with a register after each ROM, or before the ROM of a large
    /// table. The register holds its word between frames.
    pub fn word_held(&mut self, m: &mut Module, table: &BeatTable) -> Net {
        if table.is_longer(Table::MAX_SPLIT_WORDS) {
            return self.word(m, table, 0);
        }
        let roms = self.look_up(m, table, self.ahead - 1, RomSplit::LutSized);
        let [high, low] = roms.map(|rom| rom.registered(|net, first| self.hold_last(m, net, first)).word(m));
        m.add(high, low)
    }

    /// Looks up the word of the present beat, `delay` cycles ago, out of a register. A select input from a register
    /// leaves the whole clock period to the data.
    pub fn word_registered(&mut self, m: &mut Module, table: &BeatTable, delay: usize) -> Net {
        let Some(before) = delay.checked_sub(1) else { return self.word_held(m, table) };
        let word = self.word(m, table, before);
        match m.constant_value(word) {
            Some(_) => word,
            // The reset keeps the register out of a shift register, which has a long clock-to-output time.
            None => m.register_apart(word),
        }
    }

    /// Looks up a word, delayed by `after` cycles against the counter: the sum of its high and its low part.
    fn sum(&mut self, m: &mut Module, table: &BeatTable, behind: usize) -> Net {
        let [high, low] = self.look_up(m, table, behind, RomSplit::None).map(|rom| rom.word(m));
        m.add(high, low)
    }

    /// Builds the ROMs of the high and of the low part of a word, delayed by `after` cycles against the counter.
    fn look_up(&mut self, m: &mut Module, table: &BeatTable, behind: usize, rom_split: RomSplit) -> [Table; 2] {
        let BeatTable { beats: of, split, .. } = *table;
        let phase = (table.phases > 1).then_some(Count::Phase);
        let counts = [phase, Some(Count::High { of, split }), Some(Count::Low { of, split })];
        let [phase, high, low] = counts.map(|count| self.count(m, count?, behind));
        let high = Table::new(m, table, &table.high, [high, phase], rom_split);
        [high, Table::new(m, table, &table.low, [low, phase], rom_split)]
    }
}
