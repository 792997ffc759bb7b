//! `--pipeline`: a profile, depths of operators, or both.

use super::value::{Canonical, FromText};
use fftgen::rtl::retime::{PipelineDepths, Profile};
use fftgen::{quoted, Choice, Error};

impl FromText for PipelineDepths {
    /// Reads `mid`, `add=5,mul=4` or `high,add=5`.
    fn from_text(text: &str) -> Result<PipelineDepths, Error> {
        let wrong = |word: &str| {
            Error::Usage(format!(
                "pipeline {} is neither {} nor the cycles of an operator (add, mul, scale), as in mid,add=5,mul=4",
                quoted(word),
                Profile::words()
            ))
        };
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        let profile = words.first().and_then(|word| Profile::from_word(word));
        let mut pipeline = PipelineDepths::from(profile.unwrap_or_default());
        for word in &words[usize::from(profile.is_some())..] {
            let (operator, depth) = word.split_once('=').ok_or_else(|| wrong(word))?;
            let depth = depth.trim().parse().map_err(|_| wrong(word))?;
            let place = match operator.trim() {
                "add" => &mut pipeline.add,
                "mul" => &mut pipeline.mul,
                "scale" => &mut pipeline.scale,
                _ => return Err(wrong(word)),
            };
            if place.replace(depth).is_some() {
                return Err(Error::Usage(format!(
                    "pipeline {} gives {} twice; once is enough",
                    quoted(text),
                    operator.trim()
                )));
            }
        }
        Ok(pipeline)
    }
}

impl Canonical for PipelineDepths {
    fn canonical(&self) -> Option<String> {
        let profile = (self.profile != Profile::default()).then(|| self.profile.word().to_string());
        let given = self.given().map(|(operator, depth)| format!("{operator}={depth}"));
        let words: Vec<String> = profile.into_iter().chain(given).collect();
        (!words.is_empty()).then(|| words.join(","))
    }
}
