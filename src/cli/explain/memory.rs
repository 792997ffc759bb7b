//! Passes over frames in external memory.

use super::noise::Noise;
use crate::cli::counts::{cycles, figure};
use fftgen::external::External;
use fftgen::package::external::{Facts, PassFacts, WalkFacts};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter, Result};

/// Facts about a core in a form for programs; as a text for people.
#[derive(Serialize, JsonSchema)]
pub struct MemoryFacts {
    schema: &'static str,
    name: String,
    title: String,
    size: usize,
    shape: Vec<usize>,
    width: usize,
    precision: String,
    scale: String,
    /// Noise of the results. None where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<Noise>,
    #[serde(flatten)]
    pub facts: Facts,
}

impl MemoryFacts {
    pub fn new(core: &External, noise: Option<Noise>) -> Self {
        let config = &core.config;
        MemoryFacts {
            schema: "fftgen-explain-memory/1",
            name: core.name.clone(),
            title: core.title(),
            size: config.size(),
            shape: config.shape.dimensions().to_vec(),
            width: config.width,
            precision: config.format.name(),
            scale: core.scale(),
            noise,
            facts: Facts::new(core),
        }
    }
}

impl Display for MemoryFacts {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let Facts { layout, bus, passes, engines, memory_words, traffic_bytes, min_cycles, .. } = &self.facts;
        let [read, written] = traffic_bytes;
        writeln!(f, "{}: {}\n", self.name, self.title)?;
        writeln!(f, "Scale    {}", self.scale)?;
        if let Some(noise) = &self.noise {
            writeln!(f, "Noise    {noise}")?;
        }
        writeln!(
            f,
            "Layout   rows {} bytes apart, {} bytes a frame",
            figure(layout.row_pitch_bytes),
            figure(layout.frame_bytes)
        )?;
        let bursts = format!("{} in flight in each direction", bus.bursts_in_flight);
        writeln!(f, "Bus      {} bits, bursts of up to {} bytes, {bursts}", bus.data_bits, bus.burst_bytes)?;
        writeln!(f, "Traffic  {} bytes read and {} written for a frame", figure(*read), figure(*written))?;
        writeln!(f, "Frame    at least {}", cycles(*min_cycles))?;
        writeln!(f, "Memory   {} complex words on the chip\n", figure(*memory_words))?;
        writeln!(f, "{:>4}{:>11}{:>8}{:>12}  bursts read; bursts written", "pass", "dimension", "engine", "cycles")?;
        for (number, pass) in passes.iter().enumerate() {
            let PassFacts { dimension, engine, from, read, tile_points: tile, twiddle_order, to, write, min_cycles } =
                pass;
            write!(
                f,
                "{number:>4}{dimension:>11}{engine:>8}{:>12}  {from} {}; {to} {}",
                figure(*min_cycles),
                walk(read),
                walk(write)
            )?;
            if let Some(tile) = tile {
                write!(f, "; tiles of {tile}x{tile} points are transposed")?;
            }
            if let Some(order) = twiddle_order {
                write!(f, "; twiddle factors of order {order}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "\n{:>6}{:>9}{:>8}{:>8}{:>8}  what", "engine", "latency", "adders", "mults", "words")?;
        for (number, engine) in engines.iter().enumerate() {
            let [adders, multipliers] = [engine.operators.real_adders, engine.operators.real_multipliers];
            write!(f, "{number:>6}{:>9}{adders:>8}{multipliers:>8}", figure(engine.latency_cycles))?;
            writeln!(f, "{:>8}  {}, {}", figure(engine.memory_words), engine.title, engine.plan)?;
        }
        Ok(())
    }
}

/// Writes the loops of a walk, the outermost first: rounds and the distance of their bursts in bytes.
fn walk(walk: &WalkFacts) -> String {
    let loops: Vec<String> =
        walk.loops.iter().map(|round| format!("{} by {}", round.count, round.stride_bytes)).collect();
    match loops.is_empty() {
        true => "1".into(),
        false => loops.join(", "),
    }
}
