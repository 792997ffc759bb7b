//! Coefficients of multipliers: constants, tables, and roots of unity from folded ROMs.

use super::beat_counter::BeatCounter;
use super::folded_rom::FoldedRom;
use super::octant_table::half_of_difference;
use super::operators::OperatorSet;
use super::table_addresses::TableAddresses;
use crate::exact::Real;
use crate::format::word;
use crate::kernel::Coefficient;
use crate::pipeline::arithmetic::QuantizedCoefficients;
use crate::pipeline::root_sequence::max_lut_rom_words;
use crate::pipeline::{period, BeatTable, Stage};
use crate::rtl::memories::{Memories, MEMORY_CYCLES};
use crate::schedule::{Operation, Unit, UnitKind};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Net;

/// What tables in memories need.
#[derive(Clone, Copy)]
pub struct EarlyTables<'a, 'm> {
    /// High in the first beat of a frame, `cycles` clock cycles before the stage's operators.
    pub start: Sig<'m>,
    /// Clock cycles from `start` to the first operators.
    pub cycles: usize,
    /// Modules of memories.
    pub memories: &'a Memories,
}

/// The coefficients of a stage. Multipliers with equal words at equal times share a table.
pub struct Coefficients<'a, 'm> {
    m: &'m Builder,
    stage: &'a Stage,
    operators: &'a OperatorSet,
    /// Tables built so far: words, clock cycle of the first word after the start, and output.
    tables: Vec<(Vec<Option<u128>>, usize, Sig<'m>)>,
    /// Folded ROMs of the stage.
    folded: Vec<FoldedRom<'a>>,
    /// Batch counters of the folded ROMs, by clock cycle after the start.
    batch_counters: Vec<(usize, BeatCounter<'m>)>,
    /// Groups of two or three tables from one ROM: number of the first table, clock cycle of the first words after the
    /// start, and the words.
    shared_roms: Vec<(usize, usize, Vec<Sig<'m>>)>,
    /// Addresses of long tables.
    addresses: TableAddresses<'m>,
    /// Tables in memories with a register after them.
    memories: Option<EarlyTables<'a, 'm>>,
    /// `constants[index]`, encoded.
    constants: Vec<u64>,
    /// `words[table][batch]`, encoded.
    words: Vec<Vec<u64>>,
}

impl<'a, 'm> Coefficients<'a, 'm> {
    /// Encodes the coefficients of a stage.
    pub fn new(m: &'m Builder, stage: &'a Stage, operators: &'a OperatorSet) -> Self {
        let (constants, words) = match stage.arithmetic.fixed() {
            Some(fixed) => {
                let integers = QuantizedCoefficients::new(stage, fixed.coefficient_bits, fixed.coefficient_fraction);
                let encode =
                    |words: Vec<i64>| words.into_iter().map(|w| word(w.into(), fixed.coefficient_bits)).collect();
                (encode(integers.constants), integers.tables.into_iter().map(encode).collect())
            }
            None => {
                let encode = |reals: &Vec<Real>| reals.iter().map(|real| operators.encode(real)).collect();
                (encode(&stage.kernel.graph.constants), stage.kernel.tables.iter().map(encode).collect())
            }
        };
        let root_sequences = stage.kernel.root_sequences.iter().filter(|roots| stage.can_share_rom(roots.table));
        let folded = root_sequences.filter_map(|roots| FoldedRom::new(roots, stage, operators)).collect();
        Coefficients {
            m,
            stage,
            operators,
            tables: vec![],
            folded,
            batch_counters: vec![],
            shared_roms: vec![],
            addresses: TableAddresses::default(),
            memories: None,
            constants,
            words,
        }
    }

    /// The coefficient of a multiplier whose coefficients change from batch to batch.
    pub fn frame_word(&mut self, frame: &mut BeatCounter<'m>, unit: &Unit) -> Sig<'m> {
        let batches = self.stage.placement.shape.batches;
        if self.stage.has_long_table(unit) && self.memories.is_some() {
            return self.early_word(unit, batches);
        }
        self.shared_rom_word(frame, unit).unwrap_or_else(|| self.table_word(frame, unit, batches))
    }

    /// Reads long tables from memories whose addresses come `cycles` clock cycles before the stage's data.
    pub fn with_memories(self, memories: Option<EarlyTables<'a, 'm>>) -> Self {
        let memories =
            memories.filter(|_| self.stage.arithmetic.fixed().is_some_and(|fixed| fixed.lead_cycles.is_some()));
        Coefficients { memories, ..self }
    }

    /// The coefficient of a multiplier from a memory. The tables of all multipliers that start in a clock cycle
    /// have a common address.
    fn early_word(&mut self, unit: &Unit, batches: usize) -> Sig<'m> {
        let words = self.unit_words(unit, batches);
        if let Some(word) = self.find_table(&words, unit.start) {
            return word;
        }
        let Some(EarlyTables { start, cycles, memories }) = self.memories else { unreachable!("asked for before") };
        let units = self.stage.kernel.schedule.units.iter();
        let alike = units.filter(|other| other.start == unit.start && self.stage.has_long_table(other));
        let mut columns: Vec<Vec<Option<u128>>> = vec![words.clone()];
        for column in alike.map(|other| self.unit_words(other, batches)) {
            if column.len() == words.len() && !columns.contains(&column) {
                columns.push(column);
            }
        }
        let address = self.addresses.address((start, cycles), words.len(), unit.start);
        let width = self.operators.coefficient();
        let enable = self.m.enable().expect("blocks have a clock enable");
        for columns in columns.chunks((Net::MAX_WIDTH / width) as usize) {
            let row = |row: usize| {
                let words = columns.iter().enumerate();
                words
                    .map(|(at, column)| column[row].unwrap_or(0) << (at as u32 * width))
                    .fold(0, |row, word| row | word)
            };
            let table: Vec<u128> = (0..words.len()).map(row).collect();
            let (number, name) = self.m.with(|m| (m.instances.len(), format!("{}_rom{}", m.name, m.instances.len())));
            let rom = memories.rom(&name, columns.len() as u32 * width, &table, MEMORY_CYCLES);
            let row = self.m.operate(format!("rom{number}"), &rom, [enable, address])[0];
            for (at, column) in columns.iter().enumerate() {
                self.tables.push((column.clone(), unit.start, row.bits(at as u32 * width, width)));
            }
        }
        self.find_table(&words, unit.start).unwrap_or_else(|| unreachable!("it is among the columns"))
    }

    /// The coefficient of a multiplier with one operation. `words[table]` are words of the tables that come with the
    /// data.
    pub fn streamed_word(&self, unit: &Unit, words: &[Sig<'m>]) -> Sig<'m> {
        match only_table(unit) {
            Some(table) => words[table].later_as_it_is(unit.start as u32),
            None => {
                let word = self.encoded(0, &unit.operations[0]).unwrap_or(0);
                self.m.constant(self.operators.coefficient(), word)
            }
        }
    }

    /// The coefficient of a multiplier from a table of `batches` batches.
    pub fn table_word(&mut self, beats: &mut BeatCounter<'m>, unit: &Unit, batches: usize) -> Sig<'m> {
        let words = self.unit_words(unit, batches);
        if let Some(word) = self.find_table(&words, unit.start) {
            return word;
        }
        let width = self.operators.coefficient();
        let is_block = words.len() >= BeatTable::MIN_BLOCK_RAM_WORDS;
        let second = if is_block && 2 * width <= BeatTable::BLOCK_RAM_WORD_BITS {
            self.block_ram_partner(unit, &words, batches)
        } else {
            None
        };
        let columns: Vec<Vec<Option<u128>>> = [words].into_iter().chain(second).collect();
        let joined_word = |row: usize| {
            let words = columns.iter().enumerate().map(|(at, column)| Some(column[row]? << (at as u32 * width)));
            words.flatten().reduce(|low, high| low | high)
        };
        let (rows, all): (Vec<_>, _) = ((0..columns[0].len()).map(joined_word).collect(), columns.len() as u32 * width);
        let sequence = match self.stage.transform.split() {
            // A table in the order of mirrored points is not a sum of tables of digits.
            Some(_) if is_block => BeatTable::whole(all, &rows),
            _ => BeatTable::new(all, 1, &rows),
        };
        let row = match self.stage.arithmetic.fixed() {
            // The table of one batch is small, and the first pipeline stage of a floating-point multiplier has time for
            // it.
            None if batches == 1 => beats.word(&sequence, unit.start),
            _ => beats.word_registered(&sequence, unit.start),
        };
        let words =
            columns.into_iter().zip(0..).map(|(words, column)| (words, unit.start, row.bits(column * width, width)));
        self.tables.extend(words);
        row.bits(0, width)
    }

    /// Returns the coefficients of a multiplier in `batches` batches, `None` for don't-cares.
    fn unit_words(&self, unit: &Unit, batches: usize) -> Vec<Option<u128>> {
        let words = |batch| unit.operations.iter().map(move |operation| self.encoded(batch, operation));
        (0..batches).flat_map(words).collect()
    }

    /// Returns the output of a table with given words from clock cycle `start` on, if it was built.
    fn find_table(&self, words: &Vec<Option<u128>>, start: usize) -> Option<Sig<'m>> {
        let found = self.tables.iter().find(|(other, at, _)| (other, *at) == (words, start));
        found.map(|(.., word)| *word)
    }

    /// Returns different words of another multiplier with an equal start, which are stored beside the words of this one
    /// in a block RAM.
    fn block_ram_partner(&self, unit: &Unit, own: &[Option<u128>], batches: usize) -> Option<Vec<Option<u128>>> {
        let starts_equally = |other: &&Unit| other.kind == UnitKind::Mul && other.start == unit.start;
        let others =
            self.stage.kernel.schedule.units.iter().filter(starts_equally).map(|other| self.unit_words(other, batches));
        let varies = |words: &Vec<Option<u128>>| words.windows(2).any(|pair| pair[0] != pair[1]);
        others.filter(|words| varies(words) && self.find_table(words, unit.start).is_none()).find(|words| words != own)
    }

    /// The coefficient of a multiplier of a rotation, if one ROM has the words of all its tables. The ROM is folded to
    /// an eighth of the circle. For three products an unfolded ROM of two tables is possible as well, because the third
    /// is half of their difference, and an adder takes less than a long table.
    fn shared_rom_word(&mut self, frame: &mut BeatCounter<'m>, unit: &Unit) -> Option<Sig<'m>> {
        let table = only_table(unit)?;
        let stage = self.stage;
        let tables = |first: usize| first..first + if stage.kernel.triples.contains(&first) { 3 } else { 2 };
        let firsts =
            stage.kernel.root_sequences.iter().map(|roots| roots.table).chain(stage.kernel.triples.iter().copied());
        let first = firsts.into_iter().find(|&first| tables(first).contains(&table))?;
        if !stage.can_share_rom(first) {
            return None;
        }
        let found = self.shared_roms.iter().position(|(other, ..)| *other == first);
        let index = match found {
            Some(index) => index,
            None => {
                // A folded ROM starts with the first of its multipliers.
                let uses = |unit: &&Unit| only_table(unit).is_some_and(|table| tables(first).contains(&table));
                let at =
                    stage.kernel.schedule.units.iter().filter(uses).map(|unit| unit.start).min().unwrap_or(unit.start);
                let folded = self.folded_words(frame, first, at).map(|words| (first, at, words));
                let rom = folded.or_else(|| self.sum_words(frame, first).map(|words| (first, 0, words)))?;
                self.shared_roms.push(rom);
                self.shared_roms.len() - 1
            }
        };
        let (_, at, words) = &self.shared_roms[index];
        Some(words[table - first].later_sparing_luts((unit.start - at) as u32))
    }

    /// The words of the tables from `first` on from a folded ROM, `at` clock cycles after the start. `None` if they are
    /// not folded.
    fn folded_words(&mut self, frame: &BeatCounter<'m>, first: usize, at: usize) -> Option<Vec<Sig<'m>>> {
        let folded = self.folded.iter().find(|folded| folded.table() == first)?;
        let counter = self.batch_counters.iter().position(|(other, _)| *other == at).unwrap_or_else(|| {
            let start = frame.start.later_with_reset(at as u32);
            let ahead = self.folded.iter().map(FoldedRom::ahead).max().unwrap_or(0);
            let batches = self.stage.placement.shape.batches;
            self.batch_counters.push((at, BeatCounter::running_ahead("angle_", start, batches, ahead)));
            self.batch_counters.len() - 1
        });
        Some(folded.words(self.operators, &mut self.batch_counters[counter].1))
    }

    /// The words of the three tables from `first` on, each from a register: real part, sum of both parts, and imaginary
    /// part less real part. `None` if the tables are short.
    fn sum_words(&self, frame: &mut BeatCounter<'m>, first: usize) -> Option<Vec<Sig<'m>>> {
        if !self.stage.kernel.triples.contains(&first) {
            return None;
        }
        let parts = [1, 2].map(|table| &self.words[first + table]);
        if parts.iter().all(|words| period(words) <= max_lut_rom_words(true)) {
            return None;
        }
        let bits = self.operators.coefficient();
        let [sums, differences] = parts;
        let both = |(sum, difference): (&u64, &u64)| u128::from(*sum) | u128::from(*difference) << bits;
        let pairs: Vec<u128> = sums.iter().zip(differences).map(both).collect();
        let word = frame.word_ahead_from_block_ram(2 * bits, &pairs);
        let [sum, difference] = [0, bits].map(|low| word.bits(low, bits));
        let words = [half_of_difference(sum, difference), sum, difference];
        let held = [0, 1, 2].map(|table| frame.hold_last(words[table], self.words[first + table][0].into()));
        Some(held.to_vec())
    }

    /// Returns the coefficient of an operation in a batch, encoded.
    fn encoded(&self, batch: usize, operation: &Option<Operation>) -> Option<u128> {
        let operation = operation.as_ref()?;
        Some(u128::from(match operation.coefficient? {
            Coefficient::Constant(index) => self.constants[index],
            Coefficient::Table(index) => self.words[index][batch],
        }))
    }
}

/// Returns the table of the coefficients of a multiplier with one operation.
fn only_table(unit: &Unit) -> Option<usize> {
    match unit.operations[..] {
        [Some(Operation { coefficient: Some(Coefficient::Table(table)), .. })] => Some(table),
        _ => None,
    }
}
