//! `--pipeline`: a profile, depths of operators, or both.

use fftgen::rtl::retime::{PipelineDepths, Profile};
use fftgen::{quoted, Error};

const PROFILES: [(&str, Profile); 3] = [("low", Profile::Low), ("mid", Profile::Mid), ("high", Profile::High)];

/// Reads `mid`, `add=5,mul=4` or `high,add=5`.
pub fn parse(text: &str) -> Result<PipelineDepths, Error> {
    let wrong = |word: &str| {
        Error::Usage(format!(
            "pipeline {} is neither low, mid, high nor the cycles of an operator (add, mul, scale), as in \
             mid,add=5,mul=4",
            quoted(word)
        ))
    };
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    let profile = words.first().and_then(|word| PROFILES.iter().find(|(name, _)| name == word));
    let mut pipeline = PipelineDepths::from(profile.map_or(Profile::Mid, |(_, profile)| *profile));
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

/// As the flag has it; nothing for the default.
pub fn write(pipeline: &PipelineDepths) -> Option<String> {
    let profile = PROFILES.iter().find(|(_, profile)| *profile == pipeline.profile && *profile != Profile::Mid);
    let given = pipeline.given().map(|(operator, depth)| format!("{operator}={depth}"));
    let words: Vec<String> = profile.map(|(name, _)| name.to_string()).into_iter().chain(given).collect();
    (!words.is_empty()).then(|| words.join(","))
}
