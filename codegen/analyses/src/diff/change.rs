//! The result of a comparison: plain data, one [`Change`] for each difference.
//!
//! Text, Markdown, JSON, the history and the analysis of effects are made from it, so it holds contents and places,
//! not phrases. Each change has an identifier that is made from names, not from numbers, so it stays the same when
//! other rows change. Contents are copied from both sides, because the older side is kept under its newer names.

use super::side::Side;
use super::states::blocks;
use tokenwright_interpreter::BlockKind;
use tokenwright_tables::model::{Clause, Definition, ErrorCode, Revision, Row, Rule, State};

/// The facts that determine the behaviour of a machine.
const FACTS: [&str; 6] = [
    "content-model-flag",
    "escape-flag",
    "initial-state",
    "entry-states",
    "text-mode",
    "input-stream.newlines",
];

/// Two revisions side by side.
///
/// Every difference is a [`Change`] with an identifier, reachable by [`Difference::changes`];
/// [`Difference::apply`] applies a single one to `from`.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The older side.
    pub from: Side,
    /// The newer side.
    pub to: Side,
    /// Renamed states: the old name and the new one.
    pub renamed_states: Vec<(String, String)>,
    /// Renamed error codes: the old code and the new one.
    pub renamed_codes: Vec<(String, String)>,
    /// Changes outside the states: facts, classes, names, input stream, rules, definitions, error codes,
    /// tables of references.
    pub outside: Vec<Change>,
    /// The states and procedures that changed, in the order of the newer side; removed ones at their old
    /// position.
    pub states: Vec<StateChange>,
    /// Sentences with a new wording and the same meaning.
    pub editorial: Vec<Editorial>,
    /// The sentences of a page that were not understood.
    pub open: Vec<Open>,
}

/// A state or a procedure that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateChange {
    /// Its location.
    pub at: StateAt,
    /// Its name: the newer one, where it has both.
    pub name: String,
    /// How the two sides correspond.
    pub relation: Relation,
    /// Its number on the older side, such as `13.2.5.6`, where states are numbered.
    pub from_number: Option<String>,
    /// Its number on the newer side.
    pub to_number: Option<String>,
    /// Whether its position among the states of both sides changed.
    pub moved: bool,
    /// The changes in it, the rows in the order of the newer side.
    pub changes: Vec<Change>,
}

/// A state or a procedure on both sides, as indices into [`tokenwright_tables::model::Revision::states`] or
/// [`tokenwright_tables::model::Revision::procedures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateAt {
    /// Whether it is a procedure, not a state.
    pub procedure: bool,
    /// On the older side.
    pub from: Option<usize>,
    /// On the newer side.
    pub to: Option<usize>,
}

impl StateAt {
    /// The states, or the procedures.
    pub(crate) fn blocks(self, revision: &Revision) -> &[State] {
        blocks(revision, self.procedure)
    }

    pub(crate) fn kind(self) -> BlockKind {
        match self.procedure {
            true => BlockKind::Procedure,
            false => BlockKind::State,
        }
    }
}

/// How a state of one side belongs to one of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Both have it under one name.
    Same,
    /// Its earlier name, by the tables (`was`) or by its contents.
    Renamed {
        /// The older name.
        was: String,
        /// Whether the contents show it, and not the tables.
        by_content: bool,
    },
    /// Only the newer side has it.
    New {
        /// The states that it was split from.
        out_of: Vec<String>,
    },
    /// Only the older side has it.
    Gone {
        /// The states that it was merged into.
        into: Vec<String>,
    },
}

/// One thing that is not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<S = Subject> {
    /// A name that no other change of the comparison has: `state data/row U+003C (<)`.
    pub id: String,
    /// The kind of the change.
    pub kind: Kind,
    /// What changed.
    pub subject: S,
    /// The content on the older side.
    pub from: Option<Content>,
    /// The content on the newer side.
    pub to: Option<Content>,
    /// Both sides as sentences, one a line.
    pub lines: Vec<Line>,
    /// The row's new predecessor, if it has moved.
    pub moved: Option<Moved>,
    /// Further remarks, such as which row now matches the characters of a removed one.
    pub remarks: Vec<String>,
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Only the newer side has it.
    New,
    /// Only the older side has it.
    Gone,
    /// Both sides have it, with different contents.
    Changed,
    /// Only the names of its errors: they were unnamed before.
    Named,
    /// It has another name.
    Renamed,
    /// Nothing but its place.
    Moved,
}

/// The subject of a [`Change`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A state or a procedure as a whole.
    State(StateAt),
    /// The steps of a state before its rows.
    Entry(StateAt),
    /// A row of a state.
    Row {
        /// The state.
        state: StateAt,
        /// The row, as an index into the older state's rows.
        from: Option<usize>,
        /// The row, as an index into the newer state's rows.
        to: Option<usize>,
    },
    /// Two rows that have changed places.
    Swap {
        /// The state.
        state: StateAt,
        /// Both rows, as indices into the older state's rows.
        from: (usize, usize),
    },
    /// A row of the preprocessing of the input stream.
    InputRow {
        /// Its index in the older side's rows, if it is there.
        from: Option<usize>,
        /// Its index in the newer side's rows, if it is there.
        to: Option<usize>,
    },
    /// A rule, by the occasion on which it applies.
    Rule(String),
    /// A definition, by its sentence.
    Definition(String),
    /// A class of characters that the revision defines.
    Class(String),
    /// A list of names.
    Names(String),
    /// A fact, by its key in `revision.toml`.
    Fact(&'static str),
    /// An error code.
    Code(String),
    /// A named character reference, by its name.
    Reference(String),
    /// A numeric replacement, by its number.
    Replacement(u32),
}

/// The content of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A state or a procedure.
    State(Box<State>),
    /// The steps of a row, a rule or a definition.
    Steps(Vec<Clause>),
    /// A row, with its matcher and guards.
    Row(Row),
    /// A rule, with the event that triggers it.
    Rule(Rule),
    /// A definition, with the sentence that it defines.
    Definition(Definition),
    /// Members of a class or of a list.
    Words(Vec<String>),
    /// A name, or the value of a fact.
    Text(String),
    /// An error code.
    Code(ErrorCode),
    /// The code points of a named character reference.
    CodePoints(Vec<u32>),
}

/// One line of the two sides together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which side has it.
    pub mark: Mark,
    /// The nesting depth below an "if".
    pub depth: usize,
    /// The sentence.
    pub text: String,
}

/// Which side has a [`Line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Both.
    Same,
    /// The older one.
    Gone,
    /// The newer one.
    New,
}

/// A row whose position among the rows of both sides changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Its new predecessor; `None` if it is the first.
    pub after: Option<String>,
    /// Whether it could matter: whether a row that it has passed matches something that it matches.
    pub matters: bool,
}

/// A new wording with the same meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editorial {
    /// The part of the section: a heading of a page, or the name of a state.
    pub part: String,
    /// The line of the older page, from 1.
    pub from_line: Option<u32>,
    /// The line of the newer page, from 1.
    pub to_line: Option<u32>,
    /// The words of the older side; none where they are new.
    pub from: Option<String>,
    /// The words of the newer side; `None` if they were removed.
    pub to: Option<String>,
    /// Why it makes no difference.
    pub because: String,
}

/// Something of a page that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Whether it is of the newer side.
    pub newer: bool,
    /// The path of the page, for messages.
    pub page: String,
    /// The line of the page, from 1.
    pub line: u32,
    /// The part of the section.
    pub part: String,
    /// The number of the part, such as `13.2.5.6`, where it is a state and states are numbered.
    pub number: Option<String>,
    /// The matcher of the enclosing row, if there is one.
    pub row: Option<String>,
    /// The words of the page, or the error message.
    pub original: String,
    /// Whether the words match no rule; otherwise `original` is an error message.
    pub is_sentence: bool,
    /// The nearest rule, if one is near.
    pub nearest: Option<String>,
    /// What the other side has at this place and this one, as far as it was understood, does not.
    pub instead: Vec<Line>,
}

impl Difference {
    /// Every change, the ones outside the states first.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        let states = self.states.iter().flat_map(|state| &state.changes);
        self.outside.iter().chain(states)
    }

    /// Whether both sides have the same meaning, as far as they were understood.
    pub fn is_empty(&self) -> bool {
        self.outside.is_empty() && self.states.is_empty()
    }

    /// Whether both sides were understood whole.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty()
    }
}

impl Editorial {
    /// A wording of which no line is known.
    pub(super) fn of(part: String, [from, to]: [Option<String>; 2], because: &str) -> Self {
        Editorial {
            part,
            from_line: None,
            to_line: None,
            from,
            to,
            because: because.to_owned(),
        }
    }
}

impl<S> Change<S> {
    /// A change whose kind follows from which sides have contents.
    pub(super) fn new(id: String, subject: S, from: Option<Content>, to: Option<Content>) -> Self {
        Change {
            id,
            kind: match (&from, &to) {
                (None, _) => Kind::New,
                (_, None) => Kind::Gone,
                _ => Kind::Changed,
            },
            subject,
            from,
            to,
            lines: Vec::new(),
            moved: None,
            remarks: Vec::new(),
        }
    }
}

impl Change {
    /// Whether the change can be applied to the older tables, alone or with others. Facts that only name the
    /// revision cannot, nor can changes that follow from steps.
    pub fn can_be_made(&self) -> bool {
        match &self.subject {
            Subject::Fact(key) => FACTS.contains(key),
            Subject::Code(_) => self.kind == Kind::Renamed,
            Subject::Reference(_) | Subject::Replacement(_) => false,
            _ => true,
        }
    }
}
