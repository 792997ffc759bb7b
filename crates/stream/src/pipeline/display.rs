//! Printed form of a pipeline: a line for each block.

use super::{
    Block, Butterfly, Codec, Converter, Feedback, LaneButterfly, Normalizer, Permuter, Pipeline, PipelineSpec, Stage,
    Twiddle,
};
use crate::quote::counted;
use std::fmt::{Display, Formatter, Result};

impl Display for Pipeline {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let Pipeline { spec: PipelineSpec { width, .. }, interval, .. } = *self;
        let (points, cycles) = (counted(width, "point"), counted(interval, "cycle"));
        writeln!(f, "{}, {points} a cycle, a frame every {cycles}", self.title())?;
        let mut start = 0;
        for block in &self.blocks {
            let latency = block.latency();
            writeln!(f, "cycle {start:>5}  {block}, latency {latency}")?;
            start += latency;
        }
        writeln!(f, "cycle {start:>5}  first output beat")
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let feedback = |f: &mut Formatter, stage: &Stage, distance: usize| {
            let over = format!(
                "delayed feedback over {} on {}",
                counted(distance, "beat"),
                counted(stage.layout.lanes, "lane")
            );
            write!(f, "{} with {over}: {}, {}", stage.name(), counted(self.words(), "word"), stage.units())
        };
        match self {
            Block::Permuter(permuter) => permuter.fmt(f),
            Block::Normalizer(normalizer) => normalizer.fmt(f),
            Block::Codec(codec) => codec.fmt(f),
            Block::Kernel(stage) | Block::LaneButterfly(LaneButterfly { stage, .. }) => stage.fmt(f),
            Block::Feedback(Feedback { stage, distance }) => feedback(f, stage, *distance),
            Block::Butterfly(Butterfly { stage, distance }) => feedback(f, stage, *distance),
            Block::Twiddle(Twiddle { stage, bypass }) => {
                let what = if *bypass { "division of inverse transforms" } else { "factors" };
                write!(f, "{what} on {}: {}", counted(stage.placement.shape.lanes, "lane"), stage.units())
            }
        }
    }
}

impl Display for Codec {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Codec::Convert(converter) => converter.fmt(f),
            Codec::Enter(shared) => {
                write!(f, "{} to words that share exponents, {}", shared.float.name(), counted(shared.lanes, "lane"))
            }
            Codec::Leave(shared) => {
                write!(f, "words that share exponents to {}, {}", shared.float.name(), counted(shared.lanes, "lane"))
            }
        }
    }
}

impl Display for Permuter {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let (lanes_in, lanes_out) = (self.lanes_in, self.outputs.len());
        write!(f, "permute {lanes_in} → {}: L {}, ", counted(lanes_out, "lane"), self.min_latency)?;
        match self.banks.len() {
            0 => write!(f, "no memory"),
            banks => write!(f, "{} in {}", counted(self.words(), "word"), counted(banks, "bank")),
        }
    }
}

impl Display for Normalizer {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let Normalizer { measured, lanes, input, output, .. } = self;
        let (beats, wait) = (measured.beats, self.delay_cycles());
        write!(
            f,
            "normalize {} over {}: {input} → {output} bits, {} wait {}",
            counted(*lanes, "lane"),
            counted(beats, "beat"),
            counted(self.words(), "word"),
            counted(wait, "beat")
        )
    }
}

impl Display for Converter {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "convert {}: {} bits to {}", counted(self.lanes, "lane"), self.input, self.float.name())
    }
}

impl Display for Stage {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let operators = self.units();
        let (copies, period, lanes) =
            (self.placement.shape.copies, self.placement.shape.period, self.placement.shape.lanes);
        let beats = if period == 1 { "each beat".to_string() } else { format!("every {period} beats") };
        write!(f, "{} × {copies} {beats} on {}: {operators}", self.name(), counted(lanes, "lane"))
    }
}

impl Stage {
    /// Name of the transforms in reports and netlists.
    pub fn name(&self) -> String {
        self.transform.name()
    }
}
