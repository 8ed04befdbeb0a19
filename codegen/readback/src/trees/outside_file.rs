//! Reads what all revisions share: their modules, and what the document is asked and gets.

use super::names::Sentences;
use crate::form::{Cursor, form, forms};
use crate::listing::{Listing, fact};
use crate::proved::Expected;
use crate::tokens::Misread;
use proc_macro2::Delimiter::{Brace, Bracket, Parenthesis};
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_tables::identifier::camel_case;

/// The sentences of all revisions by their variants.
fn sentences<'p>(
    programs: &'p [TreeProgram],
    of: impl Fn(&'p TreeProgram) -> &'p Vec<String>,
) -> Sentences {
    let mut found = Sentences::new();
    for sentence in programs.iter().flat_map(of) {
        let any = found.entry(variant(sentence)).or_default();
        any.push(sentence.clone());
    }
    found
}

/// The variant of a sentence, whose parameters have no name in it.
fn variant(sentence: &str) -> String {
    let mut words = String::new();
    let mut is_parameter = false;
    for c in sentence.chars() {
        match c {
            '{' => is_parameter = true,
            '}' => is_parameter = false,
            _ if is_parameter => {}
            other => words.push(other),
        }
    }
    camel_case(&words)
}

/// The entries of `outside.rs` by the programs.
pub(super) fn proved(programs: &[TreeProgram]) -> Expected {
    let mut expected = Expected::default();
    for variant in sentences(programs, |it| &it.questions).into_keys() {
        expected.fact("the question", variant);
    }
    for variant in sentences(programs, |it| &it.outputs).into_keys() {
        expected.fact("the output", variant);
    }
    expected
}

/// Reads `outside.rs`; returns the questions and the outputs.
pub(super) fn read(
    mut input: Cursor<'_>,
    programs: &[TreeProgram],
    out: &mut Listing,
) -> Result<[Sentences; 2], Misread> {
    forms! {
        QUESTION = "
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum Question";
        OUTPUT = "
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum Output";
    }
    for (form, what) in [(&QUESTION, "the question"), (&OUTPUT, "the output")] {
        input.expect(form)?;
        input.list(Brace, |inside| inside.fact(what, out, Cursor::name))?;
    }
    input.finish()?;
    Ok([
        sentences(programs, |it| &it.questions),
        sentences(programs, |it| &it.outputs),
    ])
}

/// The entries of `mod.rs` by the programs.
pub(super) fn proved_modules(programs: &[TreeProgram], newest: Option<&str>) -> Expected {
    let mut expected = Expected::default();
    for program in programs {
        let id = program.revision.as_str();
        let feature = match newest == Some(id) {
            true => String::new(),
            false => id.to_owned(),
        };
        expected.fact("the module", module(&super::folder(id), &feature));
    }
    expected
}

/// Reads `mod.rs`.
pub(super) fn read_modules(mut input: Cursor<'_>, out: &mut Listing) -> Result<(), Misread> {
    input.expect(form!("mod outside;"))?;
    while !input.has(form!("pub use outside::{Output, Question};")) {
        let place = input.place();
        let mut feature = String::new();
        if input.has(form!("#")) {
            feature = input.within(Bracket, |inside| {
                inside.expect(form!("cfg"))?;
                inside.within(Parenthesis, |condition| {
                    condition.expect(form!("feature ="))?;
                    condition.text()
                })
            })?;
        }
        input.expect(form!("mod"))?;
        let name = input.ident()?.to_owned();
        input.expect(form!(";"))?;
        out.push(fact("the module", module(&name, &feature), place));
    }
    input.finish()
}

fn module(name: &str, feature: &str) -> String {
    match feature {
        "" => format!("{name}, always"),
        feature => format!("{name} with the feature {feature}"),
    }
}
