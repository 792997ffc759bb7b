//! Tables of cases with a `#[test]` for each row.

/// Makes a module of tests, one for each row, which passes the row's values to a function. A failure names the module, which
/// states what holds, and the row. A row has another name than the functions that its values call. At a push every third row
/// is run, from the first one on.
macro_rules! cases {
    ($(#[$doc:meta])* $claim:ident($check:expr) { $($row:ident: ($($value:expr),* $(,)?),)* }) => {
        $(#[$doc])*
        mod $claim {
            use super::*;

            const ROWS: &[&str] = &[$(stringify!($row)),*];

            $(
                #[test]
                fn $row() {
                    if crate::support::full::share(ROWS, 3).any(|row| *row == stringify!($row)) {
                        $check($($value),*);
                    }
                }
            )*
        }
    };
}

pub(crate) use cases;
