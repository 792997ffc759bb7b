//! Files in memory.

/// File with its name within the core's folder and its contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Name within the folder.
    pub name: String,
    /// Bytes of the file.
    pub contents: Vec<u8>,
}

impl File {
    pub(super) fn new(name: impl Into<String>, contents: impl Into<Vec<u8>>) -> Self {
        File { name: name.into(), contents: contents.into() }
    }
}
