//! The sources of a core: one file, or beside it files of what the cores of a library share, which are modules and the
//! package of a language that has one.

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
    let modules = emit::modules(emitter, &shared.parent(top), library).into_iter();
    let (common, own): (Vec<_>, Vec<_>) = modules.partition(|(name, _)| shared.names.contains(name));
    let own: Vec<String> = own.into_iter().map(|(_, text)| text).collect();
    let core = File::new(label.source(""), emit::file(emitter, banner, &own));
    let package = emitter.package(library).into_iter().map(|file| helper(label, library, "package", file));
    let common = common.into_iter().map(|file| helper(label, library, "module", file));
    [core].into_iter().chain(package).chain(common).collect()
}

/// Writes the file of what cores of a library share. It is the same beside every core, and may be read with each.
fn helper(label: &Label, library: &str, what: &str, (name, text): (String, String)) -> File {
    let banner = Banner {
        command: format!("fftgen ... --library {library}"),
        license: label.request.license.clone(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        summary: format!("{name}: a {what} that cores of the library {library} share"),
    };
    let [open, close] = label.emitter.once(&name);
    let contents = banner.render(label.emitter) + &open + &emit::file(label.emitter, "", &[text]) + &close;
    File::new(format!("{name}.{}", label.emitter.extension()), contents)
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
