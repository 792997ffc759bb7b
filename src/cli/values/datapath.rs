//! `--datapath`: what floating point is computed in.

use super::value::{Canonical, FromText};
use fftgen::number::Datapath;
use fftgen::{quoted, Error};

impl FromText for Datapath {
    /// Reads `float`, the bits of a word as in `cfp28` or `bfp27`, or a format as `e8m27`.
    fn from_text(text: &str) -> Result<Datapath, Error> {
        Datapath::from_word(text.trim()).ok_or_else(|| {
            Error::Usage(format!(
                "datapath {} is neither float, cfp<bits> as in cfp28, bfp<bits> as in bfp27 nor a format of a longer \
                 fraction, as e8m27",
                quoted(text.trim())
            ))
        })
    }
}

impl Canonical for Datapath {
    fn canonical(&self) -> Option<String> {
        Some(self.to_string())
    }
}
