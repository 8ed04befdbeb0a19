//! The insertion modes of tables (13.2.6.4.9 to 13.2.6.4.15).
//!
//! They are as in the section without the tree: foster parenting moves nodes but opens the same elements, so it is
//! absent, and the characters that "in table text" collects are processed at once. "Reprocess the token" is a value
//! that the caller acts on, not a call, so that modes do not nest in each other.

use super::OpenElements;
use super::mode::Mode;
use super::node::{Boundary, Element};
use super::stack::Lookup;
use super::tag::TagToken;
use crate::TextMode;
use crate::generated::ElementName as N;

/// What is processed again in the new mode.
type Again = Option<Option<TextMode>>;

const DONE: Again = Some(None);
const AGAIN: Again = None;

impl OpenElements {
    /// Ends the elements above one of these, above a template and above the root.
    fn clear_to(&mut self, names: &[N]) {
        let is_context = |element: &Element| {
            element.is_one_of(names) || element.is_one_of(&[N::Template, N::Html])
        };
        self.stack.pop_while(|element| !is_context(element));
    }

    fn clear_to_table(&mut self) {
        self.clear_to(&[N::Table]);
    }

    fn clear_to_table_body(&mut self) {
        self.clear_to(&[N::Tbody, N::Tfoot, N::Thead]);
    }

    fn clear_to_row(&mut self) {
        self.clear_to(&[N::Tr]);
    }

    fn open(&mut self, tag: &TagToken<'_>, mode: Mode) -> Again {
        self.push_html(tag);
        self.mode = mode;
        DONE
    }

    fn open_implied(&mut self, name: N, mode: Mode) -> Again {
        self.push_implied(name);
        self.mode = mode;
        AGAIN
    }

    fn has_in_table(&self, name: N) -> bool {
        self.has_in(Boundary::TableScope, name)
    }

    /// Ends the table; returns whether there is one.
    fn end_table(&mut self) -> bool {
        let ended = self.end_if_in(Boundary::TableScope, N::Table);
        if ended {
            self.reset_mode();
        }
        ended
    }

    pub(super) fn start_in_table(&mut self, tag: &TagToken<'_>) -> Again {
        match tag.known {
            Some(N::Caption) => {
                self.clear_to_table();
                self.stack.formatting.push_marker();
                self.open(tag, Mode::InCaption)
            }
            Some(N::Colgroup) => {
                self.clear_to_table();
                self.open(tag, Mode::InColumnGroup)
            }
            Some(N::Col) => {
                self.clear_to_table();
                self.open_implied(N::Colgroup, Mode::InColumnGroup)
            }
            Some(N::Tbody | N::Tfoot | N::Thead) => {
                self.clear_to_table();
                self.open(tag, Mode::InTableBody)
            }
            Some(N::Td | N::Th | N::Tr) => {
                self.clear_to_table();
                self.open_implied(N::Tbody, Mode::InTableBody)
            }
            Some(N::Table) => match self.end_table() {
                true => AGAIN,
                false => DONE,
            },
            Some(N::Style | N::Script | N::Template) => Some(self.start_in_head(tag)),
            Some(N::Input) if self.is_hidden(tag) => DONE,
            // The form is closed at once. The pointer keeps pointing to it.
            Some(N::Form) => {
                if !self.is_in_template() && self.form == super::Form::None {
                    self.form = super::Form::Closed;
                }
                DONE
            }
            _ => Some(self.start_in_body(tag)),
        }
    }

    pub(super) fn end_in_table(&mut self, tag: &TagToken<'_>) -> bool {
        match tag.known {
            Some(N::Table) => {
                self.end_table();
            }
            Some(
                N::Body
                | N::Caption
                | N::Col
                | N::Colgroup
                | N::Html
                | N::Tbody
                | N::Td
                | N::Tfoot
                | N::Th
                | N::Thead
                | N::Tr,
            ) => {}
            _ => self.end_in_body(tag),
        }
        false
    }

    fn end_caption(&mut self) -> bool {
        let ended = self.end_if_in(Boundary::TableScope, N::Caption);
        if ended {
            self.stack.clear_to_last_marker();
            self.mode = Mode::InTable;
        }
        ended
    }

    pub(super) fn start_in_caption(&mut self, tag: &TagToken<'_>) -> Again {
        match is_table_content(tag) {
            true if self.end_caption() => AGAIN,
            true => DONE,
            false => Some(self.start_in_body(tag)),
        }
    }

    pub(super) fn end_in_caption(&mut self, tag: &TagToken<'_>) -> bool {
        match tag.known {
            Some(N::Caption) => {
                self.end_caption();
            }
            Some(N::Table) => return self.end_caption(),
            Some(
                N::Body
                | N::Col
                | N::Colgroup
                | N::Html
                | N::Tbody
                | N::Td
                | N::Tfoot
                | N::Th
                | N::Thead
                | N::Tr,
            ) => {}
            _ => self.end_in_body(tag),
        }
        false
    }

    pub(super) fn start_in_column_group(&mut self, tag: &TagToken<'_>) -> Again {
        match tag.known {
            Some(N::Html | N::Col) => DONE,
            Some(N::Template) => Some(self.start_in_head(tag)),
            _ => match self.end_column_group() {
                true => AGAIN,
                false => DONE,
            },
        }
    }

    pub(super) fn end_in_column_group(&mut self, tag: &TagToken<'_>) -> bool {
        match tag.known {
            Some(N::Colgroup) => {
                self.end_column_group();
                false
            }
            Some(N::Col) => false,
            Some(N::Template) => {
                self.end_template();
                false
            }
            _ => self.end_column_group(),
        }
    }

    fn end_column_group(&mut self) -> bool {
        let ended = self.stack.top_is(N::Colgroup);
        if ended {
            self.stack.pop();
            self.mode = Mode::InTable;
        }
        ended
    }

    pub(super) fn start_in_table_body(&mut self, tag: &TagToken<'_>) -> Again {
        match tag.known {
            Some(N::Tr) => {
                self.clear_to_table_body();
                self.open(tag, Mode::InRow)
            }
            Some(N::Td | N::Th) => {
                self.clear_to_table_body();
                self.open_implied(N::Tr, Mode::InRow)
            }
            Some(N::Caption | N::Col | N::Colgroup | N::Tbody | N::Tfoot | N::Thead) => {
                match self.end_table_body() {
                    true => AGAIN,
                    false => DONE,
                }
            }
            _ => self.start_in_table(tag),
        }
    }

    pub(super) fn end_in_table_body(&mut self, tag: &TagToken<'_>) -> bool {
        match tag.known {
            Some(name @ (N::Tbody | N::Tfoot | N::Thead)) => {
                if self.has_in_table(name) {
                    self.end_table_body();
                }
                false
            }
            Some(N::Table) => self.end_table_body(),
            Some(N::Body | N::Caption | N::Col | N::Colgroup | N::Html | N::Td | N::Th | N::Tr) => {
                false
            }
            _ => self.end_in_table(tag),
        }
    }

    /// Ends the table body; returns whether there is one.
    fn end_table_body(&mut self) -> bool {
        let bodies = [N::Tbody, N::Tfoot, N::Thead];
        if !bodies.into_iter().any(|name| self.has_in_table(name)) {
            return false;
        }
        self.clear_to_table_body();
        self.stack.pop();
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn start_in_row(&mut self, tag: &TagToken<'_>) -> Again {
        match tag.known {
            Some(N::Td | N::Th) => {
                self.clear_to_row();
                self.push_html(tag);
                self.stack.formatting.push_marker();
                self.mode = Mode::InCell;
                DONE
            }
            Some(N::Caption | N::Col | N::Colgroup | N::Tbody | N::Tfoot | N::Thead | N::Tr) => {
                match self.end_row() {
                    true => AGAIN,
                    false => DONE,
                }
            }
            _ => self.start_in_table(tag),
        }
    }

    pub(super) fn end_in_row(&mut self, tag: &TagToken<'_>) -> bool {
        match tag.known {
            Some(N::Tr) => {
                self.end_row();
                false
            }
            Some(N::Table) => self.end_row(),
            Some(name @ (N::Tbody | N::Tfoot | N::Thead)) => {
                self.has_in_table(name) && self.end_row()
            }
            Some(N::Body | N::Caption | N::Col | N::Colgroup | N::Html | N::Td | N::Th) => false,
            _ => self.end_in_table(tag),
        }
    }

    /// Ends the row; returns whether there is one.
    fn end_row(&mut self) -> bool {
        let has_row = self.has_in_table(N::Tr);
        if has_row {
            self.clear_to_row();
            self.stack.pop();
            self.mode = Mode::InTableBody;
        }
        has_row
    }

    pub(super) fn start_in_cell(&mut self, tag: &TagToken<'_>) -> Again {
        if is_table_content(tag) {
            self.end_cell();
            return AGAIN;
        }
        Some(self.start_in_body(tag))
    }

    pub(super) fn end_in_cell(&mut self, tag: &TagToken<'_>) -> bool {
        match tag.known {
            Some(name @ (N::Td | N::Th)) => {
                if self.end_if_in(Boundary::TableScope, name) {
                    self.stack.clear_to_last_marker();
                    self.mode = Mode::InRow;
                }
                false
            }
            Some(N::Body | N::Caption | N::Col | N::Colgroup | N::Html) => false,
            Some(name @ (N::Table | N::Tbody | N::Tfoot | N::Thead | N::Tr)) => {
                let has = self.has_in_table(name);
                if has {
                    self.end_cell();
                }
                has
            }
            _ => {
                self.end_in_body(tag);
                false
            }
        }
    }

    fn end_cell(&mut self) {
        let cells = [N::Td, N::Th];
        if let Lookup::At(at) = self.stack.find_one_in(Boundary::TableScope, &cells) {
            self.stack.pop_through(at);
        }
        self.stack.clear_to_last_marker();
        self.mode = Mode::InRow;
    }
}

/// Whether a start tag cannot be in a cell or a caption.
fn is_table_content(tag: &TagToken<'_>) -> bool {
    matches!(
        tag.known,
        Some(
            N::Caption
                | N::Col
                | N::Colgroup
                | N::Tbody
                | N::Td
                | N::Tfoot
                | N::Th
                | N::Thead
                | N::Tr
        )
    )
}
