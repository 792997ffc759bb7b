//! A core in Python.

/// Flags that a core does not depend on.
const LEFT_OUT: [&str; 4] = ["out", "emit", "force", "license"];

/// Returns the call that makes the core of a command, whose flags are keywords in Python. `None` for a command that
/// needs a shell to be taken apart, or a file.
pub fn constructor(command: &str) -> Option<String> {
    let mut words = command.strip_prefix("fftgen ")?.split(' ').peekable();
    let mut keywords = vec![];
    while let Some(word) = words.next() {
        let flag = word.strip_prefix("--")?;
        let (flag, value) = match flag.split_once('=') {
            Some((flag, value)) => (flag, Some(value)),
            None => (flag, words.next_if(|word| !word.starts_with("--"))),
        };
        let value = match value {
            None => "True".into(),
            Some(value) if value.parse::<u64>().is_ok() => value.to_string(),
            Some(value) if value.chars().all(|c| c.is_ascii_alphanumeric() || "-+.,:/_=".contains(c)) => {
                format!("\"{value}\"")
            }
            Some(_) => return None,
        };
        if flag == "config" || flag == "chain" {
            return None;
        }
        if !LEFT_OUT.contains(&flag) {
            keywords.push(format!("{}={value}", flag.replace('-', "_")));
        }
    }
    Some(format!("Design({})", keywords.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_keywords() {
        let made = constructor("fftgen --size 8x8 --width 4 --precision fp32 --inverse --twiddle-bits=18 --out rtl");
        let wanted = "Design(size=\"8x8\", width=4, precision=\"fp32\", inverse=True, twiddle_bits=18)";
        assert_eq!(made.as_deref(), Some(wanted));
        assert_eq!(constructor("fftgen --size 8 --name 'a b'"), None);
        assert_eq!(constructor("fftgen --config fft.yaml --width 4"), None);
    }
}
