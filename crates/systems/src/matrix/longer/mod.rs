//! Computation in floating-point words of a longer fraction than those of the ports, to which results are rounded once.

mod architecture;
mod lower;
mod model;

pub use architecture::Longer;

use crate::design::Config;
use crate::error::Error;
use crate::format::{Float, Format};
use crate::number::{Datapath, ProductRule};

/// Formats of the ports and of the operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lengths {
    /// Of the ports.
    pub ports: Float,
    /// Of the operators.
    pub words: Float,
}

impl Lengths {
    /// Returns the formats that a configuration asks for. `None` where they are one.
    pub fn new(config: &Config) -> Option<Self> {
        match (config.format, config.datapath) {
            (Format::Float(ports), Some(Datapath::Longer(words))) => {
                Some(Lengths { ports, words: Float { subnormals: ports.subnormals, ..words } })
            }
            _ => None,
        }
    }

    /// Refuses formats that do not suit each other, and products in parts of the shorter one.
    pub fn check(self, config: &Config) -> Result<(), Error> {
        let Lengths { ports, words } = self;
        let (longer, own) = (words.name(), ports.name());
        if !ports.is_shorter_than(words) {
            return Err(Error::Usage(format!(
                "datapath {longer} and precision {own}: words have the exponents of the ports and a longer fraction; \
                 try --datapath e{}m{}",
                ports.exponent,
                ports.fraction + 4
            )));
        }
        match config.products {
            ProductRule::Whole => Ok(()),
            _ => Err(Error::Usage(format!(
                "datapath {longer} and products: parts of bf16 are those of {own}; leave --datapath or --products out"
            ))),
        }
    }
}

/// Returns the format of the operators for a configuration.
pub fn format_of(config: &Config) -> Format {
    Lengths::new(config).map_or(config.format, |lengths| Format::Float(lengths.words))
}
