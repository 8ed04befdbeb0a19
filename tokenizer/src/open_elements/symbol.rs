//! Tokens as the automaton looks them up.
//!
//! The symbol of a tag with a short name has the name itself, so that a known tag is found before its name is looked up among the
//! names.

use crate::names::{WHOLE, key, mixed};
use crate::text::narrow;
use crate::tree_construction::Name;

/// A token, as far as rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    /// The bytes of a short name; else a number: of a name, or of classes of characters.
    value: u64,
    /// The length of a short name, and the rest.
    rest: u32,
}

/// Above all lengths.
const LONG: u32 = 1 << 4;
const TEXT: u32 = 1 << 5;
const END: u32 = 1 << 6;
const SELF_CLOSING: u32 = 1 << 7;
/// Above these bits is the number of a formatting element, and one.
const FORMATTING: u32 = 8;
const MOST_FORMATTING: usize = 1 << 16;

impl Symbol {
    /// The symbol of characters of a class.
    pub(super) fn of_class(class: u32) -> Self {
        Symbol {
            value: u64::from(class),
            rest: TEXT,
        }
    }

    /// The symbol of a tag with a short name, without what else it has.
    #[inline(always)]
    fn of_short_name(name: &[u8]) -> Option<Self> {
        (name.len() <= WHOLE).then(|| Symbol {
            value: key(name),
            rest: narrow::count(name.len()),
        })
    }

    fn of_name(text: &str, name: Name) -> Self {
        Self::of_short_name(text.as_bytes()).unwrap_or(Symbol {
            value: name.index() as u64,
            rest: LONG,
        })
    }

    #[inline(always)]
    fn start(self, is_self_closing: bool) -> Self {
        let flag = if is_self_closing { SELF_CLOSING } else { 0 };
        Symbol {
            rest: self.rest | flag,
            ..self
        }
    }

    #[inline(always)]
    fn end(self) -> Self {
        Symbol {
            rest: self.rest | END,
            ..self
        }
    }

    /// The symbol of a start tag with a short name.
    #[inline(always)]
    pub(super) fn of_short_start_tag(name: &[u8], is_self_closing: bool) -> Option<Self> {
        Some(Self::of_short_name(name)?.start(is_self_closing))
    }

    /// The symbol of an end tag with a short name.
    #[inline(always)]
    pub(super) fn of_short_end_tag(name: &[u8]) -> Option<Self> {
        Some(Self::of_short_name(name)?.end())
    }

    /// The symbol of a start tag.
    pub(super) fn of_start_tag(text: &str, name: Name, is_self_closing: bool) -> Self {
        Self::of_name(text, name).start(is_self_closing)
    }

    /// The symbol of an end tag.
    pub(super) fn of_end_tag(text: &str, name: Name) -> Self {
        Self::of_name(text, name).end()
    }

    /// The symbol of a start tag whose element is like a formatting element with a number, or like none; none if there are too many.
    #[inline(always)]
    pub(super) fn with_formatting(self, like: Option<usize>) -> Option<Self> {
        let number = like.map_or(1, |number| number + 2);
        (number < MOST_FORMATTING).then(|| Symbol {
            rest: self.rest | narrow::count(number) << FORMATTING,
            ..self
        })
    }

    /// A hash, together with a number.
    #[inline(always)]
    pub(super) fn hash(self, with: u32) -> u64 {
        mixed(self.value ^ u64::from(self.rest) << 32 ^ u64::from(with) << 40)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn tokens_have_different_symbols() {
        let names = [
            "",
            "a",
            "aa",
            "a\0",
            "template",
            "templates",
            "foreignobject",
        ];
        let names = || names.iter().zip(0..).map(|(text, at)| (*text, Name(at)));
        let mut all: Vec<Symbol> = Vec::new();
        for is_self_closing in [false, true] {
            all.extend(
                names().map(|(text, name)| Symbol::of_start_tag(text, name, is_self_closing)),
            );
        }
        all.extend(names().map(|(text, name)| Symbol::of_end_tag(text, name)));
        all.extend([1, 2, 1 << 31].map(Symbol::of_class));
        let like = [None, Some(0), Some(13)];
        all.extend(like.map(|like| all[1].with_formatting(like).expect("few")));
        for (at, symbol) in all.iter().enumerate() {
            assert!(!all[..at].contains(symbol), "{symbol:?}");
        }
        assert_eq!(all[1].with_formatting(Some(MOST_FORMATTING)), None);
    }

    #[test]
    fn a_short_name_needs_no_number() {
        for text in ["", "a", "a\0", "template"] {
            let start = Symbol::of_short_start_tag(text.as_bytes(), true);
            assert_eq!(start, Some(Symbol::of_start_tag(text, Name(9), true)));
            let end = Symbol::of_short_end_tag(text.as_bytes());
            assert_eq!(end, Some(Symbol::of_end_tag(text, Name(9))));
        }
        assert_eq!(Symbol::of_short_end_tag(b"templates"), None);
    }
}
