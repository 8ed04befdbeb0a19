//! Reads the characters that rows, conditions and steps distinguish.
//!
//! A character may matter in a state because a row there names it, or because a step elsewhere passes it on: by
//! reconsuming, by the temporary buffer, by an additional allowed character. Characters are therefore collected with
//! the states that they reach, over the kernel's traversal. Where that is not known, a character matters everywhere,
//! which costs branches.

use super::control_flow::NESTING;
use super::facts::{RevisionFacts, Splitter, StateFacts};
use std::cell::Cell;
use std::collections::HashMap;
use tokenwright_tables::char_set::CharSet;
use tokenwright_tables::grammar::{Condition, Is, Matcher, Numbers, Source, Step};
use tokenwright_tables::kernel::effects::RegisterSet;
use tokenwright_tables::kernel::{Node, Nodes, Traverse};
use tokenwright_tables::model::{Conjunction, On, Revision, Row, Test};

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
    pub(super) fn row(
        &self,
        row: &Row,
        facts: &mut StateFacts,
        tables: &mut RevisionFacts,
        depth: usize,
    ) {
        facts.looks_far |= !matches!(row.on, On::Consumed { .. });
        self.on(&row.on, facts);
        self.nodes(row.nodes(), facts, tables, depth);
    }

    pub(super) fn on(&self, on: &On, facts: &mut StateFacts) {
        on.matchers().for_each(|m| self.matcher(m, facts, NESTING));
        if let On::Ahead { text, ignore_case } = on {
            texts(&text.value, *ignore_case, facts);
        }
    }

    pub(super) fn matcher(&self, matcher: &Matcher, facts: &mut StateFacts, depth: usize) {
        match matcher {
            Matcher::Char(_) | Matcher::Range(..) | Matcher::Class(_) => {
                split(facts, matcher.ranges());
            }
            Matcher::Defined(name) => {
                let class = self.revision.about.class(name);
                if let (Some(members), Some(depth)) = (class, depth.checked_sub(1)) {
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

    pub(super) fn nodes(
        &self,
        nodes: Nodes<'_>,
        facts: &mut StateFacts,
        tables: &mut RevisionFacts,
        depth: usize,
    ) {
        // Conditions that were read with their clause.
        let mut read = 0;
        for node in nodes.with_definitions(self.revision) {
            match node {
                Node::Step(step) => self.step(&step.value, facts, tables, depth),
                Node::If(any) => {
                    if let Some(numbers) = numbers_alone(any) {
                        tables.numbers.insert(numbers);
                        read = any.len();
                    }
                }
                Node::Test(_) if read > 0 => read -= 1,
                Node::Test(test) => {
                    if let Test::Condition(condition) = &test.value {
                        self.condition(condition, facts, tables);
                    }
                }
                Node::Call(_) => {}
            }
        }
    }

    fn condition(&self, condition: &Condition, facts: &mut StateFacts, tables: &mut RevisionFacts) {
        tables.reads_last_start_tag |= condition.effects().reads.has(RegisterSet::LAST_START_TAG);
        facts.looks_far |= condition.looks_ahead();
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
                set.0.iter().for_each(|m| self.matcher(m, facts, NESTING));
            }
            Condition::Keyword(_, text) => texts(&text.0, true, facts),
            Condition::AheadSequence(_, set, then) => {
                set.0.iter().for_each(|m| self.matcher(m, facts, NESTING));
                split(facts, vec![(then.0, then.0)]);
            }
            Condition::AheadLastStartTag(_) => tables.asks_last_start_tag_ahead = true,
            Condition::Behind(_, text) => {
                tables.behind.insert(text.0.clone());
            }
            Condition::TagNameIn(_, list) => {
                let names = self.revision.about.list(&list.0).unwrap_or_default();
                let names = names.iter().cloned().collect();
                tables.lists.insert(list.0.clone(), names);
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
                    self.nodes(procedure.body.nodes(), facts, tables, depth);
                    for row in &procedure.rows {
                        self.row(row, facts, tables, depth);
                    }
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
