//! The composition of a chain: each stream between two operations, and the distance of frames.

use super::operation::{Operation, Planned};
use super::orders;
use super::pairs;
use super::read;
use super::settings::{Map, Setting};
use super::stream::{Element, Stream};
use super::text::{self, Files};
use crate::arch::{Architecture, ChainFacts, OperationFacts};
use crate::design::{digest, Config, Design, Interface, WIDEST};
use crate::error::Error;
use crate::formula::Order;
use crate::parts::Reset;
use crate::pipeline::Pipeline;
use std::fmt;

/// Most samples of a result, which a testbench has as vectors: a spectrometer of 4,096 channels takes the mean of 1,024
/// spectra.
const MOST_SAMPLES: usize = 1 << 22;

/// Operations, planned one after another.
///
/// ```
/// use fftgen_cores::{verify, Config};
/// use fftgen_maths::format::Format;
/// use fftgen_systems::chain::Chain;
/// let config = Config::new(1, 2, Format::parse("fixed12", false)?);
/// let chain = Chain::new(&config, "frame 16 hop 8 lanes 2 | window hann | fft | power")?;
/// let design = chain.design();
/// verify::check(&design, 22, |_| ())?;
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub struct Chain {
    /// What holds for the whole chain, with the samples of a block at the input as its shape.
    pub config: Config,
    /// Operations as they are built, with the orders that were free.
    pub(super) operations: Vec<Box<dyn Operation>>,
    pub(super) planned: Vec<Planned>,
    /// Stream at the input, in frames.
    pub(super) entering: Stream,
    /// Frames at the input for each one at the output.
    pub(super) frames: usize,
    /// Frames at the ports. It has no blocks.
    pub(super) pipeline: Pipeline,
    pub(super) facts: ChainFacts,
    /// Registers, where these change settings.
    pub(super) map: Option<Map>,
}

impl Chain {
    /// Composes a chain of a text such as `frame 1024 hop 512 | window hann | fft | power`, which begins with `real |`
    /// where samples are real numbers. The configuration has their format and their number in a clock cycle.
    ///
    /// # Errors
    ///
    /// A text that is none, and two operations that do not fit: the message names both sides, the reason, and a mend.
    pub fn new(config: &Config, text: &str) -> Result<Self, Error> {
        let no_files = |name: &str| Err(Error::Usage(format!("chain: there is no file {name} here; give a list")));
        Self::with_files(config, text, &no_files)
    }

    /// Composes a chain as [`Self::new`] does. `files` reads the numbers of a file.
    ///
    /// # Errors
    ///
    /// Those of [`Self::new`], and those of `files`.
    pub fn with_files(config: &Config, text: &str, files: &Files) -> Result<Self, Error> {
        check_settings(config)?;
        let (is_real, operations) = read::chain(text, files)?;
        check_width(config.width, is_real)?;
        Self::of(config, is_real, operations)
    }

    /// The same chain with few frames for each result in place of more. `None` if it has no more.
    pub fn smaller(self) -> Option<Result<Self, Error>> {
        let mut is_smaller = false;
        let fewer = |operation: Box<dyn Operation>| match operation.with_frames(2) {
            Some(fewer) => {
                is_smaller = true;
                fewer
            }
            None => operation,
        };
        let operations: Vec<Box<dyn Operation>> = self.operations.into_iter().map(fewer).collect();
        is_smaller.then(|| Self::of(&self.config, !self.entering.element.is_complex, operations))
    }

    /// Composes operations.
    fn of(config: &Config, is_real: bool, mut operations: Vec<Box<dyn Operation>>) -> Result<Self, Error> {
        let tags: Vec<String> = operations.iter().map(|operation| operation.tag()).collect();
        let text = text::written(is_real, &operations);
        let samples = samples(config, is_real);
        let mut stream = samples.clone();
        let mut planned: Vec<Planned> = Vec::new();
        while planned.len() < operations.len() {
            pairs::plan(&mut operations, planned.len(), &stream, config)?;
            orders::plan(&mut operations, planned.len(), &stream, config);
            let operation = &*operations[planned.len()];
            let next = operation.plan(&stream, config).map_err(|error| misfit(operation, &stream, error))?;
            stream = next.leaving.clone();
            planned.push(next);
        }
        let first = operations.iter().find(|operation| !operation.is_at_the_ports());
        let block = first.and_then(|first| first.block()).unwrap_or(samples.lanes);
        let entering = Stream { frame: Some(block), ..samples };
        check_joins(&operations, &planned, &entering)?;
        check_spacing(&operations, &planned, &entering)?;
        let frames: usize = planned.iter().map(|next| next.frames).product();
        let buffer = config.buffer || operations.iter().any(|operation| operation.is_at_the_ports());
        let beats = frames * entering.beats();
        let excluded = [
            (config.interface == Interface::Native, "interface native", "it is a part of the ports of AXI4-Stream"),
            (beats == 1, "frames of one beat", "nothing can pause within them"),
        ];
        if let Some((_, what, why)) = excluded.into_iter().find(|(is_excluded, ..)| *is_excluded && buffer) {
            return Err(Error::Unsupported(format!("chain: buffer and {what}: {why}; leave 'buffer' out")));
        }
        let components = [block * frames * entering.element.parts(), stream.elements() * stream.element.parts()];
        if components[0] / entering.element.parts() > MOST_SAMPLES {
            return Err(Error::Unsupported(format!(
                "chain: a result takes {frames} frames of {block} samples, and a chain takes {MOST_SAMPLES} of them at most; \
                 take fewer frames in sums and averages"
            )));
        }
        let even = components.map(|components| components % 2 == 0);
        if even != [true; 2] {
            return Err(Error::Unsupported(format!(
                "chain: frames of {} and {} real numbers; an even number passes each side",
                components[0], components[1]
            )));
        }
        let pipeline = Pipeline::of_frames(components.map(|components| components / 2), 1);
        let buffer_bits = beats * entering.beat_bits();
        let all = operations.iter().zip(&planned);
        let map = Map::new(settings(&operations, &planned));
        let facts = ChainFacts {
            text,
            entering: entering.facts(),
            operations: all.map(|(operation, next)| facts(&**operation, next, buffer_bits)).collect(),
        };
        let name = config.name.clone().unwrap_or_else(|| name(&tags, &entering));
        let config = Config { name: Some(name), shape: (components[0] / 2).into(), buffer, ..config.clone() };
        Ok(Chain { config, operations, planned, entering, frames, pipeline, facts, map })
    }

    /// Stream at the output.
    pub fn leaving(&self) -> &Stream {
        self.planned.last().map_or(&self.entering, |last| &last.leaving)
    }

    /// Stream at the input, in frames.
    pub fn entering(&self) -> &Stream {
        &self.entering
    }

    /// What documents say of it.
    pub fn facts(&self) -> &ChainFacts {
        &self.facts
    }

    /// Beats of a frame at the input and at the output.
    pub(super) fn beats(&self) -> [usize; 2] {
        [self.frames * self.entering.beats(), self.leaving().beats()]
    }

    /// Clock cycles from the first beat of a frame to the first beat of its result.
    pub(super) fn latency(&self) -> usize {
        self.latency_unmarked() + self.wait_for_marks()
    }

    /// The latency where no mark of a frame has to be known.
    pub(super) fn latency_unmarked(&self) -> usize {
        self.starts().pop().unwrap_or(0)
    }

    /// Clock cycles from the start of a frame to that of the first one of it at each operation, and at the end.
    pub(super) fn starts(&self) -> Vec<usize> {
        let (mut start, mut frames) = (0, 1);
        let spacing = self.entering.beats();
        let mut before = &self.entering;
        let mut starts = vec![start];
        for next in &self.planned {
            start += next.latency;
            if next.frames > 1 {
                // Frames of an operation that takes several come without a gap, as `check_spacing` has seen, but those
                // before a later sum of frames may be further apart than their beats are long there.
                start += (next.frames - 1) * (frames * spacing - before.beats());
            }
            frames *= next.frames;
            before = &next.leaving;
            starts.push(start);
        }
        starts
    }

    /// Least clock cycles from frame to frame at the input.
    pub(super) fn interval(&self) -> usize {
        let [entering, leaving] = self.beats();
        let mut frames = 1;
        let mut spacing = 0;
        for next in &self.planned {
            spacing = spacing.max(next.interval.div_ceil(frames));
            frames *= next.frames;
        }
        (self.frames * spacing).max(entering).max(leaving)
    }

    /// Builds the core and the ports around it.
    pub fn design(self) -> Design {
        Design::of(self.config.clone(), Box::new(self) as Box<dyn Architecture>)
    }
}

/// The text that [`Chain::new`] reads, in one form for all texts of the same operations.
impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.facts.text)
    }
}

/// Refuses settings that say something of a transform which a chain says itself, or of frames that all have points.
fn check_settings(config: &Config) -> Result<(), Error> {
    config.check_name()?;
    let usual = Config { width: config.width, ..Config::new(config.shape, config.width, config.format) };
    let given = [
        ("kind", config.kind != usual.kind, "a chain of real samples begins with 'real |'"),
        ("inverse", config.inverse, "write 'ifft' in the chain"),
        ("runtime", config.runtime != usual.runtime, "frames of a chain choose nothing"),
        ("order", config.orders != usual.orders, "write it after the transform, as in 'fft 64 order reversed'"),
        ("support", config.support.is_some(), "write 'crop' in the chain"),
        ("channels", config.shape.channels() > 1, "the samples of a chain are of one channel"),
        ("cycles", config.cycles.is_some(), "the transforms of a chain are streaming"),
        ("datapath", config.datapath.is_some(), "operations of a chain compute in the format of their elements"),
        ("reset", config.reset == Reset::None, "samples before a reset are forgotten"),
        ("resync", config.resync, "frames of a chain depend on those before them"),
        ("tkeep", config.tkeep, "all bytes of the beats of a chain hold samples"),
        ("last", config.tlast != usual.tlast, "frames of a chain have no rows"),
        ("pad", config.padding != usual.padding, "frames of a chain have no rows"),
        ("iq-order", config.iq_order != usual.iq_order, "the real part of a sample is the low one"),
        ("radix", config.kernels.is_some(), "each transform of a chain has its own plan"),
        ("max-dsp", config.max_dsp.is_some(), "each transform of a chain has its own plan"),
    ];
    let unmarked = config.has_no_overflow().filter(|_| config.overflow_mark == Some(true));
    let unmarked = unmarked.map(|why| ("mark-overflow", true, why));
    match given.into_iter().find(|(_, is_given, _)| *is_given).or(unmarked) {
        Some((flag, _, why)) => Err(Error::Unsupported(format!("{flag} and chain: {why}; leave --{flag} out"))),
        None => Ok(()),
    }
}

/// Refuses a width without samples, and one of more than other cores have: of real samples twice as many.
fn check_width(width: usize, is_real: bool) -> Result<(), Error> {
    let most = WIDEST * if is_real { 2 } else { 1 };
    match width {
        0 => Err(Error::Usage("width 0: at least 1 sample a clock cycle; try --width 1".into())),
        _ if width > most => {
            Err(Error::Unsupported(format!("width {width} is too large: widths of this chain go up to {most}")))
        }
        _ => Ok(()),
    }
}

/// The stream of samples at the input.
fn samples(config: &Config, is_real: bool) -> Stream {
    let element = Element { is_complex: !is_real, format: config.format };
    Stream { element, lanes: config.width, frame: None, rows: 1, order: Order::Natural, packed: None, headroom: 0 }
}

/// Says between which two sides a stream does not fit.
fn misfit(operation: &dyn Operation, stream: &Stream, error: Error) -> Error {
    let text = operation.text();
    let before = match stream.frame {
        Some(_) => format!("frames of {}", stream.facts()),
        None => "samples".into(),
    };
    let why = |why: String| format!("chain: '{text}' after {before}: {why}");
    match error {
        Error::Usage(reason) => Error::Usage(why(reason)),
        Error::Unsupported(reason) => Error::Unsupported(why(reason)),
        other => other,
    }
}

/// Refuses frames that are shorter than their distance where several become one without a gap.
fn check_joins(operations: &[Box<dyn Operation>], planned: &[Planned], entering: &Stream) -> Result<(), Error> {
    let mut frames = 1;
    let mut before = entering;
    for (operation, next) in operations.iter().zip(planned) {
        let cycles = frames * entering.beats();
        if operation.joins_frames() && before.beats() < cycles {
            return Err(Error::Unsupported(format!(
                "chain: '{}' takes frames without gaps, and frames of {} beats come every {cycles} clock cycles; leave \
                 what shortens them out, or write it after the transforms of columns",
                operation.text(),
                before.beats()
            )));
        }
        frames *= next.frames;
        before = &next.leaving;
    }
    Ok(())
}

/// Refuses sums of frames that do not come one after another without a gap.
fn check_spacing(operations: &[Box<dyn Operation>], planned: &[Planned], entering: &Stream) -> Result<(), Error> {
    let Some(sum) = planned.iter().position(|next| next.frames > 1) else { return Ok(()) };
    let mut frames = 1;
    let slow = planned.iter().zip(operations).find(|(next, _)| {
        let is_slow = next.interval > frames * entering.beats();
        frames *= next.frames;
        is_slow
    });
    match slow {
        None => Ok(()),
        Some((next, operation)) => Err(Error::Unsupported(format!(
            "chain: '{}' takes {} clock cycles a frame, and blocks of {} beats come: '{}' takes frames without gaps; \
             take another hop or width, or leave '{}' out",
            operation.text(),
            next.interval,
            entering.beats(),
            operations[sum].text(),
            operations[sum].text()
        ))),
    }
}

/// The settings that registers change, each with the number of its operation and its name.
fn settings(operations: &[Box<dyn Operation>], planned: &[Planned]) -> Vec<(usize, String, Setting)> {
    let texts = operations.iter().map(|operation| operation.text());
    let setting = |(number, (text, next)): (usize, (String, &Planned))| {
        let word = text.split(' ').next().unwrap_or_default().replace('-', "_");
        Some((number, word, next.body.setting()?.clone()))
    };
    texts.zip(planned).enumerate().filter_map(setting).collect()
}

/// What documents say of an operation. `buffer_bits`: bits of the frames that the ports hold.
fn facts(operation: &dyn Operation, next: &Planned, buffer_bits: usize) -> OperationFacts {
    OperationFacts {
        operation: operation.text(),
        how: next.body.summary(),
        leaving: next.leaving.facts(),
        frames: next.frames,
        latency_cycles: next.latency,
        memory_bits: if operation.is_at_the_ports() { buffer_bits } else { next.body.memory_bits() },
        multipliers: next.body.units().multipliers,
    }
}

/// Most characters of a name.
const LONGEST: usize = 60;

/// The name of a chain that has none: the tags of its operations, and the samples.
fn name(tags: &[String], samples: &Stream) -> String {
    let mut name = tags.join("_");
    if name.len() > LONGEST {
        name = format!("chain_{}", digest(&name));
    }
    let real = if samples.element.is_complex { "" } else { "real_" };
    format!("{real}{name}_w{}_{}", samples.lanes, samples.element.format.name().replace('.', "_"))
}
