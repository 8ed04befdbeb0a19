//! What a machine remembers from one step to the next.

use super::tokens::Token;
use crate::grammar::ContentModel;
use std::collections::HashSet;

/// Which characters `consume as many characters as match the range` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Digits {
    #[default]
    Decimal,
    Hexadecimal,
}

impl Digits {
    /// The base of numbers in these digits.
    pub(super) fn base(self) -> u32 {
        match self {
            Digits::Decimal => 10,
            Digits::Hexadecimal => 16,
        }
    }
}

/// Everything that outlives a state.
#[derive(Debug, Default)]
pub(super) struct Registers {
    pub(super) temporary_buffer: String,
    pub(super) return_state: Option<usize>,
    pub(super) last_start_tag: Option<String>,
    pub(super) additional_allowed: Option<char>,
    pub(super) content_model: Option<ContentModel>,
    pub(super) escape: bool,
    pub(super) foreign: bool,
    pub(super) code: u32,
    pub(super) digits: Digits,
    pub(super) base: Digits,
    /// What `let target be` named.
    pub(super) target: Option<String>,
    /// The characters that were matched last, as a range of the input.
    pub(super) matched: Option<(usize, usize)>,
    /// What the name that was matched last stands for; `None` for no match.
    pub(super) reference: Option<String>,
    /// The result of the procedure attempted last; `None` for nothing.
    pub(super) returned: Option<String>,
    /// The characters consumed in bulk last, without those that ended the bulk.
    pub(super) bulk: Option<(usize, usize)>,
    /// Whether EOF ended the bulk.
    pub(super) bulk_met_eof: bool,
    pub(super) tag: Option<Tag>,
    pub(super) comment: Option<String>,
    pub(super) doctype: Option<Doctype>,
    pub(super) processing_instruction: Option<(String, String)>,
}

/// A tag token that is being built.
#[derive(Debug, Default)]
pub(super) struct Tag {
    pub(super) is_end: bool,
    pub(super) name: String,
    pub(super) self_closing: bool,
    attributes: Vec<(String, String)>,
    /// The current attribute, once it was removed from the token.
    removed: Option<(String, String)>,
    /// The names of all attributes on the token but the current one.
    earlier: HashSet<String>,
}

impl Tag {
    pub(super) fn new(is_end: bool) -> Self {
        Tag {
            is_end,
            ..Tag::default()
        }
    }

    pub(super) fn start_attribute(&mut self) {
        if self.removed.take().is_none()
            && let Some((name, _)) = self.attributes.last()
        {
            self.earlier.insert(name.clone());
        }
        self.attributes.push(Default::default());
    }

    /// Name and value of the current attribute, on the token or not.
    pub(super) fn current(&mut self) -> Option<&mut (String, String)> {
        match &mut self.removed {
            Some(removed) => Some(removed),
            None => self.attributes.last_mut(),
        }
    }

    pub(super) fn remove_current(&mut self) {
        if self.removed.is_none() {
            self.removed = self.attributes.pop();
        }
    }

    /// Whether the current attribute's name is on the token already; `None` without an attribute.
    pub(super) fn is_duplicate(&self) -> Option<bool> {
        let (name, _) = self.removed.as_ref().or(self.attributes.last())?;
        Some(self.earlier.contains(name))
    }

    pub(super) fn has_attributes(&self) -> bool {
        !self.attributes.is_empty()
    }

    pub(super) fn into_token(self) -> Token {
        let Tag {
            name,
            attributes,
            self_closing,
            ..
        } = self;
        if self.is_end {
            Token::EndTag {
                name,
                attributes,
                self_closing,
            }
        } else {
            Token::StartTag {
                name,
                attributes,
                self_closing,
            }
        }
    }
}

/// A DOCTYPE token that is being built.
#[derive(Debug, Default)]
pub(super) struct Doctype {
    pub(super) name: Option<String>,
    pub(super) public: Option<String>,
    pub(super) system: Option<String>,
    pub(super) force_quirks: bool,
}

/// The registers of a machine, to look at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// The state that is next.
    pub state: String,
    /// The return state.
    pub return_state: Option<String>,
    /// The temporary buffer.
    pub temporary_buffer: String,
    /// The name of the last start tag.
    pub last_start_tag: Option<String>,
    /// The additional allowed character.
    pub additional_allowed: Option<char>,
    /// The content model flag, where the revision has it.
    pub content_model: Option<ContentModel>,
    /// The escape flag, where the revision has it.
    pub escape: Option<bool>,
    /// The character reference code.
    pub character_reference_code: u32,
    /// The tag token that is being built.
    pub tag: Option<TagSnapshot>,
    /// The first byte of the next input character.
    pub offset: usize,
}

/// What can be asked of a tag token that is being built.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TagSnapshot {
    /// Whether it is an end tag.
    pub is_end: bool,
    /// The tag name.
    pub name: String,
    /// Whether it has attributes.
    pub has_attributes: bool,
    /// Whether the current attribute's name is on the token already; `None` without an attribute.
    pub is_duplicate: Option<bool>,
    /// Whether the self-closing flag is set.
    pub self_closing: bool,
}
