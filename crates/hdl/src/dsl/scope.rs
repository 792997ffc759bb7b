//! Prefixes of names.

use super::Builder;

/// A part of a module whose signals have names with a prefix, until it is dropped.
#[must_use = "a scope ends when it is dropped"]
pub struct Scope<'m> {
    m: &'m Builder,
    /// Length of the prefix around it.
    outer: usize,
}

impl Builder {
    /// Begins a part of the module: `let _scope = m.scope("read");` names a signal `count` from here on `read_count`.
    pub fn scope(&self, name: &str) -> Scope<'_> {
        let mut prefix = self.prefix.borrow_mut();
        let outer = prefix.len();
        prefix.push_str(name);
        prefix.push('_');
        Scope { m: self, outer }
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        self.m.prefix.borrow_mut().truncate(self.outer);
    }
}
