//! What multipliers multiply by: constants, tables, and roots of unity from a folded table.

use super::circle::factors;
use super::control::Beats;
use super::operators::Set;
use crate::dag::Coefficient;
use crate::rtl::{Module, Net};
use crate::stream::schedule::{Operation, Unit};
use crate::stream::{Sequence, Stage};

/// The coefficients of a stage. Multipliers that take the same words at the same time share a table.
pub struct Coefficients<'a> {
    pub stage: &'a Stage,
    pub operators: &'a Set,
    /// Words, the cycle after the start from which they are given, and what gives them.
    pub tables: Vec<(Vec<Option<u128>>, usize, Net)>,
    /// By the table of the real parts and the cycle: real and imaginary part.
    pub circles: Vec<(usize, usize, [Net; 2])>,
}

impl Coefficients<'_> {
    /// Of a multiplier whose coefficients change from batch to batch.
    pub fn of_frame(&mut self, m: &mut Module, frame: &mut Beats, unit: &Unit) -> Net {
        match self.folded(m, frame, unit) {
            Some(net) => net,
            None => self.of_batch(m, frame, unit, self.stage.shape.batches),
        }
    }

    /// Of a multiplier that works in each cycle, by the words of the tables as they come with the data.
    pub fn given(&self, m: &mut Module, unit: &Unit, words: &[Net]) -> Net {
        match unit.operations[..] {
            [Some(Operation { coefficient: Some(Coefficient::Table(table)), .. })] => {
                m.delay(words[table], unit.start as u32)
            }
            _ => {
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
        let [Some(Operation { coefficient: Some(Coefficient::Table(table)), .. })] = unit.operations[..] else {
            return None;
        };
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

    /// The coefficient of an operation in a batch, encoded.
    fn encoded(&self, batch: usize, operation: &Option<Operation>) -> Option<u128> {
        let value = match operation.as_ref()?.coefficient? {
            Coefficient::Constant(index) => &self.stage.graph.constants[index],
            Coefficient::Table(index) => &self.stage.tables[index][batch],
        };
        Some(u128::from(self.operators.encode(value)))
    }
}
