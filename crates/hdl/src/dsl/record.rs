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

impl<'m, const N: usize> Signals<'m> for [Sig<'m>; N] {
    fn each(self, f: &mut dyn FnMut(Sig<'m>, &str) -> Sig<'m>) -> Self {
        std::array::from_fn(|number| f(self[number], &number.to_string()))
    }

    fn zip(self, other: Self, f: &mut dyn FnMut(Sig<'m>, Sig<'m>) -> Sig<'m>) -> Self {
        std::array::from_fn(|number| f(self[number], other[number]))
    }
}

impl<'m> Signals<'m> for Vec<Sig<'m>> {
    fn each(self, f: &mut dyn FnMut(Sig<'m>, &str) -> Sig<'m>) -> Self {
        self.into_iter().enumerate().map(|(number, signal)| f(signal, &number.to_string())).collect()
    }

    fn zip(self, other: Self, f: &mut dyn FnMut(Sig<'m>, Sig<'m>) -> Sig<'m>) -> Self {
        assert_eq!(self.len(), other.len(), "fields of two records");
        self.into_iter().zip(other).map(|(a, b)| f(a, b)).collect()
    }
}

/// Declares a record of signals: `record! { /// A complex word. pub struct Word { re, im } }`.
#[macro_export]
macro_rules! record {
    ($(#[$about:meta])* $seen:vis struct $Record:ident { $($(#[$of:meta])* $field:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        $seen struct $Record<'m> { $($(#[$of])* pub $field: $crate::dsl::Sig<'m>),* }

        impl<'m> $crate::dsl::Signals<'m> for $Record<'m> {
            fn each(
                self,
                f: &mut dyn FnMut($crate::dsl::Sig<'m>, &str) -> $crate::dsl::Sig<'m>,
            ) -> Self {
                $Record { $($field: f(self.$field, stringify!($field))),* }
            }

            fn zip(
                self,
                other: Self,
                f: &mut dyn FnMut($crate::dsl::Sig<'m>, $crate::dsl::Sig<'m>) -> $crate::dsl::Sig<'m>,
            ) -> Self {
                $Record { $($field: f(self.$field, other.$field)),* }
            }
        }

        impl $crate::dsl::Named for $Record<'_> {
            fn named(self, name: &str) -> Self {
                $crate::dsl::Signals::prefixed(self, name)
            }
        }
    };
}
