//! Mutants of steps and conditions.
//!
//! A step is changed to the one that an author might have written in its place, and a condition to its negation. What is in their holes
//! is changed by its type and the names of the holes, so that no form can be forgotten. Each mutant reads as tables do, and the loader
//! takes it.

use super::super::{disjunction, next};
use super::{Change, Mutator, Site};
use std::fmt::Display;
use tokenwright_tables::english::conjunction;
use tokenwright_tables::grammar::{Char, HolesMut, Quoted, Word};
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::List;
use tokenwright_tables::tree::grammar::{
    ElementType, Elements, Expression, TreeCondition as C, TreeStep as S, Value,
};
use tokenwright_tables::tree::model::{Clause, Conjunction, Test};

impl Mutator<'_> {
    pub(super) fn list(&mut self, list: &mut Vec<Clause>, of: &str) {
        let outside = self.site.clone();
        for at in 0..list.len() {
            self.site = place(&list[at]).map_or_else(|| outside.clone(), Site::Clause);
            if self.is_here(|| format!("{of}: without `{}`", said(&list[at]))) {
                list.remove(at);
                return;
            }
            if at + 1 < list.len()
                && list[at] != list[at + 1]
                && self.is_here(|| format!("{of}: `{}` after the next", said(&list[at])))
            {
                self.change = Change::Swapped(Box::new([list[at].clone(), list[at + 1].clone()]));
                list.swap(at, at + 1);
                return;
            }
            if self.is_here(|| format!("{of}: `{}` twice", said(&list[at]))) {
                self.change = Change::Twice(list[at].clone());
                list.insert(at, list[at].clone());
                return;
            }
            self.clause(&mut list[at], of);
            if self.made.is_some() {
                return;
            }
        }
        self.site = outside;
    }

    fn clause(&mut self, clause: &mut Clause, of: &str) {
        match clause {
            Clause::Step(step) => self.step(&mut step.value, of),
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                let is_other = then != otherwise;
                if is_other
                    && self
                        .is_here(|| format!("{of}: branches of `if {}` swapped", disjunction(any)))
                {
                    std::mem::swap(then, otherwise);
                    return;
                }
                self.any(any, of);
                self.list(then, of);
                self.list(otherwise, of);
            }
            Clause::While { all, body } => {
                self.all(all, of);
                self.list(body, of);
            }
            Clause::Call(_) | Clause::Label(_) => {}
        }
    }

    pub(super) fn any(&mut self, any: &mut Vec<Conjunction>, of: &str) {
        if any.len() > 1 {
            self.shorten(any, of, |all| conjunction(all));
        }
        for all in any {
            self.all(all, of);
        }
    }

    pub(super) fn all(&mut self, all: &mut Conjunction, of: &str) {
        if all.len() > 1 {
            self.shorten(all, of, |it| it.value.to_string());
        }
        for test in all {
            match &mut test.value {
                Test::Defined { sentence, negated } => {
                    if self.is_here(|| format!("{of}: `{sentence}` denied or affirmed")) {
                        *negated = !*negated;
                    }
                }
                Test::Condition(condition) => self.condition(condition, of),
            }
        }
    }

    fn condition(&mut self, condition: &mut C, of: &str) {
        let other = match condition {
            C::IsTrue(variable) => Some(C::IsFalse(variable.clone())),
            C::IsFalse(variable) => Some(C::IsTrue(variable.clone())),
            _ => condition.negated(),
        };
        if let Some(other) = other {
            self.replace(condition, other, of);
        }
        let text = condition.to_string();
        self.holes(condition.holes_mut(), &text, of);
    }

    fn step(&mut self, step: &mut S, of: &str) {
        let other = match step {
            S::NamedError(_) => Some(S::Error),
            S::Error => Some(S::Ignore),
            S::Return => Some(S::Break),
            S::Break => Some(S::Return),
            S::AppendText(place) => Some(S::InsertText(place.clone())),
            S::EnableFosterParenting => Some(S::DisableFosterParenting),
            S::DisableFosterParenting => Some(S::EnableFosterParenting),
            _ => None,
        };
        if let Some(other) = other {
            self.replace(step, other, of);
        }
        let text = step.to_string();
        self.holes(step.holes_mut(), &text, of);
    }

    /// What is in the holes of a sentence, by its type and the names of the holes.
    fn holes(&mut self, holes: HolesMut<'_>, text: &str, of: &str) {
        for (name, hole) in holes {
            if let Some(expression) = hole.downcast_mut::<Expression>() {
                self.expression(expression, of);
            } else if let Some(value) = hole.downcast_mut::<Value>() {
                if let Value::Expression(expression) = value {
                    self.expression(expression, of);
                }
            } else if let Some(elements) = hole.downcast_mut::<Elements>() {
                self.elements(elements, of);
            } else if let Some(element) = hole.downcast_mut::<ElementType>() {
                self.element(element, of);
            } else if let Some(char) = hole.downcast_mut::<Char>() {
                self.fill(char, Char(0x21), text, of);
            } else if let Some(quoted) = hole.downcast_mut::<Quoted>() {
                match name {
                    "mode" => self.mode_name(&mut quoted.0, of),
                    "name" => self.fill(quoted, Quoted("hr".to_owned()), text, of),
                    _ => {}
                }
            } else if let (Some(list), Some(Word(word))) =
                (List::in_hole(name), hole.downcast_mut::<Word>())
                && let Some(other) = next(self.tables.lists(list).into_iter(), word)
            {
                self.fill(word, other, text, of);
            }
        }
    }

    fn elements(&mut self, elements: &mut Elements, of: &str) {
        match elements {
            Elements::Types { any, .. } => {
                if any.len() > 1 {
                    self.shorten(any, of, ToString::to_string);
                }
                for one in any {
                    self.element(one, of);
                }
            }
            Elements::Node(node) | Elements::TagName(node) => self.expression(node, of),
            Elements::InNamespace(_) | Elements::SameTagName => {}
        }
    }

    fn element(&mut self, element: &mut ElementType, of: &str) {
        if self.is_here(|| format!("{of}: an `hr` element for {element}")) {
            *element = ElementType::html("hr");
        }
    }

    fn replace<T: Display>(&mut self, old: &mut T, new: T, of: &str) {
        if self.is_here(|| format!("{of}: `{new}` for `{old}`")) {
            *old = new;
        }
    }

    /// Puts something else into a hole of a sentence.
    fn fill<T: Display>(&mut self, hole: &mut T, new: T, text: &str, of: &str) {
        if self.is_here(|| format!("{of}: `{text}` with {new}")) {
            *hole = new;
        }
    }

    fn expression(&mut self, expression: &mut Expression, of: &str) {
        let other = match expression {
            Expression::CurrentNode => Some(Expression::AdjustedCurrentNode),
            Expression::AdjustedCurrentNode => Some(Expression::CurrentNode),
            Expression::HeadPointer => Some(Expression::FormPointer),
            Expression::FormPointer => Some(Expression::HeadPointer),
            Expression::FirstElement => Some(Expression::SecondElement),
            Expression::SecondElement => Some(Expression::FirstElement),
            Expression::EmptyTag(name) => Some(Expression::EndTag(name.clone())),
            Expression::EndTag(name) => Some(Expression::EmptyTag(name.clone())),
            _ => None,
        };
        if let Some(other) = other {
            self.replace(expression, other, of);
        }
        let text = expression.to_string();
        self.holes(expression.holes_mut(), &text, of);
    }
}

/// Where a clause is: the place of its sentence, or of its first condition; none of a loop without a condition.
#[must_use]
pub fn place(clause: &Clause) -> Option<Place> {
    match clause {
        Clause::Step(step) => Some(step.place),
        Clause::Call(sentence) => Some(sentence.place),
        Clause::Label(label) => Some(label.place),
        Clause::If { any, .. } => place_of(any),
        Clause::While { all, .. } => place_of(std::slice::from_ref(all)),
    }
}

/// Where conditions are: the place of the first.
#[must_use]
pub fn place_of(any: &[Conjunction]) -> Option<Place> {
    any.iter().flatten().next().map(|test| test.place)
}

fn said(clause: &Clause) -> String {
    match clause {
        Clause::Step(step) => step.value.to_string(),
        Clause::Call(sentence) => sentence.value.clone(),
        Clause::If { any, .. } => format!("if {}", disjunction(any)),
        Clause::While { all, .. } => format!("while {}", conjunction(all)),
        Clause::Label(label) => format!("label {}", label.value),
    }
}
