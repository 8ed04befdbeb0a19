//! The optimised program as data.
//!
//! A [`Program`] has two parts that do the same work. The *states* are those of the IR: a function for each, which
//! consumes one character or waits for more. The *hot path* is one loop over local variables that runs the rows which
//! documents take most, many characters at a time. It may stop before any character; the function of the current state
//! continues, and returns to the loop if that has an entry for the next state.
//!
//! # The language of the hot path
//!
//! A [`Stmt`] runs over these variables:
//!
//! | variable | contents |
//! |---|---|
//! | `at` | the state whose entry runs next |
//! | `pos` | the cursor: the first character of the chunk that was not consumed |
//! | `from` | where the last scan began |
//! | `name`, `value` | the parts of an attribute that is not written to the tag yet |
//! | the machine | registers, the current character and the position that the functions of states use |
//!
//! Control is structured: [`Stmt::Loop`] and [`Stmt::Block`] have labels, [`Stmt::Match`] chooses by the byte at the
//! cursor, [`Stmt::Dispatch`] begins the entry of a state and [`Stmt::Exit`] ends the loop. Statements of a list run in
//! order.
//!
//! No statement waits for input. Where the chunk ends, every statement that would have to look further ends the loop in
//! a state that can be begun again at the cursor.
//!
//! [`Program::print`](crate::emit) writes each statement as a line or two of Rust and decides nothing.

use crate::ir::{Action, CharSet, LoweredMachine, StateId, Target, Test};
use std::collections::BTreeMap;
use tokenwright_tables::grammar::Field;

mod references;
mod stops;

pub use references::{
    BEYOND, Before, Codes, Faults, NumberArm, NumberRules, NumberValue, Receiver, Reference,
    References,
};

pub use stops::StopBytes;

/// One revision, optimised.
#[derive(Clone, Debug)]
pub struct Program {
    /// The states, as lowered. No pass changes them.
    pub machine: LoweredMachine,
    /// The bulk scans, by the state that has one.
    pub scans: Scans,
    /// The rules by which the hot path resolves references without leaving a state.
    pub references: References,
    /// The hot path, unless the pass that makes it is off.
    pub hot_path: Option<HotPath>,
}

/// The bulk scans of a machine.
pub type Scans = BTreeMap<StateId, Scan>;

/// A bulk scan: the action of a state on all characters before the next stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// The action on them.
    pub kind: ScanKind,
    /// The characters that have to end the scan. CR also ends it, since it may be half of a line ending.
    pub stops: CharSet,
    /// The bytes that end it.
    pub stop_bytes: StopBytes,
    /// Whether the scan goes byte by byte: for names, which are short and which letters in upper case end too.
    pub bytewise: bool,
    /// The bytes that end a name with letters in upper case, which are appended in lower case.
    pub name_ends: Option<StopBytes>,
}

/// The action of a [`Scan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanKind {
    /// Emits the characters.
    Emit,
    /// Appends them to a field.
    Append(Field),
    /// Drops them.
    Skip,
}

/// The loop that runs what documents take most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotPath {
    /// The behaviour of its states, in their order.
    pub entries: Vec<(StateId, Vec<Stmt>)>,
}

impl HotPath {
    /// Whether the loop has an entry for a state.
    #[must_use]
    pub fn has(&self, state: StateId) -> bool {
        self.entries.iter().any(|(entry, _)| *entry == state)
    }

    /// Whether an attribute may wait in `name` and `value`.
    #[must_use]
    pub fn holds_attribute(&self) -> bool {
        let mut holds = false;
        for (_, body) in &self.entries {
            each(body, &mut |stmt| {
                holds |= matches!(
                    stmt,
                    Stmt::HoldName | Stmt::HoldValue | Stmt::RestOfName { to: Rest::Name, .. }
                );
            });
        }
        holds
    }
}

/// Shows every statement of a list, those inside others included.
pub fn each(body: &[Stmt], show: &mut dyn FnMut(&Stmt)) {
    for stmt in body {
        show(stmt);
        for inner in stmt.parts() {
            each(inner, show);
        }
    }
}

/// A statement of the hot path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// Repeats its body until that jumps out. Without a label, only `Break(None)` inside it means it.
    Loop(Option<Label>, Vec<Stmt>),
    /// Runs its body once; a jump to its label goes on behind it.
    Block(Label, Vec<Stmt>),
    /// Goes on behind a loop or block.
    Break(Label),
    /// Begins a loop again.
    Continue(Label),
    /// Begins the entry of a state, or ends the loop where that has no entry.
    Dispatch(Next),
    /// Ends the loop in a state.
    Exit(Next),
    /// Chooses by the byte at the cursor: the first arm that matches.
    Match(Vec<Arm>),
    /// Runs its body where a condition holds.
    If(Cond, Vec<Stmt>),
    /// A row of the tables: its heading is printed above its body.
    Row(String, Vec<Stmt>),

    /// Moves the cursor over one character.
    Advance(Width),
    /// The character at the cursor becomes the current input character.
    SetCurrent,
    /// The same, and the machine's position is behind it.
    Sync(Width),
    /// The machine's position is the cursor.
    SyncPosition,

    /// The scan of a state begins here.
    SetFrom,
    /// Moves the cursor to the first stop of a state's scan.
    Scan(StateId, Search),
    /// The same, and over references that are text: `byte`, where the rules say that it begins none.
    ScanThroughText {
        /// Whose stops.
        stops: StateId,
        /// How to search for them.
        search: Search,
        /// The byte that may begin a reference.
        byte: u8,
        /// Whose rules.
        rules: StateId,
    },
    /// Moves the cursor over letters in lower case.
    ScanLetters,
    /// Emits from `from` to the cursor; `inline` where most of the text of documents is emitted.
    EmitScanned {
        /// Whether it is written out in place of a call.
        inline: bool,
    },
    /// Appends from `from` to the cursor to a field.
    AppendScanned(Field),
    /// The same to a field that is known to be empty.
    SetScanned(Field),

    /// From `from` to the cursor is the name of the attribute.
    HoldName,
    /// From `from` to the cursor is its value.
    HoldValue,
    /// The value continues with the references at the cursor, if `byte` is there.
    HoldReferences {
        /// The byte that begins a reference.
        byte: u8,
        /// Whose rules.
        rules: StateId,
        /// What ends the text between references: the stops of this state.
        stops: StateId,
    },
    /// Starts a new attribute in the tag, with its deferred parts.
    WriteAttribute(Pending),

    /// Reads to the end of a name that continues after its scan. If it does not, runs `otherwise`.
    RestOfName {
        /// Whose name.
        state: StateId,
        /// Where the rest goes.
        to: Rest,
        /// The statements if the name ends here.
        otherwise: Vec<Stmt>,
    },
    /// Resolves the references at the cursor and reports their errors. If the rules decide about none in this chunk,
    /// runs `otherwise`.
    References {
        /// Where the characters go.
        to: Receiver,
        /// Whether none is a reference: all of it is text.
        text_only: bool,
        /// Whose rules.
        rules: StateId,
        /// What ends the text between references: the stops of this state.
        stops: StateId,
        /// The statements after them.
        then: Vec<Stmt>,
        /// The statements if there is none.
        otherwise: Vec<Stmt>,
    },
    /// A CR: consumes it and an LF behind it. If the chunk ends after the CR, runs `otherwise`.
    LineEnding {
        /// The statements for the normalised LF.
        act: LineEnding,
        /// The statements at the end of the chunk.
        otherwise: Vec<Stmt>,
        /// The statements after it.
        then: Vec<Stmt>,
    },

    /// The character at the cursor begins markup.
    BeginMarkup,
    /// Emits the character at the cursor.
    EmitCharacter(Width),
    /// Appends it to a field.
    AppendCharacter(Field, Width),
    /// The same to a field that is known to be empty.
    SetCharacter(Field, Width),
    /// An action of the IR, at the machine's position.
    Act(Action, Through),
    /// Emits the tag; the machine's position is behind the character at the cursor.
    EmitTag,
    /// Emits a tag that is known to be an end tag or not, with the cursor behind it. Exits in the initial state where
    /// the sink interrupts.
    EmitKnownTag {
        /// Which kind.
        end_tag: bool,
    },
}

impl Stmt {
    /// The statements inside it.
    #[must_use]
    pub fn parts(&self) -> Vec<&[Stmt]> {
        match self {
            Stmt::Loop(_, body)
            | Stmt::Block(_, body)
            | Stmt::If(_, body)
            | Stmt::Row(_, body)
            | Stmt::RestOfName {
                otherwise: body, ..
            } => vec![body],
            Stmt::Match(arms) => arms.iter().map(|arm| arm.body.as_slice()).collect(),
            Stmt::References {
                then, otherwise, ..
            } => vec![then, otherwise],
            Stmt::LineEnding {
                act,
                otherwise,
                then,
            } => match act {
                LineEnding::Append { before, .. } => vec![otherwise, before, then],
                _ => vec![otherwise, then],
            },
            _ => Vec::new(),
        }
    }
}

/// What names a loop or a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// The loop of a state; a state may be written more than once, the first time as copy 0.
    State(StateId, usize),
    /// The block behind which start tags are emitted.
    StartTag,
    /// The block behind which end tags are emitted.
    EndTag,
    /// The block that ends where the likely branch of a copy is taken.
    Likely(usize),
}

/// The target of a jump.
pub type Next = Target;

/// Where the text arguments of an action end: at the machine's current character or its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// The current input character is given to the next state.
    Current,
    /// It was consumed.
    Position,
}

/// The width of the character at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One byte.
    One,
    /// As many as its first byte says; a match has bound that.
    Bound,
}

/// How a scan searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// By blocks.
    Blocks,
    /// Byte by byte.
    Bytewise,
    /// By blocks that are checked for errors of the input stream during the search: for long runs.
    Checked,
}

/// One arm of a [`Stmt::Match`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The heading of its row, if it is one.
    pub row: Option<String>,
    /// For which bytes.
    pub on: Pattern,
    /// What must hold as well.
    pub guard: Option<Test>,
    /// Whether the byte is bound, for [`Width::Bound`].
    pub binds: bool,
    /// Its statements.
    pub body: Vec<Stmt>,
}

/// The pattern of an arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A byte that begins one of these characters.
    Bytes(CharSet),
    /// The end of the chunk, or such a byte.
    EndOr(CharSet),
    /// Any byte.
    AnyByte,
    /// Everything.
    Otherwise,
}

/// The condition of a [`Stmt::If`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// A condition of the IR.
    Test(Test),
    /// This byte is at the cursor.
    ByteIs(u8),
    /// Another byte, or none, is at the cursor.
    ByteIsNot(u8),
    /// The first byte is before the cursor, the second at it.
    PairIs(u8, u8),
    /// The attribute that is held may have the name of one of the tag's.
    MayHaveAttribute,
    /// The sink has answered a tag with anything but `Continue`.
    Interrupted,
}

/// The deferred parts of an attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// No attribute waits.
    #[default]
    Nothing,
    /// One was started.
    Started,
    /// Its name is held.
    Named,
    /// Its name and its value are.
    Valued,
}

/// Where the rest of a name goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// To the name that is held.
    Name,
    /// To a field.
    Append(Field),
}

/// The handling of a line ending that a CR begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEnding {
    /// All that follow each other are emitted.
    Emit,
    /// It is appended to a field.
    Append {
        /// The statements before it.
        before: Vec<Stmt>,
        /// Which.
        field: Field,
    },
    /// Actions of the row of line feeds, at the machine's position.
    Act(Vec<Action>),
}
