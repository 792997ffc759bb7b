//! Kinds of cores: those that frames stream through, those for frames in external memory, arrays of elements, and
//! matrix products. Commands ask a kind, and do not know which one it is.

mod array;
mod chain;
mod external;
mod given;
mod product;
mod scaling;
mod stream;
mod table;

pub use chain::chain_files;
pub use stream::Stream;
pub use table::{find, is_product, other_computation};

use super::explain::Form;
use fftgen::data::Frame;
use fftgen::formula::Kind;
use fftgen::model::{Sample, Transformed};
use fftgen::package::Language;
use fftgen::package::{Companions, File, PageRequest, PortStyle, Request};
use fftgen::pipeline::Padding;
use fftgen::proof::Verdict;
use fftgen::rtl::Module;
use fftgen::synth::{Estimate, Target};
use fftgen::{counted, Config, Error};

/// Refuses a configuration word, because frames of `what` choose nothing.
fn refuse_word(word: Option<u64>, what: &str) -> Result<(), Error> {
    match word {
        Some(word) => {
            Err(Error::Usage(format!("config-word {word}: frames of {what} choose nothing; leave --config-word out")))
        }
        None => Ok(()),
    }
}

/// Hands on the model of frames of points, `width` of them in a beat, which come and go in one format.
fn hand_on_points(config: &Config, width: usize, transform: &Transform, run: Run) -> anyhow::Result<()> {
    let frame = frame_of_points(config, width);
    let frames = [false, true].map(|inverse| {
        let real = config.kind == Kind::Real && config.inverse == inverse;
        Frame { real, coding: config.codings()[usize::from(inverse)], ..frame }
    });
    let frame_title = match config.kind {
        Kind::Real => format!("{} real samples", config.size()),
        Kind::Complex | Kind::RealPair => counted(frame.size(), "point"),
    };
    run(&Reference { frames, has_exponents: false, frame_title, transform })
}

/// Returns frames of points in the format of the ports, `width` of them in a beat.
fn frame_of_points(config: &Config, width: usize) -> Frame {
    let shape = config.point_shape();
    let coding = config.codings()[0];
    Frame { shape, width, padding: Padding::Frame, format: config.format, real: false, half_rate: false, coding }
}

/// Kind of core.
pub trait CoreKind: Send + Sync {
    /// Returns the name of the top module of a configuration.
    fn top_name(&self, config: &Config) -> String;

    /// Refuses a configuration that cannot be built.
    fn check(&self, config: &Config) -> Result<(), Error>;

    /// Returns the style of the ports of a configuration.
    fn port_style(&self, config: &Config) -> PortStyle;

    /// Plans and builds a core.
    fn build(&self, config: &Config) -> Result<Box<dyn Core>, Error>;

    /// Describes plans in a form.
    fn explain(&self, config: &Config, form: Form) -> anyhow::Result<String>;

    /// Makes the bit-accurate model and hands it on. `word`: the configuration word of all frames, if it is given.
    fn with_model(&self, config: &Config, word: Option<u64>, run: Run) -> anyhow::Result<()>;
}

/// Transforms whole frames.
pub type Transform<'a> = dyn Fn(&[Sample]) -> Transformed + 'a;

/// What is done with a bit-accurate model.
pub type Run<'a> = Box<dyn FnOnce(&Reference) -> anyhow::Result<()> + 'a>;

/// Core of any kind.
pub trait Core: Send + Sync {
    /// Returns the name of the top module.
    fn name(&self) -> &str;

    /// Describes the core in a line.
    fn title(&self) -> String;

    /// Returns the samples of a frame that enters: complex points, or real numbers.
    fn samples(&self, config: &Config) -> usize {
        config.size()
    }

    /// Returns the frames that come in one piece.
    fn batch(&self) -> usize {
        1
    }

    /// Returns the rows of the summary.
    fn rows(&self) -> Vec<(&'static str, String)>;

    /// Simulates the netlist beside the model, for an amount of work in units of that of `generate`. Returns the
    /// verdict.
    fn self_check(&self, work: usize) -> Result<String, Error>;

    /// Proves that the model is the transform, without a tolerance. `seed`: of primes and data.
    fn prove(&self, seed: u64) -> Verdict;

    /// Returns words of the verdict of the testbench, and the numbers that follow them, in clock cycles.
    fn promises(&self) -> Vec<(&'static str, usize)>;

    /// Writes the files of the core with its companions.
    fn files(&self, request: &Request, emitter: &dyn Language, companions: &Companions) -> Vec<File>;

    /// Writes the page about the core.
    fn report(&self, wanted: &PageRequest) -> File;

    /// Returns the netlist of the top module, and that of the module that `--top core` names.
    fn modules(&self) -> [&Module; 2];

    /// Makes the bit-accurate model of the core and hands it on. `word`: the configuration word of all frames, if it is
    /// given.
    fn with_model(&self, word: Option<u64>, run: Run) -> anyhow::Result<()>;

    /// Returns what a module of the core is estimated to take, which is one of [`Self::modules`].
    fn estimate(&self, target: &Target, module: &Module) -> Estimate;

    /// Foretells the signal-to-noise ratio of the results in dB. `None` where there is no forecast.
    fn forecast(&self) -> Option<f64> {
        None
    }
}

/// Bit-accurate model of a core.
pub struct Reference<'a> {
    /// Frames that go in, and frames that come out.
    pub frames: [Frame; 2],
    /// Whether frames that come out have exponents.
    pub has_exponents: bool,
    /// Number of samples of a frame, as messages state it.
    pub frame_title: String,
    /// Transforms whole frames.
    pub transform: &'a Transform<'a>,
}
