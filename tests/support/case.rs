//! A core, as an entry of `testbenches/grid.yaml` or a row of `tests/golden.csv` describes it.

use fftgen::arch::ports::{Stall, TlastMark};
use fftgen::format::{Format, Overflow, Rounding};
use fftgen::formula::{default_kernel, prime_factors, Algorithm, FrameShape, Kernel, Kind, Order, Support};
use fftgen::number::bits_of_size;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::parts::Reset;
use fftgen::pipeline::Padding;
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::rtl::retime::Profile;
use fftgen::runtime::Runtime;
use fftgen::schedule::Goal;
use fftgen::synth::Target;
use fftgen::{Config, Interface};
use serde::Deserialize;
use std::fmt::{Display, Formatter};

#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    #[serde(default)]
    kind: Data,
    pub size: usize,
    /// Lengths along several dimensions, whose product is `size`.
    #[serde(default)]
    pub shape: Vec<usize>,
    /// Interleaved channels, each of `size` points.
    channels: Option<usize>,
    /// Points that may differ from zero.
    support: Option<Region>,
    pub width: usize,
    pub precision: String,
    #[serde(default)]
    inverse: bool,
    /// Each frame chooses its direction.
    #[serde(default)]
    pub directions: bool,
    /// Each frame chooses one of these, of which `size` is the largest.
    #[serde(default)]
    pub sizes: Vec<usize>,
    #[serde(default)]
    pipeline: Pipeline,
    #[serde(default)]
    interface: Ports,
    #[serde(default)]
    subnormals: Subnormals,
    #[serde(default)]
    optimize: Optimize,
    #[serde(default)]
    least_memory: bool,
    #[serde(default)]
    order: [Points; 2],
    #[serde(default)]
    pub reset: Resets,
    #[serde(default)]
    pub resync: bool,
    #[serde(default)]
    pub tkeep: bool,
    /// `tuser` marks frames with a value too large for its word.
    #[serde(default)]
    mark_overflow: bool,
    /// `tlast` ends rows.
    #[serde(default)]
    pub last_row: bool,
    /// Each row has beats of its own.
    #[serde(default)]
    pad_rows: bool,
    #[serde(default)]
    pub make: bool,
    /// Fixed point.
    #[serde(default)]
    pub scale: Scaling,
    shifts: Option<Vec<u32>>,
    max_growth: Option<u32>,
    #[serde(default)]
    overflow: Ends,
    /// Truncates; else rounds to even where that is not said otherwise.
    #[serde(default)]
    truncate: bool,
    /// Radices, after the letter of an algorithm where there is one.
    radix: Option<Vec<Radix>>,
    /// Floating point: what is computed in.
    datapath: Option<Path>,
    /// Most DSP blocks.
    max_dsp: Option<usize>,
    /// Most clock cycles from frame to frame.
    cycles: Option<usize>,
    /// Family that the core is built for.
    pub target: Option<String>,
    /// Neither side pauses within a frame.
    #[serde(default)]
    pub flows: bool,
    /// Multipliers of lookup tables.
    #[serde(default)]
    nodsp: bool,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub enum Data {
    #[default]
    Complex,
    Real,
    Pair,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Scaling {
    #[default]
    Default,
    None,
    Size,
    Root,
    Block,
    /// By shifts that each frame chooses.
    Chosen,
    /// By the step, and by one bit more.
    Spare,
    /// By fewer bits than a constant of full scale needs.
    Short,
}

/// Points that may differ from zero.
#[derive(Deserialize, Clone)]
#[serde(rename_all = "lowercase")]
enum Region {
    Sphere(f64),
    Box(Vec<usize>),
    List(Vec<usize>),
}

impl Region {
    fn support(&self) -> Support {
        match self {
            Region::Sphere(radius) => Support::Sphere(*radius),
            Region::Box(lengths) => Support::Box(FrameShape::new(lengths).expect("a length")),
            Region::List(points) => Support::List(points.iter().map(|&point| vec![point]).collect()),
        }
    }
}

/// What floating point is computed in.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum Path {
    Float,
    Bfp(u32),
    Cfp(u32),
}

impl From<Path> for Datapath {
    fn from(path: Path) -> Self {
        match path {
            Path::Float => Datapath::Float,
            Path::Bfp(bits) => Datapath::Block(bits),
            Path::Cfp(bits) => Datapath::Shared(bits),
        }
    }
}

/// A kernel: `5` by the algorithm that is the default, `w5` by Winograd's.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
enum Radix {
    Default(usize),
    Named(String),
}

impl Radix {
    fn kernel(&self) -> Kernel {
        match self {
            Radix::Default(radix) => default_kernel(*radix),
            Radix::Named(name) => {
                let named =
                    Algorithm::NAMED.iter().find(|row| name.starts_with(row.1)).expect("the letter of an algorithm");
                Kernel { radix: name[1..].parse().expect("a radix"), algorithm: named.0 }
            }
        }
    }
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub enum Ends {
    #[default]
    Default,
    Wrap,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub enum Pipeline {
    Low,
    #[default]
    Mid,
    High,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub enum Ports {
    #[default]
    Axis,
    Native,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "lowercase")]
pub enum Resets {
    #[default]
    Rst,
    Aresetn,
    None,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub enum Subnormals {
    #[default]
    Flush,
    Full,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    #[default]
    Natural,
    Reversed,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub enum Optimize {
    Latency,
    Area,
    #[default]
    Balanced,
}

/// By its main features, each a word: `256 w4 fixed16 root`.
impl Display for Entry {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        let scale = format!("{:?}", self.scale).to_lowercase();
        let lengths = if self.shape.is_empty() { vec![self.size] } else { self.shape.clone() };
        let shape = lengths.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
        let channels = self.channels.map_or(String::new(), |channels| format!(" ch{channels}"));
        let support = self.support.as_ref().map_or(String::new(), |region| format!(" {}", region.support().label()));
        let rows = [(self.last_row, " lastrow"), (self.pad_rows, " padrows")];
        let rows: String = rows.into_iter().filter(|(asked, _)| *asked).map(|(_, word)| word).collect();
        let cycles = self.cycles.map_or(String::new(), |cycles| format!(" c{cycles}"));
        let target = self.target.as_ref().map_or(String::new(), |target| format!(" {target}"));
        let flows = if self.flows { " nostall" } else { "" };
        write!(f, "{shape}{channels}{support} w{} {} {scale}{rows}{cycles}{target}{flows}", self.width, self.precision)
    }
}

impl Entry {
    pub fn config(&self) -> Result<Config, String> {
        let subnormals = matches!(self.subnormals, Subnormals::Full);
        let format = Format::parse(&self.precision, subnormals).map_err(|e| e.to_string())?;
        let pipeline = match self.pipeline {
            Pipeline::Low => Profile::Low,
            Pipeline::Mid => Profile::Mid,
            Pipeline::High => Profile::High,
        };
        let interface = match self.interface {
            Ports::Axis => Interface::Axis,
            Ports::Native => Interface::Native,
        };
        let goal = match self.optimize {
            Optimize::Latency => Goal::Latency,
            Optimize::Area => Goal::Area,
            Optimize::Balanced => Goal::Balanced,
        };
        let orders = self.order.map(|order| match order {
            Points::Natural => Order::Natural,
            Points::Reversed => Order::Reversed,
        });
        let scale = match (&self.shifts, self.scale) {
            (Some(shifts), _) => Some(Scale::Shifts(shifts.clone())),
            (None, Scaling::Default | Scaling::Block) => None,
            (None, Scaling::None) => Some(Scale::None),
            (None, Scaling::Size) => Some(Scale::Size),
            (None, Scaling::Root) => Some(Scale::Root),
            (None, Scaling::Chosen) => Some(Scale::Chosen),
            (None, Scaling::Spare) => Some(Scale::Spare),
            (None, Scaling::Short) => None,
        };
        let (kernels, scale) = match self.scale {
            Scaling::Short => {
                let (kernels, shifts) = short(self.size);
                (Some(kernels), Some(shifts))
            }
            _ => (None, scale),
        };
        let overflow = matches!(self.overflow, Ends::Wrap).then_some(Overflow::Wrap);
        let radix = self.radix.as_ref().map(|list| list.iter().map(Radix::kernel).collect());
        let rounding = self.truncate.then_some(Rounding::Truncate);
        let kind = match self.kind {
            Data::Complex => Kind::Complex,
            Data::Real => Kind::Real,
            Data::Pair => Kind::RealPair,
        };
        let shape = FrameShape::new(&self.shape).unwrap_or(self.size.into()).with_channels(self.channels.unwrap_or(1));
        let config = Config {
            kind,
            arithmetic: FixedOptions {
                scale,
                max_growth: self.max_growth,
                overflow,
                rounding,
                ..FixedOptions::default()
            },
            kernels: radix.or(kernels),
            datapath: match self.scale {
                Scaling::Block => Some(Datapath::Block(format.bits())),
                _ => self.datapath.map(Datapath::from),
            },
            support: self.support.as_ref().map(Region::support),
            max_dsp: self.max_dsp,
            cycles: self.cycles,
            multiplier: if self.nodsp { MultiplierStyle::Lut } else { MultiplierStyle::Dsp },
            inverse: self.inverse,
            runtime: Runtime { direction: self.directions, sizes: self.sizes.clone() },
            orders,
            pipeline: pipeline.into(),
            interface,
            reset: match self.reset {
                Resets::Rst => Reset::Rst,
                Resets::Aresetn => Reset::Aresetn,
                Resets::None => Reset::None,
            },
            resync: self.resync,
            tkeep: self.tkeep,
            overflow_mark: self.mark_overflow.then_some(true),
            tlast: if self.last_row { TlastMark::Row } else { TlastMark::Frame },
            padding: if self.pad_rows { Padding::Rows } else { Padding::Frame },
            goal,
            least_memory: self.least_memory,
            stall: if self.flows { Stall::None } else { Stall::Any },
            ..Config::new(shape, self.width, format)
        };
        let target = self.target.as_deref().map(Target::parse).transpose()?;
        Ok(target.map_or(config.clone(), |target| config.on(target)))
    }
}

/// Kernels of a size, fours first, and for each the bits that it can grow by, without those of the first that keep a constant
/// of full scale from overflowing. Where shifts are given, steps have no feedback, so that there is one for each kernel.
fn short(size: usize) -> (Vec<Kernel>, Scale) {
    let mut radices = prime_factors(size);
    let twos = radices.iter().filter(|prime| **prime == 2).count();
    radices.retain(|prime| *prime > 2);
    let radices: Vec<usize> =
        std::iter::repeat_n(4, twos / 2).chain(std::iter::repeat_n(2, twos % 2)).chain(radices).collect();
    let mut shifts: Vec<u32> = radices.iter().map(|&radix| bits_of_size(radix).unsigned_abs()).collect();
    let mut spare = (shifts.iter().sum::<u32>() + 1).saturating_sub(bits_of_size(size).unsigned_abs());
    for shift in &mut shifts {
        let less = spare.min(*shift);
        *shift -= less;
        spare -= less;
    }
    (radices.into_iter().map(default_kernel).collect(), Scale::Shifts(shifts))
}
