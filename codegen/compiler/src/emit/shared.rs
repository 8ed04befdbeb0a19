//! Prints the parts that revisions share: error codes, tables of references, and the list of revisions.
//!
//! A code means the same in every revision, so there is one enum of them, and programs can match errors of any
//! revision. The large tables of references are compiled once for all revisions that name them. So a new revision can
//! change shared files, and its diff shows that; an enum with the codes of all is also larger than any revision
//! needs.

use super::{File, Input, comment, conditions, dafsa, docs, names, print};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::load;
use tokenwright_tables::references::{NAMES_DIR, REPLACEMENTS_DIR};

/// The module of a revision's named references.
pub(super) fn references_module(input: &Input<'_>) -> String {
    let name = &input.program.machine.named_references;
    names::value_name(&format!("named {name}"))
}

/// The module of a revision's numeric replacements.
pub(super) fn replacements_module(input: &Input<'_>) -> String {
    let name = &input.loaded.revision.about.numeric_replacements.value;
    names::value_name(&format!("numeric {name}"))
}

pub(super) fn files(
    revisions: &[Input<'_>],
    descriptions: &Descriptions,
) -> Result<Vec<File>, String> {
    let mut files = vec![error_codes(revisions, descriptions)?, root(revisions)?];
    files.extend(references(revisions)?);
    Ok(files)
}

/// The newest revision.
fn newest<'i>(revisions: &[Input<'i>]) -> Option<&'i str> {
    let newest = load::newest_of(revisions.iter().map(|it| it.loaded))?;
    Some(&newest.revision.about.id)
}

/// The cargo features of some revisions as an attribute; none with the newest, which is always compiled.
fn feature(revisions: &[Input<'_>], users: &[usize]) -> TokenStream {
    let ids = users.iter().map(|at| &revisions[*at].program.machine.id);
    let ids: Vec<_> = ids.collect();
    if ids.iter().any(|id| newest(revisions) == Some(id)) {
        return quote!();
    }
    match ids.as_slice() {
        [id] => quote!(#[cfg(feature = #id)]),
        ids => quote!(#[cfg(any(#(feature = #ids),*))]),
    }
}

fn root(revisions: &[Input<'_>]) -> Result<File, String> {
    let mut modules = TokenStream::new();
    let mut types = TokenStream::new();
    let mut ids = TokenStream::new();
    for (at, input) in revisions.iter().enumerate() {
        let module = format_ident!("{}", names::value_name(&input.program.machine.id));
        let kind = format_ident!("{}", names::type_name(&input.program.machine.id));
        let feature = feature(revisions, &[at]);
        modules.extend(quote!(#feature mod #module;));
        types.extend(quote! {
            #feature pub use super::#module::#kind;
        });
        ids.extend(quote!(#feature visitor.visit::<#kind>();));
    }
    let newest = newest(revisions).ok_or("no revision")?;
    let newest = format_ident!("{}", names::type_name(newest));
    let items = quote! {
        //! The generated half of the crate.

        mod error_code;
        #modules
        mod references;
        pub(crate) mod tree_construction;

        pub use error_code::ErrorCode;

        /// The revisions of the spec, each a type for the parameter `R` of
        /// [`Tokenizer`](crate::Tokenizer) and [`Tokens`](crate::Tokens).
        ///
        /// ```
        /// use tokenwright::{Options, Sink, Tokenizer, revisions};
        ///
        /// struct Nothing;
        /// impl Sink for Nothing {}
        ///
        /// let options = Options::default();
        /// let mut tokenizer = Tokenizer::<_, revisions::Newest>::with_options(Nothing, options);
        /// tokenizer.feed_str("<p>");
        /// ```
        pub mod revisions {
            #types

            /// The newest revision, which is always compiled.
            pub type Newest = #newest;

            /// Calls a visitor with each compiled revision, oldest first.
            ///
            /// [`RevisionVisitor`](crate::RevisionVisitor) has an example.
            pub fn visit(visitor: &mut impl crate::RevisionVisitor) {
                #ids
            }
        }
    };
    print("mod.rs", "spec/", items)
}

fn error_codes(revisions: &[Input<'_>], descriptions: &Descriptions) -> Result<File, String> {
    let mut codes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    codes.entry("parse-error").or_default();
    for machine in revisions.iter().map(|input| &input.program.machine) {
        for code in &machine.errors {
            codes.entry(code).or_default().insert(&machine.id);
        }
    }
    let of_trees: Vec<(&str, BTreeMap<String, _>)> = revisions
        .iter()
        .filter_map(|input| {
            let trees = input.loaded.trees.as_ref()?;
            Some((&*input.program.machine.id, trees.error_codes()))
        })
        .collect();
    for (id, of_trees) in &of_trees {
        for code in of_trees.keys() {
            codes.entry(code).or_default().insert(id);
        }
    }
    let variants: Vec<_> = codes
        .keys()
        .map(|code| format_ident!("{}", names::type_name(code)))
        .collect();
    let texts: Vec<_> = codes.keys().collect();
    let docs = codes.iter().map(|(code, ids)| {
        let ids: Vec<_> = ids.iter().copied().collect();
        format!(" `{code}` ({})", ids.join(", "))
    });
    let described = texts.iter().map(|code| match descriptions.get(code) {
        Some(description) => description.to_owned(),
        None => code.replace('-', " "),
    });
    let about = docs::error_codes(texts[0], &variants[0].to_string());
    let items = quote! {
        #about
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ErrorCode {
            #(#[doc = #docs] #variants,)*
        }

        impl ErrorCode {
            /// Every code, in alphabetical order.
            pub const ALL: &'static [ErrorCode] = &[#(ErrorCode::#variants,)*];

            /// The code as the spec spells it: `eof-in-tag`.
            pub const fn as_str(self) -> &'static str {
                match self { #(ErrorCode::#variants => #texts,)* }
            }

            /// What the error means, in a sentence without a full stop.
            ///
            /// ```
            /// use tokenwright::ErrorCode;
            ///
            /// let code = ErrorCode::DuplicateAttribute;
            /// let meaning = "a tag has two attributes with the same name; the later one is ignored";
            /// assert_eq!(code.description(), meaning);
            /// ```
            pub const fn description(self) -> &'static str {
                match self { #(ErrorCode::#variants => #described,)* }
            }
        }

        impl core::fmt::Display for ErrorCode {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
    print(
        "error_code.rs",
        "spec/*/errors.toml, spec/*/tree-construction and spec/error-descriptions.toml",
        items,
    )
}

fn references(revisions: &[Input<'_>]) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    let mut modules = BTreeMap::new();
    for (at, input) in revisions.iter().enumerate() {
        let about = &input.loaded.revision.about;
        for (module, folder, name) in [
            (
                references_module(input),
                NAMES_DIR,
                &about.named_references.value,
            ),
            (
                replacements_module(input),
                REPLACEMENTS_DIR,
                &about.numeric_replacements.value,
            ),
        ] {
            let users: &mut Vec<usize> = modules.entry(module.clone()).or_default();
            users.push(at);
            if users.len() > 1 {
                continue;
            }
            let items = if module.starts_with("named") {
                named(input)?
            } else {
                numeric(input)?
            };
            files.push(print(
                format!("references/{module}.rs"),
                &format!("spec/{folder}/{name}.toml"),
                items,
            )?);
        }
    }
    let declarations: TokenStream = modules
        .iter()
        .map(|(module, users)| {
            let (module, feature) = (format_ident!("{module}"), feature(revisions, users));
            quote!(#feature pub(super) mod #module;)
        })
        .collect();
    let items = quote! {
        //! Tables of character references, shared by the revisions that share them.
        #declarations
    };
    files.push(print("references/mod.rs", "spec/", items)?);
    Ok(files)
}

fn named(input: &Input<'_>) -> Result<TokenStream, String> {
    let dafsa = dafsa::build(&input.loaded.references.names)?;
    let nodes: Vec<u8> = dafsa.nodes.iter().flat_map(|node| node.word()).collect();
    let nodes = Literal::byte_string(&nodes);
    // A block load may begin at the last node.
    let padding = std::iter::repeat_n(0, 16);
    let bytes = dafsa.nodes.iter().map(|node| node.byte).chain(padding);
    let bytes = Literal::byte_string(&bytes.collect::<Vec<u8>>());
    let chains = Literal::byte_string(&dafsa.chains());
    let characters = characters(&input.loaded.references.names, &dafsa.values)?;
    let count = dafsa.values.len();
    let about = format!(" {count} names.");
    let note = comment(
        "four bytes for each: first child, number of children, names before, whether a name ends here",
    );
    Ok(quote! {
        use crate::names::References;

        #[doc = #about]
        pub(crate) static REFERENCES: References =
            References {
                bytes: BYTES,
                chains: CHAINS,
                nodes: NODES,
                characters: CHARACTERS,
            };

        static BYTES: &[u8] = #bytes;

        static CHAINS: &[u8] = #chains;

        #note
        static NODES: &[[u8; 4]] = #nodes.as_chunks().0;

        static CHARACTERS: &str = #characters;
    })
}

/// The limits of the tokenizer's table.
const MOST_CHARACTERS: usize = 8;

/// The characters of all names, each padded with U+0000 to the same length.
fn characters(names: &[(String, Vec<u32>)], values: &[String]) -> Result<String, String> {
    let mut all = String::new();
    for ((name, _), value) in names.iter().zip(values) {
        let room = MOST_CHARACTERS.checked_sub(value.len());
        let room = room.filter(|_| !value.contains('\0')).ok_or_else(|| {
            format!("&{name} has more than {MOST_CHARACTERS} bytes of characters, or U+0000")
        })?;
        all.push_str(value);
        all.extend(std::iter::repeat_n('\0', room));
    }
    Ok(all)
}

fn numeric(input: &Input<'_>) -> Result<TokenStream, String> {
    let replacements = &input.program.machine.numeric_replacements;
    let arms = replacements.iter().map(|(number, code)| {
        let number = conditions::number(*number);
        let c = char::from_u32(*code).ok_or("a surrogate as a replacement")?;
        Ok(quote!(#number => Some(#c),))
    });
    let arms = arms.collect::<Result<Vec<_>, String>>()?;
    Ok(quote! {
        /// The replacement of a number.
        pub(crate) fn replacement(code: u32) -> Option<char> {
            match code {
                #(#arms)*
                _ => None,
            }
        }
    })
}
