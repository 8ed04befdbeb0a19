//! The lists of elements and names that several revisions share, each printed once.

use super::{File, Input, elements, names, print};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeMap;

/// A list of a revision's tables, as a constant.
pub(super) struct List {
    /// Its key in the tables.
    pub(super) key: &'static str,
    /// The type of its members in Rust.
    pub(super) member: TokenStream,
    /// The expression of the whole list.
    pub(super) value: TokenStream,
}

/// The names of the shared lists' constants, by the lists.
#[derive(Default)]
pub(super) struct SharedLists(BTreeMap<String, String>);

impl SharedLists {
    /// The lists that at least two revisions have.
    pub(super) fn of(revisions: &[Input<'_>]) -> Self {
        let mut users: BTreeMap<String, (&str, Vec<&str>)> = BTreeMap::new();
        for input in revisions {
            for list in elements::lists(input) {
                let user = users.entry(identity(&list));
                let (_, ids) = user.or_insert((list.key, Vec::new()));
                ids.push(&input.program.machine.id);
            }
        }
        users.retain(|_, (_, ids)| ids.len() > 1);
        let name = |key: &str, ids: &[&str]| {
            let versions = users.values().filter(|(other, _)| *other == key);
            // A version of a list is named by the first revision that has it.
            let name = match versions.count() {
                1 => names::value_name(key),
                _ => names::value_name(&format!("{key} {}", ids[0])),
            };
            name.to_uppercase()
        };
        let shared = users.iter();
        let shared = shared.map(|(identity, (key, ids))| (identity.clone(), name(key, ids)));
        SharedLists(shared.collect())
    }

    /// The expression for a list: the shared constant, or its members.
    pub(super) fn expression(&self, list: &List) -> TokenStream {
        match self.0.get(&identity(list)) {
            Some(name) => {
                let name = format_ident!("{name}");
                quote!(element_lists::#name)
            }
            None => list.value.clone(),
        }
    }

    /// The file of the shared lists.
    pub(super) fn file(&self, revisions: &[Input<'_>]) -> Result<File, String> {
        let lists = revisions.iter().flat_map(elements::lists);
        let shared = lists.filter_map(|list| Some((self.0.get(&identity(&list))?, list)));
        let shared: BTreeMap<_, _> = shared.collect();
        let constants = shared.into_iter().map(|(name, list)| {
            let name = format_ident!("{name}");
            let List { member, value, .. } = list;
            quote!(pub(super) const #name: &[#member] = #value;)
        });
        let items = quote! {
            //! The lists of elements and names that several revisions share.

            #![allow(dead_code)]
            use super::ElementName;
            use crate::TextMode;

            #(#constants)*
        };
        print(
            "element_lists.rs",
            "spec/*/revision.toml and spec/*/tree-construction.toml",
            items,
        )
    }
}

fn identity(list: &List) -> String {
    format!("{} {}", list.key, list.value)
}
