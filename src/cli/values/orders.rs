//! `--order`: that of the output, or those of input and output.

use super::value::{Canonical, FromText};
use fftgen::formula::Order;
use fftgen::{quoted, Choice, Error};

impl FromText for [Order; 2] {
    /// Reads `bit-reversed` or `bit-reversed,natural`.
    fn from_text(text: &str) -> Result<[Order; 2], Error> {
        let wrong = |word: &str| {
            Error::Usage(format!(
                "order {} is neither natural nor bit-reversed; give that of the output, or with a comma those of \
                 input and output, as in --order bit-reversed,natural",
                quoted(word)
            ))
        };
        let order = |word: &str| Order::from_word(word.trim()).ok_or_else(|| wrong(word));
        let orders: Vec<Order> = text.split(',').map(order).collect::<Result<_, _>>()?;
        match orders[..] {
            [output] => Ok([Order::Natural, output]),
            [input, output] => Ok([input, output]),
            _ => Err(wrong(text)),
        }
    }
}

impl Canonical for [Order; 2] {
    fn canonical(&self) -> Option<String> {
        match self {
            [Order::Natural, Order::Natural] => None,
            [Order::Natural, output] => Some(output.word().into()),
            [input, output] => Some(format!("{},{}", input.word(), output.word())),
        }
    }
}
