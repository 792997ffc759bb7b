//! Keys of a sweep that have several values.

use super::super::args::Described;
use super::super::config::{Keys, Tree};
use super::super::values::{powers_of_two, whole};
use fftgen::quoted;

/// Keys whose values may be the powers of two of a range.
const RANGED: [&str; 2] = ["size", "width"];

/// Value of a key.
pub struct Value {
    /// Text as in the file, which is empty where the value is absent.
    pub text: String,
    /// Setting that the text stands for.
    pub described: Described,
}

/// Key with the values that are combined with those of others.
pub struct Axis {
    pub key: String,
    pub values: Vec<Value>,
}

impl Value {
    /// Reads a value of a key. The error is that of its flag.
    pub fn read(keys: &Keys, key: &str, text: Option<String>) -> Result<Self, String> {
        let Some(text) = text else { return Ok(Value { text: String::new(), described: Described::default() }) };
        let described = keys.read(key, &text)?;
        match described.refused() {
            Some(error) => Err(error.to_string()),
            None => Ok(Value { text, described }),
        }
    }
}

impl Axis {
    /// Reads a value or a list of values, of which each counts once.
    pub fn read(keys: &Keys, key: String, tree: Tree) -> Result<Self, String> {
        let items = match tree {
            Tree::List(items) => items,
            one => vec![one],
        };
        let mut values: Vec<Value> = vec![];
        for item in items {
            for text in expanded(&key, item.value(&key)?)? {
                let value = Value::read(keys, &key, text)?;
                if !values.iter().any(|before| before.text == value.text) {
                    values.push(value);
                }
            }
        }
        match values.is_empty() {
            true => Err(format!("{key} has no values; write some, or leave it out of sweep")),
            false => Ok(Axis { key, values }),
        }
    }
}

/// Returns the values that a text stands for: those of a range, or itself.
fn expanded(key: &str, text: Option<String>) -> Result<Vec<Option<String>>, String> {
    let range = text.as_deref().filter(|_| RANGED.contains(&key)).and_then(|text| text.split_once(".."));
    let Some((from, to)) = range else { return Ok(vec![text]) };
    let number =
        |text: &str| whole(text.trim()).map_err(|_| format!("{key} {} is no range; for example 1..8", quoted(text)));
    let (from, to) = (number(from)?, number(to)?);
    let powers: Vec<_> = powers_of_two(from, to).map(|power| Some(power.to_string())).collect();
    match powers.is_empty() {
        true => Err(format!("{key} {from}..{to}: no power of two is in that range; for example 1..8")),
        false => Ok(powers),
    }
}
