//! The statements of printed Verilog: where values are computed, and nowhere else.

use std::ops::Range;

/// What an expression is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The value of a net.
    Value,
    /// A word of a table.
    Word,
    /// The next value of a register or a word of a memory.
    Next,
    /// What a block of these depends on, or a table is addressed by.
    Condition,
}

/// An expression.
pub struct Statement {
    pub module: String,
    pub role: Role,
    /// What it is assigned to; empty for a condition.
    pub target: String,
    pub range: Range<usize>,
}

/// All expressions of a file, but those that keep lint quiet.
pub fn statements(text: &str) -> Vec<Statement> {
    let (mut found, mut module, mut at, mut ahead) = (Vec::new(), String::new(), 0, false);
    while at < text.len() {
        let line_end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        let line = text[at..line_end].trim();
        let from = at + text[at..line_end].find(line).unwrap_or(0);
        if let Some(name) = line.strip_prefix("module ") {
            (module, ahead) = (name.split([' ', '(']).next().unwrap_or(name).to_string(), true);
        }
        let mut end = line_end;
        if ahead {
            // The ports.
            ahead = !line.ends_with(");");
        } else if let Some((role, start)) = start(line) {
            end = match role {
                Role::Condition => from + line.rfind(')').unwrap_or(line.len()),
                _ => from + text[from..].find(';').unwrap_or(line.len()),
            };
            let target = line[..start].trim_end_matches([' ', '=', '<']).rsplit(": ").next().unwrap_or(line);
            let target = match role {
                Role::Condition => "",
                Role::Next => target,
                _ => target.rsplit(' ').next().unwrap_or(target),
            };
            if !target.starts_with("unused") {
                found.push(Statement { module: module.clone(), role, target: target.into(), range: from + start..end });
            }
            end = text[end..].find('\n').map_or(text.len(), |length| end + length);
        } else if !line.starts_with("//") && !line.ends_with([';', ')']) && line.contains('(') && line.contains(" .") {
            // An instance over several lines.
            end = text[from..].find(';').map_or(line_end, |length| from + length);
            end = text[end..].find('\n').map_or(text.len(), |length| end + length);
        }
        at = end + 1;
    }
    found
}

/// What a line begins, and where its expression does.
fn start(line: &str) -> Option<(Role, usize)> {
    let behind = |mark: &str| line.find(mark).map(|place| place + mark.len());
    let first = line.split(' ').next()?;
    match first {
        "wire" | "assign" => Some((Role::Value, behind(" = ")?)),
        "if" | "case" => Some((Role::Condition, behind("(")?)),
        "end" if line.starts_with("end else if") => Some((Role::Condition, behind("(")?)),
        _ if first.ends_with(':') => Some((Role::Word, behind(" = ")?)),
        _ if first.starts_with(|c: char| c.is_ascii_lowercase()) => {
            let place = line.find(" <= ")?;
            let target = &line[..place];
            let bare = target.chars().all(|c| c.is_ascii_alphanumeric() || "_[]:".contains(c));
            bare.then_some((Role::Next, place + 4))
        }
        _ => None,
    }
}
