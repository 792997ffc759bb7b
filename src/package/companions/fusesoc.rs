//! Core file of FuseSoC.

use super::outline::Outline;
use crate::package::file::File;
use crate::package::template::fill;

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let template = outline.emitter().templates().fusesoc;
    vec![File::new(format!("{}.core", outline.name()), fill(template, &outline.build))]
}
