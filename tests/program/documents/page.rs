//! Commands of a page in Markdown, with what the page shows of their output.

use std::path::Path;

/// When a command runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// In every test.
    Always,
    /// Never in a test: it takes what a test has not, such as an installation.
    Elsewhere,
}

/// Command for a shell, with the lines that the page shows below it.
#[derive(Debug)]
pub struct Command {
    pub text: String,
    pub shown: Vec<String>,
}

/// Part of a page that matters for a test.
#[derive(Debug)]
pub enum Part {
    /// File whose name is the comment in its first line.
    File { name: String, text: String },
    /// Lines that a file has which the commands before have written.
    Excerpt { line: usize, text: String },
    /// Commands that begin in the folder of the page, and follow each other in one shell.
    Block { line: usize, when: When, commands: Vec<Command> },
}

/// Page in the order of its lines.
pub struct Page {
    pub name: String,
    pub parts: Vec<Part>,
}

impl Page {
    /// Reads a page: fences of `console`, `yaml` and `verilog`, and whole commands in the text, which name a core.
    pub fn new(path: &Path) -> Self {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).expect("a page");
        let (mut parts, mut lines) = (vec![], text.lines().enumerate());
        while let Some((at, line)) = lines.next() {
            match line.strip_prefix("```") {
                Some(language) => {
                    let inside = lines.by_ref().map(|(_, line)| line.to_string()).take_while(|line| line != "```");
                    parts.extend(fence(&name, at + 1, language, inside.collect()));
                }
                None => parts.extend(inline(line).map(|text| {
                    let commands = vec![Command { text, shown: vec![] }];
                    Part::Block { line: at + 1, when: When::Always, commands }
                })),
            }
        }
        Page { name, parts }
    }

    /// All commands with the line of their block and when they run.
    pub fn commands(&self) -> impl Iterator<Item = (&Command, When)> {
        self.parts.iter().flat_map(|part| match part {
            Part::File { .. } | Part::Excerpt { .. } => vec![],
            Part::Block { when, commands, .. } => commands.iter().map(|command| (command, *when)).collect(),
        })
    }
}

fn fence(page: &str, line: usize, language: &str, inside: Vec<String>) -> Option<Part> {
    let when = match language {
        "console" => When::Always,
        "console,elsewhere" => When::Elsewhere,
        "yaml" => {
            let name = inside.first().and_then(|first| first.strip_prefix("# "));
            let name =
                name.unwrap_or_else(|| panic!("{page}:{line}: the first line of yaml is its name, as in # a.yaml"));
            return Some(Part::File { name: name.into(), text: inside.join("\n") + "\n" });
        }
        "verilog" => return Some(Part::Excerpt { line, text: inside.join("\n") }),
        // Drawings and data, what the tests of the library run, and what those of the Python package run.
        "text" | "rust" | "python" => return None,
        _ => panic!("{page}:{line}: no meaning is known for ```{language}"),
    };
    let mut commands: Vec<Command> = vec![];
    for text in inside {
        match (text.strip_prefix("$ "), commands.last_mut()) {
            (Some(text), _) => commands.push(Command { text: text.into(), shown: vec![] }),
            (None, Some(last)) => last.shown.push(text),
            (None, None) => panic!("{page}:{line}: a command begins with $"),
        }
    }
    Some(Part::Block { line, when, commands })
}

/// Whole commands in a line of text.
fn inline(line: &str) -> impl Iterator<Item = String> + '_ {
    let names_core = |code: &&str| ["--size ", "--sizes ", "--config "].iter().any(|flag| code.contains(flag));
    line.split('`').skip(1).step_by(2).filter(|code| code.starts_with("fftgen ")).filter(names_core).map(str::to_string)
}
