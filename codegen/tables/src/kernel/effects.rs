//! What every step and every condition reads and writes.
//!
//! The checks, the comparison of revisions, the mutants and the tests use this table. The checker of
//! certificates has a separate table, so that an error in one contradicts the other. The matches have no
//! wildcard: a new form does not compile until its effects are listed.

use crate::grammar::{Char, Condition, Field, Source, Step, Token, TokenKind};

/// A set of registers.
///
/// Some registers have parts. A token, for example, is one register, and whether a condition may still
/// read its name is another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterSet(u64);

macro_rules! registers {
    ($($name:ident = $bit:literal: $what:literal),+ $(,)?) => {
        impl RegisterSet {
            $(#[doc = $what] pub const $name: RegisterSet = RegisterSet(1 << $bit);)+

            /// Every register.
            pub const ALL: &'static [RegisterSet] = &[$(RegisterSet::$name),+];
        }
    };
}

registers! {
    BUFFER_COMPARED = 0: "The temporary buffer, as conditions compare it.",
    BUFFER_COPIED = 1: "The temporary buffer, as steps copy it to the output.",
    RETURN_STATE = 2: "The return state.",
    LAST_START_TAG = 3: "The name of the last start tag.",
    ADDITIONAL = 4: "The additional allowed character.",
    CONTENT_MODEL = 5: "The content model flag.",
    ESCAPE = 6: "The escape flag.",
    CODE = 7: "The character reference code.",
    RANGE = 8: "The range of digits in use.",
    BASE = 9: "The base in use.",
    TARGET = 10: "The value of `target`.",
    MATCHED_NAME = 11: "The characters of the last longest match of a name.",
    MATCHED_DIGITS = 12: "The characters that matched the range of digits.",
    REFERENCE = 13: "The characters that the matched name refers to.",
    RETURNED = 14: "The result of a procedure.",
    BULK = 15: "The characters consumed in bulk.",
    TAG = 16: "The current tag token.",
    ATTRIBUTE = 17: "The current attribute.",
    COMMENT = 18: "The current comment token.",
    DOCTYPE = 19: "The current DOCTYPE token.",
    INSTRUCTION = 20: "The current processing instruction token.",
    PREVIOUS_STATE = 21: "The state that switched to this one.",
    PREVIOUS_CHARACTER = 22: "The character that the state before this one consumed last.",
    ASSIGNS_TAG_NAME = 23: "A step may replace the name of the current tag token.",
    ASSIGNS_ATTRIBUTE_NAME = 24: "A step may replace the name of the current attribute.",
    ASSIGNS_ATTRIBUTE_VALUE = 25: "A step may replace the value of the current attribute.",
    ASSIGNS_COMMENT = 26: "A step may replace the data of the current comment token.",
    ASSIGNS_DOCTYPE_NAME = 27: "A step may replace the name of the current DOCTYPE token.",
    ASSIGNS_PUBLIC = 28: "A step may replace the public identifier.",
    ASSIGNS_SYSTEM = 29: "A step may replace the system identifier.",
    ASSIGNS_INSTRUCTION = 30: "A step may replace the data of the processing instruction.",
    ASKS_DUPLICATE = 31: "A condition may ask whether the current attribute is a duplicate.",
    GROWS_TAG_NAME = 32: "A step may append to the name of the current tag token.",
    ASKS_TAG_LIST = 33: "A condition may ask whether the tag name is in a list.",
    ASKS_TAG_NAME = 34: "A condition may compare the tag name with that of the last start tag.",
    ASKS_DOCTYPE_NAME = 35: "A condition may compare the name of the current DOCTYPE token.",
}

/// What is no register: it orders steps, and is never carried from one state to the next.
impl RegisterSet {
    /// The next state.
    pub const NEXT_STATE: RegisterSet = RegisterSet(1 << 36);
    /// The current input character, and the characters ahead that were looked at.
    pub const INPUT: RegisterSet = RegisterSet(1 << 37);
    /// How far the input is consumed.
    pub const POSITION: RegisterSet = RegisterSet(1 << 38);
    /// The tokens that were emitted.
    pub const TOKENS: RegisterSet = RegisterSet(1 << 39);
    /// The parse errors that were reported.
    pub const ERRORS: RegisterSet = RegisterSet(1 << 40);
}

impl RegisterSet {
    /// The empty set.
    pub const NONE: RegisterSet = RegisterSet(0);
    /// The temporary buffer.
    pub const BUFFER: RegisterSet = Self::BUFFER_COMPARED.or(Self::BUFFER_COPIED);
    /// The characters matched last, a name or digits.
    pub const MATCHED: RegisterSet = Self::MATCHED_NAME.or(Self::MATCHED_DIGITS);
    /// The registers that the state before this one passes on.
    pub const ORIGIN: RegisterSet = Self::PREVIOUS_STATE.or(Self::PREVIOUS_CHARACTER);
    /// The registers that a new attribute replaces.
    const OF_ATTRIBUTE: RegisterSet = Self::ATTRIBUTE
        .or(Self::ASSIGNS_ATTRIBUTE_NAME)
        .or(Self::ASSIGNS_ATTRIBUTE_VALUE)
        .or(Self::ASKS_DUPLICATE);
    /// The registers that a new tag token replaces.
    const OF_TAG: RegisterSet = Self::TAG
        .or(Self::ASSIGNS_TAG_NAME)
        .or(Self::GROWS_TAG_NAME)
        .or(Self::ASKS_TAG_LIST)
        .or(Self::ASKS_TAG_NAME)
        .or(Self::OF_ATTRIBUTE);
    /// The registers that a new DOCTYPE token replaces.
    const OF_DOCTYPE: RegisterSet = Self::DOCTYPE
        .or(Self::ASSIGNS_DOCTYPE_NAME)
        .or(Self::ASKS_DOCTYPE_NAME)
        .or(Self::ASSIGNS_PUBLIC)
        .or(Self::ASSIGNS_SYSTEM);

    /// The union of both sets.
    #[must_use]
    pub const fn or(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(self.0 | other.0)
    }

    /// The registers that are in both sets.
    #[must_use]
    pub const fn and(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(self.0 & other.0)
    }

    /// This set without the registers of another.
    #[must_use]
    pub const fn without(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(self.0 & !other.0)
    }

    /// Whether any register is in both sets.
    #[must_use]
    pub const fn has(self, other: RegisterSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The registers of the set, one by one.
    pub fn each(self) -> impl Iterator<Item = RegisterSet> {
        let all = RegisterSet::ALL.iter().copied();
        all.filter(move |register| self.has(*register))
    }

    /// One bit for each register.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// The effects of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects<'s> {
    /// The registers whose value decides what the step does.
    pub reads: RegisterSet,
    /// The registers that the step changes without replacing them: their new value depends on the old
    /// one, and nothing else does.
    pub updates: RegisterSet,
    /// The registers whose old value does not matter after the step.
    pub writes: RegisterSet,
    /// The registers that have no value after the step.
    pub clears: RegisterSet,
    /// The registers that the step changes in part, or not always.
    pub changes: RegisterSet,
    /// What the step depends on besides the registers.
    pub observes: RegisterSet,
    /// What the step changes besides the registers.
    pub affects: RegisterSet,
    /// Whether the step may read more than the current input character.
    pub reads_input: bool,
    /// Whether the step keeps its place: it ends the path, or its other effects are not listed.
    pub keeps_place: bool,
    /// The characters that the step names, or treats differently from others.
    pub characters: Characters<'s>,
}

/// Characters that a step distinguishes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Characters<'s> {
    /// None.
    #[default]
    None,
    /// One character.
    One(Char),
    /// Each character of a text.
    Each(&'s str),
    /// Sets of characters.
    Sets(&'static [(u32, u32)]),
}

/// A set of code points, as inclusive ranges.
pub type Ranges = Vec<(u32, u32)>;

impl Characters<'_> {
    /// The sets, one by one.
    #[must_use]
    pub fn sets(self) -> Vec<Ranges> {
        match self {
            Characters::None => Vec::new(),
            Characters::One(c) => vec![vec![(c.0, c.0)]],
            Characters::Each(text) => {
                let codes = text.chars().map(u32::from);
                codes.map(|code| vec![(code, code)]).collect()
            }
            Characters::Sets(sets) => sets.iter().map(|set| vec![*set]).collect(),
        }
    }
}

impl<'s> Effects<'s> {
    const NONE: Effects<'static> = Effects {
        reads: RegisterSet::NONE,
        updates: RegisterSet::NONE,
        writes: RegisterSet::NONE,
        clears: RegisterSet::NONE,
        changes: RegisterSet::NONE,
        observes: RegisterSet::NONE,
        affects: RegisterSet::NONE,
        reads_input: false,
        keeps_place: false,
        characters: Characters::None,
    };

    const fn reads(reads: RegisterSet) -> Self {
        Effects {
            reads,
            ..Effects::NONE
        }
    }

    const fn writes(writes: RegisterSet) -> Self {
        Effects {
            writes,
            ..Effects::NONE
        }
    }

    const fn updates(updates: RegisterSet) -> Self {
        Effects {
            updates,
            ..Effects::NONE
        }
    }

    const fn affects(affects: RegisterSet) -> Self {
        Effects {
            affects,
            ..Effects::NONE
        }
    }

    const fn and_writes(self, writes: RegisterSet) -> Self {
        Effects { writes, ..self }
    }

    const fn and_updates(self, updates: RegisterSet) -> Self {
        Effects { updates, ..self }
    }

    const fn and_clears(self, clears: RegisterSet) -> Self {
        Effects { clears, ..self }
    }

    const fn and_changes(self, changes: RegisterSet) -> Self {
        Effects { changes, ..self }
    }

    const fn and_observes(self, observes: RegisterSet) -> Self {
        Effects { observes, ..self }
    }

    const fn and_affects(self, affects: RegisterSet) -> Self {
        Effects { affects, ..self }
    }

    /// Consumes input. Errors of the input are reported then.
    const fn and_consumes(self) -> Self {
        let affects = RegisterSet::INPUT.or(RegisterSet::POSITION);
        Effects {
            affects: affects.or(RegisterSet::ERRORS),
            reads_input: true,
            ..self
        }
    }

    const fn and_keeps_place(self) -> Self {
        Effects {
            keeps_place: true,
            ..self
        }
    }

    const fn and_names(self, characters: Characters<'s>) -> Self {
        Effects { characters, ..self }
    }
}

/// The effects of a step.
#[must_use]
pub fn of_step(step: &Step) -> Effects<'_> {
    use Characters::{Each, One, Sets};
    use RegisterSet as R;
    let gives_back = R::NEXT_STATE.or(R::POSITION);
    let bulk_comment = Effects::reads(R::BULK.or(R::PREVIOUS_CHARACTER))
        .and_affects(R::TOKENS)
        .and_observes(R::INPUT);
    match step {
        Step::Ignore => Effects::NONE,
        Step::Switch(_) => Effects::affects(R::NEXT_STATE),
        Step::SwitchToReturn => Effects::reads(R::RETURN_STATE).and_affects(R::NEXT_STATE),
        Step::SwitchBack => Effects::reads(R::PREVIOUS_STATE).and_affects(R::NEXT_STATE),
        Step::Reconsume(_) => Effects::affects(gives_back).and_observes(R::INPUT),
        Step::ReconsumeInReturn => Effects::reads(R::RETURN_STATE)
            .and_affects(gives_back)
            .and_observes(R::INPUT),
        Step::ReconsumeCurrent => Effects {
            reads_input: true,
            ..Effects::affects(R::POSITION).and_observes(R::INPUT)
        },
        Step::TreatAsAnythingElse | Step::EmitEof => Effects::NONE.and_keeps_place(),
        Step::Unconsume => Effects::NONE.and_consumes().and_keeps_place(),
        Step::ConsumeNext | Step::ConsumeThose => Effects::NONE.and_consumes(),
        Step::ConsumeNamed => Effects::writes(R::MATCHED_NAME.or(R::REFERENCE)).and_consumes(),
        Step::ConsumeMatching => Effects::reads(R::RANGE)
            .and_writes(R::MATCHED_DIGITS)
            .and_consumes(),
        Step::ConsumeThroughChar(c) => Effects::writes(R::BULK).and_consumes().and_names(One(*c)),
        Step::ConsumeThroughText(text) => Effects::writes(R::BULK)
            .and_consumes()
            .and_names(Each(&text.0)),
        Step::ReplaceInput(c) => Effects::affects(R::INPUT)
            .and_keeps_place()
            .and_names(One(*c)),
        Step::NamedError(_) | Step::BareError => {
            Effects::affects(R::ERRORS).and_observes(R::INPUT.or(R::POSITION))
        }
        Step::EmitCurrent => Effects::affects(R::TOKENS).and_observes(R::INPUT),
        Step::EmitChar(c) => Effects::affects(R::TOKENS).and_names(One(*c)),
        Step::EmitTemporaryBuffer => Effects::reads(R::BUFFER_COPIED).and_affects(R::TOKENS),
        Step::EmitReturned => Effects::reads(R::RETURNED).and_affects(R::TOKENS),
        Step::EmitConsumed => Effects::reads(R::BULK)
            .and_affects(R::TOKENS)
            .and_observes(R::INPUT),
        Step::EmitBulkComment => bulk_comment,
        Step::EmitBulkCommentReplaced => bulk_comment.and_names(Sets(&[(0, 0), (0xFFFD, 0xFFFD)])),
        Step::EmitToken(token) => {
            let token = of_token(*token);
            let (clears, changes) = match token {
                R::TAG => (R::TAG.or(R::ATTRIBUTE), R::LAST_START_TAG),
                other => (other, R::NONE),
            };
            Effects::reads(token)
                .and_clears(clears)
                .and_changes(changes)
                .and_affects(R::TOKENS)
        }
        Step::CreateComment(data) => {
            Effects::writes(R::COMMENT.or(R::ASSIGNS_COMMENT)).and_names(Each(&data.0))
        }
        Step::CreateProcessingInstruction(target) => Effects::reads(R::TARGET)
            .and_writes(R::INSTRUCTION.or(R::ASSIGNS_INSTRUCTION))
            .and_names(Each(&target.0)),
        Step::Create(TokenKind::StartTag | TokenKind::EndTag) => {
            Effects::writes(R::OF_TAG.without(R::ATTRIBUTE)).and_clears(R::ATTRIBUTE)
        }
        Step::Create(TokenKind::Doctype) => Effects::writes(R::OF_DOCTYPE),
        Step::StartAttribute => Effects::reads(R::TAG)
            .and_writes(R::OF_ATTRIBUTE)
            .and_changes(R::TAG),
        Step::RemoveAttribute => Effects::reads(R::TAG.or(R::ATTRIBUTE)).and_changes(R::TAG),
        Step::RemoveEarlierAttribute => {
            Effects::reads(R::TAG.or(R::ATTRIBUTE).or(R::ASKS_DUPLICATE)).and_changes(R::TAG)
        }
        Step::SetSelfClosing => Effects::reads(R::TAG).and_changes(R::TAG),
        Step::SetForceQuirks | Step::ClearForceQuirks => {
            Effects::reads(R::DOCTYPE).and_changes(R::DOCTYPE)
        }
        Step::SetReturnState(_) => Effects::writes(R::RETURN_STATE),
        Step::ClearAdditionalAllowed => Effects::writes(R::ADDITIONAL),
        Step::SetAdditionalAllowed(c) => Effects::writes(R::ADDITIONAL).and_names(One(*c)),
        Step::SetContentModel(_) => Effects::writes(R::CONTENT_MODEL),
        Step::SetEscape(_) => Effects::writes(R::ESCAPE),
        Step::ReplaceCode => Effects::reads(R::CODE).and_changes(R::CODE),
        Step::MultiplyCode(_) => Effects::updates(R::CODE),
        Step::AddToCode(_) => Effects::updates(R::CODE).and_observes(R::INPUT),
        Step::SetCode(_) => Effects::writes(R::CODE),
        Step::InterpretNumber => Effects::reads(R::MATCHED_DIGITS.or(R::BASE))
            .and_writes(R::CODE)
            .and_observes(R::INPUT),
        Step::UseHexDigits | Step::UseDigits => Effects::writes(R::RANGE),
        Step::AsHexadecimal | Step::AsDecimal => Effects::writes(R::BASE),
        Step::Set(Field::TemporaryBuffer, source) => of_source(*source).and_writes(R::BUFFER),
        Step::Append(source, Field::TemporaryBuffer) => of_source(*source).and_updates(R::BUFFER),
        Step::Set(field, source) => into_field(*source, *field, assigns(*field)),
        Step::Append(source, Field::TagName) => {
            into_field(*source, Field::TagName, R::GROWS_TAG_NAME)
        }
        Step::Append(source, field) => into_field(*source, *field, R::NONE),
        Step::LetTarget => Effects::reads(R::BUFFER).and_writes(R::TARGET),
        Step::Attempt(_) => Effects::writes(R::RETURNED)
            .and_consumes()
            .and_keeps_place(),
        Step::ReturnNothing => Effects::writes(R::RETURNED).and_keeps_place(),
        Step::ReturnChar(c) => Effects::writes(R::RETURNED)
            .and_keeps_place()
            .and_names(One(*c)),
        Step::ReturnMatchedReference => Effects::reads(R::REFERENCE)
            .and_writes(R::RETURNED)
            .and_keeps_place(),
        Step::ReturnReplacement | Step::ReturnCode => Effects::reads(R::CODE)
            .and_writes(R::RETURNED)
            .and_keeps_place(),
    }
}

/// Setting or appending to a field of a token.
fn into_field(source: Source, field: Field, parts: RegisterSet) -> Effects<'static> {
    let source = of_source(source);
    let token = token_of(field);
    Effects {
        reads: source.reads.or(token).or(parts),
        changes: token,
        ..source
    }
}

/// The effects of a condition, which may wait for input.
#[must_use]
pub fn of_condition(condition: &Condition) -> Effects<'static> {
    use RegisterSet as R;
    let looks_ahead = Effects::affects(R::INPUT).and_observes(R::POSITION);
    match condition {
        Condition::TemporaryBuffer(..) => Effects::reads(R::BUFFER_COMPARED),
        Condition::Target(..) => Effects::reads(R::TARGET),
        Condition::ReturnState(..) => Effects::reads(R::RETURN_STATE),
        // These depend on the state and the tree, which no step changes.
        Condition::CurrentState(..)
        | Condition::AdjustedCurrentNode(_)
        | Condition::CurrentNode(_)
        | Condition::ForeignInsertionMode(_) => Effects::NONE,
        Condition::NextInput(..) | Condition::Keyword(..) | Condition::AheadSequence(..) => {
            looks_ahead
        }
        Condition::AheadLastStartTag(_) | Condition::AfterLastStartTag(..) => Effects {
            reads: R::LAST_START_TAG,
            ..looks_ahead
        },
        Condition::Behind(..) => Effects::NONE.and_observes(R::INPUT),
        Condition::Match(_) => Effects::reads(R::REFERENCE).and_observes(R::INPUT),
        Condition::LastMatched(..) => Effects::reads(R::MATCHED_NAME).and_observes(R::INPUT),
        Condition::NoneMatched => Effects::reads(R::MATCHED_DIGITS).and_observes(R::INPUT),
        Condition::NoStartTagEmitted => Effects::reads(R::LAST_START_TAG),
        Condition::ContentModelFlag(..) => Effects::reads(R::CONTENT_MODEL),
        Condition::EscapeFlag(..) => Effects::reads(R::ESCAPE),
        Condition::CurrentTag(..) | Condition::HasAttributes | Condition::SelfClosing(_) => {
            Effects::reads(R::TAG)
        }
        Condition::TagNameIn(..) => Effects::reads(R::TAG.or(R::ASKS_TAG_LIST)),
        Condition::DuplicateAttribute(_) => {
            Effects::reads(R::TAG.or(R::ATTRIBUTE).or(R::ASKS_DUPLICATE))
        }
        Condition::TagNameIsLastStartTag(_) => {
            Effects::reads(R::TAG.or(R::LAST_START_TAG).or(R::ASKS_TAG_NAME))
        }
        Condition::DoctypeName(..) => Effects::reads(R::DOCTYPE.or(R::ASKS_DOCTYPE_NAME)),
        Condition::NothingReturned => Effects::reads(R::RETURNED),
        Condition::EofReached => Effects::reads(R::BULK).and_observes(R::INPUT),
        Condition::CodeInReplacements(_) | Condition::Code(..) => Effects::reads(R::CODE),
    }
}

fn of_source(source: Source) -> Effects<'static> {
    use RegisterSet as R;
    match source {
        Source::Current | Source::CurrentLowercase | Source::CurrentUppercase => Effects::NONE
            .and_observes(R::INPUT)
            .and_names(Characters::Sets(&[(0x41, 0x5A), (0x61, 0x7A)])),
        Source::Empty => Effects::NONE,
        Source::Char(c) => Effects::NONE.and_names(Characters::One(c)),
        Source::TemporaryBuffer => Effects::reads(R::BUFFER_COPIED),
        Source::Matched => Effects::reads(R::MATCHED_NAME).and_observes(R::INPUT),
        Source::MatchedReference => Effects::reads(R::REFERENCE).and_observes(R::INPUT),
        Source::Returned => Effects::reads(R::RETURNED),
        Source::CharacterReferenceCode => Effects::reads(R::CODE),
    }
}

fn of_token(token: Token) -> RegisterSet {
    match token {
        Token::Tag => RegisterSet::TAG,
        Token::Comment => RegisterSet::COMMENT,
        Token::Doctype => RegisterSet::DOCTYPE,
        Token::ProcessingInstruction => RegisterSet::INSTRUCTION,
    }
}

/// The token, or the token and the attribute, that has a field.
fn token_of(field: Field) -> RegisterSet {
    match field {
        Field::TagName => RegisterSet::TAG,
        Field::AttributeName | Field::AttributeValue => RegisterSet::TAG.or(RegisterSet::ATTRIBUTE),
        Field::CommentData => RegisterSet::COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => {
            RegisterSet::DOCTYPE
        }
        Field::ProcessingInstructionData => RegisterSet::INSTRUCTION,
        Field::TemporaryBuffer => RegisterSet::NONE,
    }
}

/// The register for the assignment of a field.
fn assigns(field: Field) -> RegisterSet {
    match field {
        Field::TagName => RegisterSet::ASSIGNS_TAG_NAME.or(RegisterSet::GROWS_TAG_NAME),
        Field::AttributeName => RegisterSet::ASSIGNS_ATTRIBUTE_NAME,
        Field::AttributeValue => RegisterSet::ASSIGNS_ATTRIBUTE_VALUE,
        Field::CommentData => RegisterSet::ASSIGNS_COMMENT,
        Field::DoctypeName => RegisterSet::ASSIGNS_DOCTYPE_NAME,
        Field::PublicIdentifier => RegisterSet::ASSIGNS_PUBLIC,
        Field::SystemIdentifier => RegisterSet::ASSIGNS_SYSTEM,
        Field::ProcessingInstructionData => RegisterSet::ASSIGNS_INSTRUCTION,
        Field::TemporaryBuffer => RegisterSet::NONE,
    }
}
