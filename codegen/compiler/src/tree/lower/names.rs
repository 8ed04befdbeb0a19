//! The names of elements that tables mention.

use super::conditions::texts;
use super::is_html;
use std::collections::BTreeSet;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::{ElementType, Expression, TreeCondition, TreeStep};
use tokenwright_tables::tree::model::TreeTables;
use tokenwright_tables::tree::traverse::Visitor;

pub(super) struct Names {
    pub(super) html: Vec<String>,
    pub(super) foreign: Vec<ElementType>,
}

#[derive(Default)]
struct Found {
    names: BTreeSet<String>,
    foreign: BTreeSet<ElementType>,
}

/// Every name that a row or a list mentions.
pub(super) fn collect(tables: &TreeTables) -> Names {
    let mut found = Found::default();
    found
        .names
        .extend(tables.tag_names().map(|it| it.value.clone()));
    tables.visit_all(&mut found);
    for (_, members) in tables.sets.iter().chain(&tables.scopes) {
        members.iter().for_each(|it| found.add(&it.value));
    }
    let lowercase = found.names.iter().map(|name| name.to_ascii_lowercase());
    let lowercase: Vec<String> = lowercase.collect();
    found.names.extend(lowercase);
    Names {
        html: found.names.into_iter().collect(),
        foreign: found.foreign.into_iter().collect(),
    }
}

impl Found {
    fn add(&mut self, of: &ElementType) {
        self.names.insert(of.name.clone());
        if !is_html(of) {
            self.foreign.insert(of.clone());
        }
    }

    fn text(&mut self, text: &str) {
        let is_name = text.starts_with(|c: char| c.is_ascii_lowercase());
        if is_name && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            self.names.insert(text.to_owned());
        }
    }
}

impl Visitor for Found {
    fn step(&mut self, step: &tokenwright_tables::model::Located<TreeStep>) {
        if let TreeStep::ChangeName(name) = &step.value {
            self.text(&name.0);
        }
    }

    fn condition(&mut self, condition: &TreeCondition, _: Place) {
        if let TreeCondition::TagNameIs(_, names) = condition {
            texts(names).iter().for_each(|name| self.text(name));
        }
    }

    fn element(&mut self, of: &ElementType, _: Place) {
        self.add(of);
    }

    fn expression(&mut self, expression: &Expression, _: Place) {
        match expression {
            Expression::Text(text) => self.text(&text.0),
            Expression::EmptyTag(name) | Expression::EndTag(name) => self.text(&name.0),
            _ => {}
        }
    }
}
