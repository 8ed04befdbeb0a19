//! A machine between two slices of the input.

use crate::open_elements::Follower;
use crate::registers::{
    Answer, AttributeList, Buffer, Duplicates, LastStartTag, NO_START, Registers, Returned, Slot,
    Storage, TokenKind, Undecided, Waiting,
};
use crate::{Options, Revision, TextMode};
use core::fmt;

/// What survives between slices.
#[derive(Clone, Default)]
pub(crate) struct SuspendedMachine<St> {
    pub(crate) registers: Registers<St>,
    pub(crate) storage: Storage,
    pub(crate) follower: Follower,
}

impl<St: Copy + Default> SuspendedMachine<St> {
    /// A machine before the first character, and the text mode to which the context of a fragment switches it.
    pub(crate) fn new<R: Revision<State = St>>(options: &Options) -> (Self, Option<TextMode>) {
        let most_attributes = options.limits.of_completed_tags();
        let mut machine = SuspendedMachine {
            registers: Registers::default(),
            follower: Follower::new(R::TEXT_ELEMENTS, R::FOLLOWING, options),
            storage: Storage {
                attributes: AttributeList::with_limit(most_attributes),
                most_attributes,
                ..Storage::default()
            },
        };
        let context = options.context.as_ref();
        let mode = context.and_then(|of| machine.follower.set_context(R::TEXT_ELEMENTS, of));
        if let Some(mode) = mode {
            R::enter(mode, &mut machine.registers);
        }
        (machine, mode)
    }

    /// Sets the state from outside.
    ///
    /// The token under construction stays. If there is none, the state finds a token whose fields are empty. The other
    /// registers that states pass to each other get their initial values: their contents may depend on how the input
    /// was split.
    pub(crate) fn set_state(&mut self, state: St, at: usize) {
        let SuspendedMachine {
            registers, storage, ..
        } = self;
        registers.state = state;
        registers.return_state = St::default();
        registers.came_from = St::default();
        registers.caller = St::default();
        registers.returned = Returned::Nothing;
        registers.code = 0;
        registers.additional_allowed = None;
        registers.hex_digits = false;
        registers.hexadecimal = false;
        registers.matched_any = false;
        registers.matched = None;
        registers.emitted = NO_START;
        storage.state_set_at = at;
        storage.mark = None;
        storage.temporary_buffer = Buffer::default();
        storage.target = Buffer::default();
        storage.matched_range = (0, 0);
        storage.waiting = Waiting::default();
        storage.answer = Answer::default();
        self.open_all_fields();
    }

    /// Forgets everything but the position.
    pub(crate) fn stop(&mut self) {
        let (base, offsets) = (self.base(), core::mem::take(&mut self.storage.offsets));
        *self = SuspendedMachine::default();
        self.registers.token.base = base;
        self.registers.emitted = base;
        self.storage.offsets = offsets;
    }
}

impl<St> SuspendedMachine<St> {
    /// Where the text starts, in the whole text, that was not read to its end.
    pub(crate) fn base(&self) -> usize {
        self.registers.token.base
    }

    /// Sets the name that an appropriate end tag has.
    pub(crate) fn set_last_start_tag(&mut self, name: &str) {
        self.registers.last_start_tag = LastStartTag::Kept;
        self.storage.last_start_tag.clear();
        self.storage.last_start_tag.push_str(name);
        self.storage.waiting = Waiting::default();
    }

    /// The length of the markup or the reference under construction, of which the text up to `read_to` was read.
    pub(crate) fn markup_len(&self, read_to: usize) -> usize {
        let start = match self.token_start() {
            Some(start) => start,
            None if self.registers.token.kind == TokenKind::Any => self.registers.emitted,
            None if self.undecided().is_some() => self.registers.emitted,
            None => NO_START,
        };
        match start {
            NO_START => 0,
            start => read_to.saturating_sub(start),
        }
    }

    /// Where the token under construction starts in the whole text.
    fn token_start(&self) -> Option<usize> {
        let token = &self.registers.token;
        match token.kind {
            TokenKind::Tag if token.is_tag() => Some(token.start),
            TokenKind::Comment | TokenKind::Doctype | TokenKind::ProcessingInstruction => {
                Some(token.start)
            }
            _ => None,
        }
    }

    /// What the text after the last output may become, if no token is under construction.
    pub(crate) fn undecided(&self) -> Option<Undecided> {
        match self.token_start() {
            Some(_) => None,
            None => self.storage.held.undecided(self.registers.emitted),
        }
    }

    /// The first position in the whole text whose offset in the input a later span may need.
    pub(crate) fn needed_from(&self) -> usize {
        let text = match self.registers.emitted {
            NO_START => self.storage.state_set_at,
            emitted => emitted,
        };
        let token = &self.registers.token;
        let mut needed = text.min(token.base);
        if token.kind != TokenKind::None {
            needed = needed.min(token.start);
        }
        if token.kind == TokenKind::Any {
            needed = needed.min(self.storage.scratch.first_start().unwrap_or(needed));
        }
        needed
    }

    /// Empties the fields that the token does not have, and lets it have all of them.
    fn open_all_fields(&mut self) {
        let token = &mut self.registers.token;
        let storage = &mut self.storage;
        if token.kind == TokenKind::Any {
            return;
        }
        if token.kind == TokenKind::None {
            storage.scratch.clear();
            token.start = NO_START;
            storage.duplicates = Duplicates::default();
            token.name = Slot::default();
        }
        if token.kind != TokenKind::Tag {
            storage.attributes.clear();
            token.is_end_tag = false;
            token.self_closing = false;
        }
        let has_data = [TokenKind::Comment, TokenKind::ProcessingInstruction];
        if !has_data.contains(&token.kind) {
            token.data = Slot::default();
        }
        if token.kind == TokenKind::ProcessingInstruction {
            // Whether the target has a span depends on the split.
            token.name.forget_span(&mut storage.scratch);
        }
        if token.kind == TokenKind::Comment {
            token.name = Slot::default();
        }
        if token.kind != TokenKind::Doctype {
            token.public_identifier = Slot::default();
            token.system_identifier = Slot::default();
            token.has_name = false;
            token.has_public_identifier = false;
            token.has_system_identifier = false;
            token.force_quirks = false;
        }
        token.kind = TokenKind::Any;
    }
}

/// Shows the state and the position; all registers would fill pages.
impl<St: fmt::Debug> fmt::Debug for SuspendedMachine<St> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SuspendedMachine")
            .field("state", &self.registers.state)
            .field("base", &self.base())
            .finish_non_exhaustive()
    }
}
