//! Identifiers: legal, unique in their module, and equal in each run.

use std::collections::HashMap;

/// Identifiers of one module.
pub(super) struct Names<'a> {
    identifier: &'a dyn Fn(&str) -> String,
    is_reserved: &'a dyn Fn(&str) -> bool,
    /// Names in use, each with the last number appended to it.
    taken: HashMap<String, u32>,
}

impl<'a> Names<'a> {
    /// Creates an empty set of names.
    pub fn new(identifier: &'a dyn Fn(&str) -> String, is_reserved: &'a dyn Fn(&str) -> bool) -> Self {
        Names { identifier, is_reserved, taken: HashMap::new() }
    }

    /// Returns the wanted name, or if it is not free the name with the lowest free number from 2 on.
    pub fn unique(&mut self, wanted: &str) -> String {
        let wanted = (self.identifier)(&legal(wanted));
        if self.is_free(&wanted) {
            self.taken.insert(wanted.clone(), 1);
            return wanted;
        }
        self.taken.entry(wanted.clone()).or_insert(1);
        self.numbered(&wanted)
    }

    fn is_free(&self, name: &str) -> bool {
        !self.taken.contains_key(name) && !(self.is_reserved)(name)
    }

    /// Returns a name with the next free number appended, counting from 1 if `kind` itself is not in use.
    pub fn numbered(&mut self, kind: &str) -> String {
        loop {
            let count = self.taken.entry(kind.to_string()).or_insert(0);
            *count += 1;
            let name = format!("{kind}_{count}");
            if self.is_free(&name) {
                self.taken.insert(name.clone(), 1);
                return name;
            }
        }
    }
}

/// Converts a name to an identifier: letters, digits and underscores, not beginning with a digit.
fn legal(name: &str) -> String {
    let mut legal: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !legal.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        legal.insert(0, 'n');
    }
    legal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_and_unique() {
        let mut names = Names::new(&str::to_string, &|word| word == "reg");
        let given: Vec<String> = ["a", "a", "reg", "3 x", "a_2", "a"].iter().map(|n| names.unique(n)).collect();
        assert_eq!(given, ["a", "a_2", "reg_2", "n3_x", "a_2_2", "a_3"]);
        assert_eq!(names.numbered("sum"), "sum_1");
        assert_eq!(names.numbered("sum"), "sum_2");
        let mut names = Names::new(&str::to_string, &|word| word == "and");
        assert_eq!([names.numbered("and"), names.numbered("and")], ["and_1", "and_2"]);
    }
}
