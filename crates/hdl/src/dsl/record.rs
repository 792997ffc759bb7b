//! Records of signals.

use super::{Named, Sig};

/// Several signals that belong together. What is done to a record is done to each of its fields.
pub trait Signals<'m>: Sized {
    /// Applies a function to each field and its name.
    fn each(self, f: &mut dyn FnMut(Sig<'m>, &str) -> Sig<'m>) -> Self;

    /// Joins the fields of two records.
    fn zip(self, other: Self, f: &mut dyn FnMut(Sig<'m>, Sig<'m>) -> Sig<'m>) -> Self;

    /// Delays each field until a cycle.
    fn until(self, cycle: i32) -> Self {
        self.each(&mut |signal, _| signal.until(cycle))
    }

    /// Each field some clock cycles later, of the same beat.
    fn later(self, cycles: u32) -> Self {
        self.each(&mut |signal, _| signal.later(cycles))
    }

    /// `condition ? then : other`, field by field.
    fn choose(condition: Sig<'m>, then: Self, other: Self) -> Self {
        then.zip(other, &mut |then, other| condition.mux(then, other))
    }

    /// Names each field `<prefix>_<field>` that has no name yet.
    fn prefixed(self, prefix: &str) -> Self {
        self.each(&mut |signal, name| signal.named(&format!("{prefix}_{name}")))
    }
}

impl<'m> Signals<'m> for Sig<'m> {
    fn each(self, f: &mut dyn FnMut(Sig<'m>, &str) -> Sig<'m>) -> Self {
        f(self, "")
    }

    fn zip(self, other: Self, f: &mut dyn FnMut(Sig<'m>, Sig<'m>) -> Sig<'m>) -> Self {
        f(self, other)
    }
}

impl<'m, S: Signals<'m>, const N: usize> Signals<'m> for [S; N] {
    fn each(self, f: &mut dyn FnMut(Sig<'m>, &str) -> Sig<'m>) -> Self {
        let mut numbers = 0..N;
        self.map(|part| each_of(&numbers.next().unwrap_or(N).to_string(), part, f))
    }

    fn zip(self, other: Self, f: &mut dyn FnMut(Sig<'m>, Sig<'m>) -> Sig<'m>) -> Self {
        let mut others = other.into_iter();
        self.map(|part| part.zip(others.next().expect("as many parts"), f))
    }
}

impl<'m, S: Signals<'m>> Signals<'m> for Vec<S> {
    fn each(self, f: &mut dyn FnMut(Sig<'m>, &str) -> Sig<'m>) -> Self {
        self.into_iter().enumerate().map(|(number, part)| each_of(&number.to_string(), part, f)).collect()
    }

    fn zip(self, other: Self, f: &mut dyn FnMut(Sig<'m>, Sig<'m>) -> Sig<'m>) -> Self {
        assert_eq!(self.len(), other.len(), "fields of two records");
        self.into_iter().zip(other).map(|(a, b)| a.zip(b, f)).collect()
    }
}

/// Applies a function to each signal of a field. The names of its own fields come after that of the field.
pub fn each_of<'m, S: Signals<'m>>(name: &str, field: S, f: &mut dyn FnMut(Sig<'m>, &str) -> Sig<'m>) -> S {
    field.each(&mut |signal, own| if own.is_empty() { f(signal, name) } else { f(signal, &format!("{name}_{own}")) })
}

/// Declares a record of signals: `record! { /// A complex word. pub struct Word { re, im } }`. A field may have a type
/// that is made of signals: `words: [Word<'m>; 2]`.
#[macro_export]
macro_rules! record {
    (@type $m:lifetime) => { $crate::dsl::Sig<$m> };
    (@type $m:lifetime $Type:ty) => { $Type };
    ($(#[$about:meta])* $seen:vis struct $Record:ident { $($(#[$of:meta])* $field:ident $(: $Type:ty)?),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        $seen struct $Record<'m> { $($(#[$of])* pub $field: $crate::record!(@type 'm $($Type)?)),* }

        impl<'m> $crate::dsl::Signals<'m> for $Record<'m> {
            fn each(
                self,
                f: &mut dyn FnMut($crate::dsl::Sig<'m>, &str) -> $crate::dsl::Sig<'m>,
            ) -> Self {
                $Record { $($field: $crate::dsl::each_of(stringify!($field), self.$field, f)),* }
            }

            fn zip(
                self,
                other: Self,
                f: &mut dyn FnMut($crate::dsl::Sig<'m>, $crate::dsl::Sig<'m>) -> $crate::dsl::Sig<'m>,
            ) -> Self {
                $Record { $($field: $crate::dsl::Signals::zip(self.$field, other.$field, f)),* }
            }
        }

        impl $crate::dsl::Named for $Record<'_> {
            fn named(self, name: &str) -> Self {
                $crate::dsl::Signals::prefixed(self, name)
            }
        }
    };
}
