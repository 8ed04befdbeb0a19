//! The intermediate representation: closed enums, no sentence of the tables left to read.
//!
//! A state of the IR either consumes one character and chooses a row by it, or runs actions. States
//! of the tables that do both, or that have to wait for input in the middle, are several states
//! here; each knows the state of the tables that it is a part of.

pub use tokenwright_tables::char_set::CharSet;

use tokenwright_tables::grammar::{ContentModel, Field, Mode};

/// The index of a state in [`LoweredMachine::states`].
pub type StateId = usize;

/// One revision, ready for the back ends.
#[derive(Clone, Debug)]
pub struct LoweredMachine {
    /// The revision's name.
    pub id: String,
    /// The title of its document, for the generated headers.
    pub title: String,
    /// Whether the program may have a hot path.
    pub hot_path: bool,
    /// The state to start in.
    pub initial: StateId,
    /// The states that tree construction can switch to.
    pub entries: Vec<StateId>,
    /// The states of the tables first, in the order of the spec, then those that were split off.
    pub states: Vec<State>,
    /// How many of `states` are states of the tables.
    pub spec_states: usize,
    /// The input stream's rows: which characters are errors, and of what code.
    pub input_errors: Vec<(CharSet, ErrorId)>,
    /// The input stream's replacements.
    pub replacements: Vec<(CharSet, char)>,
    /// The revision's error codes, by [`ErrorId`].
    pub errors: Vec<String>,
    /// Lists of names, by [`NamesId`].
    pub names: Vec<Vec<String>>,
    /// The table of named references.
    pub named_references: String,
    /// The characters that the names of references begin with.
    pub name_starts: CharSet,
    /// The numeric replacements.
    pub numeric_replacements: Vec<(u32, u32)>,
    /// Whether the revision has a content model flag.
    pub content_model_flag: bool,
    /// The text modes, each once.
    pub text_modes: Vec<TextMode>,
}

/// A text mode of tree construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMode {
    /// Which one.
    pub mode: Mode,
    /// The effect of a switch to it.
    pub switch: Switch,
    /// The elements whose start tag switches to it, and whether only where scripts run.
    pub elements: Vec<(String, bool)>,
}

/// The effect of a switch to a text mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// The state.
    State(StateId),
    /// The content model flag.
    ContentModel(ContentModel),
}

impl LoweredMachine {
    /// The length in bytes of the longest text that a condition looks for behind the current input character.
    pub fn longest_behind(&self) -> usize {
        let mut longest = 0;
        self.each_test(&mut |test| {
            if let Test::Behind(text) = test {
                longest = longest.max(text.len());
            }
        });
        longest
    }

    /// Shows every condition, and every condition that it consists of.
    pub fn each_test(&self, show: &mut dyn FnMut(&Test)) {
        for state in &self.states {
            match &state.kind {
                Kind::Act(block) => block.each_test(show),
                Kind::Consume(rows) => {
                    for row in rows {
                        row.guard.iter().for_each(|guard| guard.each(show));
                        row.block.each_test(show);
                    }
                }
            }
        }
    }
}

/// The index of a code in [`LoweredMachine::errors`].
pub type ErrorId = usize;
/// The index of a list in [`LoweredMachine::names`].
pub type NamesId = usize;

/// One state.
#[derive(Clone, Debug)]
pub struct State {
    /// The name of the state of the tables.
    pub name: String,
    /// Zero for the state itself, then the number of the part that was split off.
    pub part: usize,
    /// The state of the tables that this is a part of.
    pub spec: StateId,
    /// The number of its section, if it has one: `13.2.5.8`.
    pub section: Option<String>,
    /// The file of the tables: `02-tags.toml`.
    pub file: String,
    /// Its behaviour.
    pub kind: Kind,
}

/// The behaviour of a state.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Consumes the next input character, and runs the first row that matches.
    Consume(Vec<Row>),
    /// Runs actions.
    Act(Block),
}

/// One row of a consuming state.
#[derive(Clone, Debug)]
pub struct Row {
    /// As the tables say it, for the comment above the generated arm.
    pub heading: String,
    /// The characters that it matches, those of earlier rows without guard taken away.
    pub on: CharSet,
    /// Whether it matches EOF.
    pub eof: bool,
    /// Whether it is the row `anything else`.
    pub anything_else: bool,
    /// What must hold as well.
    pub guard: Option<Test>,
    /// Its behaviour.
    pub block: Block,
}

/// Actions and how they end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// In order.
    pub actions: Vec<Action>,
    /// Then.
    pub end: End,
}

impl Block {
    fn each_test(&self, show: &mut dyn FnMut(&Test)) {
        each_test(&self.actions, show);
        if let End::If(test, then, otherwise) = &self.end {
            test.each(show);
            then.each_test(show);
            otherwise.each_test(show);
        }
    }

    /// Whether the block begins with the current input character of the state that it was cut from.
    pub fn begins_again(&self) -> bool {
        self.actions.first() == Some(&Action::ConsumeAgain)
    }

    /// Whether an error on some path is reported at the next input character.
    pub fn errs_at_next(&self) -> bool {
        let end = match &self.end {
            End::If(_, then, otherwise) => then.errs_at_next() || otherwise.errs_at_next(),
            End::Stay | End::To { .. } | End::Done => false,
        };
        end || self.actions.iter().any(Action::errs_at_next)
    }
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// In the same state.
    Stay,
    /// In another state, which gets the current input character again if `reconsume`.
    To {
        /// Which.
        target: Target,
        /// Whether the character is given again.
        reconsume: bool,
    },
    /// As one of two blocks.
    If(Test, Box<Block>, Box<Block>),
    /// With an end-of-file token emitted.
    Done,
}

/// Where a block goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A state.
    State(StateId),
    /// The return state.
    Return,
    /// The state that switched to this one.
    Back,
    /// Where the procedure was attempted.
    Caller,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A parse error at the current input character, or at the next one.
    Error(ErrorId, InputPosition),
    /// Waits until the next input character is there, with the whole of its line ending, or EOF.
    AwaitNext,
    /// Consumes the next input character, which is there.
    ConsumeNext,
    /// Makes the character at the position, which was consumed before the state was cut, the current one again. Only
    /// the first action of a state; where that state waits, it gives the character back.
    ConsumeAgain,
    /// Consumes this many bytes, which were found ahead.
    ConsumeAhead {
        /// In bytes.
        len: usize,
        /// From the current input character on, or from the next.
        from: InputPosition,
    },
    /// Consumes the longest name of a reference; waits for input.
    ConsumeNamed,
    /// Consumes digits of the kind in use; waits for input.
    ConsumeDigits,
    /// Goes back to where the procedure began.
    Unconsume,
    /// A procedure begins here and will go on in that state.
    Call(StateId),
    /// The return value of the procedure.
    Return(Returned),
    /// Remembers this state as the one that switches.
    ComeFrom(StateId),
    /// Sets the return state.
    SetReturn(StateId),
    /// The current input character begins markup: positions of tokens count from here.
    BeginMarkup,
    /// Emits the current input character.
    EmitCurrent,
    /// Emits one character that was read before.
    EmitChar(char),
    /// Emits a character in place of the current one.
    EmitInstead(char),
    /// Emits the temporary buffer.
    EmitTemporaryBuffer,
    /// Emits the value that the procedure returned.
    EmitReturned,
    /// Emits a token.
    EmitTag,
    /// Emits a token.
    EmitComment,
    /// Emits a token.
    EmitDoctype,
    /// Emits a token.
    EmitProcessingInstruction,
    /// Emits a token; the block ends there.
    EmitEof,
    /// A new tag token.
    CreateTag {
        /// Which kind.
        end_tag: bool,
    },
    /// A new DOCTYPE token.
    CreateDoctype,
    /// A new comment token.
    CreateComment(String),
    /// A new processing instruction token.
    CreateProcessingInstruction(String),
    /// A new attribute.
    StartAttribute,
    /// Removes the current attribute.
    RemoveAttribute,
    /// Removes those before it that have its name.
    RemoveEarlierAttribute,
    /// The flag of a DOCTYPE.
    SetForceQuirks,
    /// The flag of a tag.
    SetSelfClosing,
    /// Sets a field to the empty string.
    Clear(Field),
    /// Appends to a field.
    Append(Source, Field),
    /// Names the temporary buffer.
    LetTarget,
    /// Sets the additional allowed character.
    SetAdditional(Option<char>),
    /// Sets the content model flag.
    SetContentModel(ContentModel),
    /// Sets the escape flag.
    SetEscape(bool),
    /// Sets the character reference code.
    SetCode(u32),
    /// Sets the code to its numeric replacement.
    ReplaceCode,
    /// Multiplies the code.
    MultiplyCode(u32),
    /// Adds the current input character's value less this.
    AddToCode(u32),
    /// Which digits count.
    UseDigits {
        /// Hexadecimal digits.
        hexadecimal: bool,
    },
    /// In which base they count.
    InBase {
        /// Base 16.
        hexadecimal: bool,
    },
    /// A conditional; both branches continue with the next action.
    If(Test, Vec<Action>, Vec<Action>),
}

/// The character at which an action applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputPosition {
    /// The current input character.
    Current,
    /// The next input character.
    Next,
}

/// The source of appended characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The current input character.
    Current,
    /// Its lowercase.
    CurrentLowercase,
    /// The temporary buffer.
    TemporaryBuffer,
    /// The characters of the longest match.
    Matched,
    /// The characters of the longest match.
    MatchedReference,
    /// The value that the procedure returned.
    Returned,
    /// The character of the code.
    Code,
    /// One character.
    Char(char),
}

/// The return value of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// Nothing.
    Nothing,
    /// One character.
    Char(char),
    /// The character of the code.
    Code,
    /// The numeric replacement of the code.
    Replacement,
    /// The characters of the longest match.
    Reference,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// Denies.
    Not(Box<Test>),
    /// All of these.
    All(Vec<Test>),
    /// Any of these.
    Any(Vec<Test>),
    /// The temporary buffer is this.
    TemporaryBufferIs(String),
    /// The target is this, ignoring ASCII case.
    TargetIs(String),
    /// The return state is this.
    ReturnStateIs(StateId),
    /// The procedure was attempted in this state.
    CallerIs(StateId),
    /// The adjusted current node is foreign.
    Foreign,
    /// The longest match found a name.
    Matched,
    /// It ends with this character.
    LastMatchedIs(char),
    /// The next input character is one of these, or EOF; waits for input.
    NextIs {
        /// Which.
        on: CharSet,
        /// EOF too.
        eof: bool,
    },
    /// The next input character is the additional allowed character; waits for input.
    NextIsAdditional,
    /// Look-ahead: this text is next; waits for input.
    Ahead {
        /// What.
        text: String,
        /// Ignoring ASCII case.
        ignore_case: bool,
        /// From where.
        from: InputPosition,
    },
    /// Look-ahead: one or more of these, then that; waits for input.
    AheadSequence(CharSet, char),
    /// Look-ahead: the last start tag's name is next, ignoring ASCII case; waits for input.
    AheadLastStartTag,
    /// Look-ahead: one of these, or EOF, follows that name; waits for input.
    AfterLastStartTag {
        /// Which.
        on: CharSet,
        /// EOF too.
        eof: bool,
    },
    /// No start tag has been emitted.
    NoStartTag,
    /// The characters up to the current one are these.
    Behind(String),
    /// The content model flag is this.
    ContentModelIs(ContentModel),
    /// The escape flag is true.
    Escape,
    /// The tag is an end tag.
    IsEndTag,
    /// The tag's name is that of the last start tag.
    TagNameIsLastStartTag,
    /// The tag's name is in a list.
    TagNameIn(NamesId),
    /// The attribute's name is taken.
    DuplicateAttribute,
    /// The tag has attributes.
    HasAttributes,
    /// The tag's self-closing flag is set.
    SelfClosing,
    /// The procedure returned nothing.
    NothingReturned,
    /// No digits were found.
    NoneMatched,
    /// The code is in the table of replacements.
    CodeInReplacements,
    /// The code is in one of these ranges, both ends included.
    CodeIn(Vec<(u32, u32)>),
}

fn each_test(actions: &[Action], show: &mut dyn FnMut(&Test)) {
    for action in actions {
        if let Action::If(test, then, otherwise) = action {
            test.each(show);
            each_test(then, show);
            each_test(otherwise, show);
        }
    }
}

impl Test {
    fn each(&self, show: &mut dyn FnMut(&Test)) {
        show(self);
        match self {
            Test::Not(test) => test.each(show),
            Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| test.each(show)),
            _ => {}
        }
    }

    /// Whether the answer may have to wait for more input.
    pub fn waits(&self) -> bool {
        match self {
            Test::Not(test) => test.waits(),
            Test::All(tests) | Test::Any(tests) => tests.iter().any(Test::waits),
            Test::NextIs { .. }
            | Test::NextIsAdditional
            | Test::Ahead { .. }
            | Test::AheadSequence(..)
            | Test::AheadLastStartTag
            | Test::AfterLastStartTag { .. } => true,
            _ => false,
        }
    }
}

impl Test {
    /// Whether the answer may have to wait for more than the next input character.
    pub fn looks_further(&self) -> bool {
        match self {
            Test::Not(test) => test.looks_further(),
            Test::All(tests) | Test::Any(tests) => tests.iter().any(Test::looks_further),
            Test::NextIs { .. } | Test::NextIsAdditional => false,
            _ => self.waits(),
        }
    }
}

impl Action {
    /// Whether it reports an error at the next input character.
    pub fn errs_at_next(&self) -> bool {
        match self {
            Action::Error(_, place) => *place == InputPosition::Next,
            Action::If(_, then, otherwise) => {
                then.iter().chain(otherwise).any(Action::errs_at_next)
            }
            _ => false,
        }
    }

    /// Whether the next input character may not be there after it.
    pub fn advances(&self) -> bool {
        match self {
            Action::ConsumeNext | Action::ConsumeAhead { .. } => true,
            Action::If(_, then, otherwise) => then.iter().chain(otherwise).any(Action::advances),
            _ => false,
        }
    }

    /// Whether it may have to wait for more input before it does anything.
    pub fn waits(&self) -> bool {
        match self {
            Action::AwaitNext | Action::ConsumeNamed | Action::ConsumeDigits => true,
            Action::If(test, ..) => test.waits(),
            _ => false,
        }
    }
}
