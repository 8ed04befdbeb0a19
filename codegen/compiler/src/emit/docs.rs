//! The documentation of the generated public items, with examples that hold for any tables.

use proc_macro2::TokenStream;
use quote::quote;

/// The doc comment of a revision's type.
pub(super) fn revision(title: &str, kind: &str, id: &str) -> TokenStream {
    lines(&format!(
        "{title} (`{id}`).

```
use tokenwright::{{Options, Revision, Tokens, revisions::{kind}}};

assert_eq!({kind}::ID, \"{id}\");
for token in Tokens::<{kind}>::with_options(\"<p>text\", Options::default()) {{
    println!(\"{{token:?}}\");
}}
```"
    ))
}

/// The doc comment of a revision's states.
pub(super) fn states(id: &str) -> TokenStream {
    lines(&format!(
        "The states of `{id}`, in the spec's order. The default is the initial state."
    ))
}

/// The doc comment of the error codes, with one of them as the example.
pub(super) fn error_codes(code: &str, variant: &str) -> TokenStream {
    lines(&format!(
        "The code of a parse error: a code of the spec (13.2.2), or the name of an error of tree construction,
for which the spec has none ([whatwg/html#10397](https://github.com/whatwg/html/issues/10397)), or
[`ParseError`](Self::ParseError) for the tokenizer in the revisions without error codes.

```
use tokenwright::ErrorCode;

assert_eq!(ErrorCode::{variant}.as_str(), \"{code}\");
assert_eq!(ErrorCode::{variant}.to_string(), \"{code}\");
```"
    ))
}

fn lines(text: &str) -> TokenStream {
    let lines = text.lines().map(|line| match line {
        "" => String::new(),
        line => format!(" {line}"),
    });
    quote!(#(#[doc = #lines])*)
}
