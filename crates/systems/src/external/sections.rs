//! The way of the points from the read channel to the write channel: sections that follow each other, each of which has
//! modules with the ports of a stream. In a pass beats go through one module of a section, or past the section.

use super::memory_port::port_fields;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;
use std::sync::Arc;

/// Beats that are offered.
#[derive(Clone)]
pub(super) struct Beats<'m> {
    pub valid: Sig<'m>,
    /// Real and imaginary part of each point.
    pub components: Vec<Sig<'m>>,
}

/// A module with the ports of a stream, its instance, and whether beats go through it in the pass under way.
struct Unit<'m> {
    module: Arc<Module>,
    placed: Placed<'m>,
    active: Sig<'m>,
}

impl<'m> Unit<'m> {
    /// The components of the beat that it offers, `count` of them, without the bits that fill their bytes.
    fn components(&self, count: usize) -> Vec<Sig<'m>> {
        let fields = self.placed.bus("m_axis_tdata");
        let step = fields.len() / count;
        fields.into_iter().step_by(step).collect()
    }
}

/// A section.
pub(super) struct Section<'m> {
    m: &'m Builder,
    units: Vec<Unit<'m>>,
    /// Whether beats go past the section in the pass under way; none if they always go through a module.
    passed: Option<Sig<'m>>,
}

impl<'m> Section<'m> {
    /// Places modules, each with its name and whether beats go through it in the pass under way. `has_bypass`: in some
    /// pass beats go past all of them.
    pub fn place(m: &'m Builder, modules: Vec<(String, Arc<Module>, Sig<'m>)>, has_bypass: bool) -> Self {
        let place = |(name, module, active): (String, Arc<Module>, Sig<'m>)| {
            let placed = m.place(name, module.clone());
            Unit { module, placed, active }
        };
        let units: Vec<Unit> = modules.into_iter().map(place).collect();
        let passed = has_bypass.then(|| !m.cat(units.iter().map(|unit| unit.active)).any());
        Section { m, units, passed }
    }

    /// The beats after the section.
    pub fn beats(&self, before: &Beats<'m>) -> Beats<'m> {
        let past = self.passed.map(|passed| before.valid & passed);
        let valid = self.any("m_axis_tvalid", past);
        let count = before.components.len();
        let mut choices = self.units.iter().map(|unit| (unit.active, unit.components(count)));
        let past = self.passed.map(|_| before.components.clone());
        let first = past.or_else(|| Some(choices.next()?.1)).unwrap_or_default();
        let components = choices.fold(first, |first, (active, other)| Signals::choose(active, other, first));
        Beats { valid, components }
    }

    /// Whether a value is too large for its word.
    pub fn overflow(&self) -> Sig<'m> {
        self.any("event_overflow", None)
    }

    /// Connects the modules to the beats before the section, and to what takes the beats after it. Returns whether the
    /// section takes a beat.
    pub fn connect(&self, before: &Beats<'m>, reset: Sig<'m>, takes: Sig<'m>) -> Sig<'m> {
        let past = self.passed.map(|passed| takes & passed);
        for Unit { module, placed, active } in &self.units {
            let (offered, taken) = (before.valid & *active, takes & *active);
            for port in &module.inputs {
                match port.name.as_str() {
                    "rst" => placed.set("rst", reset),
                    "s_axis_tvalid" => placed.set("s_axis_tvalid", offered),
                    "s_axis_tlast" => placed.set("s_axis_tlast", self.m.constant(1, 0)),
                    "m_axis_tready" => placed.set("m_axis_tready", taken),
                    name => placed.set_bus(name, port_fields(self.m, module, name, &before.components)),
                };
            }
        }
        self.any("s_axis_tready", past)
    }

    /// Whether a signal or the output of an active module is high.
    fn any(&self, port: &str, other: Option<Sig<'m>>) -> Sig<'m> {
        let found = self.units.iter().filter_map(|unit| Some(unit.placed.find(port)? & unit.active));
        self.m.any_of(found.chain(other))
    }
}
