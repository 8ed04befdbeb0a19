//! Steps that need a tag, in rows for tokens that are none.
//!
//! A row for all kinds may do so behind a condition, so only rows without a tag are looked at.

use crate::diagnostic::Diagnostic;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::{Elements, Expression, TokenType, TreeStep, Value};
use crate::tree::model::{Callee, Resolved, Row, TreeTables};
use crate::tree::traverse::Visitor;

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let modes = tables.modes.iter().chain(&tables.foreign_content);
    let rows = modes.flat_map(|mode| &mode.rows);
    let rows = rows.filter(|row| !has_tags(row));
    let errors = rows.filter_map(|row| {
        let mut needs = Needs::of(tables);
        tables.visit(&row.body, &mut needs);
        let place = needs.place.filter(|_| !needs.changes_token)?;
        let error = Diagnostic::error(place, "this needs a tag, and no token of the row is one");
        Some(error.also(row.on[0].tokens.place, "the tokens are here"))
    });
    errors.collect()
}

fn has_tags(row: &Row) -> bool {
    let mut on = row.on.iter();
    on.any(|on| {
        [TokenType::StartTag, TokenType::EndTag].map(|it| on.tokens.value.is_for(it)) != [false; 2]
    })
}

/// What steps need of the token that is processed.
struct Needs<'t> {
    tables: &'t TreeTables,
    /// The first step that needs a tag.
    place: Option<Place>,
    /// Whether a step puts another token in its place.
    changes_token: bool,
    /// The algorithms that are visited.
    inside: Vec<usize>,
    /// Whether variables may hold the token.
    is_passed: bool,
}

impl<'t> Needs<'t> {
    fn of(tables: &'t TreeTables) -> Self {
        Needs {
            tables,
            place: None,
            changes_token: false,
            inside: Vec::new(),
            is_passed: false,
        }
    }

    fn is_token(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Token => true,
            Expression::Variable(_) => self.is_passed,
            _ => false,
        }
    }
}

impl Visitor for Needs<'_> {
    fn step(&mut self, step: &Located<TreeStep>) {
        use TreeStep as S;
        match &step.value {
            S::ChangeToken(_) => self.changes_token = true,
            S::ChangeName(_)
            | S::ChangeNameBy(_)
            | S::ChangeAttributesBy(_)
            | S::NamespaceAttributes
            | S::AddAttributes(_)
            | S::AddOtherAttributes(..) => self.place = self.place.or(Some(step.place)),
            _ => {}
        }
    }

    fn elements(&mut self, elements: &Elements, place: Place) {
        if *elements == Elements::SameTagName {
            self.place = self.place.or(Some(place));
        }
    }

    fn expression(&mut self, expression: &Expression, place: Place) {
        let needs = match expression {
            Expression::TagName | Expression::AttributeValue(_) => true,
            Expression::NewElementFor(token, _) => self.is_token(token),
            _ => false,
        };
        if needs {
            self.place = self.place.or(Some(place));
        }
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, place: Place) {
        let Some(Resolved {
            callee: Callee::Algorithm(at),
            arguments,
        }) = resolved
        else {
            return;
        };
        if self.inside.contains(at) {
            return;
        }
        let mut arguments = arguments.iter();
        let mut inner = Needs::of(self.tables);
        inner.is_passed =
            arguments.any(|it| matches!(it, Value::Expression(it) if self.is_token(it)));
        inner.inside.clone_from(&self.inside);
        inner.inside.push(*at);
        self.tables.visit_callee(Callee::Algorithm(*at), &mut inner);
        self.changes_token |= inner.changes_token;
        // The place in the row, and not in the algorithm.
        self.place = self.place.or(inner.place.map(|_| place));
    }
}
