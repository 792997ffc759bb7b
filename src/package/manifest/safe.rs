//! Frames of which nothing overflows on the way through several engines.

use super::rules::Rules;
use schemars::JsonSchema;
use serde::Serialize;

/// Frames of which nothing overflows in any engine. Between two engines of a Fourier transform are averages of its
/// inputs or of its results, so that what holds of each engine holds of all.
#[derive(Default, Serialize, JsonSchema)]
pub struct SafeFrames {
    /// What has to be at most half of the largest number: the `parts` of inputs and results, `eightfold-parts`, or the
    /// `sums` of the magnitudes of a frame, of products with matrices those of the products of a result. None in fixed
    /// point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safe_range: Option<&'static str>,
    /// Inputs for which no result is too large for its word: `any`, those in the `unit-circle`, or `small` ones. None
    /// in floating point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safe_inputs: Option<&'static str>,
}

/// Words for ranges and for inputs, each the widest one first.
const WORDS: [&[&str]; 2] = [&["parts", "eightfold-parts", "sums"], &["any", "unit-circle", "small"]];

impl SafeFrames {
    /// Collects what holds of the rules of all engines.
    pub(crate) fn of<'a>(engines: impl IntoIterator<Item = &'a Rules>) -> Self {
        let mut safe = SafeFrames::default();
        for rules in engines {
            let (common, word, order) = match rules {
                Rules::Float(rules) => (&mut safe.safe_range, rules.safe_range, WORDS[0]),
                Rules::Fixed(rules) => (&mut safe.safe_inputs, rules.safe_inputs, WORDS[1]),
            };
            let place = |word: &&str| order.iter().position(|other| other == word);
            *common = [*common, Some(word)].into_iter().flatten().max_by_key(place);
        }
        safe
    }
}
