//! Where hidden content ends, without a tree.

use crate::elements::{Class, Id, class_of, contains, start_tag_ends};

/// How many of the innermost elements are compared with an end tag, so that time stays linear.
const COMPARED: usize = 256;

/// The open elements from the one on that hides its content.
#[derive(Default)]
pub(crate) struct Hidden {
    open: Vec<Id>,
}

impl Hidden {
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Begins hidden content.
    pub(crate) fn begin(&mut self, element: Id) {
        self.open.push(element);
    }

    pub(crate) fn clear(&mut self) {
        self.open.clear();
    }

    /// Reads a start tag in hidden content. Returns whether it is still hidden.
    pub(crate) fn start_tag(&mut self, element: Id, self_closing: bool) -> bool {
        let class = class_of(element);
        if self.ends_before(element) {
            self.clear();
            return false;
        }
        let is_empty = matches!(class, Class::Void | Class::VoidBlock)
            || self_closing && class == Class::Inline;
        if !is_empty {
            self.open.push(element);
        }
        true
    }

    /// Reads an end tag in hidden content. Returns whether it belongs to that content.
    pub(crate) fn end_tag(&mut self, element: Id) -> bool {
        let first = self.open.len().saturating_sub(COMPARED);
        let compared = self.open[first..].iter();
        if let Some(at) = compared.into_iter().rposition(|open| *open == element) {
            self.open.truncate(first + at);
            return true;
        }
        let is_stray = match class_of(element) {
            Class::Formatting | Class::Void | Class::VoidBlock => true,
            // A block is not closed by the end tag of something inside a line.
            Class::Inline => self.open.first().is_some_and(|root| is_block(*root)),
            _ => element == Id::of("p"),
        };
        if !is_stray && first == 0 {
            self.clear();
            return false;
        }
        true
    }

    /// Whether the element that hides its content ends before a start tag.
    fn ends_before(&self, start: Id) -> bool {
        let Some((root, inner)) = self.open.split_first() else {
            return false;
        };
        start_tag_ends(*root, start)
            && inner.len() < COMPARED
            && !inner.iter().any(|open| contains(*open, *root))
    }
}

fn is_block(element: Id) -> bool {
    !matches!(class_of(element), Class::Inline | Class::Formatting)
}
