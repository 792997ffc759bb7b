//! `--support`: the points of a frame that may differ from zero, as a region or as the name of a file that lists them.

use super::shape::shape;
use super::value::{Canonical, FromText};
use fftgen::formula::Support;
use fftgen::{quoted, Error};
use std::path::{Path, PathBuf};

/// A region of points by its rule, or the file that lists the points.
#[derive(Clone)]
pub enum Region {
    Rule(Support),
    File(PathBuf),
}

impl Region {
    /// Returns the region with a relative file name in a folder.
    pub fn in_folder(self, folder: &Path) -> Self {
        match self {
            Region::Rule(support) => Region::Rule(support),
            Region::File(path) => Region::File(folder.join(path)),
        }
    }
}

impl FromText for Region {
    /// Reads `sphere:8`, `box:4x4x4` or the name of a file.
    fn from_text(text: &str) -> Result<Region, Error> {
        let wrong = |what: &str| Error::Usage(format!("support {}: {what}", quoted(text)));
        match text.split_once(':') {
            Some(("sphere", radius)) => {
                let radius = radius.parse().ok().filter(|radius: &f64| radius.is_finite() && *radius >= 0.0);
                let radius = radius.ok_or_else(|| wrong("a sphere has a radius of at least 0, as in sphere:8"))?;
                Ok(Region::Rule(Support::Sphere(radius)))
            }
            Some(("box", lengths)) => {
                let lengths =
                    shape(lengths).map_err(|_| wrong("a box has a whole number for each dimension, as in box:8x8"))?;
                Ok(Region::Rule(Support::Box(lengths)))
            }
            _ if text.is_empty() => Err(wrong("give sphere:R, box:AxB or a file of points")),
            _ => Ok(Region::File(text.into())),
        }
    }
}

impl Canonical for Region {
    fn canonical(&self) -> Option<String> {
        Some(match self {
            Region::Rule(Support::Sphere(radius)) => format!("sphere:{radius}"),
            Region::Rule(Support::Box(lengths)) => format!("box:{lengths}"),
            Region::Rule(Support::List(_)) => return None,
            Region::File(path) => path.display().to_string(),
        })
    }
}
