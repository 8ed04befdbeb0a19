//! The characters that edits name.

use fastrand::Rng;
use tokenwright_tables::grammar::{Char, Matcher};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Located, On, Row, State};
use tokenwright_tables::set::Set;

/// Letters, digits, punctuation, characters of two, three and four bytes, controls and noncharacters.
const CHARACTERS: [char; 32] = [
    'a', 'b', 'e', 'k', 'q', 'z', 'A', 'B', 'G', 'Z', '0', '3', '7', '9', '-', '_', '.', '@', '~',
    '\u{7F}', '\u{80}', '\u{A9}', 'é', 'ß', 'ж', '\u{2028}', '漢', '\u{FFFD}', '\u{FDD0}',
    '\u{1F600}', '\u{20000}', '\u{10FFFD}',
];

/// A character for an edit.
pub(super) fn character(random: &mut Rng) -> char {
    random.choice(CHARACTERS).expect("not empty")
}

/// A text of 1 to 12 characters, which are few so that random documents contain it.
pub(super) fn text(random: &mut Rng) -> String {
    const LETTERS: [char; 8] = ['a', 'b', 'x', '-', '7', 'e', 'é', '\u{1F600}'];
    (0..=random.usize(..12))
        .map(|_| random.choice(LETTERS).expect("not empty"))
        .collect()
}

/// The row that takes a character in a state that consumes; none if its rows have conditions.
pub(super) fn row_for(loaded: &Loaded, state: &State, c: char) -> Option<usize> {
    let takes = |row: &Row| match &row.on {
        On::Consumed { any, except } => {
            let about = &loaded.revision.about;
            let is_rest = any
                .iter()
                .any(|matcher| matcher.value == Matcher::AnythingElse);
            let code = Some(u32::from(c));
            is_rest
                || Set::of_all(any, about)
                    .minus(&Set::of_all(except, about))
                    .contains(code)
        }
        On::Peeked(_) | On::Ahead { .. } => false,
    };
    state
        .rows
        .iter()
        .position(takes)
        .filter(|row| state.rows[*row].when.is_empty())
}

/// `on` a character.
pub(super) fn on(c: char) -> On {
    On::Consumed {
        any: vec![Located::nowhere(Matcher::Char(Char(c.into())))],
        except: Vec::new(),
    }
}

/// A state whose rows consume, by its index. States that documents visit most often are chosen more often.
pub(super) fn state(loaded: &Loaded, random: &mut Rng) -> Option<usize> {
    const COMMON: [&str; 18] = [
        "data",
        "RCDATA",
        "script data",
        "tag open",
        "tag name",
        "before attribute name",
        "attribute name",
        "after attribute name",
        "before attribute value",
        "attribute value (double-quoted)",
        "attribute value (single-quoted)",
        "attribute value (unquoted)",
        "after attribute value (quoted)",
        "comment",
        "comment end",
        "DOCTYPE name",
        "DOCTYPE public identifier (double-quoted)",
        "bogus comment",
    ];
    let states = &loaded.revision.states;
    let consumes = |index: &usize| {
        let rows = &states[*index].rows;
        !rows.is_empty() && rows.iter().all(|row| matches!(row.on, On::Consumed { .. }))
    };
    let all: Vec<usize> = (0..states.len()).filter(consumes).collect();
    let is_common = |index: &&usize| COMMON.contains(&states[**index].name.as_str());
    let common: Vec<usize> = all.iter().filter(is_common).copied().collect();
    let from = if random.usize(..3) > 0 { &common } else { &all };
    random.choice(from).copied()
}
