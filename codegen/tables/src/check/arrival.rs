//! Rows, conditions and searches that name only characters which no state gets.
//!
//! A state gets the characters that preprocessing of the input stream leaves: no CR, nothing that a row of the input
//! stream replaces, and no surrogate, as text in Rust has none. Rows of the input stream see surrogates all the same:
//! the section names them there, and a machine over UTF-16 has them.

use super::sentences::Sentences;
use super::unknown::set_of;
use crate::diagnostic::Diagnostic;
use crate::grammar::{Char, Class, Condition, Matcher, Step};
use crate::model::{About, Clause, On, Revision, Test};
use crate::set::Set;
use crate::source::Place;

/// Every matcher of a state, every condition and every search has a character that can arrive.
pub(super) fn possible(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let Arrival { about, kept } = &Arrival::of(revision);
    let never = |set: &Set| !set.is_empty() && !set.meets(kept);
    let blocks = revision.blocks();
    for row in blocks.flat_map(|block| &block.rows) {
        match &row.on {
            On::Consumed { any, .. } | On::Peeked(any) => {
                for matcher in any {
                    let set = Set::of(&matcher.value, about);
                    if never(&set) {
                        let what = match any.len() {
                            1 => "a row that never matches",
                            _ => "a part of a row that never matches",
                        };
                        out.push(warning(what, matcher.place, &set, revision));
                    }
                }
            }
            On::Ahead { text, .. } => {
                let found = text_with(text, never);
                out.extend(
                    found
                        .map(|set| warning("a row that never matches", text.place, &set, revision)),
                );
            }
        }
    }
    let sentences = Sentences::of(revision);
    for (test, _) in &sentences.tests {
        let Test::Condition(condition) = &test.value else {
            continue;
        };
        let found = match condition {
            Condition::Keyword(_, text) | Condition::Behind(_, text) => text_with(&text.0, never),
            Condition::AheadSequence(_, set, then) => {
                [of_set(set, about), of_char(*then)].into_iter().find(never)
            }
            condition => set_of(condition)
                .map(|set| of_set(set, about))
                .filter(never),
        };
        let what = "a condition on what never comes";
        out.extend(found.map(|set| warning(what, test.place, &set, revision)));
    }
    for (step, _) in &sentences.steps {
        let found = match &step.value {
            Step::ConsumeThroughChar(char) | Step::SetAdditionalAllowed(char) => {
                Some(of_char(*char)).filter(never)
            }
            Step::ConsumeThroughText(text) => text_with(&text.0, never),
            _ => None,
        };
        let what = "a step that waits for what never comes";
        out.extend(found.map(|set| warning(what, step.place, &set, revision)));
    }
}

/// What the states of a revision get.
struct Arrival<'r> {
    about: &'r About,
    kept: Set,
}

impl<'r> Arrival<'r> {
    fn of(revision: &'r Revision) -> Self {
        let about = &revision.about;
        let lost = [cr(revision), replaced(revision), surrogates(revision)];
        Arrival {
            about,
            kept: Set::everything().minus(&Set::union_of(&lost)),
        }
    }
}

fn cr(revision: &Revision) -> Set {
    match revision.input_stream.normalize_newlines {
        true => Set::one(Some(0x0D)),
        false => Set::default(),
    }
}

fn surrogates(revision: &Revision) -> Set {
    Set::of(&Matcher::Class(Class::Surrogate), &revision.about)
}

/// The characters that rows of the input stream replace.
fn replaced(revision: &Revision) -> Set {
    let mut taken = Set::default();
    let mut replaced = Set::default();
    for row in &revision.input_stream.rows {
        let On::Consumed { any, except } = &row.on else {
            continue;
        };
        let (any, except) = (
            Set::of_all(any, &revision.about),
            Set::of_all(except, &revision.about),
        );
        let own = any.minus(&except).minus(&taken);
        taken = taken.union(&own);
        for clause in &row.body {
            if let Clause::Step(step) = clause
                && let Step::ReplaceInput(by) = step.value
            {
                replaced = replaced.union(&own.minus(&of_char(by)));
            }
        }
    }
    replaced
}

fn of_char(char: Char) -> Set {
    Set::one(Some(char.0))
}

fn of_set(set: &crate::grammar::Set, about: &About) -> Set {
    let sets: Vec<Set> = set
        .0
        .iter()
        .map(|matcher| Set::of(matcher, about))
        .collect();
    Set::union_of(&sets)
}

/// The first character of a text that never comes.
fn text_with(text: &str, never: impl Fn(&Set) -> bool) -> Option<Set> {
    // A line ending in a text is an error of its own.
    let chars = text.chars().filter(|c| !matches!(c, '\n' | '\r'));
    chars.map(|c| Set::one(Some(c.into()))).find(never)
}

fn warning(what: &str, place: Place, set: &Set, revision: &Revision) -> Diagnostic {
    let reason = if set.meets(&cr(revision)) {
        "newlines are normalized before: every CR is an LF, or part of one"
    } else if set.meets(&surrogates(revision)) {
        "the input is text, which has no surrogates"
    } else {
        "a row of the input stream replaces it"
    };
    let diagnostic = Diagnostic::warning(place, what).label(reason);
    match set.meets(&cr(revision)) {
        true => diagnostic.help("write `U+000A (LF)`, or leave it out"),
        false => diagnostic,
    }
}
