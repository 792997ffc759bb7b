//! Structs of flags: what a flag takes part in follows from its field alone.

/// Defines a struct whose fields are flags. A field makes the flag, and with it the key of configuration files. It also
/// makes the flag's part in merging and in the canonical command.
macro_rules! flags {
    (
        $(#[$outer:meta])*
        pub struct $name:ident { $($(#[$inner:meta])* pub $field:ident: Option<$value:ty>,)* }
    ) => {
        $(#[$outer])*
        #[derive(clap::Args, Clone, Default)]
        pub struct $name { $($(#[$inner])* pub $field: Option<$value>,)* }

        impl $name {
            /// Returns the flags that are given here, and the others as they are elsewhere.
            pub fn or(self, other: Self) -> Self {
                Self { $($field: self.$field.or(other.$field),)* }
            }

            /// Returns the flags that differ from their defaults, with their canonical values, in the order of the
            /// help.
            pub fn canonical(&self) -> Vec<(String, String)> {
                use $crate::cli::values::Canonical;
                let values = [$((stringify!($field), self.$field.as_ref().and_then(Canonical::canonical)),)*];
                values.into_iter().filter_map(|(field, value)| Some((field.replace('_', "-"), value?))).collect()
            }

            /// Returns what is wrong with the text of a flag, if one is.
            pub fn refused(&self) -> Option<fftgen::Error> {
                use $crate::cli::values::Canonical;
                [$(self.$field.as_ref().and_then(Canonical::refused),)*].into_iter().flatten().next()
            }
        }
    };
}

pub(super) use flags;
