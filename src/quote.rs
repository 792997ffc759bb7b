//! Quotation of a user's text in messages.

/// Returns a user's text as messages show it: in quotes, cut to 80 characters, and with control characters escaped.
pub fn quoted(text: &str) -> String {
    const MAX_CHARS: usize = 80;
    let cut: String = text.chars().take(MAX_CHARS).collect();
    let dots = if cut.len() < text.len() { "..." } else { "" };
    format!("{cut:?}{dots}")
}
