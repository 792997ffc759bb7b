//! The netlist of a chain: a module for each operation, one after another.

use super::plan::Chain;
use super::ports::Ports;
use crate::parts::Reset;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of
/// a core without ports around it.
#[hdl]
pub fn core(chain: &Chain, name: &str, prefix: &str, alone: Option<Reset>) -> Module {
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
    let mut start = starts(&m, chain, ports.start);
    let mut data: Vec<Sig> = ports.data.into_iter().map(Sig::untimed).collect();
    let mut overflows = Vec::new();
    for (number, (operation, next)) in chain.operations.iter().zip(&chain.planned).enumerate() {
        let text = operation.text();
        m.section(&text);
        let label = text.split(' ').next().unwrap_or_default().replace('-', "_");
        let label = format!("{label}{number}");
        let placed = m.place(label.as_str(), next.body.module(&format!("{prefix}_{label}")));
        placed.set("in_start", start).set_bus("in_data", data);
        start = placed.out("out_start");
        data = placed.bus("out_data");
        overflows.extend(placed.find("overflow"));
    }
    m.output("out_start", start);
    m.output_bus("out_data", data);
    if !overflows.is_empty() {
        m.output("overflow", m.any_of(overflows));
    }
    m.finish()
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
