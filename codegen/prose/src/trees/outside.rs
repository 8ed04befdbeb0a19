//! What the tables say of the document: the questions and outputs that their sentences use.

use super::clauses::OPEN;
use super::layout::OUTSIDE;
use super::read::names;
use std::collections::BTreeSet;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::grammar::{ElementType, TreeStep, Value};
use tokenwright_tables::tree::model::{
    Callee, Clause, Conjunction, Entry, File, Outside, Test, TreeTables, WITH_CONTENTS,
};

/// The meaning of an output that was made for a call of nothing.
pub(super) const ABSENT: &str = "an algorithm that the page does not have";
/// The meaning of a question that was made for a condition of which the page does not say what it means.
pub(super) const UNDEFINED: &str = "a condition that the page does not define";

/// Adds what the bodies use, and an output for each sentence that was not understood.
pub(super) fn add(tables: &mut TreeTables, is_own: bool) {
    let mut used = Used {
        names: names(),
        ..Used::default()
    };
    let modes = tables.modes.iter().chain(&tables.foreign_content);
    for row in modes.flat_map(|mode| &mode.rows) {
        row.on.iter().for_each(|on| used.conjunction(&on.when));
        used.body(&row.body);
    }
    for algorithm in &tables.algorithms {
        used.body(&algorithm.body);
    }
    let chosen = |all: Vec<Outside>, is_output: bool| -> Vec<Outside> {
        let all = all.into_iter().enumerate();
        let kept = all.filter(|(at, _)| used.callees.contains(&(is_output, *at)));
        kept.map(|(_, outside)| outside).collect()
    };
    // A page of this project lists them.
    if !is_own {
        tables.questions = chosen(used.names.questions.clone(), false);
        tables.outputs = chosen(used.names.outputs.clone(), true);
    }
    // A page may call what it does not define, or defines in words that are not understood.
    let defined = |name: &str| tables.algorithms.iter().any(|it| it.name.value == name);
    let algorithms = used.names.algorithms.iter().enumerate();
    let absent = algorithms.filter(|(at, it)| used.algorithms.contains(at) && !defined(&it.name));
    let absent: Vec<String> = absent.map(|(_, it)| it.name.value.clone()).collect();
    let defined = |name: &str| tables.definitions.iter().any(|it| it.name.value == name);
    let definitions = used.names.definitions.iter().enumerate();
    let asked = definitions.filter(|(at, it)| used.definitions.contains(at) && !defined(&it.name));
    let asked: Vec<String> = asked.map(|(_, it)| it.name.value.clone()).collect();
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

#[derive(Default)]
struct Used {
    names: TreeTables,
    /// Questions and outputs: whether it is an output, and its index.
    callees: BTreeSet<(bool, usize)>,
    algorithms: BTreeSet<usize>,
    definitions: BTreeSet<usize>,
    /// The sentences that were not understood, and the terms.
    open: Vec<String>,
    open_questions: Vec<String>,
}

impl Used {
    fn body(&mut self, body: &[Clause]) {
        for clause in body {
            match clause {
                Clause::Call(words) if words.value.starts_with(OPEN) => {
                    self.open.push(words.value.clone());
                }
                Clause::Call(words) => self.call(words),
                Clause::Step(step) => match &step.value {
                    TreeStep::Let(_, Value::Call(call))
                    | TreeStep::Set(_, Value::Call(call))
                    | TreeStep::ReturnValue(Value::Call(call)) => self.call(&call.0),
                    _ => {}
                },
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    any.iter().for_each(|all| self.conjunction(all));
                    self.body(then);
                    self.body(otherwise);
                }
                Clause::While { all, body } => {
                    self.conjunction(all);
                    self.body(body);
                }
                Clause::Label(_) => {}
            }
        }
    }

    fn call(&mut self, words: &str) {
        let Some(found) = self.names.step(words) else {
            return;
        };
        match found.callee {
            Callee::Output(at) => {
                self.callees.insert((true, at));
            }
            Callee::Algorithm(at) => {
                self.algorithms.insert(at);
            }
            Callee::Definition(_) | Callee::Question(_) => {}
        }
        let arguments = found.arguments.iter().filter_map(|value| match value {
            Value::Call(call) => Some(call.0.clone()),
            Value::Expression(_) => None,
        });
        for words in arguments.collect::<Vec<_>>() {
            self.call(&words);
        }
    }

    fn conjunction(&mut self, all: &Conjunction) {
        for test in all {
            let Test::Defined { sentence, .. } = &test.value else {
                continue;
            };
            if sentence.starts_with(OPEN) {
                self.open_questions.push(sentence.clone());
            }
            let found = self.names.condition(sentence).map(|found| found.callee);
            match found {
                Some(Callee::Question(at)) => {
                    self.callees.insert((false, at));
                }
                Some(Callee::Definition(at)) => {
                    self.definitions.insert(at);
                }
                _ => {}
            }
        }
    }
}
