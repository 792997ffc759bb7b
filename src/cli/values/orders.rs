//! `--order`: that of the output, or those of input and output.

use super::value::{Canonical, FromText};
use fftgen::formula::Order;
use fftgen::{quoted, Choice, Error};

/// Order of the points of a side, as a flag names it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum SideOrder {
    #[default]
    Natural,
    Reversed,
    /// The points of the second half first: index 0 is in the middle.
    Shifted,
}

impl Choice for SideOrder {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("natural", SideOrder::Natural),
        ("bit-reversed", SideOrder::Reversed),
        ("digit-reversed", SideOrder::Reversed),
        ("shifted", SideOrder::Shifted),
    ];
}

impl SideOrder {
    /// Returns the order in which a transform has the points. The shift is an operation beside the transform.
    pub fn of_transform(self) -> Order {
        match self {
            SideOrder::Natural | SideOrder::Shifted => Order::Natural,
            SideOrder::Reversed => Order::Reversed,
        }
    }
}

impl FromText for [SideOrder; 2] {
    /// Reads `bit-reversed` or `bit-reversed,natural`.
    fn from_text(text: &str) -> Result<[SideOrder; 2], Error> {
        let wrong = |word: &str| {
            Error::Usage(format!(
                "order {} is neither natural, bit-reversed nor shifted; give that of the output, or with a comma those \
                 of input and output, as in --order bit-reversed,natural",
                quoted(word)
            ))
        };
        let order = |word: &str| SideOrder::from_word(word.trim()).ok_or_else(|| wrong(word));
        let orders: Vec<SideOrder> = text.split(',').map(order).collect::<Result<_, _>>()?;
        match orders[..] {
            [output] => Ok([SideOrder::Natural, output]),
            [input, output] => Ok([input, output]),
            _ => Err(wrong(text)),
        }
    }
}

impl Canonical for [SideOrder; 2] {
    fn canonical(&self) -> Option<String> {
        match self {
            [SideOrder::Natural, SideOrder::Natural] => None,
            [SideOrder::Natural, output] => Some(output.word().into()),
            [input, output] => Some(format!("{},{}", input.word(), output.word())),
        }
    }
}
