//! Reads and writes, the two sides of the memory port: the walkers of all passes, and the requests that follow from them.

use super::plan::{Pass, Plan};
use super::requests::requests;
use super::run::Run;
use super::walk::Walk;
use super::walker::walker;
use crate::rtl::{address_bits, Module, Net};
use std::sync::Arc;

/// What every direction is built with.
pub(super) struct Builder<'a> {
    pub plan: &'a Plan,
    pub run: &'a Run,
    /// Reset of everything that a fault leaves in an unknown state.
    pub reset: Net,
}

/// Requests of a direction, and the instance that they come from.
pub(super) struct Requests {
    instance: usize,
    /// Offset, length and last of the walker of the pass.
    walk: [Net; 3],
    pub address: Net,
    /// Beats of a burst less one.
    pub length: Net,
    pub valid: Net,
    /// The walker advances: `next_length` is that of a burst which is requested.
    pub taken: Net,
    pub idle: Net,
    pub done: Net,
}

impl Requests {
    /// Returns the beats less one of the burst that is requested next.
    pub fn next_length(&self) -> Net {
        self.walk[1]
    }
}

/// Nets of the memory port that requests depend on.
pub(super) struct Channel {
    /// Whether a pass begins with the next clock cycle.
    pub begin: Net,
    pub base: Net,
    pub ready: Net,
    /// A burst has ended.
    pub retired: Net,
    /// Whether a burst may be requested.
    pub allowed: Net,
}

impl Builder<'_> {
    /// Adds the walkers of a direction and its requests, whose channel is connected later.
    pub fn add(&self, m: &mut Module, prefix: &str, name: &str, walk: impl Fn(&Pass) -> &Walk) -> Requests {
        let Builder { plan, run, reset } = *self;
        let offset_bits = address_bits(plan.frame_bytes());
        let module = Arc::new(requests(&format!("{prefix}_requests"), offset_bits));
        let (instance, outputs) = m.place(format!("{name}_requests"), &module);
        let taken = outputs[3][0];
        let mut walks = Vec::new();
        for (number, pass) in plan.passes.iter().enumerate() {
            let module =
                Arc::new(walker(&format!("{prefix}_walker_{number}"), walk(pass), plan.bus_bytes, offset_bits));
            let is_now = run.is_pass(m, plan, number);
            let step = m.and(taken, is_now);
            let outputs = m.instance(format!("{name}_walker_{number}"), &module, vec![vec![reset], vec![step]]);
            walks.push([outputs[0][0], outputs[1][0], outputs[2][0]]);
        }
        let walk = [0, 1, 2].map(|port| {
            let nets: Vec<Net> = walks.iter().map(|walk| walk[port]).collect();
            match &nets[..] {
                [only] => *only,
                several => m.select(run.pass, several),
            }
        });
        let [address, length, valid] = [0, 1, 2].map(|port: usize| outputs[port][0]);
        Requests { instance, walk, address, length, valid, taken, idle: outputs[4][0], done: outputs[5][0] }
    }

    /// Connects requests to their channel.
    pub fn connect(&self, m: &mut Module, requests: &Requests, channel: &Channel) {
        let Run { busy, aborting, .. } = *self.run;
        let runs = m.not(aborting);
        let runs = m.and(busy, runs);
        let [offset, length, last] = requests.walk;
        let Channel { begin, base, ready, retired, allowed } = *channel;
        let inputs = [self.reset, begin, runs, allowed, base, offset, length, last, ready, retired];
        m.connect(requests.instance, inputs.map(|net| vec![net]).to_vec());
    }
}
