//! The rows of a state by their matchers: their order, overlaps and totality.
//!
//! Whether a row can apply depends on its characters and its guards. Guards are tried by every valuation of the
//! conditions of a state, and for each the sets of characters are subtracted row by row; so a row behind guarded ones
//! is judged exactly. The valuations double with each condition, so a state may have only a few. Texts are compared
//! by their prefixes, not by sets.

use super::guards::{Valuation, valuations};
use crate::diagnostic::Diagnostic;
use crate::grammar::Matcher;
use crate::model::{About, On, Revision, Row, State};
use crate::set::Set;
use crate::source::Place;
use std::borrow::Cow;

/// The characters of one entry of `on` or `peek`, or of the `next` of a row.
struct Item<'r> {
    place: Place,
    takes: Takes<'r>,
}

enum Takes<'r> {
    Set(Set),
    AnythingElse,
    Text {
        text: &'r str,
        ignore_case: bool,
    },
    /// Characters that are known only at run time.
    Unknown,
}

fn items<'r>(row: &'r Row, about: &About) -> Vec<Item<'r>> {
    if let On::Ahead { text, ignore_case } = &row.on {
        let ignore_case = *ignore_case;
        return vec![Item {
            place: text.place,
            takes: Takes::Text { text, ignore_case },
        }];
    }
    let (any, except) = row.on.matcher_lists();
    let except = Set::of_all(except, about);
    any.iter()
        .map(|matcher| Item {
            place: matcher.place,
            takes: match &matcher.value {
                Matcher::AnythingElse => Takes::AnythingElse,
                Matcher::AdditionalAllowed => Takes::Unknown,
                other => Takes::Set(Set::of(other, about).minus(&except)),
            },
        })
        .collect()
}

impl Item<'_> {
    /// The single characters that the item matches.
    fn set(&self) -> Cow<'_, Set> {
        match &self.takes {
            Takes::Set(set) => Cow::Borrowed(set),
            Takes::AnythingElse => Cow::Owned(Set::everything()),
            Takes::Text { .. } | Takes::Unknown => Cow::Owned(Set::default()),
        }
    }

    /// Whether this item shadows `later` as a text or as EOF, not by single characters.
    fn comes_before(&self, later: &Item<'_>) -> bool {
        match (&self.takes, &later.takes) {
            (Takes::AnythingElse, _) => true,
            (
                Takes::Text { text, ignore_case },
                Takes::Text {
                    text: longer,
                    ignore_case: loosely,
                },
            ) => longer
                .get(..text.len())
                .is_some_and(|start| match ignore_case {
                    true => start.eq_ignore_ascii_case(text),
                    false => start == *text && !loosely,
                }),
            (Takes::Set(set), Takes::Text { text, ignore_case }) => {
                text.chars().next().is_some_and(|first| {
                    let takes = |c: char| set.contains(Some(c.into()));
                    takes(first)
                        && (!ignore_case
                            || takes(first.to_ascii_uppercase())
                                && takes(first.to_ascii_lowercase()))
                })
            }
            _ => false,
        }
    }
}

/// Rows that consume and rows that look ahead are not in one state, and `anything else` is alone.
pub(super) fn kinds(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for state in revision.blocks() {
        let ahead = state.rows.iter().find(|row| row.on.looks_ahead());
        for row in &state.rows {
            let (any, except) = row.on.matcher_lists();
            if let Some(ahead) = ahead
                && !row.on.looks_ahead()
                && !row.is_anything_else()
            {
                out.push(
                    Diagnostic::error(
                        row.place.place,
                        "a row that consumes, among rows that look ahead",
                    )
                    .also(ahead.place.place, "this one looks ahead")
                    .help(
                        "use `peek`, and `consume those characters` where they are to be consumed",
                    ),
                );
            }
            for matcher in any {
                if matcher.value == Matcher::AnythingElse && any.len() > 1 {
                    out.push(
                        Diagnostic::error(matcher.place, "`anything else` among other characters")
                            .label("it is the only matcher of its row"),
                    );
                }
            }
            for matcher in any.iter().chain(except) {
                if let Matcher::Range(first, last) = &matcher.value
                    && first > last
                {
                    out.push(Diagnostic::error(
                        matcher.place,
                        "a range that ends before it begins",
                    ));
                }
            }
        }
    }
}

/// Everything in `except` is also in `on`.
pub(super) fn except(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let rows = revision.blocks().flat_map(|state| &state.rows);
    for row in rows.chain(&revision.input_stream.rows) {
        let On::Consumed { any, except } = &row.on else {
            continue;
        };
        let taken = Set::of_all(any, &revision.about);
        for matcher in except {
            if matches!(
                matcher.value,
                Matcher::AnythingElse | Matcher::AdditionalAllowed
            ) {
                out.push(Diagnostic::error(
                    matcher.place,
                    format!("`{}` cannot be an exception", matcher.value),
                ));
            } else if taken
                .intersection(&Set::of(&matcher.value, &revision.about))
                .is_empty()
            {
                out.push(
                    Diagnostic::error(
                        matcher.place,
                        "an exception from what the row does not take",
                    )
                    .label("this takes nothing away"),
                );
            }
        }
    }
}

/// Rows are tried in order: no row is shadowed by those before it, and of two that overlap the first is a
/// subset of the second.
pub(super) fn overlap(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for state in revision.blocks() {
        overlap_in(&state.rows, &revision.about, out);
    }
    overlap_in(&revision.input_stream.rows, &revision.about, out);
}

fn overlap_in(rows: &[Row], about: &About, out: &mut Vec<Diagnostic>) {
    let Some(valuations) = valuations(rows) else {
        out.extend(rows.first().map(|row| {
            Diagnostic::error(
                row.place.place,
                "too many conditions guard the rows of one state",
            )
        }));
        return;
    };
    let all: Vec<Vec<Item>> = rows.iter().map(|row| items(row, about)).collect();
    let mut below_anything_else = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let admitting: Vec<&Valuation> = valuations.iter().filter(|v| v.admits(row)).collect();
        if admitting.is_empty() {
            out.push(
                Diagnostic::error(row.place.place, "a row that is never reached")
                    .label("its conditions never hold together"),
            );
            continue;
        }
        for (number, item) in all[at].iter().enumerate() {
            // The items that are tried before this one, under a valuation.
            let before = |valuation: &Valuation| -> Vec<&Item> {
                let rows_before = rows[..at].iter().zip(&all);
                let mut before: Vec<&Item> = rows_before
                    .filter(|(row, _)| valuation.admits(row))
                    .flat_map(|(_, items)| items)
                    .collect();
                before.extend(&all[at][..number]);
                before
            };
            let shadows: Option<Vec<Place>> =
                admitting.iter().map(|v| shadow(item, &before(v))).collect();
            if let Some(shadows) = shadows {
                let what = match all[at].len() {
                    1 => "a row that is never reached",
                    _ => "a part of a row that is never reached",
                };
                let diagnostic = Diagnostic::error(item.place, what);
                let mut shadows = shadows;
                shadows.sort_unstable();
                shadows.dedup();
                if let [place] = shadows[..]
                    && rows[..at].iter().any(|row| is_anything_else_at(row, place))
                {
                    below_anything_else.push((place, row.place.place));
                    continue;
                }
                out.push(shadows.iter().fold(diagnostic, |diagnostic, place| {
                    diagnostic.also(*place, "this takes it before")
                }));
                continue;
            }
            let Takes::Set(set) = &item.takes else {
                continue;
            };
            let partly = admitting.iter().find_map(|v| partly_taken(set, &before(v)));
            if let Some((common, earlier)) = partly {
                out.push(
                    Diagnostic::error(item.place, "overlapping rows")
                        .label(format!("this takes {} too", common.sample()))
                        .also(earlier, "and neither is a part of the other"),
                );
            }
        }
    }
    report_below_anything_else(&below_anything_else, out);
}

/// Whether the row is one for `anything else`, written at `place`.
fn is_anything_else_at(row: &Row, place: Place) -> bool {
    row.is_anything_else() && row.on.matcher_lists().0[0].place == place
}

/// Reports each `anything else` that has rows below it once; the pairs are its place and a row's.
fn report_below_anything_else(pairs: &[(Place, Place)], out: &mut Vec<Diagnostic>) {
    /// The maximum number of rows that a message points at.
    const SHOWN: usize = 3;
    for group in pairs.chunk_by(|a, b| a.0 == b.0) {
        let mut rows: Vec<Place> = group.iter().map(|(_, row)| *row).collect();
        rows.dedup();
        let what = match rows.len() {
            1 => "a row below `anything else` is never reached".to_owned(),
            count => format!("{count} rows below `anything else` are never reached"),
        };
        let diagnostic = Diagnostic::error(group[0].0, what)
            .label("this takes every character and EOF")
            .help("a state has one row `anything else` without a guard, and it is the last");
        let shown = rows.iter().take(SHOWN);
        out.push(shown.fold(diagnostic, |diagnostic, row| {
            diagnostic.also(*row, "never reached")
        }));
    }
}

/// The place of an earlier item that matches everything `item` does, or of the last of several that do so together.
fn shadow(item: &Item<'_>, before: &[&Item<'_>]) -> Option<Place> {
    if let Some(earlier) = before.iter().find(|earlier| earlier.comes_before(item)) {
        return Some(earlier.place);
    }
    let mut left = match &item.takes {
        Takes::Set(set) if !set.is_empty() => set.clone(),
        Takes::AnythingElse => Set::everything(),
        _ => return None,
    };
    let mut last = None;
    for earlier in before {
        let set = earlier.set();
        if left.meets(&set) {
            left = left.minus(&set);
            last = Some(earlier.place);
        }
    }
    last.filter(|_| left.is_empty())
}

/// The part of `set` that an earlier item covers, if that item also covers other characters, and its place. Characters
/// that even earlier items take from both do not count.
fn partly_taken(set: &Set, before: &[&Item<'_>]) -> Option<(Set, Place)> {
    // Most rows have no character in common with others, and the unions below are larger and larger.
    let meets =
        |earlier: &&Item<'_>| matches!(&earlier.takes, Takes::Set(other) if other.meets(set));
    let last = before.iter().rposition(meets)?;
    let mut taken = Set::default();
    for earlier in &before[..=last] {
        if let Takes::Set(other) = &earlier.takes {
            let takes = other.minus(&taken);
            let common = takes.intersection(set);
            if !common.is_empty() && !takes.minus(set).is_empty() {
                return Some((common, earlier.place));
            }
        }
        taken = taken.union(&earlier.set());
    }
    None
}

/// The rows of a state cover every character, and EOF.
pub(super) fn total(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for (at, state) in revision.blocks().enumerate() {
        if state.rows.is_empty() {
            continue;
        }
        let consumes = at < revision.states.len() && !state.looks_ahead();
        // Below rows for strings, `anything else` consumes.
        let peeks = |row: &Row| matches!(row.on, On::Peeked(_));
        let key = if state.rows.iter().any(peeks) {
            "peek"
        } else {
            "on"
        };
        for valuation in valuations(&state.rows).unwrap_or_default() {
            let admitted: Vec<&Row> = state.rows.iter().filter(|r| valuation.admits(r)).collect();
            // If no guard holds, a state ignores what it consumes: the oldest revisions never open a tag while the
            // content model flag is PLAINTEXT.
            if admitted.is_empty() && consumes {
                continue;
            }
            let missing = admitted
                .iter()
                .flat_map(|row| items(row, &revision.about))
                .fold(Set::everything(), |left, item| left.minus(&item.set()));
            let name = &state.name;
            let condition = valuation.describe();
            if missing.has_characters() {
                out.push(
                    Diagnostic::error(
                        name.place,
                        format!("no `anything else` in `{}`{condition}", name.value),
                    )
                    .label(format!("no row matches {}", missing.sample()))
                    .help(format!("add a last row with `{key} = \"anything else\"`")),
                );
                break;
            }
            if missing.has_eof() {
                out.push(
                    Diagnostic::error(
                        name.place,
                        format!("EOF is unhandled in `{}`{condition}", name.value),
                    )
                    .help(format!(
                        "add a row with `{key} = \"EOF\"`, or one for `anything else`"
                    )),
                );
                break;
            }
        }
    }
}

/// The characters of each row of a state, without those that earlier rows always take.
pub(super) fn effective_sets(state: &State, about: &About) -> Vec<Set> {
    let mut sets = Vec::with_capacity(state.rows.len());
    let all: Vec<Vec<Item>> = state.rows.iter().map(|row| items(row, about)).collect();
    for (at, row) in state.rows.iter().enumerate() {
        let own = match &row.on {
            On::Ahead { text, ignore_case } => {
                let first = text.chars().next();
                let cases = first.into_iter().flat_map(|c| match ignore_case {
                    true => vec![c.to_ascii_uppercase(), c.to_ascii_lowercase()],
                    false => vec![c],
                });
                cases.fold(Set::default(), |set, c| {
                    set.union(&Set::one(Some(c.into())))
                })
            }
            _ => all[at].iter().fold(Set::default(), |set, item| {
                set.union(&match item.takes {
                    Takes::Unknown => Set::everything().minus(&Set::one(None)),
                    _ => item.set().into_owned(),
                })
            }),
        };
        let before = state.rows.iter().zip(&all).take(at);
        let surely = before
            .filter(|(earlier, _)| earlier.when.is_empty() || earlier.when == row.when)
            .flat_map(|(_, items)| items);
        let left = surely.fold(own, |left, item| match item.set() {
            set if left.meets(&set) => left.minus(&set),
            _ => left,
        });
        sets.push(left);
    }
    sets
}
