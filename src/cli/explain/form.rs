//! Forms in which plans are described.

use super::ir::Ir;

/// Form in which plans are described.
#[derive(Clone, Copy)]
pub enum Form {
    Text,
    Json,
    /// Picture.
    Svg,
    /// Intermediate form of the chosen plan.
    Ir(Ir),
}
