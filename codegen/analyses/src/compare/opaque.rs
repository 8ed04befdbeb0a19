//! Opaque steps: the parts of a page that were not understood, as steps with an unknown effect.
//!
//! A row with an open sentence becomes a row with one step that stops the machine; so does a state with an open sentence
//! outside its rows. The same words in the same place are the same step. A search then finds differences whose inputs
//! avoid these steps, and records which steps each side reaches. A second search passes the steps that both sides share,
//! as if the open sentences had no effect.

use crate::diff::Side;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use tokenwright_interpreter::{Reason, Refusal};
use tokenwright_prose::{Fault, Report, SentenceReport, excerpt, owner_of_title};
use tokenwright_tables::grammar::{Char, Condition, Step};
use tokenwright_tables::kernel::{Node, Traverse};
use tokenwright_tables::model::{Clause, Event, Located, Revision, State, Test};

/// The code points that number opaque steps. No machine can set the additional allowed character to a surrogate, and
/// `check` refuses tables with such a step.
const SURROGATES: std::ops::RangeInclusive<u32> = 0xD800..=0xDFFF;

/// A part of a page that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPart {
    /// The line of the page, from 1; 0 if the page has nothing there.
    pub line: u32,
    /// The part of the section.
    pub part: String,
    /// The first open sentence, or what is wrong.
    pub words: String,
}

/// The number of an opaque step, for both sides of a comparison.
pub(super) type Opaque = usize;

/// Two machines of which at least one has stopped at an opaque step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Meeting {
    /// The step of each side.
    pub(super) steps: [Option<Opaque>; 2],
    /// Whether both machines are in the same configuration.
    pub(super) same: bool,
}

/// The meetings of a search.
pub(super) type Meetings = Mutex<BTreeSet<Meeting>>;

/// Records a meeting.
pub(super) fn record(meetings: &Meetings, meeting: Meeting) {
    let mut meetings = meetings.lock().unwrap_or_else(PoisonError::into_inner);
    meetings.insert(meeting);
}

/// The opaque steps of both sides, by their words and places.
#[derive(Debug, Default)]
pub(super) struct OpaqueSteps {
    numbers: BTreeMap<String, Opaque>,
}

impl OpaqueSteps {
    /// The number of the step with these words in this place.
    fn number(&mut self, place: &str, words: &str) -> Opaque {
        let next = self.numbers.len();
        *self
            .numbers
            .entry(format!("{place}\n{words}"))
            .or_insert(next)
    }

    /// Whether there are more steps than numbers.
    pub(super) fn is_full(&self) -> bool {
        self.numbers.len() > SURROGATES.count()
    }
}

/// One side with opaque steps.
#[derive(Debug)]
pub(super) struct OpaqueSide {
    pub(super) revision: Revision,
    /// The parts that are opaque, by the number of the step.
    pub(super) parts: BTreeMap<Opaque, OpenPart>,
    /// What was not understood outside the states.
    pub(super) outside: Vec<OpenPart>,
}

/// The opaque step at which a machine has stopped.
pub(super) fn stopped_at(refusal: &Refusal) -> Option<Opaque> {
    let Refusal::Stopped {
        sentence: Some(sentence),
        reason: Reason::NotACharacter,
        ..
    } = refusal
    else {
        return None;
    };
    // `Step::parse` refuses a surrogate here, so no table has such a step.
    let char = sentence.strip_prefix("set the additional allowed character to ")?;
    let code = Char::parse(char).filter(|char| char.is_surrogate())?.0;
    Some((code - SURROGATES.start()) as Opaque)
}

fn stop(number: Opaque) -> Vec<Clause> {
    let code = SURROGATES.start() + u32::try_from(number).unwrap_or_default() % 0x800;
    vec![Clause::Step(Located::nowhere(Step::SetAdditionalAllowed(
        Char(code),
    )))]
}

impl OpaqueSide {
    /// Makes the open parts of a side opaque, except for those in `passed`, which keep what was understood.
    pub(super) fn of(side: &Side, steps: &mut OpaqueSteps, passed: &BTreeSet<Opaque>) -> Self {
        let mut made = OpaqueSide {
            revision: side.revision.clone(),
            parts: BTreeMap::new(),
            outside: Vec::new(),
        };
        if let Some(page) = &side.page {
            made.open_parts(&page.report, steps, passed);
        }
        made.undefined_names(steps);
        made
    }

    fn open_parts(&mut self, report: &Report, steps: &mut OpaqueSteps, passed: &BTreeSet<Opaque>) {
        let entries = report.entries.iter();
        let entries: BTreeMap<&str, &Vec<Option<u32>>> = entries
            .map(|(state, entries)| (state.as_str(), entries))
            .collect();
        let mut rows: BTreeMap<u32, OpenPart> = BTreeMap::new();
        let mut states: BTreeMap<String, OpenPart> = BTreeMap::new();
        for (part, entry) in open(report) {
            let Some(state) = owner_of_title(&part.part) else {
                self.outside.push(part);
                continue;
            };
            let known = entries.get(state.as_str());
            let of_row =
                entry.filter(|entry| known.is_some_and(|rows| rows.contains(&Some(*entry))));
            match of_row {
                Some(entry) => rows.entry(entry).or_insert(part),
                None => states.entry(state).or_insert(part),
            };
        }
        let revision = &mut self.revision;
        for state in revision.states.iter_mut().chain(&mut revision.procedures) {
            if let Some(part) = states.remove(&state.name.value) {
                let number = steps.number(&state.name.value, &words(report, &part.part, None));
                self.parts.insert(number, part);
                if !passed.contains(&number) {
                    state.rows.clear();
                    state.body = stop(number);
                    continue;
                }
            }
            let Some(entries) = entries.get(state.name.as_str()) else {
                continue;
            };
            for (row, entry) in state.rows.iter_mut().zip(*entries) {
                if let Some(entry) = entry
                    && let Some(part) = rows.get(entry)
                {
                    let words = words(report, &part.part, Some(*entry));
                    let number = steps.number(&state.name.value, &words);
                    if !passed.contains(&number) {
                        row.body = stop(number);
                    }
                    self.parts.insert(number, part.clone());
                }
            }
        }
        // A part with the title of a state that was not read as one.
        self.outside.extend(states.into_values());
    }

    /// Adds opaque states and procedures for the names that the page uses and does not define.
    fn undefined_names(&mut self, steps: &mut OpaqueSteps) {
        let (states, procedures) = used_names(&self.revision);
        for (blocks, names, kind) in [
            (&mut self.revision.states, states, "state"),
            (&mut self.revision.procedures, procedures, "procedure"),
        ] {
            for name in names {
                if blocks.iter().any(|block| block.name.value == name) {
                    continue;
                }
                let number = steps.number(&name, kind);
                let part = OpenPart {
                    line: 0,
                    part: format!("{name} {kind}"),
                    words: format!("the {kind} is used, and the page does not define it"),
                };
                self.parts.insert(number, part);
                blocks.push(State {
                    name: Located::nowhere(name),
                    file: String::new(),
                    was: None,
                    note: None,
                    body: stop(number),
                    rows: Vec::new(),
                });
            }
        }
    }
}

/// The open sentences and the faults of a page, with the entry that each is in.
fn open(report: &Report) -> impl Iterator<Item = (OpenPart, Option<u32>)> {
    let of_sentence = |sentence: &SentenceReport| {
        let part = OpenPart {
            line: sentence.line,
            part: sentence.part.clone(),
            words: excerpt(&sentence.original).into_owned(),
        };
        (part, sentence.entry)
    };
    let of_fault = |fault: &Fault| {
        let part = OpenPart {
            line: fault.line,
            part: fault.part.clone(),
            words: fault.message.clone(),
        };
        (part, fault.entry)
    };
    let faults = report.faults.iter().map(of_fault);
    report.not_understood().map(of_sentence).chain(faults)
}

/// All words of a part, or of one of its entries.
fn words(report: &Report, part: &str, entry: Option<u32>) -> String {
    let inside = report.sentences.iter().filter(|it| it.part == part);
    let inside = inside.filter(|it| entry.is_none() || it.entry == entry);
    let words: Vec<&str> = inside.map(|it| it.original.as_str()).collect();
    words.join(" ")
}

/// The names of the states and procedures that a revision uses.
fn used_names(revision: &Revision) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut states = BTreeSet::from([revision.about.initial_state.value.clone()]);
    let mut procedures = BTreeSet::new();
    for node in revision.nodes() {
        match node {
            Node::Step(step) => match &step.value {
                Step::Attempt(name) => {
                    procedures.insert(name.0.clone());
                }
                step => states.extend(step.state().map(str::to_owned)),
            },
            Node::Test(test) => {
                if let Test::Condition(
                    Condition::ReturnState(_, name) | Condition::CurrentState(_, name),
                ) = &test.value
                {
                    states.insert(name.0.clone());
                }
            }
            Node::Call(_) | Node::If(_) => {}
        }
    }
    for rule in &revision.rules {
        if let Event::Leaving(state) = &rule.on.value {
            states.insert(state.clone());
        }
    }
    (states, procedures)
}
