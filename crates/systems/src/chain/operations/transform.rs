//! `fft`, `ifft`, `rfft`: transforms, each a core of any plan.

use crate::arch::Architecture;
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::stream::{Element, Stream};
use crate::chain::text::{Arguments, Usage};
use crate::design::{Config, Design, Interface};
use crate::error::Error;
use crate::format::{number, word, Fixed, Format};
use crate::formula::{Kind, Order};
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use std::sync::Arc;

pub const FORWARD: Usage = Usage {
    word: "fft",
    settings: "[N] [order natural|reversed]",
    summary: "the discrete Fourier transform of complex elements",
};

pub const INVERSE: Usage = Usage {
    word: "ifft",
    settings: "[N] [order natural|reversed]",
    summary: "the inverse transform of complex elements",
};

pub const REAL: Usage = Usage {
    word: "rfft",
    settings: "[N] [order natural|reversed]",
    summary: "the transform of N real elements: N/2 bins, of which the first has bin N/2 as its imaginary part",
};

/// A transform.
#[derive(Clone, Debug)]
struct Transform {
    usage: Usage,
    /// Elements of a frame. `None` for those of the frames that come.
    size: Option<usize>,
    /// Order of the bins. `None` where it is free.
    order: Option<Order>,
}

pub fn forward(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(FORWARD, arguments)
}

pub fn inverse(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(INVERSE, arguments)
}

pub fn real(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(REAL, arguments)
}

fn read(usage: Usage, arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let size = arguments.optional_number("N", 1)?;
    let order = match arguments.named("order")? {
        None => None,
        Some("natural") => Some(Order::Natural),
        Some("reversed") => Some(Order::Reversed),
        Some(other) => return Err(arguments.refuse(format!("order is natural or reversed, not {other}"))),
    };
    Ok(Box::new(Transform { usage, size, order }))
}

impl Transform {
    /// Real samples of a point.
    fn share(&self) -> usize {
        1 + usize::from(self.usage.word == REAL.word)
    }

    /// Elements of a frame that enters.
    fn frame(&self, entering: &Stream) -> Result<usize, Error> {
        let refuse = |why: String| Err(Error::Unsupported(why));
        match (self.size, entering.frame) {
            (Some(size), Some(frame)) if size != frame => {
                refuse(format!("it takes frames of {size}, and frames of {frame} come; leave {size} out"))
            }
            (Some(size), _) | (None, Some(size)) => Ok(size),
            (None, None) => refuse(format!("its size is not known; write it, as in {} 1024", self.usage.word)),
        }
    }
}

impl Operation for Transform {
    fn text(&self) -> String {
        let size = self.size.map_or(String::new(), |size| format!(" {size}"));
        let order = match self.order {
            None => "",
            Some(Order::Natural) => " order natural",
            Some(Order::Reversed) => " order reversed",
        };
        format!("{}{size}{order}", self.usage.word)
    }

    fn tag(&self) -> String {
        format!("{}{}", self.usage.word, self.size.map_or(String::new(), |size| size.to_string()))
    }

    fn block(&self) -> Option<usize> {
        self.size
    }

    fn takes_any_order(&self) -> bool {
        self.usage.word == INVERSE.word
    }

    fn with_order(&self, order: Order) -> Option<Box<dyn Operation>> {
        self.order.is_none().then(|| Box::new(Transform { order: Some(order), ..self.clone() }) as Box<dyn Operation>)
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        let size = self.frame(entering)?;
        let share = self.share();
        match share {
            1 => entering.is_complex()?,
            _ => entering.is_real()?,
        }
        let lanes = entering.lanes;
        if size % lanes != 0 || lanes % share != 0 {
            let even = if share > 1 { ", an even number" } else { "" };
            return Err(Error::Unsupported(format!(
                "frames of {size} are no whole beats of {lanes} elements; take a width that divides {size}{even}"
            )));
        }
        let format = entering.element.format;
        let plain = Config::new(size, lanes, Format::Fixed(format));
        let config = Config {
            kind: if share > 1 { Kind::Real } else { Kind::Complex },
            inverse: self.usage.word == INVERSE.word,
            orders: [entering.order, self.order.unwrap_or_default()],
            interface: Interface::Native,
            arithmetic: config.arithmetic.clone(),
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
        let Format::Fixed(output) = architecture.output_format(config.format) else { unreachable!("words stay words") };
        let leaving = Stream {
            element: Element { is_complex: true, format: output },
            lanes: lanes / share,
            frame: Some(size / share),
            order: config.orders[1],
        };
        Ok(Planned {
            leaving,
            latency: timing.latency,
            interval: timing.interval,
            frames: 1,
            body: Arc::new(Engine { config, architecture, formats: [format, output] }),
        })
    }
}

/// Core of a transform.
struct Engine {
    config: Config,
    architecture: Arc<dyn Architecture>,
    /// Of the words that enter, and of those that leave.
    formats: [Fixed; 2],
}

impl Body for Engine {
    fn module(&self, name: &str) -> Module {
        let config = Config { name: Some(name.into()), reset: Reset::Rst, ..self.config.clone() };
        let design = Design::around(config, self.architecture.clone());
        Module::clone(&design.core)
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let bits = self.formats.map(Fixed::bits);
        let model = self.architecture.model(self.config.format.into(), None);
        let words = frames.iter().flat_map(|frame| frame.components.chunks(2));
        let samples: Vec<[u64; 2]> = words.map(|pair| [0, 1].map(|part| word(pair[part].into(), bits[0]))).collect();
        let transformed = model.transform(&samples);
        let points = transformed.samples.len() / frames.len().max(1);
        let results = transformed.samples.chunks(points.max(1)).zip(transformed.overflow);
        let frame = |(before, (points, overflow)): (Frame, (&[[u64; 2]], bool))| Frame {
            components: points.as_flattened().iter().map(|part| number(*part, bits[1])).collect(),
            overflow: before.overflow | overflow,
        };
        frames.into_iter().zip(results).map(frame).collect()
    }

    fn units(&self) -> Units {
        self.architecture.units()
    }

    fn memory_bits(&self) -> usize {
        self.architecture.memory_words() * 2 * self.formats[0].bits() as usize
    }

    fn summary(&self) -> Option<String> {
        let pipeline = self.architecture.pipeline();
        let scale = self.architecture.scale().unwrap_or_else(|| self.config.number().scale(pipeline));
        Some(format!("{}, scaled by {scale}", self.architecture.summary()))
    }
}
