//! What a README says of the points of a frame: their order, their coding, and which of them pass the ports.

use crate::design::{Config, Design};
use crate::formula::{Kind, Order};
use crate::package::product_rule::product_rule;
use crate::pipeline::{InputCoding, IqOrder};

/// States the orders of the points that are not natural, and how frames and words differ from the usual ones.
pub(super) fn rules(design: &Design) -> Vec<String> {
    let (config, product) = (&design.config, design.architecture.product());
    let orders = [("input", config.orders[0]), ("output", config.orders[1])];
    orders
        .into_iter()
        .filter_map(|(side, order)| Some(format!("On the {side}, {}.", order.rule(config.point_shape())?)))
        .chain(if product.is_some() { vec![] } else { rows(config) })
        .chain(codings(config))
        .chain(support(design))
        .chain(product.as_ref().map(|product| product_rule(product, config.format)))
        .collect()
}

/// States how a frame of several dimensions or channels is laid out.
fn rows(config: &Config) -> Vec<String> {
    let rows = config.shape.has_rows().then(|| {
        format!(
            "A frame is an array of {}, row by row: the last index varies fastest, on both sides{}. The transform is \
             taken along every \
             dimension.",
            config.shape,
            if config.orders == [Order::Natural; 2] { "" } else { ", in the orders above" }
        )
    });
    let channels = (config.shape.channels() > 1).then(|| {
        format!(
            "A frame has {} interleaved channels: the points of all channels at an index follow each other, and each \
             channel is \
             transformed by itself.",
            config.shape.channels()
        )
    });
    rows.into_iter().chain(channels).collect()
}

/// States how words and samples differ from the usual ones.
fn codings(config: &Config) -> Vec<String> {
    let bits = config.format.bits();
    let offset = (config.input_coding == InputCoding::Offset).then(|| {
        format!(
            "Words of the input are offset binary: the sign bit is inverted, so that {bits} zeros are the least number \
             and {} stands for zero.",
            format_args!("{bits}'h{:x}", 1u64 << (bits - 1))
        )
    });
    let real = (config.iq_order == IqOrder::Qi && config.kind == Kind::Real).then(|| {
        let side = if config.inverse { "output" } else { "input" };
        format!("On the {side} samples are real: the first of two is in the low bits.")
    });
    offset.into_iter().chain(real).collect()
}

/// States which points of a frame pass one side.
fn support(design: &Design) -> Option<String> {
    let (support, positions) = (design.config.support.as_ref()?, design.config.support_positions()?);
    let (side, rest) = match design.config.inverse {
        true => ("output", "the other points are not computed"),
        false => ("input", "the other points of a frame are zero"),
    };
    Some(format!(
        "Only {} of {} points pass the {side}, {support}: in ascending order of their position in the frame, {}; \
         {rest}. `support` in the \
         manifest has the positions.",
        positions.len(),
        design.config.size(),
        listed(&positions)
    ))
}

/// Lists the first positions.
fn listed(positions: &[usize]) -> String {
    const SHOWN: usize = 8;
    let first: Vec<String> = positions.iter().take(SHOWN).map(usize::to_string).collect();
    format!("{}{}", first.join(", "), if positions.len() > SHOWN { ", ..." } else { "" })
}
