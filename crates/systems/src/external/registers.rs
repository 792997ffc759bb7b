//! The control registers, which an AXI4-Lite port reads and writes.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;
use std::sync::Arc;

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
        "bit 0 starts as it is written, and does nothing while the core is busy; bit 1 ends the run that is under way; \
         both read as 0",
    ),
    register(
        0x04,
        "status",
        false,
        "bit 0: busy; bit 1: done, until the next start; bit 2: an error ended the run; bit 3: a value was too large \
         for its word, in a frame or in the gaps after its rows; \
         bits 11 to 8: code of the error",
    ),
    register(0x08, "frames", true, "number of frames, which follow each other in memory"),
    register(0x10, "source_low", true, "address of the first frame, bits 31 to 0"),
    register(0x14, "source_high", true, "address of the first frame, bits 63 to 32"),
    register(
        0x18,
        "destination_low",
        true,
        "address of the first result, bits 31 to 0: that of the first frame, or an area that does not overlap the \
         frames",
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

/// Outputs of the registers with the addresses of areas. A core without a frame between two passes has the first two.
const AREAS: [&str; 3] = ["source", "destination", "scratch"];

/// Registers of the core that a run begins with.
pub(super) struct Settings<'m> {
    pub start: Sig<'m>,
    pub frames: Sig<'m>,
    /// Addresses of the first frame and of the first result, and of the frame between two passes if there is one.
    pub areas: Vec<Sig<'m>>,
}

/// The registers and the control port of a core.
pub(super) struct Control<'m> {
    m: &'m Builder,
    /// Inputs of the port.
    inputs: [Sig<'m>; INPUTS.len()],
    registers: Placed<'m>,
}

impl<'m> Control<'m> {
    /// Adds the inputs.
    pub fn inputs(m: &'m Builder) -> [Sig<'m>; INPUTS.len()] {
        INPUTS.map(|(name, bits)| m.input(format!("s_axi_{name}"), bits))
    }

    /// Places the registers of a map.
    pub fn new(m: &'m Builder, name: &str, map: &[Register], inputs: [Sig<'m>; INPUTS.len()]) -> Self {
        Control { m, inputs, registers: m.place("registers", Arc::new(registers(name, map))) }
    }

    /// What a run begins with.
    pub fn settings(&self) -> Settings<'m> {
        let areas = AREAS.iter().filter_map(|area| self.registers.find(area)).collect();
        Settings { start: self.registers.out("start"), frames: self.registers.out("frames"), areas }
    }

    /// Ends the run under way.
    pub fn abort(&self) -> Sig<'m> {
        self.registers.out("abort")
    }

    /// Connects the registers to the state of the run, and adds the outputs of the port.
    pub fn connect(&self, reset: Sig<'m>, [busy, done, overflow, fault]: [Reg<'m>; 4]) {
        self.registers.set("rst", reset).set("busy", *busy).set("done", *done);
        self.registers.set("overflow", *overflow).set("fault", *fault);
        for ((name, _), input) in INPUTS.iter().zip(self.inputs) {
            self.registers.set(name, input);
        }
        OUTPUTS.iter().for_each(|name| self.m.output(format!("s_axi_{name}"), self.registers.out(name)));
    }
}

/// Builds the registers of a map. Inputs besides the port: `busy`, `done`, `overflow`, `fault`. Outputs: `start` and
/// `abort` for a cycle, and the values.
#[hdl]
pub(super) fn registers(name: &str, map: &[Register]) -> Module {
    let m = Builder::new(name, "Control registers behind an AXI4-Lite port.");
    m.set_reset(m.input("rst", 1));
    let [awaddr, awvalid, wdata, wstrb, wvalid, bready, araddr, arvalid, rready] =
        INPUTS.map(|(name, bits)| m.input(name, bits));
    let [busy, done, overflow] = ["busy", "done", "overflow"].map(|port| m.input(port, 1));
    let fault = m.input("fault", FAULT_BITS);

    // Address and data of a write are taken together, when no response waits.
    let write_responds = m.state(1, 0);
    let writes = awvalid & wvalid & !write_responds;
    write_responds.set_or_clear(writes, bready);
    let write_hits = hits(map, awaddr);
    let write_response = response(&write_hits, writes);

    // After control and status, which have no value of their own.
    let written = map.iter().zip(&write_hits).skip(2).map(|(register, &hit)| {
        let value = m.state(WORD_BITS, 0).named(register.name);
        let byte = |low: u32| wstrb.bit(low / 8).mux(wdata.bits(low, 8), value.bits(low, 8));
        value.next_if(writes & hit, m.cat((0..WORD_BITS).step_by(8).map(byte)));
        *value
    });
    let values: Vec<Sig> = written.collect();
    let writes_control = writes & write_hits[0] & wstrb.bit(0);
    let start_now = writes_control & wdata.bit(0) & !busy;
    let abort_now = writes_control & wdata.bit(1) & busy;

    let read_responds = m.state(1, 0);
    let reads = arvalid & !read_responds;
    read_responds.set_or_clear(reads, rready);
    let read_hits = hits(map, araddr);
    let read_response = response(&read_hits, reads);
    let zero = m.constant(WORD_BITS, 0);
    let rest = zero.bits(8 + FAULT_BITS, WORD_BITS - 8 - FAULT_BITS);
    let status = m.cat([busy, done, fault.any(), overflow, zero.bits(4, 4), fault, rest]);
    let all = [zero, status].into_iter().chain(values.iter().copied());
    let shown = read_hits.iter().zip(all).fold(zero, |other, (hit, value)| hit.mux(value, other));
    let read_data = m.reg(WORD_BITS);
    read_data.next_if(reads, shown);

    let outputs = [writes, writes, write_response, *write_responds, reads, *read_data, read_response, *read_responds];
    OUTPUTS.iter().zip(outputs).for_each(|(name, value)| m.output(*name, value));
    m.output("start", start_now);
    m.output("abort", abort_now);
    m.output("frames", values[0]);
    AREAS.iter().zip(values[1..].chunks(2)).for_each(|(area, words)| m.output(*area, m.cat(words.iter().copied())));
    m.finish()
}

/// Whether an address is that of each register.
fn hits<'m>(map: &[Register], address: Sig<'m>) -> Vec<Sig<'m>> {
    map.iter().map(|register| address.is(register.address)).collect()
}

/// The response to an access: an error where no register is hit.
fn response<'m>(hits: &[Sig<'m>], accessed: Sig<'m>) -> Sig<'m> {
    let m = accessed.builder();
    let held = m.reg(2);
    held.next_if(accessed, m.any_of(hits.iter().copied()).mux(m.constant(2, 0), m.constant(2, SLAVE_ERROR)));
    *held
}
