//! What frames in external memory do not have.

use crate::arch::ports::{Stall, TlastMark};
use crate::design::{Config, Interface};
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Kind, Order};
use crate::number::Scale;
use crate::pipeline::Padding;

/// Refuses what frames in external memory do not have.
pub(super) fn check(config: &Config) -> Result<(), Error> {
    let Config { kind, ref runtime, orders, resync, tkeep, ref kernels, .. } = *config;
    if config.shape.dimensions().contains(&0) {
        return Err(Error::Usage(format!("size {}: a transform has at least 1 point; try --size 64x64", config.shape)));
    }
    let has_stream = config.tlast != TlastMark::Frame || config.padding != Padding::Frame;
    let has_exponents = config.has_block_exponents();
    let grows = matches!(config.format, Format::Fixed(_)) && config.arithmetic.scale == Some(Scale::None);
    let excluded = [
        (config.shape.channels() > 1, "channels", "passes have channels of their own; leave --channels out"),
        (config.cycles.is_some(), "cycles", "passes are as fast as the memory; leave --cycles and --rate out"),
        (config.support.is_some(), "support", "passes take all points; leave --support out"),
        (kind != Kind::Complex, "kind", "frames are complex; leave --kind out"),
        (
            runtime.direction || !runtime.sizes.is_empty(),
            "runtime",
            "all frames are alike; leave --runtime and --sizes out",
        ),
        (orders != [Order::Natural; 2], "order", "frames are row by row; leave --order out"),
        (config.interface != Interface::Axis, "interface", "the ports are those of AXI4; leave --interface out"),
        (config.stall == Stall::None, "stall none", "memories pause; leave --stall out"),
        (
            config.codings() != [Default::default(); 2],
            "input-coding or iq-order",
            "words are as they are computed with; leave --input-coding and --iq-order out",
        ),
        (config.buffer, "buffer", "frames are stored whole before they are transformed; leave --buffer out"),
        (resync || tkeep, "resync or tkeep", "there is no stream; leave --resync and --tkeep out"),
        (
            config.overflow_mark.is_some() && config.has_no_overflow().is_some(),
            "mark-overflow",
            "no value is too large for its word; leave --mark-overflow out",
        ),
        (
            config.overflow_mark.is_some(),
            "mark-overflow",
            "bit 3 of its register status tells of each frame as it is; leave --mark-overflow out",
        ),
        (has_stream, "last or pad", "there is no stream; leave --last and --pad out"),
        (config.formula.is_some(), "formula", "each pass has a plan of its own; leave it out"),
        (kernels.is_some(), "radix", "each pass has a plan of its own; leave --radix out"),
        (has_exponents, "scale bfp", "blocks of a pass have different exponents; try another --scale"),
        (grows, "scale none", "words keep their length in memory; try another --scale"),
        (
            config.arithmetic.scale == Some(Scale::Chosen),
            "scale runtime",
            "there is no word for a pass; try another --scale",
        ),
        (
            matches!(config.arithmetic.scale, Some(Scale::Shifts(_))),
            "scale",
            "shifts are those of one pass; try --scale stage",
        ),
    ];
    match excluded.iter().find(|(asked, ..)| *asked) {
        Some((_, what, why)) => Err(Error::Unsupported(format!("{what} and frames in external memory: {why}"))),
        None => Ok(()),
    }
}
