//! Fused butterflies with delay feedback in fixed point, where an adder and the switches around it take one LUT for each bit. The
//! delay lines hold words before rounding.

use crate::lower::control::{delay_pulse, Pulse};
use crate::lower::delay_lines::{ring_memory, RingBuffers};
use crate::lower::flags::{Flag, Flags};
use crate::lower::operands::to_internal_word;
use crate::lower::output_rounding::{frame_overflow, pre_shift, round_output};
use crate::lower::{OperatorLibrary, Ports};
use crate::permute::MemoryKind;
use crate::pipeline::feedback::MAX_DELAY_REGISTERS;
use crate::pipeline::Butterfly;
use crate::rtl::memories::Memories;
use crate::rtl::{Module, Net};

/// Builds the netlist of butterflies with delay feedback. With `starts_after_reset`, a frame may begin in the first clock cycle after
/// a reset.
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
    let mut m = Module::new(name, doc);
    let memories = &operators.memories;
    let operators = operators.of_stage(stage);
    let ports = Ports::inputs(&mut m, lanes, stage.arithmetic.input_bits());
    let lead = stage.lead_cycles() as u32;
    // The clock is fast where a sum takes several cycles.
    let is_fast = lead > 0 && stage.kernel.schedule.latency > 1;
    let mut flags = Flags::new(&mut m, ports.start, interval).following(is_fast);
    let second: Vec<bool> = (0..interval).map(|beat| beat / distance % 2 == 1).collect();
    let early = flags.flag(&mut m, second.clone());
    // The flags of data that wait for a cycle come from registers.
    let complete = match lead {
        0 => early,
        _ => Flag { now: m.register(early.now, Some(0)), next: early.now },
    };
    // Where the clock is fast, masks have a register of their own, which is near them: the flag of first elements, because synthesis
    // would merge two registers of one flag.
    let keeps = match is_fast {
        true => {
            let first = flags.flag(&mut m, second.into_iter().map(|second| !second).collect());
            m.not(first.now)
        }
        false => complete.next,
    };
    m.name(complete.now, "complete");
    let reset_value = starts_after_reset.then_some(0);
    // The first transform is complete when the first second element comes.
    let first = flags.beats.at(&mut m, distance);
    let mut pulse = Pulse::delayed(first, distance, interval);
    let pre_shift = pre_shift(&mut m, stage, &mut pulse, distance + stage.kernel.schedule.latency + lead as usize);
    let unit_delay = butterfly.has_unit_delay() && !starts_after_reset;
    let module = operators.butterfly(stage, unit_delay);
    let instances: Vec<_> = (0..lanes).map(|lane| m.place(format!("butterfly{lane}"), module)).collect();
    // Results of each lane: parts for the output, parts for the delay line, and with a unit delay masked parts to add.
    let results: Vec<Vec<Net>> =
        instances.iter().map(|(_, ports)| ports.iter().map(|port| port[0]).collect()).collect();
    let stored: Vec<Net> = results.iter().flat_map(|parts| &parts[2..4]).copied().collect();
    let [delayed, masked] = match unit_delay {
        true => [stored, results.iter().flat_map(|parts| &parts[4..]).copied().collect()],
        false => {
            let cycles = distance - stage.kernel.schedule.latency;
            delay_and_mask(&mut m, memories, &stored, cycles, ([complete.now, keeps], reset_value))
        }
    };
    let mut rounded = Vec::new();
    for (lane, (instance, _)) in instances.into_iter().enumerate() {
        let parts = 2 * lane..2 * lane + 2;
        let coming = ports.data[parts.clone()].iter().map(|&part| m.delay(part, lead)).collect::<Vec<_>>();
        let operands = coming.into_iter().map(|part| to_internal_word(&mut m, &stage.arithmetic, part));
        let operands = operands.collect::<Vec<_>>();
        let rotated = flags.rotated(&mut m, stage, lane).map(|turn| m.delay(turn, lead));
        let words = delayed[parts.clone()].iter().chain(&masked[parts]).copied().chain(operands);
        let flags = [complete.now].into_iter().chain(rotated).chain(unit_delay.then_some(complete.next));
        let inputs = words.chain(flags).chain(module.enable.map(|_| ports.enable)).map(|net| vec![net]).collect();
        m.connect(instance, inputs);
        for &part in &results[lane][..2] {
            rounded.push(round_output(&mut m, operators, ports.enable, part, [pre_shift, None]));
        }
    }
    let out_start = delay_pulse(&mut m, first, stage.cycles(), interval);
    let words: Vec<Net> = rounded.iter().map(|output| output.word).collect();
    Ports::outputs(&mut m, out_start, &words);
    if let Some(overflow) = frame_overflow(&mut m, &stage.layout, (out_start, None), &rounded) {
        m.output("overflow", overflow);
    }
    m
}

/// Delays words by `cycles` clock cycles. Returns the delayed words, and their masked copies, which are 0 unless transforms are
/// complete: `keeps` says so of this and of the next clock cycle. The masks become synchronous resets of registers.
///
/// `reset_value` is the value of the masked copies after the core's reset, if a frame may begin before masks have cleared them.
fn delay_and_mask(
    m: &mut Module,
    memories: &Memories,
    words: &[Net],
    cycles: usize,
    (keeps, reset_value): ([Net; 2], Option<u128>),
) -> [Vec<Net>; 2] {
    let zero = m.constant(m.width(words[0]), 0);
    if cycles == 0 {
        return [words.to_vec(), words.iter().map(|&part| m.mux(keeps[0], part, zero)).collect()];
    }
    let before: Vec<Net> = match ring_memory(memories, cycles, words.len() * m.width(words[0]) as usize) {
        None if cycles == MAX_DELAY_REGISTERS => {
            // A reset of the first register keeps synthesis from making a shift register of a few registers.
            let first: Vec<Net> = words.iter().map(|&part| m.register_apart(part)).collect();
            first.into_iter().map(|part| m.delay(part, cycles as u32 - 2)).collect()
        }
        None => words.iter().map(|&part| m.delay(part, cycles as u32 - 1)).collect(),
        Some(kind) => {
            // A register after LUT RAM keeps the two registers below from reading it by two ports.
            let ahead = 1 + usize::from(kind == MemoryKind::LutRam);
            let rings = RingBuffers::open(m, memories, kind, [m.width(words[0]) as usize, words.len(), cycles - ahead]);
            rings.close(m, words);
            rings.words.into_iter().map(|word| m.delay(word, ahead as u32 - 1)).collect()
        }
    };
    let masked = before.iter().map(|&part| {
        let masked = m.mux(keeps[1], part, zero);
        m.register(masked, reset_value)
    });
    let masked = masked.collect();
    [before.into_iter().map(|part| m.register(part, None)).collect(), masked]
}
