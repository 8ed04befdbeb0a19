//! Which elements are open, as far as tokenization depends on it, without a tree.
//!
//! Tree construction decides two things for the tokenizer: which text state follows a start tag, and whether `<![CDATA[` begins a
//! CDATA section. So its rules run on the tags, and build nothing: rules by hand up to the body (`by_hand`), and the generated rules in
//! bodies (`generated.rs`); `follower.rs` says who comes when.
//!
//! To follow every tag is slow. By default, what is open in a body is forgotten as soon as it matters to no other tag than a few, such
//! as `svg` and `template`. For the generated rules, the compiler reads off the rows which these are. What such a tag opens is followed
//! up to its end. Where a condition asks for what is forgotten, the answer is an [`Ambiguity`](crate::Ambiguity).

mod ambiguity;
mod automaton;
mod by_hand;
mod cache;
mod follower;
mod generated;
mod no_tree;
mod symbol;

pub use ambiguity::{Ambiguity, AmbiguityKind};
pub(crate) use by_hand::{ElementRules, QuirksDoctypes, TreeConstruction};
pub(crate) use follower::{Common, Followed, Follower, Follows};
pub(crate) use generated::follow;

use automaton::Automaton;

use crate::token::CurrentTag;
use alloc::boxed::Box;
use core::fmt::Debug;

/// What is known where the open elements of a body are forgotten.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forgotten {
    scripting: bool,
    is_in_quirks_mode: bool,
    /// Whether a table may be open.
    may_have_tables: bool,
}

/// Begins to follow the open elements in the middle of a body.
pub(crate) type NewFollowing = fn(&Forgotten) -> Box<dyn Following>;

/// Follows the open elements.
pub(crate) trait Following: Debug + Send + Sync {
    /// The automaton, by which known tags are followed.
    fn automaton(&mut self) -> &mut Automaton;

    /// Processes a start tag, and says what has to be followed from there on.
    fn start_tag(&mut self, tag: CurrentTag<'_>, follows: &mut Follows) -> Followed;

    /// Processes an end tag.
    fn end_tag(&mut self, tag: CurrentTag<'_>, follows: &mut Follows) -> Followed;

    /// Processes text.
    fn text(&mut self, text: &str, follows: &mut Follows);

    /// Whether the adjusted current node is in another namespace than HTML's.
    fn is_foreign(&self) -> bool;

    /// A copy.
    fn copy(&self) -> Box<dyn Following>;
}

impl Clone for Box<dyn Following> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}
