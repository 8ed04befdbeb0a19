//! The modules of the crate are in layers, which `ARCHITECTURE.md` lists from the lowest to the highest: a module uses
//! no layer above its own. So there is no circle between layers either.
//!
//! A path that begins with `crate` or `super` is an arrow. It ends at the module that declares the item: re-exports are
//! followed, for the root re-exports most public items. Paths are read from tokens, so that the bodies of macros count.

use crate::public_items::folder;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The path of a module, an item or what is imported.
type Names = Vec<String>;

#[derive(Default)]
struct Module {
    /// What it imports or exports again, by the name that it has here.
    imports: BTreeMap<String, Names>,
    /// The paths in it, from the root of the crate.
    paths: BTreeSet<Names>,
}

#[derive(Default)]
struct Modules(BTreeMap<Names, Module>);

impl Modules {
    /// Adds the modules of a folder. `module` is the path of the one that the folder has the name of.
    fn add_folder(&mut self, folder: &Path, module: &Names) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(|name| name.to_str());
            let name = name.expect("a name").to_owned();
            let child = [&module[..], std::slice::from_ref(&name)].concat();
            if path.is_dir() {
                self.add_folder(&path, &child);
            } else if path.extension().is_some_and(|of| of == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                let tokens = text.parse().expect("tokens");
                let is_folder = ["lib", "mod"].contains(&&*name);
                self.add(if is_folder { module } else { &child }, tokens);
            }
        }
    }

    /// Adds what is in a module, or in a part of it.
    fn add(&mut self, module: &Names, tokens: TokenStream) {
        self.0.entry(module.clone()).or_default();
        let mut rest = tokens.into_iter().peekable();
        while let Some(token) = rest.next() {
            match token {
                TokenTree::Ident(word) if word == "use" => {
                    let tree = rest.by_ref().take_while(|token| !is_punct(token, ';'));
                    self.add_use(module, &mut Vec::new(), tree.collect());
                }
                TokenTree::Ident(word) if word == "mod" => {
                    let name = rest.next().map(|name| name.to_string());
                    if let Some(TokenTree::Group(content)) = rest.peek() {
                        let inner = [&module[..], &name.into_iter().collect::<Vec<_>>()].concat();
                        self.add(&inner, content.stream());
                        rest.next();
                    }
                }
                TokenTree::Ident(word) if word == "crate" || word == "super" => {
                    let mut names = vec![word.to_string()];
                    while rest.next_if(|token| is_punct(token, ':')).is_some() {
                        if let Some(TokenTree::Ident(name)) = rest.peek() {
                            names.push(name.to_string());
                            rest.next();
                        }
                    }
                    // `pub(super)` is no path.
                    if names.len() > 1 {
                        self.add_path(module, &names);
                    }
                }
                TokenTree::Group(group) => self.add(module, group.stream()),
                _ => {}
            }
        }
    }

    /// Adds the imports of a `use`: `before` is the path before the tree.
    fn add_use(&mut self, module: &Names, before: &mut Names, tree: Vec<TokenTree>) {
        let mut names = before.clone();
        let mut alias = None;
        let mut tree = tree.into_iter();
        while let Some(token) = tree.next() {
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    alias = tree.next().map(|name| name.to_string());
                }
                TokenTree::Ident(name) => names.push(name.to_string()),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let branches: Vec<_> = group.stream().into_iter().collect();
                    for branch in branches.split(|token| is_punct(token, ',')) {
                        if !branch.is_empty() {
                            self.add_use(module, &mut names, branch.to_vec());
                        }
                    }
                    return;
                }
                _ => {}
            }
        }
        let names = self.add_path(module, &names);
        if let Some(name) = alias.or(names.last().cloned()) {
            let imports = &mut self.0.get_mut(module).expect("it was added").imports;
            imports.insert(name, names);
        }
    }

    /// Adds a path, and returns it from the root of the crate. A path that begins with another word leads to a module
    /// below, or out of the crate.
    fn add_path(&mut self, module: &Names, names: &[String]) -> Names {
        let mut from = match &*names[0] {
            "crate" => Vec::new(),
            _ => module.clone(),
        };
        for name in names {
            match &**name {
                "crate" | "self" => {}
                "super" => drop(from.pop()),
                _ => from.push(name.clone()),
            }
        }
        let paths = &mut self.0.get_mut(module).expect("it was added").paths;
        paths.insert(from.clone());
        from
    }

    /// The module that declares what a path leads to.
    fn home(&self, path: &[String]) -> Names {
        let mut module = Vec::new();
        for (at, name) in path.iter().enumerate() {
            let child = [&module[..], std::slice::from_ref(name)].concat();
            let import = self.0[&module].imports.get(name);
            if self.0.contains_key(&child) {
                module = child;
            } else if let Some(import) = import.filter(|import| **import != child) {
                return self.home(&[import, &path[at + 1..]].concat());
            } else {
                break;
            }
        }
        module
    }
}

fn is_punct(token: &TokenTree, of: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == of)
}

/// The layers, lowest first, each as its modules. In the table, a folder or a file is between backquotes.
fn layers() -> Vec<Vec<Names>> {
    let text = fs::read_to_string(folder("ARCHITECTURE.md")).expect("the document");
    let (_, text) = text.split_once("| layer |").expect("the table of layers");
    let rows = text
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let modules = rows.map(|row| {
        let cell = row.split('|').nth(1).unwrap_or_default();
        let names = cell.split('`').skip(1).step_by(2);
        let names = names.map(|name| name.trim_end_matches(".rs").trim_end_matches('/'));
        names
            .map(|name| name.split('/').map(str::to_owned).collect())
            .collect()
    });
    modules.collect()
}

#[test]
fn no_module_uses_a_layer_above_its_own() {
    let layers = layers();
    let layer_of = |module: &Names| {
        let places = layers.iter().enumerate();
        let all = places.flat_map(|(place, names)| names.iter().map(move |name| (place, name)));
        let around = all.filter(|(_, name)| module.starts_with(name));
        around
            .max_by_key(|(_, name)| name.len())
            .map(|(place, _)| place)
    };
    let mut modules = Modules::default();
    modules.add_folder(&folder("tokenizer/src"), &Vec::new());
    for name in layers.iter().flatten() {
        assert!(
            modules.0.contains_key(name),
            "{} is no module",
            name.join("/")
        );
    }
    let mut arrows = 0;
    let mut wrong = Vec::new();
    for (name, module) in modules.0.iter().filter(|(name, _)| !name.is_empty()) {
        let Some(layer) = layer_of(name) else {
            wrong.push(format!("{} is in no layer", name.join("/")));
            continue;
        };
        for path in &module.paths {
            // What is in the root is the crate as its users see it.
            let used = layer_of(&modules.home(path)).unwrap_or(layers.len());
            arrows += usize::from(used < layer);
            if used > layer {
                wrong.push(format!("{} uses {}", name.join("/"), path.join("::")));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(arrows > 100, "only {arrows} arrows were found");
}
