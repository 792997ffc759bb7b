//! The points of a support.

use crate::design::Design;
use crate::package::file::File;
use schemars::JsonSchema;
use serde::Serialize;

/// Points of a frame that pass one side of the core, in the order in which they pass.
#[derive(Serialize, JsonSchema)]
pub struct SupportTable {
    /// Side that only these points pass, `input` or `output`.
    pub side: &'static str,
    pub points: usize,
    /// Position of each point in the frame, row by row, where there are few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub indices: Vec<usize>,
    /// File with a position in each line, where there are many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Maximum number of points that the manifest lists itself.
const MAX_LISTED: usize = 64;

impl SupportTable {
    pub(super) fn new(design: &Design) -> Option<Self> {
        let positions = design.config.support_positions()?;
        let is_short = positions.len() <= MAX_LISTED;
        Some(SupportTable {
            side: if design.config.inverse { "output" } else { "input" },
            points: positions.len(),
            indices: if is_short { positions.to_vec() } else { vec![] },
            file: (!is_short).then(|| name(design)),
        })
    }
}

/// Writes the file of the points, where there are many.
pub fn file(design: &Design) -> Option<File> {
    let positions = design.config.support_positions().filter(|positions| positions.len() > MAX_LISTED)?;
    let lines: String = positions.iter().map(|position| format!("{position}\n")).collect();
    Some(File::new(name(design), lines))
}

fn name(design: &Design) -> String {
    format!("{}_support.csv", design.name)
}
