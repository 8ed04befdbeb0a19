//! The facts known on a path through a step, and the answers that they rule out.

use super::chars::{Alphabet, Chars};
use std::collections::BTreeSet;
use tokenwright_tables::grammar::{
    Are, Class, Condition, ContentModel, FlagSetting, Is, NumberRange, Step, TokenKind,
};
use tokenwright_tables::model::{Clause, Definition, Revision};
use tokenwright_tables::references::References;

/// Facts that are the same in every step.
pub(super) struct World<'r> {
    pub(super) revision: &'r Revision,
    pub(super) references: &'r References,
    pub(super) alphabet: &'r Alphabet,
    /// The states that some step puts into the return state.
    pub(super) returns: BTreeSet<&'r str>,
    /// Numbers on both sides of every border that a condition draws.
    pub(super) codes: Vec<u32>,
    /// The characters that some step makes the additional allowed one.
    allowed: Chars,
}

/// Facts about the tag token under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TagFacts {
    pub(super) is_end: bool,
    pub(super) has_attributes: bool,
    pub(super) self_closing: bool,
}

impl TagFacts {
    pub(super) fn new(is_end: bool) -> Self {
        TagFacts {
            is_end,
            has_attributes: false,
            self_closing: false,
        }
    }
}

/// Facts about the registers and the current characters.
#[derive(Clone, Debug)]
pub(super) struct Facts<'r> {
    /// The possible next input characters.
    pub(super) next: Chars,
    /// The possible current input characters, once there is one.
    pub(super) current: Option<Chars>,
    /// The possible next input characters at the start of the last match.
    pub(super) matched_from: Chars,
    pub(super) hexadecimal: bool,
    /// The tag token under construction, if there is one.
    pub(super) tag: Option<TagFacts>,
    /// Which character ends the bulk that was consumed last, if one can.
    pub(super) bulk_ends: Chars,
    /// The possible values of the additional allowed character.
    pub(super) allowed: Chars,
    pub(super) returned_nothing: Option<bool>,
    pub(super) codes: Vec<u32>,
    pub(super) returns: BTreeSet<&'r str>,
    /// The names that may have matched, once a match was attempted.
    names: Option<BTreeSet<&'r str>>,
    content_models: Vec<ContentModel>,
    escape: Option<bool>,
    foreign: Option<bool>,
    start_tag_was_emitted: Option<bool>,
}

impl<'r> Facts<'r> {
    pub(super) fn new(world: &World<'r>, next: Chars, tag: Option<TagFacts>) -> Self {
        Facts {
            next,
            current: None,
            matched_from: next,
            hexadecimal: false,
            tag,
            bulk_ends: Chars::default(),
            allowed: world.allowed,
            returned_nothing: None,
            codes: world.codes.clone(),
            returns: world.returns.clone(),
            names: None,
            content_models: ContentModel::ALL.iter().map(|(model, _)| *model).collect(),
            escape: None,
            foreign: None,
            start_tag_was_emitted: None,
        }
    }

    /// Consumes one character.
    pub(super) fn consume(&mut self, world: &World<'_>) {
        self.current = Some(self.next);
        // Only the end of the file can follow the end of the file.
        if !self.next.but(world.alphabet.eof()).is_empty() {
            self.next = world.alphabet.all();
        }
    }

    /// Consumes unknown characters.
    pub(super) fn consume_some(&mut self, world: &World<'_>) {
        self.matched_from = self.next;
        self.names = None;
        let at_end = self.next.but(world.alphabet.eof()).is_empty();
        let all = world.alphabet.all();
        self.current = Some(if at_end { self.next } else { all });
        self.next = if at_end { self.next } else { all };
    }

    pub(super) fn forget_content_model(&mut self) {
        self.content_models = ContentModel::ALL.iter().map(|(model, _)| *model).collect();
    }

    pub(super) fn forget_escape(&mut self) {
        self.escape = None;
    }

    /// The digits that are in use.
    fn digits(&self, world: &World<'_>) -> Chars {
        world.alphabet.class(match self.hexadecimal {
            true => Class::AsciiHexDigit,
            false => Class::AsciiDigit,
        })
    }

    /// Adds the result of a condition; `false` if it contradicts the known facts.
    pub(super) fn learn(
        &mut self,
        world: &World<'r>,
        state: &str,
        condition: &Condition,
        held: bool,
    ) -> bool {
        match condition {
            Condition::ReturnState(is, name) => {
                let wanted = fact(is, held);
                self.returns.retain(|state| (*state == name.0) == wanted);
                !self.returns.is_empty()
            }
            Condition::CurrentState(is, name) => fact(is, held) == (name.0 == state),
            // The tree builder provides all three as one flag.
            Condition::AdjustedCurrentNode(is) | Condition::CurrentNode(is) => {
                agree(&mut self.foreign, !fact(is, held))
            }
            Condition::ForeignInsertionMode(is) => agree(&mut self.foreign, fact(is, held)),
            Condition::Match(is) => self.match_found(world, fact(is, held)),
            Condition::LastMatched(is, char) => {
                let wanted = fact(is, held);
                let last = char::from_u32(char.0);
                match &mut self.names {
                    Some(names) => {
                        names.retain(|name| (name.chars().last() == last) == wanted);
                        !names.is_empty()
                    }
                    None => true,
                }
            }
            Condition::NextInput(is, set) => {
                let set = world.alphabet.set(set.0.iter());
                self.next = keep(self.next, set, fact(is, held));
                !self.next.is_empty()
            }
            Condition::Keyword(are, text) => {
                let first = first_of(world, &text.0);
                let current = self.current.unwrap_or_default();
                !facts(are, held) || !current.and(first).is_empty()
            }
            Condition::AheadSequence(are, set, _) => {
                let set = world.alphabet.set(set.0.iter());
                !facts(are, held) || !self.next.and(set).is_empty()
            }
            // A tag name begins with a letter.
            Condition::AheadLastStartTag(are) => {
                let letters = world.alphabet.class(Class::AsciiAlpha);
                !facts(are, held) || !self.next.and(letters).is_empty()
            }
            Condition::NoStartTagEmitted => agree(&mut self.start_tag_was_emitted, !held),
            Condition::TagNameIsLastStartTag(is) => {
                !fact(is, held) || agree(&mut self.start_tag_was_emitted, true)
            }
            Condition::Behind(are, text) => {
                let last = world.alphabet.index(text.0.chars().last());
                let last = last.map(Chars::one).unwrap_or_default();
                let current = self.current.unwrap_or_default();
                !facts(are, held) || !current.and(last).is_empty()
            }
            Condition::ContentModelFlag(is, models) => {
                let wanted = fact(is, held);
                self.content_models
                    .retain(|model| models.0.contains(model) == wanted);
                !self.content_models.is_empty()
            }
            Condition::EscapeFlag(is, setting) => {
                let value = (*setting == FlagSetting::True) == fact(is, held);
                agree(&mut self.escape, value)
            }
            Condition::CurrentTag(is, kind) => {
                let wanted = fact(is, held);
                let is_end = *kind == TokenKind::EndTag;
                let is_kind = self.tag.is_some_and(|tag| tag.is_end == is_end);
                is_kind == wanted
            }
            Condition::NothingReturned => self.returned_nothing == Some(held),
            Condition::EofReached => {
                let current = self.current.unwrap_or_default();
                let current = keep(current, world.alphabet.eof(), held);
                // The character that ends the bulk is the first one.
                if held && self.matched_from.but(self.bulk_ends).is_empty() {
                    return false;
                }
                self.current = Some(if held { current } else { world.alphabet.all() });
                !current.is_empty()
            }
            Condition::NoneMatched => {
                let digits = self.digits(world);
                let from = keep(self.matched_from, digits, !held);
                if held {
                    self.next = from;
                }
                !from.is_empty()
            }
            Condition::CodeInReplacements(is) => {
                let wanted = fact(is, held);
                let replaced = |code: u32| world.references.replacement(code).is_some();
                self.codes.retain(|code| replaced(*code) == wanted);
                !self.codes.is_empty()
            }
            Condition::Code(is, numbers) => {
                let wanted = fact(is, held);
                let within = |code: u32| numbers.0.iter().any(|range| range.contains(code));
                self.codes.retain(|code| within(*code) == wanted);
                !self.codes.is_empty()
            }
            Condition::TemporaryBuffer(..)
            | Condition::Target(..)
            | Condition::AfterLastStartTag(..)
            | Condition::TagNameIn(..)
            | Condition::DoctypeName(..) => true,
            Condition::DuplicateAttribute(_) => self.tag.is_some_and(|tag| tag.has_attributes),
            Condition::HasAttributes => self.tag.is_some_and(|tag| tag.has_attributes == held),
            Condition::SelfClosing(is) => {
                let wanted = fact(is, held);
                self.tag.is_some_and(|tag| tag.self_closing == wanted)
            }
        }
    }

    fn match_found(&mut self, world: &World<'r>, found: bool) -> bool {
        if !found {
            // Nothing was consumed.
            self.next = self.matched_from;
            return true;
        }
        let begins = |name: &&str| {
            let first = world.alphabet.index(name.chars().next());
            first.is_some_and(|first| !self.matched_from.and(Chars::one(first)).is_empty())
        };
        let names = world.references.names.iter().map(|(name, _)| name.as_str());
        let names: BTreeSet<&str> = names.filter(begins).collect();
        let possible = !names.is_empty();
        self.names = Some(names);
        possible
    }
}

impl<'r> World<'r> {
    pub(super) fn new(
        revision: &'r Revision,
        references: &'r References,
        alphabet: &'r Alphabet,
    ) -> Self {
        let mut returns = BTreeSet::new();
        let mut allowed = Vec::new();
        super::clauses::steps(revision, &mut |step| match step {
            Step::SetReturnState(state) => {
                returns.insert(state.0.as_str());
            }
            Step::SetAdditionalAllowed(char) => allowed.push(char::from_u32(char.0)),
            _ => {}
        });
        let mut codes = BTreeSet::from([0, 0x11_0000, u32::MAX]);
        let mut border = |first: u32, last: u32| {
            codes.extend([first.saturating_sub(1), first, last, last.saturating_add(1)]);
        };
        references
            .replacements
            .iter()
            .for_each(|(code, _)| border(*code, *code));
        super::clauses::conditions(revision, &mut |condition| {
            let Condition::Code(_, numbers) = condition else {
                return;
            };
            for range in &numbers.0 {
                match *range {
                    NumberRange::GreaterThan(n) => border(n.value(), n.value()),
                    other => other.ranges().iter().for_each(|(a, b)| border(*a, *b)),
                }
            }
        });
        World {
            revision,
            references,
            alphabet,
            returns,
            codes: codes.into_iter().collect(),
            allowed: alphabet.those(|c| allowed.contains(&c)),
        }
    }

    /// The steps of a defined sentence.
    pub(super) fn defined(&self, name: &str) -> &'r [Clause] {
        let body = self.revision.definitions.iter().find_map(|d| match d {
            Definition::Step { name: n, body } if n.value == name => Some(body),
            _ => None,
        });
        body.expect("valid tables define what they call")
    }
}

/// The first character of a text, in either case.
fn first_of(world: &World<'_>, text: &str) -> Chars {
    let first = text.chars().next();
    world
        .alphabet
        .those(|c| c.map(|c| c.to_ascii_lowercase()) == first.map(|c| c.to_ascii_lowercase()))
}

/// The answer to a condition, which may be negated.
fn fact(is: &Is, held: bool) -> bool {
    held == (*is == Is::Is)
}

fn facts(are: &Are, held: bool) -> bool {
    held == (*are == Are::Are)
}

fn keep(chars: Chars, set: Chars, wanted: bool) -> Chars {
    if wanted {
        chars.and(set)
    } else {
        chars.but(set)
    }
}

/// Adds a value; `false` if it contradicts the known one.
fn agree(known: &mut Option<bool>, value: bool) -> bool {
    *known.get_or_insert(value) == value
}
