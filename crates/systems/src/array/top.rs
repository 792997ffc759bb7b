//! The netlist of an array: elements, and the links between neighbours.

use super::edges::{row_ports, Given};
use super::plan::Plan;
use crate::parts::Reset;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};
use std::sync::Arc;

/// Axes of links.
const AXES: [&str; 2] = ["row", "column"];

/// Elements in their places.
struct Grid<'a, 'm> {
    m: &'m Builder,
    plan: &'a Plan,
    /// `elements[y][x]`.
    elements: Vec<Vec<Placed<'m>>>,
}

/// Builds the top module. Frames come by the west edges of the rows and leave by the east edges.
pub(super) fn top(name: &str, title: &str, plan: &Plan, reset: Reset, element: &Arc<Module>) -> Module {
    let m = Builder::new(name, title);
    m.with(|m| reset.port(m));
    connect(&m, name, plan, element);
    m.finish()
}

/// Adds the ports and the elements.
#[hdl]
fn connect(m: &Builder, name: &str, plan: &Plan, element: &Arc<Module>) {
    let [columns, rows] = plan.topology.lengths();
    let ports = row_ports(m, name, plan);
    let place = |x, y| m.place(format!("element_{x}_{y}"), element.clone());
    let elements: Vec<Vec<Placed>> = (0..rows).map(|y| (0..columns).map(|x| place(x, y)).collect()).collect();
    let grid = Grid { m, plan, elements };
    let first = grid.at([0, 0]);
    let start = ports.start(first.out("waiting"), first.out("loading"));
    for y in 0..rows {
        for x in 0..columns {
            grid.connect([x, y], start, ports.west()[y]);
        }
    }
    let last = |y: usize| grid.at([columns - 1, y]);
    ports.connect(&Given {
        east: (0..rows).map(|y| link(last(y), "out_up", 0)).collect(),
        loading: (0..rows).map(|y| grid.at([0, y]).out("loading")).collect(),
        unloading: (0..rows).map(|y| last(y).out("unloading")).collect(),
        computing: first.out("computing"),
    });
    if let Some(overflow) = first.find("out_overflow") {
        m.output("overflow", overflow);
    }
}

impl<'m> Grid<'_, 'm> {
    fn at(&self, [x, y]: [usize; 2]) -> &Placed<'m> {
        &self.elements[y][x]
    }

    /// Connects the inputs of an element. `start`: for the first element. `west`: the word that its row takes.
    fn connect(&self, at: [usize; 2], start: Sig<'m>, west: Sig<'m>) {
        let Grid { m, plan, .. } = *self;
        let own = self.at(at);
        own.set("rst", m.reset());
        let start = match at {
            [0, 0] => start,
            [x, 0] => self.at([x - 1, 0]).out("out_start"),
            [x, y] => self.at([x, y - 1]).out("out_start"),
        };
        own.set("in_start", start);
        let bits = address_bits(plan.places);
        let edge = m.constant(plan.links.bits, 0);
        for axis in 0..if plan.has_columns() { 2 } else { 1 } {
            let [before, after] = self.neighbours(at, axis);
            let below = before.map_or(edge, |element| link(element, "out_up", axis));
            let above = after.map_or(edge, |element| link(element, "out_down", axis));
            let below = match (axis, at[0]) {
                // A ring is open while points come.
                (0, 0) if plan.topology.is_closed() => own.out("loading").mux(west, below),
                (0, 0) => west,
                _ => below,
            };
            own.set(["x", "y"][axis], m.constant(bits, at[axis] as u128));
            own.set(&format!("in_below_{}", AXES[axis]), below).set(&format!("in_above_{}", AXES[axis]), above);
            if plan.has_overflow() {
                let told = self.overflow_above(at, axis).unwrap_or_else(|| m.low());
                own.set(&format!("in_overflow_{}", AXES[axis]), told);
            }
        }
    }

    /// The elements before and after one along an axis.
    fn neighbours(&self, at: [usize; 2], axis: usize) -> [Option<&Placed<'m>>; 2] {
        let length = self.plan.topology.lengths()[axis];
        let is_closed = self.plan.topology.is_closed();
        let before = at[axis].checked_sub(1).or(is_closed.then_some(length - 1));
        let after = Some(at[axis] + 1).filter(|place| *place < length).or(is_closed.then_some(0));
        [before, after].map(|place| {
            let mut other = at;
            other[axis] = place?;
            Some(self.at(other))
        })
    }

    /// What the element above tells, in fixed point: that goes down the rows, and down the first column.
    fn overflow_above(&self, [x, y]: [usize; 2], axis: usize) -> Option<Sig<'m>> {
        let above = match axis {
            0 => self.elements[y].get(x + 1),
            _ => self.elements.get(y + 1).filter(|_| x == 0).map(|row| &row[0]),
        };
        above?.find("out_overflow")
    }
}

/// A link of an element. Where axes are used in turn, an element drives the links of both from one output.
fn link<'m>(element: &Placed<'m>, name: &str, axis: usize) -> Sig<'m> {
    element.find(&format!("{name}_{}", AXES[axis])).unwrap_or_else(|| element.out(name))
}
