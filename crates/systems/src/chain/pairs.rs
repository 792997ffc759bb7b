//! Pairs of transforms, into the other domain and back: nobody sees the order of what is between them, nor its scale.

use super::operation::{Operation, PairEnd};
use super::operations::{convert_to, frames_of};
use super::stream::Stream;
use crate::design::Config;
use crate::error::Error;
use crate::format::{Fixed, Format};
use crate::formula::Order;

/// Bits of the longest words between two transforms.
const MOST_BITS: u32 = 32;

/// Plans the pair that begins at a place of a chain, if one does, before its first transform is planned for the stream
/// that enters it. Where nothing else is said:
///
/// - The order between the transforms is reversed, so that neither has a permuter for its order.
/// - Each is scaled by 1/√N, so that their product is 1. A tone grows by √N on the way: words have half of log2 N more
///   bits before the binary point, from before the first transform until after the second one. They are headroom:
///   factors have no bits more for them.
///
/// Floating point has no scale: the transform back divides by N.
pub fn plan(
    operations: &mut Vec<Box<dyn Operation>>,
    first: usize,
    entering: &Stream,
    config: &Config,
) -> Result<(), Error> {
    let Some((last, [into, back])) = pair(operations, first) else { return Ok(()) };
    let has_formats = operations[first..last].iter().any(|operation| operation.has_format());
    let is_scaled = config.arithmetic.scale.is_some() || into.has_own_scale() || back.has_own_scale() || has_formats;
    let ordered = into.with_order(Order::Reversed);
    let (false, Format::Fixed(format)) = (is_scaled, entering.element.format) else {
        operations[first] = ordered;
        return Ok(());
    };
    let scaled = [ordered.end_of_pair().map(PairEnd::scaled_by_root), Some(back.scaled_by_root())];
    let columns = (entering.rows > 1).then_some(entering.rows);
    let Some(size) = columns.or(operations[first].block()).or(entering.frame) else { return Ok(()) };
    let Fixed { integer, fraction } = format;
    let integer_bits = integer + size.next_power_of_two().ilog2().div_ceil(2);
    let wide = Fixed::new(integer_bits, fraction.min(MOST_BITS.saturating_sub(integer_bits)))?;
    let [Some(into), Some(back)] = scaled else { return Ok(()) };
    operations.splice(last..=last, [back, convert_to(entering.element.format, entering.headroom)]);
    // Samples are frames from the conversion on.
    let frames = entering.frame.is_none().then(|| frames_of(size));
    operations.splice(
        first..=first,
        frames.into_iter().chain([convert_to(Format::Fixed(wide), wide.integer - integer), into]),
    );
    Ok(())
}

/// Finds the transform back that follows a transform, with nothing between them that asks for an order. Returns its
/// place and both ends.
pub fn pair(operations: &[Box<dyn Operation>], first: usize) -> Option<(usize, [&dyn PairEnd; 2])> {
    let into = operations[first].end_of_pair().filter(|end| !end.is_last())?;
    let mut after = operations[first + 1..].iter();
    let last = first + 1 + after.position(|next| next.end_of_pair().is_some() || !next.takes_any_order())?;
    let back = operations[last].end_of_pair().filter(|end| end.is_last() && end.is_real() == into.is_real())?;
    Some((last, [into, back]))
}
