//! What cannot be built is refused, with the value, the reason and the fix.

use super::{Config, Interface, WIDEST};
use crate::choice::Choice;
use crate::emit::{Emitter as _, Verilog};
use crate::error::{quoted, Error};
use crate::format::Format;
use crate::formula::{
    is_smooth, is_supported, Kind, Order, LARGEST, LARGEST_CONVOLVED, LARGEST_FOLDED_CONVOLUTION, LARGEST_PRIME,
};
use crate::number::{Datapath, FixedOptions, ProductRule, Scale, DATAPATHS, SHARED};
use crate::operators::MAX_DEPTH;
use crate::parts::Reset;
use crate::proof::{self, Verdict};

/// Letters of a name: file systems have room for 255 bytes, and files are called by more than the name.
const LONGEST_NAME: usize = 200;

impl Config {
    /// Refuses a name that no module can have.
    pub fn check_name(&self) -> Result<(), Error> {
        self.name.as_deref().map_or(Ok(()), check_identifier)
    }

    /// Refuses what cannot be built, with the reason.
    pub fn check(&self) -> Result<(), Error> {
        let (size, width) = (self.size(), self.width);
        if self.shape.dimensions().contains(&0) {
            return Err(Error::Usage(format!("size {}: a transform has at least 1 point; try --size 16", self.shape)));
        }
        if self.shape.channels() == 0 {
            return Err(Error::Usage("channels 0: at least 1; leave --channels out".into()));
        }
        if width == 0 {
            return Err(Error::Usage("width 0: at least 1 point a clock cycle; try --width 1".into()));
        }
        self.check_real()?;
        let (share, what) = (self.kind.share(), if self.kind == Kind::Real { "samples" } else { "points" });
        let most = LARGEST * share;
        if size > most {
            let (shape, channels) = (&self.shape, self.shape.channels());
            let transform = self.shape.transform_samples();
            return Err(Error::Unsupported(match channels {
                1 => format!("size {shape} is too large: sizes go up to {most} on the chip"),
                _ if transform > most / 2 => format!(
                    "size {shape} and channels {channels}: frames of all channels have up to {most} {what} on the \
                     chip; leave --channels out"
                ),
                _ => format!(
                    "size {shape} and channels {channels}: frames of all channels have up to {most} {what} on the \
                     chip; give at most {} channels",
                    most / transform
                ),
            }));
        }
        if width > size {
            let most = size.min(WIDEST * share);
            return Err(Error::Usage(format!("width {width} is larger than the size; try --width {most}")));
        }
        if width > WIDEST * share {
            return Err(Error::Unsupported(format!("width {width} is too large: widths go up to {}", WIDEST * share)));
        }
        self.check_factors()?;
        self.check_dimensions()?;
        self.check_support()?;
        self.check_name()?;
        if self.reset == Reset::None && !self.target.technology.has_luts {
            return Err(Error::Usage(format!(
                "reset none and target {}: registers of standard cells have no first values; ask for --reset rst or \
                 aresetn",
                self.target.name
            )));
        }
        if let Some((operator, depth)) = self.pipeline.out_of_range() {
            return Err(Error::Usage(format!(
                "pipeline {operator}={depth}: an operator takes 1 to {MAX_DEPTH} cycles; for example {operator}=4"
            )));
        }
        check_arithmetic(&self.format, &self.arithmetic, self.datapath)?;
        if let (Some(datapath @ Datapath::Shared(_)), Kind::Real | Kind::RealPair) = (self.datapath, self.kind) {
            return Err(Error::Unsupported(format!(
                "datapath {datapath} and kind: words whose parts share an exponent are complex; leave --kind out, or \
                 --datapath"
            )));
        }
        if self.products != ProductRule::Whole {
            let words = self.products.word();
            return Err(Error::Unsupported(format!(
                "products {words} is about products with a matrix; add a matrix, as in --transform dct2, or leave \
                 --products out"
            )));
        }
        self.check_direction()?;
        self.check_sizes()?;
        self.check_cycles()?;
        self.check_ports()?;
        self.check_formula()?;
        if let Some(kernels) = &self.kernels {
            let product: usize = kernels.iter().map(|k| k.radix).product();
            let (points, what) = match self.kind {
                Kind::Real => (size / 2, "half of the size, "),
                Kind::Complex | Kind::RealPair => (size, "the size "),
            };
            if product != points {
                let list: Vec<String> = kernels.iter().map(|k| k.radix.to_string()).collect();
                let list = list.join(",");
                return Err(Error::Usage(format!(
                    "radix {list} multiplies to {product}, not to {what}{points}; {}",
                    suggestion(points)
                )));
            }
        }
        Ok(())
    }

    /// Refuses lengths with a prime factor that is too large.
    fn check_factors(&self) -> Result<(), Error> {
        let share = self.kind.share();
        let shape = self.point_shape();
        let lengths = shape.dimensions();
        let Some(&length) = lengths.iter().find(|length| !is_supported(**length)) else { return Ok(()) };
        if length <= LARGEST_FOLDED_CONVOLUTION && self.cycles.is_some() && self.streams_because().is_none() {
            return Ok(());
        }
        let works = |n: &usize| is_smooth(*n);
        let below = share * (1..length).rev().find(works).unwrap_or(1);
        let above = (length..=LARGEST).find(works).map_or(String::new(), |n| format!(" and {}", share * n));
        let what = match lengths.len() {
            1 => format!("size {} has", self.shape),
            _ => format!("size {}: {length} has", self.shape),
        };
        Err(Error::Unsupported(format!(
            "{what} a prime factor above {LARGEST_PRIME}, which works up to size {} only, or folded by --cycles up to \
             {LARGEST_FOLDED_CONVOLUTION}; the nearest sizes that work without are {below}{above}",
            LARGEST_CONVOLVED * share
        )))
    }

    /// Refuses a plan by hand that is not the transform, or where there is no plan.
    fn check_formula(&self) -> Result<(), Error> {
        let Some(formula) = &self.formula else { return Ok(()) };
        let excluded = [
            (self.kernels.is_some(), "radix", "a formula has kernels; leave one of them out"),
            (self.cycles.is_some(), "cycles", "a formula is a streaming plan; leave cycles out"),
            (!self.runtime.sizes.is_empty(), "sizes", "a formula has one size; leave one of them out"),
            (
                self.shape.has_rows() || self.shape.channels() > 1,
                "size",
                "a formula has one dimension and one channel; leave it out",
            ),
        ];
        if let Some((_, what, why)) = excluded.iter().find(|(asked, ..)| *asked) {
            return Err(Error::Unsupported(format!("formula {formula} and {what}: {why}")));
        }
        match proof::of_formula(formula, self.points(), 1) {
            Verdict::Exact(_) => Ok(()),
            Verdict::Wrong(why) | Verdict::NotCovered(why) => {
                let points = self.points();
                Err(Error::Usage(format!("formula {formula} is not the DFT of {points} points: {why}")))
            }
        }
    }

    /// Refuses what frames of several dimensions or channels do not have.
    fn check_dimensions(&self) -> Result<(), Error> {
        let shape = &self.shape;
        let channels = shape.channels();
        let excluded = [
            (self.kind != Kind::Complex, "kind", "interleaved channels are complex; leave --kind out"),
            (self.kernels.is_some(), "radix", "the plan follows from the channels; leave --radix out"),
            (!self.runtime.sizes.is_empty(), "sizes", "several sizes have one channel; leave --sizes out"),
        ];
        if let Some((_, what, why)) = excluded.iter().find(|(asked, ..)| *asked && channels > 1) {
            return Err(Error::Unsupported(format!("{what} and channels {channels}: {why}")));
        }
        if !shape.has_rows() {
            return Ok(());
        }
        let excluded = [
            (self.kernels.is_some(), "radix", "each dimension has a plan of its own; leave --radix out"),
            (!self.runtime.sizes.is_empty(), "sizes", "several sizes have one dimension; leave --sizes out"),
        ];
        match excluded.iter().find(|(asked, ..)| *asked) {
            Some((_, what, why)) => Err(Error::Unsupported(format!("{what} and size {shape}: {why}"))),
            None => Ok(()),
        }
    }

    /// Two real samples are a point: refuses what cannot be halved.
    fn check_real(&self) -> Result<(), Error> {
        let Config { kind, width, inverse, orders, interface, .. } = *self;
        if kind != Kind::Real {
            return Ok(());
        }
        let row = self.shape.row();
        if row % 2 != 0 {
            let what = if self.shape.has_rows() { "has odd rows" } else { "is odd" };
            return Err(Error::Usage(format!(
                "size {} {what}, and two real samples make a point; try --size {}, or two frames at once by \
                 --kind {}",
                self.shape,
                self.shape.with_row(row.saturating_add(1)),
                if inverse { "irfft-pair" } else { "rfft-pair" }
            )));
        }
        if width % 2 != 0 && width > 1 {
            return Err(Error::Usage(format!(
                "width {width} is odd, and two real samples make a point: only at width 1 do they come one after the \
                 other; try --width {}",
                width + 1
            )));
        }
        if width == 1 && interface == Interface::Native {
            return Err(Error::Unsupported(
                "interface native and width 1: two real samples make a point, and it is the AXI4-Stream wrapper that \
                 hands \
                 them over one by one; leave --interface out, or try --width 2"
                    .into(),
            ));
        }
        let (real, side) = if inverse { (orders[1], "output") } else { (orders[0], "input") };
        if real != Order::Natural {
            return Err(Error::Usage(format!(
                "order of the {side}: real samples come two by two, and no pair of neighbours stays one in \
                 bit-reversed \
                 order; try --order {}",
                if inverse { "bit-reversed,natural" } else { "bit-reversed" }
            )));
        }
        Ok(())
    }

    /// A direction that each frame chooses: exchanged parts at both ends of a complex transform.
    fn check_direction(&self) -> Result<(), Error> {
        if !self.runtime.direction {
            return Ok(());
        }
        if self.kind != Kind::Complex {
            return Err(Error::Unsupported(
                "kind and runtime direction: the step of real data stands after a forward transform and before an \
                 inverse one; ask for a core for each direction, or leave --kind out"
                    .into(),
            ));
        }
        if self.inverse {
            return Err(Error::Usage(
                "inverse says that all frames are, and runtime direction that each frame says so; leave one of them out"
                    .into(),
            ));
        }
        if self.computes_otherwise() {
            return Err(Error::Unsupported(
                "datapath and runtime direction: results become floating point with the scale of one direction; ask \
                 for a \
                 core for each, or leave --datapath out"
                    .into(),
            ));
        }
        Ok(())
    }
}

/// The choices about fixed point, which floating point has none of.
fn check_arithmetic(format: &Format, arithmetic: &FixedOptions, datapath: Option<Datapath>) -> Result<(), Error> {
    let other = datapath.filter(|datapath| !datapath.is_in_format());
    if let Some(datapath) = other {
        check_datapath(format, arithmetic, datapath)?;
    }
    if let (Format::Float(_), None, Some(name)) = (format, other, arithmetic.given().next()) {
        return Err(Error::Usage(format!(
            "{name} is about fixed point, and {} is floating point; leave --{name} out, or ask for a --precision as in \
             fixed16",
            format.name()
        )));
    }
    if let Some((name, value, range)) = arithmetic.out_of_range() {
        let what = if name == "scale" { "a shift" } else { "a number of bits" };
        let (least, most) = (range.start(), range.end());
        return Err(Error::Usage(format!(
            "{name} {value}: {what} from {least} to {most} is wanted; for example {most}"
        )));
    }
    if arithmetic.max_growth.is_some() && arithmetic.scale() != Scale::None && other.is_none() {
        return Err(Error::Usage("max-growth is about words that grow; it goes with --scale none or bfp".into()));
    }
    if arithmetic.overflow.is_some() && matches!((format, datapath), (Format::Fixed(_), Some(Datapath::Block(_)))) {
        return Err(Error::Usage(
            "overflow is about values that are too large, and with --scale bfp there are none; leave --overflow out"
                .into(),
        ));
    }
    Ok(())
}

/// Floating point that is computed in words with exponents.
fn check_datapath(format: &Format, arithmetic: &FixedOptions, datapath: Datapath) -> Result<(), Error> {
    let name = format.name();
    let (range, kind, example, bits, own) = match datapath {
        Datapath::Block(bits) => (DATAPATHS, "bfp", 27, bits, &["scale", "overflow"][..]),
        Datapath::Shared(bits) => {
            (SHARED, "cfp", 28, bits, &["scale", "overflow", "rounding", "guard-bits", "max-growth"][..])
        }
        Datapath::Longer(_) => match format {
            Format::Float(_) => {
                return Err(Error::Unsupported(format!(
                    "datapath {datapath}: matrix products and systolic arrays alone compute in floating point of a \
                     longer fraction; try \
                     --datapath cfp28"
                )))
            }
            Format::Fixed(_) => return Err(of_floats(format)),
        },
        // Operators in the format of the ports exclude nothing.
        Datapath::Float => return Ok(()),
    };
    let (least, most) = (range.start(), range.end());
    let is_own = matches!(format, Format::Fixed(fixed) if datapath == Datapath::Block(fixed.bits()));
    if !range.contains(&bits) && !is_own {
        return Err(Error::Usage(format!(
            "datapath {datapath}: words of {least} to {most} bits are wanted; for example {kind}{example}"
        )));
    }
    match format {
        Format::Fixed(_) if is_own => Ok(()),
        Format::Fixed(_) => Err(of_floats(format)),
        Format::Float(float) if float.subnormals => Err(Error::Unsupported(format!(
            "datapath {kind} keeps no subnormals; leave --subnormals out, or --datapath"
        ))),
        Format::Float(_) => match arithmetic.given().find(|name| own.contains(name)) {
            Some(given) => Err(Error::Usage(format!(
                "{given} is about fixed point that goes out, and here {name} does; leave --{given} out, or --datapath"
            ))),
            None => Ok(()),
        },
    }
}

/// Returns the error of words for floating point in a format of fixed point.
fn of_floats(format: &Format) -> Error {
    Error::Usage(format!(
        "datapath is about floating point, and {} is fixed point; leave --datapath out, or try --scale bfp",
        format.name()
    ))
}

/// A factorisation that works, as advice.
fn suggestion(size: usize) -> String {
    let factors: Vec<String> = crate::formula::prime_factors(size).iter().map(usize::to_string).collect();
    match factors.is_empty() {
        true => "leave --radix out".into(),
        false => format!("for example --radix {}", factors.join(",")),
    }
}

/// A Verilog identifier that is no keyword.
fn check_identifier(name: &str) -> Result<(), Error> {
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if !starts || !letters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(Error::Usage(format!(
            "name {} is no Verilog identifier: letters, digits and _, not a digit first; for example my_fft",
            quoted(name)
        )));
    }
    if name.len() > LONGEST_NAME {
        return Err(Error::Usage(format!(
            "name {} has {} characters, and names of files begin with it; it may have at most {LONGEST_NAME}",
            quoted(name),
            name.len()
        )));
    }
    match Verilog.is_reserved(name) {
        true => Err(Error::Usage(format!("name {name:?} is a Verilog keyword; for example {name}_core"))),
        false => Ok(()),
    }
}
