//! Reads and writes, the two sides of the memory port: the walkers of all passes, and the requests that follow from
//! them.

use super::plan::{Pass, Plan};
use super::requests::requests;
use super::run::Run;
use super::walk::Walk;
use super::walker::walker;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;
use std::sync::Arc;

/// What every direction is built with.
pub(super) struct Directions<'a, 'm> {
    pub m: &'m Builder,
    pub plan: &'a Plan,
    pub run: &'a Run<'m>,
    /// Reset of everything that a fault leaves in an unknown state.
    pub reset: Sig<'m>,
}

/// Requests of a direction.
pub(super) struct Requests<'m> {
    requests: Placed<'m>,
    /// Offset, length and last of the walker of the pass.
    walk: [Sig<'m>; 3],
    pub address: Sig<'m>,
    /// Beats of a burst less one.
    pub length: Sig<'m>,
    pub valid: Sig<'m>,
    /// The walker advances: `next_length` is that of a burst which is requested.
    pub taken: Sig<'m>,
    pub idle: Sig<'m>,
    pub done: Sig<'m>,
}

impl<'m> Requests<'m> {
    /// Beats less one of the burst that is requested next.
    pub fn next_length(&self) -> Sig<'m> {
        self.walk[1]
    }
}

/// Signals of the memory port that requests depend on.
pub(super) struct Channel<'m> {
    /// Whether a pass begins with the next clock cycle.
    pub begin: Sig<'m>,
    pub base: Sig<'m>,
    pub ready: Sig<'m>,
    /// A burst has ended.
    pub retired: Sig<'m>,
    /// Whether a burst may be requested.
    pub allowed: Sig<'m>,
}

/// Outputs of a walker.
const WALK: [&str; 3] = ["offset", "length", "last"];

impl<'m> Directions<'_, 'm> {
    /// Adds the walkers of a direction and its requests, whose channel is connected later.
    pub fn add(&self, prefix: &str, name: &str, walk: impl Fn(&Pass) -> &Walk) -> Requests<'m> {
        let Directions { m, plan, run, reset } = *self;
        let offset_bits = address_bits(plan.frame_bytes());
        let requests =
            m.place(format!("{name}_requests"), Arc::new(requests(&format!("{prefix}_requests"), offset_bits)));
        let taken = requests.out("taken");
        let walkers = plan.passes.iter().enumerate().map(|(number, pass)| {
            let module = walker(&format!("{prefix}_walker_{number}"), walk(pass), plan.bus_bytes, offset_bits);
            let walker = m.place(format!("{name}_walker_{number}"), Arc::new(module));
            walker.set("rst", reset).set("step", taken & run.is_pass(plan, number));
            walker
        });
        let walkers: Vec<Placed> = walkers.collect();
        let walk = WALK.map(|port| {
            let cases: Vec<Sig> = walkers.iter().map(|walker| walker.out(port)).collect();
            m.select(*run.pass, &cases)
        });
        let [address, length, valid] = ["addr", "len", "valid"].map(|port| requests.out(port));
        let [idle, done] = ["idle", "done"].map(|port| requests.out(port));
        Requests { requests, walk, address, length, valid, taken, idle, done }
    }

    /// Connects requests to their channel.
    pub fn connect(&self, Requests { requests, walk, .. }: &Requests<'m>, channel: &Channel<'m>) {
        let Channel { begin, base, ready, retired, allowed } = *channel;
        requests.set("rst", self.reset).set("pass_begin", begin).set("run", self.run.busy & !self.run.aborting);
        requests.set("allow", allowed).set("base", base).set("ready", ready).set("retired", retired);
        for (port, signal) in WALK.iter().zip(walk) {
            requests.set(port, *signal);
        }
    }
}
