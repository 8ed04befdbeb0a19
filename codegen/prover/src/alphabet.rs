//! Pieces of random documents, taken from a revision's tables.

use std::collections::BTreeSet;
use tokenwright_tables::grammar::{Condition, Matcher};
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::model::{On, Revision};
use tokenwright_tables::references::References;

/// Text that no table names, but that documents contain.
const OTHERS: [&str; 16] = [
    "\r",
    "\r\n",
    "é",
    "\u{80}",
    "\u{2028}",
    "\u{FDD0}",
    "\u{FEFF}",
    "\u{FFFD}",
    "\u{10000}",
    "\u{1FFFE}",
    "<a b=c ",
    "</a",
    "<TABLE viewBox @click.prevent",
    "</NAMES-Beyond.SixteenBytes",
    " onClick",
    " [EIGHTEEN-LETTERS]",
];

/// Numbers for character references.
const NUMBERS: [&str; 6] = ["0", "80;", "xD800", "x110000;", "65", "99999999999;"];

/// Every character that a row names, the ends of every range and class, every text of a
/// look-ahead, some names, and some of the characters between.
#[must_use]
pub fn alphabet(revision: &Revision, references: &References) -> Vec<String> {
    let mut pieces: BTreeSet<String> = BTreeSet::new();
    pieces.extend(OTHERS.map(str::to_owned));
    pieces.extend(NUMBERS.map(|number| format!("&#{number}")));
    let names = references.names.iter().step_by(97);
    for (name, _) in names {
        pieces.insert(format!("&{name}"));
    }
    for (_, members) in &revision.about.classes {
        members.iter().for_each(|m| characters(m, &mut pieces));
    }
    let rows = revision.blocks().flat_map(|state| &state.rows);
    for row in rows.chain(&revision.input_stream.rows) {
        row.on.matchers().for_each(|m| characters(m, &mut pieces));
        if let On::Ahead { text, .. } = &row.on {
            texts(text, &mut pieces);
        }
    }
    for condition in revision
        .blocks()
        .flat_map(|state| state.nodes().conditions())
    {
        match condition {
            Condition::TemporaryBuffer(_, text)
            | Condition::Target(_, text)
            | Condition::Keyword(_, text)
            | Condition::DoctypeName(_, text)
            | Condition::Behind(_, text) => texts(&text.0, &mut pieces),
            Condition::NextInput(_, set) => {
                set.0.iter().for_each(|m| characters(m, &mut pieces));
            }
            _ => {}
        }
    }
    pieces.into_iter().collect()
}

/// A text, and the same in the other case.
fn texts(text: &str, pieces: &mut BTreeSet<String>) {
    pieces.insert(text.to_owned());
    pieces.insert(text.to_ascii_lowercase());
    pieces.insert(text.to_ascii_uppercase());
}

fn characters(matcher: &Matcher, pieces: &mut BTreeSet<String>) {
    for (first, last) in matcher.ranges().into_iter().take(4) {
        pieces.extend(
            [first, last]
                .into_iter()
                .filter_map(char::from_u32)
                .map(String::from),
        );
    }
}
