//! What is run at a push, and what `FFTGEN_GRID=full` asks for beside it.

/// Whether all cases are asked for.
pub fn is_full() -> bool {
    std::env::var("FFTGEN_GRID").is_ok_and(|grid| grid == "full")
}

/// Every `of`-th of some cases, from the first one on, or all of them.
pub fn share<T>(cases: impl IntoIterator<Item = T>, of: usize) -> impl Iterator<Item = T> {
    cases.into_iter().step_by(if is_full() { 1 } else { of })
}
