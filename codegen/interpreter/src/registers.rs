//! The registers of a machine.
//!
//! They are what the section calls temporary buffer, return state, current tag token and so on, with strings and
//! options as in the text: the interpreter is the oracle, so it must be read against the section. Speed is given up
//! for that. Searches compare registers of two revisions, so a copy has the names of states, as indices differ
//! between them.

use super::shared::Shared;
use super::tokens::Token;
use std::collections::HashSet;
use tokenwright_tables::grammar::ContentModel;

/// Which characters `consume as many characters as match the range` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Digits {
    /// ASCII digits, `0` to `9`.
    #[default]
    Decimal,
    /// ASCII hex digits: `0` to `9`, `A` to `F` and `a` to `f`.
    Hexadecimal,
}

impl Digits {
    /// The base of numbers in these digits: 10 or 16.
    pub fn base(self) -> u32 {
        match self {
            Digits::Decimal => 10,
            Digits::Hexadecimal => 16,
        }
    }
}

/// The registers: every value that outlives a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    /// The temporary buffer; cleared by steps, not by a change of state.
    pub temporary_buffer: String,
    /// The index of the return state, once a step has set it.
    pub return_state: Option<usize>,
    /// The name of the last start tag.
    pub last_start_tag: Option<String>,
    /// The additional allowed character, which the revisions before 2020 pass to character references.
    pub additional_allowed: Option<char>,
    /// The content model flag, where the revision has it.
    pub content_model: Option<ContentModel>,
    /// The escape flag of the revisions of 2008 and 2009.
    pub escape: bool,
    /// Whether the adjusted current node is a foreign element.
    pub foreign: bool,
    /// The character reference code.
    pub code: u32,
    /// The digits that a range of digits takes.
    pub digits: Digits,
    /// The base in which a number is read.
    pub base: Digits,
    /// The target of a processing instruction, before its token is created.
    pub target: Option<String>,
    /// The characters that were matched last, as a range of the input.
    pub matched: Option<(usize, usize)>,
    /// The characters that the matched name refers to; `None` for no match.
    pub reference: Option<String>,
    /// The result of the procedure attempted last; `None` for nothing.
    pub returned: Option<String>,
    /// The characters consumed in bulk last, without those that ended the bulk.
    pub bulk: Option<(usize, usize)>,
    /// Whether EOF ended the bulk.
    pub bulk_met_eof: bool,
    /// The current tag token, until it is emitted.
    pub tag: Option<Shared<TagBuilder>>,
    /// The data of the current comment token.
    pub comment: Option<String>,
    /// The current DOCTYPE token, until it is emitted.
    pub doctype: Option<Shared<Doctype>>,
    /// The target and the data of the current processing instruction.
    pub processing_instruction: Option<(String, String)>,
}

/// The name and the value of an attribute.
type Attribute = (String, String);

/// A tag token that is being built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagBuilder {
    /// Whether it is an end tag.
    pub is_end: bool,
    /// The tag name.
    pub name: String,
    /// The self-closing flag.
    pub self_closing: bool,
    /// Names and values of the attributes on the token.
    pub attributes: Vec<(String, String)>,
    /// The current attribute, once it was removed from the token.
    pub removed: Option<(String, String)>,
    /// The names of all attributes on the token but the current one.
    pub earlier: HashSet<String>,
    /// A name that no earlier attribute has, if symbols replace their names.
    pub without: Option<String>,
}

impl TagBuilder {
    /// An empty start tag, or end tag.
    pub fn new(is_end: bool) -> Self {
        TagBuilder {
            is_end,
            ..TagBuilder::default()
        }
    }

    /// Adds an empty attribute, which becomes the current one.
    pub fn start_attribute(&mut self) {
        self.without = None;
        if self.removed.take().is_none()
            && let Some((name, _)) = self.attributes.last()
        {
            self.earlier.insert(name.clone());
        }
        self.attributes.push(Default::default());
    }

    /// Name and value of the current attribute, on the token or not.
    pub fn current(&mut self) -> Option<&mut (String, String)> {
        match &mut self.removed {
            Some(removed) => Some(removed),
            None => self.attributes.last_mut(),
        }
    }

    /// Removes the current attribute from the token; it stays the current one.
    pub fn remove_current(&mut self) {
        if self.removed.is_none() {
            self.removed = self.attributes.pop();
        }
    }

    /// Removes the attributes before the current one that have its name.
    pub fn remove_earlier(&mut self) {
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
    pub fn is_duplicate(&self) -> Option<bool> {
        let (name, _) = self.removed.as_ref().or(self.attributes.last())?;
        Some(self.earlier.contains(name))
    }

    /// Whether any attribute is on the token.
    pub fn has_attributes(&self) -> bool {
        !self.attributes.is_empty()
    }

    /// All attributes but the current one, and the current one, on the token or not.
    pub fn parts(&self) -> (&[Attribute], Option<&Attribute>) {
        match (&self.removed, self.attributes.split_last()) {
            (Some(removed), _) => (&self.attributes, Some(removed)),
            (None, Some((last, before))) => (before, Some(last)),
            (None, None) => (&[], None),
        }
    }

    /// The finished token.
    pub fn into_token(self) -> Token {
        let TagBuilder {
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
pub struct Doctype {
    /// The DOCTYPE's name; `None` if it is missing.
    pub name: Option<String>,
    /// The public identifier.
    pub public: Option<String>,
    /// The system identifier.
    pub system: Option<String>,
    /// The force-quirks flag.
    pub force_quirks: bool,
}

/// A copy of the registers of a machine, with the names of states in place of their indices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// The name of the state that runs next.
    pub state: String,
    /// The name of the return state.
    pub return_state: Option<String>,
    /// The contents of the temporary buffer.
    pub temporary_buffer: String,
    /// The name of the last start tag.
    pub last_start_tag: Option<String>,
    /// The additional allowed character, which the revisions before 2020 pass to character references.
    pub additional_allowed: Option<char>,
    /// The content model flag, where the revision has it.
    pub content_model: Option<ContentModel>,
    /// The escape flag, where the revision has it.
    pub escape: Option<bool>,
    /// The character reference code, zero before a numeric reference sets it.
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

/// The tag token under construction, as conditions see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TagSnapshot {
    /// Whether it is an end tag.
    pub is_end: bool,
    /// The tag name.
    pub name: String,
    /// Whether any attribute is on the token; a removed one does not count.
    pub has_attributes: bool,
    /// Whether the current attribute's name is on the token already; `None` without an attribute.
    pub is_duplicate: Option<bool>,
    /// Whether the self-closing flag is set.
    pub self_closing: bool,
}
