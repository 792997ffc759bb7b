//! The fields of a configuration word.

use crate::design::Design;
use serde::Serialize;

/// A field of a configuration word, as the manifest and the README list it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Field {
    pub name: &'static str,
    /// As in `0` or `6:1`.
    pub bits: String,
    pub values: String,
}

/// The fields of a design whose frames choose, the lowest first.
pub(super) fn fields(design: &Design) -> Vec<Field> {
    let runtime = &design.config.runtime;
    let direction = Field { name: "direction", bits: "0".into(), values: "0 forward, 1 inverse".into() };
    runtime.direction.then_some(direction).into_iter().collect()
}
