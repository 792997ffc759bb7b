//! The core: permuters and kernels in a row.

use super::feedback::feedback;
use super::kernel::kernel;
use super::permuter::permuter;
use super::{Operators, Ports};
use crate::plan::Order;
use crate::rtl::{Module, Net};
use crate::stream::Program;
use std::sync::Arc;

/// The netlist of a whole program with the native interface: a start pulse with the first beat,
/// and a fixed latency.
pub fn core(name: &str, prefix: &str, program: &Program, operators: &Operators) -> Module {
    let Program { width, interval, .. } = *program;
    let mut m = Module::new(
        name,
        format!(
            "{}: frames of {} beats of {} points, {}; latency {} cycles. in_start marks a \
             frame's first beat; frames start at least {} cycles apart.",
            program.title(),
            interval,
            width,
            Order::names(program.orders, program.size),
            program.latency(),
            interval
        ),
    );
    let ports = Ports::inputs(&mut m, width, operators.bits);
    let (mut start, mut data) = (ports.start, swapped(&ports.data, program.swap));
    for (number, part) in program.parts().enumerate() {
        let label = format!("{}{}", part.label(), number);
        let name = format!("{prefix}_{label}");
        let module = match part {
            crate::stream::Part::Permuter(p) => permuter(&name, p, operators.bits, interval),
            crate::stream::Part::Stage(s) => match s.feedback {
                Some(distance) => feedback(&name, s, distance, operators, interval),
                None => kernel(&name, s, operators, interval),
            },
        };
        let inputs = vec![vec![ports.enable], vec![ports.reset], vec![start], data];
        let outputs = m.instance(label, &Arc::new(module), inputs);
        (start, data) = (outputs[0][0], outputs[1].clone());
    }
    Ports::outputs(&mut m, start, &swapped(&data, program.swap));
    m
}

/// Real and imaginary parts exchanged: the inverse transform is the forward one between two of these.
fn swapped(data: &[Net], swap: bool) -> Vec<Net> {
    data.chunks(2).flat_map(|c| if swap { [c[1], c[0]] } else { [c[0], c[1]] }).collect()
}
