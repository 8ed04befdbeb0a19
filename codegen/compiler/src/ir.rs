//! The intermediate representation: closed enums, in which every sentence of the tables is resolved.
//!
//! A state of the IR either consumes one character and chooses a row by it, or runs actions. States
//! of the tables that do both, or that have to wait for input in the middle, become several states
//! here. [`State::spec`] is the state of the tables.
//!
//! A new action is an error of rustc in every match without a wildcard. Actions name the operations of the runtime,
//! not the sentences of the spec: several sentences share one, and messages about the IR cannot quote the tables.

pub use tokenwright_tables::char_set::CharSet;

use tokenwright_tables::grammar::{ContentModel, Field, Mode};
use tokenwright_tables::kernel::answers;

/// The index of a state in [`LoweredMachine::states`].
pub type StateId = usize;

/// One revision after lowering: the input of the optimiser, the emitter and the prover.
#[derive(Clone, Debug)]
pub struct LoweredMachine {
    /// The revision's identifier, such as `whatwg-2026-07-19`.
    pub id: String,
    /// The title of its document, for the generated headers.
    pub title: String,
    /// Whether the program may have a hot path.
    pub hot_path: bool,
    /// The state to start in.
    pub initial: StateId,
    /// The states that tree construction can switch to.
    pub entries: Vec<StateId>,
    /// The states of the tables, in the order of the spec, and then the states split off from them.
    pub states: Vec<State>,
    /// How many of `states` are states of the tables.
    pub spec_states: usize,
    /// The input stream's errors: sets of characters and their codes.
    pub input_errors: Vec<(CharSet, ErrorId)>,
    /// The input stream's replacements: sets of characters, and the character that replaces them.
    pub replacements: Vec<(CharSet, char)>,
    /// The revision's error codes, by [`ErrorId`].
    pub errors: Vec<String>,
    /// Lists of names, by [`NamesId`].
    pub names: Vec<Vec<String>>,
    /// The identifier of the table of named references.
    pub named_references: String,
    /// The characters that the names of references begin with.
    pub name_starts: CharSet,
    /// The numeric replacements: the number in the reference, and the code point that replaces it.
    pub numeric_replacements: Vec<(u32, u32)>,
    /// Whether the revision has a content model flag.
    pub content_model_flag: bool,
    /// The text modes, each once.
    pub text_modes: Vec<TextMode>,
}

/// A text mode of tree construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMode {
    /// The mode, by the name that all revisions share.
    pub mode: Mode,
    /// What a switch to the mode sets.
    pub switch: Switch,
    /// The elements whose start tag switches to it, and whether only where scripts run.
    pub elements: Vec<(String, bool)>,
}

/// The effect of a switch to a text mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Sets the state.
    State(StateId),
    /// Sets the content model flag; the data state stays.
    ContentModel(ContentModel),
}

impl LoweredMachine {
    /// The states to which tree construction may switch at a tag; none if it sets the content model flag.
    pub(crate) fn switched_states(&self) -> impl Iterator<Item = StateId> {
        self.text_modes.iter().filter_map(|mode| match mode.switch {
            Switch::State(state) => Some(state),
            Switch::ContentModel(_) => None,
        })
    }

    /// Whether a state may wait for input between a tag and the end of the path that emits it.
    pub fn responds_late(&self) -> bool {
        let mut blocks = self.states.iter().flat_map(|state| state.kind.blocks());
        blocks.any(|block| block.responds_late(false))
    }

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

    /// Calls `show` with every condition and every operand of one.
    pub fn each_test(&self, show: &mut dyn FnMut(&Test)) {
        self.each(&mut |part| match part {
            Part::Test(test) => show(test),
            Part::Action(_) => {}
        });
    }

    /// Calls `show` with every action, and with those in the branches of conditionals.
    pub fn each_action(&self, show: &mut dyn FnMut(&Action)) {
        self.each(&mut |part| match part {
            Part::Action(action) => show(action),
            Part::Test(_) => {}
        });
    }

    fn each(&self, show: &mut dyn FnMut(Part<'_>)) {
        for state in &self.states {
            match &state.kind {
                StateKind::Act(block) => block.each(show),
                StateKind::Consume(rows) => {
                    for row in rows {
                        row.guard.iter().for_each(|guard| guard.show(show));
                        row.block.each(show);
                    }
                }
            }
        }
    }
}

/// A part of a machine, as a traversal shows it.
enum Part<'m> {
    Action(&'m Action),
    Test(&'m Test),
}

/// The index of a code in [`LoweredMachine::errors`].
pub type ErrorId = usize;
/// The index of a list in [`LoweredMachine::names`].
pub type NamesId = usize;

/// A state, or a part that lowering split off from one.
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
    /// Whether it consumes a character, and its rows or actions.
    pub kind: StateKind,
}

/// The behaviour of a state.
#[derive(Clone, Debug)]
pub enum StateKind {
    /// Consumes the next input character, and runs the first row that matches.
    Consume(Vec<Row>),
    /// Runs actions.
    Act(Block),
}

impl StateKind {
    /// Its blocks, in the order of the rows.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (rows, block) = match self {
            StateKind::Consume(rows) => (&rows[..], None),
            StateKind::Act(block) => (&[][..], Some(block)),
        };
        rows.iter().map(|row| &row.block).chain(block)
    }
}

/// One row of a consuming state.
#[derive(Clone, Debug)]
pub struct Row {
    /// The heading of the row in the tables, printed above the generated arm.
    pub heading: String,
    /// The characters that it matches, without those of earlier unguarded rows.
    pub on: CharSet,
    /// Whether it matches EOF.
    pub eof: bool,
    /// Whether it is the row `anything else`.
    pub anything_else: bool,
    /// An additional condition; the next matching row applies if it is false.
    pub guard: Option<Test>,
    /// The actions of the row, and the jump that ends them.
    pub block: Block,
}

/// A list of actions, and the jump that ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The actions, in the order in which they run.
    pub actions: Vec<Action>,
    /// The jump after the last action.
    pub end: End,
    /// Whether the path that ends here may have emitted a tag: the switch with which tree construction has answered it,
    /// if [`Action::Respond`] has not performed it, follows the jump.
    pub responds: bool,
}

impl Block {
    /// A block after which nothing is to be performed.
    pub(crate) fn of(actions: Vec<Action>, end: End) -> Self {
        Block {
            actions,
            end,
            responds: false,
        }
    }

    fn responds_late(&self, emitted: bool) -> bool {
        let emitted = emitted || self.actions.iter().any(Action::emits_tag);
        match &self.end {
            End::If(_, then, otherwise) => {
                then.responds_late(emitted) || otherwise.responds_late(emitted)
            }
            End::Done => false,
            End::Stay | End::To { .. } => emitted && !self.responds,
        }
    }

    fn each(&self, show: &mut dyn FnMut(Part<'_>)) {
        each(&self.actions, show);
        if let End::If(test, then, otherwise) = &self.end {
            test.show(show);
            then.each(show);
            otherwise.each(show);
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

/// The jump that ends a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Stays in the same state.
    Stay,
    /// Switches to another state, which reads the current input character again if `reconsume` is set.
    To {
        /// The state to switch to.
        target: Target,
        /// Whether the next state consumes the current input character again.
        reconsume: bool,
    },
    /// Continues with the first block if the condition holds, with the second otherwise.
    If(Test, Box<Block>, Box<Block>),
    /// Stops: an end-of-file token has been emitted.
    Done,
}

/// The target of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A fixed state.
    State(StateId),
    /// The value of the return state register.
    Return,
    /// The state that switched to this one.
    Back,
    /// The state that called the procedure.
    Caller,
}

/// An operation of the machine. Unless its documentation says so, an action never waits for input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A parse error at the current input character, or at the next one.
    Error(ErrorId, InputPosition),
    /// Waits until the next input character, with all of its line ending, or EOF has arrived.
    AwaitNext,
    /// Consumes the next input character, which has arrived.
    ConsumeNext,
    /// Makes the character at the position, which was consumed before the state was cut, the current one again. Only
    /// the first action of a state; where that state waits, it gives the character back.
    ConsumeAgain,
    /// Consumes this many bytes, which were found ahead.
    ConsumeAhead {
        /// The length in bytes.
        len: usize,
        /// Whether the bytes begin at the current input character or at the next.
        from: InputPosition,
    },
    /// Consumes the longest name of a reference; waits for input.
    ConsumeNamed,
    /// Consumes digits of the kind in use; waits for input.
    ConsumeDigits,
    /// Goes back to where the procedure began.
    Unconsume,
    /// Calls a procedure, which continues in that state afterwards.
    Call(StateId),
    /// The return value of the procedure.
    Return(Returned),
    /// Records this state as the origin of a switch.
    ComeFrom(StateId),
    /// Sets the return state.
    SetReturn(StateId),
    /// The current input character begins markup: positions of tokens count from here.
    BeginMarkup,
    /// Reports the begin of a CDATA section, whose markup ends here.
    BeginCdataSection,
    /// Reports the end of a CDATA section: behind its markup, or at EOF.
    EndCdataSection,
    /// Emits the current input character.
    EmitCurrent,
    /// Emits one character that was read before.
    EmitChar(char),
    /// Emits a character in place of the current one.
    EmitInstead(char),
    /// Emits a character token for each character of the temporary buffer.
    EmitTemporaryBuffer,
    /// Emits the characters that the procedure returned.
    EmitReturned,
    /// Emits the current tag token.
    EmitTag,
    /// Performs the switch with which tree construction has answered the tag; later actions, and the jump, undo it.
    Respond,
    /// Emits the current comment token.
    EmitComment,
    /// Emits the current DOCTYPE token.
    EmitDoctype,
    /// Emits the current processing instruction token.
    EmitProcessingInstruction,
    /// Emits an end-of-file token. The block ends with [`End::Done`].
    EmitEof,
    /// Creates a tag token, which becomes the current one.
    CreateTag {
        /// Whether it is an end tag.
        end_tag: bool,
    },
    /// Creates a DOCTYPE token, which becomes the current one.
    CreateDoctype,
    /// Creates a comment token with this data.
    CreateComment(String),
    /// Creates a processing instruction token with this target.
    CreateProcessingInstruction(String),
    /// Starts a new attribute in the current tag token.
    StartAttribute,
    /// Removes the current attribute from the tag.
    RemoveAttribute,
    /// Removes the earlier attributes with the name of the current one.
    RemoveEarlierAttribute,
    /// Sets the force-quirks flag of the current DOCTYPE token.
    SetForceQuirks,
    /// Unsets the force-quirks flag of the current DOCTYPE token.
    ClearForceQuirks,
    /// Sets the self-closing flag of the current tag token.
    SetSelfClosing,
    /// Sets a field to the empty string.
    Clear(Field),
    /// Appends the value of a source to a field.
    Append(Source, Field),
    /// Copies the temporary buffer to the `target` register.
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
    /// Multiplies the character reference code.
    MultiplyCode(u32),
    /// Adds the current input character's code point minus this number to the character reference code.
    AddToCode(u32),
    /// Sets which digits [`Action::ConsumeDigits`] takes.
    UseDigits {
        /// Whether hexadecimal digits count, not decimal ones.
        hexadecimal: bool,
    },
    /// Sets the base in which digits are read.
    InBase {
        /// Whether the base is 16, not 10.
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

/// The source of the characters that an action appends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The current input character.
    Current,
    /// The current input character in ASCII lowercase.
    CurrentLowercase,
    /// The current input character in ASCII uppercase.
    CurrentUppercase,
    /// The contents of the temporary buffer.
    TemporaryBuffer,
    /// The characters that were matched.
    Matched,
    /// The characters that the matched name refers to.
    MatchedReference,
    /// The characters that the procedure returned.
    Returned,
    /// The character of the character reference code.
    Code,
    /// A fixed character.
    Char(char),
}

/// The return value of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// No characters: the procedure found no reference.
    Nothing,
    /// A fixed character.
    Char(char),
    /// The character of the character reference code.
    Code,
    /// The numeric replacement of the character reference code.
    Replacement,
    /// The characters that the matched name refers to.
    Reference,
}

/// A condition of a row or an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// Negation.
    Not(Box<Test>),
    /// Conjunction.
    All(Vec<Test>),
    /// Disjunction.
    Any(Vec<Test>),
    /// The temporary buffer equals this text.
    TemporaryBufferIs(String),
    /// The `target` register equals this text, ignoring ASCII case.
    TargetIs(String),
    /// The return state register holds this state.
    ReturnStateIs(StateId),
    /// The procedure was called by this state.
    CallerIs(StateId),
    /// The adjusted current node is foreign.
    Foreign,
    /// The longest match found a name.
    Matched,
    /// The longest match ends with this character.
    LastMatchedIs(char),
    /// The next input character is one of these, or EOF; waits for input.
    NextIs {
        /// The characters.
        on: CharSet,
        /// Whether EOF counts too.
        eof: bool,
    },
    /// The next input character is the additional allowed character; waits for input.
    NextIsAdditional,
    /// Look-ahead: this text is next; waits for input.
    Ahead {
        /// The text.
        text: String,
        /// Whether ASCII case is ignored.
        ignore_case: bool,
        /// Where the text begins.
        from: InputPosition,
    },
    /// Look-ahead: one or more characters of a set, then a character; waits for input.
    AheadSequence(CharSet, char),
    /// Look-ahead: the last start tag's name is next, ignoring ASCII case; waits for input.
    AheadLastStartTag,
    /// Look-ahead: one of these characters, or EOF, follows that name; waits for input.
    AfterLastStartTag {
        /// The characters.
        on: CharSet,
        /// Whether EOF counts too.
        eof: bool,
    },
    /// No start tag has been emitted.
    NoStartTag,
    /// The consumed characters, up to the current one, end with this text.
    Behind(String),
    /// The content model flag is this.
    ContentModelIs(ContentModel),
    /// The escape flag is true.
    Escape,
    /// The current tag token is an end tag.
    IsEndTag,
    /// The tag's name is that of the last start tag.
    TagNameIsLastStartTag,
    /// The tag's name is in a list.
    TagNameIn(NamesId),
    /// An earlier attribute has the name of the current one.
    DuplicateAttribute,
    /// The tag has attributes.
    HasAttributes,
    /// The tag's self-closing flag is set.
    SelfClosing,
    /// The name of the current DOCTYPE token is this text.
    DoctypeNameIs(String),
    /// The procedure returned nothing.
    NothingReturned,
    /// No digits were found.
    NoneMatched,
    /// The character reference code has a numeric replacement.
    CodeInReplacements,
    /// The character reference code is in one of these ranges, both ends included.
    CodeIn(Vec<(u32, u32)>),
}

fn each(actions: &[Action], show: &mut dyn FnMut(Part<'_>)) {
    for action in actions {
        show(Part::Action(action));
        if let Action::If(test, then, otherwise) = action {
            test.show(show);
            each(then, show);
            each(otherwise, show);
        }
    }
}

impl Test {
    fn show(&self, show: &mut dyn FnMut(Part<'_>)) {
        self.each(&mut |test| show(Part::Test(test)));
    }

    /// Calls `show` with the condition and every operand of it.
    pub fn each(&self, show: &mut dyn FnMut(&Test)) {
        show(self);
        match self {
            Test::Not(test) => test.each(show),
            Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| test.each(show)),
            _ => {}
        }
    }

    /// Whether something holds of an operand that has none itself, or of the condition if that has none.
    pub fn any(&self, holds: impl Fn(&Test) -> bool + Copy) -> bool {
        match self {
            Test::Not(test) => test.any(holds),
            Test::All(tests) | Test::Any(tests) => tests.iter().any(|test| test.any(holds)),
            test => holds(test),
        }
    }

    /// Whether it holds, if the answers that are known for its operands decide it.
    pub(crate) fn answer(&self, known: impl Fn(&Test) -> Option<bool> + Copy) -> Option<bool> {
        match self {
            Test::Not(test) => Some(!test.answer(known)?),
            Test::All(tests) => answers::all(tests.iter().map(|test| test.answer(known))),
            Test::Any(tests) => answers::any(tests.iter().map(|test| test.answer(known))),
            test => known(test),
        }
    }

    /// Whether something holds of all of them.
    pub fn all(&self, holds: impl Fn(&Test) -> bool + Copy) -> bool {
        !self.any(|test| !holds(test))
    }

    /// Whether it reads the content model flag.
    pub fn reads_content_model(&self) -> bool {
        self.any(|test| matches!(test, Test::ContentModelIs(_)))
    }

    /// Whether it tests only the content model flag and the escape flag.
    pub(crate) fn is_of_flags(&self) -> bool {
        self.all(|test| matches!(test, Test::ContentModelIs(_) | Test::Escape))
    }

    /// Whether the answer may have to wait for more input.
    pub fn waits(&self) -> bool {
        self.any(|test| {
            matches!(
                test,
                Test::NextIs { .. }
                    | Test::NextIsAdditional
                    | Test::Ahead { .. }
                    | Test::AheadSequence(..)
                    | Test::AheadLastStartTag
                    | Test::AfterLastStartTag { .. }
            )
        })
    }

    /// Whether the hot path can ask: no answer waits, or depends on the machine's position, which its cursor is ahead of.
    pub fn is_for_hot_path(&self) -> bool {
        !self.waits() && !self.any(|test| matches!(test, Test::Behind(_)))
    }

    /// Whether the answer may have to wait for more than the next input character.
    pub fn looks_further(&self) -> bool {
        let is_near = |test: &Test| matches!(test, Test::NextIs { .. } | Test::NextIsAdditional);
        self.any(|test| test.waits() && !is_near(test))
    }
}

impl Action {
    /// Whether something holds of the action, or of one in a branch of it.
    pub fn any(&self, holds: impl Fn(&Action) -> bool + Copy) -> bool {
        match self {
            Action::If(_, then, otherwise) => {
                then.iter().chain(otherwise).any(|action| action.any(holds))
            }
            action => holds(action),
        }
    }

    /// Whether it reports an error at the next input character.
    pub fn errs_at_next(&self) -> bool {
        self.any(|action| matches!(action, Action::Error(_, InputPosition::Next)))
    }

    /// Whether the next input character may be missing after the action.
    pub fn advances(&self) -> bool {
        self.any(|action| matches!(action, Action::ConsumeNext | Action::ConsumeAhead { .. }))
    }

    /// Whether it may emit a tag.
    pub fn emits_tag(&self) -> bool {
        self.any(|action| *action == Action::EmitTag)
    }

    /// Whether the action may suspend before it has an effect.
    pub fn waits(&self) -> bool {
        match self {
            Action::AwaitNext | Action::ConsumeNamed | Action::ConsumeDigits => true,
            Action::If(test, ..) => test.waits(),
            _ => false,
        }
    }
}
