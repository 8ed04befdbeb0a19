//! Expressions, and the values of parameters.

use super::Scope;
use super::resolve::resolved;
use crate::format::tree::{Element, Elements, TreeExpression as E};
use tokenwright_tables::tree::grammar::{self, Call, Expression, Value};
use tokenwright_tables::tree::model::Callee;

impl Scope<'_> {
    /// The expression in the format.
    ///
    /// # Errors
    /// A surrogate as a text.
    pub(super) fn expression(self, expression: &Expression) -> Result<E, String> {
        use Expression as X;
        Ok(match expression {
            X::CurrentNode => E::CurrentNode,
            X::AdjustedCurrentNode => E::AdjustedCurrentNode,
            X::ContextElement => E::ContextElement,
            X::NearestOfContext(element) => resolved!(self, E::NearestOfContext { element }),
            X::HeadPointer => E::HeadElementPointer,
            X::FormPointer => E::FormElementPointer,
            X::Document => E::Document,
            X::NewElement => E::NewlyCreatedElement,
            X::FirstElement => E::FirstOpen,
            X::SecondElement => E::SecondOpen,
            X::LastOpen(element) => resolved!(self, E::LastOpen { element }),
            X::Above(node) => resolved!(self, E::OpenAbove { node }),
            X::TopmostBelow(node, set) => resolved!(self, E::TopmostOpenBelow { node, set }),
            X::LastFormatting(element) => resolved!(self, E::LastFormatting { element }),
            X::LastFormattingNamed(name) => resolved!(self, E::LastFormattingNamed { name }),
            X::EarliestLike(node) => resolved!(self, E::EarliestLike { node }),
            X::LastEntry => E::LastEntry,
            X::EntryBefore(entry) => resolved!(self, E::EntryBefore { entry }),
            X::EntryAfter(entry) => resolved!(self, E::EntryAfter { entry }),
            X::PositionOf(node) => resolved!(self, E::PositionOf { node }),
            X::PositionAfter(node) => resolved!(self, E::PositionAfter { node }),
            X::TokenOf(node) => resolved!(self, E::TokenOf { node }),
            X::EmptyTag(name) => resolved!(self, E::EmptyTag { name }),
            X::EndTag(name) => resolved!(self, E::EmptyEndTag { name }),
            X::EndTagOf(node) => resolved!(self, E::EndTagOf { node }),
            X::AttributeValue(attribute) => resolved!(self, E::AttributeValue { attribute }),
            X::TagName => E::TagName,
            X::Character => E::Character,
            X::Token => E::Token,
            X::Pending => E::PendingCharacters,
            X::InNamespace(namespace) => resolved!(self, E::Namespace { namespace }),
            X::NamespaceOf(node) => resolved!(self, E::NamespaceOf { node }),
            X::InsideContents(node) => resolved!(self, E::InsideContents { node }),
            X::Inside(node) => resolved!(self, E::Inside { node }),
            X::Before(node) => resolved!(self, E::Before { node }),
            X::NodeOf(location) => resolved!(self, E::NodeOf { location }),
            X::NewElementFor(token, namespace) => {
                resolved!(self, E::NewElement { token, namespace })
            }
            X::Null => E::Null,
            X::True => E::Boolean { is: true },
            X::False => E::Boolean { is: false },
            X::Number(number) => resolved!(self, E::Number { number }),
            X::Text(text) => resolved!(self, E::Text { text }),
            X::Char(char) => E::Text {
                text: char::from_u32(char.0)
                    .ok_or_else(|| format!("the surrogate {char} as a text"))?
                    .to_string(),
            },
            X::Variable(name) => resolved!(self, E::Variable { name }),
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
            grammar::Elements::InNamespace(namespace) => {
                resolved!(self, Elements::InNamespace { namespace })
            }
            grammar::Elements::SameTagName => Elements::Named { name: E::TagName },
            grammar::Elements::TagName(name) => resolved!(self, Elements::Named { name }),
            grammar::Elements::Node(node) => resolved!(self, Elements::Same { node }),
        })
    }
}
