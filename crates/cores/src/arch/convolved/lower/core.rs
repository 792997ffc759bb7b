//! The netlist of a convolution.

use super::super::core::ConvolvedCore;
use super::factors::coefficients;
use super::multiplier::{multiply, Product};
use super::phase::Phase;
use crate::arch::direction_ports::DirectionPorts;
use crate::arch::folded::lower::core::folded_core;
use crate::blocks::codec::netlist::place_decoder;
use crate::blocks::{kind, NetlistContext};
use crate::lower::cfp::offset_by_direction;
use crate::lower::control::latch_on_pulse;
use crate::lower::frame_overflow::{overflow_at_once, told_until, OUT_OVERFLOW};
use crate::lower::{OperatorLibrary, Ports, Reset};
use crate::pipeline::{Block, Codec};
use crate::rtl::{mask, Module, Net};
use std::sync::Arc;

/// Builds the core with the native interface. `bits`: those of a component of a sample; `prefix`: what the names of its modules begin with;
/// `alone`: the reset of a core without ports around it. `tells_overflow`: it has the output [`OUT_OVERFLOW`].
pub fn convolved_core(
    name: &str,
    prefix: &str,
    (core, bits): (&ConvolvedCore, u32),
    operators: &OperatorLibrary,
    (alone, tells_overflow): (Option<Reset>, bool),
) -> Module {
    let mut m = Module::new(name, title(core));
    let ports = Ports::inputs_with(&mut m, 1, bits, alone.unwrap_or_default());
    let (direction, data) =
        DirectionPorts::enter(&mut m, core.pipeline.spec.direction, [core.pipeline.config_bits(), 0], &ports);
    let inverse = direction.inverse;
    let ends = Ends { core, prefix, operators, enable: ports.enable, reset: ports.reset, tells_overflow };
    let (samples_start, sample, _) = ends.blocks(&mut m, "enter", &core.words.entry, (ports.start, data));

    let transform = folded_core(&format!("{prefix}_transform"), prefix, &core.transform, operators, (None, false));
    let transform = Arc::new(transform);
    let (instance, outputs) = m.place("transform", &transform);
    let output = |name: &str| transform.outputs.iter().position(|port| port.name == name).map(|port| &outputs[port]);
    let (Some(found_start), Some(found)) = (output("out_start"), output("out_data")) else {
        unreachable!("a core has a start pulse and data")
    };
    let (found_start, found) = (found_start[0], found.clone());
    let transform_overflow = output("overflow").map(|overflow| overflow[0]);
    let moved = output("out_exponent").map(|exponent| exponent[0]);

    // The transforms of a frame leave in turn: the first one for the second pass, the second one for the output.
    let is_second = m.state(1, Some(0));
    m.name(is_second, "is_second");
    let other = m.xor(is_second, found_start);
    m.drive(is_second, other);
    let is_first = m.not(is_second);
    let [first, second] = [is_first, is_second].map(|pass| m.and(found_start, pass));
    let samples = Phase::new(&mut m, "sample", samples_start, core.points());
    let middle = Phase::new(&mut m, "middle", first, core.elements());
    let results = Phase::new(&mut m, "result", second, core.points());

    let set = operators.of_stage(&core.words.multiplier);
    let factor = coefficients(&mut m, core, set, ([&samples, &middle, &results], inverse));
    let wait = core.wait_cycles() as u32;
    let word: Vec<Net> =
        sample.iter().zip(&found).map(|(&sample, &found)| m.mux(samples.active, sample, found)).collect();
    let word: Vec<Net> = word.into_iter().map(|part| m.delay(part, wait)).collect();
    let late = core.factor_wait_cycles() as u32;
    let factor: Vec<Net> = factor.into_iter().map(|word| m.delay(word, late)).collect();
    let product = multiply(&mut m, core, operators, (ports.enable, &word, &factor));
    let Product { word, exchanged, overflow } = product;

    // What is no product of a sample or of a word between both passes is zero.
    let begins = m.or(samples_start, first);
    let is_word = m.or(samples.active, middle.active);
    let [begins, is_word, leaves] =
        [begins, is_word, second].map(|net| (0..core.product_cycles()).fold(net, |net, _| m.register(net, Some(0))));
    let mut inputs = vec![vec![ports.enable], vec![ports.reset], vec![begins]];
    let zero = m.constant(core.words.bits, 0);
    inputs.push(exchanged.into_iter().map(|part| m.mux(is_word, part, zero)).collect());
    if transform.inputs.iter().any(|port| port.name == "in_config") {
        let is_middle = (0..core.product_cycles()).fold(first, |net, _| m.register(net, Some(0)));
        let width = core.transform.pipeline.config_bits();
        let [samples, middle] = core.words.passes.map(|word| m.constant(width, word.into()));
        inputs.push(vec![m.mux(is_middle, middle, samples)]);
    }
    m.connect(instance, inputs);

    let (start, bin, cut) = ends.leave(&mut m, (leaves, word), [second, inverse]);
    let timing = core.timing();
    direction.leave(&mut m, (start, &bin), &timing);
    if let Some((moved, bits)) = moved.zip(core.pipeline.exponent_bits()) {
        let exponent = exponent(&mut m, (moved, [first, second]), core.shifts(), bits);
        m.output("out_exponent", exponent);
    }
    let cut_before = cut.map(|cut| if tells_overflow { m.register(cut, Some(0)) } else { cut });
    let overflows = [transform_overflow, overflow, cut_before].into_iter().flatten();
    if let Some(overflow) = overflows.collect::<Vec<Net>>().into_iter().reduce(|any, one| m.or(any, one)) {
        m.output("overflow", overflow);
        if tells_overflow {
            // Samples of the next frame come after the last result of both passes. What passes the multiplier always fits.
            let leaving = core.product_cycles() + core.words.exit().iter().map(Block::latency).sum::<usize>();
            let of_passes = transform_overflow.map(|overflow| told_until(&mut m, overflow, samples_start));
            let of_passes = of_passes.map(|told| m.delay(told, leaving as u32));
            let told = [of_passes, cut].into_iter().flatten().reduce(|any, one| m.or(any, one));
            let told = told.unwrap_or_else(|| m.constant(1, 0));
            m.output(OUT_OVERFLOW, told);
        }
    }
    m
}

/// What both ends are built from.
struct Ends<'a> {
    core: &'a ConvolvedCore,
    prefix: &'a str,
    operators: &'a OperatorLibrary,
    enable: Net,
    reset: Net,
    /// Whether an overflow comes with its word, in place of a clock cycle after it.
    tells_overflow: bool,
}

impl Ends<'_> {
    /// Places the blocks of an end. Returns the pulse with its first output, the parts of its output, and its overflow.
    fn blocks(
        &self,
        m: &mut Module,
        label: &str,
        blocks: &[Block],
        (start, parts): (Net, Vec<Net>),
    ) -> (Net, Vec<Net>, Option<Net>) {
        let Ends { core, prefix, operators, enable, reset, tells_overflow } = *self;
        blocks.iter().fold((start, parts, None), |(start, parts, _), block| {
            let bits = m.width(parts[0]);
            let context = NetlistContext { pipeline: &core.pipeline, operators, bits, starts_after_reset: false };
            let module = kind(block).netlist(&format!("{prefix}_{label}"), &context);
            let module = if tells_overflow { overflow_at_once(module) } else { module };
            let inputs = [enable, reset, start].map(|net| vec![net]).into_iter().chain([parts]).collect();
            let outputs = m.instance(label, &Arc::new(module), inputs);
            (outputs[0][0], outputs[1].clone(), outputs.get(2).map(|overflow| overflow[0]))
        })
    }

    /// Places the block that makes bins of words. `second`: pulse with the first result of the second pass; `inverse`: high in inverse frames, then.
    fn leave(
        &self,
        m: &mut Module,
        (start, parts): (Net, Vec<Net>),
        [second, inverse]: [Net; 2],
    ) -> (Net, Vec<Net>, Option<Net>) {
        let Ends { core, prefix, operators, enable, reset, .. } = *self;
        let exits: Vec<&Block> = core.words.of_direction.iter().flat_map(|words| &words.exit).collect();
        let [Block::Codec(Codec::Leave(forward)), Block::Codec(Codec::Leave(backward))] = exits[..] else {
            return self.blocks(m, "leave", core.words.exit(), (start, parts));
        };
        let inverse = latch_on_pulse(m, second, inverse);
        let inverse = m.delay(inverse, core.product_cycles() as u32);
        let offset = offset_by_direction(m, [forward, backward], inverse);
        let frames = (operators, core.pipeline.interval);
        let (start, parts) = place_decoder(m, prefix, forward, frames, ([enable, reset, start], parts, offset));
        (start, parts, None)
    }
}

/// Adds the exponents of both passes and of the shifts outside of them, as a number of `bits` bits. `moved`: the exponent of a pass, valid with the
/// pulse of its first result. The sum holds from the last of these pulses on.
fn exponent(m: &mut Module, (moved, [first, second]): (Net, [Net; 2]), shifts: i32, bits: u32) -> Net {
    let moved = m.sign_extend(moved, bits);
    let of_first = m.state(bits, None);
    m.drive_enabled(of_first, moved, first);
    let shifts = m.constant(bits, shifts as u128 & mask(bits));
    let sum = m.add(of_first, shifts);
    let sum = m.add(sum, moved);
    let held = m.state(bits, None);
    m.name(held, "frame_exponent");
    m.drive_enabled(held, sum, second);
    held
}

/// The comment of the core's module.
fn title(core: &ConvolvedCore) -> String {
    let timing = core.timing();
    format!(
        "{}: frames of {} beats of a point, natural order, a convolution with a chirp over {} points by one folded core; latency {} cycles. \
         in_start marks a frame's first beat; frames start at least {} cycles apart.",
        core.pipeline.title(),
        timing.beats[0],
        core.elements(),
        timing.latency,
        timing.interval
    )
}
