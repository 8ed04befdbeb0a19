//! Which limit a suspended machine exceeds, and how far it may read before it is asked again.

use super::SuspendedMachine;
use crate::registers::{LONGEST_TEXT, Undecided};
use crate::text::memory;
use crate::{Limit, LimitExceeded, Limits, Span};

/// No character reference is longer, but for leading zeros.
const LONGEST_REFERENCE: usize = 64;

/// How many bytes of text are read before memory is checked again.
const UNCHECKED: usize = 64 * 1024;

/// What a tokenizer keeps outside the machine, in bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    /// The text that the machine reads again.
    pub(crate) carried: usize,
    /// What waits for the end of a pause.
    pub(crate) waiting: usize,
}

impl Limits {
    /// The most bytes that what the machine reads may have.
    fn most_bytes<St>(&self, machine: &SuspendedMachine<St>) -> usize {
        match machine.undecided() {
            Some(Undecided::Reference) => self.token_bytes.max(LONGEST_REFERENCE),
            _ => self.token_bytes,
        }
    }

    /// How much text the machine may read before the limits are checked again, if it has read to `read_to`.
    pub(crate) fn stretch<St>(
        &self,
        machine: &SuspendedMachine<St>,
        read_to: usize,
        kept: Kept,
    ) -> usize {
        let mut stretch = LONGEST_TEXT;
        if self.token_bytes != usize::MAX {
            // A token that begins in the stretch must not be complete before it is checked either.
            let rest = self
                .most_bytes(machine)
                .saturating_sub(machine.markup_len(read_to));
            stretch = stretch.min(rest).min(self.token_bytes);
        }
        if (self.attributes, self.memory) != (usize::MAX, usize::MAX) {
            stretch = stretch.min(UNCHECKED);
        }
        if self.memory != usize::MAX {
            while stretch > 1 && self.needs(machine, stretch, kept) > self.memory {
                stretch /= 2;
            }
        }
        stretch.max(1)
    }

    /// The most memory that is needed once `more` bytes of text were read.
    fn needs<St>(&self, machine: &SuspendedMachine<St>, more: usize, kept: Kept) -> usize {
        // The carried text is copied to a new string with its end.
        kept.waiting
            .saturating_add(2 * memory::of_string(kept.carried + more))
            .saturating_add(machine.storage.memory(&machine.registers, more))
    }

    /// The limit that the token under construction exceeds, of which the machine has read the text up to `read_to`.
    /// `more` says whether more text follows.
    pub(crate) fn exceeded<St>(
        &self,
        machine: &SuspendedMachine<St>,
        read_to: usize,
        more: bool,
        kept: Kept,
    ) -> Option<LimitExceeded> {
        let of = |limit, maximum, start| {
            let start = machine.storage.offsets.input(start);
            LimitExceeded {
                limit,
                maximum,
                span: Span::new(start, start),
            }
        };
        let len = machine.markup_len(read_to);
        let start = read_to - len;
        if let Some((limit, start)) = machine.storage.tag_over_limit {
            let maximum = match limit {
                Limit::Nesting => self.nesting,
                _ => self.attributes,
            };
            return Some(of(limit, maximum, start));
        }
        // A token at the limit is exceeded by the character that completes it.
        let most = self.most_bytes(machine);
        if len > most || more && len == most && len > 0 {
            return Some(of(Limit::TokenBytes, most, start));
        }
        // The last attribute may turn out to be a duplicate.
        let token = &machine.registers.token;
        let attributes = machine.storage.attributes.as_slice().len();
        if token.is_tag() && attributes > self.attributes.saturating_add(1) {
            return Some(of(Limit::Attributes, self.attributes, start));
        }
        let memory = self.needs(machine, usize::from(more), kept);
        (memory > self.memory).then(|| of(Limit::Memory, self.memory, start))
    }
}
