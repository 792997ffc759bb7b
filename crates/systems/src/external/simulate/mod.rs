//! A core in simulation, beside a memory whose answers take random times.

mod channel;
mod channels;

use super::{External, BURST_BYTES};
use crate::error::Error;
use crate::model::Sample;
use crate::rng::Rng;
use crate::sim::{Simulator, Trace};
use channel::Channel;
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
    /// Number of write bursts that have been answered.
    answered: usize,
    /// Whether the memory offers a beat or a response, which it then keeps.
    offers: [bool; 2],
    /// The channels of requests and of data that is written, and what waits on each.
    channels: Vec<Channel>,
    waiting: [Option<Vec<u128>>; 3],
    /// The first channel on which something changed that waited.
    broken: Option<&'static str>,
}

/// Clock cycles without an event after which a core is taken to be stuck.
const PATIENCE: u64 = 100_000;

impl<'a> Simulation<'a> {
    /// Resets a core beside a memory of `bytes` bytes.
    pub fn new(external: &'a External, memory: Memory, bytes: usize, seed: u64) -> Self {
        Self::of(external, Simulator::new(&external.top), memory, bytes, seed)
    }

    /// Resets a core as [`new`](Self::new) does, and keeps what passes its ports.
    pub(super) fn recorded(external: &'a External, memory: Memory, bytes: usize, seed: u64) -> Self {
        let mut simulator = Simulator::new(&external.top);
        simulator.record();
        Self::of(external, simulator, memory, bytes, seed)
    }

    fn of(external: &'a External, simulator: Simulator, memory: Memory, bytes: usize, seed: u64) -> Self {
        let mut simulation = Simulation {
            external,
            channels: Channel::all(external, &simulator),
            simulator,
            memory,
            bytes: vec![0xa5; bytes],
            scratch: 0,
            rng: Rng::new(seed),
            reads: VecDeque::new(),
            writes: VecDeque::new(),
            responses: VecDeque::new(),
            requested: [0; 2],
            in_flight: [0; 2],
            answered: 0,
            offers: [false; 2],
            waiting: [None, None, None],
            broken: None,
        };
        simulation.reset();
        simulation
    }

    /// Resets the core alone: the memory still answers the bursts that are in flight. A core without a reset stays as
    /// it is.
    pub fn reset(&mut self) {
        let (name, active) = if self.simulator.input("aresetn").is_some() { ("aresetn", 0) } else { ("rst", 1) };
        if self.simulator.input(name).is_none() {
            return;
        }
        self.set(name, active);
        (0..4).for_each(|_| self.simulator.step());
        self.set(name, 1 - active);
    }

    /// Takes what has passed the ports of a core that was recorded.
    pub(super) fn take_trace(&mut self) -> Trace {
        self.simulator.take_trace()
    }

    /// Stores a frame of points, in row-major order, at an address.
    pub fn store(&mut self, at: usize, frame: &[Sample]) {
        for (place, sample) in self.places(at).into_iter().zip(frame) {
            for (part, &word) in sample.iter().enumerate() {
                let bytes = self.external.plan.component_bytes;
                let word = self.external.stored_component(word);
                let first = place + part * bytes;
                self.bytes[first..first + bytes].copy_from_slice(&word.to_le_bytes()[..bytes]);
            }
        }
    }

    /// Loads a frame of points from an address.
    pub fn load(&self, at: usize) -> Vec<Sample> {
        self.places(at).into_iter().map(|place| self.point(place)).collect()
    }

    /// Loads the point at an address.
    pub fn point(&self, at: usize) -> Sample {
        let bytes = self.external.plan.component_bytes;
        [at, at + bytes].map(|first| self.external.loaded_component(&self.bytes[first..first + bytes]))
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
        let begin = self.start(source, destination, frames)?;
        self.until("irq")?;
        let cycles = self.simulator.cycle() - begin;
        self.outcome(cycles)
    }

    /// Starts to transform a frame in place, and steps for at least `cycles` clock cycles, until the number of write
    /// bursts that have been answered is one at which to stop. Returns this number.
    pub fn run_for(&mut self, cycles: u64, place: u64, stops: impl Fn(usize) -> bool) -> Result<usize, Error> {
        let begin = self.start(place, place, 1)?;
        while self.simulator.cycle() < begin + cycles || !stops(self.answered) {
            self.cycle();
            if self.simulator.cycle() > begin + cycles + PATIENCE {
                return Err(self.mismatch(format!("{} write bursts for {PATIENCE} clock cycles", self.answered)));
            }
        }
        Ok(self.answered)
    }

    /// Starts to transform a frame in place, and ends the run by the control register `cycles` clock cycles later.
    /// Returns how it ended.
    pub fn abort(&mut self, cycles: u64, place: u64) -> Result<Outcome, Error> {
        let begin = self.start(place, place, 1)?;
        (0..cycles).for_each(|_| self.cycle());
        self.write(self.register("control"), 2)?;
        self.until("irq")?;
        self.outcome(self.simulator.cycle() - begin)
    }

    /// Starts to transform frames. Returns the clock cycle of the start.
    fn start(&mut self, source: u64, destination: u64, frames: u32) -> Result<u64, Error> {
        let mut settings = vec![("source", source), ("destination", destination)];
        if self.external.plan.has_scratch() {
            settings.push(("scratch", self.scratch));
        }
        for (area, at) in settings {
            self.write(self.register(&format!("{area}_low")), u128::from(at as u32))?;
            self.write(self.register(&format!("{area}_high")), u128::from(at >> 32))?;
        }
        self.write(self.register("frames"), frames.into())?;
        (self.requested, self.in_flight, self.answered) = ([0; 2], [0; 2], 0);
        let begin = self.simulator.cycle();
        self.write(self.register("control"), 1)?;
        Ok(begin)
    }

    /// Reads how a run of some clock cycles has ended.
    fn outcome(&mut self, cycles: u64) -> Result<Outcome, Error> {
        let (status, _) = self.read(self.register("status"))?;
        if let Some(channel) = self.broken {
            return Err(self.mismatch(format!("what waited on channel {channel} has changed")));
        }
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

    /// Returns the lowest address after an address at which a frame may begin.
    pub fn aligned(at: usize) -> usize {
        at.next_multiple_of(BURST_BYTES)
    }
}
