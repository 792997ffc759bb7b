//! What cannot be built is refused, with the value, the reason and the fix.

use crate::array::Topology;
use crate::choice::Choice;
use crate::design::{Config, Interface};
use crate::error::Error;
use crate::matrix::check::{check_buffer, check_config, check_elements, MAX_COEFFICIENTS};
use crate::matrix::elements::Elements;
use crate::number::ProductRule;

/// Refuses what cannot be built for some nodes.
pub(super) fn check(config: &Config, nodes: usize, elements: Elements) -> Result<(), Error> {
    check_config(config)?;
    if config.shape.dimensions().len() > 1 {
        return Err(Error::Unsupported(format!(
            "size {} and points load: a frame has one dimension; give one length",
            config.shape
        )));
    }
    check_buffer(config, true)?;
    if config.interface == Interface::Native {
        return Err(Error::Unsupported(
            "points load and interface native: nodes come by AXI4-Stream; leave --interface out".into(),
        ));
    }
    if config.products != ProductRule::Whole {
        return Err(Error::Unsupported(format!(
            "products {} and points load: sums are multiplied by factors longer than fp32, of which there are no \
             parts; leave --products out",
            config.products.word()
        )));
    }
    if nodes == 0 {
        return Err(Error::Usage("points load:0: there is at least one node, as in --points load:4".into()));
    }
    let points = config.size();
    if nodes.saturating_mul(points) > MAX_COEFFICIENTS {
        return Err(Error::Unsupported(format!(
            "points load: at most {MAX_COEFFICIENTS} steps a frame work, and {nodes} nodes of {points} points take {}; \
             take fewer nodes or points",
            nodes.saturating_mul(points)
        )));
    }
    check_line(elements.topology)?;
    check_elements(nodes, points, elements)
}

/// Refuses elements that are not on a line.
fn check_line(topology: Topology) -> Result<(), Error> {
    let why = match topology {
        Topology::Line(_) => return Ok(()),
        Topology::Ring(_) => {
            "Horner's rule takes the last point first in all elements, and a point that goes round a ring is first in \
             one of them"
        }
        _ => "points pass along a line of elements",
    };
    let count = topology.elements();
    Err(Error::Unsupported(format!("array {topology} and points load: {why}; try --array line:{count}")))
}
