//! The location of a machine in the tables, for messages.

use super::revision_ref::RevisionRef;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use tokenwright_interpreter::{BlockKind, BlockRef, Interpreter, Observer, Setup};
use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::kernel::{Node, Nodes, Traverse};
use tokenwright_tables::model::{On, Revision, Test};
use tokenwright_tables::source::Place;

/// A state or a procedure, and one of its rows.
pub(super) type At = Option<(BlockKind, usize, Option<usize>)>;

/// A sentence in the tables, or a state or row if no sentence is running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// In the words of the tables: the state or procedure, and the row.
    pub within: String,
    /// The sentence; empty if none is running.
    pub sentence: String,
    /// The sentence, or the nearest item.
    pub place: Place,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in the {}", self.within)?;
        match self.sentence.is_empty() {
            true => Ok(()),
            false => write!(f, ", at `{}`", self.sentence),
        }
    }
}

/// Finds a sentence that a machine came to.
pub(super) fn locate(revision: &Revision, at: At, sentence: &str) -> Option<Location> {
    let (kind, index, row) = at?;
    let (blocks, what) = match kind {
        BlockKind::State => (&revision.states, "state"),
        BlockKind::Procedure => (&revision.procedures, "procedure"),
    };
    let block = blocks.get(index)?;
    let row = row.and_then(|row| block.rows.get(row));
    let head = row.map(|row| match &row.on {
        On::Consumed { any, .. } | On::Peeked(any) => {
            let any = any.iter().map(|matcher| matcher.value.to_string());
            any.collect::<Vec<_>>().join(" or ")
        }
        On::Ahead { text, .. } => format!("{:?}", text.value),
    });
    let head = head.map_or_else(String::new, |head| format!("row `{head}` of the "));
    let nodes = row.map_or_else(|| block.body.nodes(), Traverse::nodes);
    // The sentence may be in a definition.
    let defined = || {
        let mut definitions = revision.definitions.iter();
        definitions.find_map(|d| find_sentence(d.nodes(), sentence))
    };
    let place = find_sentence(nodes, sentence).or_else(defined);
    let nearest = || row.map_or(block.name.place, |row| row.place.place);
    Some(Location {
        within: format!("{head}{} {what}", block.name.value),
        sentence: sentence.to_owned(),
        place: place.unwrap_or_else(nearest),
    })
}

/// The location at which a machine refuses this input.
pub fn refusal_location(
    (revision, references): RevisionRef<'_>,
    setup: &Setup,
    input: &str,
) -> Option<Location> {
    let interpreter = Interpreter::new(revision, references).ok()?;
    let last = LastActionObserver::default();
    interpreter.observe(setup, input, last.clone()).err()?;
    let at = last.0.borrow();
    locate(revision, at.place(), &at.sentence)
}

/// The location of a machine after a prefix of the input.
pub(super) fn location_after(
    interpreter: &Interpreter<'_>,
    setup: &Setup,
    input: &str,
) -> Option<Location> {
    let last = LastActionObserver::default();
    let mut machine = interpreter.open(setup, last.clone()).ok()?;
    input.chars().for_each(|character| machine.feed(character));
    machine.run_open();
    let at = last.0.borrow();
    match &at.ahead {
        Some((place, sentence)) if at.state == Some(machine.state()) => {
            locate(interpreter.revision(), *place, sentence)
        }
        // It waits for any character.
        _ => {
            let place = Some((BlockKind::State, machine.state(), None));
            locate(interpreter.revision(), place, "")
        }
    }
}

/// The last action of a machine, even if the machine was rolled back to wait for input.
#[derive(Clone, Debug, Default)]
struct LastActionObserver(Rc<RefCell<LastAction>>);

#[derive(Debug, Default)]
struct LastAction {
    /// The state that was entered last.
    state: Option<usize>,
    /// The row of it that has run, by its index.
    row: Option<usize>,
    /// The procedures that are running, with their rows.
    procedures: Vec<(usize, Option<usize>)>,
    sentence: String,
    /// The first sentence since the state was entered that looks ahead, and its location.
    ahead: Option<(At, String)>,
}

impl LastAction {
    fn says(&mut self, sentence: String, looks_ahead: bool) {
        if looks_ahead && self.ahead.is_none() {
            self.ahead = Some((self.place(), sentence.clone()));
        }
        self.sentence = sentence;
    }

    fn place(&self) -> At {
        match self.procedures.last() {
            Some((procedure, row)) => Some((BlockKind::Procedure, *procedure, *row)),
            None => Some((BlockKind::State, self.state?, self.row)),
        }
    }
}

impl Observer for LastActionObserver {
    fn enter(&mut self, block: BlockRef<'_>) {
        let mut at = self.0.borrow_mut();
        at.sentence.clear();
        match block.kind {
            BlockKind::Procedure => at.procedures.push((block.index, None)),
            BlockKind::State => {
                at.procedures.clear();
                at.ahead = None;
                (at.state, at.row) = (Some(block.index), None);
            }
        }
    }

    fn leave(&mut self, _: BlockRef<'_>) {
        self.0.borrow_mut().procedures.pop();
    }

    fn row(&mut self, _: BlockRef<'_>, row: usize) {
        let mut at = self.0.borrow_mut();
        at.sentence.clear();
        match at.procedures.last_mut() {
            Some((_, of_procedure)) => *of_procedure = Some(row),
            None => at.row = Some(row),
        }
    }

    fn condition_tested(&mut self, condition: &Condition, _: bool) {
        let ahead = condition.looks_ahead();
        self.0.borrow_mut().says(condition.to_string(), ahead);
    }

    fn step(&mut self, step: &Step) {
        let ahead = matches!(
            step,
            Step::ConsumeNamed
                | Step::ConsumeMatching
                | Step::ConsumeThroughChar(_)
                | Step::ConsumeThroughText(_)
        );
        self.0.borrow_mut().says(step.to_string(), ahead);
    }
}

/// The first step or condition with this sentence.
fn find_sentence(mut nodes: Nodes<'_>, sentence: &str) -> Option<Place> {
    nodes.find_map(|node| {
        let (found, place) = match node {
            Node::Step(step) => (step.value.to_string(), step.place),
            Node::Test(test) => match &test.value {
                Test::Condition(condition) => (condition.to_string(), test.place),
                Test::Defined { .. } => return None,
            },
            Node::Call(_) | Node::If(_) => return None,
        };
        (found == sentence).then_some(place)
    })
}
