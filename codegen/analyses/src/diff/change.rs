//! What a comparison finds: plain data, one [`Change`] for each thing that is not the same.

use super::side::Side;
use tokenwright_tables::model::{Clause, Conjunction, Definition, ErrorCode, Row, Rule, State};

/// The facts that decide about what a machine does.
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
/// Every difference is a [`Change`] with an identifier, reachable by [`Difference::changes`]; what
/// would be left of `from` if only that one were made is told by [`Difference::apply`].
#[derive(Clone, Debug)]
pub struct Difference {
    /// The older side.
    pub from: Side,
    /// The newer side.
    pub to: Side,
    /// The names of states that are called otherwise: the old name and the new one.
    pub renamed_states: Vec<(String, String)>,
    /// The same for error codes.
    pub renamed_codes: Vec<(String, String)>,
    /// What changed outside the states: facts, classes, names, input stream, rules, definitions,
    /// error codes, tables of references.
    pub outside: Vec<Change>,
    /// The states and procedures that changed, in the order of the newer side; those that are gone
    /// stand where they stood.
    pub states: Vec<StateChange>,
    /// What is worded otherwise and says the same.
    pub editorial: Vec<Editorial>,
    /// What was not understood of either side, where a side is a page.
    pub open: Vec<Open>,
}

/// A state or a procedure that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateChange {
    /// Where it is.
    pub at: StateAt,
    /// Its name: the newer one, where it has both.
    pub name: String,
    /// How the two sides of it belong together.
    pub relation: Relation,
    /// Its number on the older side, such as `13.2.5.6`, where states are numbered.
    pub from_number: Option<String>,
    /// Its number on the newer side.
    pub to_number: Option<String>,
    /// Whether it stands elsewhere among the states that both sides have.
    pub moved: bool,
    /// What changed in it, the rows in the order of the newer side.
    pub changes: Vec<Change>,
}

/// A state or a procedure on both sides, as indices into [`tokenwright_tables::model::Revision::states`] or
/// [`tokenwright_tables::model::Revision::procedures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateAt {
    /// Whether it is a procedure.
    pub procedure: bool,
    /// On the older side.
    pub from: Option<usize>,
    /// On the newer side.
    pub to: Option<usize>,
}

/// How a state of one side belongs to one of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Both have it under one name.
    Same,
    /// It was called this, as the tables say (`was`) or as its contents show.
    Renamed {
        /// The older name.
        was: String,
        /// Whether the contents show it, and not the tables.
        by_content: bool,
    },
    /// Only the newer side has it.
    New {
        /// The states that led to what it now does: what it was split from.
        out_of: Vec<String>,
    },
    /// Only the older side has it.
    Gone {
        /// The states that are now switched to in its place: what it was merged into.
        into: Vec<String>,
    },
}

/// One thing that is not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// A name that no other change of the comparison has: `state data/row U+003C (<)`.
    pub id: String,
    /// What became of it.
    pub kind: Kind,
    /// What it is.
    pub subject: Subject,
    /// What the older side has.
    pub from: Option<Content>,
    /// What the newer side has.
    pub to: Option<Content>,
    /// Both sides as sentences, one a line.
    pub lines: Vec<Line>,
    /// Where the row stands now, if it has changed its place among the others.
    pub moved: Option<Moved>,
    /// What else a reader should know: what takes the characters of a row that is gone, say.
    pub remarks: Vec<String>,
}

/// What became of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Only the newer side has it.
    New,
    /// Only the older side has it.
    Gone,
    /// Both have it, and say different things of it.
    Changed,
    /// Nothing but the names of its errors: they had none before.
    Named,
    /// It has another name.
    Renamed,
    /// Nothing but its place.
    Moved,
}

/// What a [`Change`] is about.
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
        /// As an index into the older side's rows.
        from: Option<usize>,
        /// As an index into the newer side's rows.
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

/// What one side has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A state or a procedure.
    State(Box<State>),
    /// Steps.
    Steps(Vec<Clause>),
    /// A row.
    Row(Row),
    /// A rule.
    Rule(Rule),
    /// A definition.
    Definition(Definition),
    /// Members of a class or of a list.
    Words(Vec<String>),
    /// A name, or the value of a fact.
    Text(String),
    /// An error code.
    Code(ErrorCode),
    /// Code points.
    CodePoints(Vec<u32>),
}

/// One line of the two sides together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which side has it.
    pub mark: Mark,
    /// How deep it stands below an "if".
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

/// A row that stands elsewhere among the rows that both sides have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The row that it stands after now; none where it is the first.
    pub after: Option<String>,
    /// Whether it could matter: whether a row that it has passed matches something that it matches.
    pub matters: bool,
}

/// Words that changed and say the same.
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
    /// The words of the newer side; none where they are gone.
    pub to: Option<String>,
    /// Why it makes no difference.
    pub because: String,
}

/// Something of a page that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Whether it is of the newer side.
    pub newer: bool,
    /// The page.
    pub page: String,
    /// The line of the page, from 1.
    pub line: u32,
    /// The part of the section.
    pub part: String,
    /// The number of the part, such as `13.2.5.6`, where it is a state and states are numbered.
    pub number: Option<String>,
    /// What the row matches that it stands in, where it stands in one.
    pub row: Option<String>,
    /// The words of the page, or what is wrong with it.
    pub said: String,
    /// Whether these are words that fit no rule; otherwise `said` is what is wrong.
    pub is_sentence: bool,
    /// The nearest rule, if one is near.
    pub nearest: Option<String>,
    /// What the other side has there and this one, as far as it was understood, has not.
    pub instead: Vec<Line>,
}

impl Difference {
    /// Every change, the ones outside the states first.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        let states = self.states.iter().flat_map(|state| &state.changes);
        self.outside.iter().chain(states)
    }

    /// Whether the two sides say the same, as far as they were understood.
    pub fn is_empty(&self) -> bool {
        self.outside.is_empty() && self.states.is_empty()
    }

    /// Whether both sides were understood whole.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty()
    }
}

/// The guards of a row as they are written: `A and B` for each alternative.
pub(super) fn conjunctions(any: &[Conjunction]) -> Vec<String> {
    any.iter()
        .map(|all| {
            let tests: Vec<String> = all.iter().map(|test| test.value.to_string()).collect();
            tests.join(" and ")
        })
        .collect()
}

impl Change {
    /// Whether it can be made in the tables of the older side, alone or with others: not what only
    /// names the revision, and not what is made by the steps that speak of it.
    pub fn can_be_made(&self) -> bool {
        match &self.subject {
            Subject::Fact(key) => FACTS.contains(key),
            Subject::Code(_) => self.kind == Kind::Renamed,
            Subject::Reference(_) | Subject::Replacement(_) => false,
            _ => true,
        }
    }
}
