//! `fft`, `ifft`, `rfft`, `irfft`: transforms, each a core of any plan.

use crate::arch::Architecture;
use crate::chain::operation::{Body, Frame, Operation, PairEnd, Planned};
use crate::chain::stream::{Element, Stream};
use crate::chain::text::{Arguments, Usage, ACROSS};
use crate::design::{Config, Design, Interface};
use crate::error::Error;
use crate::format::{word, Fixed, Format};
use crate::formula::{Kind, Order};
use crate::number::{FixedOptions, Scale};
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use std::ops::RangeInclusive;
use std::sync::Arc;

const SETTINGS: &str = "[N|across] [order natural|reversed] [scale none|stage|stage+1|1/n|1/sqrt(n)]";

const REAL_SETTINGS: &str = "[N] [order natural|reversed] [scale none|stage|stage+1|1/n|1/sqrt(n)]";

/// Scales of a transform, by their words.
const SCALES: [(&str, Scale); 5] = [
    ("none", Scale::None),
    ("stage", Scale::Stage),
    ("stage+1", Scale::Spare),
    ("1/n", Scale::Size),
    ("1/sqrt(n)", Scale::Root),
];

pub const FORWARD: Usage = Usage {
    word: "fft",
    settings: SETTINGS,
    summary: "the discrete Fourier transform of complex elements; across: of each column",
};

pub const INVERSE: Usage =
    Usage { word: "ifft", settings: SETTINGS, summary: "the inverse transform of complex elements" };

pub const REAL: Usage = Usage {
    word: "rfft",
    settings: REAL_SETTINGS,
    summary: "the transform of N real elements: N/2 bins, of which the first has bin N/2 as its imaginary part",
};

pub const REAL_INVERSE: Usage = Usage {
    word: "irfft",
    settings: REAL_SETTINGS,
    summary: "the inverse transform to N real elements of N/2 bins, as rfft has them",
};

/// A transform.
#[derive(Clone, Debug)]
struct Transform {
    usage: Usage,
    /// Elements of a frame, of real data the real ones. `None` for those of the frames that come.
    size: Option<usize>,
    /// Whether it is along the columns of frames.
    is_across: bool,
    /// Order of the bins. `None` where it is free.
    order: Option<Order>,
    /// Row of [`SCALES`]. `None` for that of the whole chain.
    scale: Option<usize>,
    /// Whether words of results are longer by [`LONGER_BITS`].
    is_longer: bool,
}

/// Bits by which words of results may be longer, before and after the binary point. The first one keeps all results,
/// which may be √2 times the samples.
const LONGER_BITS: [u32; 2] = [1, 1];

/// Bits of the words of samples for which words of results may be longer. The errors of roundings are not far below the
/// full scale of shorter words.
const LONGER: RangeInclusive<u32> = 6..=40;

pub fn forward(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(FORWARD, arguments)
}

pub fn inverse(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(INVERSE, arguments)
}

pub fn real(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(REAL, arguments)
}

pub fn real_inverse(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(REAL_INVERSE, arguments)
}

fn read(usage: Usage, arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let is_across = [FORWARD.word, INVERSE.word].contains(&usage.word) && arguments.flag(ACROSS);
    let size = if is_across { None } else { arguments.optional_number("N", 1)? };
    if let Some(size) = size.filter(|size| usage.word == REAL_INVERSE.word && size % 2 == 1) {
        return Err(arguments.refuse(format!("{size} is odd; take an even number of real elements, two for each bin")));
    }
    let order = match arguments.named("order")? {
        None => None,
        Some("natural") => Some(Order::Natural),
        Some("reversed") => Some(Order::Reversed),
        Some(other) => return Err(arguments.refuse(format!("order is natural or reversed, not {other}"))),
    };
    let scale = arguments.named("scale")?.map(|word| match SCALES.iter().position(|(known, _)| *known == word) {
        Some(row) => Ok(row),
        None => Err(arguments.refuse(format!("{word} is no scale"))),
    });
    Ok(Box::new(Transform { usage, size, is_across, order, scale: scale.transpose()?, is_longer: false }))
}

impl Transform {
    /// Elements for each point of a frame, at the input and at the output: a point has two real ones.
    fn shares(&self) -> [usize; 2] {
        [REAL.word, REAL_INVERSE.word].map(|real| 1 + usize::from(self.usage.word == real))
    }

    /// Points of a frame that enters.
    fn points(&self, entering: &Stream) -> Result<usize, Error> {
        let refuse = |why: String| Err(Error::Unsupported(why));
        let [share, _] = self.shares();
        if self.is_across && entering.rows == 1 {
            entering.in_columns()?;
        }
        if !self.is_across && entering.rows > 1 {
            return refuse(format!(
                "these frames have {} rows; write '{1} {ACROSS}' for their columns, or '{1}' before 'stack'",
                entering.rows, self.usage.word
            ));
        }
        match (self.block(), entering.frame, self.size) {
            (Some(block), Some(frame), Some(size)) if block != frame => {
                refuse(format!("it takes frames of {block}, and frames of {frame} come; leave {size} out"))
            }
            (Some(frame), ..) | (None, Some(frame), _) => Ok(frame / share),
            (None, None, _) => refuse(format!("its size is not known; write it, as in {} 1024", self.usage.word)),
        }
    }

    /// Refuses elements of another kind.
    fn check_elements(&self, entering: &Stream) -> Result<(), Error> {
        match self.shares() {
            [1, 1] => entering.is_complex().and_then(|()| entering.is_unpacked()),
            [1, _] => entering.is_complex().and_then(|()| match entering.packed {
                Some(shared) if shared != entering.elements() => Err(Error::Unsupported(format!(
                    "bin {shared} is in the first of {} elements, and bin {} has to be; leave 'crop' out",
                    entering.elements(),
                    entering.elements()
                ))),
                _ => Ok(()),
            }),
            _ => entering.is_real(),
        }
    }

    fn is_inverse(&self) -> bool {
        [INVERSE.word, REAL_INVERSE.word].contains(&self.usage.word)
    }
}

impl Operation for Transform {
    fn text(&self) -> String {
        let across = self.is_across.then(|| format!(" {ACROSS}"));
        let size = self.size.map(|size| format!(" {size}")).or(across).unwrap_or_default();
        let order = match self.order {
            None => "",
            Some(Order::Natural) => " order natural",
            Some(Order::Reversed) => " order reversed",
        };
        let scale = self.scale.map_or(String::new(), |row| format!(" scale {}", SCALES[row].0));
        format!("{}{size}{order}{scale}", self.usage.word)
    }

    fn block(&self) -> Option<usize> {
        self.size.map(|size| size / self.shares()[1])
    }

    fn takes_any_order(&self) -> bool {
        self.is_inverse()
    }

    fn end_of_pair(&self) -> Option<&dyn PairEnd> {
        Some(self)
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        let points = self.points(entering)?;
        let [share, leaving_share] = self.shares();
        self.check_elements(entering)?;
        let (lanes, size) = (entering.lanes, points * share);
        if size % lanes != 0 || lanes % share != 0 {
            let even = if share > 1 { ", an even number" } else { "" };
            return Err(Error::Unsupported(format!(
                "frames of {size} are no whole beats of {lanes} elements; take a width that divides {size}{even}"
            )));
        }
        let format = entering.element.format;
        if let (Format::Float(_), Some(row)) = (format, self.scale) {
            return Err(Error::Unsupported(format!(
                "{} has no scale; leave 'scale {}' out",
                format.name(),
                SCALES[row].0
            )));
        }
        let precise_bits = entering.precise_format().bits();
        let short_factors = (precise_bits < format.bits()).then(|| config.arithmetic.twiddle_bits(precise_bits));
        let shape = if self.is_across { entering.shape() } else { (size * leaving_share).into() };
        let plain = Config::new(shape, lanes * leaving_share, format);
        let config = Config {
            kind: if share == leaving_share { Kind::Complex } else { Kind::Real },
            inverse: self.is_inverse(),
            orders: [entering.order, self.order.unwrap_or_default()],
            interface: Interface::Native,
            arithmetic: FixedOptions {
                twiddle_bits: config.arithmetic.twiddle_bits.or(short_factors),
                scale: self.scale.map(|row| SCALES[row].1.clone()).or(config.arithmetic.scale.clone()),
                result_bits: if self.is_longer { LONGER_BITS } else { [0; 2] },
                ..config.arithmetic.clone()
            },
            target: config.target,
            pipeline: config.pipeline,
            goal: config.goal,
            multiplier: config.multiplier,
            memory_style: config.memory_style,
            ..plain
        };
        config.check()?;
        let architecture: Arc<dyn Architecture> = Design::architecture(&config)?.into();
        let timing = architecture.timing(architecture.pipeline().size);
        let output = match architecture.output_format(config.format) {
            Format::Fixed(Fixed { integer, fraction }) if self.is_longer => {
                let after = LONGER_BITS[1];
                Format::Fixed(Fixed::new(integer - after, fraction + after)?)
            }
            format => format,
        };
        let leaving = Stream {
            element: Element { is_complex: leaving_share == 1, format: output },
            lanes: lanes / share * leaving_share,
            frame: Some(points * leaving_share),
            rows: entering.rows,
            order: config.orders[1],
            packed: (share == 2).then_some(points),
            headroom: entering.headroom,
        };
        Ok(Planned {
            latency: timing.latency,
            interval: timing.interval,
            frames: 1,
            body: Arc::new(Engine { config, architecture, leaving: leaving.element, is_longer: self.is_longer }),
            leaving,
        })
    }
}

impl PairEnd for Transform {
    fn is_last(&self) -> bool {
        self.is_inverse()
    }

    fn is_real(&self) -> bool {
        self.shares() != [1; 2]
    }

    fn has_own_order(&self) -> bool {
        self.order.is_some()
    }

    fn has_own_scale(&self) -> bool {
        self.scale.is_some()
    }

    fn with_order(&self, order: Order) -> Box<dyn Operation> {
        Box::new(Transform { order: self.order.or(Some(order)), ..self.clone() })
    }

    fn scaled_by_root(&self) -> Box<dyn Operation> {
        let root = SCALES.iter().position(|(_, scale)| *scale == Scale::Root);
        Box::new(Transform { scale: root, ..self.clone() })
    }

    fn with_longer_results(&self, elements: Format, config: &Config) -> Box<dyn Operation> {
        let has_scale = self.scale.is_some() || config.arithmetic.scale.is_some();
        let is_longer = !has_scale && LONGER.contains(&elements.bits());
        Box::new(Transform { is_longer, ..self.clone() })
    }
}

/// Core of a transform.
struct Engine {
    config: Config,
    architecture: Arc<dyn Architecture>,
    /// What leaves.
    leaving: Element,
    /// Whether words of results have further bits after the binary point.
    is_longer: bool,
}

impl Engine {
    /// Builds the core, whose frames may be marked.
    fn core(&self, name: &str, overflow_mark: Option<bool>) -> Module {
        let config = Config { name: Some(name.into()), reset: Reset::Rst, overflow_mark, ..self.config.clone() };
        let design = Design::around(config, self.architecture.clone());
        Module::clone(&design.core)
    }
}

impl Body for Engine {
    fn module(&self, name: &str) -> Module {
        self.core(name, None)
    }

    fn marking_module(&self, name: &str) -> Module {
        self.core(name, Some(true))
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let bits = self.config.format.bits();
        let model = self.architecture.model(self.config.format.into(), None);
        let words = frames.iter().flat_map(|frame| frame.components.chunks(2));
        let samples: Vec<[u64; 2]> = words.map(|pair| [0, 1].map(|part| word(pair[part].into(), bits))).collect();
        let transformed = model.transform(&samples);
        let points = transformed.samples.len() / frames.len().max(1);
        let results = transformed.samples.chunks(points.max(1)).zip(transformed.overflow);
        let frame = |(before, (points, overflow)): (Frame, (&[[u64; 2]], bool))| Frame {
            components: points.as_flattened().iter().map(|part| self.leaving.component(*part)).collect(),
            overflow: before.overflow | overflow,
        };
        frames.into_iter().zip(results).map(frame).collect()
    }

    fn units(&self) -> Units {
        self.architecture.units()
    }

    fn memory_bits(&self) -> usize {
        self.architecture.memory_words() * 2 * self.config.format.bits() as usize
    }

    fn summary(&self) -> Option<String> {
        let pipeline = self.architecture.pipeline();
        let scale = match self.is_longer {
            true => format!("1/{}", self.config.size()),
            false => self.architecture.scale().unwrap_or_else(|| self.config.number().scale(pipeline)),
        };
        Some(format!("{}, scaled by {scale}", self.architecture.summary()))
    }
}
