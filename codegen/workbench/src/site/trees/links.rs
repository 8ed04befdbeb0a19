//! The addresses of the pages of tree construction, and sentences with links.
//!
//! What a sentence calls, the tables resolve; other names, such as those of modes and scopes, are found as words. A word that
//! happens to be such a name becomes a link too, which has not been seen: modes are in quotation marks, and the other names
//! are several words.

use super::super::html::{escape, slug};
use crate::trees::{Part, PartId, Trees};
use std::collections::BTreeMap;
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::english::{self, Line};
use tokenwright_tables::tree::model::{Callee, Conjunction, Resolved};

/// What sentences can refer to.
pub(super) struct Links<'t> {
    trees: &'t Trees,
    /// Words that a sentence has of a thing, and the address of that.
    words: Vec<(String, String)>,
    /// Who calls an algorithm, by its index.
    callers: BTreeMap<usize, Vec<PartId>>,
}

impl<'t> Links<'t> {
    pub(super) fn of(trees: &'t Trees) -> Self {
        let mut links = Links {
            trees,
            words: Vec::new(),
            callers: BTreeMap::new(),
        };
        let id = links.id();
        let mut words = Vec::new();
        for (of, mode) in trees.modes() {
            words.push((format!("\"{}\"", mode.name.value), links.mode(of)));
            if of == RowsOf::ForeignContent {
                let rules = "the rules for parsing tokens in foreign content";
                words.push((rules.to_owned(), links.mode(of)));
            }
        }
        for (list, words_of) in super::lists::words(trees) {
            words.push((words_of, format!("{}#{list}", links.lists())));
        }
        for error in &trees.loaded.revision.errors {
            let code = &error.code.value;
            words.push((code.clone(), format!("{id}-errors.html#{code}")));
        }
        for code in trees.tables.error_codes().into_keys() {
            let address = format!("{}#{code}", links.errors());
            words.push((code, address));
        }
        links.words = words;
        for part in trees.parts() {
            for (at, _) in calls(trees, &part) {
                let callers = links.callers.entry(at).or_default();
                if callers.last() != Some(&part.id) {
                    callers.push(part.id);
                }
            }
        }
        links
    }

    fn id(&self) -> &'t str {
        self.trees.id()
    }

    pub(super) fn overview(&self) -> String {
        super::overview(self.id())
    }

    pub(super) fn algorithms(&self) -> String {
        format!("{}-algorithms.html", self.id())
    }

    pub(super) fn lists(&self) -> String {
        format!("{}-lists.html", self.id())
    }

    pub(super) fn errors(&self) -> String {
        format!("{}-tree-errors.html", self.id())
    }

    pub(super) fn elements(&self) -> String {
        format!("{}-elements.html", self.id())
    }

    /// The page of a mode.
    pub(super) fn mode(&self, of: RowsOf) -> String {
        let mode = of.mode(&self.trees.tables);
        let name = mode.map_or(String::new(), |mode| slug(&mode.name));
        format!("{}-mode-{name}.html", self.id())
    }

    /// The place of a row or an algorithm.
    pub(super) fn part(&self, part: PartId) -> String {
        match part {
            PartId::Row(of, at) => format!("{}#{}", self.mode(of), row_anchor(at)),
            PartId::Algorithm(at) => format!("{}#{}", self.algorithms(), algorithm_anchor(at)),
        }
    }

    /// The rows and algorithms that call an algorithm.
    pub(super) fn callers(&self, algorithm: usize) -> &[PartId] {
        self.callers.get(&algorithm).map_or(&[], Vec::as_slice)
    }

    /// The sentence of a line, in which algorithms, modes, lists and errors are links.
    pub(super) fn line(&self, line: Line<'_>) -> String {
        let tables = &self.trees.tables;
        let mut found = Calls::default();
        match line {
            Line::Clause(clause) => tables.visit(std::slice::from_ref(clause), &mut found),
            Line::If(any) => tables.visit_any(any, &mut found),
            Line::While(all) => tables.visit_tests(all, &mut found),
            Line::Otherwise => {}
        }
        self.with_links(&line.sentence(), found)
    }

    /// Conditions with the same links.
    pub(super) fn conditions(&self, any: &[Conjunction]) -> String {
        let mut found = Calls::default();
        self.trees.tables.visit_any(any, &mut found);
        self.with_links(&english::conjunctions(any).join(", or "), found)
    }

    fn with_links(&self, text: &str, Calls(calls): Calls) -> String {
        let called = calls.into_iter();
        let called = called.filter_map(|(sentence, callee)| match callee {
            Callee::Algorithm(at) => Some((sentence, self.part(PartId::Algorithm(at)))),
            Callee::Definition(at) => {
                let anchor = super::lists::definition_anchor(at);
                Some((sentence, format!("{}#{anchor}", self.lists())))
            }
            Callee::Output(_) | Callee::Question(_) => None,
        });
        let called: Vec<(String, String)> = called.collect();
        linked(text, called.iter().chain(&self.words))
    }
}

pub(super) fn row_anchor(at: usize) -> String {
    format!("r{at}")
}

pub(super) fn algorithm_anchor(at: usize) -> String {
    format!("a{at}")
}

/// The algorithms that a part calls, with the sentences of the calls.
fn calls(trees: &Trees, part: &Part<'_>) -> Vec<(usize, String)> {
    let mut found = Calls::default();
    trees.tables.visit(part.body, &mut found);
    let calls = found.0.into_iter();
    let algorithms = calls.filter_map(|(sentence, callee)| match callee {
        Callee::Algorithm(at) => Some((at, sentence)),
        _ => None,
    });
    algorithms.collect()
}

#[derive(Default)]
struct Calls(Vec<(String, Callee)>);

impl Visitor for Calls {
    fn call(&mut self, sentence: &str, resolved: Option<&Resolved>, _: Place) {
        if let Some(resolved) = resolved {
            self.0.push((sentence.to_owned(), resolved.callee));
        }
    }
}

/// A text in which words are links: those that begin first, and of them the longest. Case does not count, as a sentence
/// begins with a capital letter.
fn linked<'w>(text: &str, words: impl Iterator<Item = &'w (String, String)>) -> String {
    let lower = text.to_ascii_lowercase();
    let mut places: Vec<(usize, usize, &str)> = Vec::new();
    for (words, address) in words {
        let wanted = words.to_ascii_lowercase();
        let found = lower.match_indices(&wanted);
        places.extend(found.map(|(at, _)| (at, at + words.len(), address.as_str())));
    }
    places.sort_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
    let mut out = String::new();
    let mut at = 0;
    for (start, end, address) in places {
        if start < at {
            continue;
        }
        out.push_str(&escape(&text[at..start]));
        let words = escape(&text[start..end]);
        out.push_str(&format!("<a href=\"{address}\">{words}</a>"));
        at = end;
    }
    out.push_str(&escape(&text[at..]));
    out
}

#[cfg(test)]
mod tests {
    use super::linked;

    #[test]
    fn the_longest_words_that_begin_first_are_a_link() {
        let words = [("insert a", "#a"), ("insert a b", "#ab"), ("b", "#b")];
        let words = words.map(|(words, address)| (words.to_owned(), address.to_owned()));
        assert_eq!(
            linked("Insert a b, <b>", words.iter()),
            "<a href=\"#ab\">Insert a b</a>, &lt;<a href=\"#b\">b</a>&gt;"
        );
    }
}
