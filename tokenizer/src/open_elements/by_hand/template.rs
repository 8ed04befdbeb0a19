//! Templates.

use super::OpenElements;
use super::mode::Mode;
use super::tag::TagToken;
use crate::TextMode;
use crate::generated::{Category, ElementName as N};

impl OpenElements {
    /// Opens a template.
    pub(super) fn start_template(&mut self, tag: &TagToken<'_>) {
        if self.push_html(tag).is_some() {
            self.stack.formatting.push_marker();
            self.mode = Mode::InTemplate;
            self.template_modes.push(Mode::InTemplate);
        }
    }

    /// Whether a template is open.
    pub(super) fn is_in_template(&self) -> bool {
        self.outer_templates > 0 || self.stack.has(N::Template)
    }

    /// An end tag `template`.
    pub(super) fn end_template(&mut self) {
        match self.stack.find(N::Template) {
            Some(at) => {
                self.stack.pop_through(at);
                self.stack.clear_to_last_marker();
                self.template_modes.pop();
                self.reset_mode();
            }
            None if self.outer_templates > 0 => {
                self.outer_templates -= 1;
                self.end_all();
            }
            None => {}
        }
    }

    /// A start tag whose template has no mode yet. `None` if it has to be processed in the mode that it chooses.
    pub(super) fn start_in_template(&mut self, tag: &TagToken<'_>) -> Option<Option<TextMode>> {
        if tag
            .known
            .is_some_and(|name| self.is(name, Category::HeadStartTags))
        {
            return Some(self.start_in_head(tag));
        }
        let mode = match tag.known {
            Some(N::Caption | N::Colgroup | N::Tbody | N::Tfoot | N::Thead) => Mode::InTable,
            Some(N::Col) => Mode::InColumnGroup,
            Some(N::Tr) => Mode::InTableBody,
            Some(N::Td | N::Th) => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        None
    }
}
