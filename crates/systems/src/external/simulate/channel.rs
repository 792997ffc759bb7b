//! The channels of which a core is the source.

use crate::external::External;
use crate::sim::{Simulator, Slot};

/// A channel of which the core is the source.
pub(super) struct Channel {
    pub name: &'static str,
    pub valid: Slot,
    /// All that it offers, with its valid signal.
    pub slots: Vec<Slot>,
}

impl Channel {
    /// Finds the channels of requests and of data that is written.
    pub fn all(external: &External, simulator: &Simulator) -> Vec<Channel> {
        let find = |name: &'static str| {
            let ports = external.top.outputs.iter().filter(|port| port.name.starts_with(name));
            let slots = ports.flat_map(|port| simulator.output(&port.name).unwrap_or_default()).collect();
            let valid = simulator.output(&format!("{name}valid"))?[0];
            Some(Channel { name, valid, slots })
        };
        ["m_axi_ar", "m_axi_aw", "m_axi_w"].into_iter().filter_map(find).collect()
    }
}
