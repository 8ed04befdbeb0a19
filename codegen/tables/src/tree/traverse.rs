//! One traversal of steps, conditions and expressions, for everything that asks about them.
//!
//! It follows calls to their arguments and not into their bodies: who wants those asks for them. What is in a sentence follows
//! from the types and the names of its holes, so that no form can be forgotten.

use super::grammar::{ElementType, Elements, Expression, TreeCondition, TreeStep, Value};
use super::model::{Callee, Clause, Conjunction, Resolved, Test, TreeTables, nested, steps};
use super::types::Owner;
use crate::grammar::{Holes, Quoted, Word};
use crate::model::Located;
use crate::source::Place;
use std::any::Any;

/// What a list of the tables has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The elements of a category.
    Set,
    /// The elements at which a scope ends.
    Scope,
    /// Identifiers of DOCTYPE tokens.
    Identifiers,
    /// Names with those that replace them.
    Pairs,
}

impl List {
    /// Every kind.
    pub const ALL: [List; 4] = [List::Set, List::Scope, List::Identifiers, List::Pairs];

    /// The list whose name is in a hole; none if the hole holds the name of something else.
    #[must_use]
    pub fn in_hole(hole: &str) -> Option<Self> {
        match hole {
            "set" => Some(List::Set),
            "scope" => Some(List::Scope),
            "list" => Some(List::Identifiers),
            "table" => Some(List::Pairs),
            _ => None,
        }
    }
}

/// What a traversal sees. The default of every method does nothing.
pub trait Visitor {
    /// A clause, before what is in it.
    fn clause(&mut self, clause: &Clause) {
        let _ = clause;
    }

    /// A step.
    fn step(&mut self, step: &Located<TreeStep>) {
        let _ = step;
    }

    /// A call of an algorithm, an output, a definition or a question; `None` if nothing has such a name.
    fn call(&mut self, sentence: &str, resolved: Option<&Resolved>, place: Place) {
        let _ = (sentence, resolved, place);
    }

    /// A condition of the table language.
    fn condition(&mut self, condition: &TreeCondition, place: Place) {
        let _ = (condition, place);
    }

    /// The name of an insertion mode, in a step or a condition.
    fn mode(&mut self, name: &str, place: Place) {
        let _ = (name, place);
    }

    /// The name of a list that is asked for.
    fn list(&mut self, list: List, name: &str, place: Place) {
        let _ = (list, name, place);
    }

    /// The type of an element, alone or in a set.
    fn element(&mut self, element: &ElementType, place: Place) {
        let _ = (element, place);
    }

    /// A set of elements.
    fn elements(&mut self, elements: &Elements, place: Place) {
        let _ = (elements, place);
    }

    /// An expression, before those in it.
    fn expression(&mut self, expression: &Expression, place: Place) {
        let _ = (expression, place);
    }
}

impl TreeTables {
    /// The names of all lists of a kind.
    #[must_use]
    pub fn lists(&self, of: List) -> Vec<&Located<String>> {
        fn names<T>(lists: &[(Located<String>, T)]) -> Vec<&Located<String>> {
            lists.iter().map(|(name, _)| name).collect()
        }
        match of {
            List::Set => names(&self.sets),
            List::Scope => names(&self.scopes),
            List::Identifiers => names(&self.identifiers),
            List::Pairs => names(&self.pairs),
        }
    }

    /// All that a sentence can call, with its name.
    pub fn callees(&self) -> impl Iterator<Item = (Callee, &Located<String>)> {
        let algorithms = self.algorithms.iter().enumerate();
        let algorithms = algorithms.map(|(at, it)| (Callee::Algorithm(at), &it.name));
        let definitions = self.definitions.iter().enumerate();
        let definitions = definitions.map(|(at, it)| (Callee::Definition(at), &it.name));
        let questions = self.questions.iter().enumerate();
        let questions = questions.map(|(at, it)| (Callee::Question(at), &it.name));
        let outputs = self.outputs.iter().enumerate();
        let outputs = outputs.map(|(at, it)| (Callee::Output(at), &it.name));
        let callees = algorithms.chain(definitions);
        callees.chain(questions).chain(outputs)
    }

    /// The name of what a sentence calls.
    #[must_use]
    pub fn name_of(&self, callee: Callee) -> &Located<String> {
        match callee {
            Callee::Algorithm(at) => &self.algorithms[at].name,
            Callee::Definition(at) => &self.definitions[at].name,
            Callee::Question(at) => &self.questions[at].name,
            Callee::Output(at) => &self.outputs[at].name,
        }
    }

    /// The insertion mode for foreign content, in tables in which it is one: there, what is not foreign is processed by the rules of
    /// the secondary insertion mode.
    #[must_use]
    pub fn foreign_mode(&self) -> Option<usize> {
        self.modes.iter().position(|mode| {
            // Each parser asks, so no sentence is resolved for it.
            let mut steps = mode.rows.iter().flat_map(|row| steps(&row.body));
            steps.any(|step| step.value == TreeStep::UseSecondaryMode)
        })
    }

    /// Whether a condition asks if a token was ignored. Otherwise `ignore the token` does nothing.
    #[must_use]
    pub fn asks_whether_ignored(&self) -> bool {
        // Compilers ask at each step, so no sentence is resolved for it.
        let clauses = self.bodies().flat_map(|(_, body)| nested(body));
        let mut tests = clauses.flat_map(Clause::conditions).flatten();
        tests.any(|test| matches!(test.value, Test::Condition(TreeCondition::WasIgnored(_))))
    }

    /// Visits every condition and step: those of rows, of algorithms and of definitions.
    pub fn visit_all(&self, visitor: &mut impl Visitor) {
        self.visit_owned(visitor, |_, _| {});
    }

    /// The same; `enter` has the owner of what is visited next.
    pub fn visit_owned<V: Visitor>(&self, visitor: &mut V, mut enter: impl FnMut(&mut V, Owner)) {
        for (mode, of) in self.all_modes().enumerate() {
            for (row, of) in of.rows.iter().enumerate() {
                enter(visitor, Owner::Row(mode, row));
                for on in &of.on {
                    self.visit_tests(&on.when, visitor);
                }
                self.visit(&of.body, visitor);
            }
        }
        for (at, algorithm) in self.algorithms.iter().enumerate() {
            enter(visitor, Owner::Algorithm(at));
            self.visit(&algorithm.body, visitor);
        }
        for (at, definition) in self.definitions.iter().enumerate() {
            enter(visitor, Owner::Definition(at));
            self.visit_any(&definition.any, visitor);
        }
    }

    /// Visits a list of clauses and all that is in it, in order.
    pub fn visit(&self, body: &[Clause], visitor: &mut impl Visitor) {
        for clause in body {
            visitor.clause(clause);
            match clause {
                Clause::Step(step) => {
                    visitor.step(step);
                    self.visit_holes(step.value.holes(), step.place, visitor);
                }
                Clause::Call(sentence) => {
                    let resolved = self.step(sentence);
                    self.visit_call(sentence, resolved, sentence.place, visitor);
                }
                Clause::If { .. } | Clause::While { .. } | Clause::Label(_) => {}
            }
            self.visit_any(clause.conditions(), visitor);
            for body in clause.bodies() {
                self.visit(body, visitor);
            }
        }
    }

    /// Visits alternatives and all that is in them.
    pub fn visit_any(&self, any: &[Conjunction], visitor: &mut impl Visitor) {
        any.iter().for_each(|all| self.visit_tests(all, visitor));
    }

    /// Visits conditions and all that is in them.
    pub fn visit_tests(&self, all: &[Located<Test>], visitor: &mut impl Visitor) {
        for test in all {
            match &test.value {
                Test::Condition(condition) => {
                    visitor.condition(condition, test.place);
                    self.visit_holes(condition.holes(), test.place, visitor);
                }
                Test::Defined { sentence, .. } => {
                    let resolved = self.condition(sentence);
                    self.visit_call(sentence, resolved, test.place, visitor);
                }
            }
        }
    }

    /// Visits the body of what is called, if the tables have one.
    pub fn visit_callee(&self, callee: Callee, visitor: &mut impl Visitor) {
        match callee {
            Callee::Algorithm(at) => self.visit(&self.algorithms[at].body, visitor),
            Callee::Definition(at) => self.visit_any(&self.definitions[at].any, visitor),
            Callee::Output(_) | Callee::Question(_) => {}
        }
    }

    fn visit_call(
        &self,
        sentence: &str,
        resolved: Option<Resolved>,
        place: Place,
        visitor: &mut impl Visitor,
    ) {
        visitor.call(sentence, resolved.as_ref(), place);
        for value in resolved.iter().flat_map(|it| &it.arguments) {
            self.visit_value(value, place, visitor);
        }
    }

    /// Visits a value and all that is in it.
    pub fn visit_value(&self, value: &Value, place: Place, visitor: &mut impl Visitor) {
        match value {
            Value::Expression(expression) => self.visit_expression(expression, place, visitor),
            Value::Call(call) => self.visit_call(&call.0, self.step(&call.0), place, visitor),
        }
    }

    fn visit_holes(&self, holes: Holes<'_>, place: Place, visitor: &mut impl Visitor) {
        for (name, hole) in holes {
            if let Some(expression) = hole.downcast_ref() {
                self.visit_expression(expression, place, visitor);
            } else if let Some(value) = hole.downcast_ref() {
                self.visit_value(value, place, visitor);
            } else if let Some(elements) = hole.downcast_ref() {
                self.visit_elements(elements, place, visitor);
            } else if let Some(element) = hole.downcast_ref() {
                visitor.element(element, place);
            } else if let Some(mode) = mode_in(name, hole) {
                visitor.mode(mode, place);
            } else if let (Some(list), Some(Word(word))) =
                (List::in_hole(name), hole.downcast_ref())
            {
                visitor.list(list, word, place);
            }
        }
    }

    fn visit_elements(&self, elements: &Elements, place: Place, visitor: &mut impl Visitor) {
        visitor.elements(elements, place);
        match elements {
            Elements::Node(expression) | Elements::TagName(expression) => {
                self.visit_expression(expression, place, visitor);
            }
            Elements::Types { any, .. } => any.iter().for_each(|of| visitor.element(of, place)),
            Elements::InNamespace(_) | Elements::SameTagName => {}
        }
    }

    fn visit_expression(&self, expression: &Expression, place: Place, visitor: &mut impl Visitor) {
        visitor.expression(expression, place);
        self.visit_holes(expression.holes(), place, visitor);
    }
}

/// The name of an insertion mode, if a hole holds one.
fn mode_in<'s>(hole: &str, contents: &'s dyn Any) -> Option<&'s str> {
    let Quoted(mode) = contents.downcast_ref().filter(|_| hole == "mode")?;
    Some(mode)
}

/// The contents of one type, with the names of their holes.
pub(super) fn of_type<'s, T: 'static>(
    holes: Holes<'s>,
) -> impl Iterator<Item = (&'static str, &'s T)> {
    let typed = |(name, hole): (&'static str, &'s dyn Any)| Some((name, hole.downcast_ref()?));
    holes.into_iter().filter_map(typed)
}

impl TreeStep {
    /// Whether no step of its list follows it.
    #[must_use]
    pub fn leaves(&self) -> bool {
        matches!(
            self,
            TreeStep::Break
                | TreeStep::Continue
                | TreeStep::Return
                | TreeStep::ReturnValue(_)
                | TreeStep::Jump(_)
        )
    }

    /// The name of the insertion mode in its hole.
    #[must_use]
    pub fn mode_name(&self) -> Option<&str> {
        let mut holes = self.holes().into_iter();
        holes.find_map(|(name, hole)| mode_in(name, hole))
    }
}

impl Expression {
    /// The expressions in its holes.
    #[must_use]
    pub fn inner(&self) -> Vec<&Expression> {
        of_type(self.holes()).map(|(_, inner)| inner).collect()
    }
}
