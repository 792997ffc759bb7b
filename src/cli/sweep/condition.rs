//! Comparisons of keys, which each design of a sweep has to meet.

use super::super::config::Keys;
use super::definition::{Definition, Value};
use fftgen::quoted;
use std::cmp::Ordering;

/// Signs of comparisons, longer ones first, with the orders that meet them, and whether these are of numbers only.
const SIGNS: [(&str, &[Ordering], bool); 7] = [
    ("<=", &[Ordering::Less, Ordering::Equal], true),
    (">=", &[Ordering::Greater, Ordering::Equal], true),
    ("==", &[Ordering::Equal], false),
    ("!=", &[Ordering::Less, Ordering::Greater], false),
    ("<", &[Ordering::Less], true),
    (">", &[Ordering::Greater], true),
    ("=", &[Ordering::Equal], false),
];

/// Side of a comparison.
enum Side {
    /// Values of the axis at a place.
    Axis(usize),
    Text(String),
}

/// Comparison of a key with a value or with another key.
pub struct Condition {
    sides: [Side; 2],
    orders: &'static [Ordering],
}

impl Condition {
    /// Reads `width <= 4`.
    pub fn read(text: &str, definition: &Definition, keys: &Keys) -> Result<Self, String> {
        let example = "a key is compared with a number, a word or a key, as in width <= 4";
        let refused = |what: String| format!("when {}: {what}", quoted(text));
        let place = text.find(['<', '>', '=', '!']).ok_or_else(|| refused(example.into()))?;
        let sign = SIGNS.iter().find(|(sign, ..)| text[place..].starts_with(sign));
        let (sign, orders, of_numbers) = sign.ok_or_else(|| refused(example.into()))?;
        let words = [&text[..place], &text[place + sign.len()..]].map(str::trim);
        let values = words.map(|word| definition.values_of(word));
        match &values {
            [None, None] => {
                let name = keys.name(words[0]).map_err(refused)?;
                return Err(refused(format!("{name} has no value here; add it to sweep or beside it")));
            }
            _ if words.contains(&"") => return Err(refused(example.into())),
            _ => {}
        }
        for (word, values) in words.iter().zip(values) {
            let texts = values.unwrap_or(vec![word]);
            if let Some(text) = texts.iter().find(|text| *of_numbers && number(text).is_none()) {
                return Err(refused(format!("{} is no number; words are compared by == and !=", quoted(text))));
            }
        }
        Ok(Condition { sides: words.map(|word| side(word, definition)), orders })
    }

    /// Whether the values of the axes meet it.
    pub fn is_met(&self, values: &[&Value]) -> bool {
        let [left, right] = self.sides.each_ref().map(|side| match side {
            Side::Axis(place) => values[*place].text.as_str(),
            Side::Text(text) => text,
        });
        self.orders.contains(&order(left, right))
    }
}

fn side(word: &str, definition: &Definition) -> Side {
    let common = || definition.common.iter().find(|(key, _)| key == word).map_or(word, |(_, value)| value);
    match definition.axes.iter().position(|axis| axis.key == word) {
        Some(place) => Side::Axis(place),
        None => Side::Text(common().into()),
    }
}

/// Returns the order of numbers, or of words.
fn order(left: &str, right: &str) -> Ordering {
    match (number(left), number(right)) {
        (Some(left), Some(right)) => left.total_cmp(&right),
        _ => left.cmp(right),
    }
}

/// Reads a number. Sizes of several dimensions are as many as their points.
fn number(text: &str) -> Option<f64> {
    let factors = text.split('x').map(|factor| factor.trim().parse::<f64>().ok());
    factors.product::<Option<f64>>().filter(|number| number.is_finite())
}
