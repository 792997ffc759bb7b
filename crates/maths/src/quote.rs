//! Words of messages: quotations of a user's text, figures, and counts of things.

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
/// let adders = [1, 2, 10_000].map(|count| fftgen_maths::counted(count, "adder"));
/// assert_eq!(adders, ["1 adder", "2 adders", "10,000 adders"]);
/// ```
pub fn counted(count: usize, thing: &str) -> String {
    format!("{} {thing}{}", figure(count), if count == 1 { "" } else { "s" })
}

/// Writes a figure for people: with commas between thousands, if it has more than four digits. Values of flags are as
/// flags take them.
///
/// ```
/// let figures = [0, 9_999, 10_000, 123_456, 1_234_567].map(fftgen_maths::figure);
/// assert_eq!(figures, ["0", "9999", "10,000", "123,456", "1,234,567"]);
/// ```
pub fn figure(figure: usize) -> String {
    let digits = figure.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}
