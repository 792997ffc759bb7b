//! Script of Yosys, and the list of sources.

use super::outline::Outline;
use crate::package::file::File;
use crate::package::template::fill;

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let script = include_str!("../../../templates/companions/yosys.ys.hbs");
    vec![File::new(format!("{}.ys", outline.name()), fill(script, &outline.build))]
}

pub(super) fn filelist(outline: &Outline) -> Vec<File> {
    let list = include_str!("../../../templates/companions/filelist.f.hbs");
    vec![File::new(format!("{}.f", outline.name()), fill(list, &outline.build))]
}
