//! Every name that is used is defined.
//!
//! One misspelt definition, or one file that is missing, makes many names unknown. So uses are collected first: a
//! name gets one message with its other places, and a gap in the numbers of the files gets one in place of all. The
//! nearest name is looked for only for the first hundred, as the comparison is quadratic.

use super::sentences::{Sentences, word};
use crate::diagnostic::Diagnostic;
use crate::grammar::form::Hole;
use crate::grammar::{Class, Condition, Matcher, Set, Step, nearest};
use crate::model::{Event, Located, Revision, Switch};
use crate::source::Place;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;

/// For how many names the nearest one is looked for: more than anybody reads.
const SHOWN: usize = 100;
/// How many other uses of an undefined name a message shows.
const PLACES: usize = 4;

/// Undefined names: one message for each name, at its first use.
struct Unknown<'r> {
    what: &'static str,
    /// In the order of the tables.
    known: Vec<&'r str>,
    /// The advice if no similar name exists.
    advice: Option<String>,
    found: Vec<Uses<'r>>,
    /// Each name, with its index in `found` if it is not known.
    index: HashMap<&'r str, Option<usize>>,
}

/// The uses of an undefined name.
struct Uses<'r> {
    name: &'r str,
    first: Place,
    others: Vec<Place>,
}

impl<'r> Unknown<'r> {
    fn new(what: &'static str, known: impl Iterator<Item = &'r Located<String>>) -> Self {
        let known: Vec<&str> = known.map(|name| name.value.as_str()).collect();
        Unknown {
            what,
            advice: None,
            found: Vec::new(),
            index: known.iter().map(|name| (*name, None)).collect(),
            known,
        }
    }

    fn used(&mut self, name: &'r str, place: Place) {
        match self.index.get(name) {
            Some(None) => {}
            Some(Some(index)) => self.found[*index].others.push(place),
            None => {
                self.index.insert(name, Some(self.found.len()));
                self.found.push(Uses {
                    name,
                    first: place,
                    others: Vec::new(),
                });
            }
        }
    }

    /// Notes a name in the sentence at `place`.
    fn used_in(&mut self, name: &'r str, sentence: &impl Display, place: Place) {
        self.used(name, word(place, &sentence.to_string(), name));
    }

    /// If a whole file seems to be missing, one message in place of one for each of its names.
    fn report_file(&mut self, missing: &[u32], out: &mut Vec<Diagnostic>) {
        /// How similar a misspelt name is to the one that was meant.
        const MISSPELT: f64 = 0.85;
        let is_misspelt = |uses: &Uses<'r>| {
            let mut known = self.known.iter().take(SHOWN * SHOWN);
            known.any(|known| strsim::normalized_damerau_levenshtein(known, uses.name) > MISSPELT)
        };
        let absent: Vec<&Uses<'r>> = self
            .found
            .iter()
            .filter(|uses| !is_misspelt(uses))
            .collect();
        let [first, others @ ..] = &absent[..] else {
            return;
        };
        let least = if missing.is_empty() { 4 } else { 2 };
        if absent.len() < least {
            return;
        }
        let what = self.what;
        let message = format!("{} {what}s are named that no file has", absent.len());
        let rest = match others {
            [second] => format!("`{}` and `{}`", first.name, second.name),
            [second, ..] => format!("`{}`, `{}` and others", first.name, second.name),
            [] => format!("`{}`", first.name),
        };
        let numbers: Vec<String> = missing.iter().map(|n| format!("`{n:02}-*.toml`")).collect();
        let help = match &numbers[..] {
            [] => "is a table file missing?".to_owned(),
            [only] => format!("is a table file missing? there is no {only}"),
            [before @ .., last] => format!(
                "is a table file missing? there is neither {} nor {last}",
                before.join(", ")
            ),
        };
        out.push(
            Diagnostic::error(first.first, message)
                .label(rest)
                .help(help),
        );
        let absent: Vec<&str> = absent.iter().map(|uses| uses.name).collect();
        self.found.retain(|uses| !absent.contains(&uses.name));
    }

    fn report(self, out: &mut Vec<Diagnostic>) {
        let uses = self.found.iter().enumerate();
        out.extend(uses.map(|(index, uses)| {
            let first = self.first_use(uses, index < SHOWN);
            let left = uses.others.len().saturating_sub(PLACES);
            let shown = uses.others.iter().take(PLACES).enumerate();
            shown.fold(first, |diagnostic, (at, place)| match at + 1 {
                PLACES if left > 0 => {
                    diagnostic.also(*place, format!("and here, and in {left} other places"))
                }
                _ => diagnostic.also(*place, "and here"),
            })
        }));
    }

    fn first_use(&self, uses: &Uses<'r>, may_be_misspelt: bool) -> Diagnostic {
        let Uses { name, first, .. } = uses;
        let diagnostic = Diagnostic::error(*first, format!("unknown {} `{name}`", self.what));
        let known = self.known.iter().copied();
        if let Some(near) = nearest(name, known.filter(|_| may_be_misspelt)) {
            return diagnostic.edit(format!("the nearest name is `{near}`"), *first, near);
        }
        let diagnostic =
            diagnostic.label(format!("no {} of this revision has this name", self.what));
        match &self.advice {
            Some(advice) => diagnostic.help(advice),
            None => diagnostic,
        }
    }
}

/// Every state that is named exists.
pub(super) fn states(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let mut unknown = Unknown::new("state", revision.states.iter().map(|s| &s.name));
    let missing = missing_files(revision);
    if let [only] = missing[..] {
        let advice = format!("is a table file missing? there is no `{only:02}-*.toml`");
        unknown.advice = Some(advice);
    }
    let about = &revision.about;
    // A key that is missing has been reported.
    if !about.initial_state.is_empty() {
        unknown.used(&about.initial_state.value, about.initial_state.place);
    }
    for state in &about.entry_states {
        unknown.used(&state.value, state.place);
    }
    for mode in &about.text_modes {
        if let Switch::State(state) = &mode.switch.value {
            unknown.used(state, mode.switch.place);
        }
    }
    for rule in &revision.rules {
        if let Event::Leaving(state) = &rule.on.value {
            let sentence = format!("leaving the {state} state");
            unknown.used_in(state, &sentence, rule.on.place);
        }
    }
    let sentences = Sentences::of(revision);
    for (step, _) in &sentences.steps {
        if let Some(state) = step.state() {
            unknown.used_in(state, &step.value, step.place);
        }
    }
    for (condition, place) in sentences.conditions() {
        if let Condition::ReturnState(_, state) | Condition::CurrentState(_, state) = condition {
            unknown.used_in(&state.0, condition, place);
        }
    }
    unknown.report_file(&missing, out);
    unknown.report(out);
}

/// The numbers that no file with a state or a procedure has, below the last that one has.
fn missing_files(revision: &Revision) -> Vec<u32> {
    let number = |file: &str| file.get(..2)?.parse::<u32>().ok();
    let blocks = revision.blocks();
    let numbers: BTreeSet<u32> = blocks.filter_map(|block| number(&block.file)).collect();
    let last = numbers.last().map_or(0, |number| *number);
    (1..last).filter(|n| !numbers.contains(n)).collect()
}

/// Every class that is named is defined by the revision, or predefined.
pub(super) fn classes(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let known = revision.about.classes.iter();
    let known: Vec<&str> = known.map(|(name, _)| name.value.as_str()).collect();
    let sentences = Sentences::of(revision);
    let unknown = |matcher: &'_ Matcher| match matcher {
        Matcher::Defined(name) if !known.contains(&name.as_str()) => Some(name.clone()),
        _ => None,
    };
    for matcher in &sentences.matchers {
        let name = unknown(matcher);
        out.extend(name.map(|name| unknown_class(&name, matcher.place, &known)));
    }
    for (condition, place) in sentences.conditions() {
        for name in set_of(condition).into_iter().flat_map(|set| &set.0) {
            let name = unknown(name);
            out.extend(name.map(|name| {
                let place = word(place, &condition.to_string(), &name);
                unknown_class(&name, place, &known)
            }));
        }
    }
}

/// The set of characters that a condition names.
pub(super) fn set_of(condition: &Condition) -> Option<&Set> {
    match condition {
        Condition::NextInput(_, set)
        | Condition::AheadSequence(_, set, _)
        | Condition::AfterLastStartTag(_, set) => Some(set),
        _ => None,
    }
}

fn unknown_class(name: &str, place: Place, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::error(place, format!("unknown class of characters `{name}`"));
    if let Some(mended) = Matcher::mend(name) {
        return diagnostic.edit(format!("write `{mended}`"), place, mended);
    }
    let others = ["EOF", "anything else", "the additional allowed character"];
    let candidates = Class::ALL.iter().map(|(_, name)| *name);
    let candidates = candidates.chain(others).chain(known.iter().copied());
    match nearest(name, candidates) {
        Some(near) => diagnostic.edit(format!("the nearest name is `{near}`"), place, near),
        None => {
            let own = known.iter().map(|name| format!(", `{name}`"));
            diagnostic
                .label("neither the table language nor this revision has this class")
                .help(format!(
                    "the classes are {}{}; a character is written as a code point, such as U+003C (<)",
                    Class::ALL.iter().map(|(_, name)| format!("`{name}`")).collect::<Vec<_>>().join(", "),
                    own.collect::<String>()
                ))
        }
    }
}

/// Every list of names that a condition uses is defined.
pub(super) fn names(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let lists = revision.about.names.iter().map(|(name, _)| name);
    let mut unknown = Unknown::new("list of names", lists);
    unknown.advice = Some("add it to `[names]` in `revision.toml`".into());
    let sentences = Sentences::of(revision);
    for (condition, place) in sentences.conditions() {
        if let Condition::TagNameIn(_, list) = condition {
            unknown.used_in(&list.0, condition, place);
        }
    }
    unknown.report(out);
}

/// Every procedure that is attempted exists.
pub(super) fn procedures(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let procedures = revision.procedures.iter().map(|p| &p.name);
    let mut unknown = Unknown::new("procedure", procedures);
    unknown.advice = Some("is a table file missing?".into());
    let sentences = Sentences::of(revision);
    for (step, _) in &sentences.steps {
        if let Step::Attempt(procedure) = &step.value {
            unknown.used_in(&procedure.0, &step.value, step.place);
        }
    }
    unknown.report(out);
}
