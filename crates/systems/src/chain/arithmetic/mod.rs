//! Arithmetic on the elements of a stream: what operations compute with.
//!
//! Fixed point is exact until a result leaves an operation. Floating point rounds the result of each operator. Each is
//! a file, with the model and the netlist of its operators.

mod exact;
mod floating;
mod traits;

pub use traits::{Arithmetic, Operators};

use crate::design::Config;
use crate::format::Format;
use exact::Exact;
use floating::Floating;
use std::sync::Arc;

/// Returns the arithmetic on elements of a format.
pub fn of(format: Format, config: &Config) -> Arc<dyn Arithmetic> {
    match format {
        Format::Fixed(format) => Arc::new(Exact { format }),
        Format::Float(float) => Arc::new(Floating::new(float, config)),
    }
}
