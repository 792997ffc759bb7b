//! A master of the AXI4-Lite port of registers in simulation, whose channels come after random times.

use crate::arch::registers::PREFIX;
use crate::rng::Rng;
use crate::sim::{Simulator, Slot};

/// An access.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// Writes a word to an address.
    Write([u32; 2]),
    /// Reads the word of an address.
    Read(u32),
}

/// A master, of one access at a time.
pub struct Master {
    write: Channels,
    read: Channels,
    rng: Rng,
    under_way: Option<UnderWay>,
}

/// Ports of the accesses of one direction.
struct Channels {
    /// Address; data and their bytes, of writes.
    address: Slot,
    data: Option<[Slot; 2]>,
    /// `valid` and `ready` of address and data, and of the response.
    handshakes: Vec<[Slot; 2]>,
    response: [Slot; 2],
    /// What a response has.
    word: Slot,
}

/// An access under way.
struct UnderWay {
    access: Access,
    /// Of address and data: whether it is offered, and whether it was taken.
    channels: Vec<[bool; 2]>,
}

impl Master {
    /// Finds the ports. `None` where there are no registers.
    pub fn new(simulator: &Simulator) -> Option<Self> {
        let input = |name: &str| Some(simulator.input(&format!("{PREFIX}{name}"))?[0]);
        let output = |name: &str| Some(simulator.output(&format!("{PREFIX}{name}"))?[0]);
        let write = Channels {
            address: input("awaddr")?,
            data: Some([input("wdata")?, input("wstrb")?]),
            handshakes: vec![[input("awvalid")?, output("awready")?], [input("wvalid")?, output("wready")?]],
            response: [output("bvalid")?, input("bready")?],
            word: output("bresp")?,
        };
        let read = Channels {
            address: input("araddr")?,
            data: None,
            handshakes: vec![[input("arvalid")?, output("arready")?]],
            response: [output("rvalid")?, input("rready")?],
            word: output("rdata")?,
        };
        Some(Master { write, read, rng: Rng::new(5), under_way: None })
    }

    /// Whether no access is under way.
    pub fn is_idle(&self) -> bool {
        self.under_way.is_none()
    }

    /// Begins an access with the next clock cycle.
    pub fn begin(&mut self, access: Access) {
        let channels = if matches!(access, Access::Write(_)) { 2 } else { 1 };
        self.under_way = Some(UnderWay { access, channels: vec![[false; 2]; channels] });
    }

    /// Drives the ports before a clock edge. Returns an access that ends, with the word that was read, or the response
    /// to a write.
    pub fn cycle(&mut self, simulator: &mut Simulator) -> Option<(Access, u32)> {
        let UnderWay { access, channels } = self.under_way.as_mut()?;
        let ports = match *access {
            Access::Write([address, word]) => {
                simulator.set(self.write.address, address.into());
                let words = [word.into(), 15];
                self.write.data.into_iter().flatten().zip(words).for_each(|(slot, word)| simulator.set(slot, word));
                &self.write
            }
            Access::Read(address) => {
                simulator.set(self.read.address, address.into());
                &self.read
            }
        };
        for ([offered, taken], [valid, _]) in channels.iter_mut().zip(&ports.handshakes) {
            // What was offered stays on offer until it is taken.
            *offered = !*taken && (*offered || self.rng.one_in(2));
            simulator.set(*valid, (*offered).into());
        }
        let accepts = self.rng.one_in(2);
        simulator.set(ports.response[1], accepts.into());
        simulator.settle();
        for ([offered, taken], [_, ready]) in channels.iter_mut().zip(&ports.handshakes) {
            *taken |= *offered && simulator.get(*ready) == 1;
        }
        let ends = accepts && simulator.get(ports.response[0]) == 1;
        let result = ends.then(|| (*access, simulator.get(ports.word) as u32));
        if ends {
            self.under_way = None;
        }
        result
    }

    /// Ends what was offered, after the clock edge.
    pub fn rest(&self, simulator: &mut Simulator) {
        let ends = [&self.write, &self.read].map(|ports| (ports.response[1], &ports.handshakes));
        for (ready, handshakes) in ends {
            simulator.set(ready, 0);
            handshakes.iter().for_each(|[valid, _]| simulator.set(*valid, 0));
        }
    }
}
