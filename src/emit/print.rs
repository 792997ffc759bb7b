//! Prints a design: its modules, each behind those that it uses.

use super::emitter::Emitter;
use super::view::{Labels, ModuleView};
use crate::rtl::Module;
use std::collections::{HashMap, HashSet};

/// A design in one file: every module once, each after those it uses, `banner` on top.
///
/// [`files`] makes a file of each module.
pub fn print(emitter: &dyn Emitter, top: &Module, banner: &str) -> String {
    let texts: Vec<String> = modules(emitter, top).into_iter().map(|(_, text)| text).collect();
    file(emitter, banner, &texts)
}

/// A design as one file per module, named for it, each with the banner; the top module is last.
pub fn files(emitter: &dyn Emitter, top: &Module, banner: &str) -> Vec<(String, String)> {
    let one = |(name, text): (String, String)| {
        (format!("{name}.{}", emitter.extension()), file(emitter, banner, std::slice::from_ref(&text)))
    };
    modules(emitter, top).into_iter().map(one).collect()
}

/// A file of some modules.
fn file(emitter: &dyn Emitter, banner: &str, modules: &[String]) -> String {
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

/// Name and text of each module, in dependency order.
fn modules(emitter: &dyn Emitter, top: &Module) -> Vec<(String, String)> {
    let mut design = Texts { emitter, instances: instances(top), seen: HashMap::new(), printed: Vec::new() };
    design.visit(top);
    design.printed
}

/// Modules that are printed.
struct Texts<'a> {
    emitter: &'a dyn Emitter,
    /// Names of all instances of the design.
    instances: HashSet<&'a str>,
    seen: HashMap<&'a str, *const Module>,
    printed: Vec<(String, String)>,
}

impl<'a> Texts<'a> {
    /// Prints a module behind those that it uses.
    fn visit(&mut self, module: &'a Module) {
        match self.seen.get(module.name.as_str()) {
            Some(&known) if std::ptr::eq(known, module) => return,
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

    fn text(&self, view: &ModuleView) -> String {
        let labels = Labels::new(view, &|word| self.emitter.is_reserved(word) || self.is_elsewhere(view.module, word));
        let mut text = String::new();
        self.emitter.module(view, &labels, &mut text);
        text
    }

    /// Whether a name is that of an instance of some other module: a signal of that name would hide it, if the instance is of
    /// a module that this one is in.
    fn is_elsewhere(&self, module: &Module, name: &str) -> bool {
        let mut own = module.inputs.iter().chain(&module.outputs).map(|port| &port.name);
        self.instances.contains(name)
            && own.all(|own| own != name)
            && module.instances.iter().all(|instance| instance.name != name)
    }

    /// Two modules of one name have one text.
    fn compare(&self, module: &Module) {
        let text = self.text(&ModuleView::new(module));
        let same = self.printed.iter().any(|(name, known)| *name == module.name && *known == text);
        assert!(same, "two different modules are named {}", module.name);
    }
}

/// Names of all instances in a module, and in those in it.
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
