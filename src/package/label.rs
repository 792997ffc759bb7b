//! Name, title and origin of a core, which its files state.

use super::banner::Banner;
use super::language::Language;
use crate::emit::Emitter;

/// Origin of the files, which they state.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Request {
    /// Command that writes these files.
    pub command: String,
    /// SPDX expression of the licence of the files.
    pub license: String,
    /// What the names of modules begin with that cores have in common, each in a file of its own. `None` writes all modules of a core into
    /// its file.
    pub library: Option<String>,
}

/// Name, title and origin of a core.
pub(crate) struct Label<'a> {
    /// Name of the top module.
    pub name: &'a str,
    /// Description of the core in a line.
    pub title: String,
    /// Language of the core and its testbench.
    pub emitter: &'a dyn Language,
    /// Request with each text on one line, because it stands in comments of five languages.
    pub request: Request,
}

impl<'a> Label<'a> {
    pub fn new(name: &'a str, title: String, request: &Request, emitter: &'a dyn Language) -> Self {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let request = Request {
            command: line(&request.command),
            license: line(&request.license),
            library: request.library.clone(),
        };
        Label { name, title, emitter, request }
    }

    /// Returns the name of a source file, which is that of the core with a suffix.
    pub fn source(&self, suffix: &str) -> String {
        format!("{}{suffix}.{}", self.name, self.emitter.extension())
    }

    /// Returns the comment at the top of a source file. `summary` follows the title.
    pub fn banner(&self, summary: &str) -> String {
        self.banner_in(self.emitter, summary)
    }

    /// Returns the comment at the top of a file in some language.
    pub fn banner_in(&self, emitter: &dyn Emitter, summary: &str) -> String {
        let Request { command, license, .. } = self.request.clone();
        let version = env!("CARGO_PKG_VERSION").to_string();
        Banner { command, license, version, summary: format!("{}: {}{summary}", self.name, self.title) }.render(emitter)
    }
}
