//! The members of classes, and those at the borders.

use tokenwright_tables::grammar::{Char, Matcher};
use tokenwright_tables::model::Revision;

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

/// Ranges but for one number, each as `one` makes it of its first and its last number.
pub(super) fn without<T>(ranges: &[(u32, u32)], n: u32, one: impl Fn(u32, u32) -> T) -> Vec<T> {
    let mut kept = Vec::new();
    for (first, last) in ranges {
        if !(*first..=*last).contains(&n) {
            kept.push(one(*first, *last));
            continue;
        }
        if *first < n {
            kept.push(one(*first, n - 1));
        }
        if n < *last {
            kept.push(one(n + 1, *last));
        }
    }
    kept
}

/// The matcher of a range.
pub(super) fn matcher(first: u32, last: u32) -> Matcher {
    if first == last {
        Matcher::Char(Char(first))
    } else {
        Matcher::Range(Char(first), Char(last))
    }
}
