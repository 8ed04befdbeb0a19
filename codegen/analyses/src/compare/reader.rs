//! Reads the characters that rows, conditions and steps distinguish.

use super::control_flow::NESTING;
use super::facts::{RevisionFacts, Splitter, StateFacts};
use std::cell::Cell;
use std::collections::HashMap;
use tokenwright_tables::char_set::CharSet;
use tokenwright_tables::grammar::{Condition, Is, Matcher, Numbers, Source, Step};
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::kernel::effects::RegisterSet;
use tokenwright_tables::model::{Clause, Conjunction, On, Revision, Row, State, Test};

/// The names of a revision, resolved.
pub(super) struct Reader<'r> {
    pub(super) revision: &'r Revision,
    pub(super) states: HashMap<&'r str, usize>,
    /// The states that some step makes the return state.
    pub(super) returns: Vec<String>,
    /// For each state, those that may have switched to it.
    pub(super) before: Vec<Vec<usize>>,
    /// The state that is being read.
    pub(super) at: Cell<usize>,
}

impl Reader<'_> {
    fn block(
        &self,
        state: &State,
        facts: &mut StateFacts,
        tables: &mut RevisionFacts,
        depth: usize,
    ) {
        self.clauses(&state.body, facts, tables, depth);
        for row in &state.rows {
            self.row(row, facts, tables, depth);
        }
    }

    pub(super) fn row(
        &self,
        row: &Row,
        facts: &mut StateFacts,
        tables: &mut RevisionFacts,
        depth: usize,
    ) {
        facts.looks_far |= !matches!(row.on, On::Consumed { .. });
        self.on(&row.on, facts);
        for all in &row.when {
            self.conjunction(all, facts, tables, depth);
        }
        self.clauses(&row.body, facts, tables, depth);
    }

    pub(super) fn on(&self, on: &On, facts: &mut StateFacts) {
        on.matchers().for_each(|m| self.matcher(m, facts, NESTING));
        if let On::Ahead { text, ignore_case } = on {
            texts(&text.value, *ignore_case, facts);
        }
    }

    pub(super) fn matcher(&self, matcher: &Matcher, facts: &mut StateFacts, depth: usize) {
        match matcher {
            Matcher::Char(c) => split(facts, vec![(c.0, c.0)]),
            Matcher::Range(a, b) => split(facts, vec![(a.0, b.0)]),
            Matcher::Class(class) => split(facts, class.ranges()),
            Matcher::Defined(name) => {
                let classes = &self.revision.about.classes;
                let class = classes.iter().find(|(n, _)| n.value == *name);
                if let (Some((_, members)), Some(depth)) = (class, depth.checked_sub(1)) {
                    members.iter().for_each(|m| self.matcher(m, facts, depth));
                }
            }
            // The step that sets the additional allowed character adds it as a splitter.
            Matcher::AdditionalAllowed => self.additional(facts),
            Matcher::Eof | Matcher::AnythingElse => {}
        }
    }

    /// Every character that some step allows additionally.
    fn additional(&self, facts: &mut StateFacts) {
        for step in self.revision.nodes().steps() {
            if let Step::SetAdditionalAllowed(c) = step {
                split(facts, vec![(c.0, c.0)]);
            }
        }
    }

    pub(super) fn clauses(
        &self,
        clauses: &[Clause],
        facts: &mut StateFacts,
        tables: &mut RevisionFacts,
        depth: usize,
    ) {
        let Some(depth) = depth.checked_sub(1) else {
            facts.looks_far = true;
            return;
        };
        for clause in clauses {
            match clause {
                Clause::Step(step) => self.step(&step.value, facts, tables, depth),
                Clause::Call(name) => {
                    if let Some(body) = self.revision.defined_step(name) {
                        self.clauses(body, facts, tables, depth);
                    }
                }
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    match numbers_alone(any) {
                        Some(numbers) => {
                            tables.numbers.insert(numbers);
                        }
                        None => any
                            .iter()
                            .for_each(|all| self.conjunction(all, facts, tables, depth)),
                    }
                    self.clauses(then, facts, tables, depth);
                    self.clauses(otherwise, facts, tables, depth);
                }
            }
        }
    }

    fn conjunction(
        &self,
        all: &Conjunction,
        facts: &mut StateFacts,
        tables: &mut RevisionFacts,
        depth: usize,
    ) {
        for test in all {
            match &test.value {
                Test::Condition(condition) => self.condition(condition, facts, tables),
                Test::Defined { name, .. } => {
                    let any = self.revision.defined_condition(name);
                    if let (Some(any), Some(depth)) = (any, depth.checked_sub(1)) {
                        any.iter()
                            .for_each(|all| self.conjunction(all, facts, tables, depth));
                    }
                }
            }
        }
    }

    fn condition(&self, condition: &Condition, facts: &mut StateFacts, tables: &mut RevisionFacts) {
        tables.reads_last_start_tag |= condition.effects().reads.has(RegisterSet::LAST_START_TAG);
        match condition {
            Condition::TemporaryBuffer(_, text) => {
                tables.buffer_texts.insert((text.0.clone(), false));
            }
            Condition::Target(_, text) => {
                tables.buffer_texts.insert((text.0.clone(), true));
            }
            Condition::DoctypeName(_, text) => {
                tables.doctype_names.insert(text.0.clone());
            }
            Condition::AdjustedCurrentNode(_)
            | Condition::CurrentNode(_)
            | Condition::ForeignInsertionMode(_) => {
                tables.asks_foreign = true;
                facts.asks_foreign = true;
            }
            Condition::LastMatched(_, c) => split(facts, vec![(c.0, c.0)]),
            Condition::NextInput(_, set) | Condition::AfterLastStartTag(_, set) => {
                facts.looks_far = true;
                set.0.iter().for_each(|m| self.matcher(m, facts, NESTING));
            }
            Condition::Keyword(_, text) => {
                facts.looks_far = true;
                texts(&text.0, true, facts);
            }
            Condition::AheadSequence(_, set, then) => {
                facts.looks_far = true;
                set.0.iter().for_each(|m| self.matcher(m, facts, NESTING));
                split(facts, vec![(then.0, then.0)]);
            }
            Condition::AheadLastStartTag(_) => {
                facts.looks_far = true;
                tables.asks_last_start_tag_ahead = true;
            }
            Condition::Behind(_, text) => {
                tables.behind.insert(text.0.clone());
            }
            Condition::TagNameIn(_, list) => {
                let lists = &self.revision.about.names;
                let names = lists.iter().find(|(name, _)| name.value == list.0);
                let names = names.into_iter().flat_map(|(_, names)| names.clone());
                tables.lists.insert(list.0.clone(), names.collect());
            }
            Condition::Code(_, numbers) => {
                tables.numbers.insert(ranges(numbers));
            }
            Condition::ReturnState(..)
            | Condition::CurrentState(..)
            | Condition::Match(_)
            | Condition::NoStartTagEmitted
            | Condition::ContentModelFlag(..)
            | Condition::EscapeFlag(..)
            | Condition::CurrentTag(..)
            | Condition::HasAttributes
            | Condition::SelfClosing(_)
            | Condition::NothingReturned
            | Condition::EofReached
            | Condition::NoneMatched
            | Condition::TagNameIsLastStartTag(_)
            | Condition::DuplicateAttribute(_)
            | Condition::CodeInReplacements(_) => {}
        }
    }

    fn return_states(&self) -> impl Iterator<Item = usize> + '_ {
        let states = self.returns.iter();
        states.filter_map(|name| self.states.get(name.as_str()).copied())
    }

    fn step(&self, step: &Step, facts: &mut StateFacts, tables: &mut RevisionFacts, depth: usize) {
        let effects = step.effects();
        facts.looks_far |= effects.reads_input;
        for set in effects.characters.sets() {
            split(facts, set);
        }
        match step {
            // The next state gets the same character if a reconsume accompanies the switch.
            Step::Switch(state) => facts.switches.extend(self.states.get(state.0.as_str())),
            Step::Reconsume(state) => facts.again.extend(self.states.get(state.0.as_str())),
            Step::SwitchToReturn => facts.switches.extend(self.return_states()),
            Step::ReconsumeInReturn => facts.again.extend(self.return_states()),
            Step::SwitchBack => facts.switches.extend(&self.before[self.at.get()]),
            Step::ConsumeNamed => facts.names = true,
            Step::ConsumeMatching | Step::AddToCode(_) => facts.counts = true,
            Step::CreateComment(data) | Step::CreateProcessingInstruction(data) => {
                tables.constants.insert(data.0.clone());
            }
            Step::RemoveEarlierAttribute => tables.removes_earlier = true,
            Step::Set(field, source) | Step::Append(source, field) => {
                if let (Step::Set(..), Source::Char(c)) = (step, source) {
                    tables
                        .constants
                        .extend(char::from_u32(c.0).map(String::from));
                }
                if let Source::Current | Source::CurrentLowercase | Source::CurrentUppercase =
                    source
                {
                    facts.reads_into(*field);
                }
            }
            Step::Attempt(name) => {
                let found = self.revision.procedure(&name.0);
                if let (Some(procedure), Some(depth)) = (found, depth.checked_sub(1)) {
                    self.block(procedure, facts, tables, depth);
                }
            }
            // The registers of all steps are in the table of effects.
            _ => {}
        }
    }
}

fn ranges(numbers: &Numbers) -> Vec<(u32, u32)> {
    numbers.0.iter().flat_map(|range| range.ranges()).collect()
}

/// The numbers of a condition that tests nothing else, all at once.
fn numbers_alone(any: &[Conjunction]) -> Option<Vec<(u32, u32)>> {
    let mut all = Vec::new();
    for conjunction in any {
        let [test] = conjunction.as_slice() else {
            return None;
        };
        match &test.value {
            Test::Condition(Condition::Code(Is::Is, numbers)) => all.extend(ranges(numbers)),
            _ => return None,
        }
    }
    (!all.is_empty()).then_some(all)
}

fn split(facts: &mut StateFacts, set: Splitter) {
    facts
        .splitters
        .insert(CharSet::from_ranges(set).ranges().to_vec());
}

fn texts(text: &str, ignore_case: bool, facts: &mut StateFacts) {
    for c in text.chars() {
        let code = u32::from(c);
        split(facts, vec![(code, code)]);
        if ignore_case {
            for c in [c.to_ascii_lowercase(), c.to_ascii_uppercase()] {
                split(facts, vec![(c.into(), c.into())]);
            }
        }
    }
}
