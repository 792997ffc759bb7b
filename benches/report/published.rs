//! What others have published, and what we want to reach: `benches/published.yaml`.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    pub sources: BTreeMap<String, String>,
    /// Longest path in nanoseconds.
    pub path: f64,
    pub cores: Vec<Row>,
    pub operators: Vec<Operator>,
    pub sweep: Sweep,
    pub accuracy: Accuracy,
    pub fixed: Fixed,
}

/// A core, as flags ask for it.
#[derive(Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(deny_unknown_fields)]
pub struct Core {
    pub size: usize,
    pub width: usize,
    #[serde(default = "fp32")]
    pub precision: String,
    /// Other flags, without their dashes; `sizes` takes the place of `size`.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// In place of all that, where it is long.
    pub name: Option<String>,
}

fn fp32() -> String {
    "fp32".into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub size: usize,
    pub width: usize,
    /// One of the sources.
    pub source: String,
    #[serde(default)]
    pub published: Goal,
    #[serde(default)]
    pub target: Goal,
    #[serde(default)]
    pub limit: Goal,
    /// Why a figure misses its target.
    #[serde(default)]
    pub why: BTreeMap<String, String>,
}

/// Figures of one kind, where there are any.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Goal {
    pub latency: Option<f64>,
    pub lut: Option<f64>,
    pub ff: Option<f64>,
    pub dsp: Option<f64>,
    pub bram: Option<f64>,
    pub memory: Option<f64>,
}

/// An operator in a core that has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operator {
    pub name: String,
    pub module: String,
    pub core: Core,
    /// What the published figures are of.
    pub peer: String,
    pub published: Goal,
    pub target: Goal,
    pub limit: Goal,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    pub size: usize,
    pub widths: Vec<usize>,
}

/// Errors of floating point, a point a cycle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accuracy {
    pub sizes: Vec<usize>,
    /// Most of an error, in u·√log2 N.
    pub target: f64,
    /// Precisions whose greatest error stands beside that of fp32.
    pub precisions: Vec<String>,
}

/// Fixed point, and what is computed as fixed point.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    pub cores: Vec<FixedRow>,
    pub noise: Noise,
    pub sizes: Sizes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedRow {
    pub core: Core,
    #[serde(default)]
    pub target: Goal,
    #[serde(default)]
    pub limit: Goal,
    #[serde(default)]
    pub peers: Vec<Peer>,
    pub beside: Option<Beside>,
    #[serde(default)]
    pub why: BTreeMap<String, String>,
}

/// What somebody has published.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peer {
    /// One of the sources.
    pub source: String,
    pub figures: Goal,
}

/// Another core of ours to compare with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    pub core: Core,
    /// The target: so much of its LUTs and DSP blocks.
    pub share: Option<f64>,
}

/// Signal to noise, a point a cycle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Noise {
    pub sizes: Vec<usize>,
    pub columns: Vec<Column>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    pub title: String,
    pub precision: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Bits of a significand, where the error is told in units of 2^-bits·√log2 N and not as signal to noise in dB.
    pub significand: Option<u32>,
    /// By size.
    pub targets: Vec<f64>,
}

/// Latencies of a core of several sizes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// The name of the core.
    pub core: String,
    /// One of the sources, and its latencies by size.
    pub source: String,
    pub published: BTreeMap<usize, usize>,
}

impl Published {
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let published: Published = serde_yaml::from_str(&text).with_context(|| path.display().to_string())?;
        let rows = published.cores.iter().map(|row| (row.core(), &row.source));
        let fixed = published.fixed.cores.iter();
        let peers = fixed.flat_map(|row| row.peers.iter().map(|peer| (row.core.clone(), &peer.source)));
        for (core, source) in rows.chain(peers) {
            anyhow::ensure!(published.sources.contains_key(source), "{core}: there is no source {source:?}");
        }
        for Column { title, targets, .. } in &published.fixed.noise.columns {
            anyhow::ensure!(
                targets.len() == published.fixed.noise.sizes.len(),
                "{title}: a target for each size is wanted"
            );
        }
        Ok(published)
    }

    /// Every core of floating point once, small ones first.
    pub fn float_cores(&self) -> BTreeSet<Core> {
        let sweep = self.sweep.widths.iter().map(|&width| Core::fp32(self.sweep.size, width));
        self.cores.iter().map(Row::core).chain(sweep).collect()
    }

    /// Every core once.
    pub fn all_cores(&self) -> BTreeSet<Core> {
        let fixed = self.fixed.cores.iter().map(|row| &row.core);
        let beside = self.fixed.cores.iter().filter_map(|row| Some(&row.beside.as_ref()?.core));
        self.float_cores().into_iter().chain(fixed.chain(beside).cloned()).collect()
    }

    /// The rows of the paper.
    pub fn paper(&self) -> impl Iterator<Item = &Row> {
        self.cores.iter().filter(|row| row.source == "paper")
    }
}

impl Row {
    pub fn core(&self) -> Core {
        Core::fp32(self.size, self.width)
    }
}

impl Core {
    pub fn fp32(size: usize, width: usize) -> Self {
        Core { size, width, precision: fp32(), options: BTreeMap::new(), name: None }
    }

    /// What the program is called with.
    pub fn flags(&self) -> Vec<String> {
        let size = (!self.has_sizes()).then(|| ("size", self.size.to_string()));
        let named = size.into_iter().chain([("width", self.width.to_string()), ("precision", self.precision.clone())]);
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.clone()));
        named.chain(options).flat_map(|(name, value)| [format!("--{name}"), value]).collect()
    }

    /// Whether frames choose their size.
    pub fn has_sizes(&self) -> bool {
        self.options.contains_key("sizes")
    }
}

impl Goal {
    pub fn is_empty(&self) -> bool {
        let Goal { latency, lut, ff, dsp, bram, memory } = self;
        [latency, lut, ff, dsp, bram, memory].iter().all(|figure| figure.is_none())
    }
}

impl Accuracy {
    /// What is measured of a size: fp32, the same operator by operator, and the other precisions.
    pub fn of(&self, size: usize) -> Vec<Core> {
        let fp32 = Core::fp32(size, 1);
        let float = Core { options: BTreeMap::from([("datapath".into(), "float".into())]), ..fp32.clone() };
        let others = self.precisions.iter().map(|precision| Core { precision: precision.clone(), ..fp32.clone() });
        [fp32.clone(), float].into_iter().chain(others).collect()
    }

    /// All of it.
    pub fn cores(&self) -> impl Iterator<Item = Core> + '_ {
        self.sizes.iter().flat_map(|&size| self.of(size))
    }
}

impl Noise {
    /// Every column at every size.
    pub fn measurements(&self) -> impl Iterator<Item = (&Column, &usize)> {
        self.columns.iter().flat_map(|column| self.sizes.iter().map(move |size| (column, size)))
    }
}

impl Column {
    /// A core of a size.
    pub fn core(&self, size: usize) -> Core {
        Core { precision: self.precision.clone(), options: self.options.clone(), ..Core::fp32(size, 1) }
    }
}

/// As in `20,2` and `1024,2,fixed16,bfp`.
impl fmt::Display for Core {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(name) = &self.name {
            return f.write_str(name);
        }
        write!(f, "{},{}", self.size, self.width)?;
        let precision = (self.precision != fp32()).then_some(&self.precision);
        precision.into_iter().chain(self.options.values()).try_for_each(|word| write!(f, ",{word}"))
    }
}
