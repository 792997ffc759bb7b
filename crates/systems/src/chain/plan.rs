//! The composition of a chain: each stream between two operations, and the distance of frames.

use super::operation::{Operation, Planned};
use super::stream::{Element, Stream};
use super::text;
use crate::arch::{Architecture, OperationFacts};
use crate::design::{Config, Design};
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Kind, Order};
use crate::pipeline::Pipeline;

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
    pub(super) facts: Vec<OperationFacts>,
}

impl Chain {
    /// Composes a chain of a text such as `frame 1024 hop 512 | window hann | fft | power`. The configuration has the
    /// format of the samples, their number in a clock cycle, and whether they are real.
    ///
    /// # Errors
    ///
    /// A text that is none, and two operations that do not fit: the message names both sides, the reason, and a mend.
    pub fn new(config: &Config, text: &str) -> Result<Self, Error> {
        let operations = with_free_orders(text::operations(text)?);
        let samples = samples(config)?;
        let mut stream = samples.clone();
        let mut planned: Vec<Planned> = Vec::new();
        for operation in &operations {
            let next = operation.plan(&stream, config).map_err(|error| misfit(&**operation, &stream, error))?;
            stream = next.leaving.clone();
            planned.push(next);
        }
        let block = operations[0].block().unwrap_or(samples.lanes);
        let entering = Stream { frame: Some(block), ..samples };
        check_spacing(&operations, &planned, &entering)?;
        let frames: usize = planned.iter().map(|next| next.frames).product();
        let components = [block * frames * entering.element.parts(), stream.elements() * stream.element.parts()];
        let even = components.map(|components| components % 2 == 0);
        if even != [true; 2] {
            return Err(Error::Unsupported(format!(
                "chain: frames of {} and {} real numbers; an even number passes each side",
                components[0], components[1]
            )));
        }
        let pipeline = Pipeline::of_frames(components.map(|components| components / 2));
        let facts = operations.iter().zip(&planned).map(|(operation, next)| facts(&**operation, next)).collect();
        let name = config.name.clone().unwrap_or_else(|| name(&operations, config));
        let config = Config {
            name: Some(name),
            kind: Kind::Complex,
            shape: (components[0] / 2).into(),
            inverse: false,
            ..config.clone()
        };
        Ok(Chain { config, operations, planned, entering, frames, pipeline, facts })
    }

    /// Stream at the output.
    pub fn leaving(&self) -> &Stream {
        self.planned.last().map_or(&self.entering, |last| &last.leaving)
    }

    /// Stream at the input, in frames.
    pub fn entering(&self) -> &Stream {
        &self.entering
    }

    /// The chain as it is written.
    pub fn text(&self) -> String {
        text::written(&self.operations)
    }

    /// Beats of a frame at the input and at the output.
    pub(super) fn beats(&self) -> [usize; 2] {
        [self.frames * self.entering.beats(), self.leaving().beats()]
    }

    /// Clock cycles from the first beat of a frame to the first beat of its result.
    pub(super) fn latency(&self) -> usize {
        // Frames of an operation that takes several come without a gap, as `check_spacing` has seen.
        self.planned.iter().map(|next| next.latency).sum::<usize>() + self.planned_gaps()
    }

    /// Clock cycles by which frames before a later sum of frames are further apart than their beats are long there.
    fn planned_gaps(&self) -> usize {
        let mut frames = 1;
        let mut gaps = 0;
        let spacing = self.entering.beats();
        let mut before = &self.entering;
        for next in &self.planned {
            if next.frames > 1 {
                gaps += (next.frames - 1) * (frames * spacing - before.beats());
            }
            frames *= next.frames;
            before = &next.leaving;
        }
        gaps
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

/// The stream of samples at the input.
fn samples(config: &Config) -> Result<Stream, Error> {
    let Format::Fixed(format) = config.format else {
        let why = format!("chain: {} is floating point; take fixed point, as in --precision fixed16", config.format.name());
        return Err(Error::Unsupported(why));
    };
    let element = Element { is_complex: config.kind == Kind::Complex, format };
    Ok(Stream { element, lanes: config.width, frame: None, order: Order::Natural })
}

/// Lets the bins of a transform be in reversed order where nobody before the next inverse transform asks for another
/// one. Both transforms then have no permuter of their order.
fn with_free_orders(mut operations: Vec<Box<dyn Operation>>) -> Vec<Box<dyn Operation>> {
    for at in 0..operations.len() {
        let Some(reversed) = operations[at].with_order(Order::Reversed) else { continue };
        let mut after = operations[at + 1..].iter();
        let ends_at_transform = after.find(|next| !next.takes_any_order() || next.with_order(Order::Natural).is_some());
        if ends_at_transform.is_some_and(|next| next.takes_any_order()) {
            operations[at] = reversed;
        }
    }
    operations
}

/// Says between which two sides a stream does not fit.
fn misfit(operation: &dyn Operation, stream: &Stream, error: Error) -> Error {
    let text = operation.text();
    let why = |why: String| format!("chain: '{text}' after {stream}: {why}");
    match error {
        Error::Usage(reason) => Error::Usage(why(reason)),
        Error::Unsupported(reason) => Error::Unsupported(why(reason)),
        other => other,
    }
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

fn facts(operation: &dyn Operation, next: &Planned) -> OperationFacts {
    let summary = next.body.summary().map_or(String::new(), |summary| format!(": {summary}"));
    OperationFacts {
        operation: format!("{}{summary}", operation.text()),
        leaving: next.leaving.to_string(),
        latency_cycles: next.latency,
        memory_bits: next.body.memory_bits(),
        multipliers: next.body.units().multipliers,
    }
}

/// Most characters of a name.
const LONGEST: usize = 60;

/// The name of a chain that has none: the tags of its operations, and the samples.
fn name(operations: &[Box<dyn Operation>], config: &Config) -> String {
    let tags: Vec<String> = operations.iter().map(|operation| operation.tag()).filter(|tag| !tag.is_empty()).collect();
    let mut name = tags.join("_");
    if name.len() > LONGEST {
        name = format!("chain_{}", crate::design::digest(&text::written(operations)));
    }
    let real = if config.kind == Kind::Complex { "" } else { "_real" };
    format!("{name}{real}_w{}_{}", config.width, config.format.name().replace('.', "_"))
}
