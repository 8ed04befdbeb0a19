//! The public items of the crate: modules, types, traits, functions, methods, and what traits declare. Fields and variants
//! belong to their type. Each has a use outside the crate, and there is one for each thing that users do.
//!
//! The lint `unreachable_pub` allows `pub` only on what is exported, so that no paths need to be resolved.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, ImplItem, Item, TraitItem, Type, Visibility};

/// The most public items that the crate may have.
const MOST: usize = 130;

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// The Rust files below a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let below = entries.flat_map(|entry| {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true if path.ends_with("target") || path.ends_with("tests") => Vec::new(),
            true => files(&path),
            false => vec![path],
        }
    });
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|of| of == "rs");
    below.filter(is_rust).collect()
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    let is_hidden = attributes.iter().any(|attribute| {
        let text = quote::quote!(#attribute).to_string();
        ["unreachable_pub", "hidden", "sealed"]
            .iter()
            .any(|word| text.contains(word))
    });
    matches!(visibility, Visibility::Public(_)) && !is_hidden
}

/// The public items of a file, as the names of their owners and their own.
#[derive(Default)]
struct Public(BTreeSet<(String, String)>);

impl Public {
    fn add(&mut self, owner: &str, name: impl ToString) {
        self.0.insert((owner.to_owned(), name.to_string()));
    }

    /// Adds an item of a module; `owner` is the name of the module if that is public.
    fn item(&mut self, owner: &str, item: &Item) {
        match item {
            Item::Fn(of) if is_public(&of.vis, &of.attrs) => self.add(owner, &of.sig.ident),
            Item::Struct(of) if is_public(&of.vis, &of.attrs) => self.add("", &of.ident),
            Item::Enum(of) if is_public(&of.vis, &of.attrs) => self.add("", &of.ident),
            Item::Type(of) if is_public(&of.vis, &of.attrs) => self.add("", &of.ident),
            Item::Trait(of) if is_public(&of.vis, &of.attrs) => {
                self.add("", &of.ident);
                let owner = of.ident.to_string();
                of.items.iter().for_each(|item| match item {
                    TraitItem::Fn(of) => self.add(&owner, &of.sig.ident),
                    TraitItem::Const(of) => self.add(&owner, &of.ident),
                    TraitItem::Type(of) => self.add(&owner, &of.ident),
                    _ => {}
                });
            }
            Item::Mod(of) => {
                let name = of.ident.to_string();
                let is_public = is_public(&of.vis, &of.attrs);
                if is_public {
                    self.add("", &name);
                }
                let items = of.content.iter().flat_map(|(_, items)| items);
                items.for_each(|item| self.item(if is_public { &name } else { "" }, item));
            }
            Item::Impl(of) if of.trait_.is_none() => {
                let Type::Path(path) = &*of.self_ty else {
                    return;
                };
                let owner = path.path.segments.last().expect("a name").ident.to_string();
                of.items.iter().for_each(|item| match item {
                    ImplItem::Fn(of) if is_public(&of.vis, &of.attrs) => {
                        self.add(&owner, &of.sig.ident);
                    }
                    ImplItem::Const(of) if is_public(&of.vis, &of.attrs) => {
                        self.add(&owner, &of.ident);
                    }
                    _ => {}
                });
            }
            Item::Macro(of) if of.mac.path.is_ident("forwarding") => {
                self.declared("", of.mac.tokens.clone());
            }
            _ => {}
        }
    }

    /// Adds what a macro call declares: the trait, and its constants and methods.
    fn declared(&mut self, owner: &str, tokens: TokenStream) {
        let words = if owner.is_empty() {
            &["trait"][..]
        } else {
            &["const", "fn"]
        };
        let mut tokens = tokens.into_iter();
        let mut owner = owner.to_owned();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(word) if words.contains(&&*word.to_string()) => {
                    let name = tokens.next().expect("a name").to_string();
                    self.add(&owner, &name);
                    if word == "trait" {
                        owner = name;
                    }
                }
                TokenTree::Group(group) if !owner.is_empty() => {
                    self.declared(&owner, group.stream());
                }
                _ => {}
            }
        }
    }
}

fn public_items() -> BTreeSet<(String, String)> {
    let mut public = Public::default();
    let source = folder("tokenizer/src");
    // What is hidden in the documentation is for `tokenwright-tree`, which exports it.
    let is_hidden = |file: &PathBuf| file.iter().any(|part| part == "tree_construction");
    for file in files(&source).into_iter().filter(|file| !is_hidden(file)) {
        let parsed = syn::parse_file(&fs::read_to_string(&file).expect("a source"));
        let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let path = file.strip_prefix(&source).expect("inside");
        let module = path.iter().next().and_then(|name| name.to_str());
        let owner = module.filter(|name| ["escape", "references"].contains(name));
        for item in &parsed.items {
            public.item(owner.unwrap_or_default(), item);
        }
    }
    // The states of a revision are a type without a public name.
    public.0.remove(&(String::new(), "State".to_owned()));
    public.0
}

fn path((owner, name): &(String, String)) -> String {
    let separator = if owner.is_empty() { "" } else { "::" };
    format!("{owner}{separator}{name}")
}

#[test]
fn there_is_one_public_item_for_each_thing() {
    let items = public_items();
    let list: Vec<_> = items.iter().map(path).collect();
    assert!(list.len() <= MOST, "{} public items", list.len());
    insta::assert_snapshot!("public_items", list.join("\n"));
}

#[test]
fn every_public_item_has_a_use() {
    let users = ["examples", "integrations", "peers", "replay"];
    let users = users.iter().flat_map(|user| files(&folder(user)));
    let text: String = users
        .map(|file| fs::read_to_string(file).expect("a source"))
        .collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_used = |(owner, name): &(String, String)| {
        text.match_indices(&**name).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + name.len()..]);
            let is_whole = !before.ends_with(is_word) && !after.starts_with(is_word);
            let before = before.trim_end_matches(' ');
            let is_reached = [".", "::", "fn", "const", "{", ","].iter();
            is_whole && (owner.is_empty() || is_reached.clone().any(|end| before.ends_with(end)))
        })
    };
    let items = public_items();
    // Types have no use without methods, and functions that return them.
    let items = items
        .iter()
        .filter(|(_, name)| name.starts_with(char::is_lowercase) || *name == name.to_uppercase());
    let unused: Vec<_> = items.filter(|item| !is_used(item)).map(path).collect();
    assert_eq!(unused, [""; 0]);
}
