//! The control registers, which an AXI4-Lite port reads and writes.

use crate::arch::registers::{Access, LitePort, Register, PREFIX, WORD_BITS};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;
use std::sync::Arc;
use Access::{Read, ReadWrite};

/// Bits of a register's address; beyond the registers there is nothing.
pub const REGISTER_ADDRESS_BITS: u32 = 8;

/// The map of the control registers of every core.
pub const REGISTERS: [Register; 7] = [
    Register::new(
        0x00,
        "control",
        ReadWrite,
        "bit 0 starts as it is written, and does nothing while the core is busy; bit 1 ends the run that is under way; \
         both read as 0",
    ),
    Register::new(
        0x04,
        "status",
        Read,
        "bit 0: busy; bit 1: done, until the next start; bit 2: an error ended the run; bit 3: a value was too large \
         for its word, in a frame or in the gaps after its rows; \
         bits 11 to 8: code of the error",
    ),
    Register::new(0x08, "frames", ReadWrite, "number of frames, which follow each other in memory"),
    Register::new(0x10, "source_low", ReadWrite, "address of the first frame, bits 31 to 0"),
    Register::new(0x14, "source_high", ReadWrite, "address of the first frame, bits 63 to 32"),
    Register::new(
        0x18,
        "destination_low",
        ReadWrite,
        "address of the first result, bits 31 to 0: that of the first frame, or an area that does not overlap the \
         frames",
    ),
    Register::new(0x1c, "destination_high", ReadWrite, "address of the first result, bits 63 to 32"),
];

/// Registers beside [`REGISTERS`] of a core for frames of one dimension.
const SCRATCH_REGISTERS: [Register; 2] = [
    Register::new(
        0x20,
        "scratch_low",
        ReadWrite,
        "address of an area for one frame between two passes, bits 31 to 0: it overlaps neither frames nor results",
    ),
    Register::new(
        0x24,
        "scratch_high",
        ReadWrite,
        "address of the area for one frame between two passes, bits 63 to 32",
    ),
];

/// Returns the map of the control registers of a core, which has an area for the frame between two passes or has none.
pub(super) fn register_map(has_scratch: bool) -> Vec<Register> {
    let scratch = if has_scratch { &SCRATCH_REGISTERS[..] } else { &[] };
    REGISTERS.iter().chain(scratch).cloned().collect()
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
    /// Inputs of the port.
    port: LitePort<'m>,
    registers: Placed<'m>,
}

impl<'m> Control<'m> {
    /// Adds the inputs.
    pub fn inputs(m: &'m Builder) -> LitePort<'m> {
        LitePort::inputs(m, PREFIX, REGISTER_ADDRESS_BITS)
    }

    /// Places the registers of a map.
    pub fn new(m: &'m Builder, name: &str, map: &[Register], port: LitePort<'m>) -> Self {
        Control { port, registers: m.place("registers", Arc::new(registers(name, map))) }
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
        self.port.connect(&self.registers, PREFIX);
    }
}

/// Builds the registers of a map. Inputs besides the port: `busy`, `done`, `overflow`, `fault`. Outputs: `start` and
/// `abort` for a cycle, and the values.
#[hdl]
pub(super) fn registers(name: &str, map: &[Register]) -> Module {
    let m = Builder::new(name, "Control registers behind an AXI4-Lite port.");
    m.set_reset(m.input("rst", 1));
    let port = LitePort::inputs(&m, "", REGISTER_ADDRESS_BITS);
    let [busy, done, overflow] = ["busy", "done", "overflow"].map(|port| m.input(port, 1));
    let fault = m.input("fault", FAULT_BITS);

    let writes = port.writes();
    let write_hits = hits(map, port.awaddr);
    let write_response = writes.response(&write_hits);

    // After control and status, which have no value of their own.
    let written = map.iter().zip(&write_hits).skip(2).map(|(register, &hit)| {
        let value = m.state(WORD_BITS, 0).named(&register.name);
        value.next_if(writes.taken & hit, port.written(*value));
        *value
    });
    let values: Vec<Sig> = written.collect();
    let writes_control = writes.taken & write_hits[0] & port.wstrb.bit(0);
    let start_now = writes_control & port.wdata.bit(0) & !busy;
    let abort_now = writes_control & port.wdata.bit(1) & busy;

    let reads = port.reads();
    let read_hits = hits(map, port.araddr);
    let read_response = reads.response(&read_hits);
    let zero = m.constant(WORD_BITS, 0);
    let rest = zero.bits(8 + FAULT_BITS, WORD_BITS - 8 - FAULT_BITS);
    let status = m.cat([busy, done, fault.any(), overflow, zero.bits(4, 4), fault, rest]);
    let all = [zero, status].into_iter().chain(values.iter().copied());
    let shown = read_hits.iter().zip(all).fold(zero, |other, (hit, value)| hit.mux(value, other));
    LitePort::outputs([&writes, &reads], [write_response, read_response], shown);
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
