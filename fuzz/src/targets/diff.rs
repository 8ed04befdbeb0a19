//! Two pages: their difference can be shown in each form, and a page does not differ from itself.

use tokenwright_analyses::diff::{self, Side};

/// What separates the two pages of an input.
pub(crate) const SEPARATOR: &[u8] = b"\n\x1C\n";

/// Checks an input.
pub(crate) fn check(input: &[u8]) {
    let at = input
        .windows(SEPARATOR.len())
        .position(|bytes| bytes == SEPARATOR);
    let (from, to) = match at {
        Some(at) => (&input[..at], &input[at + SEPARATOR.len()..]),
        None => (input, input),
    };
    let Some((from, to)) = side(from).zip(side(to)) else {
        return;
    };
    let same = diff::compare(from.clone(), from.clone());
    assert!(
        same.is_empty(),
        "a page differs from itself:\n{}",
        diff::text(&same, true)
    );
    let difference = diff::compare(from, to);
    drop(diff::text(&difference, true));
    drop(diff::markdown(&difference));
    drop(diff::json(&difference).to_string());
}

fn side(text: &[u8]) -> Option<Side> {
    let text = String::from_utf8_lossy(text);
    Side::of_page("page.html", "fuzz-2026-01-01", &text, 0, None, &[]).ok()
}
