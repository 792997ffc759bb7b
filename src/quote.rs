//! What a user wrote, in messages.

/// What a user wrote, as a message shows it: in quotes, cut, and without control characters.
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 80;
    let cut: String = text.chars().take(SHOWN).collect();
    let dots = if cut.len() < text.len() { "..." } else { "" };
    format!("{cut:?}{dots}")
}
