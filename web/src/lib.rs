//! The generator for browsers: cores by their flags, and what is made of them.

mod archive;
mod panics;

use fftgen::program::DescribedCore;
use wasm_bindgen::prelude::*;

/// Error with the message of the program.
fn raised(error: anyhow::Error) -> JsError {
    JsError::new(&format!("{error:#}"))
}

/// Core that flags describe.
#[wasm_bindgen]
pub struct Core(DescribedCore);

#[wasm_bindgen]
impl Core {
    /// Plans and builds the core of flags, a list of pairs as in `[["size", "20"], ["width", "4"]]`.
    #[wasm_bindgen(constructor)]
    pub fn new(flags: &str) -> Result<Core, JsError> {
        let flags: Vec<(String, String)> = serde_json::from_str(flags)?;
        DescribedCore::new(flags).map(Core).map_err(raised)
    }

    /// Names and figures as JSON.
    pub fn describe(&self) -> Result<String, JsError> {
        self.0.describe().map_err(raised)
    }

    /// The plan and those it was chosen from, as JSON.
    pub fn explain(&self) -> Result<String, JsError> {
        self.0.explain(true).map_err(raised)
    }

    /// Parts of the core and two frames in time, as SVG.
    pub fn picture(&self) -> Result<String, JsError> {
        self.0.picture().map_err(raised)
    }

    /// Page about the core, in HTML.
    pub fn report(&self) -> String {
        String::from_utf8_lossy(&self.0.report().contents).into_owned()
    }

    /// Archive of the files, in a folder with the name of the core.
    pub fn zip(&self) -> Result<Vec<u8>, JsError> {
        Ok(archive::zip(self.0.name(), &self.0.files())?)
    }

    /// Simulates the netlist beside the model, and returns the verdict.
    pub fn verify(&self) -> Result<String, JsError> {
        self.0.verify("netlist").map_err(raised)
    }
}
