//! The way of the points from the read channel to the write channel: sections that follow each other, each of which has modules with the
//! ports of a stream. In a pass beats go through one module of a section, or past the section.

use super::memory_port::port_fields;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Beats that are offered.
#[derive(Clone)]
pub(super) struct Beats {
    pub valid: Net,
    /// Real and imaginary part of each point.
    pub components: Vec<Net>,
}

/// A module with the ports of a stream, and its instance.
struct Placed {
    module: Arc<Module>,
    instance: usize,
    outputs: Vec<Vec<Net>>,
    /// Whether beats go through it in the pass under way.
    active: Net,
}

impl Placed {
    /// Returns the fields of an output port; none if there is no such port.
    fn output(&self, name: &str) -> &[Net] {
        let number = self.module.outputs.iter().position(|port| port.name == name);
        number.map_or(&[], |number| &self.outputs[number])
    }

    /// Returns the components of the beat that it offers, `count` of them, without the bits that fill their bytes.
    fn components(&self, count: usize) -> Vec<Net> {
        let fields = self.output("m_axis_tdata");
        fields.iter().copied().step_by(fields.len() / count).collect()
    }
}

/// A section.
pub(super) struct Section {
    modules: Vec<Placed>,
    /// Whether beats go past the section in the pass under way; none if they always go through a module.
    passed: Option<Net>,
}

impl Section {
    /// Places modules, each with its name and whether beats go through it in the pass under way. `has_bypass`: in some pass beats go past
    /// all of them.
    pub fn place(m: &mut Module, modules: Vec<(String, Arc<Module>, Net)>, has_bypass: bool) -> Self {
        let place = |(name, module, active): (String, Arc<Module>, Net)| {
            let (instance, outputs) = m.place(name, &module);
            Placed { module, instance, outputs, active }
        };
        let modules: Vec<Placed> = modules.into_iter().map(place).collect();
        let passed = has_bypass.then(|| {
            let active: Vec<Net> = modules.iter().map(|placed| placed.active).collect();
            let any = m.concat(&active);
            let any = m.any(any);
            m.not(any)
        });
        Section { modules, passed }
    }

    /// Returns the beats after the section.
    pub fn beats(&self, m: &mut Module, before: &Beats) -> Beats {
        let past = self.passed.map(|passed| m.and(before.valid, passed));
        let valid = self.any(m, "m_axis_tvalid", past);
        let count = before.components.len();
        let mut choices: Vec<(Net, Vec<Net>)> =
            self.modules.iter().map(|placed| (placed.active, placed.components(count))).collect();
        let first = if self.passed.is_some() { before.components.clone() } else { choices.remove(0).1 };
        let components = choices.into_iter().fold(first, |first, (active, other)| {
            first.iter().zip(other).map(|(&first, other)| m.mux(active, other, first)).collect()
        });
        Beats { valid, components }
    }

    /// Returns whether a value is too large for its word.
    pub fn overflow(&self, m: &mut Module) -> Net {
        self.any(m, "event_overflow", None)
    }

    /// Connects the modules to the beats before the section, and to what takes the beats after it. Returns whether the section takes a
    /// beat.
    pub fn connect(&self, m: &mut Module, before: &Beats, reset: Net, takes: Net) -> Net {
        let past = self.passed.map(|passed| m.and(takes, passed));
        for placed in &self.modules {
            let offered = m.and(before.valid, placed.active);
            let taken = m.and(takes, placed.active);
            let never = m.constant(1, 0);
            let input = |m: &mut Module, name: &str| match name {
                "rst" => vec![reset],
                "s_axis_tvalid" => vec![offered],
                "s_axis_tlast" => vec![never],
                "m_axis_tready" => vec![taken],
                _ => port_fields(m, &placed.module, name, &before.components),
            };
            let inputs = placed.module.inputs.iter().map(|port| input(m, &port.name)).collect();
            m.connect(placed.instance, inputs);
        }
        self.any(m, "s_axis_tready", past)
    }

    /// Returns whether a net or the output of an active module is high.
    fn any(&self, m: &mut Module, port: &str, other: Option<Net>) -> Net {
        let found = self.modules.iter().filter_map(|placed| Some((*placed.output(port).first()?, placed.active)));
        let nets: Vec<Net> = found.map(|(net, active)| m.and(net, active)).chain(other).collect();
        let never = m.constant(1, 0);
        nets.into_iter().reduce(|any, one| m.or(any, one)).unwrap_or(never)
    }
}
