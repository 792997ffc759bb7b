//! What multipliers multiply by: constants, tables, and roots of unity from a folded table.

use super::beat_counter::BeatCounter;
use super::delay::delay_line;
use super::folded_rom::{half_of_difference, FoldedRom};
use super::operators::OperatorSet;
use crate::exact::Real;
use crate::format::word;
use crate::kernel::Coefficient;
use crate::pipeline::arithmetic;
use crate::pipeline::root_sequence::max_lut_rom_words;
use crate::pipeline::{period, BeatTable, Stage};
use crate::rtl::{Module, Net};
use crate::schedule::{Operation, Unit, UnitKind};

/// The coefficients of a stage. Multipliers that take the same words at the same time share a table.
pub struct Coefficients<'a> {
    stage: &'a Stage,
    operators: &'a OperatorSet,
    /// Words, the cycle after the start from which they are given, and what gives them.
    tables: Vec<(Vec<Option<u128>>, usize, Net)>,
    /// Tables that are folded, and, by the cycle after the start, what counts the batches of these.
    folded: Vec<FoldedRom<'a>>,
    angles: Vec<(usize, BeatCounter)>,
    /// By the first of two or three tables that one table of both parts makes: the cycle, and their words.
    joint: Vec<(usize, usize, Vec<Net>)>,
    /// Constants and tables, encoded.
    constants: Vec<u64>,
    words: Vec<Vec<u64>>,
}

impl<'a> Coefficients<'a> {
    /// Of a stage.
    pub fn new(stage: &'a Stage, operators: &'a OperatorSet) -> Self {
        let (constants, words) = match stage.arithmetic.fixed() {
            Some(fixed) => {
                let found = arithmetic::Coefficients::of(stage, fixed.coefficient_bits, fixed.coefficient_fraction);
                let encode =
                    |words: Vec<i64>| words.into_iter().map(|w| word(w.into(), fixed.coefficient_bits)).collect();
                (encode(found.constants), found.tables.into_iter().map(encode).collect())
            }
            None => {
                let encode = |reals: &Vec<Real>| reals.iter().map(|real| operators.encode(real)).collect();
                (encode(&stage.kernel.graph.constants), stage.kernel.tables.iter().map(encode).collect())
            }
        };
        let root_sequences = stage.kernel.root_sequences.iter().filter(|roots| stage.can_share_rom(roots.table));
        let folded = root_sequences.filter_map(|roots| FoldedRom::new(roots, stage, operators)).collect();
        let (tables, angles, joint) = (vec![], vec![], vec![]);
        Coefficients { stage, operators, tables, folded, angles, joint, constants, words }
    }

    /// Of a multiplier whose coefficients change from batch to batch.
    pub fn of_frame(&mut self, m: &mut Module, frame: &mut BeatCounter, unit: &Unit) -> Net {
        self.joint(m, frame, unit).unwrap_or_else(|| self.of_batch(m, frame, unit, self.stage.placement.shape.batches))
    }

    /// Of a multiplier that works in each cycle, by the words of the tables as they come with the data.
    pub fn external_word(&self, m: &mut Module, unit: &Unit, words: &[Net]) -> Net {
        match only_table(unit) {
            Some(table) => m.delay(words[table], unit.start as u32),
            None => {
                let word = self.encoded(0, &unit.operations[0]).unwrap_or(0);
                m.constant(self.operators.coefficient(), word)
            }
        }
    }

    /// Of a multiplier, from a table of so many batches.
    pub fn of_batch(&mut self, m: &mut Module, beats: &mut BeatCounter, unit: &Unit, batches: usize) -> Net {
        let words = self.taken(unit, batches);
        if let Some(net) = self.known(&words, unit.start) {
            return net;
        }
        let width = self.operators.coefficient();
        let is_block = words.len() >= BeatTable::MIN_BLOCK_RAM_WORDS;
        let beside = if is_block && 2 * width <= BeatTable::BLOCK_RAM_WORD_BITS {
            self.beside(unit, &words, batches)
        } else {
            None
        };
        let columns: Vec<Vec<Option<u128>>> = [words].into_iter().chain(beside).collect();
        let joined = |row: usize| {
            let words = columns.iter().enumerate().map(|(at, column)| Some(column[row]? << (at as u32 * width)));
            words.flatten().reduce(|low, high| low | high)
        };
        let (rows, all): (Vec<_>, _) = ((0..columns[0].len()).map(joined).collect(), columns.len() as u32 * width);
        let sequence = match self.stage.transform.split() {
            // No table of mirrored points has digits to fold it by.
            Some(_) if is_block => BeatTable::whole(all, &rows),
            _ => BeatTable::new(all, 1, &rows),
        };
        let net = match self.stage.arithmetic.fixed() {
            // Constants of a batch are few, and a multiplier of floating point has time for the table in its first stage.
            None if batches == 1 => beats.word(m, &sequence, unit.start),
            _ => beats.word_registered(m, &sequence, unit.start),
        };
        let nets: Vec<Net> = (0..columns.len() as u32).map(|column| m.slice(net, column * width, width)).collect();
        self.tables.extend(columns.into_iter().zip(&nets).map(|(words, net)| (words, unit.start, *net)));
        nets[0]
    }

    /// The words that a multiplier takes in so many batches.
    fn taken(&self, unit: &Unit, batches: usize) -> Vec<Option<u128>> {
        let words = |batch| unit.operations.iter().map(move |operation| self.encoded(batch, operation));
        (0..batches).flat_map(words).collect()
    }

    /// What gives these words from this cycle on.
    fn known(&self, words: &Vec<Option<u128>>, start: usize) -> Option<Net> {
        let made = self.tables.iter().find(|(other, at, _)| (other, *at) == (words, start));
        made.map(|(.., net)| *net)
    }

    /// The words of another multiplier that starts with this one and takes others: they stand beside its own in a block RAM.
    fn beside(&self, unit: &Unit, own: &[Option<u128>], batches: usize) -> Option<Vec<Option<u128>>> {
        let alike = |other: &&Unit| other.kind == UnitKind::Mul && other.start == unit.start;
        let others = self.stage.kernel.schedule.units.iter().filter(alike).map(|other| self.taken(other, batches));
        let varies = |words: &Vec<Option<u128>>| words.windows(2).any(|pair| pair[0] != pair[1]);
        others.filter(|words| varies(words) && self.known(words, unit.start).is_none()).find(|words| words != own)
    }

    /// Of a multiplier of a rotation whose tables one of both parts of the factor makes: folded to an eighth of the circle,
    /// or, for three products, whole. Words are sums of both parts then, and two adders take less than three long tables.
    fn joint(&mut self, m: &mut Module, frame: &mut BeatCounter, unit: &Unit) -> Option<Net> {
        let table = only_table(unit)?;
        let stage = self.stage;
        let tables = |first: usize| first..first + if stage.kernel.triples.contains(&first) { 3 } else { 2 };
        let firsts =
            stage.kernel.root_sequences.iter().map(|roots| roots.table).chain(stage.kernel.triples.iter().copied());
        let first = firsts.into_iter().find(|&first| tables(first).contains(&table))?;
        if !stage.can_share_rom(first) {
            return None;
        }
        let known = self.joint.iter().position(|(other, ..)| *other == first);
        let known = match known {
            Some(known) => known,
            None => {
                // Folded tables begin with the first of their multipliers.
                let uses = |unit: &&Unit| only_table(unit).is_some_and(|table| tables(first).contains(&table));
                let at =
                    stage.kernel.schedule.units.iter().filter(uses).map(|unit| unit.start).min().unwrap_or(unit.start);
                let made = self.folded(m, frame, first, at).map(|words| (first, at, words));
                self.joint.push(made.or_else(|| self.summed(m, frame, first).map(|words| (first, 0, words)))?);
                self.joint.len() - 1
            }
        };
        let (_, at, words) = &self.joint[known];
        Some(delay_line(m, words[table - first], (unit.start - at) as u32))
    }

    /// The words of the tables from this one on, if they are folded, for multipliers that start so many cycles late.
    fn folded(&mut self, m: &mut Module, frame: &BeatCounter, first: usize, at: usize) -> Option<Vec<Net>> {
        let folded = self.folded.iter().find(|folded| folded.table() == first)?;
        let counted = self.angles.iter().position(|(other, _)| *other == at).unwrap_or_else(|| {
            let start = (0..at).fold(frame.start, |net, _| m.register(net, Some(0)));
            let ahead = self.folded.iter().map(FoldedRom::ahead).max().unwrap_or(0);
            self.angles
                .push((at, BeatCounter::running_ahead(m, "angle_", start, self.stage.placement.shape.batches, ahead)));
            self.angles.len() - 1
        });
        Some(folded.words(m, self.operators, &mut self.angles[counted].1))
    }

    /// The words of three tables from this one on, each out of a register, if the tables are long: the real part, the sum
    /// of both, the imaginary part less it.
    fn summed(&self, m: &mut Module, frame: &mut BeatCounter, first: usize) -> Option<Vec<Net>> {
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
        let word = frame.word_ahead_from_block_ram(m, 2 * bits, &pairs);
        let [sum, difference] = [0, bits].map(|low| m.slice(word, low, bits));
        let words = [half_of_difference(m, sum, difference), sum, difference];
        let held = [0, 1, 2].map(|table| frame.hold_last(m, words[table], self.words[first + table][0].into()));
        Some(held.to_vec())
    }

    /// The coefficient of an operation in a batch, encoded.
    fn encoded(&self, batch: usize, operation: &Option<Operation>) -> Option<u128> {
        let operation = operation.as_ref()?;
        Some(u128::from(match operation.coefficient? {
            Coefficient::Constant(index) => self.constants[index],
            Coefficient::Table(index) => self.words[index][batch],
        }))
    }
}

/// The table that a multiplier of one operation takes its coefficients from.
fn only_table(unit: &Unit) -> Option<usize> {
    match unit.operations[..] {
        [Some(Operation { coefficient: Some(Coefficient::Table(table)), .. })] => Some(table),
        _ => None,
    }
}
