//! The sources of a core: one file, or beside it a file for each module that the cores of a library share.

use super::banner::Banner;
use super::file::File;
use super::label::Label;
use crate::emit::{self, Emitter};
use crate::rtl::Module;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Arc;

/// Prints a core with `banner` at the top of its file, which comes first.
pub(super) fn sources(label: &Label, top: &Module, banner: &str) -> Vec<File> {
    let emitter = label.emitter;
    let Some(library) = label.request.library.as_deref() else {
        return vec![File::new(label.source(""), emit::print(emitter, top, banner))];
    };
    let mut shared = Shared { emitter, library, core: label.name, names: vec![], seen: HashMap::new() };
    let top = shared.parent(top);
    let [open, close] = emitter.around(label.name);
    let (mut core, mut files) = (format!("{banner}{open}"), vec![]);
    for (name, text) in emit::files(emitter, &top, "") {
        if shared.names.iter().any(|shared| name == format!("{shared}.{}", emitter.extension())) {
            files.push(helper(label, library, name, &text));
        } else {
            core += text.strip_prefix(&open).and_then(|text| text.strip_suffix(&close)).unwrap_or(&text);
        }
    }
    files.insert(0, File::new(label.source(""), core + &close));
    files
}

/// Writes the file of a module of a library. It is the same beside every core, and may be read with each of them.
fn helper(label: &Label, library: &str, file: String, text: &str) -> File {
    let name = file.split('.').next().unwrap_or_default();
    let banner = Banner {
        command: format!("fftgen ... --library {library}"),
        license: label.request.license.clone(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        summary: format!("{name}: a module that cores of the library {library} share"),
    };
    let contents =
        format!("{}`ifndef {name}_is_read\n`define {name}_is_read\n{text}`endif\n", banner.render(label.emitter));
    File::new(file, contents)
}

/// Modules that cores share: those without modules in them, under names that say what is in them.
struct Shared<'a> {
    emitter: &'a dyn Emitter,
    library: &'a str,
    core: &'a str,
    /// Names of the modules.
    names: Vec<String>,
    /// Modules by the place of the original, which several instances may have.
    seen: HashMap<*const Module, Arc<Module>>,
}

impl Shared<'_> {
    /// Returns a module with shared modules in it.
    fn parent(&mut self, module: &Module) -> Module {
        let mut parent = module.clone();
        for instance in &mut parent.instances {
            instance.module = self.child(&instance.module);
        }
        parent
    }

    fn child(&mut self, module: &Arc<Module>) -> Arc<Module> {
        if let Some(known) = self.seen.get(&Arc::as_ptr(module)) {
            return known.clone();
        }
        // A memory of standard cells is a macro by its name.
        let child = match module.instances.is_empty() && module.memory.is_none() {
            true => self.leaf(module),
            false => self.parent(module),
        };
        let child = Arc::new(child);
        self.seen.insert(Arc::as_ptr(module), child.clone());
        child
    }

    /// Returns a module without modules in it under a name for its contents.
    fn leaf(&mut self, module: &Module) -> Module {
        let unnamed = Module { name: self.library.into(), ..module.clone() };
        let digest = Sha256::digest(emit::print(self.emitter, &unnamed, ""));
        let digest: String = digest[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        let what = module.name.strip_prefix(self.core).unwrap_or(&module.name).trim_start_matches('_');
        let name = format!("{}_{what}_{digest}", self.library);
        self.names.push(name.clone());
        Module { name, ..unnamed }
    }
}
