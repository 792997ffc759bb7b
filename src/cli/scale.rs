//! `--scale`, `--max-growth` and `--datapath`.

use fftgen::pipeline::numeric::{Datapath, Scale};
use fftgen::{quoted, Error};

const SCALES: [(&str, Scale); 7] = [
    ("none", Scale::None),
    ("stage", Scale::Stage),
    ("stage+1", Scale::Spare),
    ("1/n", Scale::Size),
    ("1/sqrt(n)", Scale::Root),
    ("bfp", Scale::Block),
    ("run-time", Scale::Chosen),
];

/// Reads `stage`, `1/n` and so on, or shifts as in `2,2,1`.
pub fn parse(text: &str) -> Result<Scale, Error> {
    let lower = text.trim().to_ascii_lowercase();
    if let Some((_, scale)) = SCALES.iter().find(|(name, _)| *name == lower) {
        return Ok(scale.clone());
    }
    let shifts: Result<Vec<u32>, _> = lower.split(',').map(|shift| shift.trim().parse()).collect();
    shifts.map(Scale::Shifts).map_err(|_| {
        Error::Usage(format!(
            "scale {} is neither none, stage, stage+1, bfp, 1/n, 1/sqrt(n), run-time nor the bits that each stage shifts by, as in 2,2,1", quoted(text)
        ))
    })
}

/// As the flag has it, in quotes where a shell wants them.
pub fn write(scale: &Scale) -> String {
    match (SCALES.iter().find(|(_, known)| known == scale), scale) {
        (Some((name, Scale::Root)), _) => format!("'{name}'"),
        (Some((name, _)), _) => name.to_string(),
        (None, Scale::Shifts(shifts)) => shifts.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
        (None, _) => String::new(),
    }
}

/// Reads `float`, or the bits of a word as in `cfp28` or `bfp27`.
pub fn parse_datapath(text: &str) -> Result<Datapath, Error> {
    let text = text.trim();
    let bits = |prefix: &str| text.strip_prefix(prefix).and_then(|bits| bits.parse().ok());
    match (text, bits("cfp"), bits("bfp")) {
        ("float", ..) => Ok(Datapath::Float),
        (_, Some(bits), _) => Ok(Datapath::Shared(bits)),
        (_, _, Some(bits)) => Ok(Datapath::Block(bits)),
        _ => Err(Error::Usage(format!(
            "datapath {} is neither float, cfp<bits> as in cfp28 nor bfp<bits> as in bfp27",
            quoted(text)
        ))),
    }
}

/// Reads a number of bits, or `none` for any number.
pub fn parse_growth(text: &str) -> Result<Option<u32>, Error> {
    match text.trim() {
        "none" => Ok(None),
        number => number.parse().map(Some).map_err(|_| {
            Error::Usage(format!("max-growth {} is neither a number of bits nor none; for example 6", quoted(text)))
        }),
    }
}
