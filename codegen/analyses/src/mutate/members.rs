//! The members of classes, and those at the borders.

use tokenwright_tables::grammar::{Char, Matcher};
use tokenwright_tables::model::{Located, Revision};

/// The first and the last members of each stretch, and their neighbours that are no members.
pub(super) struct Borders {
    pub(super) inside: Vec<char>,
    pub(super) outside: Vec<char>,
}

impl Borders {
    /// The borders of ranges, of the characters that a tokenizer can meet.
    pub(super) fn of(revision: &Revision, ranges: &[(u32, u32)]) -> Self {
        let has = |code: u32| ranges.iter().any(|(a, b)| (*a..=*b).contains(&code));
        let met = |code: u32| {
            let never = code == 0x0D && revision.input_stream.normalize_newlines;
            char::from_u32(code).filter(|_| !never)
        };
        let mut borders = Borders {
            inside: Vec::new(),
            outside: Vec::new(),
        };
        for (first, last) in ranges {
            borders
                .inside
                .extend([*first, *last].into_iter().filter_map(met));
            let around = [first.checked_sub(1), last.checked_add(1)];
            let around = around.into_iter().flatten().filter(|code| !has(*code));
            borders.outside.extend(around.filter_map(met));
        }
        for side in [&mut borders.inside, &mut borders.outside] {
            side.sort_unstable();
            side.dedup();
        }
        borders
    }
}

/// Ranges as matchers, but for one code point.
pub(super) fn without(ranges: &[(u32, u32)], code: u32) -> Vec<Matcher> {
    let mut matchers = Vec::new();
    for (first, last) in ranges {
        if !(*first..=*last).contains(&code) {
            matchers.push(matcher(*first, *last));
            continue;
        }
        if *first < code {
            matchers.push(matcher(*first, code - 1));
        }
        if code < *last {
            matchers.push(matcher(code + 1, *last));
        }
    }
    matchers
}

fn matcher(first: u32, last: u32) -> Matcher {
    if first == last {
        Matcher::Char(Char(first))
    } else {
        Matcher::Range(Char(first), Char(last))
    }
}

/// The values of matchers with places.
pub(super) fn values(matchers: &[Located<Matcher>]) -> Vec<&Matcher> {
    matchers.iter().map(|matcher| &matcher.value).collect()
}
