//! The core: permuters and kernels in a row.

use super::control::{carried, kept};
use super::feedback::feedback;
use super::kernel::{kernel, line};
use super::permuter::permuter;
use super::{Operators, Ports};
use crate::format::Format;
use crate::plan::{Direction, Order};
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
    // Whether the frame that comes in is to go the other way, and the frame that has come so far.
    let chosen = matches!(program.direction, Direction::Chosen { .. });
    let asked = chosen.then(|| m.input("in_config", 1));
    let swap = match asked {
        Some(asked) => kept(&mut m, ports.start, asked),
        None => m.constant(1, u128::from(program.direction == Direction::Inverse)),
    };
    let data = swapped(&mut m, &ports.data, swap);
    let (mut start, mut data, mut bits) = (ports.start, data, operators.bits);
    let mut latency = 0;
    let there = |m: &mut Module, start: Net, latency: usize| match asked {
        Some(asked) => carried(m, [ports.start, asked], start, latency, interval),
        None => swap,
    };
    let mut overflows = Vec::new();
    for (number, part) in program.parts().enumerate() {
        let label = format!("{}{}", part.label(), number);
        let name = format!("{prefix}_{label}");
        let module = match part {
            crate::stream::Part::Permuter(p) => permuter(&name, p, bits, interval),
            crate::stream::Part::Stage(s) => {
                bits = s.numeric.map_or(bits, |numeric| numeric.output);
                match s.feedback {
                    Some(distance) => feedback(&name, s, distance, operators, interval),
                    None => kernel(&name, s, operators, interval),
                }
            }
        };
        let inputs = vec![vec![ports.enable], vec![ports.reset], vec![start], data.clone()];
        let outputs = m.instance(label, &Arc::new(module), inputs);
        start = outputs[0][0];
        latency += part.latency();
        data = match part {
            crate::stream::Part::Stage(stage) if stage.inverse => {
                let inverse = there(&mut m, start, latency);
                let past = data.iter().map(|&net| line(&mut m, net, part.latency() as u32)).collect::<Vec<_>>();
                outputs[1].iter().zip(past).map(|(&by, past)| m.mux(inverse, by, past)).collect()
            }
            _ => outputs[1].clone(),
        };
        overflows.extend(outputs.get(2).map(|port| port[0]));
    }
    let swap = there(&mut m, start, latency);
    let data = swapped(&mut m, &data, swap);
    Ports::outputs(&mut m, start, &data);
    if chosen {
        m.output("out_config", swap);
    }
    if let Format::Fixed(_) = operators.format {
        let never = m.constant(1, 0);
        let any = overflows.into_iter().fold(never, |any, one| m.or(any, one));
        let pulse = m.register(any, Some(0));
        m.output("overflow", pulse);
    }
    m
}

/// Real and imaginary parts exchanged: the inverse transform is the forward one between two of these.
pub(super) fn swapped(m: &mut Module, data: &[Net], swap: Net) -> Vec<Net> {
    data.chunks(2).flat_map(|c| [m.mux(swap, c[1], c[0]), m.mux(swap, c[0], c[1])]).collect()
}
