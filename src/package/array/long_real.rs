//! Text about the points of real samples of one dimension.

use crate::array::Plan;
use crate::design::Config;
use crate::formula::Kind;

/// Describes points and results of a frame of real samples of one dimension. A point in an element has the numbers a, b
/// and c, and a result d, e and f, as the README says which.
pub(super) fn long_real(plan: &Plan, config: &Config) -> Option<String> {
    plan.long.filter(|_| config.kind == Kind::Real)?;
    let size = config.size();
    let (mut lengths, mut letters) =
        (plan.rounds.iter().map(|round| round.length).collect::<Vec<_>>(), ["a", "b", "c"]);
    let mut results = ["d", "e", "f"];
    let count = lengths.len();
    if config.inverse {
        lengths.reverse();
        letters[..count].reverse();
        results[..count].reverse();
        std::mem::swap(&mut letters, &mut results);
    }
    let [samples, values] = if config.inverse { ["result", "point"] } else { ["point", "result"] };
    let sample = |first: String| match count {
        2 => format!("{first}·{} + {}", lengths[1], letters[1]),
        _ => format!("({first}·{} + {})·{} + {}", lengths[1], letters[1], lengths[2], letters[2]),
    };
    let [first, second] = [format!("2{}", letters[0]), format!("(2{} + 1)", letters[0])].map(sample);
    let [p, q, r] = results;
    let [half, half_length] = [lengths[0], lengths[1] / 2];
    let (number, more) = match count {
        2 => (format!("{p} + {}·{q}", 2 * half), String::new()),
        _ => (
            format!("{p} + {}·({q} + {}·{r})", 2 * half, lengths[1]),
            format!(", or {} more if {p} and {q} are 0 and {r} is at least {}", half * lengths[1], lengths[2] / 2),
        ),
    };
    Some(format!(
        "A frame is {size} real samples. A {samples} has sample {first} as its real and sample {second} as its \
         imaginary\npart. A {values} has \
         X\\[k\\] with k = {number}, and {half} more if {p} is 0 and {q} is at least {half_length}{more}. Where k is \
         above\n{0}, it has \
         X\\[{size} - k\\] in its place, the conjugate. The one of k = 0 has X\\[0\\] as its real and X\\[{0}\\] as \
         its imaginary part: both \
         are real.",
        size / 2
    ))
}
