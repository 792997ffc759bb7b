//! `window`: each element of a frame times a real coefficient.

use super::hann::HannAfter;
use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::coefficients::{cosines, kaiser, Coefficients, COSINE_WINDOWS};
use crate::chain::conversion::{finish, Conversion};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::settings::{chosen, loaded, written, Setting};
use crate::chain::stream::Stream;
use crate::chain::text::{is_file, Arguments, Numbers, Usage, ACROSS};
use crate::design::Config;
use crate::error::{quoted, Error};
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::f64::consts::PI;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "window",
    settings: "[load:]rectangular|hann|hamming|blackman|blackman-harris|flat-top|sine|kaiser:BETA|FILE [across]",
    summary:
        "each element times the coefficient of a periodic window, or a number of a file from -1 to 1; across: one \
              for each row; load: registers change the coefficients",
};

/// The window whose products are sums of neighbouring elements after a transform.
const HANN: &str = "hann";

/// A window by its name.
#[derive(Debug)]
struct Window {
    shape: Shape,
    /// Whether it is along the columns of frames.
    is_across: bool,
    /// Whether registers change the coefficients.
    is_loaded: bool,
}

#[derive(Clone, Debug)]
enum Shape {
    /// A row of [`COSINE_WINDOWS`].
    Cosines(usize),
    Kaiser(f64),
    /// Half a period of a sine, whose square is a Hann window.
    Sine,
    /// Real numbers whose magnitude is at most 1.
    File(Numbers),
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let (name, is_loaded) = loaded(arguments.word("the name of a window")?);
    let shape = match name.strip_prefix("kaiser:") {
        None if is_file(name) => {
            let numbers = arguments.numbers(name)?;
            if let Some(number) = numbers.all.iter().find(|number| number.im != 0.0 || number.re.abs() > 1.0) {
                return Err(arguments.refuse(format!("{name} has {number}; a window has real numbers from -1 to 1")));
            }
            Shape::File(numbers)
        }
        Some(beta) => match beta.parse() {
            Ok(beta) if (0.0..=100.0).contains(&beta) => Shape::Kaiser(beta),
            _ => return Err(arguments.refuse(format!("kaiser:{beta}: the number is from 0 to 100, as in kaiser:8.6"))),
        },
        None if name == "sine" => Shape::Sine,
        None => match COSINE_WINDOWS.iter().position(|(known, _)| *known == name) {
            Some(row) => Shape::Cosines(row),
            None => return Err(arguments.refuse(format!("{} is no window", quoted(name)))),
        },
    };
    let is_across = arguments.flag(ACROSS);
    Ok(Box::new(Window { shape, is_across, is_loaded }))
}

impl Window {
    fn name(&self) -> String {
        match &self.shape {
            Shape::Cosines(row) => COSINE_WINDOWS[*row].0.into(),
            Shape::Kaiser(beta) => format!("kaiser:{beta}"),
            Shape::Sine => "sine".into(),
            Shape::File(numbers) => numbers.text(),
        }
    }

    fn values(&self, size: usize) -> Result<Vec<f64>, Error> {
        Ok(match &self.shape {
            Shape::Cosines(row) => cosines(COSINE_WINDOWS[*row].1, size),
            Shape::Kaiser(beta) => kaiser(*beta, size),
            Shape::Sine => (0..size).map(|n| (PI * n as f64 / size as f64).sin()).collect(),
            Shape::File(Numbers { all, .. }) if all.len() == size => all.iter().map(|number| number.re).collect(),
            Shape::File(Numbers { all, .. }) => {
                return Err(Error::Unsupported(format!(
                    "the file has {} numbers, and frames have {size} elements; give as many numbers",
                    all.len()
                )));
            }
        })
    }
}

impl Operation for Window {
    fn text(&self) -> String {
        let across = if self.is_across { format!(" {ACROSS}") } else { String::new() };
        format!("window {}{across}", written(self.name(), self.is_loaded))
    }

    fn tag(&self) -> String {
        let across = if self.is_across { ACROSS } else { "" };
        let name = match &self.shape {
            Shape::File(numbers) => format!("window{}", numbers.tag()),
            Shape::Cosines(_) | Shape::Kaiser(_) | Shape::Sine => self.name().replace('.', "p").replace([':', '-'], ""),
        };
        format!("{}{name}{across}", if self.is_loaded { "load" } else { "" })
    }

    fn after_transform(&self, entering: &Stream) -> Option<Box<dyn Operation>> {
        let after = HannAfter::new(entering).filter(|_| self.name() == HANN && !self.is_across && !self.is_loaded)?;
        Some(Box::new(after))
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_unpacked()?;
        let size = if self.is_across { entering.in_columns()? } else { entering.in_natural_frames()? };
        let format = entering.element.format;
        let arithmetic = arithmetic::of(format, config);
        let coefficients = arithmetic.coefficients(&self.values(size)?, 0)?;
        let setting = self.is_loaded.then(|| coefficients.setting("coefficients", (0..size).collect())).transpose()?;
        let growth = match setting {
            Some(_) => coefficients.most_growth(1),
            None => coefficients.growth(1, coefficients.words.chunks(1).map(<[i64]>::iter)),
        };
        let conversion = arithmetic.conversion(growth, format, config)?;
        let sharing = entering.elements() / size;
        let body = Products { entering: entering.clone(), sharing, coefficients, setting, arithmetic, conversion };
        Ok(Planned {
            leaving: entering.clone(),
            latency: body.latency(),
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(body),
        })
    }
}

/// Products with a table of coefficients.
#[derive(Clone)]
struct Products {
    entering: Stream,
    /// Elements, one after another, that share a coefficient.
    sharing: usize,
    coefficients: Coefficients,
    /// The coefficients, where registers change them.
    setting: Option<Setting>,
    arithmetic: Arc<dyn Arithmetic>,
    conversion: Arc<dyn Conversion>,
}

impl Products {
    /// A cycle of the table, those of the product, and those of its rounding.
    fn latency(&self) -> usize {
        1 + self.arithmetic.cycles().product + self.conversion.cycles()
    }
}

impl Body for Products {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Products { entering, coefficients, setting, arithmetic, conversion, .. } = self;
        let latency = self.latency();
        let doc = format!(
            "Each element times its coefficient of {} bits, {} after the binary point. Latency: {latency} cycles.",
            coefficients.bits, coefficients.fraction
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::of_rows("beat", ports.start, entering);
        m.section("coefficients");
        // All elements of a row share the coefficient of the row.
        let (address, of_beat) = match self.sharing {
            1 => (beat.address(), entering.lanes),
            _ => (m.count("row", beat.last, entering.rows).0.map_or(m.constant(1, 0), |row| row.at(0)), 1),
        };
        let words: Vec<&[i64]> = coefficients.words.chunks(of_beat).collect();
        let coefficients_of_beat = chosen((&m, name), setting.as_ref(), address, (coefficients.bits, &words));
        m.section("products");
        let mut operators = arithmetic.operators(name);
        let mut words = Vec::new();
        for (lane, element) in ports.elements(entering).enumerate() {
            let coefficient = coefficients_of_beat[lane % of_beat];
            for (part, component) in element.iter().enumerate() {
                let place = format!("{lane}_{}", ["re", "im"][part]);
                let product = operators.product(&format!("times{place}"), *component, coefficient);
                words.push(conversion.word(name, &format!("round{place}"), product));
            }
        }
        finish(ports.start, &beat, words, latency);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let product = |number: usize, element: &[i64]| {
            let coefficient = self.coefficients.words[number / self.sharing];
            let product = |part: &i64| self.arithmetic.product((*part).into(), coefficient);
            let words = element.iter().map(|part| self.conversion.number(product(part)));
            let (words, overflows): (Vec<i64>, Vec<bool>) = words.unzip();
            (words, overflows.contains(&true))
        };
        frames.into_iter().map(|frame| frame.each(self.entering.element.parts(), product)).collect()
    }

    fn setting(&self) -> Option<&Setting> {
        self.setting.as_ref()
    }

    fn with_words(&self, words: &[i64]) -> Option<Arc<dyn Body>> {
        let words = self.setting.as_ref()?.placed(words);
        Some(Arc::new(Products { coefficients: Coefficients { words, ..self.coefficients.clone() }, ..self.clone() }))
    }

    fn units(&self) -> Units {
        Units { multipliers: self.entering.components(), ..Units::default() }
    }

    fn summary(&self) -> Option<String> {
        Some(format!("{} coefficients of {} bits", self.coefficients.words.len(), self.coefficients.bits))
    }
}
