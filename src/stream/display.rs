//! Streams in print: a line for each piece of the pipeline.

use super::{Converter, Normalizer, Outline, Part, Permuter, Program, Stage};
use std::fmt::{Display, Formatter, Result};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let Program { outline: Outline { width, .. }, interval, .. } = *self;
        writeln!(f, "{}, {width} points a cycle, a frame every {interval} cycles", self.title())?;
        let mut start = 0;
        for part in self.parts() {
            let latency = part.latency();
            writeln!(f, "cycle {start:>5}  {part}, latency {latency}")?;
            start += latency;
        }
        writeln!(f, "cycle {start:>5}  first output beat")
    }
}

impl Display for Part<'_> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Part::Permuter(permuter) => permuter.fmt(f),
            Part::Normalizer(normalizer) => normalizer.fmt(f),
            Part::Converter(converter) => converter.fmt(f),
            Part::Entry(shared) => {
                write!(f, "{} to words that share exponents, {} lanes", shared.float.name(), shared.lanes)
            }
            Part::Exit(shared) => {
                write!(f, "words that share exponents to {}, {} lanes", shared.float.name(), shared.lanes)
            }
            Part::Stage(stage) => stage.fmt(f),
        }
    }
}

impl Display for Permuter {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let (lanes_in, lanes_out) = (self.lanes_in, self.outputs.len());
        write!(f, "permute {lanes_in} → {lanes_out} lanes: L {}, ", self.shift)?;
        match self.banks.len() {
            0 => write!(f, "no memory"),
            banks => write!(f, "{} words in {banks} banks", self.words()),
        }
    }
}

impl Display for Normalizer {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let Normalizer { measured, lanes, input, output, .. } = self;
        let (beats, wait) = (measured.beats, self.wait());
        write!(
            f,
            "normalize {lanes} lanes over {beats} beats: {input} → {output} bits, {} words wait {wait} beats",
            self.words()
        )
    }
}

impl Display for Converter {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "convert {} lanes: {} bits to {}", self.lanes, self.input, self.float.name())
    }
}

impl Display for Stage {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let operators = self.units();
        if let Some(distance) = self.feedback {
            let (lanes, words) = (self.layout.lanes, self.words());
            let over = format!("delayed feedback over {distance} beats on {lanes} lanes");
            return write!(f, "{} with {over}: {words} words, {operators}", self.kernel);
        }
        if self.kernel.radix == 1 {
            let what = if self.inverse { "division of inverse transforms" } else { "factors" };
            return write!(f, "{what} on {} lanes: {operators}", self.shape.lanes);
        }
        let (copies, period, lanes) = (self.shape.copies, self.shape.period, self.shape.lanes);
        let beats = if period == 1 { "each beat".to_string() } else { format!("every {period} beats") };
        write!(f, "{} × {copies} {beats} on {lanes} lanes: {operators}", self.name())
    }
}

impl Stage {
    /// What its transforms are called.
    pub fn name(&self) -> String {
        self.split.map_or_else(|| self.kernel.to_string(), |split| split.to_string())
    }
}
