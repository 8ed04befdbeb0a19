//! The state of a machine between characters and between chunks.

use super::attributes::AttributeList;
use super::buffer::Buffer;
use super::position::Lines;
use super::short_buffers::ShortString;
use super::slot::{Scratch, Slot};
use super::token_source::TokenSource;
use crate::Span;
use crate::generated::ErrorCode;
use crate::input::offsets::Offsets;
use crate::open_elements::Follower;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The content model flag of the revisions of 2008 and 2009.
///
/// Newer revisions have a state for each value; [`TextMode`](crate::TextMode) works with all
/// revisions.
///
/// ```
/// # #[cfg(feature = "whatwg-2008-03-09")] {
/// use tokenwright::{ContentModel, Options, Sink, Span, Tokenizer, revisions::Whatwg20080309};
///
/// #[derive(Default)]
/// struct Text(String);
///
/// impl Sink for Text {
///     fn text(&mut self, text: &str, _: Span) {
///         self.0.push_str(text);
///     }
/// }
///
/// let mut tokenizer =
///     Tokenizer::<_, Whatwg20080309>::with_options(Text::default(), Options::default());
/// assert!(tokenizer.set_content_model(ContentModel::Plaintext));
/// tokenizer.feed("<b>");
/// assert_eq!(tokenizer.finish().0, "<b>");
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ContentModel {
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

/// The token under construction. The kinds share their fields; each step names the kind it means.
#[derive(Clone, Default)]
pub(crate) struct TokenSlots {
    /// Where its markup starts, in the whole text; `NO_START` if it was never created.
    pub(crate) start: usize,
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
    pub(crate) attributes: AttributeList,
    /// Where the last text ends, in the whole text, that was taken for an end tag at first.
    pub(crate) abandoned_to: usize,
}

/// The tag name of the last start tag that was emitted.
#[derive(Clone, Default)]
pub(crate) enum LastStartTag {
    #[default]
    None,
    /// A range of the current slice: most are never read, so they are not copied.
    Borrowed(Slot),
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

/// The token under construction, with the buffers and offsets that its strings and spans refer to.
#[derive(Clone, Default)]
pub(crate) struct CurrentToken {
    pub(crate) token: TokenSlots,
    /// The strings that could not be borrowed.
    pub(crate) scratch: Scratch,
    /// Where the current slice starts in the whole text.
    pub(crate) base: usize,
    pub(crate) offsets: Offsets,
    pub(crate) source: TokenSource,
    /// The names of duplicate attributes that were removed from a tag.
    pub(crate) duplicates: Duplicates,
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
    pub(super) fn add(&mut self, tag: usize, name: Span) {
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
}

/// Aligned, so that the same fields share a cache line wherever the struct is: a store across two lines is slow,
/// and one across two pages was measured to cost a tenth of the time of a whole document.
#[derive(Clone, Default)]
#[repr(align(64))]
pub(crate) struct Registers<St> {
    pub(crate) state: St,
    pub(crate) return_state: St,
    /// The state whose row switched to the current one, if a state has a condition on it.
    pub(crate) came_from: St,
    /// The state in which the caller of a procedure continues.
    pub(crate) caller: St,
    pub(crate) returned: Returned,
    /// From here on the slice is kept, so that a procedure can go back.
    pub(crate) mark: Option<usize>,
    pub(crate) temporary_buffer: Buffer,
    pub(crate) target: Buffer,
    pub(crate) code: u32,
    pub(crate) additional_allowed: Option<char>,
    pub(crate) hex_digits: bool,
    pub(crate) hexadecimal: bool,
    pub(crate) matched_any: bool,
    /// The longest match of a named reference: its number, and whether it ends with a semicolon.
    pub(crate) matched: Option<(u16, u8)>,
    /// The range of that match in the current slice.
    pub(crate) matched_range: (usize, usize),
    /// The same match, once its text is gone, and where it began in the whole input.
    pub(crate) matched_kept: Option<(String, usize)>,
    pub(crate) content_model: ContentModel,
    pub(crate) escape: bool,
    pub(crate) foreign: bool,
    pub(crate) follower: Follower,
    pub(crate) last_start_tag: LastStartTag,
    pub(crate) last_start_tag_kept: ShortString,
    pub(crate) current: CurrentToken,
    /// The end of the last output, in the whole text: the `<` of the current markup; `NO_START` after a state
    /// was set.
    pub(crate) emitted: usize,
    /// Where in the whole text the state was set from outside.
    pub(crate) state_set_at: usize,
    /// The look-ahead sequence that waits for input, and how far it was checked.
    pub(crate) sequence: (&'static str, usize),
    /// The last bytes before the current slice, as many as a condition can look behind.
    pub(crate) behind: Vec<u8>,
    /// The first position in the whole text whose check for input stream errors is still to be
    /// reported.
    pub(crate) checked: usize,
    /// The positions of replacements, and the errors of the characters that they replace.
    pub(crate) replaced_errors: VecDeque<(usize, Option<ErrorCode>)>,
    pub(crate) lines: Lines,
    /// The most attributes that a tag may have.
    pub(crate) most_attributes: Option<usize>,
    /// Where a completed tag starts that has more; it was not emitted.
    pub(crate) tag_over_limit: Option<usize>,
}

/// The start of output without a first character in the input, as the state was set from outside.
pub(crate) const NO_START: usize = usize::MAX;
/// No look-ahead sequence waits for input.
pub(super) const NO_SEQUENCE: (&str, usize) = ("", 0);

impl<St: Copy + Default> Registers<St> {
    /// Sets the state from outside.
    ///
    /// The token under construction stays. If there is none, the state finds a token whose fields are empty. The other
    /// registers that states pass to each other get their initial values: their contents may depend on how the input
    /// was split.
    pub(crate) fn set_state(&mut self, state: St, at: usize) {
        self.state = state;
        self.state_set_at = at;
        self.return_state = St::default();
        self.came_from = St::default();
        self.caller = St::default();
        self.returned = Returned::Nothing;
        self.mark = None;
        self.temporary_buffer = Buffer::default();
        self.target = Buffer::default();
        self.code = 0;
        self.additional_allowed = None;
        self.hex_digits = false;
        self.hexadecimal = false;
        self.matched_any = false;
        self.matched = None;
        self.matched_range = (0, 0);
        self.sequence = NO_SEQUENCE;
        self.emitted = NO_START;
        self.current.open_all_fields();
    }
}

impl TokenSlots {
    /// Whether it is a tag that began in the input and may still be completed.
    pub(crate) fn is_tag(&self) -> bool {
        self.kind == TokenKind::Tag && self.start != NO_START && self.start >= self.abandoned_to
    }
}

impl<St> Registers<St> {
    /// The length of the markup under construction, of which the text up to `read_to` was read.
    pub(crate) fn markup_len(&self, read_to: usize) -> usize {
        let token = &self.current.token;
        let start = match token.kind {
            TokenKind::Tag if token.is_tag() => token.start,
            TokenKind::Comment | TokenKind::Doctype | TokenKind::ProcessingInstruction => {
                token.start
            }
            _ => self.emitted,
        };
        match start {
            NO_START => 0,
            start => read_to.saturating_sub(start),
        }
    }

    /// What the registers keep, in bytes.
    pub(crate) fn memory(&self) -> usize {
        let CurrentToken {
            token,
            scratch,
            offsets,
            source,
            duplicates,
            ..
        } = &self.current;
        token.attributes.memory()
            + scratch.memory()
            + offsets.memory()
            + source.memory()
            + size_of_val(&*duplicates.names)
    }

    /// The first position in the whole text whose offset in the input a later span may need.
    pub(crate) fn needed_from(&self) -> usize {
        let text = match self.emitted {
            NO_START => self.state_set_at,
            emitted => emitted,
        };
        let CurrentToken {
            token,
            scratch,
            base,
            ..
        } = &self.current;
        let mut needed = text.min(*base);
        if token.kind != TokenKind::None {
            needed = needed.min(token.start);
        }
        if token.kind == TokenKind::Any {
            needed = needed.min(scratch.first_start().unwrap_or(needed));
        }
        needed
    }
}

impl CurrentToken {
    /// Empties the fields that the token does not have, and lets it have all of them.
    fn open_all_fields(&mut self) {
        let token = &mut self.token;
        if token.kind == TokenKind::Any {
            return;
        }
        if token.kind == TokenKind::None {
            self.scratch.clear();
            token.start = NO_START;
            self.duplicates = Duplicates::default();
            token.name = Slot::default();
        }
        if token.kind != TokenKind::Tag {
            token.attributes.clear();
            token.is_end_tag = false;
            token.self_closing = false;
        }
        let has_data = [TokenKind::Comment, TokenKind::ProcessingInstruction];
        if !has_data.contains(&token.kind) {
            token.data = Slot::default();
        }
        if token.kind == TokenKind::ProcessingInstruction {
            // Whether the target has a span depends on the split.
            token.name.forget_span(&mut self.scratch);
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

impl<St> Registers<St> {
    pub(crate) fn set_last_start_tag(&mut self, name: &str) {
        self.last_start_tag = LastStartTag::Kept;
        self.last_start_tag_kept.clear();
        self.last_start_tag_kept.push_str(name);
    }
}

/// Shows the state and the position; all registers would fill pages.
impl<St: fmt::Debug> fmt::Debug for Registers<St> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registers")
            .field("state", &self.state)
            .field("base", &self.current.base)
            .finish_non_exhaustive()
    }
}
