//! Expressions, and the values of parameters.

use super::Scope;
use crate::format::tree::{Element, Elements, TreeExpression as E};
use tokenwright_tables::grammar::Quoted;
use tokenwright_tables::tree::grammar::{self, Call, Expression, Value, Variable};
use tokenwright_tables::tree::model::Callee;

impl Scope<'_> {
    /// The expression in the format.
    ///
    /// # Errors
    /// A surrogate as a text.
    pub(super) fn expression(self, expression: &Expression) -> Result<E, String> {
        let boxed = |one: &Expression| self.expression(one).map(Box::new);
        Ok(match expression {
            Expression::CurrentNode => E::CurrentNode,
            Expression::AdjustedCurrentNode => E::AdjustedCurrentNode,
            Expression::ContextElement => E::ContextElement,
            Expression::NearestOfContext(it) => E::NearestOfContext { element: it.into() },
            Expression::HeadPointer => E::HeadElementPointer,
            Expression::FormPointer => E::FormElementPointer,
            Expression::Document => E::Document,
            Expression::NewElement => E::NewlyCreatedElement,
            Expression::FirstElement => E::FirstOpen,
            Expression::SecondElement => E::SecondOpen,
            Expression::LastOpen(it) => E::LastOpen { element: it.into() },
            Expression::Above(node) => E::OpenAbove { node: boxed(node)? },
            Expression::TopmostBelow(node, set) => E::TopmostOpenBelow {
                node: boxed(node)?,
                set: set.0.clone(),
            },
            Expression::LastFormatting(it) => E::LastFormatting { element: it.into() },
            Expression::LastFormattingNamed(name) => E::LastFormattingNamed { name: boxed(name)? },
            Expression::EarliestLike(node) => E::EarliestLike { node: boxed(node)? },
            Expression::LastEntry => E::LastEntry,
            Expression::EntryBefore(entry) => E::EntryBefore {
                entry: boxed(entry)?,
            },
            Expression::EntryAfter(entry) => E::EntryAfter {
                entry: boxed(entry)?,
            },
            Expression::PositionOf(node) => E::PositionOf { node: boxed(node)? },
            Expression::PositionAfter(node) => E::PositionAfter { node: boxed(node)? },
            Expression::TokenOf(node) => E::TokenOf { node: boxed(node)? },
            Expression::EmptyTag(Quoted(name)) => E::EmptyTag { name: name.clone() },
            Expression::EndTag(Quoted(name)) => E::EmptyEndTag { name: name.clone() },
            Expression::EndTagOf(node) => E::EndTagOf { node: boxed(node)? },
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
            Expression::NamespaceOf(node) => E::NamespaceOf { node: boxed(node)? },
            Expression::InsideContents(node) => E::InsideContents { node: boxed(node)? },
            Expression::Inside(node) => E::Inside { node: boxed(node)? },
            Expression::Before(node) => E::Before { node: boxed(node)? },
            Expression::NodeOf(at) => E::NodeOf {
                location: boxed(at)?,
            },
            Expression::NewElementFor(token, namespace) => E::NewElement {
                token: boxed(token)?,
                namespace: boxed(namespace)?,
            },
            Expression::Null => E::Null,
            Expression::True => E::Boolean { is: true },
            Expression::False => E::Boolean { is: false },
            Expression::Number(number) => E::Number { number: number.0 },
            Expression::Text(Quoted(text)) => E::Text { text: text.clone() },
            Expression::Char(char) => E::Text {
                text: char::from_u32(char.0)
                    .ok_or_else(|| format!("the surrogate {char} as a text"))?
                    .to_string(),
            },
            Expression::Variable(Variable(name)) => E::Variable { name: name.clone() },
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
                any: any.iter().map(Element::from).collect(),
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
