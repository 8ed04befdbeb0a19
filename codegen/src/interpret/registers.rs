//! What a machine remembers from one step to the next.

use super::shared::Shared;
use super::tokens::Token;
use crate::grammar::ContentModel;
use std::collections::HashSet;

/// Which characters `consume as many characters as match the range` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Digits {
    #[default]
    Decimal,
    Hexadecimal,
}

impl Digits {
    /// The base of numbers in these digits.
    pub(crate) fn base(self) -> u32 {
        match self {
            Digits::Decimal => 10,
            Digits::Hexadecimal => 16,
        }
    }
}

/// Everything that outlives a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Registers {
    pub(crate) temporary_buffer: String,
    pub(crate) return_state: Option<usize>,
    pub(crate) last_start_tag: Option<String>,
    pub(crate) additional_allowed: Option<char>,
    pub(crate) content_model: Option<ContentModel>,
    pub(crate) escape: bool,
    pub(crate) foreign: bool,
    pub(crate) code: u32,
    pub(crate) digits: Digits,
    pub(crate) base: Digits,
    /// What `let target be` named.
    pub(crate) target: Option<String>,
    /// The characters that were matched last, as a range of the input.
    pub(crate) matched: Option<(usize, usize)>,
    /// What the name that was matched last stands for; `None` for no match.
    pub(crate) reference: Option<String>,
    /// The result of the procedure attempted last; `None` for nothing.
    pub(crate) returned: Option<String>,
    /// The characters consumed in bulk last, without those that ended the bulk.
    pub(crate) bulk: Option<(usize, usize)>,
    /// Whether EOF ended the bulk.
    pub(crate) bulk_met_eof: bool,
    pub(crate) tag: Option<Shared<Tag>>,
    pub(crate) comment: Option<String>,
    pub(crate) doctype: Option<Shared<Doctype>>,
    pub(crate) processing_instruction: Option<(String, String)>,
}

/// Name and value.
type Attribute = (String, String);

/// A tag token that is being built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) is_end: bool,
    pub(crate) name: String,
    pub(crate) self_closing: bool,
    pub(crate) attributes: Vec<(String, String)>,
    /// The current attribute, once it was removed from the token.
    pub(crate) removed: Option<(String, String)>,
    /// The names of all attributes on the token but the current one.
    pub(crate) earlier: HashSet<String>,
    /// A name that none of them has, where symbols stand for them.
    pub(crate) without: Option<String>,
}

impl Tag {
    pub(crate) fn new(is_end: bool) -> Self {
        Tag {
            is_end,
            ..Tag::default()
        }
    }

    pub(crate) fn start_attribute(&mut self) {
        self.without = None;
        if self.removed.take().is_none()
            && let Some((name, _)) = self.attributes.last()
        {
            self.earlier.insert(name.clone());
        }
        self.attributes.push(Default::default());
    }

    /// Name and value of the current attribute, on the token or not.
    pub(crate) fn current(&mut self) -> Option<&mut (String, String)> {
        match &mut self.removed {
            Some(removed) => Some(removed),
            None => self.attributes.last_mut(),
        }
    }

    pub(crate) fn remove_current(&mut self) {
        if self.removed.is_none() {
            self.removed = self.attributes.pop();
        }
    }

    /// Removes the attributes before the current one that have its name.
    pub(crate) fn remove_earlier(&mut self) {
        let Some((name, _)) = self.parts().1.cloned() else {
            return;
        };
        if self.earlier.remove(&name) {
            let mut left = self.parts().0.len();
            self.attributes.retain(|(other, _)| {
                let is_current = left == 0;
                left = left.saturating_sub(1);
                is_current || *other != name
            });
        }
    }

    /// Whether the current attribute's name is on the token already; `None` without an attribute.
    pub(crate) fn is_duplicate(&self) -> Option<bool> {
        let (name, _) = self.removed.as_ref().or(self.attributes.last())?;
        Some(self.earlier.contains(name))
    }

    pub(crate) fn has_attributes(&self) -> bool {
        !self.attributes.is_empty()
    }

    /// All attributes but the current one, and the current one, on the token or not.
    pub(crate) fn parts(&self) -> (&[Attribute], Option<&Attribute>) {
        match (&self.removed, self.attributes.split_last()) {
            (Some(removed), _) => (&self.attributes, Some(removed)),
            (None, Some((last, before))) => (before, Some(last)),
            (None, None) => (&[], None),
        }
    }

    pub(crate) fn into_token(self) -> Token {
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Doctype {
    pub(crate) name: Option<String>,
    pub(crate) public: Option<String>,
    pub(crate) system: Option<String>,
    pub(crate) force_quirks: bool,
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
    /// Whether hexadecimal digits are in use.
    pub hexadecimal_digits: bool,
    /// Whether numbers are read as hexadecimal ones.
    pub hexadecimal_number: bool,
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
