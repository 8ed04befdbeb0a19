//! Reads what all revisions share: their modules, and what the document is asked and gets.

use super::names::Sentences;
use crate::form::{Cursor, Form, forms};
use crate::listing::{Entry, Listing};
use crate::proved::Expected;
use crate::tokens::Misread;
use proc_macro2::Delimiter::Brace;
use std::collections::BTreeSet;
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_tables::identifier::camel_case;

/// The sentences of all revisions, sorted; those that only differ in the names of their parameters are together.
fn sentences<'p>(
    programs: &'p [TreeProgram],
    of: impl Fn(&'p TreeProgram) -> &'p Vec<String>,
) -> Vec<Vec<String>> {
    let all: BTreeSet<&String> = programs.iter().flat_map(of).collect();
    let mut found: Vec<Vec<String>> = Vec::new();
    for sentence in all {
        let is_same = |known: &&mut Vec<String>| variant(&known[0]) == variant(sentence);
        match found.iter_mut().find(is_same) {
            Some(known) => known.push(sentence.clone()),
            None => found.push(vec![sentence.clone()]),
        }
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
    for sentence in sentences(programs, |it| &it.questions) {
        expected.fact("the question", variant(&sentence[0]));
    }
    for sentence in sentences(programs, |it| &it.outputs) {
        expected.fact("the output", variant(&sentence[0]));
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
    let questions = sentences(programs, |it| &it.questions);
    let outputs = sentences(programs, |it| &it.outputs);
    let mut list = |form: &Form, what, sentences: Vec<Vec<String>>| {
        input.expect(form)?;
        let mut inside = input.group(Brace)?;
        let mut variants = Sentences::new();
        let mut sentences = sentences.into_iter();
        while !inside.is_at_end() {
            let place = inside.place();
            let name = inside.ident()?.to_owned();
            inside.comma()?;
            out.push((Entry::Fact(what, name.clone()), place));
            // A variant is the sentence in its place.
            variants.extend(sentences.next().map(|sentence| (name, sentence)));
        }
        Ok::<_, Misread>(variants)
    };
    let questions = list(&QUESTION, "the question", questions)?;
    let outputs = list(&OUTPUT, "the output", outputs)?;
    input.finish()?;
    Ok([questions, outputs])
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
    forms! {
        OUTSIDE = "mod outside;";
        ATTRIBUTE = "#";
        MOD = "mod";
        END = ";";
        USE = "pub use outside::{Output, Question};";
        CFG = "cfg";
        EQUALS = "feature =";
    }
    input.expect(&OUTSIDE)?;
    while !input.has(&USE) {
        let place = input.place();
        let mut feature = String::new();
        if input.has(&ATTRIBUTE) {
            let mut inside = input.group(proc_macro2::Delimiter::Bracket)?;
            inside.expect(&CFG)?;
            let mut condition = inside.group(proc_macro2::Delimiter::Parenthesis)?;
            condition.expect(&EQUALS)?;
            feature = condition.text()?;
            condition.finish()?;
            inside.finish()?;
        }
        input.expect(&MOD)?;
        let name = input.ident()?.to_owned();
        input.expect(&END)?;
        out.push((Entry::Fact("the module", module(&name, &feature)), place));
    }
    input.finish()
}

fn module(name: &str, feature: &str) -> String {
    match feature {
        "" => format!("{name}, always"),
        feature => format!("{name} with the feature {feature}"),
    }
}
