//! Conditions, from the forms of the tables.
//!
//! The tables have a form for each way in which the section asks; the format has one for each question. So a negated form is the
//! negation of the other one, "greater than" is "at least" the next number, and where a location is is asked of its node. Which of
//! the sentences the section has is given up; the words of a row say it.

use super::Scope;
use super::resolve::{Resolve, resolved};
use crate::format::tree::{Elements, TreeExpression as E, TreeTest as T};
use tokenwright_tables::grammar::Is;
use tokenwright_tables::tree::grammar::{Has, TreeCondition, Variable, Was};
use tokenwright_tables::tree::model::{Callee, Conjunction, IGNORED, Test};

impl Scope<'_> {
    /// The disjunction of conjunctions.
    ///
    /// # Errors
    /// What cannot be resolved.
    pub(super) fn any(self, any: &[Conjunction]) -> Result<T, String> {
        let tests = any.iter().map(|all| self.all(all));
        let mut of: Vec<T> = tests.collect::<Result<_, _>>()?;
        Ok(match of.len() {
            1 => of.remove(0),
            _ => T::Any { of },
        })
    }

    /// A conjunction; an empty one always holds.
    pub(super) fn all(self, all: &Conjunction) -> Result<T, String> {
        let tests = all.iter().map(|test| self.test(&test.value));
        let mut of: Vec<T> = tests.collect::<Result<_, _>>()?;
        Ok(match of.len() {
            0 => T::True,
            1 => of.remove(0),
            _ => T::All { of },
        })
    }

    fn test(self, test: &Test) -> Result<T, String> {
        match test {
            Test::Condition(condition) => self.condition(condition),
            Test::Defined { sentence, negated } => Ok(signed(self.defined(sentence)?, !negated)),
        }
    }

    fn defined(self, sentence: &str) -> Result<T, String> {
        let resolved = self.tables.condition(sentence);
        let resolved = resolved.ok_or_else(|| format!("nothing is called `{sentence}`"))?;
        let arguments = self.values(&resolved.arguments)?;
        match resolved.callee {
            Callee::Definition(at) => Ok(T::Defined {
                definition: self.tables.definitions[at].name.value.clone(),
                arguments,
            }),
            Callee::Question(at) => Ok(T::Asked {
                question: self.tables.questions[at].name.value.clone(),
                arguments,
            }),
            Callee::Algorithm(_) | Callee::Output(_) => {
                Err(format!("`{sentence}` is no condition"))
            }
        }
    }

    fn condition(self, condition: &TreeCondition) -> Result<T, String> {
        use TreeCondition as C;
        Ok(match condition {
            C::True => T::True,
            C::OneNode => T::OneOpen,
            C::StackEmpty(sign) => is(T::NoneOpen, *sign),
            C::InScope(has, elements, scope) => {
                let test = resolved!(self, T::InScope { elements, scope });
                signed(test, *has == Has::Has)
            }
            C::ModeIs(sign, mode) => is(resolved!(self, T::InsertionModeIs { mode }), *sign),
            C::TemplateModesEmpty(sign) => is(T::TemplateModesEmpty, *sign),
            C::ListEmpty(sign) => is(T::ListEmpty, *sign),
            C::OtherOpen(elements) => resolved!(self, T::OtherOpen { elements }),
            C::NoneOpen(it) => {
                let any = vec![it.into()];
                let elements = Elements::Types { any };
                signed(T::Open { elements }, false)
            }
            C::Open(elements) => resolved!(self, T::Open { elements }),
            C::Formatting(elements) => resolved!(self, T::Formatting { elements }),
            C::AlreadyLike(number, node) => resolved!(self, T::AlreadyLike { number, node }),
            C::FirstEntry(entry, sign) => is(resolved!(self, T::FirstEntry { entry }), *sign),
            C::TextBefore(location) => resolved!(self, T::TextBefore { location }),
            C::NewestText(location) => resolved!(self, T::NewestText { location }),
            C::InStack(node, sign) => is(resolved!(self, T::InStack { node }), *sign),
            C::InList(entry, sign) => is(resolved!(self, T::InList { entry }), *sign),
            C::InCategory(node, sign, set) => is(resolved!(self, T::InSet { node, set }), *sign),
            C::Lower(node, sign, other) => is(resolved!(self, T::Below { node, other }), *sign),
            C::Marker(entry, sign) => is(resolved!(self, T::Marker { entry }), *sign),
            C::Tainted(node, sign) => is(resolved!(self, T::Tainted { node }), *sign),
            C::HasChild(node) => resolved!(self, T::HasChild { node }),
            C::HasParent(node) => resolved!(self, T::HasParent { node }),
            C::InsideOf(location, sign, elements) => {
                let node = resolved!(self, E::NodeOf { location });
                let elements = self.resolve(elements)?;
                is(T::Is { node, elements }, *sign)
            }
            C::InDocument(location) => {
                let node = resolved!(self, E::NodeOf { location });
                let elements = Elements::Same { node: E::Document };
                T::Is { node, elements }
            }
            C::AtLeast(variable, bound) => at_least(variable, Some(bound.0))?,
            C::Greater(variable, bound) => at_least(variable, bound.0.checked_add(1))?,
            C::FosterParenting => T::FosterParenting,
            C::FramesetNotOk => T::FramesetNotOk,
            C::Quirks(sign) => is(T::QuirksMode, *sign),
            C::Fragment(was) => signed(T::Fragment, *was == Was::Was),
            C::WasIgnored(was) => {
                let variable = IGNORED.to_owned();
                signed(T::IsTrue { variable }, *was == Was::Was)
            }
            C::PendingOther(characters) => resolved!(self, T::PendingOther { characters }),
            C::DoctypeName(sign, text) => is(resolved!(self, T::DoctypeNameIs { text }), *sign),
            C::DoctypeNameInAnyCase(sign, text) => {
                is(resolved!(self, T::DoctypeNameIsInAnyCase { text }), *sign)
            }
            C::Public(sign, text) => is(resolved!(self, T::PublicIdentifierIs { text }), *sign),
            C::PublicMissing(sign) => is(T::PublicIdentifierMissing, *sign),
            C::SystemMissing(sign) => is(T::SystemIdentifierMissing, *sign),
            C::PublicIn(identifiers) => resolved!(self, T::PublicIdentifierIn { identifiers }),
            C::SystemIn(identifiers) => resolved!(self, T::SystemIdentifierIn { identifiers }),
            C::PublicStarts(identifiers) => {
                resolved!(self, T::PublicIdentifierStarts { identifiers })
            }
            C::System(sign, text) => is(resolved!(self, T::SystemIdentifierIs { text }), *sign),
            C::ForceQuirks => T::ForceQuirks,
            C::SelfClosing => T::SelfClosing,
            C::NotAcknowledged => signed(T::Acknowledged, false),
            C::TagNameIs(sign, names) => is(resolved!(self, T::TagNameIn { names }), *sign),
            C::HasAttribute(names) => resolved!(self, T::HasAttribute { names }),
            C::TokenIs(sign, kind) => is(resolved!(self, T::TokenIs { kind }), *sign),
            C::Attribute(attribute, of, sign, values) => {
                let test = resolved!(
                    self,
                    T::AttributeIs {
                        of,
                        attribute,
                        values
                    }
                );
                is(test, *sign)
            }
            C::OtherXmlns(node) => {
                let own = resolved!(self, E::NamespaceOf { node });
                declares_other(self.resolve(node)?, "xmlns", own)
            }
            C::OtherXlink(node) => {
                let namespace = "XLink".to_owned();
                declares_other(self.resolve(node)?, "xlink", E::Namespace { namespace })
            }
            C::LowercaseName(node, sign) => {
                is(resolved!(self, T::LowercaseNameIsTagName { node }), *sign)
            }
            C::IsTrue(variable) => resolved!(self, T::IsTrue { variable }),
            C::IsFalse(variable) => signed(resolved!(self, T::IsTrue { variable }), false),
            C::Node(node, sign, elements) => is(resolved!(self, T::Is { node, elements }), *sign),
        })
    }
}

fn signed(test: T, affirmed: bool) -> T {
    match affirmed {
        true => test,
        false => T::Not { of: Box::new(test) },
    }
}

fn is(test: T, sign: Is) -> T {
    signed(test, sign == Is::Is)
}

fn at_least(variable: &Variable, number: Option<u32>) -> Result<T, String> {
    Ok(T::AtLeast {
        variable: variable.0.clone(),
        number: number.ok_or_else(|| format!("`{variable}` cannot be so great"))?,
    })
}

fn declares_other(node: E, attribute: &str, address: E) -> T {
    T::NamespacedAttributeIsNot {
        node,
        attribute: attribute.to_owned(),
        namespace: "XMLNS".to_owned(),
        address,
    }
}
