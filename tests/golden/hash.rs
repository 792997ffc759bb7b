//! FNV-1a: the same on every machine and with every version of the standard library (Fowler, Noll and Vo 1991).

use std::fmt::{Display, Formatter, Result};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub fn of(text: &str) -> Hash {
        let mut hash = Hash::default();
        hash.add(text);
        hash
    }

    /// Adds a text and an end of line.
    pub fn add(&mut self, text: &str) {
        self.bytes(text.bytes().chain([b'\n']));
    }

    /// Adds another hash.
    pub fn join(&mut self, other: Hash) {
        self.bytes(other.0.to_le_bytes());
    }

    fn bytes(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

impl Display for Hash {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{:016x}", self.0)
    }
}
