//! Forms in which plans are described.

use super::ir::Ir;

/// Form in which plans are described.
#[derive(Clone, Copy)]
pub enum Form {
    /// Text with the best plans, and with long formulas cut.
    Text,
    /// Text with all plans.
    AllText,
    Json,
    /// Picture.
    Svg,
    /// Intermediate form of the chosen plan.
    Ir(Ir),
}
