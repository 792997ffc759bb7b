//! The parts of a core as a picture has them, each with the words that leave it.

use super::shape::Shape;
use crate::arch::{Architecture, Flow, OperationFacts, StreamFacts};
use crate::design::Config;
use crate::error::counted;
use crate::pipeline::{Block, Butterfly, Codec, Feedback, Pipeline, Stage, Units};

/// Part of a core.
pub(crate) struct Part {
    pub shape: Shape,
    pub name: String,
    /// Clock cycles from the first point that enters to the first that leaves, if the part has a latency of its own.
    pub latency: Option<usize>,
    /// Lines below the part.
    pub notes: Vec<String>,
    pub out: Wire,
}

/// Words on a wire.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Wire {
    /// Words in a clock cycle.
    pub lanes: usize,
    /// Bits of a component.
    pub bits: u32,
    /// Whether a word has an exponent of its own.
    pub has_exponent: bool,
}

/// Returns the wire at the input of a core.
pub(super) fn input(config: &Config) -> Wire {
    Wire { lanes: config.width, bits: config.format.bits(), has_exponent: false }
}

/// Lists the parts of a core.
pub(super) fn parts(config: &Config, core: &dyn Architecture) -> Vec<Part> {
    if let Some(chain) = core.chain() {
        return chain.operations.iter().map(of_operation).collect();
    }
    let mut wire = input(config);
    let mut parts: Vec<Part> = match core.flow() {
        Flow::Blocks(blocks) => blocks.iter().map(|block| of_block(core.pipeline(), block, &mut wire)).collect(),
        Flow::Stages => core
            .stages()
            .into_iter()
            .map(|(stage, copies)| of_stage(core.pipeline(), stage, copies, &mut wire))
            .collect(),
        Flow::Steps => of_steps(core, &mut wire),
    };
    // Results have the format of the ports wherever they come from.
    if let Some(last) = parts.last_mut() {
        let bits = core.pipeline().output_format(config.format).bits();
        last.out = Wire { bits, ..input(config) };
    }
    parts
}

/// Lists the memory of a core and what computes on its words.
fn of_steps(core: &dyn Architecture, wire: &mut Wire) -> Vec<Part> {
    let memory = |notes| Part { shape: Shape::Memory, name: "memory".into(), latency: None, notes, out: *wire };
    let mut parts = vec![memory(vec![counted(core.memory_words(), "word")])];
    if let Some(product) = core.product() {
        let notes = vec![
            format!("{} × {} matrix", product.rows, product.columns),
            format!("{} each", counted(product.macs, "multiply-add")),
            format!("{} of {} bits", counted(product.coefficients, "coefficient"), product.coefficient_bits),
        ];
        let name = product.array.unwrap_or_else(|| "element".into());
        parts.push(Part { shape: Shape::Elements, name, latency: None, notes, out: *wire });
    } else if let Some([a, b]) = core.multiplier_bits() {
        let notes = [vec![format!("{a} × {b} bits")], operators(core.units())].concat();
        parts.push(Part { shape: Shape::Factors, name: "multiplier".into(), latency: None, notes, out: *wire });
    } else {
        let stages = core.stages();
        parts.extend(stages.into_iter().map(|(stage, copies)| of_stage(core.pipeline(), stage, copies, wire)));
    }
    parts
}

/// Describes an operation of a chain.
fn of_operation(operation: &OperationFacts) -> Part {
    let StreamFacts { lanes, component_bits: bits, .. } = operation.leaving;
    let (name, settings) = operation.operation.split_once(' ').unwrap_or((&operation.operation, ""));
    let shape = match (name.ends_with("fft"), operation.memory_bits > 0, operation.multipliers > 0) {
        (true, ..) => Shape::Butterfly,
        (false, true, _) => Shape::Memory,
        (false, false, true) => Shape::Factors,
        (false, false, false) => Shape::Codec,
    };
    let memory = (operation.memory_bits > 0).then(|| counted(operation.memory_bits, "bit"));
    let products = (operation.multipliers > 0).then(|| counted(operation.multipliers, "multiplier"));
    let settings = Some(settings.to_string()).filter(|settings| !settings.is_empty() && settings.len() < 24);
    let notes = [settings, memory, products];
    Part {
        shape,
        name: name.into(),
        latency: Some(operation.latency_cycles),
        notes: notes.into_iter().flatten().collect(),
        out: Wire { lanes, bits, has_exponent: false },
    }
}

/// Writes what operators there are.
fn operators(Units { adders, multipliers, constants }: Units) -> Vec<String> {
    let counts = [(adders, "adder"), (multipliers, "multiplier"), (constants, "constant")];
    counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, thing)| counted(count, thing)).collect()
}

/// Describes a stage. `copies`: how many of it there are.
fn of_stage(pipeline: &Pipeline, stage: &Stage, copies: usize, wire: &mut Wire) -> Part {
    *wire = Wire { lanes: stage.layout.lanes, ..words_after(pipeline, stage, *wire) };
    let transforms = copies * stage.placement.shape.copies;
    let (shape, name) = match (stage.transform.radix(), stage.transform.split()) {
        (1, _) => (Shape::Factors, "factors".to_string()),
        (_, Some(_)) => (Shape::Butterfly, "real split".into()),
        (radix, None) => (Shape::Butterfly, format!("radix {radix}")),
    };
    let kernel = (shape == Shape::Butterfly && transforms > 1).then(|| format!("{} × {transforms}", stage.name()));
    let kernel = kernel.or((shape == Shape::Butterfly && !stage.name().starts_with("DFT")).then(|| stage.name()));
    let notes = kernel.into_iter().chain(operators(stage.units())).collect();
    Part { shape, name, latency: Some(stage.cycles()), notes, out: *wire }
}

/// Returns the words after a stage.
fn words_after(pipeline: &Pipeline, stage: &Stage, before: Wire) -> Wire {
    match (stage.arithmetic.fixed(), pipeline.shared()) {
        (_, Some(shared)) => Wire { bits: shared.mantissa(), has_exponent: true, ..before },
        (Some(fixed), None) => Wire { bits: fixed.output_bits, ..before },
        (None, None) => before,
    }
}

/// Describes a block of a pipeline.
fn of_block(pipeline: &Pipeline, block: &Block, wire: &mut Wire) -> Part {
    let words = counted(block.words(), "word");
    let (shape, name, notes) = match block {
        Block::Feedback(Feedback { stage, distance }) | Block::Butterfly(Butterfly { stage, distance }) => {
            let part = of_stage(pipeline, stage, 1, wire);
            let depth = format!("delay {}", counted(*distance, "beat"));
            (Shape::Feedback, part.name, [depth].into_iter().chain(part.notes).collect())
        }
        Block::Permuter(permuter) => {
            wire.lanes = permuter.outputs.len();
            let banks = counted(permuter.banks.len(), "bank");
            (
                Shape::Permuter,
                "permute".to_string(),
                if permuter.banks.is_empty() { vec![] } else { vec![words, banks] },
            )
        }
        Block::Normalizer(normalizer) => {
            wire.bits = normalizer.output;
            (
                Shape::Normalizer,
                "normalize".into(),
                vec![format!("{} to {} bits", normalizer.input, normalizer.output), words],
            )
        }
        Block::Codec(codec) => {
            let (bits, name) = match codec {
                Codec::Enter(shared) => (shared.mantissa(), "share exponents".into()),
                Codec::Leave(shared) => (shared.float.bits(), format!("to {}", shared.float.name())),
                Codec::Convert(converter) => (converter.float.bits(), format!("to {}", converter.float.name())),
            };
            wire.bits = bits;
            wire.has_exponent = matches!(codec, Codec::Enter(_));
            (Shape::Codec, name, vec![])
        }
        Block::Kernel(_) | Block::LaneButterfly(_) | Block::Twiddle(_) => {
            let part = block.stage().map(|stage| of_stage(pipeline, stage, 1, wire));
            part.map_or((Shape::Butterfly, String::new(), vec![]), |part| (part.shape, part.name, part.notes))
        }
    };
    Part { shape, name, latency: Some(block.latency()), notes, out: *wire }
}
