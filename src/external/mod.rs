//! Frames in external memory: a core that reads and writes them through an AXI4 master.
//!
//! [`Plan`] says how a frame lies in memory and which passes transform it. [`External`] is the core, with its bit-accurate model.

mod check;
mod core;
mod memory_port;
mod plan;
mod registers;
mod requests;
mod run;
mod simulate;
mod transfers;
mod walk;
mod walker;
mod write_data;

pub use check::{check, Checked};
pub use plan::{Pass, Plan, BURST_BYTES};
pub use registers::{Fault, Register, REGISTERS, REGISTER_ADDRESS_BITS};
pub use requests::MAX_IN_FLIGHT;
pub use simulate::{Memory, Outcome, Simulation};
pub use walk::{Loop, Walk};

use crate::design::{Config, Design, Interface};
use crate::error::Error;
use crate::lower::Reset;
use crate::model::{Sample, Transformed};
use crate::rtl::Module;
use std::sync::Arc;

/// A core for frames in external memory.
pub struct External {
    /// What was asked for.
    pub config: Config,
    /// Name of the top module.
    pub name: String,
    /// How a frame lies in memory, and its passes.
    pub plan: Plan,
    /// The cores that transform columns or rows.
    pub engines: Vec<Design>,
    /// Netlist of the top module.
    pub top: Arc<Module>,
}

impl External {
    /// Plans the passes, and builds their engines and the core around them.
    ///
    /// ```
    /// use fftgen::{external::External, format::Format, Config};
    /// let core = External::new(Config::new([16, 8], 4, Format::parse("fixed16", false)?))?;
    /// assert_eq!((core.plan.passes.len(), core.plan.frame_bytes()), (2, 16 * 512));
    /// # Ok::<(), fftgen::Error>(())
    /// ```
    pub fn new(config: Config) -> Result<Self, Error> {
        let plan = Plan::new(&config)?;
        let name = Self::top_name(&config);
        let engine = |(number, engine): (usize, &Config)| {
            let name = Some(format!("{name}_engine_{number}"));
            Design::new(Config { name, reset: Reset::Rst, interface: Interface::Axis, ..engine.clone() })
        };
        let engines: Vec<Design> = plan.engines.iter().enumerate().map(engine).collect::<Result<_, Error>>()?;
        let text = format!("{}, {} passes.", title(&config), plan.passes.len());
        let top = Arc::new(core::core(&name, &text, &config, &plan, &engines));
        Ok(External { config, name, plan, engines, top })
    }

    /// Returns the name of the top module of a configuration.
    pub fn top_name(config: &Config) -> String {
        config.name.clone().unwrap_or_else(|| format!("{}_axi", config.top_name()))
    }

    /// Describes the core in a line.
    pub fn title(&self) -> String {
        title(&self.config)
    }

    /// Returns the factor of the sum, as a ratio.
    pub fn scale(&self) -> String {
        let scales = self.plan.passes.iter().map(|pass| self.engines[pass.engine].scale());
        let scales: Vec<String> = scales.filter(|scale| scale != "1").collect();
        let ratios: Option<Vec<usize>> = scales.iter().map(|scale| scale.strip_prefix("1/")?.parse().ok()).collect();
        match ratios {
            Some(ratios) if ratios.is_empty() => "1".into(),
            Some(ratios) => format!("1/{}", ratios.iter().product::<usize>()),
            None => scales.join(" * "),
        }
    }

    /// Transforms frames of points in row-major order with the bit-accurate model.
    pub fn transform(&self, samples: &[Sample]) -> Vec<Sample> {
        samples.chunks_exact(self.config.size()).flat_map(|frame| self.transform_frame(frame).0).collect()
    }

    /// Transforms a frame, pass by pass, as it lies in memory. Returns whether a value was too large for its word too, if the gaps
    /// behind the rows hold zeros.
    pub fn transform_frame(&self, frame: &[Sample]) -> (Vec<Sample>, bool) {
        let mut overflows = false;
        let row = self.config.shape.row();
        let point_bytes = 2 * self.plan.component_bytes;
        let pitch = self.plan.row_pitch / point_bytes;
        let mut memory = vec![Sample::default(); self.plan.frame_bytes() / point_bytes];
        memory
            .chunks_mut(pitch)
            .zip(frame.chunks(row))
            .for_each(|(place, row)| place[..row.len()].copy_from_slice(row));
        for pass in &self.plan.passes {
            let engine = &self.engines[pass.engine];
            let model = engine.model();
            let points = |walk: &Walk| -> Vec<usize> {
                let bursts = walk.spans().map(|(offset, length)| (offset / point_bytes, length / point_bytes));
                bursts.flat_map(|(first, count)| first..first + count).collect()
            };
            let (size, width) = (engine.config.size(), engine.config.width);
            let padded = size.next_multiple_of(width);
            let (from, to) = (points(&pass.read), points(&pass.write));
            for (from, to) in from.chunks(padded).zip(to.chunks(padded)) {
                let block: Vec<Sample> = from[..size].iter().map(|&point| memory[point]).collect();
                let Transformed { samples, overflow, .. } = model.transform(&block);
                overflows |= overflow.contains(&true);
                to.iter().zip(samples).for_each(|(&point, result)| memory[point] = result);
            }
        }
        (memory.chunks(pitch).flat_map(|place| &place[..row]).copied().collect(), overflows)
    }
}

/// Describes the transform.
fn title(config: &Config) -> String {
    let direction = if config.inverse { "inverse DFT" } else { "DFT" };
    let plural = if config.width == 1 { "" } else { "s" };
    format!(
        "{}-point {direction} of frames in external memory, {} point{plural} a clock cycle, {}",
        config.shape,
        config.width,
        config.format.name()
    )
}
