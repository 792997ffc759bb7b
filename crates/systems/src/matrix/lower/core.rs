//! The netlist of a core.

use super::element::line_element;
use super::head::head;
use super::load::Loads;
use super::operators::Operators;
use super::passed::Passed;
use super::ring::ring_element;
use super::rounding::{outputs, Leaving};
use crate::format::Format;
use crate::lower::control::delay_pulse;
use crate::lower::{Ports, Reset};
use crate::matrix::core_plan::CorePlan;
use crate::matrix::plan::ProductPlan;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// A core in the making.
struct Core<'a> {
    prefix: &'a str,
    plan: &'a ProductPlan,
    operators: Operators,
    ports: Ports,
    /// Loads of a matrix that comes while the core runs.
    loads: Option<Loads>,
}

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of a core without
/// ports around it.
pub fn core(name: &str, prefix: &str, plan: &ProductPlan, format: Format, alone: Option<Reset>) -> Module {
    let mut m = Module::new(name, plan.doc());
    let ports = Ports::inputs_with(&mut m, 1, format.bits(), alone.unwrap_or_default());
    let operators = Operators::new(prefix, plan);
    let wait = plan.first_slot(plan.elements.count() - 1) + plan.factor_cycles() + 1;
    let loads = plan.coefficients.is_loaded.then(|| Loads::new(&mut m, plan, &operators, (ports.start, wait)));
    let core = Core { prefix, plan, operators, ports, loads };
    let sums = match plan.elements.is_ring() {
        true => core.ring(&mut m),
        false => core.line(&mut m),
    };
    core.finish(&mut m, sums);
    if let Some(loads) = core.loads {
        m.output("load_ready", loads.ready);
    }
    m
}

impl Core<'_> {
    /// Returns what comes to the first element. `cycles`: those by which its points are delayed.
    fn first(&self, m: &mut Module, (start, point): (Net, Vec<Net>), cycles: usize) -> Passed {
        let load = self.loads.as_ref().map_or(vec![], |loads| {
            let bank = m.delay(loads.bank, cycles as u32);
            loads.word.ports().into_iter().chain([vec![bank]]).collect()
        });
        Passed { start: vec![start], point, load }
    }

    /// Adds the elements of a line. Returns the chain of results after the last one.
    fn line(&self, m: &mut Module) -> Vec<Net> {
        let Core { prefix, plan, operators, ports, .. } = self;
        let bits = m.width(ports.data[0]);
        let (start, point) = head(m, plan, ports.start, [ports.data[0], ports.data[1]]);
        let passed = self.first(m, (start, point.to_vec()), plan.first_slot(0));
        passed.along_line(m, ports, plan.elements.count(), |element| {
            line_element(&format!("{prefix}_element{element}"), plan, operators, element, bits)
        })
    }

    /// Adds the elements of a ring. Returns the chain of results after the last one.
    fn ring(&self, m: &mut Module) -> Vec<Net> {
        let Core { prefix, plan, operators, ports, .. } = self;
        let (bits, count) = (m.width(ports.data[0]), plan.elements.count());
        let mut passed = vec![self.first(m, (ports.start, ports.data.clone()), 0)];
        let (mut instances, mut links, mut sums) = (vec![], vec![], vec![]);
        for element in 0..count {
            let module = ring_element(&format!("{prefix}_element{element}"), plan, operators, element, bits);
            let (instance, mut outputs) = m.place(format!("element{element}"), &Arc::new(module));
            instances.push(instance);
            sums.push(outputs.pop().unwrap_or_default());
            links.push(outputs.pop().unwrap_or_default());
            passed.push(Passed::from_outputs(&outputs));
        }
        for (element, (instance, Passed { start, point, load })) in instances.into_iter().zip(passed).enumerate() {
            let link = links[(element + 1) % count].clone();
            let mut inputs = vec![vec![ports.enable], vec![ports.reset], start, point, link];
            inputs.extend(load);
            inputs.extend((element > 0).then(|| sums[element - 1].clone()));
            m.connect(instance, inputs);
        }
        sums.pop().unwrap_or_default()
    }

    /// Adds the outputs.
    fn finish(&self, m: &mut Module, sums: Vec<Net>) {
        let Core { prefix, plan, ports, loads, .. } = self;
        let timing = plan.timing();
        let latency = timing.latency - plan.round_cycles();
        let start = delay_pulse(m, ports.start, latency, timing.interval);
        let sums = match loads {
            Some(loads) => loads.masked(m, [ports.start, start], [latency, timing.interval], sums),
            None => sums,
        };
        outputs(m, prefix, plan, Leaving { start, sums, beats: plan.rows(), earlier: None });
    }
}
