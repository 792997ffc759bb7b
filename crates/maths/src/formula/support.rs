//! Supports: the points of a frame that may differ from zero.

use super::FrameShape;
use std::collections::BTreeSet;
use std::fmt::{Display, Formatter, Result as Written};

/// The points of a frame that may differ from zero; the others are zero.
#[derive(Clone, PartialEq, Debug)]
pub enum Support {
    /// Points at this distance from index 0 at the most. An index k above half of a length n counts as k - n, as
    /// frequencies do.
    Sphere(f64),
    /// The first indices along each dimension.
    Box(FrameShape),
    /// Points one by one, each by its position in the frame or by its index along each dimension.
    List(Vec<Vec<usize>>),
}

impl Support {
    /// Returns the positions of the points in a frame of a shape, in ascending order. The error says what is wrong, and
    /// how to put it right.
    ///
    /// ```
    /// use fftgen_maths::formula::Support;
    /// assert_eq!(Support::Sphere(1.0).positions([4, 4].into()), Ok(vec![0, 1, 3, 4, 12]));
    /// assert_eq!(Support::Box([2, 1].into()).positions([4, 4].into()), Ok(vec![0, 4]));
    /// assert_eq!(Support::List(vec![vec![2, 1], vec![0, 3]]).positions([4, 4].into()), Ok(vec![3, 9]));
    /// ```
    pub fn positions(&self, shape: FrameShape) -> Result<Vec<usize>, String> {
        match self {
            Support::Sphere(radius) => Ok((0..shape.samples()).filter(|&at| distance(shape, at) <= *radius).collect()),
            Support::Box(lengths) => within(shape, *lengths),
            Support::List(points) => listed(shape, points),
        }
    }

    /// Returns what a name says of the support.
    pub fn label(&self) -> String {
        match self {
            Support::Sphere(radius) => format!("sphere{radius}").replace('.', "_"),
            Support::Box(lengths) => format!("box{lengths}"),
            Support::List(points) => format!("list{}", points.len()),
        }
    }
}

impl Display for Support {
    /// Describes the points in a phrase.
    fn fmt(&self, f: &mut Formatter) -> Written {
        match self {
            Support::Sphere(radius) => write!(f, "the points within {radius} of index 0"),
            Support::Box(lengths) => write!(f, "the first {lengths} indices"),
            Support::List(_) => write!(f, "the points of a list"),
        }
    }
}

/// Returns the distance of a point from index 0 on the torus of all indices.
fn distance(shape: FrameShape, position: usize) -> f64 {
    let folded = |(index, &length): (usize, &usize)| index.min(length - index).pow(2) as f64;
    shape.indices(position).into_iter().zip(shape.dimensions()).map(folded).sum::<f64>().sqrt()
}

/// Returns the positions of the first indices along each dimension.
fn within(shape: FrameShape, lengths: FrameShape) -> Result<Vec<usize>, String> {
    let [wanted, given] = [shape, lengths].map(|shape| shape.dimensions().len());
    if given != wanted {
        return Err(format!("box {lengths} has {given} lengths and the frame {shape} has {wanted}; give one for each"));
    }
    let mut sides = lengths.dimensions().iter().zip(shape.dimensions());
    if let Some((side, length)) = sides.find(|(side, length)| !(1..=**length).contains(side)) {
        return Err(format!("box {lengths}: side {side} of length {length} in {shape}; give 1 to {length}"));
    }
    let inside = |at: &usize| shape.indices(*at).iter().zip(lengths.dimensions()).all(|(index, side)| index < side);
    Ok((0..shape.samples()).filter(inside).collect())
}

/// Returns the positions of listed points.
fn listed(shape: FrameShape, points: &[Vec<usize>]) -> Result<Vec<usize>, String> {
    if points.is_empty() {
        return Err("the list has no points; name at least one".into());
    }
    let (dimensions, samples) = (shape.dimensions().len(), shape.samples());
    let mut found = BTreeSet::new();
    for point in points {
        let name = point.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let position = match point[..] {
            [position] if position < samples => position,
            [_] => return Err(format!("point {name} is outside: a frame {shape} has points 0 to {}", samples - 1)),
            _ if point.len() != dimensions => {
                return Err(format!(
                    "point {name} has {} indices and a frame {shape} has {dimensions}; give one for each, or the \
                     position alone",
                    point.len()
                ))
            }
            _ => {
                let mut indices = point.iter().zip(shape.dimensions());
                if let Some((index, length)) = indices.find(|(index, length)| index >= length) {
                    return Err(format!("point {name} is outside of {shape}: index {index} is not below {length}"));
                }
                shape.position(point)
            }
        };
        if !found.insert(position) {
            return Err(format!("point {name} comes twice; name each point once"));
        }
    }
    Ok(found.into_iter().collect())
}
