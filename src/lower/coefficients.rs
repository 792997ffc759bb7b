//! What multipliers multiply by: constants, tables, and roots of unity from a folded table.

use super::beats::Beats;
use super::circle::factors;
use super::kernel::line;
use super::operators::Set;
use crate::dag::Coefficient;
use crate::exact::Real;
use crate::format::word;
use crate::rtl::{mask, Module, Net};
use crate::stream::schedule::{Operation, Unit};
use crate::stream::{numeric, Sequence, Stage};

/// The coefficients of a stage. Multipliers that take the same words at the same time share a table.
pub struct Coefficients<'a> {
    stage: &'a Stage,
    operators: &'a Set,
    /// Words, the cycle after the start from which they are given, and what gives them.
    tables: Vec<(Vec<Option<u128>>, usize, Net)>,
    /// By the table of the real parts and the cycle: real and imaginary part.
    circles: Vec<(usize, usize, [Net; 2])>,
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
        Coefficients { stage, operators, tables: vec![], circles: vec![], triples: vec![], constants, words }
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

    /// Of a multiplier by roots of unity whose table is worth folding.
    fn folded(&mut self, m: &mut Module, frame: &Beats, unit: &Unit) -> Option<Net> {
        let table = only_table(unit)?;
        if self.stage.numeric.is_some() {
            // The folded table has signs apart from magnitudes.
            return None;
        }
        let circle = self.stage.circles.iter().find(|circle| (circle.table..circle.table + 2).contains(&table))?;
        let ramp = circle.ramp(self.operators.coefficient)?;
        let known = self.circles.iter().find(|(table, at, _)| (*table, *at) == (circle.table, unit.start));
        let parts = match known {
            Some((.., parts)) => *parts,
            None => {
                // Unlike data, what moves the angle on must not survive a reset.
                let active = (0..unit.start).fold(frame.active, |net, _| m.register(net, Some(0)));
                let parts = factors(m, circle, &ramp, self.operators, active);
                self.circles.push((circle.table, unit.start, parts));
                parts
            }
        };
        Some(parts[table - circle.table])
    }

    /// Of a multiplier of a rotation by three products, whose words are sums of both parts of the factor: one long table
    /// of these, and two adders, take less than three tables.
    fn summed(&mut self, m: &mut Module, frame: &mut Beats, unit: &Unit) -> Option<Net> {
        let table = only_table(unit)?;
        let long = self.stage.shape.batches > Sequence::LONGEST;
        let holds = |first: &&usize| long && (**first..**first + 3).contains(&table);
        let first = *self.stage.triples.iter().find(holds)?;
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
