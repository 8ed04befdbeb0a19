//! Symbols: characters that represent an unread text, and numbers that represent any number.
//!
//! A run over symbols represents the runs over all their values. Questions that only the value decides go
//! to the observer ([`Observer::choose`]); two machines with one observer get the same answer to the same
//! question. If the observer does not answer, the machine reads symbols as ordinary characters.

use super::observer::{Answer, Observer};
use super::registers::TagBuilder;
use std::fmt::Arguments;

/// The first symbol: all are in a plane that has no characters.
pub const FIRST: u32 = 0xA_0100;
/// The last symbol.
const LAST: u32 = 0xA_FEFF;
/// A last start tag of any name.
pub const ANY_NAME: &str = "\u{A0101}";
/// The number that represents any number. The numbers after it identify computed numbers.
pub const ANY: u32 = 1 << 31;

/// Whether a character is a symbol.
pub fn is_symbol(character: char) -> bool {
    (FIRST..=LAST).contains(&u32::from(character))
}

/// A text that is consumed as one symbol, with its first symbol. Several in one run have different symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    Name = 0xA_1000,
    Digits = 0xA_2000,
    Bulk = 0xA_3000,
}

/// The code of all faults in a bulk.
pub const FAULTS: &str = "\u{A3000}";
/// The symbol is in the input already.
pub(super) const IN_INPUT: usize = usize::MAX;
/// The distance from the symbol of a name to that of its characters.
pub(super) const MEANING: u32 = 0xA_4000 - Whole::Name as u32;
/// A bulk in which some characters were replaced.
const REPLACED: u32 = 0xA_5000 - Whole::Bulk as u32;
/// The character of a number.
const NUMBER: u32 = 0xA_8000;

/// The symbol at a distance from another; the character itself if there is none.
pub(super) fn after(symbol: char, far: u32) -> char {
    char::from_u32(u32::from(symbol) + far).unwrap_or(symbol)
}

/// The bulk after replacement of characters, as other symbols.
pub(super) fn replaced(bulk: &str) -> String {
    let bulk = bulk.chars();
    let other = |c| if is_symbol(c) { after(c, REPLACED) } else { c };
    bulk.map(other).collect()
}

/// Whether two texts are the same.
pub(super) fn same(observer: &mut impl Observer, a: &str, b: &str, ignore_case: bool) -> bool {
    if a.chars().chain(b.chars()).any(is_symbol)
        && let Some(choice) = observer.choose(format_args!("is {a:?} {b:?} {ignore_case}"), 2)
    {
        return choice.answer == 1;
    }
    a == b || ignore_case && a.eq_ignore_ascii_case(b)
}

/// Removes the earlier attributes with the name of the current one. The name is a duplicate; symbols may
/// hide whether there are further attributes.
pub(super) fn remove_earlier(observer: &mut impl Observer, tag: &mut TagBuilder) {
    let (before, current) = tag.parts();
    let name = current.map(|(name, _)| name.clone());
    let left = format!("{before:?} but {name:?}");
    match fact(observer, format_args!("any of {left}")) {
        None => tag.remove_earlier(),
        Some(any) => {
            tag.put_earlier(any.then_some(left));
            tag.without = name;
        }
    }
}

/// The observer's answer to a question about a fact that symbols may hide.
pub(super) fn fact(observer: &mut impl Observer, what: Arguments<'_>) -> Option<bool> {
    observer.choose(what, 2).map(|choice| choice.answer == 1)
}

/// The name of a number that was computed.
pub(super) fn number(named: Answer) -> u32 {
    ANY + 1 + named.question
}

/// The character of a number.
pub(super) fn character(observer: &mut impl Observer, number: u32) -> Option<char> {
    let known = observer.number(number);
    let named = char::from_u32((NUMBER + (number & !ANY)).min(LAST));
    char::from_u32(known).and_then(|known| if number < ANY { Some(known) } else { named })
}
