//! `--scale`: how fixed point is scaled.

use super::value::{Canonical, FromText};
use fftgen::number::Scale;
use fftgen::{quoted, Choice, Error};

/// A scale of the stages, or an exponent for each frame.
#[derive(Clone, PartialEq)]
pub enum Scaling {
    Stages(Scale),
    Block,
}

/// All ways but shifts, which are numbers.
impl Choice for Scaling {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("none", Scaling::Stages(Scale::None)),
        ("stage", Scaling::Stages(Scale::Stage)),
        ("stage+1", Scaling::Stages(Scale::Spare)),
        ("bfp", Scaling::Block),
        ("1/n", Scaling::Stages(Scale::Size)),
        ("1/sqrt(n)", Scaling::Stages(Scale::Root)),
        ("runtime", Scaling::Stages(Scale::Chosen)),
    ];
}

impl FromText for Scaling {
    /// Reads `stage`, `1/n` and so on, or shifts as in `2,2,1`.
    fn from_text(text: &str) -> Result<Scaling, Error> {
        let lower = text.trim().to_ascii_lowercase();
        if let Some(scaling) = Scaling::from_word(&lower) {
            return Ok(scaling);
        }
        let shifts: Result<Vec<u32>, _> = lower.split(',').map(|shift| shift.trim().parse()).collect();
        shifts.map(|shifts| Scaling::Stages(Scale::Shifts(shifts))).map_err(|_| {
            Error::Usage(format!(
                "scale {} is neither {} nor the bits that each stage shifts by, as in 2,2,1",
                quoted(text),
                Scaling::words()
            ))
        })
    }
}

impl Canonical for Scaling {
    fn canonical(&self) -> Option<String> {
        match self {
            Scaling::Stages(Scale::Stage) => None,
            Scaling::Stages(Scale::Shifts(shifts)) => {
                Some(shifts.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
            }
            scaling => Some(scaling.word().to_string()),
        }
    }
}
