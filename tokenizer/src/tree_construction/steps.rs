//! The steps of rules.
//!
//! A step that has nothing to work on does nothing: the standard never gets there. Each change is counted, so that a run of
//! characters notices whether a row has changed anything.

use super::builder::{AttributeName, Builder, NewElement, Place, QuirksMode};
use super::construction::Construction;
use super::element::{Element, ElementTest, NOWHERE};
use super::kind::{Kind, NO_ELEMENT};
use super::kinds::Kinds;
use super::name::Name;
use super::rules::{InsertionMode, Outcome, TreeRules};
use super::token::{Adjustment, Data, Pairs, Text, Token, TokenKind, TokenReference};
use super::values::Location;
use crate::text::narrow;
use crate::{ErrorCode, TextMode};
use alloc::string::String;

impl<R: TreeRules, B: Builder> Construction<R, B> {
    /// Goes on after a row that is followed by steps.
    #[inline(always)]
    pub(crate) fn finish(&mut self, t: &mut Token<'_>, outcome: Outcome) {
        if outcome == Outcome::Reprocess {
            self.process(t);
        }
    }

    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    #[inline]
    pub(crate) fn parse_error(&mut self, code: Option<ErrorCode>) {
        self.changes += 1;
        self.builder.parse_error(code);
    }

    pub(crate) fn change_token(&mut self, t: &mut Token<'_>, token: TokenReference) {
        match token {
            TokenReference::Current => {}
            TokenReference::Empty(name) => self.become_start_tag(t, name),
            TokenReference::CreatedFor(element) => {
                if let Some(name) = self.record(element).map(|record| record.name) {
                    self.become_start_tag(t, name);
                }
            }
        }
    }

    fn become_start_tag(&mut self, t: &mut Token<'_>, name: Name) {
        t.kind = TokenKind::StartTag;
        t.data = Data::None;
        t.name = name;
        t.is_self_closing = false;
        self.adjustments.clear();
    }

    pub(crate) fn change_tag_name(&mut self, t: &mut Token<'_>, names: &[Name]) {
        if let Some(name) = names.first() {
            t.name = *name;
        }
    }

    pub(crate) fn change_tag_name_by(&mut self, t: &mut Token<'_>, pairs: &'static Pairs) {
        let name = self.names.text(t.name);
        if let Ok(at) = pairs.binary_search_by(|(from, _)| (*from).cmp(name)) {
            t.name = self.names.intern(pairs[at].1);
        }
    }

    pub(crate) fn change_attributes_by(&mut self, t: &mut Token<'_>, pairs: &'static Pairs) {
        if t.tag().is_some_and(|tag| tag.attributes().len() != 0) {
            self.adjustments.push(Adjustment::Names(pairs));
        }
    }

    pub(crate) fn namespace_attributes(&mut self, t: &mut Token<'_>) {
        if t.tag().is_some_and(|tag| tag.attributes().len() != 0) {
            self.adjustments
                .push(Adjustment::Namespaces(R::FOREIGN_ATTRIBUTES));
        }
    }

    pub(crate) fn ignore_next(&mut self, character: char) {
        self.changes += 1;
        self.flags.ignore_next = Some(character);
    }

    #[inline]
    pub(crate) fn acknowledge_self_closing(&mut self, t: &mut Token<'_>) {
        t.is_acknowledged = true;
    }

    pub(crate) fn switch_to_original_mode(&mut self) {
        if let Some(mode) = self.original_mode {
            self.switch_mode(mode);
        }
    }

    pub(crate) fn switch_to_template_mode(&mut self) {
        if let Some(mode) = self.template_modes.last() {
            self.switch_mode(*mode);
        }
    }

    #[inline]
    pub(crate) fn switch_mode(&mut self, mode: InsertionMode) {
        self.changes += u64::from(self.mode != mode);
        self.mode = mode;
        self.note_mode();
    }

    pub(crate) fn set_original_mode(&mut self) {
        self.changes += u64::from(self.original_mode != Some(self.mode));
        self.original_mode = Some(self.mode);
    }

    pub(crate) fn switch_to_secondary_mode(&mut self) {
        self.switch_mode(self.secondary_mode);
    }

    pub(crate) fn set_secondary_mode(&mut self) {
        self.set_secondary_mode_to(self.mode);
    }

    pub(crate) fn set_secondary_mode_to(&mut self, mode: InsertionMode) {
        self.changes += u64::from(self.secondary_mode != mode);
        self.secondary_mode = mode;
    }

    pub(crate) fn taint(&mut self, element: Element) {
        if let Some(record) = self.records.get_mut(element.index()) {
            self.changes += u64::from(!record.is_tainted);
            record.is_tainted = true;
        }
    }

    pub(crate) fn push_template_mode(&mut self, mode: InsertionMode) {
        self.changes += 1;
        self.template_modes.push(mode);
    }

    pub(crate) fn pop_template_mode(&mut self) {
        self.changes += 1;
        self.template_modes.pop();
    }

    pub(crate) fn switch_tokenizer(&mut self, mode: TextMode) {
        self.changes += 1;
        self.switch = Some(mode);
    }

    /// Notes the place of an element in the stack. Returns its kind there, and whether its namespace is HTML's.
    #[inline(always)]
    fn note_place(&mut self, element: Element, place: usize) -> Option<(Kind, bool)> {
        let record = self.records.get_mut(element.index())?;
        record.place = narrow::count(place);
        Some(match record.kind {
            NO_ELEMENT => (self.kind_of_none, false),
            kind => (kind, record.namespace == crate::Namespace::Html),
        })
    }

    #[inline]
    pub(crate) fn push(&mut self, element: Element) {
        if let Some((kind, is_html)) = self.note_place(element, self.stack.height()) {
            self.changes += 1;
            self.stack
                .push(element, kind, || Kinds::<R>::about(kind, is_html));
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(element) = self.stack.pop() {
            self.left(element, self.stack.last());
        }
    }

    /// Notes that an element left the stack.
    #[inline(always)]
    fn left(&mut self, element: Element, above: Element) {
        self.changes += 1;
        if let Some(record) = self.records.get_mut(element.index()) {
            record.place = NOWHERE;
            record.was_below = above;
            record.left = self.tokens;
            if record.entry == NOWHERE {
                self.released.push(element);
            }
            self.builder.popped(record.node);
        }
    }

    #[inline]
    pub(crate) fn pop_until(&mut self, test: impl ElementTest) {
        let found = self.find_open(test);
        if found != 0 {
            while self.stack.height() >= found {
                self.pop();
            }
        }
    }

    fn place_in_stack(&self, element: Element) -> Option<usize> {
        let place = self.record(element)?.place;
        (place != NOWHERE).then_some(place as usize)
    }

    pub(crate) fn remove_from_stack(&mut self, element: Element) {
        match self.place_in_stack(element) {
            None => {}
            Some(place) if place + 1 == self.stack.height() => self.pop(),
            Some(place) => {
                self.stack.remove(place);
                let above = self.stack.get(self.stack.above(place));
                self.left(element, above);
            }
        }
    }

    pub(crate) fn replace_in_stack(&mut self, old: Element, new: Element) {
        let Some(place) = self.place_in_stack(old) else {
            return;
        };
        if place + 1 == self.stack.height() {
            self.pop();
            self.push(new);
        } else if let Some((kind, is_html)) = self.note_place(new, place) {
            let about = || Kinds::<R>::about(kind, is_html);
            self.stack.replace(place, new, kind, about);
            let above = self.stack.get(self.stack.above(place));
            self.left(old, above);
        }
    }

    pub(crate) fn insert_below(&mut self, element: Element, above: Element) {
        let above = self.place_in_stack(above);
        let Some(above) = above.filter(|_| self.record(element).is_some()) else {
            return;
        };
        if above + 1 == self.stack.height() {
            self.push(element);
            return;
        }
        let records = &mut self.records;
        let place = self.stack.make_room(above, |element, place| {
            if let Some(record) = records.get_mut(element.index()) {
                record.place = narrow::count(place);
            }
        });
        if let Some((kind, is_html)) = self.note_place(element, place) {
            self.changes += 1;
            let about = || Kinds::<R>::about(kind, is_html);
            self.stack.put(place, element, kind, about);
        }
    }

    pub(crate) fn set_head_element_pointer(&mut self, element: Element) {
        self.changes += 1;
        self.head = element;
    }

    pub(crate) fn set_form_element_pointer(&mut self, element: Element) {
        self.form = element;
        self.changes += 1;
        self.note_form();
    }

    #[inline]
    pub(crate) fn set_frameset_not_ok(&mut self) {
        self.changes += u64::from(self.flags.frameset_ok);
        self.flags.frameset_ok = false;
    }

    pub(crate) fn set_frameset_ok(&mut self) {
        self.changes += u64::from(!self.flags.frameset_ok);
        self.flags.frameset_ok = true;
    }

    pub(crate) fn enable_foster_parenting(&mut self) {
        self.flags.foster_parenting = true;
    }

    pub(crate) fn disable_foster_parenting(&mut self) {
        self.flags.foster_parenting = false;
    }

    pub(crate) fn set_quirks(&mut self, mode: QuirksMode) {
        self.changes += 1;
        self.flags.quirks = mode == QuirksMode::Quirks;
        self.builder.set_quirks_mode(mode);
    }

    pub(crate) fn clear_pending(&mut self) {
        self.changes += 1;
        self.pending.clear();
    }

    pub(crate) fn append_pending(&mut self, t: &Token<'_>) {
        if let Data::Characters(characters) = t.data {
            self.push_pending(characters);
            self.appended.pending += 1;
        }
    }

    /// Notes pending characters; without a tree, one of each class, as their text may be long.
    pub(super) fn push_pending(&mut self, characters: &str) {
        if B::HAS_TREE {
            self.pending.push_str(characters);
            return;
        }
        for character in characters.chars() {
            let class = R::class(character);
            if self.pending.chars().all(|it| R::class(it) != class) {
                self.pending.push(character);
            }
        }
    }

    pub(crate) fn append_doctype(&mut self, t: &Token<'_>) {
        if let Some(doctype) = t.doctype() {
            self.changes += 1;
            self.note_insertion(None);
            self.builder.append_doctype(doctype);
        }
    }

    #[inline]
    pub(crate) fn append_text(&mut self, location: Location, text: Text<'_>) {
        self.appended.note(location, text);
        self.with_text(location, text, B::append_text);
    }

    #[inline]
    pub(crate) fn insert_text(&mut self, location: Location, text: Text<'_>) {
        self.changes += 1;
        self.with_text(location, text, |builder, text, place| {
            if !text.is_empty() {
                builder.insert_text(text, place);
            }
        });
    }

    #[inline(always)]
    pub(crate) fn insert_characters(&mut self, location: Location, text: Text<'_>) {
        self.appended.note(location, text);
        if R::TEXT_IS_READ {
            self.changes += 1;
        }
        self.with_text(location, text, B::insert_characters);
    }

    #[inline(always)]
    fn with_text(
        &mut self,
        location: Location,
        text: Text<'_>,
        insert: impl FnOnce(&mut B, &str, Place<B::Node>),
    ) {
        let Some(place) = self.place(location) else {
            return;
        };
        self.note_insertion(Some(place));
        match text {
            Text::Characters(text) => insert(&mut self.builder, text, place),
            Text::Name(name) => insert(&mut self.builder, self.names.text(name), place),
            Text::Pending => insert(&mut self.builder, &self.pending, place),
        }
    }

    pub(crate) fn insert_comment(&mut self, t: &Token<'_>, location: Location) {
        if let (Data::Comment(comment), Some(place)) = (t.data, self.place(location)) {
            self.changes += 1;
            self.note_insertion(None);
            self.builder.insert_comment(comment, place);
        }
    }

    pub(crate) fn insert_processing_instruction(&mut self, t: &Token<'_>, location: Location) {
        if let (Data::Instruction(instruction), Some(place)) = (t.data, self.place(location)) {
            self.changes += 1;
            self.note_insertion(None);
            self.builder
                .insert_processing_instruction(instruction, place);
        }
    }

    #[inline]
    pub(crate) fn insert(&mut self, element: Element, location: Location) {
        if let (Some(node), Some(place)) = (self.node(element), self.place(location)) {
            self.changes += 1;
            self.note_insertion(None);
            self.builder.insert(node, place);
        }
    }

    /// Notes which node was inserted last: text before a place, or another.
    #[inline(always)]
    fn note_insertion(&mut self, text: Option<Place<B::Node>>) {
        if R::TEXT_IS_READ && self.newest_text != text {
            self.changes += 1;
            self.newest_text = text;
        }
    }

    pub(crate) fn move_children(&mut self, from: Element, to: Element) {
        if let (Some(from), Some(to)) = (self.node(from), self.node(to)) {
            self.changes += 1;
            self.builder.move_children(from, to);
        }
    }

    pub(crate) fn append(&mut self, element: Element, parent: Element) {
        self.insert(element, Location::Inside(parent));
    }

    pub(crate) fn detach(&mut self, element: Element) {
        if let Some(node) = self.node(element) {
            self.changes += 1;
            self.builder.detach(node);
        }
    }

    pub(crate) fn add_attributes(&mut self, t: &Token<'_>, element: Element) {
        if let (Some(node), Some(_)) = (self.node(element), t.tag()) {
            self.changes += 1;
            let element = NewElement::of(t, &self.names, &self.adjustments);
            self.builder.add_attributes(node, &element);
        }
    }

    pub(crate) fn add_attribute(&mut self, names: &[&str], text: Text<'_>, element: Element) {
        if let (Some(node), [name]) = (self.node(element), names) {
            self.changes += 1;
            let value = match text {
                Text::Characters(value) => value,
                Text::Name(value) => self.names.text(value),
                Text::Pending => &self.pending,
            };
            let name = AttributeName::local(name);
            self.builder.add_attribute(node, name, value);
        }
    }

    pub(crate) fn add_other_attributes(&mut self, t: &Token<'_>, names: &[&str], element: Element) {
        if let (Some(node), Some(tag)) = (self.node(element), t.tag()) {
            self.changes += 1;
            let added = NewElement::of(t, &self.names, &self.adjustments);
            for attribute in tag.attributes() {
                let name = added.attribute_name(attribute.name());
                if !names.contains(&name.local_name) {
                    self.builder.add_attribute(node, name, attribute.value());
                }
            }
        }
    }

    /// Processes each pending character by a row.
    pub(crate) fn each_pending(
        &mut self,
        _: &Token<'_>,
        row: impl Fn(&mut Self, &mut Token<'_>) -> Outcome,
    ) {
        let pending: String = core::mem::take(&mut self.pending);
        self.each_character(&pending, false, |p, t| {
            p.process_inside(|p| {
                let outcome = row(p, t);
                p.finish(t, outcome);
            });
        });
        self.pending = pending;
    }
}
