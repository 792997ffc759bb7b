//! Files by name, before anything is on a disk.

/// A file: its name within the core's folder, and what is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub name: String,
    pub contents: Vec<u8>,
}

impl File {
    pub(super) fn new(name: impl Into<String>, contents: impl Into<Vec<u8>>) -> Self {
        File { name: name.into(), contents: contents.into() }
    }
}
