//! The conditions of the table language.
//!
//! Each is answered from the state as it is: a scope is walked from the current node up, a category is looked up in its list.
//! What the tables ask often could be kept up to date instead; here, a wrong answer has to be the tables' own.

use super::construction::Construction;
use super::document::{NodeData, NodeId, Quirks};
use super::observer::TreeObserver;
use super::run::{Stuck, Value, Variables};
use super::token::TreeToken;
use tokenwright_tables::grammar::{Is, Quoted};
use tokenwright_tables::tree::grammar::{
    Elements, Expression, Has, Namespace, Texts, TreeCondition, Was,
};
use tokenwright_tables::tree::model::IGNORED;
use tokenwright_tables::tree::namespaces::address;

pub(super) fn has_character(ranges: &[(u32, u32)], character: char) -> bool {
    let code = u32::from(character);
    ranges
        .iter()
        .any(|(first, last)| (*first..=*last).contains(&code))
}

fn is(held: bool, is: Is) -> bool {
    held == (is == Is::Is)
}

fn names(texts: &Texts) -> impl Iterator<Item = &str> {
    texts.0.iter().map(|Quoted(text)| text.as_str())
}

impl<O: TreeObserver> Construction<'_, O> {
    /// Tables that pass `check` have every set that they ask for: a page has one that was not understood.
    pub(super) fn expect_set(&self, set: &str) -> Result<(), Stuck> {
        let mut sets = self.tables.sets.iter();
        match sets.any(|(name, _)| name.value == set) {
            true => Ok(()),
            false => Err(Stuck::unread(format!("there is no category `{set}`"))),
        }
    }

    pub(super) fn is_in_set(&self, node: NodeId, set: &str) -> bool {
        let mut sets = self.tables.sets.iter();
        let members = sets
            .find(|(name, _)| name.value == set)
            .map(|(_, members)| members);
        let element = self.document.element(node);
        members.is_some_and(|members| members.iter().any(|member| Some(&member.value) == element))
    }

    fn is_one_of(
        &mut self,
        node: Option<NodeId>,
        elements: &Elements,
        variables: &Variables<'_>,
    ) -> Result<bool, Stuck> {
        if let Elements::Node(other) = elements {
            return Ok(self.evaluate(other, variables)? == Value::Node(node));
        }
        let Some(element) = node.and_then(|node| self.document.element(node)).cloned() else {
            return Ok(false);
        };
        Ok(match elements {
            Elements::Types { any, .. } => any.contains(&element),
            Elements::InNamespace(namespace) => element.namespace == *namespace,
            Elements::SameTagName => {
                element.namespace == Namespace::Html && element.name == self.tag()?.name
            }
            Elements::TagName(name) => {
                let name = self.evaluate(name, variables)?;
                element.namespace == Namespace::Html && element.name == name.text()?
            }
            Elements::Node(_) => false,
        })
    }

    /// The last open element that is one of some, with the elements from the current node on.
    pub(super) fn last_open(
        &mut self,
        elements: &Elements,
        variables: &Variables<'_>,
    ) -> Result<Option<usize>, Stuck> {
        for place in (0..self.stack.len()).rev() {
            if self.is_one_of(Some(self.stack[place]), elements, variables)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn has_in_scope(
        &mut self,
        elements: &Elements,
        scope: &str,
        variables: &Variables<'_>,
    ) -> Result<bool, Stuck> {
        let mut scopes = self.tables.scopes.iter();
        let ends = scopes
            .find(|(name, _)| name.value == scope)
            .map(|(_, members)| members);
        // Tables that pass `check` have it: a page has one that was not understood.
        let ends = ends.ok_or_else(|| Stuck::unread(format!("there is no scope `{scope}`")))?;
        for place in (0..self.stack.len()).rev() {
            let node = self.stack[place];
            if self.is_one_of(Some(node), elements, variables)? {
                return Ok(true);
            }
            let element = self.document.element(node);
            if ends.iter().any(|end| Some(&end.value) == element) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// The value of an attribute in the XMLNS namespace.
    fn xmlns(&self, node: NodeId, name: &str) -> Option<&str> {
        let mut attributes = self.document.attributes(node).iter();
        let found = attributes.find(|it| {
            let is_xmlns = it.namespace.as_ref().is_some_and(|(_, of)| of == "XMLNS");
            is_xmlns && it.name == name
        });
        found.map(|it| it.value.as_str())
    }

    fn doctype(&self) -> Result<[Option<&str>; 3], Stuck> {
        match &self.token {
            TreeToken::Doctype {
                name,
                public,
                system,
                ..
            } => Ok([name.as_deref(), public.as_deref(), system.as_deref()]),
            _ => Err(Stuck::new("the token is no DOCTYPE token")),
        }
    }

    /// The Text node before a location.
    fn text_before(
        &mut self,
        location: &Expression,
        variables: &Variables<'_>,
    ) -> Result<Option<NodeId>, Stuck> {
        let location = self.evaluate(location, variables)?.location()?;
        let previous = self.document.previous(location.parent, location.before);
        let is_text = |it: &NodeId| matches!(self.document.nodes[*it].data, NodeData::Text(_));
        Ok(previous.filter(is_text))
    }

    /// Whether an identifier is in a list, ignoring ASCII case.
    fn is_listed(&self, identifier: Option<&str>, list: &str) -> bool {
        let mut all = self.identifiers(list);
        identifier.is_some_and(|it| all.any(|other| other.eq_ignore_ascii_case(it)))
    }

    fn identifiers(&self, list: &str) -> impl Iterator<Item = &str> {
        let lists = self.tables.identifiers.iter();
        let list = lists.filter(move |(name, _)| name.value == list);
        list.flat_map(|(_, members)| members)
            .map(|member| member.value.as_str())
    }

    #[expect(clippy::too_many_lines, reason = "one line for each form")]
    pub(super) fn condition(
        &mut self,
        condition: &TreeCondition,
        variables: &Variables<'_>,
    ) -> Result<bool, Stuck> {
        use TreeCondition as C;
        Ok(match condition {
            C::True => true,
            C::OneNode => self.stack.len() == 1,
            C::StackEmpty(sign) => is(self.stack.is_empty(), *sign),
            C::InScope(has, elements, scope) => {
                self.has_in_scope(elements, &scope.0, variables)? == (*has == Has::Has)
            }
            C::ModeIs(sign, mode) => is(self.insertion_mode == self.mode_named(&mode.0)?, *sign),
            C::TemplateModesEmpty(sign) => is(self.template_modes.is_empty(), *sign),
            C::ListEmpty(sign) => is(self.last_entry().is_none(), *sign),
            C::OtherOpen(elements) => {
                for place in 0..self.stack.len() {
                    if !self.is_one_of(Some(self.stack[place]), elements, variables)? {
                        return Ok(true);
                    }
                }
                false
            }
            C::NoneOpen(of) => {
                let mut open = self.stack.iter();
                !open.any(|node| self.document.element(*node) == Some(of))
            }
            C::Open(elements) => self.last_open(elements, variables)?.is_some(),
            C::Formatting(elements) => {
                let nodes: Vec<NodeId> = self.after_marker().collect();
                for node in nodes {
                    if self.is_one_of(Some(node), elements, variables)? {
                        return Ok(true);
                    }
                }
                false
            }
            C::AlreadyLike(number, node) => {
                let node = self.evaluate(node, variables)?.node()?;
                self.alike(node).count() >= number.0 as usize
            }
            C::FirstEntry(entry, sign) => {
                let entry = self.evaluate(entry, variables)?;
                let is_first = self.place_in_list(&entry).is_some()
                    && self.entry_beside(&entry, false).is_none();
                is(is_first, *sign)
            }
            C::TextBefore(location) => self.text_before(location, variables)?.is_some(),
            C::NewestText(location) => {
                let text = self.text_before(location, variables)?;
                text.is_some() && text == self.last_inserted
            }
            C::InStack(node, sign) => {
                let held = match self.evaluate(node, variables)? {
                    Value::Node(Some(node)) => self.place_in_stack(node).is_some(),
                    _ => false,
                };
                is(held, *sign)
            }
            C::InList(node, sign) => {
                let node = self.evaluate(node, variables)?;
                is(self.place_in_list(&node).is_some(), *sign)
            }
            C::InCategory(node, sign, set) => {
                let node = self.evaluate(node, variables)?.node()?;
                self.expect_set(&set.0)?;
                is(self.is_in_set(node, &set.0), *sign)
            }
            C::Lower(node, sign, other) => {
                let node = self.evaluate(node, variables)?.node()?;
                let other = self.evaluate(other, variables)?.node()?;
                is(
                    self.place_in_stack(node) > self.place_in_stack(other),
                    *sign,
                )
            }
            C::Marker(node, sign) => {
                let held = matches!(self.evaluate(node, variables)?, Value::Marker(_));
                is(held, *sign)
            }
            C::Tainted(node, sign) => {
                let node = self.node_or_null(node, variables)?;
                is(node.is_some_and(|node| self.tainted.contains(&node)), *sign)
            }
            C::HasChild(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                !self.document.nodes[node].children.is_empty()
            }
            C::HasParent(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                self.document.nodes[node].parent.is_some()
            }
            C::InsideOf(location, sign, elements) => {
                let location = self.evaluate(location, variables)?.location()?;
                is(
                    self.is_one_of(Some(location.parent), elements, variables)?,
                    *sign,
                )
            }
            C::InDocument(location) => {
                let location = self.evaluate(location, variables)?.location()?;
                self.is_in_document(location)
            }
            C::AtLeast(variable, bound) => {
                self.variable(&variable.0, variables)?.number()? >= bound.0
            }
            C::Greater(variable, bound) => {
                self.variable(&variable.0, variables)?.number()? > bound.0
            }
            C::FosterParenting => self.foster_parenting,
            C::FramesetNotOk => !self.frameset_ok,
            C::Quirks(sign) => is(self.document.quirks == Quirks::Yes, *sign),
            C::Fragment(was) => self.context.is_some() == (*was == Was::Was),
            C::WasIgnored(was) => self.variable(IGNORED, variables)?.flag()? == (*was == Was::Was),
            C::PendingOther(class) => {
                let ranges = class.ranges();
                self.pending
                    .chars()
                    .any(|character| !has_character(&ranges, character))
            }
            C::DoctypeName(sign, text) => is(self.doctype()?[0] == Some(text.0.as_str()), *sign),
            C::DoctypeNameInAnyCase(sign, text) => {
                let name = self.doctype()?[0];
                is(
                    name.is_some_and(|name| name.eq_ignore_ascii_case(&text.0)),
                    *sign,
                )
            }
            C::Public(sign, text) => is(self.doctype()?[1] == Some(text.0.as_str()), *sign),
            C::PublicMissing(sign) => is(self.doctype()?[1].is_none(), *sign),
            C::SystemMissing(sign) => is(self.doctype()?[2].is_none(), *sign),
            C::PublicIn(list) => self.is_listed(self.doctype()?[1], &list.0),
            C::SystemIn(list) => self.is_listed(self.doctype()?[2], &list.0),
            C::PublicStarts(list) => {
                let public = self.doctype()?[1];
                let mut all = self.identifiers(&list.0);
                public.is_some_and(|it| {
                    all.any(|prefix| {
                        let start = it.get(..prefix.len());
                        start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
                    })
                })
            }
            C::System(sign, text) => is(self.doctype()?[2] == Some(text.0.as_str()), *sign),
            C::ForceQuirks => matches!(
                self.token,
                TreeToken::Doctype {
                    force_quirks: true,
                    ..
                }
            ),
            C::SelfClosing => {
                matches!(&self.token, TreeToken::Tag(tag) if tag.self_closing && !tag.is_end)
            }
            C::NotAcknowledged => !self.is_acknowledged,
            C::TagNameIs(sign, texts) => {
                let name = self.tag()?.name.clone();
                is(names(texts).any(|text| text == name), *sign)
            }
            C::HasAttribute(texts) => {
                let tag = self.tag()?;
                names(texts).any(|name| tag.attribute(name).is_some())
            }
            C::TokenIs(sign, kind) => is(self.token.kind() == *kind, *sign),
            C::Attribute(attribute, owner, sign, texts) => {
                let value = match self.evaluate(owner, variables)? {
                    Value::Token(TreeToken::Tag(tag)) => {
                        tag.attribute(&attribute.0).map(str::to_owned)
                    }
                    Value::Node(Some(node)) => {
                        let tag = self.created_for.get(&node);
                        tag.and_then(|tag| tag.attribute(&attribute.0))
                            .map(str::to_owned)
                    }
                    _ => None,
                };
                let held = value.is_some_and(|value| {
                    names(texts).any(|text| text.eq_ignore_ascii_case(&value))
                });
                is(held, *sign)
            }
            C::OtherXmlns(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                let element = self.document.element(node);
                let own = element.and_then(|it| address(&it.namespace.to_string()));
                let declared = self.xmlns(node, "xmlns");
                declared.is_some() && declared != own
            }
            C::OtherXlink(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                self.xmlns(node, "xlink")
                    .is_some_and(|declared| address("XLink") != Some(declared))
            }
            C::LowercaseName(node, sign) => {
                let node = self.evaluate(node, variables)?.node()?;
                let name = self
                    .document
                    .element(node)
                    .map(|it| it.name.to_ascii_lowercase());
                is(name.as_deref() == Some(self.tag()?.name.as_str()), *sign)
            }
            C::IsTrue(variable) => self.variable(&variable.0, variables)?.flag()?,
            C::IsFalse(variable) => !self.variable(&variable.0, variables)?.flag()?,
            C::Node(node, sign, elements) => {
                let held = match self.evaluate(node, variables)? {
                    Value::Node(node) => self.is_one_of(node, elements, variables)?,
                    other => match elements {
                        Elements::Node(same) => self.evaluate(same, variables)? == other,
                        _ => false,
                    },
                };
                is(held, *sign)
            }
        })
    }
}
