//! What a machine keeps on the heap, and the registers that few rows use.

use super::attributes::AttributeList;
use super::buffer::Buffer;
use super::held::Held;
use super::short_buffers::ShortString;
use super::slot::Scratch;
use super::token_source::TokenSource;
use super::{Registers, TokenKind};
use crate::TextMode;
use crate::generated::ErrorCode;
use crate::names::RecentReferences;
use crate::places::{Lines, Offsets};
use crate::text::memory;
use crate::{Limit, Span};
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

/// Strings, lists and rare registers. The machine reaches them through a reference, so that starting it copies
/// none of them.
#[derive(Clone, Default)]
#[repr(align(64))]
pub(crate) struct Storage {
    /// The attributes of the tag under construction.
    pub(crate) attributes: AttributeList,
    /// The strings of the token under construction that could not be borrowed.
    pub(crate) scratch: Scratch,
    pub(crate) offsets: Offsets,
    pub(crate) source: TokenSource,
    /// The names of duplicate attributes that were removed from a tag.
    pub(crate) duplicates: Duplicates,
    pub(crate) temporary_buffer: Buffer,
    pub(crate) target: Buffer,
    /// From here on the slice is kept, so that a procedure can go back.
    pub(crate) mark: Option<usize>,
    /// The range in the current slice of the longest match of a named reference.
    pub(crate) matched_range: (usize, usize),
    /// The same match, once its text is gone, and where it began in the whole input.
    pub(crate) matched_kept: Option<(String, usize)>,
    pub(crate) recent_names: RecentReferences,
    /// The look-ahead without a bound that waits for input.
    pub(crate) waiting: Waiting,
    pub(crate) last_start_tag: ShortString,
    /// The last bytes before the current slice, as many as a condition can look behind.
    pub(crate) behind: Vec<u8>,
    /// The first position in the whole text whose check for input stream errors is still to be
    /// reported.
    pub(crate) checked: usize,
    /// How far the input stream is checked ahead at first, if less than usual.
    pub(crate) first_window: Option<usize>,
    /// The positions of replacements, and the errors of the characters that they replace.
    pub(crate) replaced_errors: VecDeque<(usize, Option<ErrorCode>)>,
    pub(crate) lines: Lines,
    /// Where in the whole text the state was set from outside.
    pub(crate) state_set_at: usize,
    pub(crate) held: Held,
    /// The most attributes that a tag may have.
    pub(crate) most_attributes: Option<usize>,
    /// The sink's answer to a tag that is not applied yet.
    pub(crate) answer: Answer,
    /// The limit that a completed tag exceeds, and where the tag starts; it was not emitted.
    pub(crate) tag_over_limit: Option<(Limit, usize)>,
}

/// The sink's answer to a tag.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) switch: Option<TextMode>,
    pub(crate) paused: bool,
    /// Whether the sink wants nothing more.
    pub(crate) stopped: bool,
}

/// A look-ahead that waits for input: it resumes where it stopped. By default, none waits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Waiting {
    /// Which one; empty for none.
    pub(crate) name: &'static str,
    /// Where it begins in the current slice, and how far it was checked.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

impl Waiting {
    /// The same in the next slice, which begins at a position of this one; none if it began before.
    pub(crate) fn after(self, at: usize) -> Self {
        let places = self.from.checked_sub(at).zip(self.to.checked_sub(at));
        places.map_or(Waiting::default(), |(from, to)| Waiting {
            from,
            to,
            ..self
        })
    }
}

/// The names of removed attributes, as positions in the whole text.
#[derive(Clone, Default)]
pub(crate) struct Duplicates {
    /// Where the tag starts that they were removed from. No step has to clear the names when a tag begins.
    tag: usize,
    names: Vec<Span>,
}

impl Duplicates {
    /// Adds a name that was removed from the tag that starts here.
    #[cold]
    #[inline(never)]
    pub(crate) fn add(&mut self, tag: usize, name: Span) {
        if self.tag != tag {
            self.names.clear();
            self.tag = tag;
        }
        self.names.push(name);
    }

    /// The names that were removed from the tag that starts here.
    #[inline(always)]
    pub(crate) fn of(&self, tag: usize) -> &[Span] {
        match self.tag == tag {
            true => &self.names,
            false => &[],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.names.clear();
    }

    /// The most bytes that it takes with so many more names.
    pub(crate) fn memory(&self, more: usize) -> usize {
        memory::of_list::<Span>(self.names.len() + more)
    }

    pub(crate) fn trim(&mut self) {
        memory::trim_list(&mut self.names);
    }
}

impl Storage {
    /// Whether the tag under construction has more attributes than the limit.
    pub(crate) fn has_too_many_attributes(&self) -> bool {
        let most = self.most_attributes;
        most.is_some_and(|most| self.attributes.as_slice().len() > most)
    }

    /// The most bytes that it takes once `more` bytes of text were read.
    pub(crate) fn memory<St>(&self, registers: &Registers<St>, more: usize) -> usize {
        // An attribute and the white space before it are two bytes.
        let attributes = more / 2 + 1;
        let name = match registers.token.kind {
            TokenKind::Tag | TokenKind::Any => registers.token.name.kept_len(&self.scratch),
            _ => 0,
        };
        let last_start_tag = self.last_start_tag.len().max(name + more);
        let buffers = [&self.temporary_buffer, &self.target];
        self.attributes.memory(attributes)
            + self.scratch.memory(attributes, more)
            + self.source.memory(more)
            + self.duplicates.memory(attributes)
            + self.offsets.memory()
            + memory::of_list::<Option<usize>>(self.replaced_errors.len() + 1)
            + memory::of_string(last_start_tag)
            + buffers
                .map(|buffer| memory::of_string(buffer.len() + more))
                .iter()
                .sum::<usize>()
    }

    /// Gives back room that the token under construction does not use.
    pub(crate) fn trim<St>(&mut self, registers: &Registers<St>) {
        if !matches!(registers.token.kind, TokenKind::Tag | TokenKind::Any) {
            self.attributes.clear();
            self.duplicates.clear();
        }
        self.attributes.trim();
        self.scratch.trim();
        self.source.trim();
        self.duplicates.trim();
        self.temporary_buffer.trim();
        self.target.trim();
        self.offsets.trim();
        self.last_start_tag.trim();
        if self.replaced_errors.capacity() > 2 * self.replaced_errors.len().max(memory::SHORT_LIST)
        {
            self.replaced_errors.shrink_to(memory::SHORT_LIST);
        }
    }
}
