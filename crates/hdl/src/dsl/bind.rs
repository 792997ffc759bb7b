//! Names of signals from the variables that they are bound to.

use super::{Reg, Sig};
use std::cell::Cell;

/// What has a name in the Verilog.
pub trait Named {
    /// Names what has no name yet.
    fn named(self, name: &str) -> Self;
}

impl Named for Sig<'_> {
    fn named(self, name: &str) -> Self {
        let prefix = self.m.prefix.borrow();
        self.m.with(|m| {
            let info = &mut m.nets[self.net.index()];
            if !matches!(info.op, crate::rtl::Op::Input { .. } | crate::rtl::Op::Const(_)) {
                info.name.get_or_insert_with(|| format!("{prefix}{name}"));
            }
        });
        self
    }
}

impl Named for Reg<'_> {
    fn named(self, name: &str) -> Self {
        (*self).named(name);
        self
    }
}

impl<T: Named> Named for Option<T> {
    fn named(self, name: &str) -> Self {
        self.map(|value| value.named(name))
    }
}

impl<T: Named, const N: usize> Named for [T; N] {
    fn named(self, name: &str) -> Self {
        let mut number = 0..;
        self.map(|value| value.named(&numbered(name, number.next().unwrap_or(0))))
    }
}

impl<T: Named> Named for Vec<T> {
    fn named(self, name: &str) -> Self {
        self.into_iter().enumerate().map(|(number, value)| value.named(&numbered(name, number))).collect()
    }
}

/// The name of one of several values: `word0`. Registers `word_0`, `word_1` would be printed as one vector, in which
/// synthesis does not find what they have in common with other registers.
fn numbered(name: &str, number: usize) -> String {
    let between = if name.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" };
    format!("{name}{between}{number}")
}

/// A value that `#[hdl]` binds: what is [`Named`] takes the name, and any other value has none.
pub struct Bound<T>(Cell<Option<T>>);

impl<T> Bound<T> {
    /// Takes a value that is bound once.
    pub fn new(value: T) -> Self {
        Bound(Cell::new(Some(value)))
    }

    fn value(&self) -> T {
        self.0.take().expect("a value is bound once")
    }
}

/// Binds a value with a name.
pub trait BindsSignal {
    /// The value.
    type Value;
    /// Names the value and returns it.
    fn bind(&self, name: &str) -> Self::Value;
}

impl<T: Named> BindsSignal for Bound<T> {
    type Value = T;
    fn bind(&self, name: &str) -> T {
        self.value().named(name)
    }
}

/// Binds a value without a name. The compiler takes this trait for a reference to a reference only, after
/// [`BindsSignal`].
pub trait BindsOther {
    /// The value.
    type Value;
    /// Returns the value.
    fn bind(&self, name: &str) -> Self::Value;
}

impl<T> BindsOther for &Bound<T> {
    type Value = T;
    fn bind(&self, _: &str) -> T {
        self.value()
    }
}

/// What `#[hdl]` does with a variable: names a signal, and passes any other value on.
#[macro_export]
macro_rules! bind {
    ($value:expr, $name:literal) => {{
        #[allow(unused_imports)]
        use $crate::dsl::{BindsOther, BindsSignal};
        (&$crate::dsl::Bound::new($value)).bind($name)
    }};
}
