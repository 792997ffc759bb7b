//! Choices by a word.

/// A choice among values that have words. Flags, configuration files and manifests use these words.
///
/// ```
/// use fftgen_maths::format::Rounding;
/// use fftgen_maths::Choice;
/// assert_eq!(Rounding::HalfUp.word(), "half-up");
/// assert_eq!(Rounding::from_word("truncate"), Some(Rounding::Truncate));
/// ```
pub trait Choice: Clone + PartialEq + 'static {
    /// The words and their values, in the order in which help and messages list them. The first word of a value is its
    /// canonical one.
    const WORDS: &'static [(&'static str, Self)];

    /// Finds the value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(candidate, _)| *candidate == word).map(|(_, value)| value.clone())
    }

    /// Returns the canonical word, which is empty for a value without a word.
    fn word(&self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| value == self).map_or("", |(word, _)| word)
    }

    /// Lists the words, with commas between them.
    fn words() -> String {
        Self::WORDS.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
    }
}
