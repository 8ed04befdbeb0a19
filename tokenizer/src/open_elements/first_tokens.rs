//! The first tokens of a document, kept until rules are needed.
//!
//! To make a parser and to run its rules up to the body takes longer than to tokenize a document of a kilobyte, and most documents need
//! neither: what their tags do to the tokenizer is the same in every mode up to the body, and forgotten after the first text there.
//! The compiler finds which tags that is not so for. Until such a tag comes, the tokens are kept here; then a parser is made, and
//! processes them all.

use super::no_tree::hash_of_attributes;
use super::{Followed, Following, FollowingOptions, Follows, NewFollowing};
use crate::names::{NameSet, key};
use crate::token::CurrentTag;
use crate::tree_construction::{self, MOST_TO_LOOK_AT, Name};
use crate::{Doctype, TextMode};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// How many bytes of tokens are kept at most.
const MOST_BYTES: usize = 512;

/// The bytes of a token besides its text: its kind, the length of the text, and a hash.
const HEAD: usize = 10;

/// The most start tags that may have left an element open: with those that no tag is written for, so many that a parser would forget
/// them, too, after the first text of the body. So it has no effect how the input is split, and what is kept.
const MOST_OPEN: usize = MOST_TO_LOOK_AT - 3;

/// A token that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    StartTag,
    SelfClosingStartTag,
    EndTag,
    Text,
    /// A DOCTYPE that has a name and nothing else.
    Doctype,
}

impl Kept {
    const ALL: [Kept; 5] = [
        Kept::StartTag,
        Kept::SelfClosingStartTag,
        Kept::EndTag,
        Kept::Text,
        Kept::Doctype,
    ];
}

/// What the document is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before the first text of the body.
    Beginning,
    /// In a text element there.
    Text,
    /// Behind that text: open elements are forgotten.
    Body {
        /// Whether a tag may have led to another mode.
        has_other_modes: bool,
    },
}

/// The first tokens.
#[derive(Clone, Debug)]
pub(crate) struct FirstTokens {
    following: &'static NewFollowing,
    options: FollowingOptions,
    phase: Phase,
    tokens: Vec<u8>,
    /// How many start tags may have left an element open.
    open: usize,
}

impl FirstTokens {
    /// Begins a document. None if rules are needed from its beginning on.
    pub(super) fn new(following: &'static NewFollowing, options: FollowingOptions) -> Option<Self> {
        let needs_rules = following.tags[usize::from(options.scripting)].settling == 0
            || options.follows_everything
            || options.nesting < MOST_TO_LOOK_AT;
        (!needs_rules).then_some(FirstTokens {
            following,
            options,
            phase: Phase::Beginning,
            tokens: Vec::new(),
            open: 0,
        })
    }

    fn tags(&self) -> &'static tree_construction::Following {
        &self.following.tags[usize::from(self.options.scripting)]
    }

    /// What has to be followed.
    pub(super) fn follows(&self) -> Follows {
        let tags = self.tags();
        let is_body = matches!(self.phase, Phase::Body { .. });
        Follows {
            start_tags: match self.phase {
                Phase::Body {
                    has_other_modes: true,
                } => &tags.start_tags_in_any_mode,
                Phase::Body { .. } => &tags.start_tags,
                _ => &NameSet::ALL,
            },
            end_tags: !is_body,
            text: self.phase == Phase::Beginning,
            depth: 0,
        }
    }

    /// Keeps a token; returns whether it has a place.
    fn keep(&mut self, kind: Kept, text: &str, hash: u64) -> bool {
        let has_place = self.tokens.len() + HEAD + text.len() <= MOST_BYTES;
        if let (true, Ok(len)) = (has_place, u8::try_from(text.len())) {
            if self.tokens.is_empty() {
                self.tokens.reserve_exact(MOST_BYTES);
            }
            self.tokens.extend([kind as u8, len]);
            self.tokens.extend(hash.to_le_bytes());
            self.tokens.extend(text.as_bytes());
            return true;
        }
        false
    }

    /// Processes a start tag. None if it needs the rules.
    pub(super) fn start_tag(&mut self, tag: CurrentTag<'_>) -> Option<Followed> {
        let tags = self.tags();
        let text = tag.name();
        let name = self.following.names.find(text, key(text.as_bytes()));
        let text_mode = || tags.text_modes.iter().find(|it| Some(it.0) == name);
        match self.phase {
            Phase::Body { has_other_modes } => {
                self.phase = Phase::Body {
                    has_other_modes: has_other_modes || tags.changes_mode.has_name(name),
                };
                match tags.followed.has_name(name) {
                    true => text_mode().map(|it| (Some(it.1), None)),
                    false => Some((None, None)),
                }
            }
            Phase::Beginning if !self.needs_rules(name, &tag) => {
                let hash = match tags.listed.has_name(name) {
                    true => hash_of_attributes(&tag),
                    false => 0,
                };
                let kind = match tag.is_self_closing() {
                    true => Kept::SelfClosingStartTag,
                    false => Kept::StartTag,
                };
                let mode: Option<TextMode> = text_mode().map(|it| it.1);
                match mode {
                    Some(_) => self.phase = Phase::Text,
                    None => self.open += 1,
                }
                let is_kept = self.open <= MOST_OPEN && self.keep(kind, text, hash);
                is_kept.then_some((mode, None))
            }
            _ => None,
        }
    }

    fn needs_rules(&self, name: Option<Name>, tag: &CurrentTag<'_>) -> bool {
        let tags = self.tags();
        tags.start_needs_rules.has_name(name)
            || tags.asks_attributes.has_name(name) && tag.attributes().next().is_some()
    }

    /// Processes an end tag. None if it needs the rules.
    pub(super) fn end_tag(&mut self, tag: CurrentTag<'_>) -> Option<Followed> {
        let text = tag.name();
        match self.phase {
            Phase::Body { .. } => return Some((None, None)),
            Phase::Text => self.phase = Phase::Beginning,
            Phase::Beginning => {
                let name = self.following.names.find(text, key(text.as_bytes()));
                if self.tags().end_needs_rules.has_name(name) {
                    return None;
                }
            }
        }
        self.keep(Kept::EndTag, text, 0).then_some((None, None))
    }

    /// Processes text. Returns whether it needs no rules.
    pub(super) fn text(&mut self, text: &str) -> bool {
        if self.phase != Phase::Beginning {
            return true;
        }
        let settles = |c: &char| self.tags().settling >> (self.following.class)(*c) & 1 != 0;
        match text.char_indices().find(|(_, c)| settles(c)) {
            Some((at, c)) => {
                let is_kept = self.keep(Kept::Text, &text[..at + c.len_utf8()], 0);
                if is_kept {
                    self.phase = Phase::Body {
                        has_other_modes: false,
                    };
                }
                is_kept
            }
            None => self.keep(Kept::Text, text, 0),
        }
    }

    /// Processes a DOCTYPE. Returns whether it needs no rules.
    pub(super) fn doctype(&mut self, doctype: &Doctype<'_>) -> bool {
        let is_plain = doctype.public_identifier.is_none()
            && doctype.system_identifier.is_none()
            && !doctype.force_quirks;
        match &doctype.name {
            Some(name) if is_plain && self.phase == Phase::Beginning => {
                self.keep(Kept::Doctype, name, 0)
            }
            _ => false,
        }
    }

    /// Makes a parser that has processed all tokens.
    #[cold]
    #[inline(never)]
    pub(super) fn processed(&self) -> Box<dyn Following> {
        let mut following = (self.following.follow)(&self.options);
        let mut rest = self.tokens.as_slice();
        while let Some(([kind, len, hash @ ..], text)) = rest.split_first_chunk::<HEAD>() {
            let (text, next) = text.split_at(usize::from(*len).min(text.len()));
            rest = next;
            let text = core::str::from_utf8(text).unwrap_or_default();
            let kind = Kept::ALL[usize::from(*kind)];
            following.kept(kind, text, u64::from_le_bytes(*hash));
        }
        if let Phase::Body { has_other_modes } = self.phase {
            following.forget_all(has_other_modes);
        }
        following
    }
}
