//! Texts about the points of real data.

use crate::design::Config;
use crate::formula::Kind;

/// Describes the points of real data.
pub(super) fn real_points(config: &Config) -> Option<String> {
    let Config { kind, inverse, .. } = *config;
    let [samples, spectrum] = if inverse { ["Output", "Input"] } else { ["Input", "Output"] };
    if config.shape.has_rows() {
        return real_rows(config, samples, spectrum);
    }
    let size = config.size();
    let [half, points] = [size / 2, kind.points(size)];
    match kind {
        Kind::Complex => None,
        Kind::Real => Some(format!(
            "A frame is {size} real samples. {samples} point k holds sample 2k in its real and sample 2k+1 in its \
             imaginary part: real samples\nstand side by side. {spectrum} point k is X\\[k\\] for k from 1 to {}; \
             point 0 \
             holds X\\[0\\] in its real and X\\[{half}\\] in its\nimaginary part: both are real. X\\[{size}-k\\] is \
             the \
             conjugate of X\\[k\\].",
            points - 1
        )),
        Kind::RealPair => Some(format!(
            "Two frames of {size} real samples pass at once: A in the real parts, B in the imaginary parts. \
             {spectrum} point k,\nbelow {size}/2, is A\\[k\\] and point {size}-k is B\\[k\\]; point 0{} holds A's \
             value in its \
             real and B's in its imaginary part:\nboth are real. A\\[{size}-k\\] is the conjugate of A\\[k\\].",
            if size % 2 == 0 { format!(", and point {half},") } else { String::new() }
        )),
    }
}

/// Describes the points of real data of several dimensions.
fn real_rows(config: &Config, samples: &str, spectrum: &str) -> Option<String> {
    let (shape, points) = (config.shape, config.point_shape());
    let [row, half] = [shape.row(), points.row()];
    match config.kind {
        Kind::Complex => None,
        Kind::Real => Some(format!(
            "A frame is {shape} real samples. {samples} points are an array of {points}: point m of a row holds \
             samples 2m and 2m+1 \
             of it in its real and its\nimaginary part. {spectrum} points are an array of {points} too: point m of row \
             r is X\\[r, m\\] \
             for m from 1 on. Row r here is the list of all indices but the\nlast, and -r the row whose indices are \
             negated modulo \
             their lengths. Point 0 of row r holds X\\[r, 0\\] where row r stands before row -r, and X\\[r, \
             {half}\\]\nwhere it \
             stands after it; where both are one row it holds X\\[r, 0\\] in its real and X\\[r, {half}\\] in its \
             imaginary part: both \
             are real.\nX\\[-r, {row}-m\\] is the conjugate of X\\[r, m\\]."
        )),
        Kind::RealPair => Some(format!(
            "Two frames of {shape} real samples pass at once: A in the real parts, B in the imaginary parts. Of two {} \
             points whose \
             indices are\nnegatives of each other modulo the lengths, the first holds A's value at its index and the \
             other one holds B's \
             value at the index of the first.\nA point that is its own mirror image holds A's value in its real and \
             B's in its imaginary \
             part: both are real.",
            spectrum.to_lowercase()
        )),
    }
}
