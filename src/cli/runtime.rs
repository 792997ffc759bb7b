//! `--runtime`: what each frame chooses.

use fftgen::runtime::Runtime;
use fftgen::{quoted, Error};

/// Reads `direction`; a list, for there may be more to choose.
pub fn parse(text: &str) -> Result<Runtime, Error> {
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

/// As the flag has it; nothing for the default.
pub fn write(runtime: &Runtime) -> Option<String> {
    runtime.direction.then(|| "direction".into())
}
