//! Shapes of the parts of a picture.

/// Shape of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Butterfly,
    /// Butterfly with delay lines.
    Feedback,
    Factors,
    Permuter,
    Normalizer,
    Codec,
    Memory,
    Elements,
}

/// Shapes with their classes and their strokes in a field of 60 by 36, in the order of [`Shape`].
const SHAPES: [(&str, &str); 8] = [
    ("butterfly", "M2 6H14L46 30H58M2 30H14L46 6H58M14 6H46M14 30H46"),
    ("feedback", "M2 10H14L46 32H58M2 32H14L46 10H58M14 10H46M14 32H46M52 10V2H34M26 2H8V10M26 -2h8v8h-8z"),
    ("factors", "M30 4a14 14 0 1 0 .1 0M20 8L40 28M40 8L20 28M2 18H16M44 18H58"),
    ("permuter", "M2 6H12L48 30H58M2 18H12L48 6H58M2 30H12L48 18H58"),
    ("normalizer", "M4 30H16V24H28V16H40V8H56M50 3L56 8L50 13"),
    ("codec", "M10 4L50 12V24L10 32Z"),
    ("memory", "M8 4H52V32H8ZM8 11H52M8 18H52M8 25H52"),
    ("elements", "M2 10h14v16h-14zM23 10h14v16h-14zM44 10h14v16h-14zM16 18h7M37 18h7"),
];

impl Shape {
    /// Name of the shape in the style of a picture.
    pub fn class(self) -> &'static str {
        SHAPES[self as usize].0
    }

    /// Commands of the path of the shape.
    pub fn strokes(self) -> &'static str {
        SHAPES[self as usize].1
    }
}
