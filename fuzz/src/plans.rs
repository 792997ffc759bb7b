//! Plans of cores that take milliseconds.

use fftgen::program::trial::Trial;

/// Most points of a frame of which a plan is made, where frames stream through one transform.
const MOST_POINTS: usize = 8;

/// Most points of a frame for which cores are compared.
const MOST_SEARCHED: usize = 4;

/// Largest number in a text whose core is planned: of operations of a chain, elements of an array, rows of a matrix.
const LARGEST: u64 = 64;

/// Whether all numbers of a text are small, because those of some settings are known after a plan alone.
pub fn is_small(text: &[u8]) -> bool {
    let numbers = text.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let number = |digits: &[u8]| std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<u64>().ok());
    numbers.map(number).all(|number| number.is_some_and(|number| number <= LARGEST))
}

/// Checks a core that somebody describes, and plans it if it is small. `is_small`: whether all its numbers are.
pub fn plan(trial: &Trial, is_small: bool) -> Result<String, String> {
    let points = trial.config().map_or(0, |config| config.size());
    let is_quick = match (trial.is_searched(), trial.is_stream()) {
        (true, _) => is_small && points <= MOST_SEARCHED,
        (false, true) => points <= MOST_POINTS,
        (false, false) => is_small && points <= MOST_POINTS,
    };
    let done = match (is_quick, trial.is_searched()) {
        (true, _) => trial.explain(),
        (false, false) => trial.check().map(|()| String::new()),
        // A search builds cores before all is checked.
        (false, true) => trial.config().map(|_| String::new()),
    };
    done.map_err(|error| format!("{error:#}"))
}
