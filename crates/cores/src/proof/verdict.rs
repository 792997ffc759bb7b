//! What a proof has shown.

use std::fmt::{Display, Formatter, Result};

/// What a proof has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The model is the transform, modulo each of these primes.
    Exact(Vec<u64>),
    /// The model is not the transform.
    Wrong(String),
    /// The proof does not know this kind of core, for a reason.
    NotCovered(String),
}

impl Verdict {
    /// Returns the verdict on two models together: the first one that is not exact, or else all primes.
    pub fn and(self, other: Verdict) -> Verdict {
        match (self, other) {
            (Verdict::Exact(mut primes), Verdict::Exact(more)) => {
                primes.extend(more);
                primes.sort_unstable();
                primes.dedup();
                Verdict::Exact(primes)
            }
            (Verdict::Exact(_), other) => other,
            (first, _) => first,
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Verdict::Exact(primes) => {
                let primes: Vec<String> = primes.iter().map(u64::to_string).collect();
                write!(f, "modulo {}", primes.join(", "))
            }
            Verdict::Wrong(reason) => write!(f, "wrong: {reason}"),
            Verdict::NotCovered(reason) => write!(f, "not covered: {reason}"),
        }
    }
}
