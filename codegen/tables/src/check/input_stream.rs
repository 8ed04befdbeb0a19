//! The rows of the input stream, and the texts that conditions and rows search for in it.

use super::sentences::{Owner, Sentences};
use super::walk::misplaced;
use crate::diagnostic::Diagnostic;
use crate::grammar::{Char, Condition, Matcher, Step};
use crate::model::{Clause, Located, On, Revision, Row};
use crate::set::Set;
use crate::source::Place;

const LF: u32 = 0x0A;
const CR: u32 = 0x0D;

/// Rows of the input stream report errors and replace characters, and do nothing else.
pub(super) fn steps(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for (step, owner) in Sentences::of(revision).steps {
        let here = matches!(owner, Owner::InputStream);
        let fits = matches!(
            step.value,
            Step::NamedError(_) | Step::BareError | Step::Ignore | Step::ReplaceInput(_)
        );
        if here && !fits {
            let diagnostic = misplaced(step, "in the input stream");
            out.push(diagnostic.label("no state is at work here"));
        }
        if !here && matches!(step.value, Step::ReplaceInput(_)) {
            let diagnostic = misplaced(step, "outside the input stream");
            out.push(diagnostic.help("append or emit the other character"));
        }
    }
    for row in &revision.input_stream.rows {
        for clause in &row.body {
            let (place, what) = match clause {
                Clause::Step(_) => continue,
                Clause::Call(name) => (Some(name.place), "a step of the revision"),
                Clause::If { any, .. } => {
                    let tests = any.iter().flatten();
                    (tests.map(|test| test.place).next(), "a condition")
                }
            };
            let diagnostic = Diagnostic::error(
                place.unwrap_or(row.place.place),
                format!("{what} in the input stream"),
            );
            out.push(
                diagnostic
                    .label("its rows report errors and replace characters, and do nothing else"),
            );
        }
        if !row.when.is_empty() {
            out.push(Diagnostic::error(
                row.place.place,
                "a condition in the input stream",
            ));
        }
        let On::Consumed { any, .. } = &row.on else {
            out.push(Diagnostic::error(
                row.place.place,
                "a row of the input stream that looks ahead",
            ));
            continue;
        };
        for matcher in any {
            if matches!(matcher.value, Matcher::Eof | Matcher::AnythingElse) {
                out.push(misplaced(matcher, "in the input stream"));
            }
        }
    }
}

/// No row matches a CR if newlines are normalized, and a character has at most one error and one replacement.
pub(super) fn rows(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let mut taken = Set::default();
    for row in &revision.input_stream.rows {
        let On::Consumed { any, except } = &row.on else {
            continue;
        };
        let is_cr = |matcher: &&Located<Matcher>| matcher.value == Matcher::Char(Char(CR));
        if revision.input_stream.normalize_newlines
            && let Some(cr) = any.iter().find(is_cr)
        {
            out.push(
                Diagnostic::error(cr.place, "a row for U+000D (CR) in the input stream")
                    .label("newlines are normalized before: every CR is an LF, or part of one")
                    .help("write `U+000A (LF)`, or leave it out"),
            );
        }
        let own = Set::of_all(any, &revision.about).minus(&Set::of_all(except, &revision.about));
        let own = own.minus(&taken);
        taken = taken.union(&own);
        let steps = || steps_of(row);
        let errors =
            steps().filter(|step| matches!(step.value, Step::NamedError(_) | Step::BareError));
        only_one("parse error", errors.map(|step| step.place), out);
        let replacements = steps().filter(|step| matches!(step.value, Step::ReplaceInput(_)));
        only_one("replacement", replacements.map(|step| step.place), out);
        for step in steps() {
            let Step::ReplaceInput(replacement) = &step.value else {
                continue;
            };
            if matches!(replacement.0, LF | CR) {
                out.push(
                    Diagnostic::error(step.place, "a replacement by a line ending")
                        .label("lines are counted in the input, which has none here")
                        .help("replace the character with another one"),
                );
            }
            if own.contains(Some(LF)) {
                out.push(
                    Diagnostic::error(step.place, "a replacement of U+000A (LF)")
                        .label("this row takes U+000A (LF), by which lines are counted")
                        .help("take it away from the row: `except = [\"U+000A (LF)\"]`"),
                );
            }
        }
    }
}

fn steps_of(row: &Row) -> impl Iterator<Item = &Located<Step>> {
    row.body.iter().filter_map(|clause| match clause {
        Clause::Step(step) => Some(step),
        Clause::Call(_) | Clause::If { .. } => None,
    })
}

/// Reports each place but the first.
fn only_one(what: &str, mut places: impl Iterator<Item = Place>, out: &mut Vec<Diagnostic>) {
    let Some(first) = places.next() else {
        return;
    };
    out.extend(places.map(|place| {
        let message = format!("a second {what} in a row of the input stream");
        Diagnostic::error(place, message)
            .also(first, "the first is here")
            .help("keep one of them")
    }));
}

/// No text of a look-ahead or look-behind contains a line ending, which is one or two characters of the input.
pub(super) fn texts(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let blocks = revision.blocks();
    let ahead = blocks
        .flat_map(|block| &block.rows)
        .filter_map(|row| match &row.on {
            On::Ahead { text, .. } => Some((text.place, text.value.as_str())),
            On::Consumed { .. } | On::Peeked(_) => None,
        });
    let sentences = Sentences::of(revision);
    let tests = sentences
        .conditions()
        .filter_map(|(condition, place)| match condition {
            Condition::Keyword(_, text) | Condition::Behind(_, text) => {
                Some((place, text.0.as_str()))
            }
            _ => None,
        });
    let steps = sentences
        .steps
        .iter()
        .filter_map(|(step, _)| match &step.value {
            Step::ConsumeThroughText(text) => Some((step.place, text.0.as_str())),
            _ => None,
        });
    for (place, text) in ahead.chain(tests).chain(steps) {
        if text.contains(['\n', '\r']) {
            out.push(
                Diagnostic::error(place, "a line ending in a text that is looked for")
                    .label("in the input it is LF, CR or CR LF")
                    .help(
                        "look for the text before it, and add a state with a row for U+000A (LF)",
                    ),
            );
        }
    }
}
