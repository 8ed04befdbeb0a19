//! Short documents for everything that tree construction can do.
//!
//! A breadth-first walk over the interpreter, which tries every token in each state of the parser, and takes states with the same
//! mode and the same current node for one. A state that is not new is followed all the same if what led to it did something
//! new: that is how the walk gets into the deeper steps of an algorithm. Then a token more is put into the documents that did something
//! first, a few times, as a fuzzer would, but in order. What needs a longer way than that is not reached: every goal that is missed is
//! listed.

use super::goals::{Goal, Ran};
use crate::compare::trees::Machine;
use crate::compare::trees::Start;
use crate::compare::trees::alphabet::{Letter, whole};
use crate::compare::trees::contexts::contexts;
use crate::compare::trees::spellings::OTHER;
use crate::compare::trees::text_only::TextOnly;
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_interpreter::Refusal;
use tokenwright_interpreter::tree::{Construction, RowsOf};
use tokenwright_tables::tree::grammar::{ElementType, Elements, Namespace, TreeCondition};
use tokenwright_tables::tree::model::{Test, TreeTables};

/// The number of tokens in the longest documents that show a reader something.
const OF_A_DOCUMENT: usize = 5;

/// How often a token more is put into documents.
const ROUNDS: usize = 4;

/// How many documents are kept for each goal.
const OF_A_GOAL: usize = 10;

/// A document that does something with its last token: how it is parsed, and its tokens as indices of the letters.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) start: usize,
    pub(super) path: Vec<usize>,
}

/// The documents, in the order in which they were found: short ones first.
#[derive(Default)]
pub(super) struct Walk {
    pub(super) starts: Vec<Start>,
    pub(super) letters: Vec<Letter>,
    pub(super) steps: Vec<Step>,
    /// The tokens that lead a document to each state of the parser.
    pub(super) states: Vec<Vec<usize>>,
    /// The tokens that first lead a document to each mode, by its index.
    pub(super) modes: BTreeMap<usize, Vec<usize>>,
    by_goal: BTreeMap<Goal, Vec<usize>>,
    /// The documents into which a token more was put.
    deepened: BTreeSet<usize>,
    /// The first document for each row and token.
    by_token: BTreeMap<(RowsOf, usize, usize), usize>,
}

/// The elements of other namespaces that definitions ask for.
fn integration_points(tables: &TreeTables) -> BTreeSet<ElementType> {
    let tests = tables.definitions.iter().flat_map(|it| &it.any).flatten();
    let types = tests.filter_map(|test| match &test.value {
        Test::Condition(TreeCondition::Node(_, _, Elements::Types { any, .. })) => Some(any),
        _ => None,
    });
    let types = types.flatten().filter(|of| of.namespace != Namespace::Html);
    types.cloned().collect()
}

/// A document, with or without scripting.
fn document(scripting: bool) -> Start {
    Start {
        scripting,
        context: None,
    }
}

/// The text of some tokens.
pub(super) fn spelt(letters: &[Letter], path: &[usize]) -> String {
    let letters = path.iter().map(|at| &letters[*at]);
    letters.map(|letter| letter.spelt.as_str()).collect()
}

/// The letter that ends a document.
pub(super) const END: usize = 0;

/// How far a walk goes, and how finely it distinguishes states.
#[derive(Clone, Copy)]
struct Reach {
    longest: usize,
    /// Whether every current node is distinguished, and not only those that rows ask for.
    current: bool,
    /// Whether a state that is known is followed if what led to it did something new.
    new: bool,
}

/// What distinguishes two states of the parser: the mode, the namespace of the current node, that node, and whether tags are text.
type Key<'t> = (
    &'t str,
    Option<String>,
    Option<ElementType>,
    Option<TextOnly>,
);

impl Walk {
    /// # Errors
    /// If the tokenizer's tables cannot be run.
    pub(super) fn of(machine: &Machine<'_>) -> Result<Self, Refusal> {
        let mut contexts = contexts([machine, machine]);
        contexts.extend(integration_points(machine.tables));
        let fragments = [false, true].into_iter().flat_map(|scripting| {
            let contexts = contexts.iter().cloned();
            contexts.map(move |context| Start {
                scripting,
                context: Some(context),
            })
        });
        let starts = [document(false), document(true)].into_iter();
        let mut walk = Walk::none(machine, starts.chain(fragments).collect())?;
        for start in 0..walk.starts.len() {
            let reaches: &[(usize, bool)] = match start {
                0 => &[(6, false), (5, true)],
                1 => &[(4, false)],
                // Scripting makes little difference.
                _ if walk.starts[start].scripting => &[(1, false)],
                _ => &[(2, false)],
            };
            for (longest, current) in reaches.iter().copied() {
                let reach = Reach {
                    longest,
                    current,
                    new: true,
                };
                walk.from(machine, start, reach);
            }
        }
        for _ in 0..ROUNDS {
            walk.deepen(machine);
        }
        Ok(walk)
    }

    /// The walk from an empty document without scripting alone.
    ///
    /// # Errors
    /// If the tokenizer's tables cannot be run.
    pub(super) fn of_documents(machine: &Machine<'_>) -> Result<Self, Refusal> {
        let mut walk = Walk::none(machine, vec![document(false)])?;
        let reach = Reach {
            longest: OF_A_DOCUMENT,
            current: false,
            new: false,
        };
        walk.from(machine, 0, reach);
        Ok(walk)
    }

    fn none(machine: &Machine<'_>, starts: Vec<Start>) -> Result<Self, Refusal> {
        Ok(Walk {
            starts,
            letters: whole(machine)?,
            ..Walk::default()
        })
    }

    /// Puts a token more into the first documents for each goal, at every place: one of their own, one that no rule mentions, or one
    /// that runs an algorithm.
    fn deepen(&mut self, machine: &Machine<'_>) {
        let first: BTreeSet<usize> = self
            .by_goal
            .values()
            .filter_map(|all| all.first())
            .copied()
            .collect();
        let mut others: BTreeSet<usize> = (1..self.letters.len())
            .filter(|at| self.letters[*at].spelt == format!("<{OTHER}>"))
            .collect();
        for (goal, steps) in &self.by_goal {
            if let (Goal::Algorithm(_), Some(step)) = (goal, steps.first()) {
                others.extend(self.steps[*step].path.last());
            }
        }
        for number in first {
            let Step { start, path } = self.steps[number].clone();
            if self.deepened.insert(number) {
                let environment = self.starts[start].environment();
                let Ok(parser) = machine.parser(environment, Ran::default()) else {
                    continue;
                };
                let own: BTreeSet<usize> = path.iter().copied().collect();
                for at in 0..path.len() {
                    for letter in own.union(&others) {
                        let mut longer = path.clone();
                        longer.insert(at, *letter);
                        self.replay(machine, parser.clone(), start, &longer);
                    }
                }
            }
        }
    }

    /// Processes a token that the tokenizer emits here; whether the tables say how.
    fn step(
        &self,
        machine: &Machine<'_>,
        parser: &mut Construction<'_, Ran>,
        text_only: &mut Option<TextOnly>,
        letter: usize,
    ) -> bool {
        let token = &self.letters[letter].token;
        let is_read = parser.token(token.clone()).is_ok();
        if is_read {
            TextOnly::follow(text_only, parser.take_switch(), token, machine);
        }
        is_read
    }

    /// Keeps a document if it is one of the first for a goal.
    fn replay(
        &mut self,
        machine: &Machine<'_>,
        mut parser: Construction<'_, Ran>,
        start: usize,
        path: &[usize],
    ) {
        let mut text_only = parser.take_switch().map(|_| TextOnly::Forever);
        for at in path {
            parser.observer_mut().0.clear();
            let is_emitted = TextOnly::admits(&mut text_only, &self.letters[*at].token);
            if !is_emitted || !self.step(machine, &mut parser, &mut text_only, *at) {
                return;
            }
        }
        let ran = std::mem::take(parser.observer_mut());
        self.keep(start, path, &ran);
    }

    /// Each goal that was reached, with the tokens of the first document.
    pub(super) fn first_of_goals(&self) -> impl Iterator<Item = (Goal, &[usize])> {
        let goals = self.by_goal.iter();
        goals.filter_map(|(goal, all)| Some((*goal, &*self.steps[*all.first()?].path)))
    }

    /// The documents that reach a goal with their last token.
    pub(super) fn of_goal(&self, goal: Goal) -> &[usize] {
        self.by_goal.get(&goal).map_or(&[], Vec::as_slice)
    }

    /// A document for each token and row of a mode.
    pub(super) fn of_rows(&self, of: RowsOf) -> impl Iterator<Item = usize> {
        let range = (of, 0, 0)..=(of, usize::MAX, usize::MAX);
        self.by_token.range(range).map(|(_, step)| *step)
    }

    /// The text of a document.
    pub(super) fn text(&self, step: &Step) -> String {
        self.spelt(&step.path)
    }

    /// The text of a document up to its last token, and that token.
    pub(super) fn parts(&self, step: &Step) -> (String, String) {
        let (before, last) = step.path.split_at(step.path.len() - 1);
        (self.spelt(before), self.spelt(last))
    }

    /// The text of some tokens.
    pub(super) fn spelt(&self, path: &[usize]) -> String {
        spelt(&self.letters, path)
    }

    fn from(&mut self, machine: &Machine<'_>, start: usize, reach: Reach) {
        let environment = self.starts[start].environment();
        // Tables that lack what a fragment needs have no such fragment.
        let Ok(mut first) = machine.parser(environment, Ran::default()) else {
            return;
        };
        let text_only = first.take_switch().map(|_| TextOnly::Forever);
        let asked: BTreeSet<&ElementType> = machine.tables.current_nodes().collect();
        // Of fragments, only what documents have not done is followed.
        let is_fragment = self.starts[start].context.is_some();
        let mut seen = BTreeSet::new();
        let mut waiting = vec![(first, text_only, Vec::new())];
        for length in 1..=reach.longest {
            let mut next = Vec::new();
            for (before, text_only, path) in waiting {
                for at in 0..self.letters.len() {
                    let mut text_only = text_only.clone();
                    if !TextOnly::admits(&mut text_only, &self.letters[at].token) {
                        continue;
                    }
                    let mut parser = before.clone();
                    if !self.step(machine, &mut parser, &mut text_only, at) {
                        continue;
                    }
                    let ran = std::mem::take(parser.observer_mut());
                    let path: Vec<usize> = path.iter().copied().chain([at]).collect();
                    let is_new = self.keep(start, &path, &ran);
                    let is_asked = |of: &&ElementType| reach.current || asked.contains(of);
                    let current = parser.open_elements().last();
                    let current = current.and_then(|node| parser.document.element(*node));
                    let key: Key<'_> = (
                        parser.insertion_mode(),
                        current.map(|it| it.namespace.to_string()),
                        current.filter(is_asked).cloned(),
                        text_only.clone(),
                    );
                    if at == END {
                        continue;
                    }
                    let is_state = seen.insert(key);
                    if is_state && !reach.current && start == 0 {
                        self.states.push(path.clone());
                        if let Some(mode) = machine.tables.mode(parser.insertion_mode()) {
                            let entered = self.modes.entry(mode);
                            entered.or_insert_with(|| path.clone());
                        }
                    }
                    if (is_state && !is_fragment || is_new && reach.new) && length < reach.longest {
                        next.push((parser, text_only, path));
                    }
                }
            }
            waiting = next;
        }
    }

    /// Keeps a document if it is one of the first for a goal; whether it is the first for one.
    fn keep(&mut self, start: usize, path: &[usize], ran: &Ran) -> bool {
        let number = self.steps.len();
        let (mut is_kept, mut is_first) = (false, false);
        for goal in &ran.0 {
            let known = self.by_goal.entry(*goal).or_default();
            is_first |= known.is_empty();
            if known.len() < OF_A_GOAL {
                known.push(number);
                is_kept = true;
            }
            if let (Goal::Row(of, row), Some(last)) = (goal, path.last()) {
                let entry = self.by_token.entry((*of, *row, *last));
                entry.or_insert_with(|| {
                    is_kept = true;
                    number
                });
            }
        }
        if is_kept {
            self.steps.push(Step {
                start,
                path: path.to_vec(),
            });
        }
        is_first
    }
}
