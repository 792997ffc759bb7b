//! The core: points of a batch in memories, cells, twiddle factors, memories between steps, and results in memories.

use super::super::places::Tile;
use super::super::plan::StepsPlan;
use super::columns::{result_store, Columns, Point};
use super::program::Program;
use super::results::results;
use super::rows::{input_lanes, rows, step_lanes};
use super::spread::{spread, sticky};
use crate::format::Format;
use crate::matrix::lower::operators::Operators;
use crate::matrix::lower::ports::Ports;
use crate::matrix::lower::rounding::{outputs, Earlier, Leaving};
use crate::matrix::lower::store::Store;
use crate::matrix::systolic::cell_array::CellArray;
use crate::matrix::systolic::grid::grid;
use crate::parts::Reset;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of
/// a core without ports around it.
#[hdl]
pub fn core(name: &str, prefix: &str, plan: &StepsPlan, format: Format, alone: Option<Reset>) -> Module {
    let timing = plan.timing();
    let doc = format!(
        "{}: {}. A batch has {} beats of a point; latency {} cycles. in_start marks a batch's first beat; batches \
         start at least {} cycles apart.",
        plan.title(),
        plan.description(),
        timing.beats[0],
        timing.latency,
        timing.interval
    );
    let m = Builder::new(name, doc);
    let ports = Ports::new(&m, 1, format.bits(), alone);
    let operators = Operators::new(prefix, plan.widest());
    let inputs = input_lanes(plan, &ports);
    let program = Program::new(plan, ports.start);
    let between = step_lanes(&m, plan, format.bits());
    let rows = rows(&m, plan, &operators, &program, &inputs, &between, format.bits());
    let tiles = plan.tiles();
    let coefficient = |tile: usize, place: [usize; 2]| plan.coefficient(tiles[tile], place);
    let array =
        CellArray { product: plan.widest(), cells: plan.cells, tiles: tiles.len(), coefficient: Some(&coefficient) };
    let sums = grid(&m, prefix, &array, &operators, rows);
    let earlier = turned(&m, prefix, plan, &program, &between, &sums);
    // Columns beyond the results of a vector have none.
    let used = plan.steps[plan.steps.len() - 1].results().min(plan.cells.columns);
    let columns = sums.into_iter().take(used).enumerate();
    let stores: Vec<Store> = columns.map(|(column, sum)| result_store(plan, &program, column, sum)).collect();
    let (start, parts) = results(plan, ports.start, &stores);
    outputs(prefix, plan.widest(), Leaving { start, sums: vec![parts], beats: timing.beats[1], earlier });
    m.finish()
}

/// Adds the way from the columns to the next step. Returns whether a word of a batch was too large.
fn turned<'m>(
    m: &'m Builder,
    prefix: &str,
    plan: &StepsPlan,
    program: &Program<'m>,
    between: &[Store<'m>],
    sums: &[[Sig<'m>; 2]],
) -> Option<Earlier<'m>> {
    if plan.steps.len() == 1 {
        return None;
    }
    let columns = Columns::new(m, prefix, plan, program);
    let points: Vec<Point> = sums.iter().enumerate().map(|(column, sum)| columns.point(column, *sum)).collect();
    spread(m, between, &points);
    // The first point of a batch comes after all those of the batch before it.
    let interval = plan.timing.interval;
    let begin = Pulse::new(program.first, interval).later(plan.write_cycles() - 1).now();
    let overflow = sticky(begin, &points)?;
    // The last row reads its last point that long after the last slot.
    let rows = plan.cells.rows * plan.adder_cycles();
    let done = Pulse::new(program.last, interval).later(rows).now();
    let timing = plan.timing();
    let ends = timing.latency + timing.beats[1];
    let last = plan.steps.len() - 1;
    let pulses = ends.saturating_sub(plan.timing.starts[last] + plan.step_slots(last) + rows).div_ceil(interval);
    Some(Earlier::Frame { frame: [done, overflow], pulses: pulses.max(1) })
}

impl StepsPlan {
    /// Returns the coefficient of a tile at a row and a column of cells, which is zero beyond points and results.
    fn coefficient(&self, tile: Tile, [row, column]: [usize; 2]) -> [u64; 2] {
        let (step, result) = (&self.steps[tile.step], tile.group * self.cells.columns + column);
        match row < step.radix() && result < step.results() {
            true => step.products[tile.matrix].coefficients.at(result, row),
            false => [0; 2],
        }
    }
}
