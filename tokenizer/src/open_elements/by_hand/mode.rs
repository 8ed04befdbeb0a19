//! Insertion modes.

use super::OpenElements;
use super::node::Boundary;
use super::stack::Handle;
use crate::generated::ElementName as N;

/// An insertion mode of tree construction. "text" is [`OpenElements::after_text`], "in table text" is not followed: its
/// characters are processed at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// "initial" and "before html".
    #[default]
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    /// "in select" and, if the flag is set, "in select in table"; only in revisions that have them.
    InSelect {
        in_table: bool,
    },
    InTemplate,
    /// "after body" and "after after body".
    AfterBody,
    InFrameset,
    /// "after frameset" and "after after frameset".
    AfterFrameset,
}

impl Mode {
    pub(super) fn is_before_body(self) -> bool {
        matches!(
            self,
            Mode::BeforeHtml
                | Mode::BeforeHead
                | Mode::InHead
                | Mode::InHeadNoscript
                | Mode::AfterHead
        )
    }

    /// Whether start tags of elements are not ignored in general, so that foreign content and text elements begin.
    pub(super) fn is_in_body_or_table(self) -> bool {
        matches!(
            self,
            Mode::InBody
                | Mode::InTable
                | Mode::InCaption
                | Mode::InTableBody
                | Mode::InRow
                | Mode::InCell
                | Mode::AfterBody
        )
    }
}

impl OpenElements {
    /// Resets the insertion mode appropriately.
    pub(super) fn reset_mode(&mut self) {
        let mut next = self.stack.boundary(Boundary::Mode);
        self.mode = loop {
            let Some(at) = next else {
                break Mode::InBody;
            };
            if let Some(mode) = self.mode_in(at) {
                break mode;
            }
            next = self.stack.boundary_below(Boundary::Mode, at);
        };
    }

    /// The mode in the content of an element; `None` if it depends on the elements around it.
    fn mode_in(&self, at: Handle) -> Option<Mode> {
        let is_last = self.stack.is_bottom(at) && !self.stack.is_partial;
        let element = self.stack.element(at);
        let element = self.context.as_ref().filter(|_| is_last).unwrap_or(element);
        let mode = match element.known_html() {
            Some(N::Select) if self.has_select_mode() => Some(Mode::InSelect {
                in_table: self.is_in_table(at),
            }),
            Some(N::Td | N::Th) if !is_last => Some(Mode::InCell),
            Some(N::Tr) => Some(Mode::InRow),
            Some(N::Tbody | N::Thead | N::Tfoot) => Some(Mode::InTableBody),
            Some(N::Caption) => Some(Mode::InCaption),
            Some(N::Colgroup) => Some(Mode::InColumnGroup),
            Some(N::Table) => Some(Mode::InTable),
            Some(N::Template) => self.template_modes.last().copied(),
            Some(N::Head) if !is_last => Some(Mode::InHead),
            Some(N::Body) => Some(Mode::InBody),
            Some(N::Frameset) => Some(Mode::InFrameset),
            Some(N::Html) if self.context.is_some() => Some(Mode::BeforeHead),
            Some(N::Html) => Some(Mode::AfterHead),
            _ => None,
        };
        mode.or(is_last.then_some(Mode::InBody))
    }

    /// Whether a table is open below an element, outside templates.
    fn is_in_table(&self, at: Handle) -> bool {
        let limit = self.stack.boundary_below(Boundary::TableScope, at);
        limit.is_some_and(|limit| self.stack.element(limit).is(N::Table))
    }
}
