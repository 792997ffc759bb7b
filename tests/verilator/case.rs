//! A case of the grid: a core, as its entry in `testbenches/grid.yaml` describes it.

use crate::product::short;
use fftgen::format::{Format, Overflow};
use fftgen::lower::Reset;
use fftgen::plan::{default_kernel, Kind, Order};
use fftgen::rtl::pipeline::Profile;
use fftgen::runtime::Runtime;
use fftgen::stream::numeric::{Arithmetic, Datapath, Scale};
use fftgen::stream::schedule::Goal;
use fftgen::{Config, Interface};
use serde::Deserialize;
use std::fmt::{Display, Formatter};

#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    #[serde(default)]
    kind: Data,
    pub size: usize,
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
    reset: Resets,
    #[serde(default)]
    resync: bool,
    #[serde(default)]
    tkeep: bool,
    #[serde(default)]
    pub make: bool,
    /// Fixed point.
    #[serde(default)]
    pub scale: Scaling,
    shifts: Option<Vec<u32>>,
    max_growth: Option<u32>,
    #[serde(default)]
    overflow: Ends,
    radix: Option<Vec<usize>>,
    /// Floating point: what is computed in.
    datapath: Option<Path>,
    /// Most DSP blocks.
    max_dsp: Option<usize>,
    /// By Verilator only, however short.
    #[serde(skip)]
    pub alone: bool,
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
    /// By fewer bits than a constant of full scale needs.
    Short,
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

impl Scaling {
    /// Whether some input comes to be too large.
    pub fn overflows(self) -> bool {
        !matches!(self, Scaling::None | Scaling::Block)
    }
}

/// By its main features, each a word: `256 w4 fixed16 root`.
impl Display for Entry {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        let scale = format!("{:?}", self.scale).to_lowercase();
        write!(f, "{} w{} {} {scale}", self.size, self.width, self.precision)
    }
}

impl Entry {
    /// Words of so many bits, by Verilator alone.
    pub fn fixed(size: usize, width: usize, word: u32, scale: Scaling) -> Self {
        Entry { size, width, precision: format!("fixed{word}"), scale, alone: true, ..Entry::default() }
    }

    /// Whether it has ports that the driver does not know.
    pub fn has_other_ports(&self) -> bool {
        self.reset != Resets::Rst || self.resync || self.tkeep
    }

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
            (None, Scaling::Default) => None,
            (None, Scaling::None) => Some(Scale::None),
            (None, Scaling::Size) => Some(Scale::Size),
            (None, Scaling::Root) => Some(Scale::Root),
            (None, Scaling::Block) => Some(Scale::Block),
            (None, Scaling::Chosen) => Some(Scale::Chosen),
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
        let radix = self.radix.as_ref().map(|list| list.iter().map(|&radix| default_kernel(radix)).collect());
        let kind = match self.kind {
            Data::Complex => Kind::Complex,
            Data::Real => Kind::Real,
            Data::Pair => Kind::RealPair,
        };
        Ok(Config {
            kind,
            arithmetic: Arithmetic { scale, max_growth: self.max_growth, overflow, ..Arithmetic::default() },
            kernels: radix.or(kernels),
            datapath: self.datapath.map(Datapath::from),
            max_dsp: self.max_dsp,
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
            goal,
            least_memory: self.least_memory,
            ..Config::new(self.size, self.width, format)
        })
    }
}
