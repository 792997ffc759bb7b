//! Comparisons of keys, which each design of a sweep has to meet.

use super::super::config::Keys;
use super::axis::{Axis, Value};
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
    /// Reads `width <= 4`. `common`: keys that have one value.
    pub fn read(text: &str, axes: &[Axis], common: &[(String, String)], keys: &Keys) -> Result<Self, String> {
        let refused = |what: String| format!("when {}: {what}", quoted(text));
        let form = || refused("a key is compared with a number, a word or a key, as in width <= 4".into());
        let place = text.find(['<', '>', '=', '!']).ok_or_else(form)?;
        let sign = SIGNS.iter().find(|(sign, ..)| text[place..].starts_with(sign));
        let (sign, orders, of_numbers) = sign.ok_or_else(form)?;
        let words = [&text[..place], &text[place + sign.len()..]].map(str::trim);
        let values = words.map(|word| values_of(word, axes, common));
        if words.contains(&"") || values.iter().all(Option::is_none) && words.iter().all(|word| number(word).is_some())
        {
            return Err(form());
        }
        // Words that are no keys come second.
        for ((word, values), may_be_word) in words.iter().zip(&values).zip([false, !of_numbers]) {
            match values {
                None if !may_be_word && number(word).is_none() => {
                    let name = keys.name(word).map_err(refused)?;
                    return Err(refused(format!("{name} has no value here; add it to sweep or beside it")));
                }
                None => {}
                Some(texts) => {
                    if let Some(text) = texts.iter().find(|text| *of_numbers && number(text).is_none()) {
                        let what = format!("{} is no number; words are compared by == and !=", quoted(text));
                        return Err(refused(what));
                    }
                }
            }
        }
        Ok(Condition { sides: words.map(|word| side(word, axes, common)), orders })
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

/// Returns the value of a key that all designs have in common.
fn common_value<'a>(word: &str, common: &'a [(String, String)]) -> Option<&'a str> {
    common.iter().find(|(key, _)| key == word).map(|(_, value)| value.as_str())
}

/// Returns all values of a key, if it has some.
fn values_of<'a>(word: &str, axes: &'a [Axis], common: &'a [(String, String)]) -> Option<Vec<&'a str>> {
    let axis = axes.iter().find(|axis| axis.key == word);
    let values = axis.map(|axis| axis.values.iter().map(|value| value.text.as_str()).collect());
    values.or_else(|| common_value(word, common).map(|value| vec![value]))
}

fn side(word: &str, axes: &[Axis], common: &[(String, String)]) -> Side {
    match axes.iter().position(|axis| axis.key == word) {
        Some(place) => Side::Axis(place),
        None => Side::Text(common_value(word, common).unwrap_or(word).into()),
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
