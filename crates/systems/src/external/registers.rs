//! The control registers, which an AXI4-Lite port reads and writes.

use crate::rtl::{Module, Net};

/// Bits of a register's address; beyond the registers there is nothing.
pub const REGISTER_ADDRESS_BITS: u32 = 8;

/// Bits of a register.
const WORD_BITS: u32 = 32;

/// A register: its byte address, its name and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    /// Byte address.
    pub address: u32,
    /// Name in the map.
    pub name: &'static str,
    /// Whether it can be written.
    pub is_writable: bool,
    /// What it holds.
    pub doc: &'static str,
}

const fn register(address: u32, name: &'static str, is_writable: bool, doc: &'static str) -> Register {
    Register { address, name, is_writable, doc }
}

/// The map of the control registers of every core.
pub const REGISTERS: [Register; 7] = [
    register(
        0x00,
        "control",
        true,
        "bit 0 starts as it is written, and does nothing while the core is busy; bit 1 ends the run that is under way; both read as 0",
    ),
    register(
        0x04,
        "status",
        false,
        "bit 0: busy; bit 1: done, until the next start; bit 2: an error ended the run; bit 3: a value was too large for its word, in a frame or in the gaps behind its rows; \
         bits 11 to 8: code of the error",
    ),
    register(0x08, "frames", true, "number of frames, which follow each other in memory"),
    register(0x10, "source_low", true, "address of the first frame, bits 31 to 0"),
    register(0x14, "source_high", true, "address of the first frame, bits 63 to 32"),
    register(
        0x18,
        "destination_low",
        true,
        "address of the first result, bits 31 to 0: that of the first frame, or an area that does not overlap the frames",
    ),
    register(0x1c, "destination_high", true, "address of the first result, bits 63 to 32"),
];

/// Registers beside [`REGISTERS`] of a core for frames of one dimension.
const SCRATCH_REGISTERS: [Register; 2] = [
    register(
        0x20,
        "scratch_low",
        true,
        "address of an area for one frame between two passes, bits 31 to 0: it overlaps neither frames nor results",
    ),
    register(0x24, "scratch_high", true, "address of the area for one frame between two passes, bits 63 to 32"),
];

/// Returns the map of the control registers of a core, which has an area for the frame between two passes or has none.
pub(super) fn register_map(has_scratch: bool) -> Vec<Register> {
    let scratch = if has_scratch { &SCRATCH_REGISTERS[..] } else { &[] };
    REGISTERS.iter().chain(scratch).copied().collect()
}

/// A way that a run ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The number of frames is 0.
    NoFrames = 1,
    /// An address is no multiple of the length of a burst.
    Misaligned = 2,
    /// A read got an error response.
    ReadResponse = 3,
    /// A write got an error response.
    WriteResponse = 4,
    /// The run was ended by the control register.
    Aborted = 5,
}

impl Fault {
    /// All faults, each with its description.
    pub const ALL: [(Fault, &'static str); 5] = [
        (Fault::NoFrames, "the number of frames is 0"),
        (Fault::Misaligned, "an address is no multiple of 512"),
        (Fault::ReadResponse, "a read got an error response"),
        (Fault::WriteResponse, "a write got an error response"),
        (Fault::Aborted, "bit 1 of `control` was written"),
    ];

    /// Returns the code of the fault in the status register.
    pub fn code(self) -> u128 {
        self as u128
    }
}

/// Bits of the code of a fault.
pub(super) const FAULT_BITS: u32 = 4;

/// Response to an address without a register.
const SLAVE_ERROR: u128 = 2;

/// Ports of an AXI4-Lite slave that come in, with their bits.
const INPUTS: [(&str, u32); 9] = [
    ("awaddr", REGISTER_ADDRESS_BITS),
    ("awvalid", 1),
    ("wdata", WORD_BITS),
    ("wstrb", WORD_BITS / 8),
    ("wvalid", 1),
    ("bready", 1),
    ("araddr", REGISTER_ADDRESS_BITS),
    ("arvalid", 1),
    ("rready", 1),
];

/// Ports of an AXI4-Lite slave that go out.
const OUTPUTS: [&str; 8] = ["awready", "wready", "bresp", "bvalid", "arready", "rdata", "rresp", "rvalid"];

/// Inputs of the control port of the core.
pub(super) struct RegisterInputs(Vec<Net>);

impl RegisterInputs {
    /// Adds the inputs.
    pub fn new(m: &mut Module) -> Self {
        RegisterInputs(INPUTS.iter().map(|(name, bits)| m.input(format!("s_axi_{name}"), *bits)).collect())
    }

    /// Returns the inputs in the order of the registers' module.
    pub fn nets(&self) -> impl Iterator<Item = Net> + '_ {
        self.0.iter().copied()
    }
}

/// Outputs of the registers.
pub(super) struct RegisterOutputs {
    /// Outputs of the control port, each with its name.
    pub port: Vec<(&'static str, Net)>,
    pub start: Net,
    pub abort: Net,
    pub frames: Net,
    /// Addresses of the first frame and of the first result, and of the frame between two passes if there is one.
    pub areas: Vec<Net>,
}

impl RegisterOutputs {
    /// Returns the outputs of an instance of the registers.
    pub fn new(outputs: &[Vec<Net>]) -> Self {
        let (port, values) = outputs.split_at(OUTPUTS.len());
        let port = OUTPUTS.iter().zip(port).map(|(name, fields)| (*name, fields[0])).collect();
        let areas = values[3..].iter().map(|fields| fields[0]).collect();
        let [start, abort, frames] = [0, 1, 2].map(|output: usize| values[output][0]);
        RegisterOutputs { port, start, abort, frames, areas }
    }
}

/// Builds the registers of a map. Inputs besides the port: `busy`, `done`, `overflow`, `fault`. Outputs: `start` and `abort` for a cycle, and the values.
pub(super) fn registers(name: &str, map: &[Register]) -> Module {
    let mut m = Module::new(name, "Control registers behind an AXI4-Lite port.");
    let reset = m.input("rst", 1);
    m.set_reset(reset);
    let port: Vec<Net> = INPUTS.iter().map(|(name, bits)| m.input(*name, *bits)).collect();
    let [write_address, write_address_valid, data, strobes, data_valid] =
        [0, 1, 2, 3, 4].map(|input: usize| port[input]);
    let [response_ready, read_address, read_address_valid, read_ready] = [5, 6, 7, 8].map(|input: usize| port[input]);
    let [busy, done, overflow] = ["busy", "done", "overflow"].map(|port| m.input(port, 1));
    let fault = m.input("fault", FAULT_BITS);

    // Address and data of a write are taken together, when no response waits.
    let responding = m.state(1, Some(0));
    m.name(responding, "write_responds");
    let free = m.not(responding);
    let both = m.and(write_address_valid, data_valid);
    let writes = m.and(both, free);
    m.name(writes, "writes");
    let waits = m.not(response_ready);
    let held = m.and(responding, waits);
    let next = m.or(writes, held);
    m.drive(responding, next);
    let write_hits: Vec<Net> = map.iter().map(|register| hit(&mut m, write_address, register)).collect();
    let known = write_hits.iter().copied().reduce(|any, one| m.or(any, one));
    let write_response = response(&mut m, known, writes, "write_response");

    // After control and status, which have no value of their own.
    let values: Vec<Net> = map
        .iter()
        .zip(&write_hits)
        .skip(2)
        .map(|(register, &hit)| {
            let written = m.and(writes, hit);
            let value = m.state(WORD_BITS, Some(0));
            m.name(value, register.name);
            let bytes: Vec<Net> = (0..WORD_BITS / 8)
                .map(|byte| {
                    let strobe = m.bit(strobes, byte);
                    let (new, old) = (m.slice(data, 8 * byte, 8), m.slice(value, 8 * byte, 8));
                    m.mux(strobe, new, old)
                })
                .collect();
            let merged = m.concat(&bytes);
            m.drive_enabled(value, merged, written);
            value
        })
        .collect();
    let strobe = m.bit(strobes, 0);
    let control = m.and(writes, write_hits[0]);
    let control = m.and(control, strobe);
    let idle = m.not(busy);
    let [start, abort] = [(0, idle, "start_now"), (1, busy, "abort_now")].map(|(bit, allowed, name)| {
        let asked = m.bit(data, bit);
        let asked = m.and(control, asked);
        let net = m.and(asked, allowed);
        m.name(net, name)
    });

    let failed = m.any(fault);
    let nothing = m.constant(4, 0);
    let rest = m.constant(WORD_BITS - 8 - FAULT_BITS, 0);
    let status = m.concat(&[busy, done, failed, overflow, nothing, fault, rest]);
    let reading = m.state(1, Some(0));
    m.name(reading, "read_responds");
    let free = m.not(reading);
    let reads = m.and(read_address_valid, free);
    let waits = m.not(read_ready);
    let held = m.and(reading, waits);
    let next = m.or(reads, held);
    m.drive(reading, next);
    let zero = m.constant(WORD_BITS, 0);
    let all: Vec<Net> = [zero, status].into_iter().chain(values.iter().copied()).collect();
    let read_hits: Vec<Net> = map.iter().map(|register| hit(&mut m, read_address, register)).collect();
    let shown = read_hits.iter().zip(&all).fold(zero, |other, (&hit, &value)| m.mux(hit, value, other));
    let known = read_hits.iter().copied().reduce(|any, one| m.or(any, one));
    let read_response = response(&mut m, known, reads, "read_response");
    let read_data = m.state(WORD_BITS, None);
    m.name(read_data, "read_data");
    m.drive_enabled(read_data, shown, reads);

    let shown = [writes, writes, write_response, responding, reads, read_data, read_response, reading];
    OUTPUTS.iter().zip(shown).for_each(|(name, net)| m.output(*name, net));
    m.output("start", start);
    m.output("abort", abort);
    m.output("frames", values[0]);
    for (area, words) in ["source", "destination", "scratch"].into_iter().zip(values[1..].chunks(2)) {
        let address = m.concat(words);
        m.output(area, address);
    }
    m
}

/// Returns whether an address is that of a register.
fn hit(m: &mut Module, address: Net, register: &Register) -> Net {
    m.eq_const(address, register.address.into())
}

/// Adds the response to an access: an error where no register is hit.
fn response(m: &mut Module, known: Option<Net>, accessed: Net, name: &str) -> Net {
    let [okay, error] = [0, SLAVE_ERROR].map(|code| m.constant(2, code));
    let code = known.map_or(error, |known| m.mux(known, okay, error));
    let held = m.state(2, None);
    m.name(held, name);
    m.drive_enabled(held, code, accessed);
    held
}
