//! What companions refuse because of the target.

use crate::design::Config;
use crate::target::{Target, TARGETS};

/// Returns why there are no files for the target of a core, with the targets that there are files for. `None` if the
/// target is one of them. `lacks`: words before the name of the target. `with`: words about a target that there are
/// files for.
pub(super) fn elsewhere(config: &Config, lacks: &str, with: impl Fn(&Target) -> Option<String>) -> Option<String> {
    if with(config.target).is_some() {
        return None;
    }
    let (lacks, name) = (format!("{lacks} {}", config.target.title), |target: &Target| {
        Some(format!("{}{}", target.name, with(target)?))
    });
    let served: Vec<String> = TARGETS.iter().filter_map(name).collect();
    Some(match served.split_last() {
        Some((last, [])) => format!("{lacks}, so ask for --target {last}"),
        Some((last, others)) => format!("{lacks}, so ask for --target {} or {last}", others.join(", ")),
        None => lacks,
    })
}
