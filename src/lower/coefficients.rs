//! What multipliers multiply by: constants, tables, and roots of unity from a folded table.

use super::beats::Beats;
use super::circle::Folded;
use super::kernel::line;
use super::operators::Set;
use crate::dag::Coefficient;
use crate::exact::Real;
use crate::format::word;
use crate::rtl::{mask, Module, Net};
use crate::stream::schedule::{Operation, Unit};
use crate::stream::{numeric, period, Sequence, Stage};

/// The coefficients of a stage. Multipliers that take the same words at the same time share a table.
pub struct Coefficients<'a> {
    stage: &'a Stage,
    operators: &'a Set,
    /// Words, the cycle after the start from which they are given, and what gives them.
    tables: Vec<(Vec<Option<u128>>, usize, Net)>,
    /// Tables that are folded; by the first of them and the cycle, the words, and by the cycle, what counts batches.
    folded: Vec<Folded<'a>>,
    circles: Vec<(usize, usize, Vec<Net>)>,
    angles: Vec<(usize, Beats)>,
    /// By the first table of three, where one of both parts serves them all: the words of the three.
    triples: Vec<(usize, [Net; 3])>,
    /// Constants and tables, encoded.
    constants: Vec<u64>,
    words: Vec<Vec<u64>>,
}

impl<'a> Coefficients<'a> {
    /// Of a stage.
    pub fn new(stage: &'a Stage, operators: &'a Set) -> Self {
        let (constants, words) = match stage.numeric {
            Some(numeric) => {
                let found = numeric::Coefficients::of(stage, numeric.coefficient, numeric.point);
                let encode = |words: Vec<i64>| words.into_iter().map(|w| word(w.into(), numeric.coefficient)).collect();
                (encode(found.constants), found.tables.into_iter().map(encode).collect())
            }
            None => {
                let encode = |reals: &Vec<Real>| reals.iter().map(|real| operators.encode(real)).collect();
                (encode(&stage.graph.constants), stage.tables.iter().map(encode).collect())
            }
        };
        let folded = stage.circles.iter().filter_map(|circle| Folded::of(circle, stage, operators)).collect();
        let (tables, circles, angles, triples) = (vec![], vec![], vec![], vec![]);
        Coefficients { stage, operators, tables, folded, circles, angles, triples, constants, words }
    }

    /// Of a multiplier whose coefficients change from batch to batch.
    pub fn of_frame(&mut self, m: &mut Module, frame: &mut Beats, unit: &Unit) -> Net {
        match self.folded(m, frame, unit).or_else(|| self.summed(m, frame, unit)) {
            Some(net) => net,
            None => self.of_batch(m, frame, unit, self.stage.shape.batches),
        }
    }

    /// Of a multiplier that works in each cycle, by the words of the tables as they come with the data.
    pub fn given(&self, m: &mut Module, unit: &Unit, words: &[Net]) -> Net {
        match only_table(unit) {
            Some(table) => m.delay(words[table], unit.start as u32),
            None => {
                let word = self.encoded(0, &unit.operations[0]).unwrap_or(0);
                m.constant(self.operators.coefficient, word)
            }
        }
    }

    /// Of a multiplier, from a table of so many batches.
    pub fn of_batch(&mut self, m: &mut Module, beats: &mut Beats, unit: &Unit, batches: usize) -> Net {
        let word = |batch: usize, operation: &Option<Operation>| self.encoded(batch, operation);
        let words = |batch| unit.operations.iter().map(move |operation| word(batch, operation));
        let words: Vec<_> = (0..batches).flat_map(words).collect();
        if let Some((.., net)) = self.tables.iter().find(|(other, at, _)| (other, *at) == (&words, unit.start)) {
            return *net;
        }
        let width = self.operators.coefficient;
        let sequence = match self.stage.split {
            // No table of mirrored points has digits to fold it by.
            Some(_) if words.len() >= Sequence::BLOCK => Sequence::whole(width, &words),
            _ => Sequence::new(width, 1, &words),
        };
        let net = beats.early_word(m, &sequence, unit.start);
        self.tables.push((words, unit.start, net));
        net
    }

    /// Of a multiplier by roots of unity whose tables are folded.
    fn folded(&mut self, m: &mut Module, frame: &Beats, unit: &Unit) -> Option<Net> {
        let table = only_table(unit)?;
        let tables = |first: usize| first..first + if self.stage.triples.contains(&first) { 3 } else { 2 };
        let folded = self.folded.iter().find(|folded| tables(folded.table()).contains(&table))?;
        let first = folded.table();
        let known = self.circles.iter().position(|(other, ..)| *other == first).unwrap_or_else(|| {
            // Words for the first of its multipliers.
            let units = self.stage.schedule.units.iter();
            let users = units.filter(|unit| only_table(unit).is_some_and(|table| tables(first).contains(&table)));
            let at = users.map(|unit| unit.start).min().unwrap_or(unit.start);
            let counted = self.angles.iter().position(|(other, _)| *other == at).unwrap_or_else(|| {
                let start = (0..at).fold(frame.start, |net, _| m.register(net, Some(0)));
                let ahead = self.folded.iter().map(Folded::ahead).max().unwrap_or(0);
                self.angles.push((at, Beats::ahead(m, "angle_", start, self.stage.shape.batches, ahead)));
                self.angles.len() - 1
            });
            self.circles.push((first, at, folded.words(m, &mut self.angles[counted].1)));
            self.circles.len() - 1
        });
        let (_, at, words) = &self.circles[known];
        Some(line(m, words[table - first], (unit.start - at) as u32))
    }

    /// Of a multiplier of a rotation by three products, whose words are sums of both parts of the factor: one long table
    /// of these, and two adders, take less than three tables.
    fn summed(&mut self, m: &mut Module, frame: &mut Beats, unit: &Unit) -> Option<Net> {
        let table = only_table(unit)?;
        let first = *self.stage.triples.iter().find(|first| (**first..**first + 3).contains(&table))?;
        if [0, 1].iter().all(|table| period(&self.words[first + table]) <= Sequence::LONGEST) {
            return None;
        }
        let known = self.triples.iter().find(|(other, _)| *other == first);
        let words = match known {
            Some((_, words)) => *words,
            None => {
                let words = self.sums(m, frame, first);
                self.triples.push((first, words));
                words
            }
        };
        Some(line(m, words[table - first], unit.start as u32))
    }

    /// The words of three tables, each out of a register: the real part, the sum of both, the imaginary part less it.
    fn sums(&self, m: &mut Module, frame: &mut Beats, first: usize) -> [Net; 3] {
        let bits = self.operators.coefficient;
        let [re, sum] = [0, 1].map(|table| &self.words[first + table]);
        let whole = |(re, sum): (&u64, &u64)| {
            let im = u128::from(sum.wrapping_sub(*re)) & mask(bits);
            Some(u128::from(*re) | im << bits)
        };
        let parts: Vec<Option<u128>> = re.iter().zip(sum).map(whole).collect();
        let word = frame.next_word(m, &Sequence::new(2 * bits, 1, &parts));
        let [re, im] = [0, bits].map(|low| m.slice(word, low, bits));
        let words = [re, m.add(re, im), m.sub(im, re)];
        [0, 1, 2].map(|table| frame.held(m, words[table], self.words[first + table][0].into()))
    }

    /// The coefficient of an operation in a batch, encoded.
    fn encoded(&self, batch: usize, operation: &Option<Operation>) -> Option<u128> {
        Some(u128::from(match operation.as_ref()?.coefficient? {
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
