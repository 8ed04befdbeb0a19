//! What the document is asked and gets: one list for all revisions.

use super::super::ir::TreeProgram;
use crate::emit::{File, print};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::identifier::camel_case;
use tokenwright_tables::tree::model::without_parameters;

/// The variant of a sentence.
pub(super) fn variant(sentence: &str) -> Ident {
    format_ident!("{}", camel_case(&without_parameters(sentence)))
}

fn list(name: &str, about: &str, sentences: &BTreeSet<&String>) -> TokenStream {
    let name = format_ident!("{name}");
    // Revisions may give the parameters of a sentence other names.
    let mut variants: BTreeMap<Ident, Vec<String>> = BTreeMap::new();
    for sentence in sentences {
        let docs = variants.entry(variant(sentence)).or_default();
        if !docs.is_empty() {
            docs.push(String::new());
        }
        docs.push(format!(" {}", sentence.replace(['{', '}'], "`")));
    }
    let variants = variants
        .iter()
        .map(|(variant, docs)| quote!(#(#[doc = #docs])* #variant));
    quote! {
        #[doc = #about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
        }
    }
}

pub(super) fn file(programs: &[TreeProgram]) -> Result<File, String> {
    let questions = programs.iter().flat_map(|it| &it.questions).collect();
    let outputs = programs.iter().flat_map(|it| &it.outputs).collect();
    let questions = list(
        "Question",
        " What tree construction asks of the document, in the words of the tables.",
        &questions,
    );
    let outputs = list(
        "Output",
        " What tree construction gives the document besides nodes, in the words of the tables.",
        &outputs,
    );
    print(
        "tree_construction/outside.rs",
        "spec/*/tree-construction",
        quote!(#questions #outputs),
    )
}
