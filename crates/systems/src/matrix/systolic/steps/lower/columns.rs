//! Columns of cells: sums are results, or they are multiplied by twiddle factors on their way to the next step.

use super::super::places::Tile;
use super::super::plan::StepsPlan;
use super::program::Program;
use super::rows::narrowed;
use crate::matrix::lower::element::looked_up;
use crate::matrix::lower::operators::{Operators, PARTS};
use crate::matrix::lower::store::{halves, Store};
use crate::matrix::plan::{COEFFICIENT_CYCLES, ROUND_CYCLES};
use crate::matrix::sums::{FixedSums, Sums};
use crate::operators::fixed::OutputRounding;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, mask, Module};
use std::sync::Arc;

/// A point on its way to the next step.
pub struct Point<'m> {
    /// Whether there is one.
    pub is_there: Sig<'m>,
    /// Its place in its vector.
    pub place: Sig<'m>,
    /// Block of the memory, and the number of the vector.
    pub vector: [Sig<'m>; 2],
    /// Real and imaginary part.
    pub parts: [Sig<'m>; 2],
    /// Whether a word was too large, in fixed point.
    pub overflow: Option<Sig<'m>>,
}

/// The parts of a word, and whether it was too large, in fixed point.
type Word<'m> = ([Sig<'m>; 2], Option<Sig<'m>>);

/// Adds the memories of the results of a column. `column`: its number.
pub fn result_store<'m>(plan: &StepsPlan, program: &Program<'m>, column: usize, sum: [Sig<'m>; 2]) -> Store<'m> {
    let last = plan.steps.len() - 1;
    let (m, bits) = (sum[0].builder(), sum[0].width());
    let store = Store::new(m, &format!("sums{column}"), plan.step_slots(last), bits, true);
    let late = |signal: Sig<'m>| signal.later((plan.column_cycles() + column) as u32);
    let address = narrowed(late(program.result), store.address_bits());
    store.write(late(program.steps[last]), [late(program.odd_out), address], sum);
    store
}

/// What the columns have in common.
pub struct Columns<'a, 'm> {
    m: &'m Builder,
    plan: &'a StepsPlan,
    program: &'a Program<'m>,
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

impl<'a, 'm> Columns<'a, 'm> {
    /// Builds operators and roundings. The names of their modules begin with `prefix`.
    pub fn new(m: &'m Builder, prefix: &str, plan: &'a StepsPlan, program: &'a Program<'m>) -> Self {
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
        Columns { m, plan, program, turn, sums }
    }

    /// Makes the sums of a column points for the next step, [`StepsPlan::turn_cycles`] later.
    pub fn point(&self, column: usize, sum: [Sig<'m>; 2]) -> Point<'m> {
        let Columns { m, plan, program, .. } = self;
        let sum_late = (plan.column_cycles() + column) as u32;
        let word = self.word(column, sum, sum_late);
        let late = |signal: Sig<'m>| signal.later(sum_late + plan.turn_cycles() as u32);
        let (parts, overflow) = match &self.turn {
            None => word,
            Some(turn) => self.turned(turn, column, word),
        };
        let turns = m.any_of(program.steps[..plan.steps.len() - 1].iter().copied());
        let odd = plan.odd_steps(m, &program.steps, 1);
        let next = late(program.next);
        let (used, offset) = self.offset(column, program.tile.map(late), next.width());
        let is_there = late(turns) & used;
        let overflow = overflow.map(|overflow| overflow & is_there);
        Point { is_there, place: late(program.digit), vector: [late(odd), next + offset], parts, overflow }
    }

    /// Multiplies the word of a column by its twiddle factor.
    fn turned(&self, turn: &TurnParts, column: usize, (word, word_overflow): Word<'m>) -> Word<'m> {
        let Columns { plan, program, .. } = self;
        let round_cycles = if self.sums.is_some() { ROUND_CYCLES } else { 0 };
        let late = plan.column_cycles() + column + round_cycles - COEFFICIENT_CYCLES;
        let factor = self.factor(column, program.factor.later(late as u32));
        let product = turn.operators.product(&format!("turn{column}"), word, &factor);
        let Some(module) = &turn.products else { return (product, None) };
        let (parts, overflow) = rounded(module, &format!("turned{column}"), product, None);
        let earlier = word_overflow.map(|earlier| earlier.later((plan.turn_cycles() - ROUND_CYCLES) as u32));
        (parts, overflow.into_iter().chain(earlier).reduce(|any, one| any | one))
    }

    /// Rounds a sum to a point, or to the word that is multiplied by a twiddle factor, and tells whether it is too
    /// large.
    fn word(&self, column: usize, sum: [Sig<'m>; 2], late: u32) -> Word<'m> {
        let Some(module) = &self.sums else { return (sum, None) };
        let shifts = self.plan.pre_shifts();
        let most = shifts.iter().copied().max().unwrap_or(0);
        let shift = (most > 0).then(|| {
            let tile = self.program.tile.map(|tile| tile.later(late));
            let shift_of = |tile: &Tile| shifts.get(tile.step).copied().unwrap_or(0).into();
            let of_tiles = self.plan.tiles().iter().map(shift_of).collect();
            self.by_tile(tile, address_bits(most as usize + 1), of_tiles)
        });
        rounded(module, &format!("sum{column}"), sum, shift)
    }

    /// Adds the table of the twiddle factors of a column. Returns both parts, [`COEFFICIENT_CYCLES`] later.
    fn factor(&self, column: usize, at: Sig<'m>) -> [Sig<'m>; 2] {
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
        halves(looked_up(self.m, (words.len() > 1).then_some(at), 2 * bits, words))
    }

    /// Whether the column has a result of the tile, and how far its vector is after that of the first result, in `bits`
    /// bits.
    fn offset(&self, column: usize, tile: Option<Sig<'m>>, bits: u32) -> (Sig<'m>, Sig<'m>) {
        let plan = self.plan;
        let result = |tile: &Tile| {
            Some(tile.group * plan.cells.columns + column).filter(|row| *row < plan.steps[tile.step].results())
        };
        let tiles = plan.tiles();
        let uses = tiles.iter().map(|tile| u128::from(result(tile).is_some())).collect();
        let offset = |tile: &Tile| {
            let rest = plan.steps.get(tile.step + 1).map_or(0, |next| next.rest);
            result(tile).map_or(0, |row| (row * rest) as u128)
        };
        (self.by_tile(tile, 1, uses), self.by_tile(tile, bits, tiles.iter().map(offset).collect()))
    }

    /// The word of a tile.
    fn by_tile(&self, tile: Option<Sig<'m>>, bits: u32, words: Vec<u128>) -> Sig<'m> {
        match tile {
            Some(tile) => self.m.rom(tile, bits, words),
            None => self.m.constant(bits, words[0]),
        }
    }
}

/// Rounds both parts of a word. Returns them [`ROUND_CYCLES`] later, with whether one was too large.
fn rounded<'m>(module: &Arc<Module>, label: &str, word: [Sig<'m>; 2], shift: Option<Sig<'m>>) -> Word<'m> {
    let m = word[0].builder();
    let [re, im] = [0, 1].map(|part: usize| {
        m.operate(format!("round_{label}_{}", PARTS[part]), module, [word[part]].into_iter().chain(shift))
    });
    ([re[0], im[0]].map(Sig::register), Some((re[1] | im[1]).register()))
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
