//! Pages that have lost a part of tree construction, or have a part twice.
//!
//! As for the tokenizer, what is missing there is not a change of the standard. A sentence that was not understood can be the
//! one that is missed, so an algorithm or a row counts as lost only where everything was understood.

use super::super::broken::{Break, BreakRule};
use std::collections::BTreeSet;
use tokenwright_prose::TreeReading;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::grammar::TokenType;
use tokenwright_tables::tree::model::{DISPATCH, Mode, Tokens, TreeTables};

/// The kinds of tokens for which a mode has rows. No year has rows for processing instructions in every mode.
const KINDS: [(TokenType, &str); 6] = [
    (TokenType::StartTag, "start tags"),
    (TokenType::EndTag, "end tags"),
    (TokenType::Character, "characters"),
    (TokenType::Comment, "comments"),
    (TokenType::Doctype, "DOCTYPEs"),
    (TokenType::EndOfFile, "the end of the file"),
];

/// A page whose sections on trees were read.
#[derive(Clone, Copy)]
pub struct TreePage<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What was read.
    pub reading: &'a TreeReading,
}

/// What makes a page broken: what it says alone, and what the tables of an older side have besides.
#[must_use]
pub fn tree_breaks(page: TreePage<'_>, older: Option<&TreeTables>) -> Vec<Break> {
    let mut found = Vec::new();
    let mut add = |rule, says| {
        found.push(Break {
            page: page.name.to_owned(),
            line: None,
            rule,
            says,
        });
    };
    let tables = &page.reading.tables;
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for mode in &tables.modes {
        if !names.insert(&mode.name) {
            let says = format!("the \"{}\" insertion mode is there twice", mode.name.value);
            add(BreakRule::Twice, says);
        }
    }
    for name in named(tables) {
        let mut open = page.reading.report.not_understood();
        // The sentence that announces its rows can be one that was not understood.
        if tables.mode(&name).is_none() && !open.any(|it| it.part.contains(&name)) {
            let says = format!("the \"{name}\" insertion mode is named, and has no rows");
            add(BreakRule::MissingMode, says);
        }
    }
    let Some(older) = older else {
        return found;
    };
    if older.algorithm(DISPATCH).is_some() && tables.algorithm(DISPATCH).is_none() {
        let says = "nothing says any more by which rules a token is processed".to_owned();
        add(BreakRule::CutOff, says);
    }
    if page.reading.report.is_complete() {
        for name in page.reading.absent_algorithms() {
            if older.algorithm(name).is_some() {
                let says = format!("the steps of \"{name}\" are run, and are not there");
                add(BreakRule::CutOff, says);
            }
        }
    }
    for (at, mode) in tables.modes.iter().enumerate() {
        if let Some(was) = older.mode(&mode.name)
            && !page.reading.has_open_rows(Some(at))
        {
            for (_, kind) in lost(&older.modes[was], mode) {
                let name = &mode.name.value;
                let says = format!("the \"{name}\" insertion mode has no row for {kind} any more");
                add(BreakRule::CutOff, says);
            }
        }
    }
    if let (Some(was), Some(is)) = (&older.foreign_content, &tables.foreign_content)
        && !page.reading.has_open_rows(None)
    {
        // In later years, the end of the file is never processed by them.
        let lost = lost(was, is).filter(|(kind, _)| *kind != TokenType::EndOfFile);
        for (_, kind) in lost {
            let says = format!("the rules for foreign content have no row for {kind} any more");
            add(BreakRule::CutOff, says);
        }
    }
    let counts = [older, tables].map(|tables| tables.modes.len());
    if 3 * counts[1] < 2 * counts[0] && page.reading.report.is_complete() {
        let says = format!(
            "there are {} insertion modes, and were {}",
            counts[1], counts[0]
        );
        add(BreakRule::FewerModes, says);
    }
    found
}

/// The kinds of tokens that a mode has rows for and another one of the same name has none for, with their names.
fn lost<'m>(was: &'m Mode, is: &'m Mode) -> impl Iterator<Item = (TokenType, &'static str)> + 'm {
    let of = KINDS.into_iter();
    of.filter(|(kind, _)| has_all(was, *kind) && !has_all(is, *kind))
}

/// Whether every token of a kind has a row.
fn has_all(mode: &Mode, kind: TokenType) -> bool {
    let rest = match kind {
        TokenType::StartTag => Tokens::OtherStartTag,
        TokenType::EndTag => Tokens::OtherEndTag,
        TokenType::Character => Tokens::OtherCharacter,
        kind => Tokens::Kind(kind),
    };
    let mut on = mode.rows.iter().flat_map(|row| &row.on);
    on.any(|on| {
        let tokens = &on.tokens.value;
        let is_of = *tokens == rest || [Tokens::AnythingElse, Tokens::Kind(kind)].contains(tokens);
        is_of && on.when.is_empty()
    })
}

/// The modes that steps and conditions name.
fn named(tables: &TreeTables) -> BTreeSet<String> {
    let mut named = Named(BTreeSet::new());
    named
        .0
        .extend(tables.initial.iter().map(|it| it.value.clone()));
    for (_, body) in tables.bodies() {
        tables.visit(body, &mut named);
    }
    named.0
}

struct Named(BTreeSet<String>);

impl Visitor for Named {
    fn mode(&mut self, name: &str, _: Place) {
        self.0.insert(name.to_owned());
    }
}
