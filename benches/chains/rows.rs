//! What is measured: chains, and what stands beside them.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// A chain beside the same by other means.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub name: String,
    pub core: Core,
    /// Cores that do the same one after another.
    pub parts: Vec<Core>,
    pub direct: Direct,
    /// What figures should be at most, by their names.
    #[serde(default)]
    pub target: BTreeMap<String, f64>,
    /// What they should be at most as shares of the sum of the parts.
    #[serde(default)]
    pub share: BTreeMap<String, f64>,
    /// Why they are more, by the same names.
    #[serde(default)]
    pub why: BTreeMap<String, String>,
}

/// A core by its flags.
#[derive(Deserialize, Clone)]
pub struct Core(BTreeMap<String, String>);

/// What is computed by its definition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Direct {
    pub what: String,
    /// Products of real numbers in a clock cycle.
    pub products: usize,
}

impl Row {
    /// Reads all rows.
    pub fn read(path: &Path) -> Result<Vec<Self>> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        serde_yaml::from_str(&text).with_context(|| path.display().to_string())
    }
}

impl Core {
    /// What the program is called with.
    pub fn flags(&self) -> Vec<String> {
        let flag = |(name, value): (&String, &String)| [format!("--{name}"), value.clone()];
        self.0.iter().flat_map(flag).filter(|word| !word.is_empty()).collect()
    }
}

impl fmt::Display for Core {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.flags().join(" "))
    }
}
