//! Prints a design: each module after the modules that it uses.

use super::emitter::Emitter;
use super::view::{Labels, ModuleView};
use crate::rtl::Module;
use std::collections::{HashMap, HashSet};

/// Prints a design as one file with `banner` at the top. Every module is printed once, after the modules that it uses.
///
/// [`files`] prints each module to a file of its own.
pub fn print(emitter: &dyn Emitter, top: &Module, banner: &str) -> String {
    let package = emitter.package(&top.name).into_iter();
    let texts: Vec<String> = package.chain(modules(emitter, top, &top.name)).map(|(_, text)| text).collect();
    file(emitter, banner, &texts)
}

/// Prints a design as one file for each module. Returns names and texts; the top module is last. A file is named after
/// its module and begins with the banner.
pub fn files(emitter: &dyn Emitter, top: &Module, banner: &str) -> Vec<(String, String)> {
    let texts = emitter.package(&top.name).into_iter().chain(modules(emitter, top, &top.name));
    texts.map(|(name, text)| (format!("{name}.{}", emitter.extension()), file(emitter, banner, &[text]))).collect()
}

/// Returns the text of a file of some modules.
pub fn file(emitter: &dyn Emitter, banner: &str, modules: &[String]) -> String {
    let [open, close] = emitter.around();
    let length: usize = modules.iter().map(|text| text.len() + 1).sum();
    let mut out = String::with_capacity(banner.len() + open.len() + length + close.len());
    out.push_str(banner);
    out.push_str(open);
    for text in modules {
        out.push('\n');
        out.push_str(text);
    }
    out.push_str(close);
    out
}

/// Returns name and text of each module, in dependency order. `design`: what the name of the package that they use begins
/// with.
pub fn modules(emitter: &dyn Emitter, top: &Module, design: &str) -> Vec<(String, String)> {
    let mut printer = Printer { emitter, design, instances: instances(top), seen: HashMap::new(), printed: Vec::new() };
    printer.visit(top);
    printer.printed
}

/// Printer of the modules of a design.
struct Printer<'a> {
    emitter: &'a dyn Emitter,
    /// What the name of the package of all modules begins with.
    design: &'a str,
    /// Names of all instances of the design.
    instances: HashSet<&'a str>,
    /// Visited modules by name.
    seen: HashMap<&'a str, *const Module>,
    /// Name and text of each printed module.
    printed: Vec<(String, String)>,
}

impl<'a> Printer<'a> {
    /// Prints a module after the modules that it uses.
    fn visit(&mut self, module: &'a Module) {
        match self.seen.get(module.name.as_str()) {
            Some(&visited) if std::ptr::eq(visited, module) => return,
            Some(_) => return self.compare(module),
            None => (),
        }
        self.seen.insert(&module.name, module);
        let view = ModuleView::new(module);
        let text = self.text(&view);
        for (instance, _) in module.instances.iter().zip(&view.live_instances).filter(|(_, live)| **live) {
            self.visit(&instance.module);
        }
        self.printed.push((module.name.clone(), text));
    }

    /// Returns the text of a module.
    fn text(&self, view: &ModuleView) -> String {
        let labels = Labels::new(view, &|name| self.emitter.identifier(name), &|word| {
            self.emitter.is_reserved(word)
                || self.emitter.used_names().contains(&word)
                || self.is_elsewhere(view.module, word)
        });
        let mut text = String::new();
        self.emitter.module(self.design, view, &labels, &mut text);
        text
    }

    /// Whether another module has an instance of this name. A signal of the name would hide the instance if that module
    /// contains this one.
    fn is_elsewhere(&self, module: &Module, name: &str) -> bool {
        let mut own = module.inputs.iter().chain(&module.outputs).map(|port| &port.name);
        self.instances.contains(name)
            && own.all(|own| own != name)
            && module.instances.iter().all(|instance| instance.name != name)
    }

    /// Panics if a module differs from the printed module of its name.
    fn compare(&self, module: &Module) {
        let text = self.text(&ModuleView::new(module));
        let same = self.printed.iter().any(|(name, printed)| *name == module.name && *printed == text);
        assert!(same, "two different modules are named {}", module.name);
    }
}

/// Returns the names of all instances at any depth of a module.
fn instances(top: &Module) -> HashSet<&str> {
    let (mut names, mut seen, mut open) = (HashSet::new(), HashSet::new(), vec![top]);
    while let Some(module) = open.pop() {
        if seen.insert(std::ptr::from_ref(module)) {
            names.extend(module.instances.iter().map(|instance| instance.name.as_str()));
            open.extend(module.instances.iter().map(|instance| &*instance.module));
        }
    }
    names
}
