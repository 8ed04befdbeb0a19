//! Conditions.

use super::super::ir::{Expression as E, Primitive as P};
use super::body::Scope;
use super::expressions::{call, index};
use tokenwright_tables::grammar::{Is, Quoted};
use tokenwright_tables::tree::grammar::{Elements, Has, Texts, TreeCondition, Was};
use tokenwright_tables::tree::model::IGNORED;

fn not(test: E) -> E {
    E::Not(Box::new(test))
}

fn signed(test: E, is: Is) -> E {
    match is {
        Is::Is => test,
        Is::IsNot => not(test),
    }
}

/// That what a primitive compares is a text, or is not.
fn compared(primitive: P, is: Is, text: &Quoted) -> E {
    signed(E::Call(primitive, vec![E::Text(text.0.clone())]), is)
}

pub(super) fn texts(texts: &Texts) -> Vec<String> {
    texts.0.iter().map(|quoted| quoted.0.clone()).collect()
}

impl Scope<'_, '_> {
    pub(super) fn condition(&mut self, condition: &TreeCondition) -> Result<E, String> {
        use TreeCondition as C;
        let tables = self.lowering.tables;
        let identifiers = |name: &str| {
            index(tables.identifiers.iter().map(|it| &it.0.value), name).map(E::Identifiers)
        };
        Ok(match condition {
            C::True => E::Flag(true),
            C::OneNode => call(P::OneNode),
            C::StackEmpty(is) => signed(call(P::StackEmpty), *is),
            C::InScope(has, elements, scope) => {
                let elements = self.elements(elements)?;
                let scopes = tables.scopes.iter().map(|it| &it.0.value);
                let scope = E::Scope(index(scopes, &scope.0)?);
                let test = E::Call(P::InScope, vec![elements, scope]);
                match has {
                    Has::Has => test,
                    Has::HasNot => not(test),
                }
            }
            C::ModeIs(is, name) => {
                let mode = self.lowering.mode(&name.0)?;
                signed(E::Call(P::ModeIs, vec![E::Mode(mode)]), *is)
            }
            C::TemplateModesEmpty(is) => signed(call(P::TemplateModesEmpty), *is),
            C::ListEmpty(is) => signed(call(P::ListEmpty), *is),
            C::OtherOpen(elements) => E::Call(P::OtherOpen, vec![self.elements(elements)?]),
            C::NoneOpen(of) => not(E::Call(P::Open, vec![E::Types(vec![of.clone()])])),
            C::Open(elements) => E::Call(P::Open, vec![self.elements(elements)?]),
            C::Formatting(elements) => E::Call(P::Formatting, vec![self.elements(elements)?]),
            C::AlreadyLike(number, node) => {
                let node = self.expression(node)?;
                E::Call(P::AlreadyLike, vec![node, E::Number(number.0)])
            }
            C::FirstEntry(entry, is) => signed(self.of_one(P::FirstEntry, entry)?, *is),
            C::TextBefore(location) => self.of_one(P::TextBefore, location)?,
            C::NewestText(location) => self.of_one(P::NewestText, location)?,
            C::InStack(node, is) => signed(self.of_one(P::InStack, node)?, *is),
            C::InList(node, is) => signed(self.of_one(P::InList, node)?, *is),
            C::InCategory(node, is, set) => {
                let set = self.set(&set.0)?;
                signed(E::Call(P::IsOneOf, vec![self.expression(node)?, set]), *is)
            }
            C::Lower(node, is, other) => signed(self.of_two(P::Lower, node, other)?, *is),
            C::Marker(node, is) => signed(self.of_one(P::Marker, node)?, *is),
            C::Tainted(node, is) => signed(self.of_one(P::Tainted, node)?, *is),
            C::HasChild(node) => self.of_one(P::HasChild, node)?,
            C::HasParent(node) => self.of_one(P::HasParent, node)?,
            C::InsideOf(location, is, elements) => {
                let location = self.expression(location)?;
                let elements = self.elements(elements)?;
                signed(E::Call(P::InsideOf, vec![location, elements]), *is)
            }
            C::InDocument(location) => self.of_one(P::InDocument, location)?,
            C::AtLeast(number, bound) => {
                let number = self.read(&number.0);
                E::Call(P::AtLeast, vec![number, E::Number(bound.0)])
            }
            C::Greater(number, bound) => {
                let number = self.read(&number.0);
                E::Call(P::Greater, vec![number, E::Number(bound.0)])
            }
            C::FosterParenting => call(P::FosterParenting),
            C::FramesetNotOk => call(P::FramesetNotOk),
            C::Quirks(is) => signed(call(P::InQuirksMode), *is),
            C::Fragment(Was::Was) => call(P::IsFragment),
            C::Fragment(Was::WasNot) => not(call(P::IsFragment)),
            C::WasIgnored(Was::Was) => self.read(IGNORED),
            C::WasIgnored(Was::WasNot) => not(self.read(IGNORED)),
            C::PendingOther(class) => E::Call(P::PendingOther, vec![E::Characters(class.ranges())]),
            C::DoctypeName(is, text) => compared(P::DoctypeName, *is, text),
            C::DoctypeNameInAnyCase(is, text) => compared(P::DoctypeNameInAnyCase, *is, text),
            C::Public(is, text) => compared(P::PublicIs, *is, text),
            C::PublicMissing(is) => signed(call(P::PublicMissing), *is),
            C::SystemMissing(is) => signed(call(P::SystemMissing), *is),
            C::PublicIn(list) => E::Call(P::PublicIn, vec![identifiers(&list.0)?]),
            C::SystemIn(list) => E::Call(P::SystemIn, vec![identifiers(&list.0)?]),
            C::PublicStarts(list) => E::Call(P::PublicStarts, vec![identifiers(&list.0)?]),
            C::System(is, text) => compared(P::SystemIs, *is, text),
            C::ForceQuirks => call(P::ForceQuirks),
            C::SelfClosing => call(P::SelfClosing),
            C::NotAcknowledged => not(call(P::Acknowledged)),
            C::TagNameIs(is, names) => {
                signed(E::Call(P::TagNameIs, vec![E::Names(texts(names))]), *is)
            }
            C::HasAttribute(names) => E::Call(P::HasAttribute, vec![E::Texts(texts(names))]),
            C::TokenIs(is, kind) => signed(E::Call(P::TokenIs, vec![E::Kind(*kind)]), *is),
            C::Attribute(name, owner, is, values) => {
                let name = E::Text(name.0.clone());
                let values = E::Texts(texts(values));
                let primitive = match self.lowering.is_token(self.owner, owner) {
                    true => P::TokenAttribute,
                    false => P::NodeAttribute,
                };
                let owner = self.expression(owner)?;
                signed(E::Call(primitive, vec![owner, name, values]), *is)
            }
            C::OtherXmlns(node) => self.of_one(P::OtherXmlns, node)?,
            C::OtherXlink(node) => self.of_one(P::OtherXlink, node)?,
            C::LowercaseName(node, is) => signed(self.of_one(P::LowercaseName, node)?, *is),
            C::IsTrue(variable) => self.read(&variable.0),
            C::IsFalse(variable) => not(self.read(&variable.0)),
            C::Node(node, is, Elements::Node(other)) => {
                signed(self.of_two(P::IsSame, node, other)?, *is)
            }
            C::Node(node, is, elements) => {
                let node = self.expression(node)?;
                let elements = self.elements(elements)?;
                signed(E::Call(P::IsOneOf, vec![node, elements]), *is)
            }
        })
    }
}
