//! Steps and conditions that need a token of a kind, in rows to which others come.
//!
//! The steps of a row are followed for each kind of token that may come to it. A condition that asks for the kind decides
//! which branch is followed; all others may hold or not.

use super::flow::{is_end_tag, is_named};
use super::rows::{KINDS, asks_doctype};
use crate::diagnostic::Diagnostic;
use crate::grammar::Is;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::{Elements, Expression, TokenType as T, TreeCondition, TreeStep, Value};
use crate::tree::model::{
    Callee, Clause, Conjunction, Mode, On, Resolved, STOP, Test, Tokens, TreeTables,
};
use crate::tree::token::Token;
use crate::tree::traverse::Visitor;
use std::slice::from_ref;

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for mode in tables.all_modes() {
        for (at, row) in mode.rows.iter().enumerate() {
            let kinds = KINDS.into_iter().filter(|kind| comes(mode, at, *kind));
            let kinds: Vec<T> = kinds.collect();
            let faults = kinds.iter().filter_map(|kind| {
                let mut needs = Needs::of(tables, mode, *kind);
                needs.body(&row.body);
                let (place, needed) = needs.fault?;
                let message = match kinds.iter().any(|it| needed.kinds().contains(it)) {
                    true => format!("this needs {needed}, and {kind} may come here"),
                    false => format!("this needs {needed}, and no token of the row is one"),
                };
                let error = Diagnostic::error(place, message);
                Some(error.also(row.on[0].tokens.place, "the tokens are here"))
            });
            found.extend(faults.take(1));
        }
    }
    found
}

/// Whether a token of a kind may come to a row.
fn comes(mode: &Mode, row: usize, kind: T) -> bool {
    let tokens: Vec<Token<'_>> = match kind {
        T::StartTag => vec![Token::StartTag(None)],
        T::EndTag => vec![Token::EndTag(None)],
        T::Character => [0x61, 0x10_FFFF].map(Token::Character).to_vec(),
        other => vec![Token::Other(other)],
    };
    let is_never = mode.never.iter().any(|it| it.value == kind);
    let is_for = |on: &On| match &on.tokens.value {
        // Of some tags or characters, those that no row above is for.
        Tokens::AnythingElse => !is_never && tokens.iter().any(|it| leaves(mode, row, *it)),
        tokens => tokens.is_for(kind),
    };
    let may = |on: &On| {
        !on.when
            .iter()
            .any(|it| decided(&it.value, kind) == Some(false))
    };
    mode.rows[row].on.iter().any(|on| is_for(on) && may(on))
}

/// Whether the rows above leave a token.
fn leaves(mode: &Mode, row: usize, token: Token<'_>) -> bool {
    mode.rows_for(token).any(|(at, _)| at == row)
}

/// Whether a condition holds for each token of a kind, or for none.
fn decided(test: &Test, kind: T) -> Option<bool> {
    match test {
        Test::Condition(TreeCondition::True) => Some(true),
        Test::Condition(TreeCondition::TokenIs(is, of)) => Some((*of == kind) == (*is == Is::Is)),
        _ => None,
    }
}

/// What steps need of the token that is processed.
struct Needs<'t> {
    tables: &'t TreeTables,
    /// The mode of the row.
    mode: &'t Mode,
    kind: T,
    /// The first step that needs another kind.
    fault: Option<(Place, Needed)>,
    /// Whether a step puts another token in its place.
    is_changed: bool,
    /// The rows and algorithms that are followed.
    inside: Vec<&'t [Clause]>,
    /// The definitions that are.
    definitions: Vec<usize>,
    /// Whether variables may hold the token.
    is_passed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needed {
    Tag,
    Kind(T),
}

impl Needed {
    fn kinds(&self) -> &[T] {
        match self {
            Needed::Tag => &[T::StartTag, T::EndTag],
            Needed::Kind(kind) => from_ref(kind),
        }
    }
}

impl std::fmt::Display for Needed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Needed::Tag => f.write_str("a tag"),
            Needed::Kind(kind) => kind.fmt(f),
        }
    }
}

impl<'t> Needs<'t> {
    fn of(tables: &'t TreeTables, mode: &'t Mode, kind: T) -> Self {
        Needs {
            tables,
            mode,
            kind,
            fault: None,
            is_changed: false,
            inside: Vec::new(),
            definitions: Vec::new(),
            is_passed: false,
        }
    }

    fn need(&mut self, needed: Needed, place: Place) {
        if !self.is_changed && !needed.kinds().contains(&self.kind) {
            self.fault = self.fault.or(Some((place, needed)));
        }
    }

    fn is_token(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Token => true,
            Expression::Variable(_) => self.is_passed,
            _ => false,
        }
    }

    /// Follows steps; returns whether nothing behind them runs.
    fn body(&mut self, body: &'t [Clause]) -> bool {
        let mut is_ended = false;
        for clause in body {
            if is_ended && !matches!(clause, Clause::Label(_)) {
                continue;
            }
            is_ended = self.clause_ends(clause);
        }
        is_ended
    }

    fn clause_ends(&mut self, clause: &'t Clause) -> bool {
        let tables = self.tables;
        match clause {
            Clause::If {
                any,
                then,
                otherwise,
            } => match self.any(any) {
                Some(true) => self.body(then),
                Some(false) => self.body(otherwise),
                None => {
                    let is_changed = self.is_changed;
                    let end = self.body(then);
                    let changed = std::mem::replace(&mut self.is_changed, is_changed);
                    let other = self.body(otherwise);
                    self.is_changed |= changed;
                    end && other
                }
            },
            Clause::While { all, body } => {
                if self.all(all) != Some(false) {
                    self.body(body);
                }
                false
            }
            Clause::Label(_) => false,
            Clause::Call(sentence) => {
                tables.visit(from_ref(clause), self);
                sentence.value == STOP
            }
            Clause::Step(step) => {
                tables.visit(from_ref(clause), self);
                step.value.leaves()
            }
        }
    }

    /// Follows alternatives; returns whether one holds, if the kind decides that.
    fn any(&mut self, any: &[Conjunction]) -> Option<bool> {
        let mut holds = Some(false);
        for all in any {
            match self.all(all) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => holds = None,
            }
        }
        holds
    }

    /// Follows conditions up to one that does not hold.
    fn all(&mut self, all: &[Located<Test>]) -> Option<bool> {
        let mut holds = Some(true);
        for test in all {
            self.tables.visit_tests(from_ref(test), self);
            match decided(&test.value, self.kind).filter(|_| !self.is_changed) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => holds = None,
            }
        }
        holds
    }

    /// Follows the row of an entry.
    fn entry(&mut self, mode: Option<&'t Mode>, is_it: impl Fn(&Tokens) -> bool, place: Place) {
        let rows = mode.into_iter().flat_map(|mode| &mode.rows);
        let mut rows = rows.filter(|row| row.on.iter().any(|on| is_it(&on.tokens.value)));
        if let (Some(mode), Some(row)) = (mode, rows.next()) {
            self.inner((mode, false), &row.body, place);
        }
    }

    /// Follows what a step runs. What is needed there is needed at the step.
    fn inner(&mut self, (mode, is_passed): (&'t Mode, bool), body: &'t [Clause], place: Place) {
        if self.inside.iter().any(|it| std::ptr::eq(*it, body)) {
            return;
        }
        let mut inner = Needs::of(self.tables, mode, self.kind);
        inner.is_passed = is_passed;
        inner.is_changed = self.is_changed;
        inner.inside.clone_from(&self.inside);
        inner.inside.push(body);
        inner.body(body);
        self.is_changed = inner.is_changed;
        self.fault = self
            .fault
            .or(inner.fault.map(|(_, needed)| (place, needed)));
    }
}

impl Visitor for Needs<'_> {
    fn step(&mut self, step: &Located<TreeStep>) {
        use TreeStep as S;
        let tables = self.tables;
        let mode = |name: &str| tables.mode(name).map(|at| &tables.modes[at]);
        let needed = match &step.value {
            S::ChangeToken(_) => {
                self.is_changed = true;
                return;
            }
            S::ActAs(entry) => return self.entry(Some(self.mode), is_named(&entry.0), step.place),
            S::ActAsIn(entry, of) => {
                return self.entry(mode(&of.0), is_named(&entry.0), step.place);
            }
            S::ActAsEndTag(name) => {
                let is_it = |tokens: &Tokens| is_end_tag(tokens, &name.0);
                return self.entry(Some(self.mode), is_it, step.place);
            }
            S::ChangeName(_)
            | S::ChangeNameBy(_)
            | S::ChangeAttributesBy(_)
            | S::NamespaceAttributes
            | S::AddAttributes(_)
            | S::AddOtherAttributes(..) => Needed::Tag,
            S::AppendPending => Needed::Kind(T::Character),
            S::AppendDoctype => Needed::Kind(T::Doctype),
            S::InsertComment(_) => Needed::Kind(T::Comment),
            S::InsertInstruction(_) => Needed::Kind(T::ProcessingInstruction),
            _ => return,
        };
        self.need(needed, step.place);
    }

    fn condition(&mut self, condition: &TreeCondition, place: Place) {
        use TreeCondition as C;
        let needed = match condition {
            C::TagNameIs(..) | C::HasAttribute(_) => Needed::Tag,
            _ if asks_doctype(condition) => Needed::Kind(T::Doctype),
            _ => return,
        };
        self.need(needed, place);
    }

    fn elements(&mut self, elements: &Elements, place: Place) {
        if *elements == Elements::SameTagName {
            self.need(Needed::Tag, place);
        }
    }

    fn expression(&mut self, expression: &Expression, place: Place) {
        let needed = match expression {
            Expression::TagName | Expression::AttributeValue(_) => Needed::Tag,
            Expression::NewElementFor(token, _) if self.is_token(token) => Needed::Tag,
            Expression::Character => Needed::Kind(T::Character),
            _ => return,
        };
        self.need(needed, place);
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, place: Place) {
        let Some(Resolved { callee, arguments }) = resolved else {
            return;
        };
        let tables = self.tables;
        match *callee {
            Callee::Algorithm(at) => {
                let mut arguments = arguments.iter();
                let is_passed =
                    arguments.any(|it| matches!(it, Value::Expression(it) if self.is_token(it)));
                let body = &tables.algorithms[at].body;
                self.inner((self.mode, is_passed), body, place);
            }
            Callee::Definition(at) if !self.definitions.contains(&at) => {
                let fault = self.fault;
                self.definitions.push(at);
                self.any(&tables.definitions[at].any);
                self.definitions.pop();
                // What is needed there is needed here.
                if let (None, Some((_, needed))) = (fault, self.fault) {
                    self.fault = Some((place, needed));
                }
            }
            Callee::Definition(_) | Callee::Output(_) | Callee::Question(_) => {}
        }
    }
}
