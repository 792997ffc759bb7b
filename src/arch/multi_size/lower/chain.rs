//! The core of several sizes: places in a row, what joins the lanes, and the natural order behind them.

use super::super::chain::Row;
use super::super::route::Path;
use super::combiner::join;
use super::reorder::reorder;
use super::scaler::division;
use super::stage::position;
use crate::format::Format;
use crate::formula::Direction;
use crate::lower::control::kept;
use crate::lower::swap::swapped;
use crate::lower::{Operators, Ports};
use crate::rtl::{Module, Net};
use crate::runtime::Runtime;
use std::sync::Arc;

/// The netlist of a row with the native interface: a start pulse and a configuration word with the first point.
pub fn row(
    name: &str,
    prefix: &str,
    row: &Row,
    direction: Direction,
    runtime: &Runtime,
    operators: &Operators,
) -> Module {
    let latencies = |size: Option<&Path>| size.map_or(0, |path| row.latency(path));
    let mut m = Module::new(
        name,
        format!(
            "DFTs of {} sizes from {} to {} points, {} a cycle, natural order; latency {} to {} cycles. in_start marks \
             a frame's first beat, and in_config says what the frame is.",
            row.paths.len(),
            row.least(),
            row.largest(),
            row.width,
            latencies(row.paths.first()),
            latencies(row.paths.last()),
        ),
    );
    let ports = Ports::inputs(&mut m, row.width, operators.bits);
    let config = m.input("in_config", runtime.bits());
    let inverse = |m: &mut Module, start: Net, word: Net| match direction {
        Direction::Chosen { .. } => {
            let asked = m.bit(word, runtime.size_bits());
            kept(m, start, asked)
        }
        fixed => m.constant(1, u128::from(fixed == Direction::Inverse)),
    };
    let swap = inverse(&mut m, ports.start, config);
    let (mut start, mut word, mut data) = (ports.start, config, swapped(&mut m, &ports.data, swap));
    let mut over = m.constant(1, 0);
    let position = |number: usize| {
        let label = format!("place{number}");
        let module = position(&format!("{prefix}_{label}"), row, runtime, number, operators);
        (label, module)
    };
    let joins = row.join.iter().map(|lanes| {
        let module = join(&format!("{prefix}_join"), row, lanes, runtime, operators);
        ("join".to_string(), module)
    });
    let divisions = row.division.iter().map(|twiddle| {
        let module = division(&format!("{prefix}_divide"), row, twiddle, direction, runtime, operators);
        ("divide".to_string(), module)
    });
    let bits = row.bits(operators.bits);
    let reorder = ("reorder".to_string(), reorder(&format!("{prefix}_reorder"), row, runtime, bits));
    let pieces = (0..row.positions.len()).map(position);
    for (label, module) in pieces.chain(joins).chain(divisions).chain([reorder]) {
        let inputs = vec![vec![ports.enable], vec![ports.reset], vec![start], data, vec![word]];
        let outputs = m.instance(label, &Arc::new(module), inputs);
        (start, data, word) = (outputs[0][0], outputs[1].clone(), outputs[2][0]);
        let told = outputs.get(3).map(|port| port[0]);
        over = told.map_or(over, |told| m.or(over, told));
    }
    let swap = inverse(&mut m, start, word);
    let data = swapped(&mut m, &data, swap);
    Ports::outputs(&mut m, start, &data);
    m.output("out_config", word);
    if let Format::Fixed(_) = operators.format {
        let pulse = m.register(over, Some(0));
        m.output("overflow", pulse);
    }
    m
}
