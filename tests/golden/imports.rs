//! Which file of a library imports what from which other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

/// The module path of a file: `stream::permuter`; empty for the root.
type Name = String;

pub struct Library {
    files: BTreeMap<Name, File>,
}

/// What one file says.
#[derive(Default)]
struct File {
    /// Paths from the root of the library, `stream`, `Layout`.
    paths: BTreeSet<Vec<String>>,
    /// What it passes on to its users under a name, and whether it needs that itself.
    reexports: BTreeMap<String, Vec<String>>,
}

impl Library {
    /// Reads all files below folders of sources.
    pub fn read<'a>(sources: impl IntoIterator<Item = &'a Path>) -> Library {
        let mut files = BTreeMap::new();
        for source in sources {
            read(source, &mut vec![], &mut files);
        }
        Library { files }
    }

    /// Pairs of files of which the first imports from the second.
    pub fn imports(&self) -> impl Iterator<Item = (Name, Name)> + '_ {
        self.files.iter().flat_map(|(name, file)| {
            let targets: BTreeSet<Name> = file.paths.iter().filter_map(|path| self.target(path)).collect();
            targets.into_iter().filter(move |target| target != name).map(move |target| (name.clone(), target))
        })
    }

    /// The file that defines what a path names.
    fn target(&self, path: &[String]) -> Option<Name> {
        let module = (0..=path.len()).rev().find(|&end| self.files.contains_key(&path[..end].join("::")))?;
        let (name, rest) = (path[..module].join("::"), &path[module..]);
        match rest.first().and_then(|item| self.files[&name].reexports.get(item)) {
            Some(origin) => self.target(&[origin, &rest[1..]].concat()),
            None => Some(name),
        }
    }

    /// Groups of files each of which imports, by others or at once, from all of its group.
    pub fn circles(&self) -> Vec<Vec<Name>> {
        let mut next: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
        for (from, to) in self.imports() {
            next.entry(from).or_default().insert(to);
        }
        let reached = |from: &Name| {
            let (mut known, mut open) = (BTreeSet::new(), vec![from]);
            while let Some(file) = open.pop() {
                open.extend(next.get(file).into_iter().flatten().filter(|to| known.insert((*to).clone())));
            }
            known
        };
        let reach: BTreeMap<&Name, BTreeSet<Name>> = next.keys().map(|file| (file, reached(file))).collect();
        let circle = |file: &Name| -> Vec<Name> {
            let mutual = |other: &Name| reach[file].contains(other) && reach[other].contains(file);
            reach.keys().filter(|other| mutual(other)).map(|other| (*other).clone()).collect()
        };
        let circles: BTreeSet<Vec<Name>> =
            reach.keys().map(|file| circle(file)).filter(|circle| circle.len() > 1).collect();
        circles.into_iter().collect()
    }
}

fn read(folder: &Path, module: &mut Vec<String>, files: &mut BTreeMap<Name, File>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_string();
        if path.is_dir() {
            module.push(stem);
            read(&path, module, files);
            module.pop();
        } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "main" && stem != "tests" {
            let own = if stem == "mod" || stem == "lib" { vec![] } else { vec![stem] };
            let name = [module.as_slice(), &own].concat();
            let text = std::fs::read_to_string(&path).unwrap();
            let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let File { paths, reexports } = File::new(&name, &parsed);
            let file: &mut File = files.entry(name.join("::")).or_default();
            file.paths.extend(paths);
            // A crate that passes on a name of another one says nothing of where it is from.
            file.reexports.extend(reexports.into_iter().filter(|(name, path)| path[..] != [name.clone()]));
        }
    }
}

impl File {
    fn new(module: &[String], parsed: &syn::File) -> File {
        let children = parsed.items.iter().filter_map(|item| match item {
            Item::Mod(child) => Some(child.ident.to_string()),
            _ => None,
        });
        let mut reader = Reader { module, children: children.collect(), ..Reader::default() };
        reader.visit_file(parsed);
        let Reader { mut paths, reexports, words, .. } = reader;
        // What a file passes on and names besides, it needs.
        paths.extend(reexports.iter().filter(|(name, _)| words.contains(*name)).map(|(_, path)| path.clone()));
        File { paths, reexports }
    }
}

#[derive(Default)]
struct Reader<'a> {
    module: &'a [String],
    children: BTreeSet<String>,
    paths: BTreeSet<Vec<String>>,
    reexports: BTreeMap<String, Vec<String>>,
    /// First segments of all paths in the code.
    words: BTreeSet<String>,
}

impl Reader<'_> {
    /// A path from the root, where this one names something of the library.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?.as_str();
        match first {
            _ if first == "crate" || first.starts_with("fftgen") => Some(path[1..].to_vec()),
            "self" => Some([self.module, &path[1..]].concat()),
            "super" => {
                let ups = path.iter().take_while(|segment| *segment == "super").count();
                Some([&self.module[..self.module.len().checked_sub(ups)?], &path[ups..]].concat())
            }
            _ if self.children.contains(first) => Some([self.module, path].concat()),
            _ => None,
        }
    }

    fn is_test(attributes: &[Attribute]) -> bool {
        attributes.iter().any(|attribute| {
            attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Ident>().is_ok_and(|ident| ident != "unix")
        })
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !Self::is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let public = !matches!(item.vis, Visibility::Inherited);
        for (path, name) in flat(&item.tree) {
            if let Some(absolute) = self.absolute(&path) {
                match public {
                    true => drop(self.reexports.insert(name, absolute)),
                    false => drop(self.paths.insert(absolute)),
                }
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.words.extend(segments.first().cloned());
        if segments.len() > 1 {
            self.paths.extend(self.absolute(&segments));
        }
        visit::visit_path(self, path);
    }
}

/// The paths of a `use`, each with the name that it gives.
fn flat(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    let one = |ident: &syn::Ident, name: &syn::Ident| vec![(vec![ident.to_string()], name.to_string())];
    match tree {
        UseTree::Path(path) => {
            let ahead = |(rest, name): (Vec<String>, String)| {
                let own = (rest == ["self"]).then(|| path.ident.to_string());
                let rest = if own.is_some() { vec![] } else { rest };
                ([vec![path.ident.to_string()], rest].concat(), own.unwrap_or(name))
            };
            flat(&path.tree).into_iter().map(ahead).collect()
        }
        UseTree::Name(name) => one(&name.ident, &name.ident),
        UseTree::Rename(rename) => one(&rename.ident, &rename.rename),
        UseTree::Glob(_) => vec![(vec![], "*".into())],
        UseTree::Group(group) => group.items.iter().flat_map(flat).collect(),
    }
}
