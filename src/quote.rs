//! Words of messages: quotations of a user's text, and counts of things.

/// Returns a user's text as messages show it: in quotes, cut to 80 characters, and with control characters escaped.
pub fn quoted(text: &str) -> String {
    const MAX_CHARS: usize = 80;
    let cut: String = text.chars().take(MAX_CHARS).collect();
    let dots = if cut.len() < text.len() { "..." } else { "" };
    format!("{cut:?}{dots}")
}

/// Writes a number of things, of which `thing` is the singular.
///
/// ```
/// assert_eq!([0, 1, 2].map(|count| fftgen::counted(count, "adder")), ["0 adders", "1 adder", "2 adders"]);
/// ```
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
