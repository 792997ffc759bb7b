//! Frames in external memory: a core that reads and writes them through an AXI4 master.
//!
//! [`Plan`] says how a frame lies in memory and which passes transform it. [`External`] is the core, with its
//! bit-accurate model.

mod check;
mod core;
mod memory_port;
mod model;
mod plan;
mod registers;
mod requests;
mod run;
mod sections;
mod simulate;
mod tiles;
mod transfers;
mod twiddles;
mod walk;
mod walker;
mod write_data;

pub use crate::arch::registers::{Access, Register};
pub use check::{check, trace, Checked};
pub use plan::{Area, Pass, Plan, BURST_BYTES, MAX_LONG_FRAME};
pub use registers::{Fault, REGISTERS, REGISTER_ADDRESS_BITS};
pub use requests::MAX_IN_FLIGHT;
pub use simulate::{Memory, Outcome, Simulation};
pub use tiles::Transposer;
pub use twiddles::Twiddles;
pub use walk::{Loop, Walk};

use self::core::Streams;
use crate::design::{Config, Design, Interface};
use crate::error::Error;
use crate::format::{number, Format};
use crate::parts::Reset;
use crate::rtl::Module;
use fftgen_hdl::protect::Protection;
use registers::register_map;
use std::sync::Arc;
use twiddles::twiddle_unit;

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
    /// The transposition of tiles before an engine, of one dimension.
    pub transposer: Option<Transposer>,
    /// Netlist of the top module.
    pub top: Arc<Module>,
}

impl External {
    /// Plans the passes, and builds their engines and the core around them.
    ///
    /// ```
    /// use fftgen_systems::external::External;
    /// use fftgen_maths::format::Format;
    /// use fftgen_cores::Config;
    /// let core = External::new(Config::new([16, 8], 4, Format::parse("fixed16", false)?))?;
    /// assert_eq!((core.plan.passes.len(), core.plan.frame_bytes()), (2, 16 * 512));
    /// # Ok::<(), fftgen_maths::Error>(())
    /// ```
    pub fn new(config: Config) -> Result<Self, Error> {
        let plan = Plan::new(&config)?;
        let name = Self::top_name(&config);
        let engine = |(number, engine): (usize, &Config)| {
            let name = Some(format!("{name}_engine_{number}"));
            let (reset, interface, protection) = (Reset::Rst, Interface::Axis, Protection::None);
            Design::new(Config { name, reset, interface, protection, ..engine.clone() })
        };
        let engines: Vec<Design> = plan.engines.iter().enumerate().map(engine).collect::<Result<_, Error>>()?;
        let transposer = plan.tile().map(|tile| Transposer::new(&format!("{name}_transposer"), tile, &config));
        let twiddles = plan.twiddles().map(|twiddles| twiddle_unit(&format!("{name}_twiddles"), twiddles, &config));
        let title = format!("{}, {} passes.", title(&config), plan.passes.len());
        let streams = Streams {
            transposer: transposer.as_ref().map(|transposer| transposer.top.clone()),
            engines: engines.iter().map(|engine| engine.top.clone()).collect(),
            twiddles: twiddles.map(Arc::new),
        };
        let top = config.with_memory_modules(Arc::new(core::core(&name, &title, &config, &plan, &streams)));
        Ok(External { config, name, plan, engines, transposer, top })
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

    /// Returns a component as it lies in memory, in its low bytes: filled by its sign in fixed point.
    pub fn stored_component(&self, component: u64) -> u64 {
        match self.config.format {
            Format::Fixed(fixed) => number(component, fixed.bits()) as u64,
            Format::Float(_) => component,
        }
    }

    /// Returns the component of the bytes that it has in memory, without the bits that fill them.
    pub fn loaded_component(&self, bytes: &[u8]) -> u64 {
        let word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        word & (u64::MAX >> (64 - self.config.format.bits()))
    }

    /// Returns the map of the control registers.
    pub fn registers(&self) -> Vec<Register> {
        register_map(self.plan.has_scratch())
    }

    /// Complex words of memory of the engines and the transposition.
    pub fn memory_words(&self) -> usize {
        let engines = self.engines.iter().map(Design::memory_words).sum::<usize>();
        engines + self.transposer.as_ref().map_or(0, |transposer| transposer.memory_words)
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
