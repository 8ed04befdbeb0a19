//! Expressions, and the values of parameters.

use super::{Scope, element};
use crate::format::tree::{Elements, TreeExpression as E};
use tokenwright_tables::tree::grammar::{self, Call, Expression, Value};
use tokenwright_tables::tree::model::Callee;

impl Scope<'_> {
    /// The expression in the format.
    ///
    /// # Errors
    /// A surrogate as a text.
    pub(super) fn expression(self, expression: &Expression) -> Result<E, String> {
        let inner = |one: &Expression| self.expression(one).map(Box::new);
        Ok(match expression {
            Expression::CurrentNode => E::CurrentNode,
            Expression::AdjustedCurrentNode => E::AdjustedCurrentNode,
            Expression::ContextElement => E::ContextElement,
            Expression::NearestOfContext(of) => E::NearestOfContext {
                element: element(of),
            },
            Expression::HeadPointer => E::HeadElementPointer,
            Expression::FormPointer => E::FormElementPointer,
            Expression::Document => E::Document,
            Expression::NewElement => E::NewlyCreatedElement,
            Expression::FirstElement => E::FirstOpen,
            Expression::SecondElement => E::SecondOpen,
            Expression::LastOpen(of) => E::LastOpen {
                element: element(of),
            },
            Expression::Above(node) => E::OpenAbove { node: inner(node)? },
            Expression::TopmostBelow(node, set) => E::TopmostOpenBelow {
                node: inner(node)?,
                set: set.0.clone(),
            },
            Expression::LastFormatting(of) => E::LastFormatting {
                element: element(of),
            },
            Expression::LastFormattingNamed(name) => E::LastFormattingNamed { name: inner(name)? },
            Expression::EarliestLike(node) => E::EarliestLike { node: inner(node)? },
            Expression::LastEntry => E::LastEntry,
            Expression::EntryBefore(entry) => E::EntryBefore {
                entry: inner(entry)?,
            },
            Expression::EntryAfter(entry) => E::EntryAfter {
                entry: inner(entry)?,
            },
            Expression::PositionOf(node) => E::PositionOf { node: inner(node)? },
            Expression::PositionAfter(node) => E::PositionAfter { node: inner(node)? },
            Expression::TokenOf(node) => E::TokenOf { node: inner(node)? },
            Expression::EmptyTag(name) => E::EmptyTag {
                name: name.0.clone(),
            },
            Expression::EndTag(name) => E::EmptyEndTag {
                name: name.0.clone(),
            },
            Expression::EndTagOf(node) => E::EndTagOf { node: inner(node)? },
            Expression::AttributeValue(name) => E::AttributeValue {
                attribute: name.0.clone(),
            },
            Expression::TagName => E::TagName,
            Expression::Character => E::Character,
            Expression::Token => E::Token,
            Expression::Pending => E::PendingCharacters,
            Expression::InNamespace(namespace) => E::Namespace {
                namespace: namespace.to_string(),
            },
            Expression::NamespaceOf(node) => E::NamespaceOf { node: inner(node)? },
            Expression::InsideContents(node) => E::InsideContents { node: inner(node)? },
            Expression::Inside(node) => E::Inside { node: inner(node)? },
            Expression::Before(node) => E::Before { node: inner(node)? },
            Expression::NodeOf(location) => E::NodeOf {
                location: inner(location)?,
            },
            Expression::NewElementFor(token, namespace) => E::NewElement {
                token: inner(token)?,
                namespace: inner(namespace)?,
            },
            Expression::Null => E::Null,
            Expression::True => E::Boolean { is: true },
            Expression::False => E::Boolean { is: false },
            Expression::Number(number) => E::Number { number: number.0 },
            Expression::Text(text) => E::Text {
                text: text.0.clone(),
            },
            Expression::Char(char) => E::Text {
                text: char::from_u32(char.0)
                    .ok_or_else(|| format!("the surrogate {char} as a text"))?
                    .to_string(),
            },
            Expression::Variable(variable) => E::Variable {
                name: variable.0.clone(),
            },
        })
    }

    /// A value: an expression, or the call of an algorithm.
    pub(super) fn value(self, value: &Value) -> Result<E, String> {
        match value {
            Value::Expression(expression) => self.expression(expression),
            Value::Call(Call(sentence)) => {
                let (callee, arguments) = self.called(sentence)?;
                let Callee::Algorithm(at) = callee else {
                    return Err(format!("`{sentence}` has no result"));
                };
                Ok(E::Call {
                    algorithm: self.tables.algorithms[at].name.value.clone(),
                    arguments,
                })
            }
        }
    }

    /// What a step calls, with the values of the parameters.
    pub(super) fn called(self, sentence: &str) -> Result<(Callee, Vec<E>), String> {
        let resolved = self.tables.step(sentence);
        let resolved = resolved.ok_or_else(|| format!("nothing is called `{sentence}`"))?;
        Ok((resolved.callee, self.values(&resolved.arguments)?))
    }

    pub(super) fn values(self, values: &[Value]) -> Result<Vec<E>, String> {
        values.iter().map(|value| self.value(value)).collect()
    }

    /// A set of elements.
    pub(super) fn elements(self, elements: &grammar::Elements) -> Result<Elements, String> {
        Ok(match elements {
            grammar::Elements::Types { any, .. } => Elements::Types {
                any: any.iter().map(element).collect(),
            },
            grammar::Elements::InNamespace(namespace) => Elements::InNamespace {
                namespace: namespace.to_string(),
            },
            grammar::Elements::SameTagName => Elements::Named { name: E::TagName },
            grammar::Elements::TagName(name) => Elements::Named {
                name: self.expression(name)?,
            },
            grammar::Elements::Node(node) => Elements::Same {
                node: self.expression(node)?,
            },
        })
    }
}
