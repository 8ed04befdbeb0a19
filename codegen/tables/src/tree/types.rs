//! Types: a variable is one kind of thing, and each hole gets what it needs.
//!
//! The tables say of no variable what it is; its uses do. A use may be in an algorithm that is called, so that all bodies are visited
//! until the types stay the same. What contradicts them then is a mistake. A parameter without a use has no type, whatever callers
//! pass.

use super::grammar::{Elements, Expression, TreeCondition, TreeStep, Value, Variable};
use super::model::{Callee, IGNORED, Resolved, TreeTables, parameters};
use super::traverse::{Visitor, of_type};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Holes, named};
use crate::model::Located;
use crate::source::Place;
use std::collections::BTreeMap;

named! {
    /// What a variable or an expression is.
    Type {
        /// A node, null, or an entry of the list of active formatting elements.
        Node = "a node",
        Location = "a place in the tree",
        /// A noted position in the list of active formatting elements.
        Position = "a position in the list",
        Token = "a token",
        Namespace = "a namespace",
        Text = "a text",
        Number = "a number",
        Flag = "true or false",
    }
}

/// Who has variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// An algorithm, by its index.
    Algorithm(usize),
    /// A definition, by its index.
    Definition(usize),
    /// A row of a mode, by their indices; foreign content is the last mode.
    Row(usize, usize),
    /// A question or an output. The document gets the arguments, so each use has to pass the same.
    Outside(Callee),
}

/// What a variable is, by its uses.
#[derive(Clone, Debug, Default)]
struct Uses {
    /// By the first use that says so.
    known: Option<Type>,
    /// The uses of the last round.
    all: Vec<(Type, Place)>,
}

impl Uses {
    /// Notes a use. Returns whether it is the first that says what the variable is.
    fn add(&mut self, with: Type, place: Place) -> bool {
        self.all.push((with, place));
        self.known.replace(self.known.unwrap_or(with)).is_none()
    }

    /// The places of the uses that differ from most.
    fn contradictions(&self, name: &str, verb: &str) -> Vec<Diagnostic> {
        let count = |of: Type| self.all.iter().filter(|(it, _)| *it == of).count();
        // Of several that are as frequent, the first.
        let types = self.all.iter().rev().map(|(it, _)| *it);
        let Some(most) = types.max_by_key(|it| count(*it)) else {
            return Vec::new();
        };
        let others = self.all.iter().filter(|(it, _)| *it != most);
        let found = others.map(|(other, place)| {
            let message = format!("`{name}` {verb} {other} here, and {most} elsewhere");
            Diagnostic::error(*place, message)
        });
        found.collect()
    }
}

/// What the variables of tables are, and what their algorithms return.
#[derive(Debug)]
pub struct Types {
    variables: BTreeMap<(Owner, String), Uses>,
    results: BTreeMap<usize, Uses>,
    /// What is none of these: an expression in a hole for another type.
    misplaced: Vec<Diagnostic>,
}

impl Types {
    /// Finds the types in some tables.
    #[must_use]
    pub fn of(tables: &TreeTables) -> Self {
        let mut inference = Inference {
            tables,
            owner: Owner::Row(0, 0),
            types: Types {
                variables: BTreeMap::new(),
                results: BTreeMap::new(),
                misplaced: Vec::new(),
            },
            is_changed: false,
            is_settled: false,
        };
        // Each round adds a type; they are as many as variables and results.
        loop {
            inference.is_changed = false;
            inference.visit();
            if !inference.is_changed && std::mem::replace(&mut inference.is_settled, true) {
                return inference.types;
            }
        }
    }

    /// What a variable is; none if nothing says so.
    #[must_use]
    pub fn variable(&self, owner: Owner, name: &str) -> Option<Type> {
        self.variables.get(&(owner, name.to_owned()))?.known
    }

    /// What an algorithm returns, if it does.
    #[must_use]
    pub fn result(&self, algorithm: usize) -> Option<Type> {
        self.results.get(&algorithm)?.known
    }

    /// What an expression is.
    #[must_use]
    pub fn expression(&self, owner: Owner, expression: &Expression) -> Option<Type> {
        match expression {
            Expression::Variable(variable) => self.variable(owner, &variable.0),
            other => result(other),
        }
    }

    /// The uses that contradict others.
    #[must_use]
    pub fn contradictions(&self, tables: &TreeTables) -> Vec<Diagnostic> {
        let mut found = self.misplaced.clone();
        for ((_, name), uses) in &self.variables {
            found.extend(uses.contradictions(name, "is"));
        }
        for (at, uses) in &self.results {
            let name = &tables.algorithms[*at].name.value;
            found.extend(uses.contradictions(name, "returns"));
        }
        found
    }
}

/// One way to them.
struct Inference<'t> {
    tables: &'t TreeTables,
    owner: Owner,
    types: Types,
    is_changed: bool,
    /// Whether what the uses say is known.
    is_settled: bool,
}

/// What an expression is, if it says so itself.
fn result(expression: &Expression) -> Option<Type> {
    use Expression as E;
    Some(match expression {
        E::Variable(_) => return None,
        E::CurrentNode
        | E::AdjustedCurrentNode
        | E::ContextElement
        | E::NearestOfContext(_)
        | E::HeadPointer
        | E::FormPointer
        | E::Document
        | E::NewElement
        | E::FirstElement
        | E::SecondElement
        | E::LastOpen(_)
        | E::Above(_)
        | E::TopmostBelow(..)
        | E::LastFormatting(_)
        | E::LastFormattingNamed(_)
        | E::EarliestLike(_)
        | E::LastEntry
        | E::EntryBefore(_)
        | E::EntryAfter(_)
        | E::NodeOf(_)
        | E::NewElementFor(..)
        | E::Null => Type::Node,
        E::InsideContents(_) | E::Inside(_) | E::Before(_) => Type::Location,
        E::PositionOf(_) | E::PositionAfter(_) => Type::Position,
        E::TokenOf(_) | E::EmptyTag(_) | E::EndTag(_) | E::EndTagOf(_) | E::Token => Type::Token,
        E::InNamespace(_) | E::NamespaceOf(_) => Type::Namespace,
        E::AttributeValue(_) | E::TagName | E::Character | E::Pending | E::Text(_) | E::Char(_) => {
            Type::Text
        }
        E::Number(_) => Type::Number,
        E::True | E::False => Type::Flag,
    })
}

impl Inference<'_> {
    fn visit(&mut self) {
        let tables = self.tables;
        self.types.misplaced.clear();
        let uses = self.types.variables.values_mut();
        uses.chain(self.types.results.values_mut())
            .for_each(|uses| uses.all.clear());
        tables.visit_owned(self, |inference, owner| inference.owner = owner);
    }

    fn unify(&mut self, name: &str, with: Type, place: Place) {
        let key = (self.owner, name.to_owned());
        let uses = self.types.variables.entry(key).or_default();
        self.is_changed |= uses.add(with, place);
    }

    fn unify_result(&mut self, algorithm: usize, with: Type, place: Place) {
        let uses = self.types.results.entry(algorithm).or_default();
        self.is_changed |= uses.add(with, place);
    }

    fn type_of(&self, expression: &Expression) -> Option<Type> {
        self.types.expression(self.owner, expression)
    }

    /// An expression has to be of a type.
    fn need(&mut self, expression: &Expression, needed: Type, place: Place) {
        match (expression, result(expression)) {
            (Expression::Variable(variable), _) => self.unify(&variable.0, needed, place),
            (_, Some(found)) if found != needed => {
                let message = format!("`{expression}` is {found}, and {needed} is needed");
                let misplaced = Diagnostic::error(place, message);
                self.types.misplaced.push(misplaced);
            }
            _ => {}
        }
    }

    /// The expressions in some holes have to be of the types that the names of the holes say.
    fn need_all(&mut self, holes: Holes<'_>, place: Place) {
        for (hole, expression) in of_type(holes) {
            let needed = match hole {
                "location" => Type::Location,
                "position" => Type::Position,
                "token" => Type::Token,
                "namespace" => Type::Namespace,
                "name" | "content" => Type::Text,
                // An element has attributes, as a token has.
                "owner" => match self.type_of(expression) {
                    Some(Type::Token) => Type::Token,
                    None if !self.is_settled => continue,
                    _ => Type::Node,
                },
                _ => Type::Node,
            };
            self.need(expression, needed, place);
        }
    }

    /// The algorithm that a value calls.
    fn callee(&self, value: &Value) -> Option<usize> {
        let Value::Call(call) = value else {
            return None;
        };
        match self.tables.step(&call.0)?.callee {
            Callee::Algorithm(at) => Some(at),
            _ => None,
        }
    }

    fn type_of_value(&self, value: &Value) -> Option<Type> {
        match value {
            Value::Expression(expression) => self.type_of(expression),
            Value::Call(_) => self.types.result(self.callee(value)?),
        }
    }

    fn need_value(&mut self, value: &Value, needed: Type, place: Place) {
        match value {
            Value::Expression(expression) => self.need(expression, needed, place),
            Value::Call(_) => {
                if let Some(at) = self.callee(value) {
                    self.unify_result(at, needed, place);
                }
            }
        }
    }

    /// A value goes to a variable: what is known of one is known of the other.
    fn assign(&mut self, name: &str, value: &Value, place: Place) {
        let known = self.types.variable(self.owner, name);
        match (self.type_of_value(value), known) {
            (Some(found), _) => self.unify(name, found, place),
            (None, Some(known)) => self.need_value(value, known, place),
            (None, None) => {}
        }
    }

    fn returned(&mut self, value: &Value, place: Place) {
        let Owner::Algorithm(at) = self.owner else {
            return;
        };
        match (self.type_of_value(value), self.types.result(at)) {
            (Some(found), _) => self.unify_result(at, found, place),
            (None, Some(known)) => self.need_value(value, known, place),
            (None, None) => {}
        }
    }

    /// An argument for a parameter.
    fn argument(&mut self, (callee, name): (Owner, &str), value: &Value, place: Place) {
        if let Some(needed) = self.types.variable(callee, name) {
            self.need_value(value, needed, place);
        }
    }

    /// An argument of a question or an output, which is a node or a place. What has no other use is a node.
    fn passed_out(&mut self, (to, name): (Owner, &str), value: &Value, place: Place) {
        match self.type_of_value(value) {
            Some(found @ (Type::Node | Type::Location)) => {
                let owner = std::mem::replace(&mut self.owner, to);
                self.unify(name, found, place);
                self.owner = owner;
            }
            Some(found) => {
                let message =
                    format!("`{value}` is {found}, and a node or a place in the tree is needed");
                self.types.misplaced.push(Diagnostic::error(place, message));
            }
            None if self.is_settled => self.need_value(value, Type::Node, place),
            None => {}
        }
    }
}

impl Visitor for Inference<'_> {
    fn step(&mut self, step: &Located<TreeStep>) {
        use TreeStep as S;
        let place = step.place;
        self.need_all(step.value.holes(), place);
        match &step.value {
            S::Let(variable, value) | S::Set(variable, value) => {
                self.assign(&variable.0, value, place);
            }
            S::AppendText(_) | S::InsertText(_) => self.unify("data", Type::Text, place),
            S::Increment(variable, _) => self.unify(&variable.0, Type::Number, place),
            S::ReturnValue(value) => self.returned(value, place),
            _ => {}
        }
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, place: Place) {
        let Some(Resolved { callee, arguments }) = resolved else {
            return;
        };
        let tables = self.tables;
        let (owner, name) = match *callee {
            Callee::Algorithm(at) => (Owner::Algorithm(at), &tables.algorithms[at].name),
            Callee::Definition(at) => (Owner::Definition(at), &tables.definitions[at].name),
            Callee::Output(at) => (Owner::Outside(*callee), &tables.outputs[at].name),
            Callee::Question(at) => (Owner::Outside(*callee), &tables.questions[at].name),
        };
        for (parameter, value) in parameters(name).zip(arguments) {
            match owner {
                Owner::Outside(_) => self.passed_out((owner, parameter), value, place),
                _ => self.argument((owner, parameter), value, place),
            }
        }
    }

    fn condition(&mut self, condition: &TreeCondition, place: Place) {
        for (hole, Variable(name)) in of_type(condition.holes()) {
            let needed = match hole {
                "number" => Type::Number,
                _ => Type::Flag,
            };
            self.unify(name, needed, place);
        }
        if let TreeCondition::WasIgnored(_) = condition {
            self.unify(IGNORED, Type::Flag, place);
        }
        self.need_all(condition.holes(), place);
    }

    fn elements(&mut self, elements: &Elements, place: Place) {
        match elements {
            Elements::Node(node) => self.need(node, Type::Node, place),
            Elements::TagName(name) => self.need(name, Type::Text, place),
            Elements::Types { .. } | Elements::InNamespace(_) | Elements::SameTagName => {}
        }
    }

    fn expression(&mut self, expression: &Expression, place: Place) {
        self.need_all(expression.holes(), place);
    }
}
