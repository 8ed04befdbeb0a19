//! Rows: each kind of token has one in every mode, and none is shadowed by those above it.
//!
//! A row under a condition takes nothing from those below it, as nothing is known of when the condition holds. Only the kind and
//! the name of a token decide conditions here: one that none of the row's tokens meets is a mistake.

use crate::char_set::CharSet;
use crate::diagnostic::Diagnostic;
use crate::grammar::Is;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::{Expression, TokenType as T, TreeCondition};
use crate::tree::model::{Conjunction, Mode, On, Test, Tokens, TreeTables};
use std::collections::BTreeMap;

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    tables.all_modes().flat_map(mode).collect()
}

/// The tokens that the rows above match without a guard, with the places of those rows.
#[derive(Default)]
struct Matched {
    kinds: BTreeMap<T, Place>,
    start_tags: BTreeMap<String, Place>,
    end_tags: BTreeMap<String, Place>,
    characters: CharSet,
}

pub(super) const KINDS: [T; 7] = [
    T::StartTag,
    T::EndTag,
    T::Character,
    T::Comment,
    T::ProcessingInstruction,
    T::Doctype,
    T::EndOfFile,
];

/// Whether a condition has to hold as well.
pub(super) fn is_guarded(when: &Conjunction) -> bool {
    when.iter()
        .any(|test| test.value != Test::Condition(TreeCondition::True))
}

fn mode(mode: &Mode) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut matched = Matched::default();
    for row in &mode.rows {
        for on in &row.on {
            found.extend(matched.shadowed(on));
        }
        for on in &row.on {
            found.extend(repeated(on));
            let tests = on.when.iter();
            let never = tests.filter(|test| !may_hold(&test.value, &on.tokens.value));
            found.extend(never.map(|test| {
                let error = Diagnostic::error(test.place, "this holds for none of these tokens");
                error.also(on.tokens.place, "the tokens are here")
            }));
            if !is_guarded(&on.when) {
                matched.add(on);
            }
        }
    }
    for kind in KINDS {
        if !matched.kinds.contains_key(&kind) && !mode.never.iter().any(|it| it.value == kind) {
            let message = format!("no row of \"{}\" is for {kind}", mode.name.value);
            let error = Diagnostic::error(mode.name.place, message);
            found.push(error.help("add a row, `anything else`, or the kind to `never`"));
        }
    }
    for kind in &mode.never {
        if let Some(row) = matched.kinds.get(&kind.value) {
            let message = format!("a row is for {}, which never comes", kind.value);
            found.push(Diagnostic::error(kind.place, message).also(*row, "the row is here"));
        }
    }
    found
}

/// Whether a condition holds for one of some tokens, as far as their kinds and names decide that.
fn may_hold(test: &Test, tokens: &Tokens) -> bool {
    use TreeCondition as C;
    let Test::Condition(condition) = test else {
        return true;
    };
    let kinds = KINDS.into_iter().filter(|kind| tokens.is_for(*kind));
    let kinds: Vec<T> = kinds.collect();
    let is_tag = kinds
        .iter()
        .any(|kind| matches!(kind, T::StartTag | T::EndTag));
    match condition {
        C::TokenIs(is, kind) => kinds.iter().any(|it| (it == kind) == (*is == Is::Is)),
        C::TagNameIs(is, texts) => match tokens {
            Tokens::StartTags(names) | Tokens::EndTags(names) => names
                .iter()
                .any(|name| texts.0.iter().any(|text| text.0 == name.value) == (*is == Is::Is)),
            _ => is_tag,
        },
        C::Attribute(_, Expression::Token, ..) | C::HasAttribute(_) => is_tag,
        C::SelfClosing | C::NotAcknowledged => kinds.contains(&T::StartTag),
        _ if asks_doctype(condition) => kinds.contains(&T::Doctype),
        _ => true,
    }
}

/// Whether a condition is about a DOCTYPE token.
pub(super) fn asks_doctype(condition: &TreeCondition) -> bool {
    use TreeCondition as C;
    matches!(
        condition,
        C::DoctypeNameInAnyCase(..)
            | C::DoctypeName(..)
            | C::PublicMissing(_)
            | C::SystemMissing(_)
            | C::PublicIn(_)
            | C::SystemIn(_)
            | C::PublicStarts(_)
            | C::Public(..)
            | C::System(..)
            | C::ForceQuirks
    )
}

/// Names that a set of tokens has twice.
fn repeated(on: &On) -> Vec<Diagnostic> {
    let (Tokens::StartTags(names) | Tokens::EndTags(names)) = &on.tokens.value else {
        return Vec::new();
    };
    let twice = names
        .iter()
        .enumerate()
        .filter(|(at, name)| names[..*at].contains(name));
    let error = |name: &Located<String>| {
        Diagnostic::error(name.place, format!("`{}` is in the list twice", name.value))
    };
    twice.map(|(_, name)| error(name)).collect()
}

impl Matched {
    fn add(&mut self, on: &On) {
        let place = on.tokens.place;
        let mut kind = |kind: T| {
            self.kinds.entry(kind).or_insert(place);
        };
        match &on.tokens.value {
            Tokens::AnythingElse => KINDS.into_iter().for_each(kind),
            Tokens::Kind(of) => kind(*of),
            Tokens::OtherCharacter => kind(T::Character),
            Tokens::OtherStartTag => kind(T::StartTag),
            Tokens::OtherEndTag => kind(T::EndTag),
            Tokens::StartTags(names) => {
                let names = names.iter().map(|name| (name.value.clone(), place));
                self.start_tags.extend(names);
            }
            Tokens::EndTags(names) => {
                let names = names.iter().map(|name| (name.value.clone(), place));
                self.end_tags.extend(names);
            }
            Tokens::Characters(matcher) => {
                let all = self
                    .characters
                    .ranges()
                    .iter()
                    .copied()
                    .chain(matcher.ranges());
                self.characters = CharSet::from_ranges(all);
            }
        }
    }

    /// The rows above that leave nothing of a set of tokens.
    fn shadowed(&self, on: &On) -> Vec<Diagnostic> {
        let place = on.tokens.place;
        let error = |what: &str, place: Place, above: Place| {
            let message = format!("{what} never comes here");
            Diagnostic::error(place, message).also(above, "this row above matches it")
        };
        let of_kind = |kind: T| {
            self.kinds
                .get(&kind)
                .map(|above| error(&kind.to_string(), place, *above))
        };
        let of_names = |names: &[Located<String>], kind: T, above: &BTreeMap<String, Place>| {
            if let Some(row) = self.kinds.get(&kind) {
                return vec![error(&kind.to_string(), place, *row)];
            }
            let shadowed = names.iter().filter_map(|name| {
                let above = above.get(&name.value)?;
                Some(error(&format!("`{}`", name.value), name.place, *above))
            });
            shadowed.collect()
        };
        match &on.tokens.value {
            Tokens::AnythingElse => {
                let all = KINDS.iter().map(|kind| self.kinds.get(kind));
                let all: Option<Vec<_>> = all.collect();
                let rows = all.and_then(|rows| rows.first().copied().copied());
                rows.map(|row| error("any token", place, row))
                    .into_iter()
                    .collect()
            }
            Tokens::Kind(kind) => of_kind(*kind).into_iter().collect(),
            Tokens::OtherCharacter => of_kind(T::Character).into_iter().collect(),
            Tokens::OtherStartTag => of_kind(T::StartTag).into_iter().collect(),
            Tokens::OtherEndTag => of_kind(T::EndTag).into_iter().collect(),
            Tokens::StartTags(names) => of_names(names, T::StartTag, &self.start_tags),
            Tokens::EndTags(names) => of_names(names, T::EndTag, &self.end_tags),
            Tokens::Characters(matcher) => {
                let shadowed = of_kind(T::Character).or_else(|| {
                    let code = |(first, last): &(u32, u32)| *first..=*last;
                    let ranges = matcher.ranges();
                    let mut codes = ranges.iter().flat_map(code);
                    let all = codes.all(|code| self.characters.contains(code));
                    all.then(|| {
                        Diagnostic::error(place, format!("{matcher} never comes here"))
                            .label("rows above match it")
                    })
                });
                shadowed.into_iter().collect()
            }
        }
    }
}
