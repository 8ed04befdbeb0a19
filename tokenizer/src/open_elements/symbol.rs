//! Tokens as the automaton looks them up.
//!
//! The symbol of a tag with a short name has the name itself, so that a known tag is found before its name is looked up among the
//! names.

use crate::names::{WHOLE, key};
use crate::text::narrow;
use crate::tree_construction::Name;

/// A token, as far as rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    /// The key of a name that has it whole; else a number: of a name, or of classes of characters.
    value: u64,
    /// The length of such a name, and the rest.
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

    /// The symbol of a tag whose name has a whole key, without what else it has.
    #[inline(always)]
    fn of_whole((value, len): (u64, u32)) -> Self {
        Symbol { value, rest: len }
    }

    fn of_name(text: &str, name: Name) -> Self {
        let bytes = text.as_bytes();
        match bytes.len() {
            ..=WHOLE => Self::of_whole((key(bytes), narrow::count(bytes.len()))),
            _ => Symbol {
                value: name.index() as u64,
                rest: LONG,
            },
        }
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

    /// The symbol of a start tag whose name has a whole key.
    #[inline(always)]
    pub(super) fn of_whole_start_tag(key: (u64, u32), is_self_closing: bool) -> Self {
        Self::of_whole(key).start(is_self_closing)
    }

    /// The symbol of an end tag whose name has a whole key.
    #[inline(always)]
    pub(super) fn of_whole_end_tag(key: (u64, u32)) -> Self {
        Self::of_whole(key).end()
    }

    /// The symbol of a start tag.
    pub(super) fn of_start_tag(text: &str, name: Name, is_self_closing: bool) -> Self {
        Self::of_name(text, name).start(is_self_closing)
    }

    /// The symbol of an end tag.
    pub(super) fn of_end_tag(text: &str, name: Name) -> Self {
        Self::of_name(text, name).end()
    }

    /// The symbol of a start tag whose element is like a formatting element with a number; none if there are too many.
    pub(super) fn like(self, number: usize) -> Option<Self> {
        (number < MOST_FORMATTING).then(|| Symbol {
            rest: self.rest | narrow::count(number + 1) << FORMATTING,
            ..self
        })
    }

    /// All of it in two words, with a number.
    #[inline(always)]
    pub(super) fn words(self, with: u32) -> (u64, u64) {
        (self.value, u64::from(self.rest) | u64::from(with) << 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn tokens_have_different_symbols() {
        let names = [
            "", "a", "aa", "a\0", "template", "templates", "foreignobject",
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
        all.extend([0, 13].map(|number| all[1].like(number).expect("few")));
        for (at, symbol) in all.iter().enumerate() {
            assert!(!all[..at].contains(symbol), "{symbol:?}");
        }
        assert_eq!(all[1].like(MOST_FORMATTING), None);
    }

    #[test]
    fn a_short_name_needs_no_number() {
        for text in ["", "a", "a\0", "template"] {
            let whole = (key(text.as_bytes()), narrow::count(text.len()));
            let start = Symbol::of_whole_start_tag(whole, true);
            assert_eq!(start, Symbol::of_start_tag(text, Name(9), true));
            assert_eq!(
                Symbol::of_whole_end_tag(whole),
                Symbol::of_end_tag(text, Name(9))
            );
        }
        let long = Symbol::of_end_tag("templates", Name(9));
        assert_ne!(long, Symbol::of_end_tag("templates", Name(8)));
    }
}
