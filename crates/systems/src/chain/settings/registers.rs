//! The registers of a chain as a netlist, and how a commit goes from operation to operation.

use super::map::{Map, Mapped};
use crate::arch::registers::{LitePort, COMMIT, FIRST_FRAME, FRAME_BITS, PREFIX, STATUS, WORD_BITS, WORD_BYTES};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// The registers in the netlist of a chain.
pub struct Switches<'m> {
    map: &'m Map,
    registers: Placed<'m>,
    /// With the start of the first frame that has new values.
    first: Sig<'m>,
}

impl<'m> Switches<'m> {
    /// Adds the registers and their port. `start`: of the frames of the chain.
    pub fn new(m: &'m Builder, name: &str, map: &'m Map, start: Sig<'m>) -> Self {
        let port = LitePort::inputs(m, PREFIX, map.address_bits);
        let registers = m.place("registers", registers(name, map));
        port.connect(&registers, PREFIX);
        let first = start & registers.out("waits");
        registers.set("begins", enabled(start));
        Switches { map, registers, first }
    }

    /// Connects an operation, if it has a setting. `start`: clock cycles from the start of a frame of the chain to its
    /// start at the operation.
    pub fn connect(&self, operation: usize, placed: &Placed<'m>, start: usize) {
        let Some(mapped) = self.map.settings.iter().find(|mapped| mapped.operation == operation) else { return };
        let (name, setting) = (&mapped.name, &mapped.setting);
        let switch = self.later(start);
        match setting.is_table() {
            true => {
                let [write, written] = ["write", "written"].map(|end| self.registers.out(&format!("{name}_{end}")));
                placed.set("switch", switch & written).set("write", write);
                placed.set("index", self.registers.out(&format!("{name}_index")));
                placed.set("word", self.registers.out("word").bits(0, setting.bits));
            }
            false => {
                placed.set("switch", switch).set("setting", self.registers.out(name));
            }
        }
    }

    /// Ends a commit: some clock cycles after the start of its first frame all operations have the new values.
    pub fn settle(&self, cycles: usize) {
        self.registers.set("settles", enabled(self.later(cycles)));
    }

    /// With the start of the first frame that has new values, some clock cycles later. No other commit begins meanwhile.
    fn later(&self, cycles: usize) -> Sig<'m> {
        Pulse::new(self.first, cycles.max(1)).later(cycles).now().untimed()
    }
}

/// A pulse, in the one clock cycle in which the module goes on.
fn enabled(pulse: Sig<'_>) -> Sig<'_> {
    pulse.builder().enable().map_or(pulse, |enable| pulse & enable)
}

/// Builds the registers. Inputs besides the port: `begins` and `settles`, high for a clock cycle as a frame begins, and
/// as all operations have the values of a commit. Outputs: `waits` until a frame begins after a commit; the numbers of
/// scalars; of each table whether a word is written, its number, and whether any was written since the last commit.
#[hdl]
fn registers(name: &str, map: &Map) -> Module {
    let m = Builder::new(name, "Settings that an AXI4-Lite port changes, which no clock enable holds.");
    m.set_reset(m.input("rst", 1));
    let port = LitePort::inputs(&m, "", map.address_bits);
    let [begins, settles] = ["begins", "settles"].map(|port| m.input(port, 1));
    let zero = m.constant(WORD_BITS, 0);

    m.section("a commit");
    let writes = port.writes();
    let waits = m.state(1, 0);
    let passes = m.state(1, 0);
    let is_free = !(waits | passes);
    let to_commit = port.awaddr.is(COMMIT);
    let commits = writes.taken & to_commit & is_free & port.wstrb.bit(0) & port.wdata.bit(0);
    let begins_first = begins & waits;
    waits.set_or_clear(commits, begins);
    passes.set_or_clear(begins_first, settles);
    let frame_number = m.state(FRAME_BITS, 0);
    frame_number.next_if(begins, *frame_number + 1);
    let first_frame = m.state(FRAME_BITS, 0);
    first_frame.next_if(begins_first, *frame_number);
    m.output("waits", *waits);

    m.section("settings");
    let status = m.cat([*waits, *passes, zero.bits(2, WORD_BITS - 2)]);
    let mut written = vec![to_commit & is_free, port.awaddr.is(STATUS), port.awaddr.is(FIRST_FRAME)];
    let mut shown = vec![
        (port.araddr.is(COMMIT), zero),
        (port.araddr.is(STATUS), status),
        (port.araddr.is(FIRST_FRAME), *first_frame),
    ];
    for mapped in &map.settings {
        let Mapped { name, setting, address, .. } = mapped;
        if setting.is_table() {
            let [to_table, from_table] = [port.awaddr, port.araddr].map(|address| hit(mapped, address));
            let accepted = to_table & is_free & port.wstrb.all();
            let write = writes.taken & accepted;
            let any_written = m.state(1, 0).named(&format!("{name}_any"));
            any_written.set_or_clear(write, settles);
            m.output(format!("{name}_write"), write);
            m.output(format!("{name}_index"), index(mapped, port.awaddr));
            m.output(format!("{name}_written"), *any_written);
            written.push(accepted);
            shown.push((from_table, zero));
            continue;
        }
        let mut words = Vec::new();
        for word in 0..mapped.words() {
            let (at, low) = (address + word * WORD_BYTES, word * WORD_BITS);
            let bits = (setting.bits - low).min(WORD_BITS);
            let first = setting.word(setting.words[0]) >> low & (u64::MAX >> (64 - bits));
            let accepted = port.awaddr.is(at) & is_free;
            let value = m.state(bits, first.into()).named(&format!("{name}_{word}"));
            value.next_if(writes.taken & accepted, port.written(*value));
            written.push(accepted);
            shown.push((port.araddr.is(at), value.extend(WORD_BITS)));
            words.push(*value);
        }
        m.output(name.as_str(), m.cat(words));
    }
    if map.settings.iter().any(|mapped| mapped.setting.is_table()) {
        m.output("word", port.wdata);
    }

    m.section("responses");
    let write_response = writes.response(&written);
    let reads = port.reads();
    let read_response = reads.response(&shown.iter().map(|(hit, _)| *hit).collect::<Vec<_>>());
    let read_word = shown.into_iter().fold(zero, |other, (hit, value)| hit.mux(value, other));
    LitePort::outputs([&writes, &reads], [write_response, read_response], read_word);
    m.finish()
}

/// Whether an address is that of a word of a table.
fn hit<'m>(mapped: &Mapped, address: Sig<'m>) -> Sig<'m> {
    let m = address.builder();
    let (words, bits) = (mapped.setting.words.len(), mapped.table_bits());
    let index = index(mapped, address);
    let is_there = if words >> index.width() > 0 { m.high() } else { index.lt(words) };
    let is_whole = !address.any_below(WORD_BYTES.ilog2());
    let is_above = match address.width() > bits {
        true => address.above(bits).is(mapped.address >> bits),
        false => m.high(),
    };
    is_there & is_whole & is_above
}

/// The number of a word of a table.
fn index<'m>(mapped: &Mapped, address: Sig<'m>) -> Sig<'m> {
    let low = WORD_BYTES.ilog2();
    address.bits(low, mapped.table_bits() - low)
}
