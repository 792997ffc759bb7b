//! What companions refuse because of the target.

use crate::design::Config;
use crate::target::{Target, TARGETS};

/// Returns why there are no files for the target of a core, with the targets that there are files for. `None` if the target is one of
/// them. `lacks`: words before the name of the target.
pub(super) fn elsewhere(config: &Config, lacks: &str, serves: impl Fn(&Target) -> bool) -> Option<String> {
    let target = config.target;
    let served = TARGETS.iter().filter(|target| serves(target)).map(|target| target.name);
    let served: Vec<&str> = served.collect();
    (!serves(target)).then(|| match served.split_last() {
        Some((last, [])) => format!("{lacks} {}, so ask for --target {last}", target.title),
        Some((last, others)) => {
            format!("{lacks} {}, so ask for --target {} or {last}", target.title, others.join(", "))
        }
        None => format!("{lacks} {}", target.title),
    })
}
