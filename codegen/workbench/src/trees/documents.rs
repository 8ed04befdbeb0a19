//! The shortest documents that run each row and each algorithm.
//!
//! A document is searched for as a sequence of tokens, breadth first: the parser is copied before each token, so that a
//! sequence is not parsed again for each that it begins. States of the parser count as one if they have the same modes and
//! the same current node, as far as rows ask for it; with whole stacks there would be no end of them. So a document is
//! short and readable, and not proved to be the shortest. Tokens that the tokenizer would not emit after a sequence, such as
//! a tag inside of a title, give documents that do something else: each is parsed as a text before it counts.

mod alphabet;

use super::{PartId, Trees};
use alphabet::Letter;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tokenwright_interpreter::tree::{
    Body, Construction, Environment, ParseState, TreeObserver, TreeToken,
};
use tokenwright_interpreter::{Interpreter, Refusal};
use tokenwright_tables::tree::grammar::ElementType;

/// The number of tokens in the longest documents that are tried.
const LONGEST: usize = 5;

/// The documents by what they run, and by the modes that they switch to.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    parts: BTreeMap<PartId, String>,
    modes: BTreeMap<usize, String>,
}

impl Documents {
    /// Searches for documents.
    ///
    /// # Errors
    /// If the tables cannot be run.
    pub(crate) fn search(trees: &Trees) -> Result<Self, Refusal> {
        let mut search = Search {
            trees,
            interpreter: trees.interpreter()?,
            alphabet: alphabet::of(trees),
            nodes: trees.tables.current_nodes().cloned().collect(),
            modes_of_text: alphabet::modes_of_text(trees),
            found: Documents::default(),
        };
        search.run();
        Ok(search.found)
    }

    /// A document that runs a part.
    pub(crate) fn of(&self, part: PartId) -> Option<&str> {
        self.parts.get(&part).map(String::as_str)
    }

    /// A document that switches to a mode, by its index, and does not leave it with the same token.
    pub(crate) fn of_mode(&self, mode: usize) -> Option<&str> {
        self.modes.get(&mode).map(String::as_str)
    }

    /// Whether a run did something for which there is no document.
    fn lacks(&self, ran: &Recorder) -> bool {
        ran.parts.iter().any(|part| !self.parts.contains_key(part))
            || ran.modes.iter().any(|mode| !self.modes.contains_key(mode))
    }
}

/// Records what runs, and the modes in use after each token.
#[derive(Clone, Debug, Default)]
struct Recorder {
    parts: BTreeSet<PartId>,
    modes: BTreeSet<usize>,
}

impl TreeObserver for Recorder {
    fn enter(&mut self, body: Body<'_>) {
        self.parts.insert(body.into());
    }

    fn processed(&mut self, state: ParseState<'_>) {
        self.modes.insert(state.insertion_mode);
    }
}

/// What distinguishes two states of the parser.
type Key<'t> = (&'t str, Option<String>, Option<ElementType>);

struct Search<'t> {
    trees: &'t Trees,
    interpreter: Interpreter<'t>,
    alphabet: Vec<Letter>,
    /// The current nodes that rows ask for.
    nodes: BTreeSet<ElementType>,
    modes_of_text: BTreeSet<&'t str>,
    found: Documents,
}

impl<'t> Search<'t> {
    fn run(&mut self) {
        let environment = Environment::of_test(None, false);
        let tables = &self.trees.tables;
        let start = Construction::observed(tables, environment, Recorder::default());
        let mut frontier: VecDeque<_> =
            start.into_iter().map(|it| (it, String::new(), 0)).collect();
        let mut seen = BTreeSet::new();
        while let Some((before, text, length)) = frontier.pop_front() {
            for at in 0..self.alphabet.len() {
                let Letter { token, spelt } = self.alphabet[at].clone();
                let text = format!("{text}{spelt}");
                let mut parser = before.clone();
                // The tokenizer emits no token for which a mode has no row.
                if parser.token(token.clone()).is_err() {
                    continue;
                }
                let ran = std::mem::take(parser.observer_mut());
                if self.found.lacks(&ran) {
                    self.show(&text, &ran);
                }
                let goes_on = length + 1 < LONGEST && token != TreeToken::EndOfFile;
                if goes_on && seen.insert(self.key(&parser)) {
                    frontier.push_back((parser, text, length + 1));
                }
            }
        }
    }

    fn key(&self, parser: &Construction<'t, Recorder>) -> Key<'t> {
        let current = parser.open_elements().last();
        let current = current.and_then(|node| parser.document.element(*node));
        let mode = parser.insertion_mode();
        let is_of_text = self.modes_of_text.contains(mode);
        let asked = current.filter(|node| is_of_text || self.nodes.contains(node));
        let namespace = current.map(|node| node.namespace.to_string());
        (mode, namespace, asked.cloned())
    }

    /// Notes what of it a text does when it is parsed.
    fn show(&mut self, text: &str, ran: &Recorder) {
        let environment = Environment::of_test(None, false);
        let mut recorder = Recorder::default();
        let parsed = self
            .trees
            .observe(&self.interpreter, environment, text, &mut recorder);
        if parsed.is_err() {
            return;
        }
        for part in ran.parts.intersection(&recorder.parts) {
            let known = self.found.parts.entry(*part);
            known.or_insert_with(|| text.to_owned());
        }
        for mode in ran.modes.intersection(&recorder.modes) {
            let known = self.found.modes.entry(*mode);
            known.or_insert_with(|| text.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Documents;
    use crate::trees::{PartId, Trees};
    use tokenwright_tables::diagnostic::Sources;

    #[test]
    fn every_row_of_a_document_has_a_document() {
        let trees = Trees::load(None, &mut Sources::default()).expect("the tables");
        let documents = Documents::search(&trees).expect("a search");
        let parts = trees.parts();
        let lacking = parts.iter().filter(|part| documents.of(part.id).is_none());
        let lacking: Vec<String> = lacking.map(|part| trees.in_short(part.id, 3)).collect();
        assert_eq!(lacking, ["the algorithm `begin a fragment`"]);
        let mode = trees.tables.mode("in cell").expect("a mode");
        assert_eq!(documents.of_mode(mode), Some("<table><td>"));
        let row = parts.iter().find(|part| {
            trees.in_short(part.id, 9)
                == "\"in cell\": an end tag whose tag name is one of \"td\", \"th\""
        });
        let row = row.expect("a row").id;
        assert!(matches!(row, PartId::Row(..)));
        assert_eq!(documents.of(row), Some("<table><td></td>"));
    }
}
