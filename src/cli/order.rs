//! `--order`: that of the output, or those of input and output.

use fftgen::formula::Order;
use fftgen::{quoted, Error};

/// Sizes that are no powers of two have digits rather than bits.
const ORDERS: [(&str, Order); 3] =
    [("natural", Order::Natural), ("bit-reversed", Order::Reversed), ("digit-reversed", Order::Reversed)];

/// Reads `bit-reversed` or `bit-reversed,natural`.
pub fn parse(text: &str) -> Result<[Order; 2], Error> {
    let wrong = |word: &str| {
        Error::Usage(format!(
            "order {} is neither natural nor bit-reversed; give that of the output, or with a comma those of \
             input and output, as in --order bit-reversed,natural",
            quoted(word)
        ))
    };
    let order = |word: &str| ORDERS.iter().find(|(name, _)| *name == word.trim()).map(|(_, order)| *order);
    let orders: Vec<Order> =
        text.split(',').map(|word| order(word).ok_or_else(|| wrong(word))).collect::<Result<_, _>>()?;
    match orders[..] {
        [output] => Ok([Order::Natural, output]),
        [input, output] => Ok([input, output]),
        _ => Err(wrong(text)),
    }
}

/// As the flag has it; nothing for the default.
pub fn write(orders: [Order; 2]) -> Option<String> {
    let word = |order: Order| ORDERS.iter().find(|(_, other)| *other == order).map_or("", |(name, _)| *name);
    match orders {
        [Order::Natural, Order::Natural] => None,
        [Order::Natural, output] => Some(word(output).into()),
        [input, output] => Some(format!("{},{}", word(input), word(output))),
    }
}
