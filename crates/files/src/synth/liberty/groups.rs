//! Groups of the Liberty format: `kind (name) { attribute : value; … }`, one inside another.

/// Group with its attributes and the groups inside it.
#[derive(Default, Debug)]
pub struct Group {
    /// Kind, for example `cell`.
    pub kind: String,
    /// What stands in parentheses after the kind.
    pub name: String,
    /// Simple attributes with their values, without quotes.
    pub attributes: Vec<(String, String)>,
    /// Groups inside.
    pub groups: Vec<Group>,
}

/// Part of a text.
#[derive(Clone, PartialEq, Debug)]
enum Token {
    /// Word, number or string.
    Word(String),
    /// Mark: one of `(){}:;,`.
    Mark(char),
}

/// Kinds of groups that are kept. Tables of delays and of energy, which are most of a file, are dropped.
const KEPT: [&str; 7] = ["library", "cell", "pin", "bus", "bundle", "ff", "latch"];

/// Maximum depth of groups inside one another. A table of delays is the fifth of a library.
const MAX_DEPTH: usize = 64;

impl Group {
    /// Reads the outermost group of a text, or returns an error message.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut open: Vec<Group> = Vec::new();
        let mut head: Vec<Token> = Vec::new();
        for (line, token) in Tokens::new(text) {
            match token {
                Token::Mark('{') if open.len() == MAX_DEPTH => {
                    return Err(format!(
                    "line {line}: groups are nested more than {MAX_DEPTH} deep; close those that have ended by a brace"
                ))
                }
                Token::Mark('{') => open.push(Group::opened(&head).ok_or(format!("line {line}: a group has no name"))?),
                Token::Mark('}') => {
                    let group = open.pop().ok_or(format!("line {line}: a brace closes nothing"))?;
                    match open.last_mut() {
                        None => return Ok(group),
                        Some(outer) if KEPT.contains(&group.kind.as_str()) => outer.groups.push(group),
                        Some(_) => {}
                    }
                }
                Token::Mark(';') => {
                    if let (Some(group), [Token::Word(name), Token::Mark(':'), value @ ..]) =
                        (open.last_mut(), &head[..])
                    {
                        group.attributes.push((name.clone(), words(value)));
                    }
                }
                token => {
                    // An attribute without a semicolon ends with its line in some files.
                    if let ([Token::Word(name), Token::Mark(':'), value @ ..], Token::Mark(':' | '(')) =
                        (&head[..], &token)
                    {
                        let Some((next, value)) = value.split_last().filter(|_| value.len() > 1) else { continue };
                        if let Some(group) = open.last_mut() {
                            group.attributes.push((name.clone(), words(value)));
                        }
                        head = vec![next.clone()];
                    }
                    head.push(token);
                    continue;
                }
            }
            head.clear();
        }
        Err(if open.is_empty() { "it has no group".into() } else { "it ends within a group".to_string() })
    }

    /// Returns the value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Lists the groups of a kind inside the group.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Group> {
        self.groups.iter().filter(move |group| group.kind == kind)
    }

    /// Returns the group that begins with `kind (name)`.
    fn opened(head: &[Token]) -> Option<Self> {
        // What precedes the kind is an attribute by parentheses without a semicolon.
        let parenthesis = head.iter().rposition(|token| *token == Token::Mark('('))?;
        let Token::Word(kind) = head[..parenthesis].last()? else { return None };
        let name = words(&head[parenthesis + 1..]);
        Some(Group { kind: kind.clone(), name, ..Group::default() })
    }
}

/// Joins the words among tokens.
fn words(tokens: &[Token]) -> String {
    let words = tokens.iter().filter_map(|token| match token {
        Token::Word(word) => Some(word.as_str()),
        Token::Mark(_) => None,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Tokens of a text, with their lines.
struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        Tokens { rest: text, line: 1 }
    }

    /// Takes bytes off the rest, and counts their lines.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Skips blanks, continued lines and comments.
    fn skip(&mut self) {
        loop {
            let blank = self.rest.find(|c: char| !c.is_whitespace() && c != '\\').unwrap_or(self.rest.len());
            self.take(blank);
            let end = match self.rest {
                text if text.starts_with("/*") => text.find("*/").map(|at| at + 2),
                text if text.starts_with("//") => text.find('\n'),
                _ => return,
            };
            self.take(end.unwrap_or(self.rest.len()));
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = (usize, Token);

    fn next(&mut self) -> Option<(usize, Token)> {
        const MARKS: &str = "(){}:;,";
        self.skip();
        let (line, first) = (self.line, self.rest.chars().next()?);
        let token = match first {
            '"' => {
                let end = self.rest[1..].find('"').map_or(self.rest.len(), |end| end + 2);
                Token::Word(self.take(end).trim_matches('"').to_string())
            }
            mark if MARKS.contains(mark) => {
                self.take(1);
                Token::Mark(mark)
            }
            _ => {
                let is_end = |c: char| c.is_whitespace() || c == '"' || MARKS.contains(c);
                let end = self.rest.find(is_end).unwrap_or(self.rest.len());
                Token::Word(self.take(end).to_string())
            }
        };
        Some((line, token))
    }
}
