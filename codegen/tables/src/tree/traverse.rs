//! One traversal of steps, conditions and expressions, for everything that asks about them.
//!
//! It follows calls to their arguments and not into their bodies: who wants those asks the tables. Steps are listed without a
//! wildcard, so that a new form has to say which expressions it has.

use super::grammar::{Elements, Expression, TreeCondition, TreeStep, Value};
use super::model::{Clause, Conjunction, Resolved, Test, TreeTables};
use crate::model::Located;
use crate::source::Place;

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

    /// The name of a set, a scope, a list of identifiers or a table of names that is asked for.
    fn list(&mut self, name: &str) {
        let _ = name;
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
    /// The insertion mode for foreign content, in tables in which it is one: there, what is not foreign is processed by the rules of
    /// the secondary insertion mode.
    #[must_use]
    pub fn foreign_mode(&self) -> Option<usize> {
        self.modes.iter().position(|mode| {
            let mut rows = mode.rows.iter();
            rows.any(|row| uses_secondary_mode(&row.body))
        })
    }

    /// Whether a condition asks if a token was ignored. Otherwise `ignore the token` does nothing.
    #[must_use]
    pub fn asks_whether_ignored(&self) -> bool {
        self.bodies().any(|(_, body)| asks_whether_ignored(body))
    }

    /// Visits a list of clauses and all that is in it, in order.
    pub fn visit(&self, body: &[Clause], visitor: &mut impl Visitor) {
        for clause in body {
            visitor.clause(clause);
            match clause {
                Clause::Step(step) => {
                    visitor.step(step);
                    if let Some(name) = step.mode_name() {
                        visitor.mode(name, step.place);
                    }
                    self.visit_step(step, step.place, visitor);
                }
                Clause::Call(sentence) => {
                    let resolved = self.step(sentence);
                    self.visit_call(sentence, resolved, sentence.place, visitor);
                }
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    any.iter().for_each(|all| self.visit_tests(all, visitor));
                    self.visit(then, visitor);
                    self.visit(otherwise, visitor);
                }
                Clause::While { all, body } => {
                    self.visit_tests(all, visitor);
                    self.visit(body, visitor);
                }
                Clause::Label(_) => {}
            }
        }
    }

    /// Visits conditions and all that is in them.
    pub fn visit_tests(&self, all: &Conjunction, visitor: &mut impl Visitor) {
        for test in all {
            match &test.value {
                Test::Condition(condition) => {
                    visitor.condition(condition, test.place);
                    if let TreeCondition::ModeIs(_, name) = condition {
                        visitor.mode(&name.0, test.place);
                    }
                    condition
                        .list()
                        .into_iter()
                        .for_each(|name| visitor.list(name));
                    let elements = condition.elements();
                    if let Some(elements) = elements {
                        self.visit_elements(elements, test.place, visitor);
                    }
                    for expression in condition.expressions() {
                        self.visit_expression(expression, test.place, visitor);
                    }
                }
                Test::Defined { sentence, .. } => {
                    let resolved = self.condition(sentence);
                    self.visit_call(sentence, resolved, test.place, visitor);
                }
            }
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

    fn visit_value(&self, value: &Value, place: Place, visitor: &mut impl Visitor) {
        match value {
            Value::Expression(expression) => self.visit_expression(expression, place, visitor),
            Value::Call(call) => self.visit_call(&call.0, self.step(&call.0), place, visitor),
        }
    }

    fn visit_step(&self, step: &TreeStep, place: Place, visitor: &mut impl Visitor) {
        if let TreeStep::ChangeNameBy(table) | TreeStep::ChangeAttributesBy(table) = step {
            visitor.list(&table.0);
        }
        if let TreeStep::PopUntil(elements) = step {
            self.visit_elements(elements, place, visitor);
        }
        if let TreeStep::Let(_, value) | TreeStep::Set(_, value) | TreeStep::ReturnValue(value) =
            step
        {
            self.visit_value(value, place, visitor);
        }
        for expression in step.expressions() {
            self.visit_expression(expression, place, visitor);
        }
    }

    fn visit_elements(&self, elements: &Elements, place: Place, visitor: &mut impl Visitor) {
        visitor.elements(elements, place);
        if let Elements::Node(expression) | Elements::TagName(expression) = elements {
            self.visit_expression(expression, place, visitor);
        }
    }

    fn visit_expression(&self, expression: &Expression, place: Place, visitor: &mut impl Visitor) {
        visitor.expression(expression, place);
        if let Expression::TopmostBelow(_, list) = expression {
            visitor.list(&list.0);
        }
        for inner in expression.inner() {
            self.visit_expression(inner, place, visitor);
        }
    }
}

impl TreeStep {
    /// The name of the insertion mode in its hole.
    #[must_use]
    pub fn mode_name(&self) -> Option<&str> {
        match self {
            TreeStep::UseMode(mode)
            | TreeStep::ActAsIn(_, mode)
            | TreeStep::ProcessPending(_, mode)
            | TreeStep::Switch(mode)
            | TreeStep::SetSecondaryTo(mode)
            | TreeStep::PushTemplateMode(mode) => Some(&mode.0),
            _ => None,
        }
    }

    /// The expressions in its holes, without those of values and of sets of elements.
    #[must_use]
    pub fn expressions(&self) -> Vec<&Expression> {
        match self {
            TreeStep::ChangeToken(one)
            | TreeStep::ActAsIfSeen(one)
            | TreeStep::Push(one)
            | TreeStep::Taint(one)
            | TreeStep::RemoveFromStack(one)
            | TreeStep::AddToList(one)
            | TreeStep::RemoveFromList(one)
            | TreeStep::SetHead(one)
            | TreeStep::SetForm(one)
            | TreeStep::AppendText(one)
            | TreeStep::InsertText(one)
            | TreeStep::InsertComment(one)
            | TreeStep::InsertInstruction(one)
            | TreeStep::Detach(one)
            | TreeStep::AddAttributes(one)
            | TreeStep::AddOtherAttributes(_, one) => vec![one],
            TreeStep::ReplaceInStack(one, two)
            | TreeStep::InsertIntoStack(one, two)
            | TreeStep::ReplaceInList(one, two)
            | TreeStep::InsertIntoList(one, two)
            | TreeStep::Insert(one, two)
            | TreeStep::MoveChildren(one, two)
            | TreeStep::Append(one, two)
            | TreeStep::AddAttribute(_, one, two) => vec![one, two],
            TreeStep::NamedError(_)
            | TreeStep::Error
            | TreeStep::Ignore
            | TreeStep::Reprocess
            | TreeStep::UseCurrentMode
            | TreeStep::UseSecondaryMode
            | TreeStep::UseForeign
            | TreeStep::UseMode(_)
            | TreeStep::ProcessPending(..)
            | TreeStep::ActAsIn(..)
            | TreeStep::ActAsEndTag(_)
            | TreeStep::ActAs(_)
            | TreeStep::ChangeName(_)
            | TreeStep::ChangeNameBy(_)
            | TreeStep::ChangeAttributesBy(_)
            | TreeStep::NamespaceAttributes
            | TreeStep::IgnoreNext(_)
            | TreeStep::Acknowledge
            | TreeStep::SwitchBack
            | TreeStep::SwitchToTemplateMode
            | TreeStep::Switch(_)
            | TreeStep::SetOriginal
            | TreeStep::SwitchToSecondary
            | TreeStep::SetSecondary
            | TreeStep::SetSecondaryTo(_)
            | TreeStep::SwitchContentModel(_)
            | TreeStep::PushTemplateMode(_)
            | TreeStep::PopTemplateMode
            | TreeStep::SwitchTokenizer(_)
            | TreeStep::Pop
            | TreeStep::PopUntil(_)
            | TreeStep::InsertMarker
            | TreeStep::RemoveLastEntry
            | TreeStep::SetFramesetNotOk
            | TreeStep::EnableFosterParenting
            | TreeStep::DisableFosterParenting
            | TreeStep::SetQuirks(_)
            | TreeStep::ClearPending
            | TreeStep::AppendPending
            | TreeStep::AppendDoctype
            | TreeStep::Let(..)
            | TreeStep::Set(..)
            | TreeStep::Increment(..)
            | TreeStep::Jump(_)
            | TreeStep::Break
            | TreeStep::Continue
            | TreeStep::ReturnValue(_)
            | TreeStep::Return => Vec::new(),
        }
    }
}

impl TreeCondition {
    /// The expressions in its holes, without those of sets of elements.
    #[must_use]
    pub fn expressions(&self) -> Vec<&Expression> {
        match self {
            TreeCondition::ThreeLike(one)
            | TreeCondition::FirstEntry(one)
            | TreeCondition::TextBefore(one)
            | TreeCondition::NewestText(one)
            | TreeCondition::InStack(one, _)
            | TreeCondition::InList(one, _)
            | TreeCondition::InCategory(one, ..)
            | TreeCondition::Marker(one, _)
            | TreeCondition::HasParent(one)
            | TreeCondition::HasChild(one)
            | TreeCondition::Tainted(one, _)
            | TreeCondition::InsideOf(one, ..)
            | TreeCondition::InDocument(one)
            | TreeCondition::Attribute(_, one, ..)
            | TreeCondition::OtherXmlns(one)
            | TreeCondition::OtherXlink(one)
            | TreeCondition::LowercaseName(one, _)
            | TreeCondition::Node(one, ..) => vec![one],
            TreeCondition::Lower(one, _, two) => vec![one, two],
            _ => Vec::new(),
        }
    }

    /// The name of the list in its hole.
    #[must_use]
    pub fn list(&self) -> Option<&str> {
        match self {
            TreeCondition::InScope(_, _, list)
            | TreeCondition::InCategory(_, _, list)
            | TreeCondition::PublicIn(list)
            | TreeCondition::SystemIn(list)
            | TreeCondition::PublicStarts(list) => Some(&list.0),
            _ => None,
        }
    }

    /// The set of elements in its hole.
    #[must_use]
    pub fn elements(&self) -> Option<&Elements> {
        match self {
            TreeCondition::InScope(_, elements, _)
            | TreeCondition::OtherOpen(elements)
            | TreeCondition::Open(elements)
            | TreeCondition::Formatting(elements)
            | TreeCondition::InsideOf(_, _, elements)
            | TreeCondition::Node(_, _, elements) => Some(elements),
            _ => None,
        }
    }
}

impl Expression {
    /// The expressions in its holes.
    #[must_use]
    pub fn inner(&self) -> Vec<&Expression> {
        match self {
            Expression::Above(one)
            | Expression::TopmostBelow(one, _)
            | Expression::LastFormattingNamed(one)
            | Expression::EarliestLike(one)
            | Expression::EntryBefore(one)
            | Expression::EntryAfter(one)
            | Expression::PositionOf(one)
            | Expression::PositionAfter(one)
            | Expression::TokenOf(one)
            | Expression::EndTagOf(one)
            | Expression::NamespaceOf(one)
            | Expression::InsideContents(one)
            | Expression::Inside(one)
            | Expression::Before(one)
            | Expression::NodeOf(one) => vec![one],
            Expression::NewElementFor(one, two) => vec![one, two],
            _ => Vec::new(),
        }
    }
}

/// Whether a body hands its token to the secondary insertion mode. Each parser asks, so no sentence is resolved for it.
fn uses_secondary_mode(body: &[Clause]) -> bool {
    body.iter().any(|clause| match clause {
        Clause::Step(step) => matches!(step.value, TreeStep::UseSecondaryMode),
        Clause::If {
            then, otherwise, ..
        } => uses_secondary_mode(then) || uses_secondary_mode(otherwise),
        Clause::While { body, .. } => uses_secondary_mode(body),
        Clause::Call(_) | Clause::Label(_) => false,
    })
}

/// Whether some steps ask if a token was ignored. Compilers ask at each step, so no sentence is resolved for it.
fn asks_whether_ignored(body: &[Clause]) -> bool {
    let asks = |all: &Conjunction| {
        let mut tests = all.iter().map(|test| &test.value);
        tests.any(|test| matches!(test, Test::Condition(TreeCondition::WasIgnored(_))))
    };
    body.iter().any(|clause| match clause {
        Clause::If {
            any,
            then,
            otherwise,
        } => any.iter().any(asks) || asks_whether_ignored(then) || asks_whether_ignored(otherwise),
        Clause::While { all, body } => asks(all) || asks_whether_ignored(body),
        Clause::Step(_) | Clause::Call(_) | Clause::Label(_) => false,
    })
}
