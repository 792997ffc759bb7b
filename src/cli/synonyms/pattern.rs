//! Words with numbers in them.

/// Returns the numbers in a text that has the form of a pattern, in which `#` stands for a number and a last `*` for
/// any rest.
pub fn numbers<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let (mut found, mut rest) = (Vec::new(), text);
    for c in pattern.chars() {
        match c {
            '#' => {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let (number, after) = rest.split_at(end);
                found.extend(Some(number).filter(|number| !number.is_empty()));
                if number.is_empty() {
                    return None;
                }
                rest = after;
            }
            '*' => return Some(found),
            c => rest = rest.strip_prefix(c)?,
        }
    }
    rest.is_empty().then_some(found)
}

/// Puts numbers into the places that a text has for them.
pub fn filled(text: &str, numbers: &[&str]) -> String {
    numbers.iter().fold(text.to_string(), |text, number| text.replacen('#', number, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_and_put_into_their_places() {
        assert_eq!(numbers("q#.#", "q1.15"), Some(vec!["1", "15"]));
        assert_eq!(numbers("xc7*", "xc7a100t"), Some(vec![]));
        assert_eq!(
            [("q#.#", "q1."), ("q#", "q1.15"), ("#", ""), ("half", "hal")].map(|(p, t)| numbers(p, t)),
            [const { None }; 4]
        );
        assert_eq!(filled("e#m#", &["8", "23"]), "e8m23");
    }
}
