//! The netlist of a chain: a module for each operation, one after another.

use super::marks::Mark;
use super::operation::{Body, Planned};
use super::plan::Chain;
use super::ports::Ports;
use super::settings::Switches;
use crate::parts::frame_overflow::OUT_OVERFLOW;
use crate::parts::Reset;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of
/// a core without ports around it. `marks`: it has the output [`OUT_OVERFLOW`], which is high in the last beat of a frame
/// that had a value too large for its word.
#[hdl]
pub fn core(chain: &Chain, name: &str, prefix: &str, (alone, marks): (Option<Reset>, bool)) -> Module {
    let doc = format!(
        "{}. Input: frames of {}. Output: frames of {}. Latency: {} cycles. in_start marks a frame's first beat; \
         frames start at least {} cycles apart.",
        chain.facts.text,
        chain.facts.entering,
        chain.facts.leaving(),
        chain.latency(),
        chain.interval()
    );
    let m = Builder::new(name, doc);
    let ports = Ports::new(&m, &chain.entering, alone.unwrap_or_default());
    let switches = chain.map.as_ref().map(|map| {
        m.section("registers");
        Switches::new(&m, &format!("{prefix}_registers"), map, ports.start.untimed())
    });
    let at = chain.starts();
    let mut start = starts(&m, chain, ports.start);
    let mut data: Vec<Sig> = ports.data.into_iter().map(Sig::untimed).collect();
    let mut overflows = Vec::new();
    let mut mark = Mark::new(ports.start.untimed(), chain);
    for (number, (operation, next)) in chain.operations.iter().zip(&chain.planned).enumerate() {
        let text = operation.text();
        m.section(&text);
        let label = text.split(' ').next().unwrap_or_default().replace('-', "_");
        let label = format!("{label}{number}");
        let module = if marks { Body::marking_module } else { Body::module };
        let placed = m.place(label.as_str(), module(&*next.body, &format!("{prefix}_{label}")));
        placed.set("in_start", start).set_bus("in_data", data);
        if let Some(switches) = &switches {
            switches.connect(number, &placed, at[number]);
        }
        start = placed.out("out_start");
        data = placed.bus("out_data");
        overflows.extend(placed.find("overflow"));
        let of_last_beat = || Some(placed.find(OUT_OVERFLOW)? & last_beat(start, next));
        if let Some(told) = of_last_beat().or(placed.find("overflow")).filter(|_| marks) {
            mark.add(number, told);
        }
    }
    if let Some((switches, cycles)) = switches.zip(chain.settled()) {
        switches.settle(cycles);
    }
    let wait = chain.wait_for_marks();
    m.output("out_start", Pulse::new(start.untimed(), chain.interval()).later(wait).now());
    m.output_bus("out_data", data.into_iter().map(|word| word.later_sparing_luts(wait as u32)));
    if let Some(told) = mark.in_last_beat(chain.latency() + chain.leaving().beats() - 1) {
        m.output(OUT_OVERFLOW, told);
    }
    if !overflows.is_empty() {
        m.output("overflow", m.any_of(overflows));
    }
    m.finish()
}

/// High in the last beat of a frame that leaves an operation.
fn last_beat<'m>(start: Sig<'m>, next: &Planned) -> Sig<'m> {
    let beats = next.leaving.beats();
    Pulse::new(start.untimed(), beats).later(beats - 1).now().untimed()
}

/// The starts of the frames of a block, where a result is made of several: one after another from the start of the first.
#[hdl]
fn starts<'m>(m: &'m Builder, chain: &Chain, start: Sig<'m>) -> Sig<'m> {
    let beats = chain.entering.beats();
    if chain.frames == 1 {
        return start;
    }
    m.section("starts of frames");
    let running = Run::from(m, "block_running", start);
    let is_block = running.active;
    let (beat, frame_ends) = m.count("block_beat", is_block, beats);
    let (_, block_ends) = m.count("block_frame", frame_ends, chain.frames);
    running.until(block_ends);
    let is_first = beat.map_or(m.high(), |beat| beat.is(0));
    let frame_start = is_block & is_first;
    frame_start
}
