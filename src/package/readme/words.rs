//! Configuration words of a core whose frames choose.

use crate::design::{Design, Interface};
use crate::package::config::{fields, sizes, Field, Size};
use serde::Serialize;

/// Configuration words.
#[derive(Serialize)]
pub(super) struct Words {
    rule: String,
    /// Whether shifts are among the fields.
    shifts: bool,
    fields: Vec<Field>,
    sizes: Vec<Size>,
    /// Whether each frame is held back until the one before it has left.
    waits: bool,
    /// Whether frames of one size follow each other without a gap.
    gapless: bool,
}

const AXIS_WORDS: &str = "\
Words wait in a queue of two. A frame takes the oldest of them as its first beat passes `s_axis`; a word waits
from the cycle after its own transfer on. Without a word waiting, a frame is as the frame before it, and the
first frame as {reset}. So the words for several frames may be sent ahead, one for each, and no frame sees two.";

const NATIVE_WORDS: &str = "\
`in_config` holds for the frame whose `in_start` it comes with; `out_config` is the word of the frame that goes out.";

/// Describes the configuration words of a design whose frames choose.
pub(super) fn words(design: &Design) -> Option<Words> {
    let fields = fields(design);
    let shifts = design.architecture.shifts().shift_bits() > 0;
    let reset = match design.modes()[0].word {
        0 => "all zeros say".into(),
        word => format!("{word:#x} says"),
    };
    let rule = match design.config.interface {
        Interface::Axis => AXIS_WORDS.replace("{reset}", &reset),
        Interface::Native => NATIVE_WORDS.into(),
    };
    let gapless = design.timing().interval == design.timing().beats[0];
    let waits = !gapless && design.architecture.sizes().iter().all(|size| size.gap.lead == 0);
    (!fields.is_empty()).then(|| Words { rule, shifts, fields, sizes: sizes(design), waits, gapless })
}
