//! Attributes that are written down in one piece.
//!
//! While the path goes from a name to its value, both stand in local variables. What asks for the
//! attribute, and every way out, writes it down first.

use super::Writer;
use crate::emit::comment;
use crate::optimise::Pending;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

impl Writer<'_> {
    /// What is written down on the way to a node, or out of the path.
    pub(super) fn edge(&self, pending: Pending, to: Option<usize>) -> TokenStream {
        let to = to.and_then(|to| self.machine.tree.nodes.get(to));
        match to.is_some_and(|node| node.facts.pending == pending) {
            true => quote!(),
            false => flush(pending),
        }
    }

    /// What is written down before anything else is done at a node, once its run is over.
    pub(super) fn flush_at(&self, node: usize) -> TokenStream {
        flush(self.machine.tree.at_row(self.machine, node).pending)
    }
}

/// Writes down what waits.
pub(super) fn flush(pending: Pending) -> TokenStream {
    match pending {
        Pending::Nothing => quote!(),
        Pending::Started => quote!(m.start_attribute();),
        Pending::Named => quote!(m.start_attribute_named(name);),
        Pending::Valued => quote!(m.start_attribute_with(name, value);),
    }
}

/// Declares the variables, if the code of the path has them.
pub(super) fn declaration(path: &TokenStream) -> Option<TokenStream> {
    let note = comment("What is known of an attribute that is not written down yet.");
    has_variable(path).then(|| {
        quote! {
            #note
            let (mut name, mut value): ((usize, usize), (usize, usize));
        }
    })
}

fn has_variable(code: &TokenStream) -> bool {
    code.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "name" || ident == "value",
        TokenTree::Group(group) => has_variable(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
