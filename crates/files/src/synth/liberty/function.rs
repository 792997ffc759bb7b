//! Boolean functions of the Liberty format: `!` or `'` for the complement, `*`, `&` or a blank for the conjunction, `+`
//! or `|` for the disjunction, `^` for the exclusive disjunction.

/// Characters of the longest function that is read.
const MAX_LENGTH: usize = 200;

/// Whether a function of two pins is the complement of their conjunction.
pub fn is_nand(function: &str, pins: [&str; 2]) -> bool {
    let value = |bits: u8| {
        let mut parser = Parser { text: function.as_bytes(), at: 0, pins, bits };
        parser.sum().filter(|_| parser.peek().is_none())
    };
    function.len() <= MAX_LENGTH && (0..4).all(|bits| value(bits) == Some(bits != 3))
}

/// Parser that computes the value of a function at given values of its pins.
struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    pins: [&'a str; 2],
    /// Values of the pins, the first at the low end.
    bits: u8,
}

impl Parser<'_> {
    /// Returns the next character that is no blank.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Computes a disjunction.
    fn sum(&mut self) -> Option<bool> {
        let mut value = self.product()?;
        while let Some(b'+' | b'|') = self.peek() {
            self.at += 1;
            value |= self.product()?;
        }
        Some(value)
    }

    /// Computes a conjunction, whose sign may be a blank.
    fn product(&mut self) -> Option<bool> {
        let mut value = self.difference()?;
        loop {
            match self.peek() {
                Some(b'*' | b'&') => self.at += 1,
                Some(c) if c.is_ascii_alphanumeric() || b"(!_\"".contains(&c) => {}
                _ => return Some(value),
            }
            value &= self.difference()?;
        }
    }

    /// Computes an exclusive disjunction.
    fn difference(&mut self) -> Option<bool> {
        let mut value = self.factor()?;
        while self.peek() == Some(b'^') {
            self.at += 1;
            value ^= self.factor()?;
        }
        Some(value)
    }

    /// Computes a pin, a complement or what is in parentheses.
    fn factor(&mut self) -> Option<bool> {
        let mut value = match self.peek()? {
            b'!' => {
                self.at += 1;
                !self.factor()?
            }
            b'(' => {
                self.at += 1;
                let value = self.sum()?;
                (self.peek()? == b')').then(|| self.at += 1)?;
                value
            }
            _ => {
                let rest = &self.text[self.at..];
                let end = rest.iter().position(|c| !c.is_ascii_alphanumeric() && *c != b'_').unwrap_or(rest.len());
                let pin = self.pins.iter().position(|pin| pin.as_bytes() == &rest[..end])?;
                self.at += end;
                self.bits >> pin & 1 == 1
            }
        };
        while self.peek() == Some(b'\'') {
            self.at += 1;
            value = !value;
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::is_nand;

    #[test]
    fn nand_has_many_notations() {
        for function in ["(!(A B))", "!(A&B)", "(A*B)'", "!A+!B", "(A')|(B')"] {
            assert!(is_nand(function, ["A", "B"]), "{function}");
        }
        for function in ["(A B)", "!(A+B)", "!(A^B)", "!(A C)", "!(A B", "!(A B))", "", "!A B"] {
            assert!(!is_nand(function, ["A", "B"]), "{function}");
        }
    }
}
