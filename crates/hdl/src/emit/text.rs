//! Lines: indentation, wrapping, and titles of sections.

/// Maximum length of a printed line, in characters.
pub const COLUMNS: usize = 100;

/// Lines of the longest module whose sections have no titles.
const MAX_UNTITLED_LINES: usize = 60;

/// Positions and titles of the sections of a module.
#[derive(Default)]
pub struct Sections(Vec<(usize, &'static str)>);

impl Sections {
    /// Records a section that begins at a position, unless it is empty.
    pub fn add(&mut self, start: usize, end: usize, title: &'static str) {
        if end > start {
            self.0.push((start, title));
        }
    }

    /// Inserts a comment before each section of a long module, which begins at `start`.
    pub fn add_titles(self, out: &mut String, start: usize, mark: &str) {
        if out[start..].lines().count() > MAX_UNTITLED_LINES {
            for (start, title) in self.0.into_iter().rev() {
                out.insert_str(start, &format!("\n  {mark} {title}.\n"));
            }
        }
    }
}

/// Appends a statement. A statement longer than a line is broken at spaces, and its further lines are indented by four
/// characters more. The language must allow a line break at every space of the statement.
pub fn statement(out: &mut String, indent: usize, text: &str) {
    if indent + text.len() <= COLUMNS {
        spaces(out, indent);
        out.push_str(text);
        out.push('\n');
        return;
    }
    wrap(out, text, (indent, ""), (indent + 4, ""));
}

/// Appends text as comment lines that begin with `mark`. Keeps paragraphs and the indentation of each line.
pub fn comment(out: &mut String, mark: &str, text: &str) {
    for line in text.trim_end().lines() {
        let line = line.trim_end();
        if line.is_empty() {
            out.push_str(mark);
            out.push('\n');
            continue;
        }
        let lead = " ".repeat(1 + line.len() - line.trim_start().len());
        let prefix = (0, mark);
        wrap_with(out, line.trim_start(), prefix, prefix, &lead);
    }
}

/// Appends text that is broken at spaces. `first` and `rest` are indentation and prefix of the first line and of the
/// further lines.
fn wrap(out: &mut String, text: &str, first: (usize, &str), rest: (usize, &str)) {
    wrap_with(out, text, first, rest, "");
}

/// Appends text as [`wrap`] does, with `lead` after the prefix of each line.
fn wrap_with(out: &mut String, text: &str, first: (usize, &str), rest: (usize, &str), lead: &str) {
    let mut column = 0;
    for (index, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length <= COLUMNS {
            out.push(' ');
            column += 1;
        } else {
            let (indent, prefix) = if index == 0 { first } else { rest };
            if index > 0 {
                out.push('\n');
            }
            spaces(out, indent);
            out.push_str(prefix);
            out.push_str(lead);
            column = indent + prefix.len() + lead.len();
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
}

fn spaces(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n(' ', count));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_statements_break_at_spaces() {
        let text = format!("assign y = {{{}}};", vec!["abcdefgh"; 30].join(", "));
        let mut out = String::new();
        statement(&mut out, 2, &text);
        assert!(out.lines().count() == 4 && out.lines().all(|line| line.len() <= COLUMNS), "{out}");
        let joined: Vec<&str> = out.split_whitespace().collect();
        assert_eq!(joined.join(" "), text);
    }

    #[test]
    fn comments_keep_paragraphs_and_indentation() {
        let mut out = String::new();
        comment(&mut out, "//", &format!("One.\n\n  {}\n", "word ".repeat(25)));
        assert_eq!(out.lines().next(), Some("// One."));
        assert_eq!(out.lines().nth(1), Some("//"));
        assert!(out.lines().skip(2).all(|line| line.starts_with("//   word") && line.len() <= COLUMNS), "{out}");
    }
}
