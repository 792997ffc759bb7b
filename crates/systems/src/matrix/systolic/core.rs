//! The netlist of a systolic array: points of a batch in memories, cells, sums of tiles, and results in memories.

use super::cell_array::CellArray;
use super::grid::{grid, Row};
use super::load::{loads, with_bank};
use super::plan::SystolicPlan;
use crate::format::Format;
use crate::lower::control::{delay_pulse, frame_fifo};
use crate::lower::delay_lines::DelayLines;
use crate::lower::{Ports, Reset};
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::load::Loads;
use crate::matrix::lower::operators::{Operators, PARTS};
use crate::matrix::lower::places::{address, Term};
use crate::matrix::lower::results::selected;
use crate::matrix::lower::rounding::{outputs, Leaving};
use crate::matrix::lower::store::{toggle, Store};
use crate::matrix::plan::SELECT_CYCLES;
use crate::matrix::sums::Sums;
use crate::rtl::memories::Memories;
use crate::rtl::{address_bits, Module, Net};

/// Signals of a slot for the cells of the first row and column.
struct Slot {
    /// Bank of the points, and their address.
    place: [Net; 2],
    /// Number of the tile, and the bank of a matrix that is loaded. `None` if there is one tile, and one bank.
    tile: Option<Net>,
    /// Whether the tile is the first of its rows.
    is_first: Net,
    /// Whether the sums of the slot are results.
    is_last: Net,
    /// Bank of the results, and their address.
    to: [Net; 2],
}

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of a core without
/// ports around it.
pub fn core(name: &str, prefix: &str, plan: &SystolicPlan, format: Format, alone: Option<Reset>) -> Module {
    let timing = plan.timing();
    let doc = format!(
        "{}: {}. A batch has {} beats of a point, and its results {} beats; latency {} cycles. in_start marks a batch's first beat; batches \
         start at least {} cycles apart.",
        plan.product.title(),
        plan.description(),
        timing.beats[0],
        timing.beats[1],
        timing.latency,
        timing.interval
    );
    let mut m = Module::new(name, doc);
    let ports = Ports::inputs_with(&mut m, 1, format.bits(), alone.unwrap_or_default());
    let operators = Operators::new(prefix, &plan.product);
    let lanes = lanes(&mut m, plan, &ports);
    let loads = plan.product.coefficients.is_loaded.then(|| {
        let wait = plan.first_slot() + plan.skew_cycles() + 1;
        Loads::new(&mut m, &plan.product, &operators, (ports.start, wait))
    });
    let slot = slot(&mut m, plan, ports.start, loads.as_ref());
    let rows = rows(&mut m, plan, &operators, (&lanes, &slot), loads.as_ref());
    let sums = cells(&mut m, prefix, plan, (ports.enable, &operators), rows);
    let stores: Vec<Store> = sums
        .into_iter()
        .enumerate()
        .map(|(column, sum)| results(&mut m, plan, &operators, column, (sum, &slot)))
        .collect();
    let pulse = delay_pulse(&mut m, ports.start, plan.first_result(), timing.interval);
    let [_, groups] = plan.tiles();
    let values = [("column", plan.cells.columns), ("group", groups), ("frame", plan.batch)];
    let run = CycleCounter::new(&mut m, "result", pulse, &values);
    let bank = toggle(&mut m, "result_batch", pulse);
    let address = batch_address(&mut m, plan, &run, [1, 2], groups);
    let sums = selected(&mut m, &stores, [bank, address], run.digits[0]);
    let start = (0..SELECT_CYCLES).fold(pulse, |pulse, _| m.register(pulse, Some(0)));
    let sums = match &loads {
        Some(loads) => {
            let cycles = plan.first_result() + SELECT_CYCLES;
            loads.masked(&mut m, [ports.start, start], [cycles, timing.interval], sums.to_vec())
        }
        None => sums.to_vec(),
    };
    outputs(&mut m, prefix, &plan.product, Leaving { start, sums, beats: timing.beats[1], earlier: None });
    if let Some(loads) = loads {
        m.output("load_ready", loads.ready);
    }
    m
}

/// Adds the memories of the points: a lane for each row of cells, with the points of a batch in two banks. A row takes its points an addition
/// after the row above it, as its cells take them, so that two banks are enough.
fn lanes(m: &mut Module, plan: &SystolicPlan, ports: &Ports) -> Vec<Store> {
    let (rows, [across, _]) = (plan.cells.rows, plan.tiles());
    let values = [("lane", rows), ("tile", across), ("frame", plan.batch)];
    let counter = CycleCounter::new(m, "coming", ports.start, &values);
    let bank = toggle(m, "coming_batch", ports.start);
    let address = batch_address(m, plan, &counter, [1, 2], across);
    let number = counter.digit(m, 0, address_bits(rows));
    let mut coming = [counter.is_active, number, bank, address, ports.data[0], ports.data[1]];
    (0..rows)
        .map(|lane| {
            if lane > 0 {
                coming = coming.map(|net| m.delay(net, plan.adder_cycles() as u32));
            }
            let [is_active, number, bank, address, re, im] = coming;
            let store = Store::new(m, &format!("points{lane}"), across * plan.batch, m.width(re), true);
            let is_here = m.eq_const(number, lane as u128);
            let enable = if rows > 1 { m.and(is_active, is_here) } else { is_active };
            store.write(m, enable, [bank, address], [re, im]);
            store
        })
        .collect()
}

/// Returns the address of a frame in the memory of tiles: frames of a tile follow each other. `digits`: those of the tile and of the frame.
fn batch_address(m: &mut Module, plan: &SystolicPlan, run: &CycleCounter, digits: [usize; 2], tiles: usize) -> Net {
    let [tile, frame] = digits;
    let terms = [Term::new(tile, tiles, plan.batch), Term::new(frame, plan.batch, 1)];
    address(m, run, &terms, tiles * plan.batch)
}

/// Adds the counters of the slots of a batch.
fn slot(m: &mut Module, plan: &SystolicPlan, start: Net, loads: Option<&Loads>) -> Slot {
    let [across, groups] = plan.tiles();
    let pulse = delay_pulse(m, start, plan.first_slot(), plan.slots());
    let run = CycleCounter::new(m, "going", pulse, &[("frame", plan.batch), ("tile", across), ("group", groups)]);
    let bank = toggle(m, "going_batch", pulse);
    let place = batch_address(m, plan, &run, [1, 0], across);
    let to = batch_address(m, plan, &run, [2, 0], groups);
    let tiles = across * groups;
    let tile = (tiles > 1).then(|| {
        let bits = address_bits(tiles);
        let first = match run.digits[2] {
            Some(group) => m.rom(group, bits, (0..groups).map(|group| (group * across) as u128).collect::<Vec<_>>()),
            None => m.constant(bits, 0),
        };
        let place = run.digit(m, 1, bits);
        m.add(first, place)
    });
    let tile = match loads {
        Some(loads) => {
            let bank = frame_fifo(m, [start, loads.bank], pulse, plan.first_slot(), plan.slots());
            Some(with_bank(m, tile, bank))
        }
        None => tile,
    };
    let is_tile = |m: &mut Module, number: usize| match run.digits[1] {
        Some(tile) => m.eq_const(tile, number as u128),
        None => m.constant(1, 1),
    };
    let (is_first, is_last) = (is_tile(m, 0), is_tile(m, across - 1));
    let is_last = m.and(run.is_active, is_last);
    Slot { place: [bank, place], tile, is_first, is_last, to: [bank, to] }
}

/// Adds the reads of the points, a row an addition after the row above it, and the way of coefficients that are loaded.
fn rows(
    m: &mut Module,
    plan: &SystolicPlan,
    operators: &Operators,
    (lanes, slot): (&[Store], &Slot),
    coming: Option<&Loads>,
) -> Vec<Row> {
    let mut loads = coming.map_or(vec![], |coming| loads(m, plan, &coming.word)).into_iter();
    let rows = lanes.iter().enumerate().map(|(row, lane)| {
        let late = (row * plan.adder_cycles()) as u32;
        let place = slot.place.map(|net| m.delay(net, late));
        let tile = slot.tile.map(|net| m.delay(net, late + plan.product.factor_cycles() as u32));
        let point = lane.read(m, place).map(|part| m.register(part, None));
        Row { point: operators.factors(m, &format!("row{row}"), point).to_vec(), tile, load: loads.next() }
    });
    rows.collect()
}

/// Adds the cells. Returns the sums of tiles at the ends of the columns.
fn cells(
    m: &mut Module,
    prefix: &str,
    plan: &SystolicPlan,
    (enable, operators): (Net, &Operators),
    rows: Vec<Row>,
) -> Vec<[Net; 2]> {
    let [across, down] = plan.tiles();
    let coefficient = |tile: usize, [row, column]: [usize; 2]| {
        let [place, group] = [tile % across, tile / across];
        plan.product.coefficients.at(group * plan.cells.columns + column, place * plan.cells.rows + row)
    };
    let is_loaded = plan.product.coefficients.is_loaded;
    let coefficient: Option<&dyn Fn(usize, [usize; 2]) -> [u64; 2]> = if is_loaded { None } else { Some(&coefficient) };
    let array = CellArray { product: &plan.product, cells: plan.cells, tiles: across * down, coefficient };
    grid(m, prefix, &array, (enable, operators), rows)
}

/// Adds the sums of all tiles of a column, and the memory of its results.
fn results(
    m: &mut Module,
    plan: &SystolicPlan,
    operators: &Operators,
    column: usize,
    (sum, slot): ([Net; 2], &Slot),
) -> Store {
    let sum = match plan.has_accumulators() {
        true => accumulated(m, plan, operators, column, (sum, slot.is_first)),
        false => sum,
    };
    let [_, groups] = plan.tiles();
    let store = Store::new(m, &format!("sums{column}"), groups * plan.batch, operators.sum_bits(), true);
    let late = (plan.sum_cycles() + column) as u32;
    let [enable, bank, address] = [slot.is_last, slot.to[0], slot.to[1]].map(|net| m.delay(net, late));
    store.write(m, enable, [bank, address], sum);
    store
}

/// Adds the sum of a tile to that of the tiles before it, a batch ago.
fn accumulated(
    m: &mut Module,
    plan: &SystolicPlan,
    operators: &Operators,
    column: usize,
    (tile, is_first): ([Net; 2], Net),
) -> [Net; 2] {
    let bits = operators.sum_bits();
    let is_first = m.delay(is_first, (plan.column_cycles() + column) as u32);
    let waits = plan.batch - plan.adder_cycles();
    let (lines, ends) = match waits {
        0 => (None, None),
        _ => {
            let (lines, ends) = DelayLines::open(m, &Memories::default(), bits, 2, waits);
            (Some(lines), Some(ends))
        }
    };
    let zero = m.constant(bits, 0);
    let sums = [0, 1].map(|part| {
        let label = format!("total{column}_{}", PARTS[part]);
        match plan.product.sums {
            Sums::Fixed(_) => {
                let total = m.state(bits, None);
                m.name(total, label);
                let before = m.mux(is_first, zero, ends.as_ref().map_or(total, |ends| ends[part]));
                let sum = m.add(before, tile[part]);
                m.drive(total, sum);
                total
            }
            Sums::Float(_) => {
                let (number, total) = operators.open_adder(m, &label);
                let before = m.mux(is_first, zero, ends.as_ref().map_or(total, |ends| ends[part]));
                crate::matrix::lower::operators::close_adder(m, number, [before, tile[part]]);
                total
            }
        }
    });
    if let Some(lines) = lines {
        lines.close(m, &sums);
    }
    sums
}
