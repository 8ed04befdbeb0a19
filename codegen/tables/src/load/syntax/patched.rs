//! A text with patches, and a mapping to the text without them.

use super::fault::Patch;
use std::ops::Range;

/// A copy of a text in which parts have been replaced.
pub(super) struct Patched {
    text: String,
    /// The patches in the order in which they were applied, each in the text that it was applied to.
    patches: Vec<Patch>,
}

impl Patched {
    pub(super) fn new(text: &str) -> Self {
        Patched {
            text: text.to_owned(),
            patches: Vec::new(),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn apply(&mut self, patch: &Patch) {
        self.text.replace_range(patch.range.clone(), &patch.with);
        self.patches.push(patch.clone());
    }

    /// The range in the original text. A range inside a replacement maps to all of the replaced text.
    pub(super) fn original(&self, range: Range<usize>) -> Range<usize> {
        let undo = |range: Range<usize>, patch: &Patch| {
            let new_end = patch.range.start + patch.with.len();
            let back = |at: usize, inside: usize| match at {
                at if at <= patch.range.start => at,
                at if at >= new_end => at - new_end + patch.range.end,
                _ => inside,
            };
            back(range.start, patch.range.start)..back(range.end, patch.range.end)
        };
        self.patches.iter().rev().fold(range, undo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_found_in_the_text_before_the_patches() {
        let mut patched = Patched::new("on = EOF\ndo = [\"a\"\n");
        patched.apply(&Patch::new(5..8, "\"EOF\""));
        patched.apply(&Patch::insert(20, "]"));
        assert_eq!(patched.text(), "on = \"EOF\"\ndo = [\"a\"]\n");
        assert_eq!(patched.original(0..2), 0..2);
        assert_eq!(patched.original(5..10), 5..8);
        assert_eq!(patched.original(7..8), 5..8);
        assert_eq!(patched.original(17..20), 15..18);
        assert_eq!(patched.original(21..22), 18..19);
    }
}
