//! Facts about the tag under construction at a point of the hot path.
//!
//! Inside nested states the code knows more than a state function: this is the first attribute, nothing was appended
//! yet. Facts are sets of a few values, joined where paths meet, so that the fixpoint ends after a few rounds. An
//! action that is not listed forgets all facts: that loses speed if a new action is overlooked, and nothing else.

use crate::ir::{Action, Test};
use crate::program::Pending;
use std::collections::BTreeSet;
use tokenwright_tables::grammar::{ContentModel, Field};

/// The facts that hold on every path to a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Whether the tag is an end tag.
    pub(super) end_tag: Option<bool>,
    /// Whether its self-closing flag is set.
    pub(super) self_closing: Option<bool>,
    /// What is known of the number of its attributes.
    pub(super) attributes: Attributes,
    /// The content model flag.
    pub(super) content_model: Option<ContentModel>,
    /// Fields to which nothing has been appended since they were made empty.
    pub(super) fresh: BTreeSet<Field>,
    /// The deferred part of the current attribute.
    pub(super) pending: Pending,
}

/// How many attributes a tag has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Attributes {
    /// Any number.
    #[default]
    Unknown,
    /// No attributes.
    None,
    /// One attribute.
    One,
    /// One or more.
    Some,
}

impl Facts {
    /// The facts after actions.
    #[must_use]
    pub(super) fn after(&self, actions: &[Action]) -> Facts {
        let mut facts = self.clone();
        for action in actions {
            facts.pass(action);
        }
        facts
    }

    fn pass(&mut self, action: &Action) {
        if self.asks_if_named(action) {
            return;
        }
        if !matches!(action, Action::BeginMarkup) {
            self.pending = Pending::Nothing;
        }
        match action {
            Action::CreateTag { end_tag } => {
                *self = Facts {
                    end_tag: Some(*end_tag),
                    self_closing: Some(false),
                    attributes: Attributes::None,
                    content_model: self.content_model,
                    fresh: BTreeSet::from([Field::TagName]),
                    pending: Pending::Nothing,
                }
            }
            Action::StartAttribute => {
                self.attributes = match self.attributes {
                    Attributes::None => Attributes::One,
                    Attributes::Unknown | Attributes::One | Attributes::Some => Attributes::Some,
                };
                self.fresh
                    .extend([Field::AttributeName, Field::AttributeValue]);
                self.pending = Pending::Started;
            }
            Action::SetSelfClosing => self.self_closing = Some(true),
            Action::Clear(field) => {
                self.fresh.insert(*field);
            }
            Action::Append(_, field) => self.append(*field),
            Action::If(test, then, otherwise) => {
                *self = match self.answer(test) {
                    Some(true) => self.after(then),
                    Some(false) => self.after(otherwise),
                    None => self.after(then).and(&self.after(otherwise)),
                }
            }
            Action::SetContentModel(model) => self.content_model = Some(*model),
            Action::RemoveAttribute => self.attributes = Attributes::Unknown,
            // The current attribute stays.
            Action::RemoveEarlierAttribute
            | Action::Error(..)
            | Action::BeginMarkup
            | Action::EmitCurrent => {}
            // Any other action may change anything.
            _ => *self = Facts::default(),
        }
    }

    /// The facts after a condition that holds.
    pub(super) fn assume(&mut self, test: Option<&Test>) {
        match test {
            Some(Test::ContentModelIs(model)) => self.content_model = Some(*model),
            Some(Test::All(tests)) => tests.iter().for_each(|test| self.assume(Some(test))),
            _ => {}
        }
    }

    /// Whether an action tests for a duplicate of the attribute whose name is deferred. Only the negative answer
    /// continues here.
    #[must_use]
    pub(super) fn asks_if_named(&self, action: &Action) -> bool {
        let is_question = matches!(action, Action::If(Test::DuplicateAttribute, _, otherwise) if otherwise.is_empty());
        self.pending == Pending::Named && is_question
    }

    /// The facts after an append to a field.
    pub(super) fn append(&mut self, field: Field) {
        self.fresh.remove(&field);
        self.pending = Pending::Nothing;
    }

    /// The facts after a scanned run is appended to a field.
    pub(super) fn append_run(&mut self, field: Field) {
        let pending = self.with_run(field);
        self.append(field);
        self.pending = pending;
    }

    /// The deferred part after a scan of a field.
    #[must_use]
    pub(super) fn with_run(&self, field: Field) -> Pending {
        match (self.pending, field) {
            _ if !self.fresh.contains(&field) => Pending::Nothing,
            (Pending::Started, Field::AttributeName) => Pending::Named,
            (Pending::Named, Field::AttributeValue) => Pending::Valued,
            _ => Pending::Nothing,
        }
    }

    /// The facts that hold on both paths.
    #[must_use]
    pub(super) fn and(&self, other: &Facts) -> Facts {
        let same = |a: Option<bool>, b: Option<bool>| a.filter(|_| a == b);
        Facts {
            end_tag: same(self.end_tag, other.end_tag),
            self_closing: same(self.self_closing, other.self_closing),
            attributes: match (self.attributes, other.attributes) {
                (a, b) if a == b => a,
                (Attributes::One | Attributes::Some, Attributes::One | Attributes::Some) => {
                    Attributes::Some
                }
                _ => Attributes::Unknown,
            },
            content_model: self
                .content_model
                .filter(|_| self.content_model == other.content_model),
            fresh: self.fresh.intersection(&other.fresh).copied().collect(),
            pending: match self.pending == other.pending {
                true => self.pending,
                false => Pending::Nothing,
            },
        }
    }

    /// The actions without the conditions that the facts decide.
    pub(super) fn fold(&self, actions: &[Action]) -> Vec<Action> {
        let mut facts = self.clone();
        let mut out = Vec::new();
        for action in actions {
            match action {
                Action::If(test, then, otherwise) => match facts.answer(test) {
                    Some(true) => out.extend(facts.fold(then)),
                    Some(false) => out.extend(facts.fold(otherwise)),
                    None => {
                        let (then, otherwise) = (facts.fold(then), facts.fold(otherwise));
                        if !(then.is_empty() && otherwise.is_empty()) {
                            out.push(Action::If(test.clone(), then, otherwise));
                        }
                    }
                },
                action => out.push(action.clone()),
            }
            facts.pass(action);
        }
        out
    }

    /// Whether a condition holds, if that is known.
    #[must_use]
    pub(super) fn answer(&self, test: &Test) -> Option<bool> {
        test.answer(|test| match test {
            Test::ContentModelIs(model) => Some(self.content_model? == *model),
            Test::IsEndTag => self.end_tag,
            Test::SelfClosing => self.self_closing,
            Test::HasAttributes => match self.attributes {
                Attributes::None => Some(false),
                Attributes::One | Attributes::Some => Some(true),
                Attributes::Unknown => None,
            },
            Test::DuplicateAttribute => (self.attributes == Attributes::One).then_some(false),
            _ => None,
        })
    }
}
