//! The insertion modes of `select`, in revisions that have them.

use super::AmbiguityKind;
use super::OpenElements;
use super::foreign::is_table_part;
use super::mode::Mode;
use super::node::Boundary;
use super::stack::Lookup;
use super::tag::TagToken;
use crate::TextMode;
use crate::generated::{Category, ElementName as N};

impl OpenElements {
    /// Whether the revision has insertion modes for `select`.
    pub(super) fn has_select_mode(&self) -> bool {
        let tables = self.rules.tree_construction.as_ref();
        tables.is_some_and(|tables| tables.select_insertion_mode)
    }

    /// Opens a `select`, in such a revision.
    pub(super) fn start_select(&mut self, tag: &TagToken<'_>) {
        let in_table = match self.mode {
            Mode::InTable | Mode::InCaption | Mode::InTableBody | Mode::InRow | Mode::InCell => {
                true
            }
            _ => self.is_between_html() && self.may_have_tables,
        };
        if self.push_html(tag).is_some() {
            self.mode = Mode::InSelect { in_table };
        }
    }

    /// A start tag in such a `select`. `None` if it has to be processed again without the `select`.
    pub(super) fn start_in_select(
        &mut self,
        tag: &TagToken<'_>,
        in_table: bool,
    ) -> Option<Option<TextMode>> {
        match tag.known {
            Some(N::Option) => {
                self.pop_if(N::Option);
                self.push_html(tag);
            }
            Some(N::Optgroup) => {
                self.pop_if(N::Option);
                self.pop_if(N::Optgroup);
                self.push_html(tag);
            }
            Some(N::Select) => {
                self.end_select();
            }
            Some(N::Input | N::Keygen | N::Textarea) if self.end_select() => return None,
            Some(N::Script | N::Template) => {
                let is_head_tag = tag
                    .known
                    .is_some_and(|name| self.is(name, Category::HeadStartTags));
                return Some(is_head_tag.then(|| self.start_in_head(tag)).flatten());
            }
            Some(name) if in_table && ends_select(name) => {
                self.end_select_in_table();
                return None;
            }
            _ => {}
        }
        Some(None)
    }

    /// An end tag in such a `select`. Returns whether it has to be processed again without the `select`.
    pub(super) fn end_in_select(&mut self, tag: &TagToken<'_>, in_table: bool) -> bool {
        match tag.known {
            Some(N::Optgroup) => {
                let below = self.stack.below_top();
                if self.stack.top_is(N::Option) && below.is_some_and(|e| e.is(N::Optgroup)) {
                    self.stack.pop();
                }
                self.pop_if(N::Optgroup);
            }
            Some(N::Option) => self.pop_if(N::Option),
            Some(N::Select) => {
                self.end_select();
            }
            Some(N::Template) => self.end_template(),
            Some(name)
                if in_table
                    && ends_select(name)
                    && self.stack.find_in(Boundary::TableScope, name) != Lookup::Absent =>
            {
                self.end_select_in_table();
                return true;
            }
            _ => {}
        }
        false
    }

    pub(super) fn pop_if(&mut self, name: N) {
        if self.stack.top_is(name) {
            self.stack.pop();
        }
    }

    /// Ends the `select`; returns whether there was one.
    fn end_select(&mut self) -> bool {
        let Some(at) = self.stack.find(N::Select) else {
            return false;
        };
        self.stack.pop_through(at);
        self.reset_mode();
        true
    }

    /// A table tag ends the `select`.
    fn end_select_in_table(&mut self) {
        if self.stack.is_partial && self.stack.boundary(Boundary::TableScope).is_none() {
            self.is_ambiguous(AmbiguityKind::InsertionMode);
        }
        self.end_select();
    }
}

/// Whether a tag ends a `select` in a table.
fn ends_select(name: N) -> bool {
    name == N::Table || is_table_part(name)
}
