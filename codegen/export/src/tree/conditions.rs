//! Conditions, from the forms of the tables.
//!
//! The tables have a form for each way in which the section asks; the format has one for each question. So a negated form is the
//! negation of the other one, "greater than" is "at least" the next number, and where a location is is asked of its node. Which of
//! the sentences the section has is given up; the words of a row say it.

use super::Scope;
use super::rows::kind;
use crate::conditions::ranges;
use crate::format::tree::{Elements, TreeExpression as E, TreeTest as T};
use tokenwright_tables::grammar::{Is, Quoted};
use tokenwright_tables::tree::grammar::{Expression, Has, Texts, TreeCondition, Variable, Was};
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
        let value = |one: &Expression| self.expression(one);
        Ok(match condition {
            C::True => T::True,
            C::OneNode => T::OneOpen,
            C::StackEmpty(sign) => is(T::NoneOpen, *sign),
            C::InScope(has, elements, scope) => {
                let elements = self.elements(elements)?;
                let scope = scope.0.clone();
                signed(T::InScope { elements, scope }, *has == Has::Has)
            }
            C::ModeIs(sign, mode) => is(T::InsertionModeIs { mode: own(mode) }, *sign),
            C::TemplateModesEmpty(sign) => is(T::TemplateModesEmpty, *sign),
            C::ListEmpty(sign) => is(T::ListEmpty, *sign),
            C::OtherOpen(elements) => T::OtherOpen {
                elements: self.elements(elements)?,
            },
            C::NoneOpen(it) => {
                let any = vec![it.into()];
                let elements = Elements::Types { any };
                signed(T::Open { elements }, false)
            }
            C::Open(elements) => T::Open {
                elements: self.elements(elements)?,
            },
            C::Formatting(elements) => T::Formatting {
                elements: self.elements(elements)?,
            },
            C::AlreadyLike(number, node) => T::AlreadyLike {
                number: number.0,
                node: value(node)?,
            },
            C::FirstEntry(entry, sign) => is(
                T::FirstEntry {
                    entry: value(entry)?,
                },
                *sign,
            ),
            C::TextBefore(at) => T::TextBefore {
                location: value(at)?,
            },
            C::NewestText(at) => T::NewestText {
                location: value(at)?,
            },
            C::InStack(node, sign) => is(T::InStack { node: value(node)? }, *sign),
            C::InList(entry, sign) => is(
                T::InList {
                    entry: value(entry)?,
                },
                *sign,
            ),
            C::InCategory(node, sign, set) => {
                let node = value(node)?;
                let set = set.0.clone();
                is(T::InSet { node, set }, *sign)
            }
            C::Lower(node, sign, other) => {
                let node = value(node)?;
                let other = value(other)?;
                is(T::Below { node, other }, *sign)
            }
            C::Marker(entry, sign) => is(
                T::Marker {
                    entry: value(entry)?,
                },
                *sign,
            ),
            C::Tainted(node, sign) => is(T::Tainted { node: value(node)? }, *sign),
            C::HasChild(node) => T::HasChild { node: value(node)? },
            C::HasParent(node) => T::HasParent { node: value(node)? },
            C::InsideOf(location, sign, elements) => {
                let node = node_of(value(location)?);
                let elements = self.elements(elements)?;
                is(T::Is { node, elements }, *sign)
            }
            C::InDocument(location) => {
                let node = node_of(value(location)?);
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
            C::PendingOther(class) => T::PendingOther {
                characters: ranges(&class.ranges()),
            },
            C::DoctypeName(sign, text) => is(T::DoctypeNameIs { text: own(text) }, *sign),
            C::DoctypeNameInAnyCase(sign, text) => {
                is(T::DoctypeNameIsInAnyCase { text: own(text) }, *sign)
            }
            C::Public(sign, text) => is(T::PublicIdentifierIs { text: own(text) }, *sign),
            C::PublicMissing(sign) => is(T::PublicIdentifierMissing, *sign),
            C::SystemMissing(sign) => is(T::SystemIdentifierMissing, *sign),
            C::PublicIn(list) => T::PublicIdentifierIn {
                identifiers: list.0.clone(),
            },
            C::SystemIn(list) => T::SystemIdentifierIn {
                identifiers: list.0.clone(),
            },
            C::PublicStarts(list) => T::PublicIdentifierStarts {
                identifiers: list.0.clone(),
            },
            C::System(sign, text) => is(T::SystemIdentifierIs { text: own(text) }, *sign),
            C::ForceQuirks => T::ForceQuirks,
            C::SelfClosing => T::SelfClosing,
            C::NotAcknowledged => signed(T::Acknowledged, false),
            C::TagNameIs(sign, all) => is(T::TagNameIn { names: names(all) }, *sign),
            C::HasAttribute(all) => T::HasAttribute { names: names(all) },
            C::TokenIs(sign, of) => is(T::TokenIs { kind: kind(*of) }, *sign),
            C::Attribute(attribute, owner, sign, texts) => {
                let test = T::AttributeIs {
                    of: value(owner)?,
                    attribute: attribute.0.clone(),
                    values: names(texts),
                };
                is(test, *sign)
            }
            C::OtherXmlns(node) => {
                let node = value(node)?;
                let own = node.clone().into();
                declares_other(node, "xmlns", E::NamespaceOf { node: own })
            }
            C::OtherXlink(node) => {
                let namespace = "XLink".to_owned();
                declares_other(value(node)?, "xlink", E::Namespace { namespace })
            }
            C::LowercaseName(node, sign) => {
                is(T::LowercaseNameIsTagName { node: value(node)? }, *sign)
            }
            C::IsTrue(variable) => truth(variable),
            C::IsFalse(variable) => signed(truth(variable), false),
            C::Node(node, sign, elements) => {
                let node = value(node)?;
                let elements = self.elements(elements)?;
                is(T::Is { node, elements }, *sign)
            }
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

fn own(Quoted(text): &Quoted) -> String {
    text.clone()
}

fn names(texts: &Texts) -> Vec<String> {
    texts.0.iter().map(own).collect()
}

fn node_of(location: E) -> E {
    let location = location.into();
    E::NodeOf { location }
}

fn at_least(variable: &Variable, number: Option<u32>) -> Result<T, String> {
    Ok(T::AtLeast {
        variable: variable.0.clone(),
        number: number.ok_or_else(|| format!("`{variable}` cannot be so great"))?,
    })
}

fn truth(Variable(name): &Variable) -> T {
    let variable = name.clone();
    T::IsTrue { variable }
}

fn declares_other(node: E, attribute: &str, address: E) -> T {
    T::NamespacedAttributeIsNot {
        node,
        attribute: attribute.to_owned(),
        namespace: "XMLNS".to_owned(),
        address,
    }
}
