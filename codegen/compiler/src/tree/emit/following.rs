//! What a tokenizer without a tree follows.

use super::super::follow::{Following, OfName};
use super::super::ir::TreeProgram;
use super::expressions::Printer;
use super::lists::kinds;
use super::names::upper;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use tokenwright_tables::identifier::camel_case;

/// A field, and of which tags it says that something holds.
type Field = (&'static str, fn(&OfName) -> bool);

/// The names of which something holds, as places in the program's, and whether it holds for others.
fn names(following: &Following, holds: impl Fn(&OfName) -> bool) -> TokenStream {
    let all = following.names.iter().enumerate();
    let known = kinds(all.filter(|(_, of)| holds(of)).map(|it| it.0));
    let others = holds(&following.others);
    quote! {
        TagNames {
            known: &#known,
            others: #others,
        }
    }
}

/// The filter of the names of which something holds.
fn filter(
    program: &TreeProgram,
    following: &Following,
    holds: impl Fn(&OfName) -> bool,
) -> TokenStream {
    if holds(&following.others) {
        return quote!(NameSet::ALL);
    }
    let all = program.names.iter().zip(&following.names);
    let names = all.filter(|(_, of)| holds(of)).map(|it| it.0);
    quote!(NameSet::of(&[#(#names),*]))
}

pub(super) fn items(printer: &Printer<'_>) -> TokenStream {
    let all = printer.program.following.iter();
    let values = all.map(|following| value(printer, following));
    quote! {
        use super::lists;
        use crate::tree_construction::prelude::*;

        /// What is followed, by the analysis of the rows: without scripting, and with it.
        pub(super) static FOLLOWING: [Following; 2] = [#(#values),*];
    }
}

fn value(printer: &Printer<'_>, following: &Following) -> TokenStream {
    let program = printer.program;
    let home = upper(&program.modes[following.home].name);
    let modes = &following.modes;
    let followed = names(following, |of| of.is_followed);
    let fields: [Field; 10] = [
        ("changes_mode", |of| of.changes_mode),
        ("start_depends", |of| of.start_depends),
        ("end_depends", |of| of.end_depends),
        ("asks_attributes", |of| of.asks_attributes),
        ("asks_form", |of| of.asks_form),
        ("asks_frameset", |of| of.asks_frameset),
        ("forgotten", |of| of.is_forgotten),
        ("listed", |of| of.is_listed),
        ("start_needs_rules", |of| of.needs_rules),
        ("end_needs_rules", |of| of.end_needs_rules),
    ];
    let of_names = fields.into_iter().map(|(field, holds)| {
        let (field, names) = (format_ident!("{field}"), names(following, holds));
        quote!(#field: #names)
    });
    let settling = Literal::u32_unsuffixed(following.settling);
    let all = printer.names.iter().zip(&following.names);
    let text_modes = all.filter_map(|(name, of)| {
        let mode = format_ident!("{}", camel_case(&of.text_mode?.to_string()));
        Some(quote!((lists::names::#name, TextMode::#mode)))
    });
    let any = filter(program, following, |of| of.is_followed || of.asks_frameset);
    let all = filter(program, following, |of| {
        of.is_followed || of.asks_frameset || of.changes_mode
    });
    let ignored = following.ignored.iter().copied();
    let ignored = ignored.map(Literal::u32_unsuffixed);
    let scopes = Literal::usize_unsuffixed(program.scopes.len());
    let attributes = &following.attributes;
    quote! {
        Following {
            home: super::modes::#home,
            modes: &[#(#modes),*],
            start_tags: #all,
            start_tags_in_any_mode: #any,
            followed: #followed,
            text_modes: &[#(#text_modes),*],
            #(#of_names,)*
            settling: #settling,
            scopes: #scopes,
            ignored: &[#(#ignored),*],
            attributes: &[#(#attributes),*],
        }
    }
}
