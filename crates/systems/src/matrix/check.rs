//! What cannot be built is refused, with the value, the reason and the fix.

use super::elements::Elements;
use super::longer::Lengths;
use super::powers::Powers;
use super::rules::Matrix;
use crate::array::Topology;
use crate::choice::Choice;
use crate::design::{Config, Interface};
use crate::error::Error;
use crate::format::{Float, Format};
use crate::formula::{Kind, Order};
use crate::number::{Datapath, ProductRule};
use crate::pipeline::Padding;
use crate::runtime::Runtime;

/// Maximum number of coefficients that are stored: of a matrix whose coefficients are powers of a root of unity, of
/// these powers.
pub const MAX_COEFFICIENTS: usize = 1 << 20;

/// Maximum number of elements.
const MAX_ELEMENTS: usize = 256;

/// Size that passes the checks of transforms, in place of the number of points: a matrix may have any.
const ANY_SIZE: usize = 64;

/// Refuses what cannot be built.
pub(super) fn check(config: &Config, matrix: &Matrix, elements: Elements) -> Result<(), Error> {
    check_config(config)?;
    if config.shape.dimensions().len() > 1 {
        return Err(Error::Unsupported(format!(
            "size {} and a matrix product: a frame has one dimension, but for batches on --array systolic and for \
             products along each dimension on other arrays; give one \
             length, or an --array",
            config.shape
        )));
    }
    check_coefficients(matrix, config.size())?;
    let (rows, columns) = (matrix.rows(), matrix.columns());
    check_ports(config, matrix)?;
    let count = elements.count();
    if count > MAX_ELEMENTS {
        return Err(Error::Unsupported(format!(
            "array {}: at most {MAX_ELEMENTS} elements work; try more --macs",
            elements.topology
        )));
    }
    check_elements(rows, columns, elements)
}

/// Refuses ports that coefficients cannot come by, and a buffer in which frames would get those of later frames.
pub(super) fn check_ports(config: &Config, matrix: &Matrix) -> Result<(), Error> {
    check_buffer(config, matrix.is_loaded())?;
    match matrix.is_loaded() && config.interface == Interface::Native {
        true => Err(Error::Unsupported(
            "matrix load and interface native: coefficients come by AXI4-Stream; leave --interface out".into(),
        )),
        false => Ok(()),
    }
}

/// Refuses a buffer of frames that get their coefficients as they come, or that one beat makes whole.
pub(super) fn check_buffer(config: &Config, is_loaded: bool) -> Result<(), Error> {
    let refuse =
        |what: &str, why: &str| Err(Error::Unsupported(format!("buffer and {what}: {why}; leave --buffer out")));
    match config.buffer {
        true if is_loaded => refuse("coefficients that are loaded", "a frame gets its set as it comes"),
        true if config.size() <= config.lanes() => refuse("frames of one beat", "nothing can pause within them"),
        _ => Ok(()),
    }
}

/// Refuses matrices that are no matrices for frames of `size` points, or that have too many coefficients.
pub(super) fn check_coefficients(matrix: &Matrix, size: usize) -> Result<(), Error> {
    let (rows, columns) = (matrix.rows(), matrix.columns());
    if rows == 0 || columns == 0 {
        return Err(Error::Usage(format!(
            "matrix of {rows} rows and {columns} columns: there is at least one of each"
        )));
    }
    if columns != size {
        return Err(Error::Usage(format!(
            "size {} and a matrix of {columns} columns: a frame has a point for each column; try --size {columns}",
            size
        )));
    }
    match matrix.stored_powers() {
        Some(Powers { order, .. }) => check_stored(matrix, order),
        None => check_stored(matrix, rows.saturating_mul(columns)),
    }
}

/// Refuses too many coefficients that are stored.
pub(super) fn check_stored(matrix: &Matrix, stored: usize) -> Result<(), Error> {
    match stored > MAX_COEFFICIENTS {
        true => Err(Error::Unsupported(format!(
            "matrix of {} rows and {} columns: at most {MAX_COEFFICIENTS} coefficients are stored, and these are \
             {stored}",
            matrix.rows(),
            matrix.columns()
        ))),
        false => Ok(()),
    }
}

/// Refuses elements that rows and columns cannot be spread over.
pub(super) fn check_elements(rows: usize, columns: usize, elements: Elements) -> Result<(), Error> {
    let Elements { topology, macs, hop } = elements;
    if !matches!(topology, Topology::Line(_) | Topology::Ring(_)) {
        return Err(Error::Unsupported(format!(
            "array {topology}: a matrix product is on a line or a ring; try --array line:{0} or --array ring:{0}",
            topology.elements()
        )));
    }
    let count = topology.elements();
    if count == 0 || macs == 0 || hop == 0 {
        return Err(Error::Usage(format!("array {topology}, macs {macs} and hop {hop}: at least 1 of each")));
    }
    if rows % (count * macs) != 0 {
        let all = count * macs;
        return Err(Error::Usage(format!(
            "{rows} rows of the matrix and {all} multiply-adds ({count} elements with {macs}): each one has the same \
             number of rows; try {}",
            nearest(rows, all, count)
        )));
    }
    if count * macs > columns {
        return Err(Error::Usage(format!(
            "{} multiply-adds for {columns} columns: results leave one a clock cycle, so that at most {columns} \
             multiply-adds are busy; try {}",
            count * macs,
            nearest(rows, columns, count)
        )));
    }
    if matches!(topology, Topology::Ring(_)) {
        check_ring(rows, columns, elements)?;
    }
    Ok(())
}

/// Refuses rings whose points come back too late.
fn check_ring(rows: usize, columns: usize, elements: Elements) -> Result<(), Error> {
    let Elements { topology, macs, hop } = elements;
    let count = topology.elements();
    if count < 2 || columns % count != 0 {
        return Err(Error::Usage(format!(
            "array {topology} and {columns} points: at least 2 elements of a ring have the same number of points; try \
             --array line:{count}"
        )));
    }
    let slots = rows / (count * macs);
    if (columns / count - 1) * slots < hop {
        return Err(Error::Unsupported(format!(
            "array {topology}: an element has {} points for {slots} clock cycles each, and a point of the next element \
             takes {hop}; try \
             --array line:{count}",
            columns / count
        )));
    }
    Ok(())
}

/// Suggests multiply-adds for rows, at most `most` of them.
fn nearest(rows: usize, most: usize, elements: usize) -> String {
    let works = |all: &usize| rows % *all == 0;
    let best = (1..=most.min(rows)).rev().find(works).unwrap_or(1);
    match best % elements == 0 {
        _ if elements == 1 => format!("--macs {best}"),
        true => format!("--macs {} with these elements", best / elements),
        _ => format!("{best} in all, as in --macs {best} without --array"),
    }
}

/// Refuses what a matrix product does not have.
pub(super) fn check_config(config: &Config) -> Result<(), Error> {
    let excluded = [
        (config.width != 1, "width", "a point comes in a clock cycle; leave --width out"),
        (config.shape.channels() > 1, "channels", "a frame has one channel; leave --channels out"),
        (config.kind != Kind::Complex, "kind", "points are complex; leave --kind out"),
        (config.inverse, "inverse", "the matrix says which transform it is; leave --inverse out"),
        (config.runtime != Runtime::default(), "runtime", "frames choose nothing; leave --runtime and --sizes out"),
        (config.orders != [Order::Natural; 2], "order", "results are in the order of the rows; leave --order out"),
        (config.support.is_some(), "support", "a matrix with fewer columns does that; leave --support out"),
        (config.cycles.is_some(), "cycles", "--macs and --array say the clock cycles; leave --cycles and --rate out"),
        (config.formula.is_some(), "formula", "the matrix says what is computed; leave it out"),
        (config.kernels.is_some(), "radix", "a matrix product has no kernels; leave --radix out"),
        (config.padding != Padding::Frame, "pad", "a frame has no rows; leave --pad out"),
        (
            !matches!(config.datapath, None | Some(Datapath::Longer(_)))
                && !matches!((config.format, config.datapath), (Format::Float(_), Some(Datapath::Float))),
            "datapath",
            "products and sums are in the format itself, or in one of a longer fraction, as e8m27; leave --datapath \
             out, and of --scale bfp",
        ),
        (config.max_dsp.is_some(), "max-dsp", "--macs says how many multipliers there are; leave --max-dsp out"),
        (config.arithmetic.guard_bits.is_some(), "guard-bits", "sums are exact; leave --guard-bits out"),
        (
            config.arithmetic.max_growth.is_some(),
            "max-growth",
            "results have the bits of points; leave --max-growth out",
        ),
    ];
    if let Some((_, what, why)) = excluded.into_iter().find(|(asked, ..)| *asked) {
        return Err(Error::Unsupported(format!("{what} and a matrix product: {why}")));
    }
    check_products(config)?;
    let datapath = match Lengths::new(config) {
        Some(lengths) => {
            lengths.check(config)?;
            None
        }
        None => config.datapath,
    };
    Config { shape: ANY_SIZE.into(), products: ProductRule::Whole, datapath, ..config.clone() }.check()
}

/// Refuses products of parts in formats other than fp32.
fn check_products(config: &Config) -> Result<(), Error> {
    let words = config.products.word();
    match config.format {
        _ if config.products == ProductRule::Whole => Ok(()),
        Format::Float(Float { exponent: 8, fraction: 23, subnormals: false }) => Ok(()),
        Format::Float(Float { exponent: 8, fraction: 23, subnormals: true }) => Err(Error::Unsupported(format!(
            "products {words} and subnormals full: parts of bf16 are normal numbers; leave --subnormals out"
        ))),
        other => Err(Error::Unsupported(format!(
            "products {words} and precision {}: numbers of fp32 have parts of bf16; try --precision fp32, or leave \
             --products out",
            other.name()
        ))),
    }
}
