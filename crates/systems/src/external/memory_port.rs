//! The AXI4 master port to the memory.

use super::plan::Plan;
use super::transfers::Requests;
use crate::format::Format;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Inputs of the port.
pub(super) struct MemoryInputs<'m> {
    pub read_address_ready: Sig<'m>,
    /// Components of a beat, without the bits that fill their bytes.
    pub components: Vec<Sig<'m>>,
    pub read_error: Sig<'m>,
    pub read_last: Sig<'m>,
    pub read_valid: Sig<'m>,
    pub write_address_ready: Sig<'m>,
    pub write_ready: Sig<'m>,
    pub response_error: Sig<'m>,
    pub response_valid: Sig<'m>,
}

impl<'m> MemoryInputs<'m> {
    /// Adds the inputs. `bits`: of a component.
    pub fn new(m: &'m Builder, plan: &Plan, bits: u32) -> Self {
        let read_address_ready = m.input("m_axi_arready", 1);
        let filling = 8 * plan.component_bytes as u32 - bits;
        let component: Vec<u32> = [bits, filling].into_iter().filter(|bits| *bits > 0).collect();
        let count = plan.bus_bytes / plan.component_bytes;
        let fields = m.input_bus("m_axi_rdata", &component.repeat(count));
        for identifier in ["m_axi_rid", "m_axi_bid"] {
            m.input(identifier, ID_BITS);
        }
        // SLVERR and DECERR.
        let error = |name: &str| m.input(name, 2).bit(1);
        MemoryInputs {
            read_address_ready,
            components: fields.into_iter().step_by(component.len()).collect(),
            read_error: error("m_axi_rresp"),
            read_last: m.input("m_axi_rlast", 1),
            read_valid: m.input("m_axi_rvalid", 1),
            write_address_ready: m.input("m_axi_awready", 1),
            write_ready: m.input("m_axi_wready", 1),
            response_error: error("m_axi_bresp"),
            response_valid: m.input("m_axi_bvalid", 1),
        }
    }
}

/// The fields of an input port for components: components, and the bits that fill their bytes.
pub(super) fn port_fields<'m>(m: &'m Builder, module: &Module, name: &str, components: &[Sig<'m>]) -> Vec<Sig<'m>> {
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
pub(super) fn address_outputs<'m>(m: &'m Builder, plan: &Plan, reads: &Requests<'m>, writes: &Requests<'m>) {
    /// Bursts whose addresses increase.
    const INCREMENTING: u128 = 1;
    /// Normal memory, not cacheable, bufferable: what AMD's memory controllers take.
    const MODIFIABLE_BUFFERABLE: u128 = 3;
    for (channel, requests) in [("ar", reads), ("aw", writes)] {
        let port = |signal: &str| format!("m_axi_{channel}{signal}");
        // One identifier: answers come in the order of their requests.
        m.output(port("id"), m.constant(ID_BITS, 0));
        m.output(port("addr"), requests.address);
        m.output(port("len"), requests.length);
        m.output(port("size"), m.constant(3, plan.bus_bytes.ilog2().into()));
        m.output(port("burst"), m.constant(2, INCREMENTING));
        m.output(port("cache"), m.constant(4, MODIFIABLE_BUFFERABLE));
        m.output(port("prot"), m.constant(3, 0));
        m.output(port("valid"), requests.valid);
    }
}

/// A component that is written, filled to its bytes in memory: by its sign in fixed point.
pub(super) fn filled<'m>(plan: &Plan, format: Format, component: Sig<'m>) -> Sig<'m> {
    let bits = 8 * plan.component_bytes as u32;
    let word = component.bits(0, format.bits());
    match format {
        Format::Fixed(_) => word.sign_extend(bits),
        Format::Float(_) => word.extend(bits),
    }
}
