//! Transforms of two with delayed feedback in fixed point, where an adder and the switches around it are one lookup
//! table a bit: words wait unrounded, and are rounded as they leave.

use crate::lower::control::{delay_pulse, Pulse};
use crate::lower::delay_lines::RingBuffers;
use crate::lower::flags::{Flag, Flags};
use crate::lower::operands::to_internal_word;
use crate::lower::output_rounding::{overflow, pre_shift, round_output};
use crate::lower::{OperatorLibrary, Ports};
use crate::permute::MemoryKind;
use crate::pipeline::feedback::{memory, REGISTERS};
use crate::pipeline::Butterfly;
use crate::rtl::{Module, Net};

/// Builds the netlist of butterflies with delay feedback. `at_once`: a frame may begin in the first cycle behind a reset.
pub fn butterfly(
    name: &str,
    butterfly: &Butterfly,
    operators: &OperatorLibrary,
    interval: usize,
    at_once: bool,
) -> Module {
    let Butterfly { stage, distance } = butterfly;
    let distance = *distance;
    let Some(fixed) = stage.arithmetic.fixed() else { unreachable!("butterflies are of fixed point") };
    let lanes = stage.layout.lanes;
    let doc = format!(
        "{} with delayed feedback: elements {distance} beats apart, {lanes} lanes, {} words; latency {} cycles.",
        stage.name(),
        butterfly.words(),
        butterfly.latency(),
    );
    let mut m = Module::new(name, doc);
    let operators = operators.of_stage(stage);
    let ports = Ports::inputs(&mut m, lanes, fixed.input_bits);
    let mut flags = Flags::new(&mut m, ports.start, interval);
    let second: Vec<bool> = (0..interval).map(|beat| beat / distance % 2 == 1).collect();
    let complete = flags.of(&mut m, second);
    m.name(complete.now, "complete");
    let cleared = at_once.then_some(0);
    // The first transform is complete when the first second element comes.
    let first = flags.beats.at(&mut m, distance);
    let pre_shift = (fixed.shift_field_bits > 0).then(|| {
        let mut pulse = Pulse::delayed(first, distance, interval);
        pre_shift(&mut m, stage, &mut pulse, distance + stage.kernel.schedule.latency)
    });
    let adjacent = butterfly.is_adjacent() && !at_once;
    let module = operators.butterfly(stage, adjacent);
    let instances: Vec<_> = (0..lanes).map(|lane| m.place(format!("butterfly{lane}"), module)).collect();
    // Of each lane the parts that leave, those that are kept, and those ready to be added.
    let results: Vec<Vec<Net>> =
        instances.iter().map(|(_, ports)| ports.iter().map(|port| port[0]).collect()).collect();
    let kept: Vec<Net> = results.iter().flat_map(|parts| &parts[2..4]).copied().collect();
    let [waiting, masked] = match adjacent {
        true => [kept, results.iter().flat_map(|parts| &parts[4..]).copied().collect()],
        false => waiting(&mut m, &kept, distance - stage.kernel.schedule.latency, (&complete, cleared)),
    };
    let mut rounded = Vec::new();
    for (lane, (instance, _)) in instances.into_iter().enumerate() {
        let parts = 2 * lane..2 * lane + 2;
        let coming =
            ports.data[parts.clone()].iter().map(|&part| to_internal_word(&mut m, &fixed, part)).collect::<Vec<_>>();
        let turn = flags.turn(&mut m, stage, lane);
        let words = waiting[parts.clone()].iter().chain(&masked[parts]).copied().chain(coming);
        let flags = [complete.now].into_iter().chain(turn).chain(adjacent.then_some(complete.next));
        let inputs = words.chain(flags).chain(module.enable.map(|_| ports.enable)).map(|net| vec![net]).collect();
        m.connect(instance, inputs);
        for &part in &results[lane][..2] {
            rounded.push(round_output(&mut m, &fixed, operators, ports.enable, part, [pre_shift.flatten(), None]));
        }
    }
    let out_start = delay_pulse(&mut m, first, stage.cycles(), interval);
    let words: Vec<Net> = rounded.iter().map(|output| output.word).collect();
    Ports::outputs(&mut m, out_start, &words);
    if let Some(over) = overflow(&mut m, &stage.layout, (out_start, None), &rounded) {
        m.output("overflow", over);
    }
    m
}

/// Words so many cycles later, and the same where they are zero unless transforms are complete: a register with a reset.
///
/// `cleared`: what the core's own reset makes of it, where a frame may begin before anything else has made it zero.
fn waiting(m: &mut Module, kept: &[Net], cycles: usize, (complete, cleared): (&Flag, Option<u128>)) -> [Vec<Net>; 2] {
    let zero = m.constant(m.width(kept[0]), 0);
    if cycles == 0 {
        return [kept.to_vec(), kept.iter().map(|&part| m.mux(complete.now, part, zero)).collect()];
    }
    let before: Vec<Net> = match memory(cycles, kept.len() * m.width(kept[0]) as usize) {
        None if cycles == REGISTERS => {
            // With a reset at the front few registers stay what they are.
            let first: Vec<Net> = kept.iter().map(|&part| m.register(part, Some(0))).collect();
            first.into_iter().map(|part| m.delay(part, cycles as u32 - 2)).collect()
        }
        None => kept.iter().map(|&part| m.delay(part, cycles as u32 - 1)).collect(),
        Some(kind) => {
            // Out of tables words pass one register more, or a second port would read them.
            let ahead = 1 + usize::from(kind == MemoryKind::LutRam);
            let rings = RingBuffers::open(m, kind, m.width(kept[0]), kept.len(), cycles - ahead);
            rings.close(m, kept);
            rings.words.into_iter().map(|word| m.delay(word, ahead as u32 - 1)).collect()
        }
    };
    let masked = before.iter().map(|&part| {
        let masked = m.mux(complete.next, part, zero);
        m.register(masked, cleared)
    });
    let masked = masked.collect();
    [before.into_iter().map(|part| m.register(part, None)).collect(), masked]
}
