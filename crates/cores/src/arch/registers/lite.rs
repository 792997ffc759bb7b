//! The AXI4-Lite port of registers.
//!
//! Address and data of a write come in any order, and are taken together when no response waits. A read is answered a
//! clock cycle after its address. No clock enable holds the port.

use super::WORD_BITS;
use fftgen_hdl::dsl::*;

/// Beginning of the names of the ports of a core.
pub const PREFIX: &str = "s_axi_";

/// Response to an access that is refused.
pub const SLAVE_ERROR: u128 = 2;

/// Ports that go out.
const OUTPUTS: [&str; 8] = ["awready", "wready", "bresp", "bvalid", "arready", "rdata", "rresp", "rvalid"];

/// Inputs of an AXI4-Lite slave.
#[derive(Clone, Copy)]
pub struct LitePort<'m> {
    /// Address of a write.
    pub awaddr: Sig<'m>,
    awvalid: Sig<'m>,
    /// Word that is written.
    pub wdata: Sig<'m>,
    /// Its bytes that count.
    pub wstrb: Sig<'m>,
    wvalid: Sig<'m>,
    bready: Sig<'m>,
    /// Address of a read.
    pub araddr: Sig<'m>,
    arvalid: Sig<'m>,
    rready: Sig<'m>,
}

/// Accesses of one direction.
pub struct Accesses<'m> {
    /// High in the clock cycle in which one is taken.
    pub taken: Sig<'m>,
    /// High while its response waits.
    responds: Reg<'m>,
}

impl<'m> LitePort<'m> {
    /// Ports that come in, with their bits.
    fn widths(address_bits: u32) -> [(&'static str, u32); 9] {
        [
            ("awaddr", address_bits),
            ("awvalid", 1),
            ("wdata", WORD_BITS),
            ("wstrb", WORD_BITS / 8),
            ("wvalid", 1),
            ("bready", 1),
            ("araddr", address_bits),
            ("arvalid", 1),
            ("rready", 1),
        ]
    }

    /// Adds the inputs, whose names begin with `prefix`.
    pub fn inputs(m: &'m Builder, prefix: &str, address_bits: u32) -> Self {
        let [awaddr, awvalid, wdata, wstrb, wvalid, bready, araddr, arvalid, rready] =
            Self::widths(address_bits).map(|(name, bits)| m.input(format!("{prefix}{name}"), bits));
        LitePort { awaddr, awvalid, wdata, wstrb, wvalid, bready, araddr, arvalid, rready }
    }

    /// Connects the registers to the port of the module around them, whose outputs begin with `prefix`.
    pub fn connect(&self, registers: &Placed<'m>, prefix: &str) {
        let LitePort { awaddr, awvalid, wdata, wstrb, wvalid, bready, araddr, arvalid, rready } = *self;
        let inputs = [awaddr, awvalid, wdata, wstrb, wvalid, bready, araddr, arvalid, rready];
        for ((name, _), input) in Self::widths(awaddr.width()).iter().zip(inputs) {
            registers.set(name, input);
        }
        let m = awaddr.builder();
        OUTPUTS.iter().for_each(|name| m.output(format!("{prefix}{name}"), registers.out(name)));
    }

    /// Adds the writes.
    #[hdl]
    pub fn writes(&self) -> Accesses<'m> {
        let write_responds = self.awaddr.builder().state(1, 0);
        let writes = self.awvalid & self.wvalid & !write_responds;
        write_responds.set_or_clear(writes, self.bready);
        Accesses { taken: writes, responds: write_responds }
    }

    /// Adds the reads.
    #[hdl]
    pub fn reads(&self) -> Accesses<'m> {
        let read_responds = self.awaddr.builder().state(1, 0);
        let reads = self.arvalid & !read_responds;
        read_responds.set_or_clear(reads, self.rready);
        Accesses { taken: reads, responds: read_responds }
    }

    /// A word after a write to it: of each byte, what comes where it counts, and else what was there.
    pub fn written(&self, value: Sig<'m>) -> Sig<'m> {
        let byte = |low: u32| {
            let bits = (value.width() - low).min(8);
            self.wstrb.bit(low / 8).mux(self.wdata.bits(low, bits), value.bits(low, bits))
        };
        value.builder().cat((0..value.width()).step_by(8).map(byte))
    }

    /// Adds the outputs. `responses`: to a write and to a read; `shown`: the word that is read.
    #[hdl]
    pub fn outputs([writes, reads]: [&Accesses<'m>; 2], [write_response, read_response]: [Sig<'m>; 2], shown: Sig<'m>) {
        let m = shown.builder();
        let read_data = m.reg(WORD_BITS);
        read_data.next_if(reads.taken, shown);
        let [write, read] = [writes, reads].map(|accesses| (accesses.taken, *accesses.responds));
        let outputs = [write.0, write.0, write_response, write.1, read.0, *read_data, read_response, read.1];
        OUTPUTS.iter().zip(outputs).for_each(|(name, value)| m.output(*name, value));
    }
}

impl<'m> Accesses<'m> {
    /// The response: an error where no register accepts the access.
    pub fn response(&self, accepts: &[Sig<'m>]) -> Sig<'m> {
        let m = self.taken.builder();
        let held = m.reg(2);
        held.next_if(self.taken, m.any_of(accepts.iter().copied()).mux(m.constant(2, 0), m.constant(2, SLAVE_ERROR)));
        *held
    }
}
