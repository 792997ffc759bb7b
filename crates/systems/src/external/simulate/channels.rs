//! The memory's side of the channels: its answers to a core, cycle by cycle.

use super::{Burst, Memory, Simulation};
use crate::rng::Rng;
use std::collections::VecDeque;

impl Simulation<'_> {
    /// Takes a clock cycle: answers of the memory, and the handshakes that they meet.
    pub(super) fn cycle(&mut self) {
        let now = self.simulator.cycle();
        let pauses = |rng: &mut Rng, memory: &Memory| memory.pauses && rng.one_in(3);
        let ready = ["m_axi_arready", "m_axi_awready", "m_axi_wready"].map(|port| {
            // Data is taken after its request only.
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
        self.check_channels(ready);
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
            self.answered += 1;
        }
        let flying = [self.reads.len(), self.writes.len() + self.responses.len()];
        self.in_flight = [0, 1].map(|side: usize| self.in_flight[side].max(flying[side]));
        self.simulator.step();
    }

    /// Checks that what waits stays as it is. `ready`: whether the memory takes what each channel offers.
    fn check_channels(&mut self, ready: [bool; 3]) {
        for ((channel, waiting), ready) in self.channels.iter().zip(&mut self.waiting).zip(ready) {
            let now: Vec<u128> = channel.slots.iter().map(|slot| self.simulator.get(*slot)).collect();
            if waiting.as_ref().is_some_and(|waiting| *waiting != now) {
                self.broken.get_or_insert(channel.name);
            }
            let waits = self.simulator.get(channel.valid) == 1 && !ready;
            *waiting = waits.then_some(now);
        }
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
}
