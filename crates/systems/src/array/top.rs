//! The netlist of an array: elements, and the links between neighbours.

use super::edges::{row_ports, Given};
use super::plan::Plan;
use crate::lower::Reset;
use crate::rtl::{address_bits, Module, Net};
use std::sync::Arc;

/// An element in its place.
struct Placed {
    /// Number of the instance.
    number: usize,
    /// Links to the elements above, along the row and along the column.
    up: [Net; 2],
    /// Links to the elements below, along the row and along the column.
    down: [Net; 2],
    /// Start for the neighbours.
    start: Net,
    /// Whether points come.
    loading: Net,
    /// Whether pencils are transformed or exchanged.
    computing: Net,
    /// Whether results leave.
    unloading: Net,
    /// Whether a start is on its way to the last element.
    waiting: Net,
    /// Whether a value was too large, in fixed point.
    overflow: Option<Net>,
}

/// Builds the top module. Frames come by the west edges of the rows and leave by the east edges.
pub(super) fn top(name: &str, title: &str, plan: &Plan, reset: Reset, element: &Arc<Module>) -> Module {
    let mut m = Module::new(name, title);
    let reset = reset.port(&mut m);
    let [columns, rows] = plan.topology.lengths();
    let ports = row_ports(&mut m, name, plan, reset);
    let west = ports.west().to_vec();
    let placed: Vec<Vec<Placed>> = (0..rows)
        .map(|y| (0..columns).map(|x| Placed::new(&mut m, format!("element_{x}_{y}"), element)).collect())
        .collect();
    let start = ports.start(&mut m, placed[0][0].waiting, placed[0][0].loading);
    let (edge, never) = (m.constant(plan.links.bits, 0), m.constant(1, 0));
    let is_closed = plan.topology.is_closed();
    for y in 0..rows {
        for x in 0..columns {
            let own = &placed[y][x];
            let neighbour = |column: Option<usize>, row: Option<usize>| Some(&placed[row?][column?]);
            let before = |at: usize, length: usize| at.checked_sub(1).or(is_closed.then(|| length - 1));
            let behind = |at: usize, length: usize| if at + 1 < length { Some(at + 1) } else { is_closed.then_some(0) };
            let link = |placed: Option<&Placed>, axis: usize, up: bool| {
                placed.map_or(edge, |placed| if up { placed.up[axis] } else { placed.down[axis] })
            };
            let mut below = vec![link(neighbour(before(x, columns), Some(y)), 0, true)];
            let mut above = vec![link(neighbour(behind(x, columns), Some(y)), 0, false)];
            if x == 0 {
                // A ring is open while points come.
                below[0] = if is_closed { m.mux(own.loading, west[y], below[0]) } else { west[y] };
            }
            let mut coordinates = vec![x];
            if plan.has_columns() {
                coordinates.push(y);
                below.push(link(neighbour(Some(x), before(y, rows)), 1, true));
                above.push(link(neighbour(Some(x), behind(y, rows)), 1, false));
            }
            let start = match (x, y) {
                (0, 0) => start,
                (_, 0) => placed[0][x - 1].start,
                _ => placed[y - 1][x].start,
            };
            let bits = address_bits(plan.places);
            let coordinates = coordinates.into_iter().map(|at| m.constant(bits, at as u128)).collect::<Vec<_>>();
            // What elements above tell goes down the rows, and down the first column.
            let mut overflows = Vec::new();
            if plan.has_overflow() {
                let told = |placed: Option<&Placed>| placed.and_then(|placed| placed.overflow).unwrap_or(never);
                overflows.push(told(placed[y].get(x + 1)));
                if plan.has_columns() {
                    overflows.push(told(placed.get(y + 1).filter(|_| x == 0).map(|row| &row[0])));
                }
            }
            let inputs =
                [reset].into_iter().chain(coordinates).chain([start]).chain(below).chain(above).chain(overflows);
            m.connect(own.number, inputs.map(|net| vec![net]).collect());
        }
    }
    let first = &placed[0][0];
    let given = Given {
        east: placed.iter().map(|row| row[columns - 1].up[0]).collect(),
        loading: placed.iter().map(|row| row[0].loading).collect(),
        unloading: placed.iter().map(|row| row[columns - 1].unloading).collect(),
        computing: first.computing,
    };
    ports.connect(&mut m, &given);
    if let Some(overflow) = first.overflow {
        m.output("overflow", overflow);
    }
    m
}

impl Placed {
    /// Adds an element without inputs.
    fn new(m: &mut Module, name: String, element: &Arc<Module>) -> Self {
        let (number, outputs) = m.place(name, element);
        let find = |name: &str| element.outputs.iter().position(|port| port.name == name).map(|at| outputs[at][0]);
        // Where axes are used in turn, an element drives the links of both from one output.
        let links = |name: &str| ["row", "column"].map(|axis| find(&format!("{name}_{axis}")).or(find(name)));
        let found = |net: Option<Net>| net.unwrap_or_else(|| unreachable!("each element has this output"));
        Placed {
            number,
            up: links("out_up").map(found),
            down: links("out_down").map(found),
            start: found(find("out_start")),
            loading: found(find("loading")),
            computing: found(find("computing")),
            unloading: found(find("unloading")),
            waiting: found(find("waiting")),
            overflow: find("out_overflow"),
        }
    }
}
