//! Lists of cases in a body: terms with what to do, and conditions of which one has to hold.
//!
//! Pages write choices as lists of terms, and the terms are not alike: conditions, names of elements, or nothing but a word.
//! A case that was not understood leaves the whole choice open, since the cases after it exclude it.

use super::body::Body;
use super::branches::{add_otherwise, branch, does_nothing};
use super::hole::of_types;
use super::lists::item_sentences;
use super::rules::ITEMS;
use super::spelling::sentences;
use super::stmt::Stmt;
use super::understand::Meaning;
use crate::outline::{ListEntry, PageBlock, Text};
use crate::sentence::Sentence;
use crate::stmt::Alternatives;
use tokenwright_tables::tree::grammar::ElementType;

/// The sentences of the terms of an entry. A term without words is one that no rule fits, and so is an absent one.
fn term_sentences(entry: &ListEntry) -> impl Iterator<Item = Sentence> {
    let wordless = |term: &Text| Sentence {
        original: "a term without words".to_owned(),
        text: String::new(),
        line: term.line(0),
    };
    let of_term = move |term: &Text| match sentences(term) {
        found if found.is_empty() => vec![wordless(term)],
        found => found,
    };
    let absent = entry.terms.is_empty().then(|| wordless(&Text::default()));
    entry.terms.iter().flat_map(of_term).chain(absent)
}

impl Body<'_> {
    /// The conditions of a list, of which one has to hold. A text that a condition compares with is in a list with a name.
    pub(super) fn listed(&mut self, name: &str, items: &[Vec<PageBlock>]) -> Alternatives {
        let mut any = Alternatives::new();
        for mut sentence in items.iter().flat_map(|item| item_sentences(item)) {
            sentence.text = sentence.text.trim_end_matches([';', ',']).to_owned();
            let Some(found) = self.reader.conditions(&sentence.text) else {
                self.log.unread(&sentence);
                any.clear();
                continue;
            };
            let mut meaning = Vec::new();
            for all in found {
                let line = all.join(" and ").replace("NAME", name);
                let condition = match line.split("||").collect::<Vec<_>>().as_slice() {
                    [list, text, condition] => {
                        self.log.identifier(list, text);
                        (*condition).to_owned()
                    }
                    _ => line.clone(),
                };
                meaning.push(condition.clone());
                let condition = vec![condition];
                if !any.contains(&condition) {
                    any.push(condition);
                }
            }
            let meaning = meaning.join(" or ");
            self.log.modelled(&sentence, "condition of a list", meaning);
        }
        any
    }

    /// The cases of a list: terms that are conditions, and what to do.
    pub(super) fn cases(&mut self, entries: &[ListEntry]) -> Vec<Stmt> {
        let mut steps: Vec<Stmt> = Vec::new();
        for entry in entries {
            let mut any = Alternatives::new();
            let mut is_read = true;
            for sentence in term_sentences(entry) {
                let text = sentence.text.trim_end_matches(':');
                let condition = text.strip_prefix("if ").unwrap_or(text);
                match self.reader.conditions(condition) {
                    _ if text == "otherwise" => {
                        self.log.modelled(&sentence, "otherwise", text);
                    }
                    Some(found) => {
                        let meaning = crate::stmt::describe_conditions(&found);
                        self.log.modelled(&sentence, "case", meaning);
                        any.extend(found);
                    }
                    None => {
                        self.log.unread(&sentence);
                        is_read = false;
                    }
                }
            }
            let then = self.blocks(&entry.body);
            let added = match steps.is_empty() {
                _ if !is_read => false,
                true => {
                    steps.push(branch(any, then));
                    true
                }
                false => add_otherwise(&mut steps, any, then),
            };
            if !added {
                steps.push(Stmt::Unread("a case".to_owned()));
            }
        }
        steps
    }

    /// Cases of which none does anything that the tables describe; whether that is so.
    pub(super) fn silent_cases(&mut self, entries: &[ListEntry]) -> bool {
        let mut is_silent = true;
        for entry in entries {
            for sentence in term_sentences(entry) {
                match self.reader.understand(&sentence.text) {
                    Some(understood) if matches!(understood.meaning, Meaning::Silent(_)) => {
                        self.log.understood(&sentence, &understood);
                    }
                    _ if sentence.text.trim_end_matches(':') == "otherwise" => {
                        self.log.modelled(&sentence, "otherwise", "");
                    }
                    _ => {
                        self.log.unread(&sentence);
                        is_silent = false;
                    }
                }
            }
            is_silent &= does_nothing(&self.blocks(&entry.body));
        }
        is_silent
    }

    /// The cases of a list: terms that are what the context element is, and what to do.
    pub(super) fn elements(&mut self, entries: &[ListEntry]) -> Vec<Stmt> {
        let mut steps = Vec::new();
        let mut before: Vec<ElementType> = Vec::new();
        for entry in entries {
            let mut types: Vec<ElementType> = Vec::new();
            let mut is_other = false;
            for sentence in term_sentences(entry) {
                let lines = ITEMS.fit(&sentence.text, false);
                let lines = lines.map(|(rule, fillings)| (rule.name, rule.lines(&fillings)));
                let other = matches!(sentence.text.as_str(), "any other element" | "otherwise");
                let Some((rule, lines)) = lines.filter(|_| !other) else {
                    is_other = true;
                    match other {
                        true => self.log.modelled(&sentence, "otherwise", ""),
                        false => {
                            self.log.unread(&sentence);
                            steps.push(Stmt::Unread(sentence.original.clone()));
                        }
                    }
                    continue;
                };
                self.log.modelled(&sentence, rule, lines.join("; "));
                types.extend(lines.iter().filter_map(|line| ElementType::named(line)));
            }
            let mut then = self.blocks(&entry.body);
            if is_other {
                let is_read =
                    !before.is_empty() && !steps.iter().any(|it| matches!(it, Stmt::Unread(_)));
                if is_read && !then.is_empty() {
                    let others = format!("the context element is not {}", of_types(&before));
                    steps.push(branch(vec![vec![others]], then));
                } else if !then.is_empty() {
                    steps.push(Stmt::Unread("any other element".to_owned()));
                }
                continue;
            }
            before.extend(types.iter().cloned());
            let mut all = vec![format!("the context element is {}", of_types(&types))];
            if let [Stmt::If(choice)] = then.as_mut_slice()
                && let ([more], []) = (&choice.any[..], &choice.otherwise[..])
            {
                all.extend(more.iter().cloned());
                then = std::mem::take(&mut choice.then);
            }
            steps.push(branch(vec![all], then));
        }
        steps
    }

    pub(super) fn unread_entries(&mut self, entries: &[ListEntry]) {
        for entry in entries {
            for sentence in term_sentences(entry) {
                self.log.unread(&sentence);
            }
            drop(self.blocks(&entry.body));
        }
    }
}
