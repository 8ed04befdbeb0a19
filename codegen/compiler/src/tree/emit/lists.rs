//! Names, sets of elements and the other lists of a revision.
//!
//! A set that a sentence lists becomes a constant once, however many sentences list it, and is named after its members: a number
//! would change with each row before it. What limits the runtime has are checked here, with a message in words of the tables.

use super::super::ir::TreeProgram;
use super::expressions::{Printer, namespace};
use super::names::upper;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::cell::RefCell;
use std::collections::BTreeSet;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};

/// The most elements that a set of the runtime may have to distinguish.
const KINDS: usize = 512;

/// The constant of a set at which a walk stops.
pub(super) fn walk(at: usize) -> Ident {
    format_ident!("WALK_{}", at + 1)
}

/// The most classes of characters.
const CLASSES: usize = 32;

/// The most scopes.
const SCOPES: usize = 16;

/// The sets that sentences list, with the names of their constants.
#[derive(Default)]
pub(super) struct Lists {
    sets: RefCell<Vec<(BTreeSet<ElementType>, Ident)>>,
}

impl Lists {
    /// The constant of a set.
    pub(super) fn set_of(&self, types: &[ElementType]) -> Ident {
        let set: BTreeSet<ElementType> = types.iter().cloned().collect();
        let mut sets = self.sets.borrow_mut();
        if let Some((_, name)) = sets.iter().find(|(known, _)| *known == set) {
            return name.clone();
        }
        let members: Vec<String> = set.iter().take(3).map(ToString::to_string).collect();
        let base = match set.len() {
            0..=3 => format!("set of {}", members.join(" ")),
            more => format!("set of {} and {} more", members.join(" "), more - 3),
        };
        let mut name = upper(&base);
        let mut numbers = 2..;
        while sets.iter().any(|(_, known)| *known == name) {
            name = upper(&format!("{base} {}", numbers.next().unwrap_or(0)));
        }
        sets.push((set, name.clone()));
        name
    }
}

/// The set of kinds with some numbers.
pub(super) fn kinds(numbers: impl Iterator<Item = usize>) -> TokenStream {
    let kinds = numbers.map(|kind| {
        let kind = Literal::u16_unsuffixed(u16::try_from(kind).unwrap_or(u16::MAX));
        quote!(#kind)
    });
    quote!(KindSet::of(&[#(#kinds),*]))
}

fn kind_set(program: &TreeProgram, types: &[ElementType]) -> TokenStream {
    kinds(types.iter().map(|of| match of.namespace {
        Namespace::Html => position(&program.names, &of.name),
        _ => program.names.len() + position(&program.foreign, of),
    }))
}

fn position<T: Ord>(sorted: &[T], of: &T) -> usize {
    sorted.binary_search(of).unwrap_or(usize::MAX >> 1)
}

pub(super) fn items(printer: &Printer<'_>) -> Result<TokenStream, String> {
    let program = printer.program;
    if program.names.len() + program.foreign.len() + 8 > KINDS {
        return Err(format!(
            "rows and lists mention more than {} elements",
            KINDS - 8
        ));
    }
    if program.classes.len() >= CLASSES {
        return Err(format!(
            "rows distinguish more than {CLASSES} classes of characters"
        ));
    }
    let scopes = program.scopes.len() + program.walks.len();
    if scopes > SCOPES {
        return Err(format!(
            "there are {scopes} scopes and loops that go up the stack to different elements, and {SCOPES} are the most"
        ));
    }
    let names = &program.names;
    let constants = printer.names.iter();
    let numbers = (0..).map(|at: u32| Literal::u32_unsuffixed(at));
    let foreign = program.foreign.iter().map(|of| {
        let namespace = namespace(of.namespace);
        let name = &printer.names[position(&program.names, &of.name)];
        quote!((#namespace, names::#name))
    });
    let with_contents = kind_set(program, &program.with_contents);
    let sets = program.sets.iter().map(|(name, types)| {
        let (name, set) = (upper(name), kind_set(program, types));
        quote!(pub(super) static #name: KindSet = #set;)
    });
    let sentences = printer.lists.sets.borrow();
    let listed = sentences.iter().map(|(types, name)| {
        let types: Vec<ElementType> = types.iter().cloned().collect();
        let set = kind_set(program, &types);
        quote!(pub(super) static #name: KindSet = #set;)
    });
    let scopes = program.scopes.iter().enumerate().map(|(at, (name, _))| {
        let (name, at) = (upper(name), Literal::usize_unsuffixed(at));
        quote!(pub(super) const #name: Scope = Scope(#at);)
    });
    let walks = (0..program.walks.len()).map(|at| {
        let name = walk(at);
        let at = Literal::usize_unsuffixed(program.scopes.len() + at);
        quote!(pub(super) const #name: Scope = Scope(#at);)
    });
    let ends = program.scopes.iter().map(|(_, types)| types);
    let ends = ends.chain(&program.walks).map(|types| {
        let set = kind_set(program, types);
        quote!(&const { #set })
    });
    let identifiers = program.identifiers.iter().map(|(name, all)| {
        let name = upper(name);
        quote!(pub(super) static #name: &[&str] = &[#(#all),*];)
    });
    let pairs = program.pairs.iter().map(|(name, pairs)| {
        let name = upper(name);
        let (from, to): (Vec<_>, Vec<_>) = pairs.iter().cloned().unzip();
        quote!(pub(super) static #name: &Pairs = &[#((#from, #to)),*];)
    });
    let attributes = program.foreign_attributes.iter().map(|[name, prefix, local, of]| {
        let prefix = match prefix.is_empty() {
            true => quote!(None),
            false => quote!(Some(#prefix)),
        };
        let of = format_ident!("{}", attribute_namespace(of));
        quote!(ForeignAttribute { name: #name, prefix: #prefix, local_name: #local, namespace: AttributeNamespace::#of })
    });
    Ok(quote! {
        #![allow(dead_code, unused_imports)]
        use crate::tree_construction::prelude::*;

        /// The names of elements that rows and lists mention.
        pub(super) mod names {
            use crate::tree_construction::prelude::Name;
            #(pub(in super::super) const #constants: Name = Name(#numbers);)*
        }

        pub(super) static NAMES: &[&str] = &[#(#names),*];
        pub(super) static FOREIGN: &[(Namespace, Name)] = &[#(#foreign),*];
        pub(super) static NAME_TABLE: KnownNames = KnownNames::new(NAMES, FOREIGN);
        pub(super) static WITH_CONTENTS: KindSet = #with_contents;
        #(#sets)*
        #(#listed)*
        #(#scopes)*
        #(#walks)*
        pub(super) static SCOPES: &[&KindSet] = &[#(#ends),*];
        #(#identifiers)*
        #(#pairs)*
        pub(super) static FOREIGN_ATTRIBUTES: &[ForeignAttribute] = &[#(#attributes),*];
    })
}

fn attribute_namespace(name: &str) -> &'static str {
    match name {
        "XLink" => "XLink",
        "XML" => "Xml",
        _ => "Xmlns",
    }
}

/// The function that gives the class of a character.
pub(super) fn class_function(program: &TreeProgram) -> TokenStream {
    let arms = program.classes.iter().enumerate().map(|(at, ranges)| {
        let at = Literal::usize_unsuffixed(at);
        let ranges = ranges.iter().map(|(first, last)| {
            let of = |code: u32| char::from_u32(code).unwrap_or('\u{FFFD}');
            let (first, last) = (of(*first), of(*last));
            match first == last {
                true => quote!(#first),
                false => quote!(#first..=#last),
            }
        });
        quote!(#(#ranges)|* => #at,)
    });
    let others = Literal::usize_unsuffixed(program.classes.len());
    let count = Literal::usize_unsuffixed(program.classes.len() + 1);
    // Bytes of other characters than those of ASCII have no class if these are distinguished.
    let mut ranges = program.classes.iter().flatten();
    let beyond = match ranges.all(|(_, last)| *last < 0x80) {
        true => program.classes.len(),
        false => 0xFF,
    };
    let bytes = (0..256u32).map(|byte| match byte {
        0..0x80 => program.class(byte),
        _ => beyond,
    });
    let bytes = bytes.map(|class| Literal::u8_unsuffixed(u8::try_from(class).unwrap_or(0xFF)));
    quote! {
        const CLASSES: usize = #count;
        const CLASSES_OF_BYTES: &'static [u8; 256] = &[#(#bytes),*];

        #[inline]
        fn class(character: char) -> usize {
            match character {
                #(#arms)*
                _ => #others,
            }
        }
    }
}
