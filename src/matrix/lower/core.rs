//! The netlist of a core.

use super::element::line_element;
use super::head::head;
use super::operators::Operators;
use super::ring::ring_element;
use super::run::Run;
use crate::format::Format;
use crate::lower::control::delay_pulse;
use crate::lower::{Ports, Reset};
use crate::matrix::plan::ProductPlan;
use crate::matrix::sums::Sums;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of a core without
/// ports around it.
pub fn core(name: &str, prefix: &str, plan: &ProductPlan, format: Format, alone: Option<Reset>) -> Module {
    let mut m = Module::new(name, title(plan));
    let bits = format.bits();
    let ports = Ports::inputs_with(&mut m, 1, bits, alone.unwrap_or_default());
    let operators = Operators::new(prefix, plan);
    let sums = match plan.elements.is_ring() {
        true => ring(&mut m, prefix, plan, &operators, &ports),
        false => line(&mut m, prefix, plan, &operators, &ports),
    };
    finish(&mut m, prefix, plan, &ports, sums);
    m
}

/// Adds the elements of a line. Returns the chain of results behind the last one.
fn line(m: &mut Module, prefix: &str, plan: &ProductPlan, operators: &Operators, ports: &Ports) -> Vec<Net> {
    let bits = m.width(ports.data[0]);
    let (mut start, point) = head(m, plan, ports.start, [ports.data[0], ports.data[1]]);
    let (mut point, mut sums) = (point.to_vec(), vec![]);
    for element in 0..plan.elements.count() {
        let module = Arc::new(line_element(&format!("{prefix}_element{element}"), plan, operators, element, bits));
        let mut inputs = vec![vec![ports.enable], vec![ports.reset], vec![start], point.clone()];
        if element > 0 {
            inputs.push(sums);
        }
        let outputs = m.instance(format!("element{element}"), &module, inputs);
        if let [next_start, next_point, _] = &outputs[..] {
            (start, point) = (next_start[0], next_point.clone());
        }
        sums = outputs[outputs.len() - 1].clone();
    }
    sums
}

/// Adds the elements of a ring. Returns the chain of results behind the last one.
fn ring(m: &mut Module, prefix: &str, plan: &ProductPlan, operators: &Operators, ports: &Ports) -> Vec<Net> {
    let (bits, count) = (m.width(ports.data[0]), plan.elements.count());
    let placed: Vec<(usize, Vec<Vec<Net>>)> = (0..count)
        .map(|element| {
            let module = ring_element(&format!("{prefix}_element{element}"), plan, operators, element, bits);
            m.place(format!("element{element}"), &Arc::new(module))
        })
        .collect();
    // Ports from the last one on: sums, the link below, the points.
    let port = |element: usize, from_end: usize| {
        let outputs = &placed[element].1;
        outputs[outputs.len() - from_end].clone()
    };
    for element in 0..count {
        let [start, point] = match element {
            0 => [vec![ports.start], ports.data.clone()],
            _ => [4, 3].map(|from_end| port(element - 1, from_end)),
        };
        let above = (element + 1) % count;
        let mut inputs = vec![vec![ports.enable], vec![ports.reset], start, point, port(above, 2)];
        if element > 0 {
            inputs.push(port(element - 1, 1));
        }
        m.connect(placed[element].0, inputs);
    }
    port(count - 1, 1)
}

/// Rounds the sums and adds the outputs.
fn finish(m: &mut Module, prefix: &str, plan: &ProductPlan, ports: &Ports, sums: Vec<Net>) {
    let timing = plan.timing();
    let latency = timing.latency - plan.round_cycles();
    let start = delay_pulse(m, ports.start, latency, timing.interval);
    let Sums::Fixed(fixed) = plan.sums else {
        Ports::outputs(m, start, &sums);
        return;
    };
    let rounding = fixed.rounding();
    let module = Arc::new(rounding.module(&format!("{prefix}_{}", rounding.name())));
    let rounded: Vec<Vec<Net>> = ["re", "im"]
        .iter()
        .zip(&sums)
        .map(|(part, sum)| m.instance(format!("round_{part}"), &module, vec![vec![*sum]]).concat())
        .collect();
    let parts: Vec<Net> = rounded.iter().map(|outputs| m.register(outputs[0], None)).collect();
    let run = Run::new(m, "leaving", start, &[("row", plan.rows())]);
    let overflows = m.or(rounded[0][1], rounded[1][1]);
    let overflow = m.and(overflows, run.is_active);
    let overflow = m.register(overflow, Some(0));
    let start = m.register(start, Some(0));
    Ports::outputs(m, start, &parts);
    m.output("overflow", overflow);
}

/// The comment of the core's module.
fn title(plan: &ProductPlan) -> String {
    let timing = plan.timing();
    format!(
        "{}: {}. A frame has {} beats of a point, and its results {} beats; latency {} cycles. in_start marks a frame's first beat; frames \
         start at least {} cycles apart.",
        plan.title(),
        plan.description(),
        plan.columns(),
        plan.rows(),
        timing.latency,
        timing.interval
    )
}
