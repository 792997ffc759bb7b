//! A core in simulation, beside a memory whose answers take random times.

use super::{External, BURST_BYTES};
use crate::error::Error;
use crate::format::Format;
use crate::model::Sample;
use crate::rng::Rng;
use crate::sim::Simulator;
use std::collections::VecDeque;

/// What the memory does with requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// Longest time from a request to its first beat or its response, in clock cycles.
    pub latency: usize,
    /// Whether channels pause at random.
    pub pauses: bool,
    /// Number of the read burst that gets an error response.
    pub read_error: Option<usize>,
    /// Number of the write burst that gets an error response.
    pub write_error: Option<usize>,
}

/// What a run came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Code of the fault that ended the run, or 0.
    pub fault: u32,
    /// Whether a value was too large for its word.
    pub overflow: bool,
    /// Clock cycles from the start to the end.
    pub cycles: u64,
    /// Most read bursts and most write bursts in flight.
    pub in_flight: [usize; 2],
}

/// A burst in flight.
struct Burst {
    number: usize,
    address: usize,
    beats: usize,
    /// Beats that have passed.
    passed: usize,
    /// Clock cycle from which on it is answered.
    due: u64,
}

/// A core with its memory.
pub struct Simulation<'a> {
    external: &'a External,
    simulator: Simulator,
    /// What the memory does.
    pub memory: Memory,
    /// Contents of the memory from address 0 on.
    pub bytes: Vec<u8>,
    /// Address of the area for the frame between two passes, where there is one.
    pub scratch: u64,
    rng: Rng,
    reads: VecDeque<Burst>,
    writes: VecDeque<Burst>,
    responses: VecDeque<Burst>,
    requested: [usize; 2],
    in_flight: [usize; 2],
    /// Whether the memory offers a beat or a response, which it then keeps.
    offers: [bool; 2],
}

/// Clock cycles without an event after which a core is taken to be stuck.
const PATIENCE: u64 = 100_000;

impl<'a> Simulation<'a> {
    /// Resets a core beside a memory of `bytes` bytes.
    pub fn new(external: &'a External, memory: Memory, bytes: usize, seed: u64) -> Self {
        let mut simulation = Simulation {
            external,
            simulator: Simulator::new(&external.top),
            memory,
            bytes: vec![0xa5; bytes],
            scratch: 0,
            rng: Rng::new(seed),
            reads: VecDeque::new(),
            writes: VecDeque::new(),
            responses: VecDeque::new(),
            requested: [0; 2],
            in_flight: [0; 2],
            offers: [false; 2],
        };
        simulation.reset();
        simulation
    }

    fn reset(&mut self) {
        let (name, active) = if self.simulator.input("aresetn").is_some() { ("aresetn", 0) } else { ("rst", 1) };
        if self.simulator.input(name).is_none() {
            return;
        }
        self.set(name, active);
        (0..4).for_each(|_| self.simulator.step());
        self.set(name, 1 - active);
    }

    /// Stores a frame of points, in row-major order, at an address.
    pub fn store(&mut self, at: usize, frame: &[Sample]) {
        for (place, sample) in self.places(at).into_iter().zip(frame) {
            for (part, &word) in sample.iter().enumerate() {
                let bytes = self.external.plan.component_bytes;
                let word = match self.external.config.format {
                    Format::Fixed(fixed) => crate::format::number(word, fixed.bits()) as u64,
                    Format::Float(_) => word,
                };
                let first = place + part * bytes;
                self.bytes[first..first + bytes].copy_from_slice(&word.to_le_bytes()[..bytes]);
            }
        }
    }

    /// Loads a frame of points from an address.
    pub fn load(&self, at: usize) -> Vec<Sample> {
        let (bytes, bits) = (self.external.plan.component_bytes, self.external.config.format.bits());
        let word = |first: usize| {
            let word = self.bytes[first..first + bytes].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            word & (u64::MAX >> (64 - bits))
        };
        self.places(at).into_iter().map(|place| [word(place), word(place + bytes)]).collect()
    }

    /// Returns the address of each point of a frame.
    fn places(&self, at: usize) -> Vec<usize> {
        let plan = &self.external.plan;
        let rows = plan.shape.with_row(1).samples();
        let row = |row: usize| {
            (0..plan.shape.row()).map(move |point| at + row * plan.row_pitch + point * 2 * plan.component_bytes)
        };
        (0..rows).flat_map(row).collect()
    }

    /// Writes a register through the control port. Returns the response.
    pub fn write(&mut self, at: u128, value: u128) -> Result<u32, Error> {
        for (port, value) in
            [("awaddr", at), ("awvalid", 1), ("wdata", value), ("wstrb", 15), ("wvalid", 1), ("bready", 1)]
        {
            self.set(&format!("s_axi_{port}"), value);
        }
        self.until("s_axi_awready")?;
        self.cycle();
        self.set("s_axi_awvalid", 0);
        self.set("s_axi_wvalid", 0);
        self.until("s_axi_bvalid")?;
        let response = self.get("s_axi_bresp");
        self.cycle();
        self.set("s_axi_bready", 0);
        Ok(response as u32)
    }

    /// Reads a register through the control port. Returns its value and the response.
    pub fn read(&mut self, at: u128) -> Result<(u32, u32), Error> {
        for (port, value) in [("araddr", at), ("arvalid", 1), ("rready", 1)] {
            self.set(&format!("s_axi_{port}"), value);
        }
        self.until("s_axi_arready")?;
        self.cycle();
        self.set("s_axi_arvalid", 0);
        self.until("s_axi_rvalid")?;
        let found = (self.get("s_axi_rdata") as u32, self.get("s_axi_rresp") as u32);
        self.cycle();
        self.set("s_axi_rready", 0);
        Ok(found)
    }

    /// Transforms frames from one address to another. Returns how the run ended.
    pub fn run(&mut self, source: u64, destination: u64, frames: u32) -> Result<Outcome, Error> {
        let mut settings = vec![("source", source), ("destination", destination)];
        if self.external.plan.has_scratch() {
            settings.push(("scratch", self.scratch));
        }
        for (area, at) in settings {
            self.write(self.register(&format!("{area}_low")), u128::from(at as u32))?;
            self.write(self.register(&format!("{area}_high")), u128::from(at >> 32))?;
        }
        self.write(self.register("frames"), frames.into())?;
        (self.requested, self.in_flight) = ([0; 2], [0; 2]);
        let begin = self.simulator.cycle();
        self.write(self.register("control"), 1)?;
        self.until("irq")?;
        let cycles = self.simulator.cycle() - begin;
        let (status, _) = self.read(self.register("status"))?;
        let is_over = status & 3 == 2 && self.reads.is_empty() && self.writes.is_empty() && self.responses.is_empty();
        match is_over {
            true => {
                Ok(Outcome { fault: status >> 8 & 15, overflow: status & 8 != 0, cycles, in_flight: self.in_flight })
            }
            false => Err(self.mismatch(format!("status {status:#x} at the end of a run, or bursts still in flight"))),
        }
    }

    /// Returns the byte address of a register.
    fn register(&self, name: &str) -> u128 {
        let registers = self.external.registers();
        registers.iter().find(|register| register.name == name).map_or(0, |register| register.address.into())
    }

    /// Steps until an output is high.
    fn until(&mut self, output: &str) -> Result<(), Error> {
        let begin = self.simulator.cycle();
        let mut events = self.requested;
        let mut last = begin;
        loop {
            self.simulator.settle();
            if self.get(output) == 1 {
                return Ok(());
            }
            self.cycle();
            if self.requested != events {
                (events, last) = (self.requested, self.simulator.cycle());
            }
            if self.simulator.cycle() > last + PATIENCE {
                return Err(self.mismatch(format!("{output} stays low for {PATIENCE} clock cycles")));
            }
        }
    }

    /// Takes a clock cycle: answers of the memory, and the handshakes that they meet.
    fn cycle(&mut self) {
        let now = self.simulator.cycle();
        let pauses = |rng: &mut Rng, memory: &Memory| memory.pauses && rng.one_in(3);
        let ready = ["m_axi_arready", "m_axi_awready", "m_axi_wready"].map(|port| {
            // Data is taken behind its request only.
            let can = port != "m_axi_wready" || !self.writes.is_empty();
            let ready = can && !pauses(&mut self.rng, &self.memory);
            self.set(port, ready.into());
            ready
        });
        let due = |queue: &VecDeque<Burst>| queue.front().is_some_and(|burst| burst.due <= now);
        let can = [due(&self.reads), due(&self.responses)];
        for (side, can) in can.into_iter().enumerate() {
            // What is offered stays on offer.
            self.offers[side] = can && (self.offers[side] || !pauses(&mut self.rng, &self.memory));
        }
        self.offer_read();
        self.offer_response();
        self.simulator.settle();
        let high = |this: &Self, port: &str| this.get(port) == 1;
        let taken = [high(self, "m_axi_rready") && self.offers[0], high(self, "m_axi_bready") && self.offers[1]];
        let asked = [ready[0] && high(self, "m_axi_arvalid"), ready[1] && high(self, "m_axi_awvalid")];
        let written = ready[2] && high(self, "m_axi_wvalid");
        let bursts = ["ar", "aw"].map(|channel| {
            (self.get(&format!("m_axi_{channel}addr")) as usize, self.get(&format!("m_axi_{channel}len")) as usize + 1)
        });
        if written {
            self.take_data();
        }
        for (side, &(address, beats)) in bursts.iter().enumerate().filter(|(side, _)| asked[*side]) {
            let due = now + 1 + if self.memory.latency > 0 { self.rng.below(self.memory.latency as u64) } else { 0 };
            let burst = Burst { number: self.requested[side], address, beats, passed: 0, due };
            self.requested[side] += 1;
            [&mut self.reads, &mut self.writes][side].push_back(burst);
        }
        if taken[0] {
            self.offers[0] = false;
            if let Some(burst) = self.reads.front_mut() {
                burst.passed += 1;
            }
            if self.reads.front().is_some_and(|burst| burst.passed == burst.beats) {
                self.reads.pop_front();
            }
        }
        if taken[1] {
            self.offers[1] = false;
            self.responses.pop_front();
        }
        let flying = [self.reads.len(), self.writes.len() + self.responses.len()];
        self.in_flight = [0, 1].map(|side: usize| self.in_flight[side].max(flying[side]));
        self.simulator.step();
    }

    /// Sets the read channel.
    fn offer_read(&mut self) {
        self.set("m_axi_rvalid", self.offers[0].into());
        let Some(burst) = self.reads.front() else { return };
        let bus = self.external.plan.bus_bytes;
        let first = burst.address + burst.passed * bus;
        let (last, fails) = (burst.passed + 1 == burst.beats, Some(burst.number) == self.memory.read_error);
        let data: Vec<u8> = (first..first + bus).map(|at| self.bytes.get(at).copied().unwrap_or(0)).collect();
        self.set("m_axi_rlast", last.into());
        self.set("m_axi_rresp", if fails && last { 2 } else { 0 });
        let slots = self.simulator.input("m_axi_rdata").unwrap_or_default();
        let mut bit = 0;
        for slot in slots {
            let word = (0..slot.width()).fold(0u128, |word, at| {
                let at = (bit + at) as usize;
                word | u128::from(data[at / 8] >> (at % 8) & 1) << (at - bit as usize)
            });
            bit += slot.width();
            self.simulator.set(slot, word);
        }
    }

    /// Sets the channel of responses to writes.
    fn offer_response(&mut self) {
        let fails = self.responses.front().is_some_and(|burst| Some(burst.number) == self.memory.write_error);
        self.set("m_axi_bvalid", self.offers[1].into());
        self.set("m_axi_bresp", if fails { 2 } else { 0 });
    }

    /// Stores a beat of the write channel.
    fn take_data(&mut self) {
        let bus = self.external.plan.bus_bytes;
        let slots = self.simulator.output("m_axi_wdata").unwrap_or_default();
        let bits = slots.iter().flat_map(|slot| {
            let word = self.simulator.get(*slot);
            (0..slot.width()).map(move |bit| (word >> bit & 1) as u8)
        });
        let bits: Vec<u8> = bits.collect();
        let data: Vec<u8> = bits.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit)).collect();
        let (keeps, is_last) = (self.get("m_axi_wstrb") & 1 == 1, self.get("m_axi_wlast") == 1);
        let now = self.simulator.cycle();
        let Some(burst) = self.writes.front_mut() else { return };
        let first = burst.address + burst.passed * bus;
        if keeps && first + bus <= self.bytes.len() {
            self.bytes[first..first + bus].copy_from_slice(&data);
        }
        burst.passed += 1;
        debug_assert_eq!(is_last, burst.passed == burst.beats);
        if burst.passed == burst.beats {
            let wait = if self.memory.latency > 0 { self.rng.below(self.memory.latency as u64) } else { 0 };
            burst.due = now + 1 + wait;
            let done = self.writes.pop_front();
            self.responses.extend(done);
        }
    }

    fn set(&mut self, port: &str, value: u128) {
        if let Some([slot, ..]) = self.simulator.input(port).as_deref() {
            self.simulator.set(*slot, value);
        }
    }

    fn get(&self, port: &str) -> u128 {
        self.simulator.output(port).and_then(|slots| slots.first().map(|slot| self.simulator.get(*slot))).unwrap_or(0)
    }

    fn mismatch(&self, what: String) -> Error {
        Error::Mismatch(format!("{}: {what}", self.external.name))
    }

    /// Returns the lowest address behind an address at which a frame may begin.
    pub fn aligned(at: usize) -> usize {
        at.next_multiple_of(BURST_BYTES)
    }
}
