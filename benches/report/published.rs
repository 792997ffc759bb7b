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
}

/// A core, fp32.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(deny_unknown_fields)]
pub struct Core {
    pub size: usize,
    pub width: usize,
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

impl Published {
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let published: Published = serde_yaml::from_str(&text).with_context(|| path.display().to_string())?;
        for row in &published.cores {
            anyhow::ensure!(
                published.sources.contains_key(&row.source),
                "{}: there is no source {:?}",
                row.core(),
                row.source
            );
        }
        Ok(published)
    }

    /// Every core once, small ones first.
    pub fn all_cores(&self) -> BTreeSet<Core> {
        let sweep = self.sweep.widths.iter().map(|&width| Core { size: self.sweep.size, width });
        self.cores.iter().map(Row::core).chain(sweep).collect()
    }

    /// The rows of the paper.
    pub fn paper(&self) -> impl Iterator<Item = &Row> {
        self.cores.iter().filter(|row| row.source == "paper")
    }
}

impl Row {
    pub fn core(&self) -> Core {
        Core { size: self.size, width: self.width }
    }
}

impl fmt::Display for Core {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{},{}", self.size, self.width)
    }
}
