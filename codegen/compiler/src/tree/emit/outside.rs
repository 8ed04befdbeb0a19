//! What the document is asked and gets: one list for all revisions.

use super::super::ir::TreeProgram;
use super::names::without_parameters;
use crate::emit::{File, print};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeSet;
use tokenwright_tables::identifier::camel_case;

/// The variant of a sentence.
pub(super) fn variant(sentence: &str) -> Ident {
    format_ident!("{}", camel_case(&without_parameters(sentence)))
}

fn list(name: &str, about: &str, sentences: &BTreeSet<&String>) -> TokenStream {
    let name = format_ident!("{name}");
    let variants = sentences.iter().map(|sentence| variant(sentence));
    let docs = sentences
        .iter()
        .map(|sentence| format!(" {}", sentence.replace(['{', '}'], "`")));
    quote! {
        #[doc = #about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum #name {
            #(#[doc = #docs] #variants,)*
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
