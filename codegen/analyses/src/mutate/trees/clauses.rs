//! Mutants of steps and conditions.
//!
//! A step is changed to the one that an author might have written in its place, and a condition to its negation, by their sentences: so
//! each mutant reads as tables do, and the loader takes it. Forms without such a neighbour have none but those of their lists.

use super::{Change, Mutator, Site};
use tokenwright_tables::grammar::{Char, Quoted};
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
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
            Clause::Step(step) => self.step(step, of),
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
            self.shorten(any, of, conjunction);
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
        let text = condition.to_string();
        if let C::InScope(_, _, scope) = condition {
            let at = self
                .scopes
                .iter()
                .position(|it| *it == scope.0)
                .unwrap_or(0);
            let other = self.scopes[(at + 1) % self.scopes.len()].clone();
            if self.is_here(|| format!("{of}: `{text}` with {other}")) {
                scope.0 = other;
            }
        }
        let other = match condition {
            C::IsTrue(variable) => Some(C::IsFalse(variable.clone())),
            C::IsFalse(variable) => Some(C::IsTrue(variable.clone())),
            _ => None,
        };
        if let Some(other) = other {
            if self.is_here(|| format!("{of}: `{other}` for `{text}`")) {
                *condition = other;
            }
            return;
        }
        if let C::ModeIs(_, mode) = condition {
            self.mode_name(&mut mode.0, of);
        }
        let negations = [
            (" is not ", " is "),
            (" does not have ", " has "),
            (" was not ", " was "),
        ];
        let mut pairs = negations.into_iter();
        let other = pairs.find_map(|(denial, claim)| {
            let other = match text.contains(denial) {
                true => text.replacen(denial, claim, 1),
                false if text.contains(claim) => text.replacen(claim, denial, 1),
                false => return None,
            };
            C::parse(&other).ok().filter(|it| it.to_string() == other)
        });
        if let Some(other) = other
            && self.is_here(|| format!("{of}: `{other}` for `{text}`"))
        {
            *condition = other;
            return;
        }
        match condition {
            C::InScope(_, elements, _)
            | C::OtherOpen(elements)
            | C::Open(elements)
            | C::Formatting(elements)
            | C::InsideOf(_, _, elements) => self.elements(elements, of),
            C::Node(node, _, elements) => {
                self.node(node, of);
                self.elements(elements, of);
            }
            C::InCategory(node, ..) => self.node(node, of),
            _ => {}
        }
    }

    fn elements(&mut self, elements: &mut Elements, of: &str) {
        match elements {
            Elements::Types { any, .. } => {
                if any.len() > 1 {
                    self.shorten(any, of, ToString::to_string);
                }
                for one in any {
                    if self.is_here(|| format!("{of}: an `hr` element for {one}")) {
                        *one = ElementType::html("hr");
                    }
                }
            }
            Elements::Node(node) => self.node(node, of),
            _ => {}
        }
    }

    fn node(&mut self, node: &mut Expression, of: &str) {
        let other = match node {
            Expression::CurrentNode => Expression::AdjustedCurrentNode,
            Expression::AdjustedCurrentNode => Expression::CurrentNode,
            Expression::HeadPointer => Expression::FormPointer,
            Expression::FormPointer => Expression::HeadPointer,
            Expression::FirstElement => Expression::SecondElement,
            Expression::SecondElement => Expression::FirstElement,
            _ => return,
        };
        if self.is_here(|| format!("{of}: {other} for {node}")) {
            *node = other;
        }
    }

    fn step(&mut self, step: &mut Located<S>, of: &str) {
        let text = step.value.to_string();
        let other = match &mut step.value {
            S::NamedError(_) => Some(S::Error),
            S::Error => Some(S::Ignore),
            S::Return => Some(S::Break),
            S::Break => Some(S::Return),
            S::AppendText(place) => Some(S::InsertText(place.clone())),
            S::EnableFosterParenting => Some(S::DisableFosterParenting),
            S::DisableFosterParenting => Some(S::EnableFosterParenting),
            S::Switch(mode)
            | S::UseMode(mode)
            | S::PushTemplateMode(mode)
            | S::ActAsIn(_, mode) => {
                self.mode_name(&mut mode.0, of);
                None
            }
            S::PopUntil(elements) => {
                self.elements(elements, of);
                None
            }
            S::ActAsIfSeen(Expression::EndTag(name)) => {
                Some(S::ActAsIfSeen(Expression::EmptyTag(name.clone())))
            }
            S::ActAsIfSeen(Expression::EmptyTag(name)) => {
                Some(S::ActAsIfSeen(Expression::EndTag(name.clone())))
            }
            S::ActAsIfSeen(Expression::EndTagOf(node)) => {
                self.node(node, of);
                None
            }
            S::IgnoreNext(_) => Some(S::IgnoreNext(Char(0x21))),
            S::ChangeName(_) => Some(S::ChangeName(Quoted("hr".to_owned()))),
            S::SetHead(node) | S::SetForm(node) | S::Push(node) | S::RemoveFromStack(node) => {
                self.node(node, of);
                None
            }
            S::Let(_, Value::Expression(node)) | S::Set(_, Value::Expression(node)) => {
                self.node(node, of);
                None
            }
            _ => None,
        };
        if let Some(other) = other
            && self.is_here(|| format!("{of}: `{other}` for `{text}`"))
        {
            step.value = other;
        }
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

fn disjunction(any: &[Conjunction]) -> String {
    let any: Vec<String> = any.iter().map(conjunction).collect();
    any.join(" or ")
}

fn conjunction(all: &Conjunction) -> String {
    let all: Vec<String> = all.iter().map(|it| it.value.to_string()).collect();
    all.join(" and ")
}
