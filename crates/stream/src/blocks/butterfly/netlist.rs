//! Fused butterflies with delay feedback in fixed point, where an adder and the switches around it take one LUT for
//! each bit. The delay lines hold words before rounding.

use crate::parts::delay_lines::{ring_memory, RingBuffers};
use crate::parts::flags::{Flag, Flags};
use crate::parts::operands::to_internal_word;
use crate::parts::output_rounding::{frame_overflow, pre_shift, round_output};
use crate::parts::{OperatorLibrary, Ports};
use crate::permute::MemoryKind;
use crate::pipeline::feedback::MAX_DELAY_REGISTERS;
use crate::pipeline::Butterfly;
use crate::rtl::memories::Memories;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds the netlist of butterflies with delay feedback. With `starts_after_reset`, a frame may begin in the first
/// clock cycle after a reset.
#[hdl]
pub fn butterfly(
    name: &str,
    butterfly: &Butterfly,
    operators: &OperatorLibrary,
    interval: usize,
    starts_after_reset: bool,
) -> Module {
    let Butterfly { stage, distance } = butterfly;
    let distance = *distance;
    let lanes = stage.layout.lanes;
    let doc = format!(
        "{} with delayed feedback: elements {distance} beats apart, {lanes} lanes, {} words; latency {} cycles.",
        stage.name(),
        butterfly.words(),
        butterfly.latency(),
    );
    let m = Builder::new(name, doc);
    let memories = &operators.memories;
    let operators = operators.of_stage(stage);
    let ports = Ports::inputs(&m, lanes, stage.arithmetic.input_bits());
    let (lead, latency) = (stage.lead_cycles(), stage.kernel.schedule.latency);
    // The clock is fast where a sum takes several cycles.
    let is_fast = lead > 0 && latency > 1;
    let mut flags = Flags::new(ports.start, interval).following(is_fast);
    let second: Vec<bool> = (0..interval).map(|beat| beat / distance % 2 == 1).collect();
    let early = flags.flag(second.clone());
    // The flags of data that wait for a cycle come from registers.
    let Flag { now: complete, next: completes } = match lead {
        0 => early,
        _ => Flag { now: early.now.later_with_reset(1), next: early.now },
    };
    // Where the clock is fast, masks have a register of their own, which is near them: the flag of first elements,
    // because synthesis would merge two registers of one flag.
    let keeps = match is_fast {
        true => !flags.flag(second.into_iter().map(|second| !second).collect()).now,
        false => completes,
    };
    // The first transform is complete when the first second element comes.
    let first = Pulse::new(flags.beats.at(distance), interval);
    let pre_shift = pre_shift(&m, stage, (first, distance), distance + latency + lead);
    let unit_delay = butterfly.has_unit_delay() && !starts_after_reset;
    let module = operators.butterfly(stage, unit_delay);
    let instances: Vec<Open> = (0..lanes).map(|lane| m.open(format!("butterfly{lane}"), module)).collect();
    // Results of each lane: parts for the output, parts for the delay line, and with a unit delay masked parts to add.
    let results: Vec<Vec<Sig>> = instances.iter().map(|instance| instance.results.clone()).collect();
    let stored: Vec<Sig> = results.iter().flat_map(|parts| &parts[2..4]).copied().collect();
    let mask = Mask { complete, keeps, first: starts_after_reset.then_some(0) };
    let [delayed, masked] = match unit_delay {
        true => [stored, results.iter().flat_map(|parts| &parts[4..]).copied().collect()],
        false => delay_and_mask(memories, &stored, distance - latency, mask),
    };
    let mut rounded = Vec::new();
    for (lane, instance) in instances.into_iter().enumerate() {
        let parts = 2 * lane..2 * lane + 2;
        let coming = ports.data[parts.clone()].iter().map(|part| part.later(lead as u32));
        let operands = coming.map(|part| to_internal_word(&stage.arithmetic, part));
        let rotated = flags.rotated(stage, lane).map(|turn| turn.later_as_it_is(lead as u32));
        let words = delayed[parts.clone()].iter().chain(&masked[parts]).copied().chain(operands);
        instance.connect(words.chain([complete]).chain(rotated).chain(unit_delay.then_some(completes)));
        rounded.extend(results[lane][..2].iter().map(|&part| round_output(operators, part, [pre_shift, None])));
    }
    let out_start = first.later(stage.cycles()).now();
    Ports::outputs(&m, out_start, rounded.iter().map(|output| output.word));
    if let Some(overflow) = frame_overflow(&stage.layout, (out_start, None), &rounded) {
        m.output("overflow", overflow);
    }
    m.finish()
}

/// What keeps words that leave a delay line from being added before transforms are complete.
struct Mask<'m> {
    /// Whether transforms are complete in this clock cycle.
    complete: Sig<'m>,
    /// Whether they are in the next one.
    keeps: Sig<'m>,
    /// The value of masked words after the core's reset, if a frame may begin before masks have cleared them.
    first: Option<u128>,
}

/// Delays words by `cycles` clock cycles. Returns the delayed words, and their masked copies, which are 0 unless
/// transforms are complete. The masks become synchronous resets of registers.
fn delay_and_mask<'m>(memories: &Memories, words: &[Sig<'m>], cycles: usize, mask: Mask<'m>) -> [Vec<Sig<'m>>; 2] {
    let (m, bits) = (words[0].builder(), words[0].width());
    if cycles == 0 {
        return [words.to_vec(), words.iter().map(|&part| mask.complete.mux(part, 0)).collect()];
    }
    let before: Vec<Sig> = match ring_memory(memories, cycles, words.len() * bits as usize) {
        // A reset of the first register keeps synthesis from making a shift register of a few registers.
        None if cycles == MAX_DELAY_REGISTERS => {
            words.iter().map(|part| part.register_apart().later_as_it_is(cycles as u32 - 2)).collect()
        }
        None => words.iter().map(|part| part.later_as_it_is(cycles as u32 - 1)).collect(),
        Some(kind) => {
            // A register after LUT RAM keeps the two registers below from reading it by two ports.
            let ahead = 1 + usize::from(kind == MemoryKind::LutRam);
            let rings = RingBuffers::open(m, memories, kind, [bits as usize, words.len(), cycles - ahead]);
            let before = rings.words.iter().map(|word| word.later_as_it_is(ahead as u32 - 1)).collect();
            rings.close(words);
            before
        }
    };
    let name = |what: &str, number: usize| format!("{what}{}_{}", number / 2, ["re", "im"][number % 2]);
    let masked = before.iter().enumerate().map(|(number, &part)| {
        let register = mask.first.map_or_else(|| m.reg(bits), |first| m.state(bits, first));
        register.next(mask.keeps.mux(part, 0)).named(&name("masked", number))
    });
    let delayed = before.iter().enumerate().map(|(number, part)| part.register().named(&name("delayed", number)));
    let delayed = delayed.collect();
    [delayed, masked.collect()]
}
