//! `--scale`, `--max-growth` and `--datapath`.

use fftgen::format::Format;
use fftgen::number::{Datapath, Scale};
use fftgen::{quoted, Config, Error};

/// What `--scale` may ask for: a scale of the stages, or an exponent for each frame.
#[derive(Clone, PartialEq)]
pub enum Scaling {
    Stages(Scale),
    Block,
}

const SCALES: [(&str, Scale); 6] = [
    ("none", Scale::None),
    ("stage", Scale::Stage),
    ("stage+1", Scale::Spare),
    ("1/n", Scale::Size),
    ("1/sqrt(n)", Scale::Root),
    ("run-time", Scale::Chosen),
];

/// Block floating point, as the flag has it.
pub const BLOCK: &str = "bfp";

/// Reads `stage`, `1/n` and so on, or shifts as in `2,2,1`.
pub fn parse(text: &str) -> Result<Scaling, Error> {
    let lower = text.trim().to_ascii_lowercase();
    if let Some((_, scale)) = SCALES.iter().find(|(name, _)| *name == lower) {
        return Ok(Scaling::Stages(scale.clone()));
    }
    if lower == BLOCK {
        return Ok(Scaling::Block);
    }
    let shifts: Result<Vec<u32>, _> = lower.split(',').map(|shift| shift.trim().parse()).collect();
    shifts.map(|shifts| Scaling::Stages(Scale::Shifts(shifts))).map_err(|_| {
        Error::Usage(format!(
            "scale {} is neither none, stage, stage+1, bfp, 1/n, 1/sqrt(n), run-time nor the bits that each stage shifts by, as in 2,2,1", quoted(text)
        ))
    })
}

/// Returns the scale of a configuration as the flag has it, where it is not the default.
pub fn of(config: &Config) -> Option<String> {
    match &config.arithmetic.scale {
        _ if config.has_block_exponents() => Some(BLOCK.into()),
        scale => scale.as_ref().filter(|scale| **scale != Scale::default()).map(write),
    }
}

/// Returns the datapath of a configuration as the flag has it; of floating point only.
pub fn datapath_of(config: &Config) -> Option<String> {
    let is_float = matches!(config.format, Format::Float(_));
    config.datapath.filter(|_| is_float).map(|datapath| datapath.to_string())
}

/// Writes a scale as the flag has it, in quotes where a shell needs them.
fn write(scale: &Scale) -> String {
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
