//! `--runtime`: what each frame chooses.

use super::value::{Canonical, FromText};
use fftgen::runtime::Runtime;
use fftgen::{quoted, Error};

impl FromText for Runtime {
    /// Reads `direction`. It is a list, because there may be more to choose.
    fn from_text(text: &str) -> Result<Runtime, Error> {
        let mut runtime = Runtime::default();
        for word in text.split(',').map(str::trim) {
            match word {
                "direction" => runtime.direction = true,
                _ => {
                    return Err(Error::Usage(format!(
                        "runtime {} is nothing that a frame can choose; what it can is direction",
                        quoted(word)
                    )))
                }
            }
        }
        Ok(runtime)
    }
}

impl Canonical for Runtime {
    fn canonical(&self) -> Option<String> {
        self.direction.then(|| "direction".into())
    }
}
