//! What the stack asks of the kinds that rules mention, in a table that is made when the rules are compiled.

use super::kind::{Kind, MOST_KINDS};
use super::rules::TreeRules;
use super::stack::AboutKind;
use crate::text::narrow;
use core::marker::PhantomData;

/// The kinds that the rules `R` mention.
pub(super) struct Kinds<R>(PhantomData<R>);

impl<R: TreeRules> Kinds<R> {
    const COUNT: usize = R::NAMES.len() + R::FOREIGN.len();

    const TABLE: [AboutKind; MOST_KINDS] = {
        let mut table = [AboutKind::new(0, false); MOST_KINDS];
        let mut at = 0;
        while at < Self::COUNT {
            // A kind of an HTML element is the number of its name.
            table[at] = Self::about(narrow::count(at), at < R::NAMES.len());
            at += 1;
        }
        table
    };

    /// All of them.
    pub(super) const ALL: &'static [AboutKind] = Self::TABLE.split_at(Self::COUNT).0;

    /// What the stack asks of a kind.
    pub(super) const fn about(kind: Kind, is_html: bool) -> AboutKind {
        let (mut ends, mut scope) = (0, 0);
        while scope < R::SCOPES.len() {
            ends |= (R::SCOPES[scope].has(kind) as u16) << scope;
            scope += 1;
        }
        AboutKind::new(ends, is_html)
    }
}
