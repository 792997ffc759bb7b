//! `--top`: one module of a design.

use crate::cli::kinds::Core;
use fftgen::rtl::Module;
use fftgen::{quoted, Error};
use std::collections::BTreeMap;

/// `core`, `axis`, or a module's name with or without the design's in front.
pub fn find<'a>(design: &'a dyn Core, name: &str) -> Result<&'a Module, Error> {
    let [top, core] = design.modules();
    match name {
        "core" => return Ok(core),
        "axis" => return Ok(top),
        _ => {}
    }
    let mut modules = BTreeMap::new();
    collect(top, &mut modules);
    let full = format!("{}_{name}", design.name());
    let found = modules.get(name).or_else(|| modules.get(full.as_str())).copied();
    found.ok_or_else(|| {
        let short = |full: &&str| full.strip_prefix(&format!("{}_", design.name())).unwrap_or(full).to_string();
        let known: Vec<String> = modules.keys().map(short).collect();
        Error::Usage(format!(
            "top {}: {} has no such module; it has axis, {}",
            quoted(name),
            design.name(),
            known.join(", ")
        ))
    })
}

fn collect<'a>(module: &'a Module, modules: &mut BTreeMap<&'a str, &'a Module>) {
    if modules.insert(&module.name, module).is_none() {
        module.instances.iter().for_each(|instance| collect(&instance.module, modules));
    }
}
