//! The names of elements that the tokenizer follows, and what a revision's tables say of them.

use super::element_lists::{List, SharedLists};
use super::{File, Input, names, print, text_modes};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::language::{ELEMENTS_IN_RULES, TREE_CONSTRUCTION, Value};
use tokenwright_tables::model::TreeConstruction;

/// The lists of names that HTML content replaces, and of their replacements.
const RENAMED: [&str; 2] = ["renamed-start-tags", "renamed-to"];

/// The lists of texts, in the order of [`rules`].
const TEXTS: [&str; 6] = [
    "break-out-attributes",
    "html-encodings",
    "quirks-public-identifiers",
    "quirks-public-identifier-prefixes",
    "quirks-public-identifier-prefixes-without-system-identifier",
    "quirks-system-identifiers",
];

/// The keys of the lists of names of elements: the categories.
fn categories() -> impl Iterator<Item = &'static str> {
    let lists = TREE_CONSTRUCTION.keys.iter();
    let lists = lists.filter(|key| matches!(key.value, Value::Elements));
    lists
        .map(|key| key.name)
        .filter(|name| !RENAMED.contains(name))
}

/// Every name that a table of any revision has.
fn all_names<'i>(revisions: &'i [Input<'_>]) -> BTreeSet<&'i str> {
    let mut all: BTreeSet<&str> = ELEMENTS_IN_RULES.iter().copied().collect();
    for input in revisions {
        let names = input.loaded.revision.elements();
        all.extend(names.map(|name| name.as_str()));
    }
    all
}

fn variant(name: &str) -> Ident {
    format_ident!("{}", names::type_name(name))
}

/// The file of the names and categories that revisions share.
pub(super) fn file(revisions: &[Input<'_>]) -> Result<File, String> {
    let all = all_names(revisions);
    let mut variants = BTreeMap::new();
    for name in &all {
        if let Some(other) = variants.insert(variant(name), *name) {
            return Err(format!(
                "the elements `{other}` and `{name}` would have one name in Rust"
            ));
        }
    }
    let variants: Vec<_> = all.iter().map(|name| variant(name)).collect();
    let texts = all.iter();
    let categories: Vec<_> = categories().map(variant).collect();
    let items = quote! {
        /// An element that a rule or a list of some revision names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(dead_code)]
        pub(crate) enum ElementName { #(#variants),* }

        impl ElementName {
            /// All names, in order.
            pub(crate) const ALL: &'static [ElementName] = &[#(ElementName::#variants),*];

            /// The texts of all names, in the same order.
            pub(crate) const TEXTS: &'static [&'static str] = &[#(#texts),*];
        }

        /// A list of elements of a revision's tables.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(dead_code)]
        pub(crate) enum Category { #(#categories),* }
    };
    print(
        "element_name.rs",
        "spec/*/revision.toml and spec/*/tree-construction.toml",
        items,
    )
}

/// Every list of a revision's tables that the runtime reads.
pub(super) fn lists(input: &Input<'_>) -> Vec<List> {
    let mut lists = vec![text_elements(input)];
    if let Some(tables) = &input.loaded.revision.tree_construction {
        lists.extend(of_categories(tables));
        lists.push(renamed(tables));
        lists.extend(TEXTS.iter().map(|key| texts(tables, key)));
    }
    lists
}

fn text_elements(input: &Input<'_>) -> List {
    List {
        key: "text-elements",
        member: quote!((&str, ElementName, TextMode, bool)),
        value: text_modes::elements(&input.program.machine),
    }
}

fn of_categories(tables: &TreeConstruction) -> impl Iterator<Item = List> {
    categories().filter_map(|key| {
        let members: Vec<_> = tables.list(key).map(variant).collect();
        (!members.is_empty()).then(|| List {
            key,
            member: quote!(ElementName),
            value: quote!(&[#(ElementName::#members),*]),
        })
    })
}

fn renamed(tables: &TreeConstruction) -> List {
    let from = tables.list("renamed-start-tags").map(variant);
    let to = tables.list("renamed-to").map(variant);
    List {
        key: "renamed-start-tags",
        member: quote!((ElementName, ElementName)),
        value: quote!(&[#((ElementName::#from, ElementName::#to)),*]),
    }
}

fn texts(tables: &TreeConstruction, key: &'static str) -> List {
    let members = tables.list(key);
    List {
        key,
        member: quote!(&str),
        value: quote!(&[#(#members),*]),
    }
}

/// The rules of a revision.
pub(super) fn rules(input: &Input<'_>, shared: &SharedLists) -> TokenStream {
    let text_elements = shared.expression(&text_elements(input));
    let Some(tables) = &input.loaded.revision.tree_construction else {
        return quote!(&ElementRules::new(#text_elements, &[], None));
    };
    let lists = of_categories(tables).map(|list| {
        let (category, members) = (variant(list.key), shared.expression(&list));
        quote!((Category::#category, #members))
    });
    let renamed = shared.expression(&renamed(tables));
    let [
        break_out_attributes,
        html_encodings,
        public_identifiers,
        prefixes,
        prefixes_without_system,
        system_identifiers,
    ] = TEXTS.map(|key| shared.expression(&texts(tables, key)));
    let select_insertion_mode = tables.select_insertion_mode;
    let fragments_break_out = tables.fragments_break_out;
    quote! {
        &ElementRules::new(
            #text_elements,
            &[#(#lists),*],
            Some(TreeConstruction {
                select_insertion_mode: #select_insertion_mode,
                fragments_break_out: #fragments_break_out,
                renamed: #renamed,
                break_out_attributes: #break_out_attributes,
                html_encodings: #html_encodings,
                quirks: QuirksDoctypes {
                    public_identifiers: #public_identifiers,
                    prefixes: #prefixes,
                    prefixes_without_system: #prefixes_without_system,
                    system_identifiers: #system_identifiers,
                },
            }),
        )
    }
}
