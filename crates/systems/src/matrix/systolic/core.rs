//! The netlist of a systolic array: points of a batch in memories, cells, sums of tiles, and results in memories.

use super::cell_array::CellArray;
use super::grid::{grid, Row};
use super::lanes::{lanes, Arrival};
use super::load::{loads, with_bank};
use super::plan::SystolicPlan;
use crate::error::counted;
use crate::format::Format;
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::load::Loads;
use crate::matrix::lower::operators::Operators;
use crate::matrix::lower::places::{address, Term};
use crate::matrix::lower::ports::Ports;
use crate::matrix::lower::results::selected;
use crate::matrix::lower::rounding::{outputs, Leaving};
use crate::matrix::lower::store::{toggle, Store};
use crate::matrix::plan::SELECT_CYCLES;
use crate::parts::Reset;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Signals of a slot for the cells of the first row and column.
struct Slot<'m> {
    /// Bank of the points, and their address.
    place: [Sig<'m>; 2],
    /// Number of the tile, and the bank of a matrix that is loaded. `None` if there is one tile, and one bank.
    tile: Option<Sig<'m>>,
    /// Whether the tile is the first of its rows.
    is_first: Sig<'m>,
    /// Whether the sums of the slot are results.
    is_last: Sig<'m>,
    /// Bank of the results, and their address.
    to: [Sig<'m>; 2],
}

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of
/// a core without ports around it.
#[hdl]
pub fn core(name: &str, prefix: &str, plan: &SystolicPlan, format: Format, alone: Option<Reset>) -> Module {
    let timing = plan.timing();
    let doc = format!(
        "{}: {}. A batch has {} beats of {}, and its results {} beats; latency {} cycles. in_start marks a batch's \
         first beat; batches start at least {} cycles apart.",
        plan.product.title(),
        plan.description(),
        timing.beats[0],
        if plan.width == 1 { "a point".into() } else { counted(plan.width, "point") },
        timing.beats[1],
        timing.latency,
        timing.interval
    );
    let m = Builder::new(name, doc);
    let ports = Ports::new(&m, plan.width, format.bits(), alone);
    let start = ports.start;
    let operators = Operators::new(prefix, &plan.product);
    let lanes = input_lanes(plan, &ports);
    let wait = plan.first_slot() + plan.skew_cycles() + 1;
    let loads = plan.product.coefficients.is_loaded.then(|| Loads::new(&plan.product, &operators, start, wait));
    let slot = slot(plan, start, loads.as_ref());
    let rows = rows(plan, &operators, &lanes, &slot, loads.as_ref());
    let cells = cells(&m, prefix, plan, &operators, rows).into_iter().enumerate();
    let stores: Vec<Store> = cells.map(|(column, sum)| results(plan, &operators, column, sum, &slot)).collect();

    let pulse = Pulse::new(start, timing.interval).later(plan.first_result()).now();
    let [_, groups] = plan.tiles();
    let values = [("column", plan.cells.columns / plan.width), ("group", groups), ("frame", plan.batch)];
    let run = CycleCounter::new("result", pulse, &values);
    let place = [toggle("result_batch", pulse), batch_address(plan, &run, [1, 2], groups)];
    let read = (0..plan.width).map(|lane| selected(stores.iter().skip(lane).step_by(plan.width), place, run.digits[0]));
    let late = pulse.later_with_reset(SELECT_CYCLES as u32);
    let cycles = plan.first_result() + SELECT_CYCLES;
    let sums = match &loads {
        Some(loads) => read.map(|sum| loads.masked([start, late], [cycles, timing.interval], sum)).collect(),
        None => read.collect(),
    };
    outputs(prefix, &plan.product, Leaving { start: late, sums, beats: timing.beats[1], earlier: None });
    if let Some(loads) = loads {
        m.output("load_ready", loads.ready);
    }
    m.finish()
}

/// Adds the memories of the points: a lane for each row of cells, with the points of a batch in two banks.
#[hdl]
fn input_lanes<'m>(plan: &SystolicPlan, Ports { start, points }: &Ports<'m>) -> Vec<Store<'m>> {
    let (rows, [across, _]) = (plan.cells.rows, plan.tiles());
    let groups = rows / plan.width;
    let values = [("lane", groups), ("tile", across), ("frame", plan.batch)];
    let coming = CycleCounter::new("coming", *start, &values);
    let bank = toggle("coming_batch", *start);
    let address = batch_address(plan, &coming, [1, 2], across);
    let lane = coming.digit(0, address_bits(groups));
    let arrival =
        |[re, im]: &[Sig<'m>; 2]| Arrival { is_active: coming.is_active, lane, bank, address, re: *re, im: *im };
    let beat: Vec<Arrival> = points.iter().map(arrival).collect();
    lanes(&beat, rows, across * plan.batch, plan.adder_cycles() as u32)
}

/// The address of a frame in the memory of tiles: frames of a tile follow each other. `digits`: those of the tile and
/// of the frame.
fn batch_address<'m>(plan: &SystolicPlan, run: &CycleCounter<'m>, digits: [usize; 2], tiles: usize) -> Sig<'m> {
    let [tile, frame] = digits;
    let terms = [Term::new(tile, tiles, plan.batch), Term::new(frame, plan.batch, 1)];
    address(run, &terms, tiles * plan.batch)
}

/// Adds the counters of the slots of a batch.
#[hdl]
fn slot<'m>(plan: &SystolicPlan, start: Sig<'m>, loads: Option<&Loads<'m>>) -> Slot<'m> {
    let m = start.builder();
    let [across, groups] = plan.tiles();
    let pulse = Pulse::new(start, plan.interval()).later(plan.first_slot()).now();
    let run = CycleCounter::new("going", pulse, &[("frame", plan.batch), ("tile", across), ("group", groups)]);
    let bank = toggle("going_batch", pulse);
    let place = batch_address(plan, &run, [1, 0], across);
    let to = batch_address(plan, &run, [2, 0], groups);
    let number = plan.tile_number(m, run.digits[1], run.digits[2]);
    let depth = plan.first_slot().div_ceil(plan.interval());
    let loaded = loads.map(|loads| with_bank(number, loads.bank.queued(start, pulse, depth)));
    let is_tile = |number: usize| run.digits[1].map_or(m.constant(1, 1), |tile| tile.is(number));
    let is_first = is_tile(0);
    let is_last = run.is_active & is_tile(across - 1);
    Slot { place: [bank, place], tile: loaded.or(number), is_first, is_last, to: [bank, to] }
}

/// Adds the reads of the points, a row an addition after the row above it, and the way of coefficients that are loaded.
fn rows<'m>(
    plan: &SystolicPlan,
    operators: &Operators,
    lanes: &[Store<'m>],
    slot: &Slot<'m>,
    coming: Option<&Loads<'m>>,
) -> Vec<Row<'m>> {
    let mut loads = coming.map_or(vec![], |coming| loads(plan, &coming.word)).into_iter();
    let rows = lanes.iter().enumerate().map(|(row, lane)| {
        let late = (row * plan.adder_cycles()) as u32;
        let tile = slot.tile.map(|tile| tile.later(late + plan.product.factor_cycles() as u32));
        let point = lane.read(slot.place.map(|signal| signal.later(late))).map(Sig::register);
        Row { point: operators.factors(&format!("row{row}"), point), tile, load: loads.next() }
    });
    rows.collect()
}

/// Adds the cells. Returns the sums of tiles at the ends of the columns.
fn cells<'m>(
    m: &'m Builder,
    prefix: &str,
    plan: &SystolicPlan,
    operators: &Operators,
    rows: Vec<Row<'m>>,
) -> Vec<[Sig<'m>; 2]> {
    let [across, down] = plan.tiles();
    let coefficient = |tile: usize, [row, column]: [usize; 2]| {
        let [place, group] = [tile % across, tile / across];
        plan.product.coefficients.at(group * plan.cells.columns + column, place * plan.cells.rows + row)
    };
    let is_loaded = plan.product.coefficients.is_loaded;
    let coefficient: Option<&dyn Fn(usize, [usize; 2]) -> [u64; 2]> = if is_loaded { None } else { Some(&coefficient) };
    let array = CellArray { product: &plan.product, cells: plan.cells, tiles: across * down, coefficient };
    grid(m, prefix, &array, operators, rows)
}

/// Adds the sums of all tiles of a column, and the memory of its results.
fn results<'m>(
    plan: &SystolicPlan,
    operators: &Operators,
    column: usize,
    sum: [Sig<'m>; 2],
    slot: &Slot<'m>,
) -> Store<'m> {
    let total = match plan.has_accumulators() {
        true => {
            // The sum of a tile is added to that of the tiles before it, a batch ago.
            let is_first = slot.is_first.later((plan.column_cycles() + column) as u32);
            let waits = plan.batch - plan.adder_cycles();
            operators.accumulated(&format!("total{column}"), sum, Some((is_first, waits)))
        }
        false => sum,
    };
    let [_, groups] = plan.tiles();
    let words = groups * plan.batch;
    let store = Store::new(sum[0].builder(), &format!("sums{column}"), words, operators.sum_bits(), true);
    let late = |signal: Sig<'m>| signal.later((plan.sum_cycles() + column) as u32);
    store.write(late(slot.is_last), slot.to.map(late), total);
    store
}
