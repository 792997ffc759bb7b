//! Columns of cells: sums are results, or they are multiplied by twiddle factors on their way to the next step.

use super::super::places::Tile;
use super::super::plan::StepsPlan;
use super::program::Program;
use super::rows::narrowed;
use crate::matrix::lower::operators::{Operators, PARTS};
use crate::matrix::lower::store::Store;
use crate::matrix::plan::{COEFFICIENT_CYCLES, ROUND_CYCLES};
use crate::matrix::sums::{FixedSums, Sums};
use crate::operators::fixed::OutputRounding;
use crate::rtl::{address_bits, mask, Module, Net};
use std::sync::Arc;

/// A point on its way to the next step.
pub struct Point {
    /// Whether there is one.
    pub is_there: Net,
    /// Its place in its vector.
    pub place: Net,
    /// Block of the memory, and the number of the vector.
    pub vector: [Net; 2],
    /// Real and imaginary part.
    pub parts: [Net; 2],
    /// Whether a word was too large, in fixed point.
    pub overflow: Option<Net>,
}

/// Adds the memories of the results of a column. `column`: its number.
pub fn result_store(m: &mut Module, plan: &StepsPlan, program: &Program, column: usize, sum: [Net; 2]) -> Store {
    let last = plan.steps.len() - 1;
    let bits = m.width(sum[0]);
    let store = Store::new(m, &format!("sums{column}"), plan.step_slots(last), bits, true);
    let late = (plan.column_cycles() + column) as u32;
    let [enable, bank, address] = [program.steps[last], program.odd_out, program.result].map(|net| m.delay(net, late));
    let address = narrowed(m, address, store.address_bits());
    store.write(m, enable, [bank, address], sum);
    store
}

/// What the columns have in common.
pub struct Columns<'a> {
    pub plan: &'a StepsPlan,
    pub program: &'a Program,
    /// Multiplication by twiddle factors, where there are some.
    turn: Option<TurnParts>,
    /// Rounding of sums, in fixed point.
    sums: Option<Arc<Module>>,
}

/// Parts of the multiplication by twiddle factors.
struct TurnParts {
    operators: Operators,
    /// Rounding of products, in fixed point.
    products: Option<Arc<Module>>,
}

impl<'a> Columns<'a> {
    /// Builds operators and roundings. The names of their modules begin with `prefix`.
    pub fn new(prefix: &str, plan: &'a StepsPlan, program: &'a Program) -> Self {
        let module = |rounding: OutputRounding, name: &str| {
            Arc::new(rounding.module(&format!("{prefix}_{name}_{}", rounding.name())))
        };
        let sums = plan.common_rounding().map(|sums| {
            let shifts = plan.pre_shifts().into_iter().max().unwrap_or(0);
            let field = if shifts == 0 { 0 } else { address_bits(shifts as usize + 1) };
            module(OutputRounding { shift_field_bits: field, ..sums.rounding() }, "sum")
        });
        let turn = plan.turn.as_ref().map(|turn| TurnParts {
            operators: Operators::new(&format!("{prefix}_turn"), &turn.product),
            products: turn.rounding.map(|points| module(points.rounding(), "turned")),
        });
        Columns { plan, program, turn, sums }
    }

    /// Makes the sums of a column points for the next step, [`StepsPlan::turn_cycles`] later.
    pub fn point(&self, m: &mut Module, column: usize, sum: [Net; 2]) -> Point {
        let Columns { plan, program, .. } = self;
        let sum_late = (plan.column_cycles() + column) as u32;
        let word = self.word(m, column, sum, sum_late);
        let late = sum_late + plan.turn_cycles() as u32;
        let (parts, overflow) = match &self.turn {
            None => word,
            Some(turn) => self.turned(m, turn, column, word),
        };
        let mut turns = program.steps[..plan.steps.len() - 1].iter().copied();
        let turns = turns.next().map(|first| turns.fold(first, |all, step| m.or(all, step)));
        let odd = plan.odd_steps(m, &program.steps, 1);
        let tile = program.tile.map(|tile| m.delay(tile, late));
        let [next, place, odd] = [program.next, program.digit, odd].map(|net| m.delay(net, late));
        let turns = turns.map(|turns| m.delay(turns, late)).unwrap_or_else(|| m.constant(1, 0));
        let (used, offset) = self.offset(m, column, tile, next);
        let vector = m.add(next, offset);
        let is_there = m.and(turns, used);
        let overflow = overflow.map(|overflow| m.and(overflow, is_there));
        Point { is_there, place, vector: [odd, vector], parts, overflow }
    }

    /// Multiplies the word of a column by its twiddle factor.
    fn turned(
        &self,
        m: &mut Module,
        turn: &TurnParts,
        column: usize,
        (word, word_overflow): ([Net; 2], Option<Net>),
    ) -> ([Net; 2], Option<Net>) {
        let Columns { plan, program, .. } = self;
        let round_cycles = if self.sums.is_some() { ROUND_CYCLES } else { 0 };
        let late = plan.column_cycles() + column + round_cycles - COEFFICIENT_CYCLES;
        let at = m.delay(program.factor, late as u32);
        let factor = self.factor(m, column, at);
        let product = turn.operators.product(m, &format!("turn{column}"), word, &factor);
        let Some(module) = &turn.products else { return (product, None) };
        let (parts, overflow) = rounded(m, module, &format!("turned{column}"), product, None);
        let earlier = word_overflow.map(|earlier| m.delay(earlier, (plan.turn_cycles() - ROUND_CYCLES) as u32));
        (parts, [overflow, earlier].into_iter().flatten().reduce(|a, b| m.or(a, b)))
    }

    /// Rounds a sum to a point, or to the word that is multiplied by a twiddle factor, and tells whether it is too large.
    fn word(&self, m: &mut Module, column: usize, sum: [Net; 2], late: u32) -> ([Net; 2], Option<Net>) {
        let Some(module) = &self.sums else { return (sum, None) };
        let shifts = self.plan.pre_shifts();
        let most = shifts.iter().copied().max().unwrap_or(0);
        let shift = (most > 0).then(|| {
            let tile = self.program.tile.map(|tile| m.delay(tile, late));
            let of_tiles =
                self.plan.tiles().iter().map(|tile| shifts.get(tile.step).copied().unwrap_or(0).into()).collect();
            by_tile(m, tile, address_bits(most as usize + 1), of_tiles)
        });
        rounded(m, module, &format!("sum{column}"), sum, shift)
    }

    /// Adds the table of the twiddle factors of a column. Returns both parts, [`COEFFICIENT_CYCLES`] later.
    fn factor(&self, m: &mut Module, column: usize, at: Net) -> Vec<Net> {
        let plan = self.plan;
        let bits = plan.turn.as_ref().map_or(0, |turn| turn.product.factor_bits());
        let mut words = vec![0u128; plan.factor_words()];
        for (step, now) in plan.steps.iter().enumerate() {
            let Some(factors) = &now.factors else { continue };
            for group in 0..plan.groups(step) {
                let row = group * plan.cells.columns + column;
                for vector in (0..now.rest).filter(|_| row < now.radix()) {
                    let parts = factors.at(row, plan.factor_column(step, vector));
                    let word = parts.iter().rev().fold(0, |word, part| word << bits | u128::from(*part) & mask(bits));
                    words[plan.first_factor(step) + group * now.rest + vector] = word;
                }
            }
        }
        let found = match words.len() {
            1 => m.constant(2 * bits, words[0]),
            _ => m.rom(at, 2 * bits, words),
        };
        let found = match m.constant_value(found) {
            Some(_) => found,
            None => (0..COEFFICIENT_CYCLES).fold(found, |found, _| m.register(found, None)),
        };
        (0..2).map(|part| m.slice(found, part * bits, bits)).collect()
    }

    /// Returns whether the column has a result of the tile, and how far its vector is after that of the first result.
    fn offset(&self, m: &mut Module, column: usize, tile: Option<Net>, next: Net) -> (Net, Net) {
        let plan = self.plan;
        let result = |tile: &Tile| {
            Some(tile.group * plan.cells.columns + column).filter(|row| *row < plan.steps[tile.step].results())
        };
        let tiles = plan.tiles();
        let uses = tiles.iter().map(|tile| u128::from(result(tile).is_some())).collect();
        let used = by_tile(m, tile, 1, uses);
        let offset = |tile: &Tile| {
            let rest = plan.steps.get(tile.step + 1).map_or(0, |next| next.rest);
            result(tile).map_or(0, |row| (row * rest) as u128)
        };
        let bits = m.width(next);
        (used, by_tile(m, tile, bits, tiles.iter().map(offset).collect()))
    }
}

/// Returns the word of a tile.
fn by_tile(m: &mut Module, tile: Option<Net>, bits: u32, words: Vec<u128>) -> Net {
    match tile {
        Some(tile) => m.rom(tile, bits, words),
        None => m.constant(bits, words[0]),
    }
}

/// Rounds both parts of a word. Returns them [`ROUND_CYCLES`] later, with whether one was too large.
fn rounded(
    m: &mut Module,
    module: &Arc<Module>,
    label: &str,
    word: [Net; 2],
    shift: Option<Net>,
) -> ([Net; 2], Option<Net>) {
    let outputs = [0, 1].map(|part: usize| {
        let inputs = [Some(word[part]), shift].into_iter().flatten().map(|net| vec![net]).collect();
        m.instance(format!("round_{label}_{}", PARTS[part]), module, inputs).concat()
    });
    let parts = [0, 1].map(|part: usize| m.register(outputs[part][0], None));
    let overflows = [0, 1].map(|part: usize| outputs[part][1]);
    let overflow = m.or(overflows[0], overflows[1]);
    (parts, Some(m.register(overflow, None)))
}

impl StepsPlan {
    /// Returns the left shifts of sums before their common rounding, for each step but the last.
    pub fn pre_shifts(&self) -> Vec<u32> {
        let dropped: Vec<u32> = self.word_roundings().map(|rounding| rounding.dropped_bits).collect();
        let most = dropped.iter().copied().max().unwrap_or(0);
        dropped.into_iter().map(|dropped| most - dropped).collect()
    }

    /// Returns the rounding of sums of all steps but the last, after their left shifts. `None` in floating point.
    fn common_rounding(&self) -> Option<FixedSums> {
        self.word_roundings().max_by_key(|rounding| rounding.dropped_bits)
    }

    /// Returns the roundings of sums to points, or to words that are multiplied by twiddle factors.
    fn word_roundings(&self) -> impl Iterator<Item = FixedSums> + '_ {
        self.steps[..self.steps.len() - 1].iter().filter_map(|step| match (&self.turn, step.product().sums) {
            (Some(_), _) => step.word_rounding(),
            (None, Sums::Fixed(sums)) => Some(sums),
            (None, Sums::Float(_)) => None,
        })
    }
}
