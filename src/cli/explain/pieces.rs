//! The parts of a core, as programs read them.

use super::operators::OperatorCounts;
use fftgen::arch::multi_size::{LaneCombiner, SharedChain};
use fftgen::package::bit_range;
use fftgen::pipeline::{
    Block, Butterfly, Codec, Feedback, FixedStage, LaneButterfly, Permuter, Pipeline, Stage, Twiddle,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

#[derive(Serialize, JsonSchema)]
#[serde(tag = "part", rename_all = "lowercase")]
pub enum Piece {
    Permuter {
        /// Minimum latency that the permutation allows, L.
        min_cycles: usize,
        latency_cycles: usize,
        banks: usize,
        memory_words: usize,
    },
    /// Normalizer: scales the words of a frame by the largest of them.
    Normalizer {
        /// Cycles from the permuter to the end of the frame, when its largest word is known.
        wait_cycles: usize,
        latency_cycles: usize,
        memory_words: usize,
        input_bits: u32,
        output_bits: u32,
    },
    /// Converter of floating-point numbers into words whose parts share an exponent.
    Entry { latency_cycles: usize, output_bits: u32 },
    /// Converter of words into floating-point numbers.
    Converter { latency_cycles: usize, input_bits: u32, output: String },
    Kernel {
        kernel: String,
        /// Transforms of a batch, which takes `period_cycles`.
        transforms: usize,
        period_cycles: usize,
        /// Batches of a frame.
        batches: usize,
        lanes: usize,
        latency_cycles: usize,
        #[serde(flatten)]
        operators: OperatorCounts,
        /// Words of the stage, in fixed point.
        #[serde(skip_serializing_if = "Option::is_none")]
        words: Option<Words>,
    },
    /// Stage of transforms on each lane, with delayed feedback.
    Feedback {
        kernel: String,
        /// Cycles from one element of a transform to the next.
        distance_cycles: usize,
        lanes: usize,
        latency_cycles: usize,
        #[serde(flatten)]
        operators: OperatorCounts,
        memory_words: usize,
        /// Words of the stage, in fixed point.
        #[serde(skip_serializing_if = "Option::is_none")]
        words: Option<Words>,
    },
    /// Stage of several sizes on each lane: delayed feedback with a choice of kernels, and factors after it.
    Place {
        /// Radices of the kernels. A frame takes one of them, or passes the stage in one cycle.
        radices: Vec<usize>,
        /// Maximum number of cycles from one element of a transform to the next. A kernel of radix r has a delay of r -
        /// 1 distances of its size.
        longest_distance_cycles: usize,
        /// Latency without the delay of the feedback.
        latency_cycles: usize,
        #[serde(flatten)]
        operators: OperatorCounts,
        memory_words: usize,
        input_bits: u32,
        output_bits: u32,
    },
    /// Lane combiner: factors for each lane but the first, and transforms across the lanes.
    Join {
        kernel: String,
        lanes: usize,
        latency_cycles: usize,
        #[serde(flatten)]
        operators: OperatorCounts,
        input_bits: u32,
        output_bits: u32,
    },
    /// Output scaler: divides inverse transforms by their size, or all transforms by the residual scale that shifts
    /// leave.
    Division {
        lanes: usize,
        inverse: bool,
        latency_cycles: usize,
        #[serde(flatten)]
        operators: OperatorCounts,
    },
    /// Reordering of the points of any size into natural order.
    Reordering {
        /// Latency without the delay that a size has between its points.
        latency_cycles: usize,
        memory_words: usize,
    },
    /// Factors for the elements of each lane.
    Factors {
        lanes: usize,
        latency_cycles: usize,
        #[serde(flatten)]
        operators: OperatorCounts,
        /// Words of the stage, in fixed point.
        #[serde(skip_serializing_if = "Option::is_none")]
        words: Option<Words>,
    },
}

/// Bits of a component at the input, within the stage and at the output, and the shift of the binary point in bits.
#[derive(Serialize, JsonSchema)]
pub struct Words {
    pub input_bits: u32,
    pub inner_bits: u32,
    pub output_bits: u32,
    pub shift: i32,
    /// Bits of the configuration word that state the shift, if frames choose it. `shift` is then the shift without a
    /// word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift_bits: Option<String>,
}

impl Words {
    fn new(stage: &Stage, field: Option<&Range<u32>>) -> Option<Self> {
        let FixedStage { input_bits: input, internal_bits: inner, output_bits: output, shift, .. } =
            stage.arithmetic.fixed()?;
        let shift_bits = field.map(bit_range);
        Some(Words { input_bits: input, inner_bits: inner, output_bits: output, shift, shift_bits })
    }
}

/// Lists the parts of a pipeline. Each stage has the bits of the configuration word that state its shift.
pub fn pieces(pipeline: &Pipeline) -> Vec<Piece> {
    let (mut fields, below) = (pipeline.shift_fields().into_iter(), pipeline.direction_bits());
    let piece = |block: &Block| {
        let field = block.stage().and_then(|_| fields.next().flatten());
        let field = field.map(|bits| below + bits.start..below + bits.end);
        Piece::new(block, field.as_ref())
    };
    pipeline.blocks.iter().map(piece).collect()
}

impl Piece {
    /// Returns the operators of a part that computes.
    pub fn operators(&self) -> Option<&OperatorCounts> {
        match self {
            Piece::Kernel { operators, .. }
            | Piece::Feedback { operators, .. }
            | Piece::Place { operators, .. }
            | Piece::Join { operators, .. }
            | Piece::Division { operators, .. }
            | Piece::Factors { operators, .. } => Some(operators),
            Piece::Permuter { .. }
            | Piece::Normalizer { .. }
            | Piece::Entry { .. }
            | Piece::Converter { .. }
            | Piece::Reordering { .. } => None,
        }
    }

    /// Describes a block. `shift` has the bits of the configuration word that state the shift of a stage.
    fn new(block: &Block, shift: Option<&Range<u32>>) -> Self {
        let latency_cycles = block.latency();
        match block {
            Block::Permuter(permuter) => Piece::permuter(permuter),
            Block::Normalizer(normalizer) => Piece::Normalizer {
                wait_cycles: normalizer.delay_cycles(),
                latency_cycles: normalizer.latency(),
                memory_words: normalizer.words(),
                input_bits: normalizer.input,
                output_bits: normalizer.output,
            },
            Block::Codec(Codec::Enter(shared)) => Piece::Entry { latency_cycles, output_bits: shared.mantissa() },
            Block::Codec(Codec::Leave(shared)) => {
                Piece::Converter { latency_cycles, input_bits: shared.mantissa(), output: shared.float.name() }
            }
            Block::Codec(Codec::Convert(converter)) => {
                Piece::Converter { latency_cycles, input_bits: converter.input, output: converter.float.name() }
            }
            Block::Feedback(Feedback { stage, distance }) | Block::Butterfly(Butterfly { stage, distance }) => {
                Piece::Feedback {
                    kernel: stage.name(),
                    distance_cycles: *distance,
                    lanes: stage.layout.lanes,
                    latency_cycles,
                    operators: stage.units().into(),
                    memory_words: block.words(),
                    words: Words::new(stage, shift),
                }
            }
            Block::Twiddle(Twiddle { stage, .. }) => Piece::factors(stage, shift),
            Block::Kernel(stage) | Block::LaneButterfly(LaneButterfly { stage, .. }) => Piece::kernel(stage, shift),
        }
    }

    pub fn division(chain: &SharedChain, twiddle: &Twiddle) -> Self {
        Piece::Division {
            lanes: chain.width,
            inverse: twiddle.bypass,
            latency_cycles: chain.scaler_cycles(),
            operators: twiddle.stage.units().into(),
        }
    }

    fn permuter(permuter: &Permuter) -> Self {
        Piece::Permuter {
            min_cycles: permuter.min_latency,
            latency_cycles: permuter.latency,
            banks: permuter.banks.len(),
            memory_words: permuter.words(),
        }
    }

    fn kernel(stage: &Stage, shift: Option<&Range<u32>>) -> Self {
        Piece::Kernel {
            kernel: stage.name(),
            transforms: stage.placement.shape.copies,
            period_cycles: stage.placement.shape.period,
            batches: stage.placement.shape.batches,
            lanes: stage.placement.shape.lanes,
            latency_cycles: stage.cycles(),
            operators: stage.units().into(),
            words: Words::new(stage, shift),
        }
    }

    pub fn place(chain: &SharedChain, number: usize) -> Self {
        let stage = &chain.stages[number];
        Piece::Place {
            radices: stage.radices().collect(),
            longest_distance_cycles: chain.bank_depth(number, 1),
            latency_cycles: stage.fixed_cycles(),
            operators: chain.stage_units(number).into(),
            memory_words: chain.bank_words(number),
            input_bits: stage.bits[0],
            output_bits: stage.bits[1],
        }
    }

    pub fn join(chain: &SharedChain, combiner: &LaneCombiner) -> Self {
        Piece::Join {
            kernel: combiner.kernel.name(),
            lanes: chain.width,
            latency_cycles: combiner.cycles(),
            operators: combiner.units().into(),
            input_bits: combiner.bits[0],
            output_bits: combiner.bits[2],
        }
    }

    fn factors(stage: &Stage, shift: Option<&Range<u32>>) -> Self {
        Piece::Factors {
            lanes: stage.layout.lanes,
            latency_cycles: stage.cycles(),
            operators: stage.units().into(),
            words: Words::new(stage, shift),
        }
    }
}
