//! Designs of a sweep: all combinations that meet the conditions, or some that are drawn.

use super::super::args::Described;
use super::super::command::canonical;
use super::super::counts::figure;
use super::definition::Definition;
use fftgen::rng::Rng;
use fftgen::{Choice, Error};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// Most designs of a sweep, and most combinations of which all are looked at.
const MOST: u64 = 1_000_000;

/// Draws for each design that is wanted, after which those that were found are enough.
const TRIES: u64 = 100;

/// Bytes of a key.
const KEY_BYTES: usize = 16;

/// Design of a sweep.
pub struct Design {
    /// Place among all combinations.
    pub index: u64,
    /// Hash of what decides on its row.
    pub key: String,
}

/// Returns the designs in the order of their combinations.
pub fn chosen(definition: &Definition) -> Result<Vec<Design>, Error> {
    let indices = indices(definition)?;
    if indices.is_empty() {
        return Err(Error::Usage("no combination meets all conditions of when; leave one of them out".into()));
    }
    Ok(indices.into_par_iter().map(|index| Design { index, key: key(definition, index) }).collect())
}

fn indices(definition: &Definition) -> Result<Vec<u64>, Error> {
    let all = definition.combinations();
    let meets = |index: &u64| {
        let values = definition.values(*index);
        definition.conditions.iter().all(|condition| condition.is_met(&values))
    };
    let most = figure(MOST as usize);
    match definition.random {
        Some(wanted) if wanted > MOST => {
            Err(Error::Usage(format!("random {wanted}: a sweep has at most {most} designs; draw fewer")))
        }
        Some(wanted) => Ok(drawn(all, wanted, definition.seed, meets)),
        None if all > MOST => Err(Error::Usage(format!(
            "the values of sweep have {} combinations, and a sweep has at most {most}; give fewer values, or draw some \
             of them, as in random: 1000",
            figure(all as usize)
        ))),
        None => Ok((0..all).filter(meets).collect()),
    }
}

/// Returns the settings of the first designs of a text, at most `most`. Where it has more combinations, no conditions
/// are asked.
pub fn first_designs(text: &str, most: u64) -> Result<Vec<Described>, Error> {
    let definition = Definition::of_text(text)?;
    let indices: Vec<u64> = match definition.combinations() {
        all if all <= most => chosen(&definition)?.iter().map(|design| design.index).collect(),
        all => vec![0, all - 1],
    };
    Ok(indices.into_iter().map(|index| definition.settings(index)).collect())
}

/// Draws indices below `all`, each once.
fn drawn(all: u64, wanted: u64, seed: u64, meets: impl Fn(&u64) -> bool) -> Vec<u64> {
    let mut rng = Rng::new(seed);
    if all <= MOST {
        let mut left: Vec<u64> = (0..all).filter(meets).collect();
        let wanted = (wanted as usize).min(left.len());
        for place in 0..wanted {
            let other = place + rng.below((left.len() - place) as u64) as usize;
            left.swap(place, other);
        }
        left.truncate(wanted);
        left.sort_unstable();
        return left;
    }
    let mut found = BTreeSet::new();
    for _ in 0..TRIES * wanted {
        if found.len() as u64 == wanted {
            break;
        }
        found.extend(Some(rng.word() % all).filter(&meets));
    }
    found.into_iter().collect()
}

/// Returns the hash of the version, the stages and the command of a design.
pub fn key(definition: &Definition, index: u64) -> String {
    let stages: Vec<&str> = definition.stages.iter().map(|stage| stage.word()).collect();
    let command = canonical(&definition.settings(index), "");
    let hash = Sha256::digest(format!("{}\n{}\n{command}", env!("CARGO_PKG_VERSION"), stages.join(",")));
    hash[..KEY_BYTES].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn draws_are_distinct_and_the_same_each_time() {
        for all in [50, 1 << 40] {
            let draws = |seed| drawn(all, 20, seed, |index| index % 2 == 0);
            assert!(draws(1).windows(2).all(|pair| pair[0] < pair[1]) && draws(1).iter().all(|index| index % 2 == 0));
            assert_eq!((draws(1).len(), draws(1)), (20, draws(1)));
            assert_ne!(draws(1), draws(2));
        }
        assert_eq!(drawn(50, 100, 0, |_| true).len(), 50);
    }
}
