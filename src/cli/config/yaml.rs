//! YAML as far as a configuration goes: one mapping of keys to values and lists of values.
//!
//! The text is read as a parser's events, so that nesting and aliases are refused where they come, before anything is
//! built of them.

use fftgen::quoted;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};
use std::collections::HashMap;

/// Maximum depth of nested values.
const MAX_DEPTH: usize = 16;

/// Words for a value that is absent.
const NULLS: [&str; 5] = ["", "~", "null", "Null", "NULL"];

/// Setting with the text that its flag would have.
pub struct Entry {
    pub key: String,
    pub line: usize,
    /// Text of the value. The elements of a list have commas between them, and the operations of a chain have bars.
    pub value: Option<String>,
}

/// Key of the list of several cores.
const CORES: &str = "cores";

/// Returns what stands between the elements of a list in the text of a setting, and a list as an example.
pub(super) fn list_form(key: &str) -> [&'static str; 2] {
    match key {
        "chain" => [" | ", "[fft 64, power]"],
        _ => [",", "[4, w5]"],
    }
}

/// Settings of a configuration.
#[derive(Default)]
pub struct Document {
    pub common: Vec<Entry>,
    /// Settings of each of several cores, if the configuration lists them.
    pub cores: Option<Vec<Vec<Entry>>>,
}

/// Reads the settings, each key once in its mapping. The error states the line.
pub fn document(text: &str) -> Result<Document, String> {
    let mut events = Events::new(text);
    let mut document = Document::default();
    match events.next()? {
        (Node::End, _) => return Ok(document),
        (Node::Scalar { value: None }, _) => {
            events.end()?;
            return Ok(document);
        }
        (Node::Mapping, _) => {}
        (_, line) => return Err(format!("line {line}: a configuration has one setting a line, as in size: 20")),
    }
    document.common = events.mapping(Some(&mut document.cores))?;
    events.end()?;
    Ok(document)
}

/// Part of a configuration.
pub(super) enum Node {
    Mapping,
    List,
    /// The end of a mapping or a list.
    Close,
    Scalar {
        value: Option<String>,
    },
    /// The end of the text.
    End,
}

/// The nodes of a text, one after the other.
pub(super) struct Events<'a> {
    parser: Parser<'a, StrInput<'a>>,
    depth: usize,
}

impl<'a> Events<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Events { parser: Parser::new_from_str(text.trim_start_matches('\u{feff}')), depth: 0 }
    }

    /// Returns the next node and its line.
    pub(super) fn next(&mut self) -> Result<(Node, usize), String> {
        loop {
            let Some(event) = self.parser.next_event() else { return Ok((Node::End, 0)) };
            let (event, Span { start, .. }) = event.map_err(|error| describe(&error))?;
            let line = start.line();
            let node = match event {
                Event::Alias(_) => return Err(without_aliases(line)),
                Event::Scalar(_, _, anchor, _) | Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _)
                    if anchor > 0 =>
                {
                    return Err(without_aliases(line));
                }
                Event::Scalar(text, style, ..) => {
                    let absent = style == ScalarStyle::Plain && NULLS.contains(&&*text);
                    Node::Scalar { value: (!absent).then(|| text.into_owned()) }
                }
                Event::SequenceStart(..) => Node::List,
                Event::MappingStart(..) => Node::Mapping,
                Event::SequenceEnd | Event::MappingEnd => Node::Close,
                Event::StreamEnd => Node::End,
                Event::Nothing | Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd => continue,
            };
            match node {
                Node::List | Node::Mapping => self.depth += 1,
                Node::Close => self.depth -= 1,
                Node::Scalar { .. } | Node::End => {}
            }
            if self.depth > MAX_DEPTH {
                return Err(too_deep(line));
            }
            return Ok((node, line));
        }
    }

    /// Reads the entries of a mapping up to its end. `cores` takes the list of several cores, where there may be one.
    fn mapping(&mut self, mut cores: Option<&mut Option<Vec<Vec<Entry>>>>) -> Result<Vec<Entry>, String> {
        let (mut entries, mut lines) = (Vec::new(), HashMap::new());
        while let Some((key, line)) = self.key(&mut lines)? {
            match cores.as_deref_mut().filter(|_| key == CORES) {
                Some(cores) => *cores = Some(self.cores(line)?),
                None => {
                    let value = self.value(&key)?;
                    entries.push(Entry { key, line, value });
                }
            }
        }
        Ok(entries)
    }

    /// Reads the next key of a mapping with its line. `lines`: of the keys before. `None` at the end of the mapping.
    pub(super) fn key(&mut self, lines: &mut HashMap<String, usize>) -> Result<Option<(String, usize)>, String> {
        let (key, line) = match self.next()? {
            (Node::Close, _) => return Ok(None),
            (Node::Scalar { value: Some(key) }, line) => (key, line),
            (_, line) => return Err(format!("line {line}: a key is the name of a setting, as in size: 20")),
        };
        match lines.insert(key.clone(), line) {
            Some(before) => Err(format!("line {line}: {} is in line {before} already; once is enough", quoted(&key))),
            None => Ok(Some((key, line))),
        }
    }

    /// Reads the list of several cores.
    fn cores(&mut self, line: usize) -> Result<Vec<Vec<Entry>>, String> {
        let form = "cores is a list of settings, as in - {size: 64, width: 2}";
        if !matches!(self.next()?, (Node::List, _)) {
            return Err(format!("line {line}: {form}"));
        }
        let mut cores = Vec::new();
        loop {
            match self.next()? {
                (Node::Mapping, _) => cores.push(self.mapping(None)?),
                (Node::Close, _) if cores.is_empty() => return Err(format!("line {line}: {form}; it is empty")),
                (Node::Close, _) => return Ok(cores),
                (_, line) => return Err(format!("line {line}: {form}")),
            }
        }
    }

    /// Reads a value, or a list of values.
    fn value(&mut self, key: &str) -> Result<Option<String>, String> {
        let [between, example] = list_form(key);
        let refused = |line| Err(format!("line {line}: {key} is one value, or a list of values as in {example}"));
        match self.next()? {
            (Node::Scalar { value }, _) => return Ok(value),
            (Node::List, _) => {}
            (_, line) => return self.closed().and(refused(line)),
        }
        let mut values = Vec::new();
        loop {
            match self.next()? {
                (Node::Scalar { value }, _) => values.extend(value),
                (Node::Close, _) => return Ok(Some(values.join(between))),
                (_, line) => return self.closed().and(refused(line)),
            }
        }
    }

    /// Reads on to the end of a mapping or list that is an error. An error within, in its nesting or aliases, is
    /// reported instead.
    fn closed(&mut self) -> Result<(), String> {
        let depth = self.depth;
        while self.depth >= depth {
            self.next()?;
        }
        Ok(())
    }

    /// Reads to the end of the text. Anything that follows is an error.
    pub(super) fn end(&mut self) -> Result<(), String> {
        match self.next()? {
            (Node::End, _) => Ok(()),
            (_, line) => Err(format!("line {line}: a second document; a configuration is one")),
        }
    }
}

fn without_aliases(line: usize) -> String {
    format!(
        "line {line}: a configuration has no anchors and aliases; write the value itself, in quotes if it begins \
        with & or *"
    )
}

fn too_deep(line: usize) -> String {
    format!("line {line}: values are nested more than {MAX_DEPTH} deep; a setting is a value or a list")
}

fn describe(error: &ScanError) -> String {
    // The parser reads a little before, and has a limit of its own.
    if error.info().contains("recursion limit") {
        return too_deep(error.marker().line());
    }
    format!("line {}: column {}: {}", error.marker().line(), error.marker().col() + 1, error.info())
}

#[cfg(test)]
mod tests {
    use super::document;
    use std::time::{Duration, Instant};

    fn refusal(text: &str) -> String {
        document(text).err().unwrap_or_else(|| panic!("{} bytes are read", text.len()))
    }

    #[test]
    fn nesting_ends_at_sixteen() {
        let nested = |depth: usize| format!("size: {}{}\n", "[".repeat(depth), "]".repeat(depth));
        assert!(refusal(&nested(15)).starts_with("line 1: size is one value"), "{}", refusal(&nested(15)));
        assert!(refusal(&nested(16)).contains("more than 16 deep"), "{}", refusal(&nested(16)));
        assert!(document("name: \"[[[[[[[[[[[[[[[[[[[[[[\" # [[[[[[[[[[[[[[[[[[[[[[[\n").is_ok());
        assert!(document("name: |\n  [[[[[[[[[[[[[[[[[[[[[[[\n  *a &b\nlicense: '*a &b'\n").is_ok());
    }

    /// Each shape fills the longest configuration that is read.
    #[test]
    fn no_shape_takes_a_second() {
        let shapes = [
            "[", "{", "]", "- ", "? ", "a: ", "\"", "'", "a", "|\n ", "- a\n", "[a, b]\n", "&", "&a ", "*a ", "!", "%",
            "---\n", "a,", "a: b\n", "\t", "\\", "{a: ", ",", ": ", "?\n", "#\n", "[[a,", "\r", " ",
        ];
        for shape in shapes {
            for start in ["", "radix: ", "radix: [", "radix: \"", "radix: |\n "] {
                let text = start.to_string() + &shape.repeat((1 << 20) / shape.len());
                let started = Instant::now();
                let found = document(&text);
                assert!(started.elapsed() < Duration::from_secs(10), "{start:?} {shape:?}: {:?}", started.elapsed());
                assert!(found.err().is_none_or(|message| message.len() < 300), "{start:?} {shape:?}");
            }
        }
    }

    #[test]
    fn aliases_are_refused_where_they_come() {
        let mut bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n".to_string();
        for (from, to) in ('a'..='y').zip('b'..='z') {
            bomb += &format!("{to}: &{to} [{}]\n", vec![format!("*{from}"); 9].join(", "));
        }
        insta::assert_snapshot!([refusal(&bomb), refusal("size: 8\nname: *x\n"), refusal("size: 8\nname: &x y")].join("\n"), @r"
        line 1: a configuration has no anchors and aliases; write the value itself, in quotes if it begins with & or *
        line 2: column 7: while parsing node, found unknown anchor
        line 2: a configuration has no anchors and aliases; write the value itself, in quotes if it begins with & or *
        ");
    }
}
