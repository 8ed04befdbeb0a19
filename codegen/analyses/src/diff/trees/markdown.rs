//! A difference of tree construction as Markdown, for a comment on a pull request.

use super::super::markdown::{section, table, write_outside_change};
use super::super::summary::kind;
use super::change::TreeDifference;
use super::text::{heading_in_part, part_title, summary};

/// The parts of a difference of tree construction as Markdown: the summary as a table, then the changes outside of the
/// modes, and those of each mode and algorithm.
#[must_use]
pub fn markdown(difference: &TreeDifference) -> (String, Vec<String>) {
    if difference.is_empty() {
        return (String::new(), Vec::new());
    }
    let mut parts = Vec::new();
    if !difference.lists.is_empty() {
        let mut out = String::from("### Outside the modes\n\n");
        for change in &difference.lists {
            // A string takes everything that is written to it.
            let _ = write_outside_change(change, kind(change.kind), &mut out);
        }
        parts.push(out);
    }
    let of_parts = difference.parts.iter();
    let of_parts = of_parts.map(|it| section(&part_title(it), &it.changes, heading_in_part));
    parts.extend(of_parts);
    (table(summary(difference)), parts)
}
