//! Values.

use super::super::ir::{Expression as E, Primitive as P};
use super::body::Scope;
use tokenwright_tables::tree::grammar::{ElementType, Elements, Expression};

/// A primitive without arguments.
pub(super) fn call(primitive: P) -> E {
    E::Call(primitive, Vec::new())
}

impl Scope<'_, '_> {
    /// A primitive of one value.
    pub(super) fn of_one(&mut self, primitive: P, value: &Expression) -> Result<E, String> {
        Ok(E::Call(primitive, vec![self.expression(value)?]))
    }

    /// A primitive of two values.
    pub(super) fn of_two(
        &mut self,
        primitive: P,
        one: &Expression,
        two: &Expression,
    ) -> Result<E, String> {
        let both = vec![self.expression(one)?, self.expression(two)?];
        Ok(E::Call(primitive, both))
    }

    pub(super) fn expression(&mut self, expression: &Expression) -> Result<E, String> {
        use Expression as X;
        Ok(match expression {
            X::Variable(variable) => self.read(&variable.0),
            X::Null => E::Null,
            X::True => E::Flag(true),
            X::False => E::Flag(false),
            X::Number(number) => E::Number(number.0),
            X::Text(text) => E::Text(text.0.clone()),
            X::Char(char) => {
                let character = char::from_u32(char.0).ok_or("a surrogate is no character")?;
                E::Text(character.to_string())
            }
            X::InNamespace(of) => E::Namespace(*of),
            X::Token => E::Token,
            X::EmptyTag(name) => E::EmptyTag(name.0.clone()),
            X::EndTag(_) | X::EndTagOf(_) => {
                return Err("it is only a token to act as if seen".to_owned());
            }
            X::CurrentNode => call(P::CurrentNode),
            X::AdjustedCurrentNode => call(P::AdjustedCurrentNode),
            X::ContextElement => call(P::ContextElement),
            X::NearestOfContext(of) => E::Call(P::NearestOfContext, vec![types(of)]),
            X::HeadPointer => call(P::HeadPointer),
            X::FormPointer => call(P::FormPointer),
            X::Document => call(P::Document),
            X::NewElement => call(P::NewElement),
            X::FirstElement => call(P::FirstElement),
            X::SecondElement => call(P::SecondElement),
            X::LastOpen(of) => E::Call(P::LastOpen, vec![types(of)]),
            X::Above(node) => self.of_one(P::Above, node)?,
            X::TopmostBelow(node, set) => {
                let set = self.set(&set.0)?;
                E::Call(P::TopmostBelow, vec![self.expression(node)?, set])
            }
            X::LastFormatting(of) => E::Call(P::LastFormatting, vec![types(of)]),
            X::LastFormattingNamed(name) => {
                let name = self.expression(name)?;
                E::Call(P::LastFormatting, vec![E::Named(Box::new(name))])
            }
            X::EarliestLike(node) => self.of_one(P::EarliestLike, node)?,
            X::LastEntry => call(P::LastEntry),
            X::EntryBefore(entry) => self.of_one(P::EntryBefore, entry)?,
            X::EntryAfter(entry) => self.of_one(P::EntryAfter, entry)?,
            X::PositionOf(node) => self.of_one(P::PositionOf, node)?,
            X::PositionAfter(node) => self.of_one(P::PositionAfter, node)?,
            X::TokenOf(node) => self.of_one(P::TokenOf, node)?,
            X::AttributeValue(name) => {
                E::Call(P::AttributeValue, vec![E::Texts(vec![name.0.clone()])])
            }
            X::TagName => call(P::TagName),
            X::Character => call(P::Character),
            X::Pending => call(P::Pending),
            X::NamespaceOf(node) => self.of_one(P::NamespaceOf, node)?,
            X::Inside(node) => self.of_one(P::Inside, node)?,
            X::InsideContents(node) => self.of_one(P::InsideContents, node)?,
            X::Before(node) => self.of_one(P::Before, node)?,
            X::NodeOf(location) => self.of_one(P::NodeOf, location)?,
            X::NewElementFor(token, namespace) => self.of_two(P::Create, token, namespace)?,
        })
    }

    /// A set of elements as the argument of a primitive.
    pub(super) fn elements(&mut self, elements: &Elements) -> Result<E, String> {
        Ok(match elements {
            Elements::Types { any, .. } => E::Types(any.clone()),
            Elements::InNamespace(namespace) => E::InNamespace(*namespace),
            Elements::SameTagName => E::Named(Box::new(call(P::TagName))),
            Elements::TagName(name) => E::Named(Box::new(self.expression(name)?)),
            Elements::Node(node) => E::Same(Box::new(self.expression(node)?)),
        })
    }

    pub(super) fn set(&mut self, name: &str) -> Result<E, String> {
        let sets = &self.lowering.tables.sets;
        index(sets.iter().map(|it| &it.0.value), name).map(E::Set)
    }
}

fn types(of: &ElementType) -> E {
    E::Types(vec![of.clone()])
}

/// The index of a name in a list.
pub(super) fn index<'n>(
    mut names: impl Iterator<Item = &'n String>,
    name: &str,
) -> Result<usize, String> {
    let at = names.position(|known| known == name);
    at.ok_or_else(|| format!("nothing is called `{name}`"))
}
