//! Insertions into the current node on pages before 2012, which append nodes to it. Later ones ask for the appropriate place.
//!
//! Of foster parenting such a page says that it changes where a node goes "whenever a node would be inserted into the current node". So
//! that place is an algorithm, and every insertion into the current node asks for it.

use super::stmt::Stmt;
use crate::outline::PageBlock;
use crate::prefix::between;
use crate::section::Part;

/// What a page says that has another place for such nodes.
const WHENEVER: &str = "whenever a node would be inserted into the current node";

const PLACE: &str = "let location be the appropriate place for inserting a node";

/// Whether a page says of all insertions into the current node where they are.
pub(super) fn redirects(sections: &[Part<'_>]) -> bool {
    sections
        .iter()
        .any(|section| section.blocks.iter().any(|block| says(block)))
}

fn says(block: &PageBlock) -> bool {
    match block {
        PageBlock::Paragraph { text, .. } => text.as_str().contains(WHENEVER),
        PageBlock::List(items) => items.iter().flatten().any(says),
        PageBlock::Entries(entries) => entries.iter().flat_map(|it| &it.body).any(says),
        PageBlock::Table(_) | PageBlock::Heading { .. } => false,
    }
}

/// Lets every insertion into the current node ask for the place.
pub(super) fn redirect(steps: &mut Vec<Stmt>) {
    for mut stmt in std::mem::take(steps) {
        stmt.parts_mut().into_iter().for_each(redirect);
        let node = match &stmt {
            Stmt::Step(step) => between(step, "append ", " to the current node"),
            _ => None,
        };
        if let Some(node) = node {
            let insert = format!("insert {node} at location");
            steps.extend([Stmt::step(PLACE), Stmt::step(insert)]);
        } else if stmt.is("let location be inside the current node, after its last child") {
            steps.push(Stmt::step(PLACE));
        } else {
            steps.push(stmt);
        }
    }
}
