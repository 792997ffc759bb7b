//! The AXI4 master port to the memory.

use super::plan::Plan;
use super::transfers::Requests;
use crate::format::Format;
use crate::rtl::{Module, Net};

/// Inputs of the port.
pub(super) struct MemoryInputs {
    pub read_address_ready: Net,
    /// Components of a beat, without the bits that fill their bytes.
    components: Vec<Net>,
    pub read_error: Net,
    pub read_last: Net,
    pub read_valid: Net,
    pub write_address_ready: Net,
    pub write_ready: Net,
    pub response_error: Net,
    pub response_valid: Net,
}

impl MemoryInputs {
    /// Adds the inputs. `bits`: of a component.
    pub fn new(m: &mut Module, plan: &Plan, bits: u32) -> Self {
        let read_address_ready = m.input("m_axi_arready", 1);
        let filling = 8 * plan.component_bytes as u32 - bits;
        let component: Vec<u32> = [bits, filling].into_iter().filter(|bits| *bits > 0).collect();
        let count = plan.bus_bytes / plan.component_bytes;
        let fields = m.input_bus("m_axi_rdata", &component.repeat(count));
        let components = fields.into_iter().step_by(component.len()).collect();
        for identifier in ["m_axi_rid", "m_axi_bid"] {
            m.input(identifier, ID_BITS);
        }
        let error = |m: &mut Module, name: &str| {
            let response = m.input(name, 2);
            // SLVERR and DECERR.
            m.bit(response, 1)
        };
        MemoryInputs {
            read_address_ready,
            components,
            read_error: error(m, "m_axi_rresp"),
            read_last: m.input("m_axi_rlast", 1),
            read_valid: m.input("m_axi_rvalid", 1),
            write_address_ready: m.input("m_axi_awready", 1),
            write_ready: m.input("m_axi_wready", 1),
            response_error: error(m, "m_axi_bresp"),
            response_valid: m.input("m_axi_bvalid", 1),
        }
    }

    /// Returns the components of the beat that is read.
    pub fn components(&self) -> Vec<Net> {
        self.components.clone()
    }
}

/// Returns the fields of an input port for components: components, and the bits that fill their bytes.
pub(super) fn port_fields(m: &mut Module, module: &Module, name: &str, components: &[Net]) -> Vec<Net> {
    let port = module.inputs.iter().find(|port| port.name == name);
    let widths: Vec<u32> = port.into_iter().flat_map(|port| &port.fields).map(|&net| module.width(net)).collect();
    let step = widths.len() / components.len();
    let field = |(number, &width): (usize, &u32)| match number % step {
        0 => components[number / step],
        _ => m.constant(width, 0),
    };
    widths.iter().enumerate().map(field).collect()
}

/// Bits of an identifier.
const ID_BITS: u32 = 1;

/// Adds the outputs of the address channels of both directions.
pub(super) fn address_outputs(m: &mut Module, plan: &Plan, reads: &Requests, writes: &Requests) {
    /// Bursts whose addresses increase.
    const INCREMENTING: u128 = 1;
    /// Normal memory, not cacheable, bufferable: what AMD's memory controllers take.
    const MODIFIABLE_BUFFERABLE: u128 = 3;
    for (channel, requests) in [("ar", reads), ("aw", writes)] {
        let port = |signal: &str| format!("m_axi_{channel}{signal}");
        // One identifier: answers come in the order of their requests.
        let identifier = m.constant(ID_BITS, 0);
        m.output(port("id"), identifier);
        m.output(port("addr"), requests.address);
        m.output(port("len"), requests.length);
        let size = m.constant(3, plan.bus_bytes.ilog2().into());
        m.output(port("size"), size);
        let burst = m.constant(2, INCREMENTING);
        m.output(port("burst"), burst);
        let cache = m.constant(4, MODIFIABLE_BUFFERABLE);
        m.output(port("cache"), cache);
        let protection = m.constant(3, 0);
        m.output(port("prot"), protection);
        m.output(port("valid"), requests.valid);
    }
}

/// Returns a component that is written, filled to its bytes in memory: by its sign in fixed point.
pub(super) fn filled(m: &mut Module, plan: &Plan, format: Format, component: Net) -> Net {
    let bits = 8 * plan.component_bytes as u32;
    let word = m.slice(component, 0, format.bits());
    match format {
        Format::Fixed(_) => m.sign_extend(word, bits),
        Format::Float(_) => m.extend(word, bits),
    }
}
