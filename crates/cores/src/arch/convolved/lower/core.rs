//! The netlist of a convolution.

use super::super::core::ConvolvedCore;
use super::factors::coefficients;
use super::multiplier::{multiply, Product};
use super::phase::Phase;
use crate::arch::direction_ports::DirectionPorts;
use crate::arch::folded::lower::core::folded_core;
use crate::blocks::codec::netlist::decoded;
use crate::blocks::{kind, NetlistContext};
use crate::parts::cfp::offset_of_direction;
use crate::parts::frame_overflow::{overflow_at_once, told_until, OUT_OVERFLOW};
use crate::parts::{OperatorLibrary, Ports, Reset};
use crate::pipeline::{Block, Codec};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the core with the native interface. `bits`: those of a component of a sample; `prefix`: what the names of its
/// modules begin with; `alone`: the reset of a core without ports around it. `tells_overflow`: it has the output
/// [`OUT_OVERFLOW`].
#[hdl]
pub fn convolved_core(
    name: &str,
    prefix: &str,
    (core, bits): (&ConvolvedCore, u32),
    operators: &OperatorLibrary,
    (alone, tells_overflow): (Option<Reset>, bool),
) -> Module {
    let m = Builder::new(name, title(core));
    let ports = Ports::inputs_with(&m, 1, bits, alone.unwrap_or_default());
    let config = [core.pipeline.config_bits(), 0];
    let (direction, data) = DirectionPorts::enter(&m, core.pipeline.spec.direction, config, &ports);
    let inverse = direction.inverse;
    let ends = Ends { core, prefix, operators, tells_overflow };
    let (samples_start, sample, _) = ends.blocks("enter", &core.words.entry, (ports.start, data));

    let transform = folded_core(&format!("{prefix}_transform"), prefix, &core.transform, operators, (None, false));
    let transform = m.place("transform", transform);
    let (found_start, found) = (transform.out("out_start"), transform.bus("out_data"));

    // The transforms of a frame leave in turn: the first one for the second pass, the second one for the output.
    let is_second = m.state(1, 0);
    is_second.next(is_second ^ found_start);
    let first = found_start & !is_second;
    let second = found_start & is_second;
    let samples = Phase::new("sample", samples_start, core.points());
    let middle = Phase::new("middle", first, core.elements());
    let results = Phase::new("result", second, core.points());

    let set = operators.of_stage(&core.words.multiplier);
    let factor = coefficients(core, set, ([&samples, &middle, &results], inverse));
    let word = sample.iter().zip(&found).map(|(&sample, &found)| samples.active.mux(sample, found));
    let word: Vec<Sig> = word.map(|part| part.later(core.wait_cycles() as u32)).collect();
    let factor: Vec<Sig> = factor.into_iter().map(|word| word.later(core.factor_wait_cycles() as u32)).collect();
    let Product { word, exchanged, overflow } = multiply(core, operators, (word, factor));

    // What is no product of a sample or of a word between both passes is zero.
    let product_cycles = core.product_cycles() as u32;
    let begins = (samples_start | first).later_with_reset(product_cycles);
    let is_word = (samples.active | middle.active).later_with_reset(product_cycles);
    transform.set("in_start", begins).set_bus("in_data", exchanged.into_iter().map(|part| is_word.mux(part, 0)));
    let config_bits = core.transform.pipeline.config_bits();
    if config_bits > 0 {
        let is_middle = first.later_with_reset(product_cycles);
        let [samples, middle] = core.words.passes.map(|word| m.constant(config_bits, word.into()));
        transform.set("in_config", is_middle.mux(middle, samples));
    }

    let leaves = second.later_with_reset(product_cycles);
    let (start, bin, cut) = ends.leave((leaves, word), [second, inverse]);
    direction.leave(&m, (start, &bin), &core.timing());
    if let Some((moved, bits)) = transform.find("out_exponent").zip(core.pipeline.exponent_bits()) {
        m.output("out_exponent", exponent((moved, [first, second]), core.shifts(), bits));
    }
    let of_passes = transform.find("overflow");
    let cut_before = cut.map(|cut| if tells_overflow { cut.later_with_reset(1) } else { cut });
    let overflows = [of_passes, overflow, cut_before].into_iter().flatten();
    if let Some(any_overflow) = overflows.reduce(|any, one| any | one) {
        m.output("overflow", any_overflow);
        if tells_overflow {
            // Samples of the next frame come after the last result of both passes. A product always fits.
            let leaving = core.product_cycles() + core.words.exit().iter().map(Block::latency).sum::<usize>();
            let told = of_passes.map(|overflow| told_until(overflow, samples_start).later(leaving as u32));
            m.output(OUT_OVERFLOW, m.any_of([told, cut].into_iter().flatten()));
        }
    }
    m.finish()
}

/// What both ends are built from.
struct Ends<'a> {
    core: &'a ConvolvedCore,
    prefix: &'a str,
    operators: &'a OperatorLibrary,
    /// Whether an overflow comes with its word, in place of a clock cycle after it.
    tells_overflow: bool,
}

/// The pulse with the first output of an end, the parts of its output, and its overflow.
type End<'m> = (Sig<'m>, Vec<Sig<'m>>, Option<Sig<'m>>);

impl Ends<'_> {
    /// Places the blocks of an end.
    fn blocks<'m>(&self, label: &str, blocks: &[Block], (start, parts): (Sig<'m>, Vec<Sig<'m>>)) -> End<'m> {
        let Ends { core, prefix, operators, tells_overflow } = *self;
        blocks.iter().fold((start, parts, None), |(start, parts, _), block| {
            let bits = parts[0].width();
            let context = NetlistContext { pipeline: &core.pipeline, operators, bits, starts_after_reset: false };
            let module = kind(block).netlist(&format!("{prefix}_{label}"), &context);
            let module = if tells_overflow { overflow_at_once(module) } else { module };
            let placed = start.builder().place(label, module);
            placed.set("in_start", start).set_bus("in_data", parts);
            (placed.out("out_start"), placed.bus("out_data"), placed.find("overflow"))
        })
    }

    /// Places the block that makes bins of words. `second`: pulse with the first result of the second pass; `inverse`:
    /// high in inverse frames, then.
    fn leave<'m>(&self, (start, parts): (Sig<'m>, Vec<Sig<'m>>), [second, inverse]: [Sig<'m>; 2]) -> End<'m> {
        let Ends { core, prefix, operators, .. } = *self;
        let exits: Vec<&Block> = core.words.of_direction.iter().flat_map(|words| &words.exit).collect();
        let [Block::Codec(Codec::Leave(forward)), Block::Codec(Codec::Leave(backward))] = exits[..] else {
            return self.blocks("leave", core.words.exit(), (start, parts));
        };
        let inverse = inverse.held_from(second).later(core.product_cycles() as u32);
        let offset = offset_of_direction([forward, backward], inverse);
        let frames = (operators, core.pipeline.interval);
        let (start, parts) = decoded(prefix, forward, frames, (start, parts, offset));
        (start, parts, None)
    }
}

/// Adds the exponents of both passes and of the shifts outside of them, as a number of `bits` bits. `moved`: the
/// exponent of a pass, valid with the pulse of its first result. The sum holds from the last of these pulses on.
#[hdl]
fn exponent<'m>((moved, [first, second]): (Sig<'m>, [Sig<'m>; 2]), shifts: i32, bits: u32) -> Sig<'m> {
    let m = moved.builder();
    let moved = moved.sign_extend(bits);
    let of_first = m.reg(bits).next_if(first, moved);
    let frame_exponent = m.reg(bits);
    frame_exponent.next_if(second, of_first + shifts + moved)
}

/// The comment of the core's module.
fn title(core: &ConvolvedCore) -> String {
    let timing = core.timing();
    format!(
        "{}: frames of {} beats of a point, natural order, a convolution with a chirp over {} points by one folded core; \
         latency {} cycles. in_start marks a frame's first beat; frames start at least {} cycles apart.",
        core.pipeline.title(),
        timing.beats[0],
        core.elements(),
        timing.latency,
        timing.interval
    )
}
