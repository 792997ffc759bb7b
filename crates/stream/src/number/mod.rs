//! Number systems: the representation of numbers between the ports of a core.
//!
//! A number system is a value. It defines the format of operators and their costs, assigns the arithmetic of the blocks
//! of a pipeline, inserts the blocks that it needs, and describes its rules in words. Each system is a file or a
//! folder. [`system`] chooses the system for given settings.

mod block;
mod costs;
pub mod fixed;
mod float;
mod options;
mod products;
mod shared_exponent;
mod sizes;
mod traits;

pub use costs::{costs, stage_costs};
pub use options::{
    Datapath, FixedOptions, Scale, StageTarget, DATAPATHS, GROWTHS, GUARDS, MAX_LOSS, SHARED, SHIFTS, TWIDDLES,
    TYPICAL_INTERNAL_BITS,
};
pub use products::ProductRule;
pub use sizes::{bits_of_magnitude, bits_of_root, bits_of_size};
pub use traits::NumberSystem;

use crate::format::Format;
use block::BlockFloating;
use fixed::FixedPoint;
use float::FloatingPoint;
use shared_exponent::SharedExponents;

/// Returns the number system for a format and a datapath. `options` concern fixed-point arithmetic.
///
/// ```
/// use fftgen_maths::format::Format;
/// use fftgen_stream::number::{system, Datapath, FixedOptions};
/// let fp32 = Format::parse("fp32", false)?;
/// let words = system(fp32, Some(Datapath::Block(27)), &FixedOptions::default());
/// assert_eq!((words.format().bits(), words.coefficient_bits()), (27, 27));
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn system(format: Format, datapath: Option<Datapath>, options: &FixedOptions) -> Box<dyn NumberSystem> {
    match (format, datapath) {
        (Format::Float(float), None | Some(Datapath::Float | Datapath::Longer(_))) => Box::new(FloatingPoint(float)),
        (Format::Float(float), Some(Datapath::Block(bits))) => {
            Box::new(BlockFloating::from_floats(float, bits, options))
        }
        (Format::Float(float), Some(Datapath::Shared(bits))) => Box::new(SharedExponents::new(float, bits, options)),
        (Format::Fixed(fixed), Some(Datapath::Block(_))) => Box::new(BlockFloating::new(fixed, options)),
        (Format::Fixed(fixed), _) => Box::new(FixedPoint { fixed, options: options.clone() }),
    }
}
