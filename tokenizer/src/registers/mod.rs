//! The registers: what states pass to each other in a few words.

// Each revision uses a part of the registers; with all of them, unused code is an error.
#![cfg_attr(not(feature = "all-revisions"), allow(dead_code))]

mod attributes;
mod buffer;
mod duplicates;
pub(crate) mod held;
mod lowered_names;
mod short_buffers;
mod slot;
mod storage;
mod token_source;

pub(crate) use attributes::{AttributeList, AttributeSlots};
pub(crate) use buffer::Buffer;
pub(crate) use held::Undecided;
pub(crate) use short_buffers::ShortList;
pub(crate) use slot::{LONGEST_TEXT, Slot};
pub(crate) use storage::{Answer, Duplicates, Storage, Waiting};

/// The content model flag of the revisions of 2008 and 2009. Newer revisions have a state for each value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum ContentModel {
    /// Markup and character references.
    #[default]
    Pcdata,
    /// Text and character references, up to an appropriate end tag.
    Rcdata,
    /// Text, up to an appropriate end tag.
    Cdata,
    /// Text, up to the end of the input.
    Plaintext,
}

/// Which token is under construction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// None: the last one was emitted.
    #[default]
    None,
    Tag,
    Comment,
    Doctype,
    ProcessingInstruction,
    /// Any, as the state was set from outside. All fields may be in use.
    Any,
}

/// The token under construction, without its attributes. The kinds share their fields; each step names the kind it means.
#[derive(Clone, Copy, Default)]
pub(crate) struct TokenSlots {
    /// Where its markup starts, in the whole text; `NO_START` if it was never created.
    pub(crate) start: usize,
    /// Where the tag ends that was completed last; 0 without [`Sink::SPANS`](crate::Sink::SPANS).
    pub(crate) end: usize,
    /// The tag name, the DOCTYPE's name, or the processing instruction's target.
    pub(crate) name: Slot,
    /// The data of a comment or a processing instruction.
    pub(crate) data: Slot,
    pub(crate) public_identifier: Slot,
    pub(crate) system_identifier: Slot,
    pub(crate) has_name: bool,
    pub(crate) has_public_identifier: bool,
    pub(crate) has_system_identifier: bool,
    pub(crate) force_quirks: bool,
    pub(crate) self_closing: bool,
    pub(crate) is_end_tag: bool,
    pub(crate) kind: TokenKind,
    /// Where the last text ends, in the whole text, that was taken for an end tag at first.
    pub(crate) abandoned_to: usize,
    /// Where the current slice starts in the whole text.
    pub(crate) base: usize,
}

/// The tag name of the last start tag that was emitted.
#[derive(Clone, Copy, Default)]
pub(crate) enum LastStartTag {
    #[default]
    None,
    /// A range of the current slice, in lower case or not: most are never read, so they are not copied.
    Borrowed(Slot),
    /// Copied to [`Storage::last_start_tag`](Storage).
    Kept,
}

/// The result of a procedure.
#[derive(Clone, Copy, Default)]
pub(crate) enum Returned {
    #[default]
    Nothing,
    Char(char),
    Reference(u16),
}

/// The registers. A machine copies them when it starts and when it is suspended, so they own nothing; the
/// [`Storage`] stays where it is.
///
/// Aligned, so that the same fields share a cache line wherever the struct is: a store across two lines is slow,
/// and one across two pages was measured to cost a tenth of the time of a whole document.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(crate) struct Registers<St> {
    pub(crate) state: St,
    pub(crate) return_state: St,
    /// The state whose row switched to the current one, if a state has a condition on it.
    pub(crate) came_from: St,
    /// The state in which the caller of a procedure continues.
    pub(crate) caller: St,
    pub(crate) returned: Returned,
    pub(crate) code: u32,
    pub(crate) additional_allowed: Option<char>,
    pub(crate) hex_digits: bool,
    pub(crate) hexadecimal: bool,
    pub(crate) matched_any: bool,
    /// The longest match of a named reference: its number, and whether it ends with a semicolon.
    pub(crate) matched: Option<(u16, u8)>,
    pub(crate) content_model: ContentModel,
    pub(crate) escape: bool,
    pub(crate) last_start_tag: LastStartTag,
    /// The end of the last output, in the whole text: the `<` of the current markup; `NO_START` after a state
    /// was set.
    pub(crate) emitted: usize,
    pub(crate) token: TokenSlots,
}

/// The start of output without a first character in the input, as the state was set from outside.
pub(crate) const NO_START: usize = usize::MAX;

impl TokenSlots {
    /// Whether it is a tag that began in the input and may still be completed.
    pub(crate) fn is_tag(&self) -> bool {
        self.kind == TokenKind::Tag && self.start != NO_START && self.start >= self.abandoned_to
    }
}
