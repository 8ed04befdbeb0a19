//! A program as a list of entries: the normal form in which what was read is compared with what was proved.
//!
//! An entry is a part of the program without the lists nested in it, whose entries follow up to [`Entry::End`]. So the
//! first difference of two lists is the smallest part that differs, and each entry that was read has its place in the
//! generated code. What is given up is a tree that could be run; what is compared is the same.
//!
//! Printing loses some things that have no meaning. Both sides are brought to one form of them:
//!
//! | what | in the list |
//! |---|---|
//! | headings of rows, and the list that [`Stmt::Row`] is | nothing: its statements follow |
//! | characters of a row that earlier rows have, surrogates | left out |
//! | `ConsumeAgain` | `ConsumeNext`; that a wait gives the character back is part of each entry that waits |
//! | where the text of an action ends, if the action has none | nothing |
//! | a conjunction or disjunction of one | the one |
//! | conditions that nothing satisfies: a caller without parts, a last character beyond ASCII | an empty disjunction |
//! | lists of names, and parts of callers, that are equal | the first of them |
//! | a conditional action of the hot path, and [`Stmt::If`] | one kind of entry |
//! | the start of an attribute without deferred parts, and the action for it | the action |
//! | the statements after a line ending, and those after its statement | one list |
//! | `SetCurrent` before `EmitTag` | `Sync`, and the action that emits a tag |
//! | whether a byte is bound that no pattern needs | nothing |

use crate::actions::Printed;
use crate::conditions::Condition;
use tokenwright_compiler::ir::{CharSet, LoweredMachine, StateId, Target};
use tokenwright_compiler::program::{
    Cond, ConditionalStop, Pattern, Receiver, ScanKind, Stmt, StopBytes,
};
use tokenwright_tables::source::Place;

/// A part of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A fact outside of the program's statements, such as the name of a state: what it is, and its value.
    Fact(&'static str, String),
    /// The bytes that end the scan of a state.
    Stops(StateId, StopBytes),
    /// The bytes that end it beyond a conditional stop.
    StopsOfRest(StateId, StopBytes),
    /// The bytes that end a name.
    NameEnds(StateId, StopBytes),
    /// The code of a state.
    State(StateId),
    /// The state waits for the next input character first.
    Awaits,
    /// The state scans first.
    BulkScan(ScanKind, StateId),
    /// A row.
    Row {
        on: CharSet,
        eof: bool,
        guard: Option<Condition>,
    },
    /// Characters without a row, which have no effect.
    NoRow,
    /// An action that is no conditional.
    Action(Printed),
    /// A conditional, whose entries follow.
    If {
        cond: Cond,
        gives_back: Option<bool>,
    },
    /// The second list begins.
    Else,
    /// A list ends.
    End,
    /// The block ends and stays in its state.
    Stay { responds: bool },
    /// The block ends in another state.
    To {
        target: Target,
        reconsume: bool,
        responds: bool,
    },
    /// The block ends after an end-of-file token.
    Done,
    /// The entry of the hot path for a state.
    HotPathOf(StateId),
    /// A statement of the hot path, its lists emptied.
    Statement(Stmt),
    /// An arm of a match.
    Arm {
        on: Pattern,
        binds: bool,
        guard: Option<Condition>,
    },
    /// The numbers that the references of a state replace by their characters.
    Numbers(StateId, CharSet),
    /// What the characters of the references of a state are appended to.
    Receiver(StateId, Receiver),
    /// The byte that begins the references of a state.
    ReferenceByte(StateId, u8),
    /// The conditional stop of a state's scan, without the bytes that end the rest.
    ConditionalStop(StateId, ConditionalStop),
}

/// Entries as they were read, each with its place.
pub(crate) type Listing = Vec<(Entry, Place)>;

/// A fact with its place.
pub(crate) fn fact(what: &'static str, value: String, place: Place) -> (Entry, Place) {
    (Entry::Fact(what, value), place)
}

/// An entry as a person reads it: with the names of states and error codes.
pub(crate) fn show(entry: &Entry, machine: Option<&LoweredMachine>) -> String {
    let text = match entry {
        Entry::Fact(what, value) => return format!("{what} {value}"),
        Entry::Action(Printed {
            action,
            through,
            gives_back,
        }) => {
            let through = through.map(|through| format!(", through {through:?}"));
            format!(
                "{action:?}{}{}",
                through.unwrap_or_default(),
                waiting(*gives_back)
            )
        }
        Entry::If { cond, gives_back } => format!("If({cond:?}){}", waiting(*gives_back)),
        Entry::Statement(stmt) => format!("{stmt:?}"),
        Entry::End => "the end of the list".to_owned(),
        other => format!("{other:?}"),
    };
    match machine {
        Some(machine) => named(&text, machine),
        None => text,
    }
}

/// What happens where an entry has to wait.
fn waiting(gives_back: Option<bool>) -> &'static str {
    match gives_back {
        None => "",
        Some(true) => ", giving the character back to wait",
        Some(false) => ", giving nothing back to wait",
    }
}

/// Puts names for the numbers of states and error codes.
fn named(text: &str, machine: &LoweredMachine) -> String {
    const STATES: [&str; 20] = [
        "State(",
        "StateIs(",
        "CallerIs(",
        "Call(",
        "ComeFrom(",
        "SetReturn(",
        "Likely(",
        "HotPathOf(",
        "Scan(",
        "HoldReferences(",
        "state: ",
        "of: ",
        "BulkScan(",
        "Stops(",
        "StopsOfRest(",
        "NameEnds(",
        "Numbers(",
        "Receiver(",
        "ReferenceByte(",
        "ConditionalStop(",
    ];
    let state = |id: usize| machine.states.get(id).map(|state| state.name.as_str());
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[at..].find(|c: char| !c.is_ascii_digit());
        let end = digits.map_or(rest.len(), |len| at + len);
        let (before, number) = (&rest[..at], &rest[at..end]);
        out.push_str(before);
        let id = number.parse().ok();
        let name = id.and_then(|id: usize| {
            if STATES.iter().any(|prefix| out.ends_with(prefix)) {
                state(id)
            } else if out.ends_with("Error(") {
                machine.errors.get(id).map(String::as_str)
            } else {
                None
            }
        });
        match name {
            Some(name) => out.push_str(&format!("`{name}`")),
            None => out.push_str(number),
        }
        rest = &rest[end..];
    }
    out + rest
}
