//! What the tables say of the document: the questions and outputs that their sentences use.

use super::clauses::OPEN;
use super::layout::OUTSIDE;
use super::read::names;
use std::collections::BTreeSet;
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::{
    Callee, Clause, Conjunction, Entry, File, Outside, Resolved, Test, TreeTables, WITH_CONTENTS,
};
use tokenwright_tables::tree::traverse::Visitor;

/// The meaning of an output that was made for a call of nothing.
pub(super) const ABSENT: &str = "an algorithm that the page does not have";
/// The meaning of a question that was made for a condition of which the page does not say what it means.
pub(super) const UNDEFINED: &str = "a condition that the page does not define";

/// Adds what the bodies use, and an output for each sentence that was not understood.
pub(super) fn add(tables: &mut TreeTables, is_own: bool) {
    let names = names();
    let mut used = Used::default();
    for on in tables.tokens_of_rows() {
        used.open_questions.extend(open_questions(&on.when));
        names.visit_tests(&on.when, &mut used);
    }
    for (_, body) in tables.bodies() {
        names.visit(body, &mut used);
    }
    let chosen = |all: &[Outside], callee: fn(usize) -> Callee| -> Vec<Outside> {
        let all = all.iter().enumerate();
        let kept = all.filter(|(at, _)| used.callees.contains(&callee(*at)));
        kept.map(|(_, outside)| outside.clone()).collect()
    };
    // A page of this project lists them.
    if !is_own {
        tables.questions = chosen(&names.questions, Callee::Question);
        tables.outputs = chosen(&names.outputs, Callee::Output);
    }
    // A page may call what it does not define, or defines in words that are not understood.
    let defined: Vec<&String> = tables.callees().map(|(_, name)| &name.value).collect();
    let called = names.callees();
    let called =
        called.filter(|(it, name)| used.callees.contains(it) && !defined.contains(&&name.value));
    let (mut absent, mut asked) = (Vec::new(), Vec::new());
    for (callee, name) in called {
        match callee {
            Callee::Algorithm(_) => absent.push(name.value.clone()),
            Callee::Definition(_) => asked.push(name.value.clone()),
            Callee::Output(_) | Callee::Question(_) => {}
        }
    }
    let outputs = &mut tables.outputs;
    add_open(outputs, &absent, ABSENT);
    add_open(outputs, &used.open, "a sentence that no rule fits");
    let questions = &mut tables.questions;
    add_open(questions, &asked, UNDEFINED);
    add_open(questions, &used.open_questions, "a term that no rule fits");
    let mut entries: Vec<Entry> = (0..tables.questions.len()).map(Entry::Question).collect();
    entries.extend((0..tables.outputs.len()).map(Entry::Output));
    if tables.mode("in template").is_some() {
        entries.push(Entry::Set(tables.sets.len()));
        let template = Located::nowhere(ElementType::html("template"));
        let name = Located::nowhere(WITH_CONTENTS.to_owned());
        tables.sets.push((name, vec![template]));
    }
    let name = OUTSIDE.to_owned();
    tables.files.insert(0, File { name, entries });
}

fn add_open(outside: &mut Vec<Outside>, open: &[String], meaning: &str) {
    for words in open {
        if !outside.iter().any(|it| it.name.value == *words) {
            outside.push(Outside {
                name: Located::nowhere(words.clone()),
                meaning: meaning.to_owned(),
            });
        }
    }
}

/// What bodies use of the names of all pages.
#[derive(Default)]
struct Used {
    callees: BTreeSet<Callee>,
    /// The sentences that were not understood, and the terms.
    open: Vec<String>,
    open_questions: Vec<String>,
}

/// The conditions that were not understood.
fn open_questions(all: &Conjunction) -> impl Iterator<Item = String> {
    let defined = all.iter().filter_map(|test| match &test.value {
        Test::Defined { sentence, .. } => Some(sentence.clone()),
        Test::Condition(_) => None,
    });
    defined.filter(|sentence| sentence.starts_with(OPEN))
}

impl Visitor for Used {
    fn clause(&mut self, clause: &Clause) {
        if let Clause::Call(words) = clause
            && words.value.starts_with(OPEN)
        {
            self.open.push(words.value.clone());
        }
        let questions = clause.conditions().iter().flat_map(open_questions);
        self.open_questions.extend(questions);
    }

    fn call(&mut self, sentence: &str, resolved: Option<&Resolved>, _: Place) {
        let is_open = self.open.last().is_some_and(|open| open == sentence);
        let callee = resolved.map(|it| it.callee);
        self.callees.extend(callee.filter(|_| !is_open));
    }
}
