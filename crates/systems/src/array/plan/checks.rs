//! What arrays do not have.

use crate::arch::ports::{Stall, TlastMark};
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Kind, Order};
use crate::number::Scale;
use crate::pipeline::Padding;

/// Refuses what an array does not have.
pub(super) fn check(config: &Config) -> Result<(), Error> {
    config.check_name()?;
    let Config { kind, ref runtime, orders, resync, tkeep, ref kernels, .. } = *config;
    let scale = &config.arithmetic.scale;
    let has_stream = config.tlast != TlastMark::Frame || config.padding != Padding::Frame;
    let grows = matches!(config.format, Format::Fixed(_)) && *scale == Some(Scale::None);
    let excluded = [
        (config.width != 1, "width", "an engine takes a point a clock cycle; leave --width out"),
        (config.shape.channels() > 1, "channels", "pencils are transformed one by one; leave --channels out"),
        (config.support.is_some(), "support", "engines take all points; leave --support out"),
        (kind == Kind::RealPair, "kind", "frames are complex, or of real samples; try --kind rfft or irfft"),
        (
            runtime.direction || !runtime.sizes.is_empty(),
            "runtime",
            "all frames are alike; leave --runtime and --sizes out",
        ),
        (orders != [Order::Natural; 2], "order", "elements hold blocks of points; leave --order out"),
        (config.stall == Stall::None, "stall none", "elements wait for each other; leave --stall out"),
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
            "its output overflow tells of each frame as it is; leave --mark-overflow out",
        ),
        (has_stream, "last or pad", "there is no stream; leave --last and --pad out"),
        (config.formula.is_some(), "formula", "the engine has a plan of its own; leave it out"),
        (kernels.is_some(), "radix", "the engine has a plan of its own; leave --radix out"),
        (config.has_block_exponents(), "scale bfp", "pencils have different exponents; try another --scale"),
        (grows, "scale none", "words keep their length in memory; try another --scale"),
        (*scale == Some(Scale::Chosen), "scale runtime", "there is no word for a step; try another --scale"),
    ];
    match excluded.iter().find(|(asked, ..)| *asked) {
        Some((_, what, why)) => Err(Error::Unsupported(format!("{what} and arrays: {why}"))),
        None => Ok(()),
    }
}
