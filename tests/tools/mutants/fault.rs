//! Single faults in printed Verilog.

use super::statements::{statements, Role, Statement};
use fftgen::rng::Rng;
use std::collections::BTreeMap;
use std::ops::Range;

/// Operators, and what stands in their place.
const OPERATORS: [(&str, &str); 12] = [
    (" + ", " - "),
    (" - ", " + "),
    (" & ", " | "),
    (" | ", " & "),
    (" ^ ", " ~^ "),
    (" < ", " <= "),
    (" <= ", " < "),
    (" == ", " != "),
    (" != ", " == "),
    (" << ", " >> "),
    (" >> ", " << "),
    (" >>> ", " >> "),
];

/// A piece of the text, and what stands there instead.
#[derive(Clone)]
pub struct Fault {
    pub module: String,
    pub kind: &'static str,
    pub range: Range<usize>,
    pub instead: String,
}

impl Fault {
    pub fn plant(&self, text: &str) -> String {
        [&text[..self.range.start], &self.instead, &text[self.range.end..]].concat()
    }

    /// The line that it is in, from 1, and what it makes of what.
    pub fn describe(&self, text: &str) -> String {
        let start = text[..self.range.start].rfind('\n').map_or(0, |place| place + 1);
        let end = self.range.end + text[self.range.end..].find('\n').unwrap_or(0);
        let number = text[..start].matches('\n').count() + 1;
        let (before, after) = (&text[start..self.range.start], &text[self.range.end..end]);
        let line = |middle: &str| format!("{before}{middle}{after}").split_whitespace().collect::<Vec<_>>().join(" ");
        let (right, wrong) = (line(&text[self.range.clone()]), line(&self.instead));
        format!("line {number}, {}, {}: {right}  became  {wrong}", self.module, self.kind)
    }
}

/// So many faults, spread evenly over the kinds and modules of a text; the same ones each time.
pub fn sample(text: &str, count: usize, seed: u64) -> Vec<Fault> {
    let mut rng = Rng::new(seed);
    let mut groups: BTreeMap<(&str, String), Vec<(u64, Fault)>> = BTreeMap::new();
    for fault in statements(text).iter().flat_map(|statement| faults(text, statement, &mut Rng::new(seed + 1))) {
        groups.entry((fault.kind, fault.module.clone())).or_default().push((rng.word(), fault));
    }
    let mut groups: Vec<(u64, Vec<(u64, Fault)>)> = groups.into_values().map(|group| (rng.word(), group)).collect();
    groups.sort_by_key(|(key, _)| *key);
    groups.iter_mut().for_each(|(_, group)| group.sort_by_key(|(key, _)| *key));
    let longest = groups.iter().map(|(_, group)| group.len()).max().unwrap_or(0);
    let rounds = (0..longest).flat_map(|round| groups.iter().filter_map(move |(_, group)| group.get(round)));
    rounds.take(count).map(|(_, fault)| fault.clone()).collect()
}

/// All faults of an expression.
fn faults(text: &str, statement: &Statement, rng: &mut Rng) -> Vec<Fault> {
    let (whole, bytes) = (statement.range.clone(), text.as_bytes());
    let expression = &text[whole.clone()];
    let mut found = Vec::new();
    let mut add = |kind: &'static str, range: Range<usize>, instead: String| {
        found.push(Fault { module: statement.module.clone(), kind, range, instead });
    };
    match statement.role {
        Role::Condition if text[..whole.start].ends_with("if (") => {
            let (kind, constant) = match expression {
                "rst" => ("dropped reset", "1'b0"),
                _ => ("dropped enable", "1'b1"),
            };
            add(kind, whole.clone(), constant.into());
            add("negated condition", whole.clone(), format!("!({expression})"));
        }
        Role::Next => add("kept value", whole.clone(), statement.target.clone()),
        _ => (),
    }
    for (operator, other) in OPERATORS {
        for (place, _) in expression.match_indices(operator) {
            let at = whole.start + place;
            add("operator", at..at + operator.len(), other.into());
        }
    }
    for at in whole.clone() {
        match bytes[at] {
            b'\'' => {
                if let Some((range, instead)) = flipped(text, at, rng) {
                    let kind = match statement.role {
                        Role::Word => "table",
                        Role::Next if range == whole => "reset value",
                        _ => "constant",
                    };
                    add(kind, range, instead);
                }
            }
            b'[' => {
                let end = at + text[at..].find(']').unwrap_or(0);
                if let Some(moved) = moved(&text[at + 1..end]) {
                    add("index", at + 1..end, moved);
                }
            }
            b'?' => {
                let start = operand(bytes, whole.start, at - 1);
                add("exchanged arms", start..at - 1, format!("!({})", &text[start..at - 1]));
            }
            b'~' => add("inverter", at..at + 1, String::new()),
            b'|' | b'&' if bytes[at + 1].is_ascii_alphanumeric() || bytes[at + 1] == b'{' => {
                add("reduction", at..at + 1, if bytes[at] == b'|' { "&" } else { "|" }.into());
            }
            _ => (),
        }
    }
    found
}

/// The constant around an apostrophe with one bit flipped.
fn flipped(text: &str, at: usize, rng: &mut Rng) -> Option<(Range<usize>, String)> {
    let digits = text[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
    let (start, from) = (at - digits, at + 2);
    let hex = text[from..].bytes().take_while(u8::is_ascii_hexdigit).count();
    let bits: u64 = text[start..at].parse().ok()?;
    let value = u128::from_str_radix(&text[from..from + hex], 16).ok().filter(|_| text[at..].starts_with("'h"))?;
    let flipped = value ^ 1 << rng.below(bits.min(127));
    Some((start..from + hex, format!("{bits}'h{flipped:x}")))
}

/// Bounds of a slice, or an index, one lower, or where there is none lower one higher.
fn moved(index: &str) -> Option<String> {
    let bounds: Vec<usize> = index.split(':').map(|bound| bound.parse().ok()).collect::<Option<_>>()?;
    let lowest = *bounds.last()?;
    let moved = bounds.iter().map(|bound| if lowest > 0 { bound - 1 } else { bound + 1 }.to_string());
    Some(moved.collect::<Vec<_>>().join(":"))
}

/// Where the operand that ends at `end` starts.
fn operand(bytes: &[u8], lowest: usize, end: usize) -> usize {
    let (mut at, mut depth) = (end, 0);
    while at > lowest {
        match bytes[at - 1] {
            b')' | b']' | b'}' => depth += 1,
            b'(' | b'[' | b'{' if depth == 0 => break,
            b'(' | b'[' | b'{' => depth -= 1,
            b' ' | b'\n' if depth == 0 => break,
            _ => (),
        }
        at -= 1;
    }
    at
}
