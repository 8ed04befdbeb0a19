//! The conditions of rules.
//!
//! Whether an element is open, or is in a scope, is answered from what the stack keeps of each kind of element, so that no page
//! makes it slow. Null, the Document and markers are elements of no kind, so no condition has to ask for them first.

use super::builder::{AttributeName, Builder, NewElement};
use super::construction::Construction;
use super::element::{Answers, Element, ElementTest, NOWHERE, Record};
use super::kind::NO_ELEMENT;
use super::name::Name;
use super::rules::{InsertionMode, Scope, TreeRules};
use super::token::{AttributeNamespace, Text, Token, TokenKind, TokenReference};
use super::values::Location;
use crate::Namespace;

impl<R: TreeRules, B: Builder> Construction<R, B> {
    #[inline(always)]
    pub(crate) fn is_one_of(&self, element: Element, test: impl ElementTest) -> bool {
        match self.record(element) {
            Some(it) => test.holds(element, it.kind, it.namespace, it.name),
            None => test.holds(element, NO_ELEMENT, Namespace::Html, Name::NONE),
        }
    }

    #[inline(always)]
    pub(crate) fn is_same(&self, one: Element, other: Element) -> bool {
        one == other
    }

    /// The place and one of the last open element that is one of some; 0 for none.
    #[inline]
    pub(super) fn find_open(&self, test: impl ElementTest) -> usize {
        if let Some(set) = test.kinds() {
            let places = set.members().map(|kind| self.stack.last_of(kind));
            return places.max().unwrap_or(0);
        }
        if let Some(element) = test.element() {
            let place = self.record(element).map_or(NOWHERE, |record| record.place);
            return if place == NOWHERE {
                0
            } else {
                place as usize + 1
            };
        }
        if let Some(name) = test.name() {
            return self.stack.last_of(self.names.kind(Namespace::Html, name));
        }
        let mut open = self.stack.elements().rev();
        let found = open.find(|(_, element)| self.is_one_of(*element, test));
        found.map_or(0, |(place, _)| place + 1)
    }

    #[inline]
    pub(crate) fn has_open(&mut self, test: impl ElementTest) -> bool {
        let found = self.find_open(test);
        self.note_decided(found, test);
        found != 0
    }

    pub(crate) fn has_other_open(&self, test: impl ElementTest) -> bool {
        let mut open = self.stack.elements();
        open.any(|(_, element)| !self.is_one_of(element, test))
    }

    #[inline]
    pub(crate) fn has_in_scope(&mut self, test: impl ElementTest, scope: Scope) -> bool {
        let found = self.find_open(test);
        let end = self.stack.end_of(scope.0);
        self.note_decided(found.max(end), test);
        found != 0 && found >= end
    }

    pub(crate) fn has_one_node(&self) -> bool {
        self.stack.len() == 1
    }

    #[inline(always)]
    pub(crate) fn stack_is_empty(&self) -> bool {
        self.stack.height() == 0
    }

    pub(crate) fn mode_is(&mut self, mode: InsertionMode) -> bool {
        self.note_question_of_mode();
        self.mode == mode
    }

    pub(crate) fn template_modes_are_empty(&self) -> bool {
        self.template_modes.is_empty()
    }

    pub(crate) fn has_text_before(&mut self, location: Location) -> bool {
        let place = self.place(location);
        place.is_some_and(|place| self.builder.has_text_before(place))
    }

    pub(crate) fn has_newest_text_before(&mut self, location: Location) -> bool {
        let place = self.place(location);
        let place = place.filter(|place| self.newest_text == Some(*place));
        place.is_some_and(|place| self.builder.has_text_before(place))
    }

    #[inline]
    pub(crate) fn is_open(&self, element: Element) -> bool {
        self.record(element)
            .is_some_and(|record| record.place != NOWHERE)
    }

    pub(crate) fn is_lower(&self, one: Element, other: Element) -> bool {
        let place = |element| {
            self.record(element)
                .map(|record| record.place)
                .filter(|it| *it != NOWHERE)
        };
        place(one) > place(other)
    }

    pub(crate) fn is_tainted(&self, element: Element) -> bool {
        self.record(element).is_some_and(|record| record.is_tainted)
    }

    pub(crate) fn has_child(&self, element: Element) -> bool {
        let node = self.node(element);
        node.is_some_and(|node| self.builder.has_children(node))
    }

    pub(crate) fn has_parent(&self, element: Element) -> bool {
        let node = self.node(element);
        node.is_some_and(|node| self.builder.parent(node).is_some())
    }

    #[inline]
    pub(crate) fn is_inside(&mut self, location: Location, test: impl ElementTest) -> bool {
        match location {
            Location::Inside(element) => self.is_one_of(element, test),
            _ => {
                let parent = self.parent_of_place(location);
                if let Some(one) = test.element() {
                    return parent.is_some() && parent == self.node(one);
                }
                let element = parent.and_then(|node| self.builder.element(node, &self.names));
                element.is_some_and(|(namespace, name)| {
                    let kind = self.names.kind(namespace, name);
                    test.holds(Element::NULL, kind, namespace, name)
                })
            }
        }
    }

    #[inline]
    pub(crate) fn is_in_document(&self, location: Location) -> bool {
        match location {
            Location::Inside(element) => element == Element::DOCUMENT,
            Location::Before(element) => {
                let node = self.node(element);
                let parent = node.and_then(|node| self.builder.parent(node));
                parent.is_some() && parent == self.node(Element::DOCUMENT)
            }
            _ => false,
        }
    }

    #[inline]
    pub(crate) fn is_at_least(&self, number: u32, bound: u32) -> bool {
        number >= bound
    }

    #[inline]
    pub(crate) fn is_greater(&self, number: u32, bound: u32) -> bool {
        number > bound
    }

    #[inline(always)]
    pub(crate) fn foster_parenting_is_enabled(&self) -> bool {
        self.flags.foster_parenting
    }

    pub(crate) fn frameset_is_not_ok(&self) -> bool {
        !self.flags.frameset_ok
    }

    pub(crate) fn is_in_quirks_mode(&self) -> bool {
        self.flags.quirks
    }

    pub(crate) fn is_fragment(&self) -> bool {
        self.context != Element::NULL
    }

    pub(crate) fn has_other_pending(&self, ranges: &[(u32, u32)]) -> bool {
        self.pending.chars().any(|c| {
            let code = u32::from(c);
            !ranges
                .iter()
                .any(|(first, last)| (*first..=*last).contains(&code))
        })
    }

    pub(crate) fn doctype_name_is(&self, t: &Token<'_>, text: Text<'_>) -> bool {
        let name = t.doctype().and_then(|it| it.name.as_deref());
        name.is_some_and(|name| self.is_text(name, text))
    }

    pub(crate) fn doctype_name_is_in_any_case(&self, t: &Token<'_>, text: Text<'_>) -> bool {
        let name = t.doctype().and_then(|it| it.name.as_deref());
        name.is_some_and(|name| name.eq_ignore_ascii_case(self.text(text)))
    }

    fn is_text(&self, one: &str, text: Text<'_>) -> bool {
        one == self.text(text)
    }

    fn text<'t>(&'t self, text: Text<'t>) -> &'t str {
        match text {
            Text::Characters(characters) => characters,
            Text::Name(name) => self.names.text(name),
            Text::Pending => &self.pending,
        }
    }

    fn public<'t>(t: &Token<'t>) -> Option<&'t str> {
        t.doctype()?.public_identifier.as_deref()
    }

    fn system<'t>(t: &Token<'t>) -> Option<&'t str> {
        t.doctype()?.system_identifier.as_deref()
    }

    pub(crate) fn public_is_missing(&self, t: &Token<'_>) -> bool {
        Self::public(t).is_none()
    }

    pub(crate) fn system_is_missing(&self, t: &Token<'_>) -> bool {
        Self::system(t).is_none()
    }

    pub(crate) fn public_is_one_of(&self, t: &Token<'_>, list: &[&str]) -> bool {
        let public = Self::public(t);
        public.is_some_and(|it| list.iter().any(|other| other.eq_ignore_ascii_case(it)))
    }

    pub(crate) fn system_is_one_of(&self, t: &Token<'_>, list: &[&str]) -> bool {
        let system = Self::system(t);
        system.is_some_and(|it| list.iter().any(|other| other.eq_ignore_ascii_case(it)))
    }

    pub(crate) fn public_starts_with(&self, t: &Token<'_>, list: &[&str]) -> bool {
        let public = Self::public(t);
        public.is_some_and(|it| {
            list.iter().any(|prefix| {
                let start = it.get(..prefix.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
            })
        })
    }

    pub(crate) fn public_is(&self, t: &Token<'_>, text: Text<'_>) -> bool {
        Self::public(t).is_some_and(|public| self.is_text(public, text))
    }

    pub(crate) fn system_is(&self, t: &Token<'_>, text: Text<'_>) -> bool {
        Self::system(t).is_some_and(|system| self.is_text(system, text))
    }

    pub(crate) fn force_quirks_is_on(&self, t: &Token<'_>) -> bool {
        t.doctype().is_some_and(|it| it.force_quirks)
    }

    #[inline]
    pub(crate) fn is_self_closing(&self, t: &Token<'_>) -> bool {
        t.is_self_closing
    }

    #[inline]
    pub(crate) fn is_acknowledged(&self, t: &Token<'_>) -> bool {
        t.is_acknowledged
    }

    #[inline]
    pub(crate) fn tag_name_is(&self, t: &Token<'_>, names: &[Name]) -> bool {
        names.contains(&t.name)
    }

    pub(crate) fn has_attribute(&self, t: &Token<'_>, names: &[&str]) -> bool {
        names.iter().any(|name| {
            self.token_attribute(t, TokenReference::Current, name)
                .is_some()
        })
    }

    #[inline]
    pub(crate) fn token_is(&self, t: &Token<'_>, kind: TokenKind) -> bool {
        t.kind == kind
    }

    /// The value of an attribute of a token, by the name that it has now.
    fn token_attribute<'v>(
        &'v self,
        t: &Token<'v>,
        token: TokenReference,
        name: &str,
    ) -> Option<&'v str> {
        match token {
            TokenReference::Empty(_) => None,
            TokenReference::CreatedFor(element) => self.node_attribute(element, name),
            TokenReference::Current => {
                let tag = t.tag()?;
                if self.adjustments.is_empty() {
                    return tag
                        .attributes()
                        .find(|it| it.name() == name)
                        .map(|it| it.value());
                }
                let adjusted = NewElement::of(t, &self.names, &self.adjustments);
                let mut attributes = tag.attributes();
                let found =
                    attributes.find(|it| adjusted.attribute_name(it.name()).local_name == name);
                found.map(|it| it.value())
            }
        }
    }

    fn node_attribute(&self, element: Element, name: &str) -> Option<&str> {
        let node = self.node(element)?;
        let name = AttributeName::local(name);
        self.builder.attribute(node, name)
    }

    pub(crate) fn token_attribute_is(
        &self,
        t: &Token<'_>,
        token: TokenReference,
        name: Text<'_>,
        values: &[&str],
    ) -> bool {
        is_one_of(self.token_attribute(t, token, self.text(name)), values)
    }

    /// Whether an attribute of an element has one of some values. Rules may ask for each token, so the builder is asked once.
    pub(crate) fn node_attribute_is(
        &mut self,
        element: Element,
        name: Text<'static>,
        values: &'static [&'static str],
    ) -> bool {
        let question = match name {
            Text::Characters(name) => self.number_of_question(name, values),
            Text::Name(_) | Text::Pending => None,
        };
        let record = self.record(element);
        if let (Some(record), Some(question)) = (record, question)
            && let Some(answer) = record.answers.get(question)
        {
            return answer;
        }
        let answer = is_one_of(self.node_attribute(element, self.text(name)), values);
        if let Some(record) = self.records.get_mut(element.index())
            && let Some(question) = question
        {
            record.answers.set(question, answer);
        }
        answer
    }

    /// The number of a question about an attribute, if its answers are kept.
    fn number_of_question(
        &mut self,
        name: &'static str,
        values: &'static [&'static str],
    ) -> Option<usize> {
        let question = (name, values);
        let known = self.questions.iter().position(|it| *it == question);
        if known.is_none() && self.questions.len() < Answers::MOST {
            self.questions.push(question);
            return Some(self.questions.len() - 1);
        }
        known
    }

    /// The value of an attribute in the XMLNS namespace.
    #[inline(always)]
    fn declared(&self, element: Element, local_name: &str) -> Option<&str> {
        let record = self.record(element)?;
        match record.namespace {
            Namespace::Html => None,
            _ => self.declared_in_foreign(record, local_name),
        }
    }

    #[cold]
    fn declared_in_foreign(&self, record: &Record<B::Node>, local_name: &str) -> Option<&str> {
        let name = AttributeName {
            prefix: None,
            namespace: Some(AttributeNamespace::Xmlns),
            local_name,
        };
        self.builder.attribute(record.node, name)
    }

    #[inline]
    pub(crate) fn declares_other_namespace(&self, element: Element) -> bool {
        let declared = self.declared(element, "xmlns");
        declared.is_some_and(|declared| {
            declared
                != match self.namespace_of(element) {
                    Namespace::Html => "http://www.w3.org/1999/xhtml",
                    Namespace::Svg => "http://www.w3.org/2000/svg",
                    Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
                }
        })
    }

    #[inline]
    pub(crate) fn declares_other_xlink(&self, element: Element) -> bool {
        let declared = self.declared(element, "xlink");
        declared.is_some_and(|declared| declared != "http://www.w3.org/1999/xlink")
    }

    pub(crate) fn has_lowercase_name(&self, t: &Token<'_>, element: Element) -> bool {
        let name = self.record(element).map(|record| record.name);
        name.is_some_and(|name| self.names.lowercase(name) == t.name && t.name != Name::NONE)
    }
}

fn is_one_of(value: Option<&str>, values: &[&str]) -> bool {
    value.is_some_and(|value| values.iter().any(|it| it.eq_ignore_ascii_case(value)))
}
