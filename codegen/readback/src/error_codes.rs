//! Reads the error codes that all revisions share.

use crate::form::{Cursor, form, forms};
use crate::listing::{Listing, fact};
use crate::proved::Expected;
use crate::tokens::Misread;
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_compiler::Compiled;
use tokenwright_tables::identifier::camel_case;

/// The codes, by their variants.
pub(crate) type Codes = BTreeMap<String, String>;

/// Reads `error_code.rs`.
pub(crate) fn read(mut input: Cursor<'_>, out: &mut Listing) -> Result<Codes, Misread> {
    forms! {
        ENUM = "
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[non_exhaustive]
            pub enum ErrorCode";
        DISPLAY = "
            impl core::fmt::Display for ErrorCode {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str(self.as_str())
                }
            }";
    }
    use proc_macro2::Delimiter::{Brace, Bracket};
    let variant = |input: &mut Cursor<'_>| {
        input.expect(form!("ErrorCode::"))?;
        input.name()
    };
    input.expect(&ENUM)?;
    input.list(Brace, |variants| {
        variants.fact("the error code", out, Cursor::name)
    })?;
    input.expect(form!("impl ErrorCode"))?;
    let mut body = input.group(Brace)?;
    body.expect(form!("pub const ALL: &'static [ErrorCode] = &"))?;
    body.list(Bracket, |all| all.fact("of all codes", out, variant))?;
    body.expect(form!(";"))?;
    let mut codes = Codes::new();
    let [as_str, description] = [
        form!("pub const fn as_str(self) -> &'static str"),
        form!("pub const fn description(self) -> &'static str"),
    ];
    for (form, what) in [(as_str, "the text"), (description, "the description")] {
        body.expect(form)?;
        let mut function = body.group(Brace)?;
        function.expect(form!("match self"))?;
        let mut arms = function.group(Brace)?;
        function.finish()?;
        while !arms.is_at_end() {
            let place = arms.place();
            let code = variant(&mut arms)?;
            arms.expect(form!("=>"))?;
            let text = arms.arm(Cursor::text)?;
            out.push(fact(what, described(&code, &text), place));
            if what == "the text" {
                codes.insert(code, text);
            }
        }
    }
    body.finish()?;
    input.expect(&DISPLAY)?;
    input.finish()?;
    Ok(codes)
}

fn described(code: &str, text: &str) -> String {
    format!("of {code}: {text:?}")
}

/// The entries of `error_code.rs` by the tables.
pub(crate) fn proved(compiled: &Compiled) -> Expected {
    let (programs, descriptions) = (&compiled.programs, compiled.descriptions());
    let codes = programs.iter().flat_map(|program| &program.machine.errors);
    let revisions = compiled.revisions.iter();
    let trees = revisions.filter_map(|loaded| loaded.trees.as_ref());
    let of_trees = trees.flat_map(|trees| trees.error_codes().into_keys());
    let of_trees: Vec<String> = of_trees.collect();
    let codes = codes.chain(&of_trees).map(String::as_str);
    let codes: BTreeSet<&str> = codes.chain(["parse-error"]).collect();
    let mut expected = Expected::default();
    for what in ["the error code", "of all codes"] {
        for code in &codes {
            expected.fact(what, camel_case(code));
        }
    }
    for code in &codes {
        expected.fact("the text", described(&camel_case(code), code));
    }
    for code in &codes {
        let without = || code.replace('-', " ");
        let text = descriptions.get(code).map_or_else(without, str::to_owned);
        expected.fact("the description", described(&camel_case(code), &text));
    }
    expected
}
