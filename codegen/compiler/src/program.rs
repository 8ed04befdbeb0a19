//! The optimised program as data.
//!
//! A [`Program`] has two parts that do the same work. The *states* are those of the IR: a function for each, which
//! consumes one character or waits for more. The *hot path* is one loop over local variables that runs the most
//! frequent rows, many characters at a time. It may stop before any character; then the function of the current state
//! continues, and returns to the loop if the loop has an entry for the next state.
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
//! No statement waits for input. A statement that would have to read beyond the chunk ends the loop in a state that
//! can restart at the cursor.
//!
//! [`emit`](crate::emit) prints each statement as a line or two of Rust and makes no decisions.

use crate::ir::{Action, CharSet, LoweredMachine, StateId, Target, Test};
use std::collections::BTreeMap;
use tokenwright_tables::grammar::Field;

mod references;
mod stops;

pub use references::{BEYOND, Receiver, Reference, References};

pub use stops::{ConditionalStop, StopBytes};

/// One revision, optimised.
#[derive(Clone, Debug)]
pub struct Program {
    /// The states, as lowered. No pass changes them.
    pub machine: LoweredMachine,
    /// The bulk scans, by the state that has one.
    pub scans: Scans,
    /// The references that the hot path resolves without leaving a state.
    pub references: References,
    /// The hot path, unless the pass that makes it is off.
    pub hot_path: Option<HotPath>,
}

/// The bulk scans of a machine.
pub type Scans = BTreeMap<StateId, Scan>;

/// A bulk scan: the action of a state on all characters before the next stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// What the state does with the characters.
    pub kind: ScanKind,
    /// The characters that have to end the scan. CR also ends it, since it may be half of a line ending.
    pub stops: CharSet,
    /// The bytes that end it.
    pub stop_bytes: StopBytes,
    /// One of them that ends it only after some text.
    pub conditional: Option<ConditionalStop>,
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

/// The loop over the most frequent rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotPath {
    /// The states that the loop can start in, each with its statements.
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

/// Calls `show` with every statement of a list, nested ones included.
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
    /// Repeats its body until a jump leaves it. A loop without a label is left only by jumps to outer labels.
    Loop(Option<Label>, Vec<Stmt>),
    /// Runs its body once; a jump to its label continues after it.
    Block(Label, Vec<Stmt>),
    /// Continues after a loop or block.
    Break(Label),
    /// Restarts a loop.
    Continue(Label),
    /// Jumps to the entry of a state; ends the loop if there is none.
    Dispatch(Next),
    /// Ends the loop in a state.
    Exit(Next),
    /// Chooses by the byte at the cursor: the first arm that matches.
    Match(Vec<Arm>),
    /// Runs its body if a condition holds.
    If(Cond, Vec<Stmt>),
    /// A row of the tables: its heading is printed above its body.
    Row(String, Vec<Stmt>),

    /// Moves the cursor over one character.
    Advance(Width),
    /// The character at the cursor becomes the current input character.
    SetCurrent,
    /// The character at the cursor becomes the current input character, and the machine's position moves behind it.
    Sync(Width),
    /// Moves the machine's position to the cursor.
    SyncPosition,

    /// Sets `from` to the cursor: the scan of a state begins.
    SetFrom,
    /// Moves the cursor to the first stop of a state's scan.
    Scan(StateId, ScanMethod),
    /// Emits the text from `from` to the cursor.
    EmitScanned {
        /// Whether the code is inlined: for the statement that emits most text.
        inline: bool,
    },
    /// Appends the text from `from` to the cursor to a field.
    AppendScanned(Field),
    /// Sets a field that is known to be empty to the text from `from` to the cursor.
    SetScanned(Field),

    /// Defers the name of the attribute: the text from `from` to the cursor.
    HoldName,
    /// Defers the value of the attribute: the text from `from` to the cursor.
    HoldValue,
    /// Extends the deferred value by the references of a state at the cursor, and by the text between and after them up
    /// to the next stop of its scan.
    HoldReferences(StateId),
    /// Starts a new attribute in the tag, with its deferred parts.
    WriteAttribute(Pending),

    /// Reads to the end of a name that continues after its scan. If it does not, runs `otherwise`.
    RestOfName {
        /// The state that reads the name.
        state: StateId,
        /// What the rest of the name is appended to.
        to: Rest,
        /// The statements if the name ends here.
        otherwise: Vec<Stmt>,
    },
    /// Resolves the references of a state at the cursor, and may take the text between and after them up to the next stop
    /// of its scan. If there is none in this chunk, runs `otherwise`.
    References {
        /// The state.
        of: StateId,
        /// The statements after the references.
        then: Vec<Stmt>,
        /// The statements if the rows decide.
        otherwise: Vec<Stmt>,
    },
    /// Consumes a CR and the LF after it, if there is one. If the chunk ends after the CR, runs `otherwise`.
    LineEnding {
        /// The statements for the normalised LF.
        act: LineEnding,
        /// The statements at the end of the chunk.
        otherwise: Vec<Stmt>,
        /// The statements after the line ending.
        then: Vec<Stmt>,
    },

    /// Marks the character at the cursor as the begin of markup.
    BeginMarkup,
    /// Emits the character at the cursor.
    EmitCharacter(Width),
    /// Appends the character at the cursor to a field.
    AppendCharacter(Field, Width),
    /// Sets a field that is known to be empty to the character at the cursor.
    SetCharacter(Field, Width),
    /// An action of the IR, at the machine's position.
    Act(Action, Through),
    /// Emits the tag, and moves the machine's position behind the character at the cursor.
    EmitTag,
    /// Emits a tag whose kind is known, with the cursor behind it. If the sink interrupts, exits in the initial state.
    EmitKnownTag {
        /// Whether it is an end tag.
        end_tag: bool,
    },
}

impl Stmt {
    /// The lists of statements nested in it.
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

/// The label of a loop or a block; a jump goes to the innermost one that encloses it.
///
/// The copies of a state share a label, as none is inside another. So a row that is added or removed changes no label
/// elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// The loop of a state.
    State(StateId),
    /// The block behind which start tags are emitted.
    StartTag,
    /// The block behind which end tags are emitted.
    EndTag,
    /// The block that ends where the likely branch of a state is taken.
    Likely(StateId),
}

/// The target of a jump.
pub type Next = Target;

/// Where the text arguments of an action end: at the machine's current character or its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// At the current input character, which the next state consumes again.
    Current,
    /// At the position: the current input character was consumed.
    Position,
}

/// The width of the character at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One byte.
    One,
    /// The length that its first byte encodes; the enclosing match has bound that byte.
    Bound,
}

/// How a scan searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanMethod {
    /// In blocks of bytes.
    Blocks,
    /// In blocks, beyond a [`ConditionalStop`].
    Conditional,
    /// Byte by byte.
    Bytewise,
    /// In blocks, which are also checked for errors of the input stream: for long runs.
    Checked,
}

/// One arm of a [`Stmt::Match`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The heading of its row; `None` for an arm that is not a row.
    pub row: Option<String>,
    /// The bytes that it matches.
    pub on: Pattern,
    /// An additional condition.
    pub guard: Option<Test>,
    /// Whether the byte is bound, for [`Width::Bound`].
    pub binds: bool,
    /// The statements to run.
    pub body: Vec<Stmt>,
}

/// The pattern of an arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The first byte of one of these characters.
    Bytes(CharSet),
    /// The end of the chunk, or the first byte of one of these characters.
    EndOr(CharSet),
    /// Every byte, but not the end of the chunk.
    AnyByte,
    /// Any byte, and the end of the chunk.
    Otherwise,
}

/// The condition of a [`Stmt::If`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// A condition of the IR.
    Test(Test),
    /// The cursor is at this byte.
    ByteIs(u8),
    /// The cursor is at another byte, or at the end of the chunk.
    ByteIsNot(u8),
    /// The first byte is before the cursor, the second at it.
    PairIs(u8, u8),
    /// The tag may have an attribute with the deferred name.
    MayHaveAttribute,
    /// The sink has answered a tag with anything but `Continue`.
    Interrupted,
}

/// The deferred parts of an attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// No attribute is deferred.
    #[default]
    Nothing,
    /// An attribute was started; nothing of it is known.
    Started,
    /// Its name is deferred.
    Named,
    /// Its name and its value are deferred.
    Valued,
}

/// What the rest of a name is appended to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// The deferred name.
    Name,
    /// A field of a token.
    Append(Field),
}

/// The handling of a line ending that a CR begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEnding {
    /// Emits it, together with the line endings directly after it.
    Emit,
    /// Appends it to a field.
    Append {
        /// The statements before it.
        before: Vec<Stmt>,
        /// The field.
        field: Field,
    },
    /// Runs the actions of the row for line feeds, at the machine's position.
    Act(Vec<Action>),
}
