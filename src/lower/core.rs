//! The core: permuters and kernels in a row.

use super::butterfly::butterfly;
use super::feedback::feedback;
use super::kernel::kernel;
use super::permuter::permuter;
use super::{Operators, Ports};
use crate::format::Format;
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
    let (mut start, mut data, mut bits) = (ports.start, swapped(&ports.data, program.swap), operators.bits);
    let mut overflows = Vec::new();
    for (number, part) in program.parts().enumerate() {
        let label = format!("{}{}", part.label(), number);
        let name = format!("{prefix}_{label}");
        let module = match part {
            crate::stream::Part::Permuter(p) => permuter(&name, p, bits, interval),
            crate::stream::Part::Stage(s) => {
                bits = s.numeric.map_or(bits, |numeric| numeric.output);
                match s.feedback {
                    Some(distance) if s.is_butterfly() => butterfly(&name, s, distance, operators, interval),
                    Some(distance) => feedback(&name, s, distance, operators, interval),
                    None => kernel(&name, s, operators, interval),
                }
            }
        };
        let inputs = vec![vec![ports.enable], vec![ports.reset], vec![start], data];
        let outputs = m.instance(label, &Arc::new(module), inputs);
        (start, data) = (outputs[0][0], outputs[1].clone());
        overflows.extend(outputs.get(2).map(|port| port[0]));
    }
    Ports::outputs(&mut m, start, &swapped(&data, program.swap));
    if let Format::Fixed(_) = operators.format {
        let never = m.constant(1, 0);
        let any = overflows.into_iter().fold(never, |any, one| m.or(any, one));
        let pulse = m.register(any, Some(0));
        m.output("overflow", pulse);
    }
    m
}

/// Real and imaginary parts exchanged: the inverse transform is the forward one between two of these.
fn swapped(data: &[Net], swap: bool) -> Vec<Net> {
    data.chunks(2).flat_map(|c| if swap { [c[1], c[0]] } else { [c[0], c[1]] }).collect()
}
