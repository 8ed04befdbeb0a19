//! Which elements are open, as far as tokenization depends on it, without a tree.
//!
//! Tree construction decides two things for the tokenizer: which text state follows a start tag, and whether `<![CDATA[` begins a
//! CDATA section. So its rules run on the tags, and build nothing: the generated rules with a builder that has no tree (`generated.rs`),
//! and an automaton of the states that they have been in (`automaton.rs`). Most documents need no rules at all
//! (`first_tokens.rs`).
//!
//! To follow every tag is slow. By default, what is open in a body is forgotten as soon as it matters to no other tag than a few, such
//! as `svg` and `template`. The compiler reads off the rows which these are. What such a tag opens is followed
//! up to its end. Where a condition asks for what is forgotten, the answer is an [`Ambiguity`](crate::Ambiguity).

mod ambiguity;
mod automaton;
mod cache;
mod first_tokens;
mod follower;
mod generated;
mod no_tree;
mod symbol;
mod table;
mod text_elements;

pub use ambiguity::{Ambiguity, AmbiguityKind};
pub(crate) use follower::{Followed, Follower, Follows};
pub(crate) use text_elements::TextElements;

use automaton::Automaton;
use first_tokens::Kept;

use crate::token::CurrentTag;
use crate::tree_construction::{self, KnownNames, TreeRules};
use crate::{Context, Doctype, TextMode};
use alloc::boxed::Box;
use core::fmt::Debug;

/// How the open elements are followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FollowingOptions {
    /// Whether with [`Follow::Everything`](crate::Follow::Everything).
    follows_everything: bool,
    scripting: bool,
    /// The most elements that may be open.
    nesting: usize,
}

/// The rules of a revision, for a document that may need them.
#[derive(Debug)]
pub(crate) struct NewFollowing {
    /// Makes a parser.
    follow: fn(&FollowingOptions) -> Box<dyn Following>,
    /// What is followed without scripting, and with it.
    tags: &'static [tree_construction::Following; 2],
    names: &'static KnownNames,
    /// The class of a character.
    class: fn(char) -> usize,
}

impl NewFollowing {
    pub(crate) const fn by<R>() -> Self
    where
        R: TreeRules + Copy + Debug + Send + Sync + 'static,
    {
        NewFollowing {
            follow: generated::follow::<R>,
            tags: R::FOLLOWING,
            names: R::NAME_TABLE,
            class: R::class,
        }
    }
}

/// Follows the open elements.
pub(crate) trait Following: Debug + Send + Sync {
    /// Begins a fragment. Returns the text mode of its content.
    fn set_context(&mut self, context: &Context) -> Option<TextMode>;

    /// The automaton, by which known tags are followed.
    fn automaton(&mut self) -> &mut Automaton;

    /// What has to be followed.
    fn follows(&self) -> Follows;

    /// Processes a start tag.
    fn start_tag(&mut self, tag: CurrentTag<'_>) -> Followed;

    /// Processes an end tag.
    fn end_tag(&mut self, tag: CurrentTag<'_>) -> Followed;

    /// Processes text.
    fn text(&mut self, text: &str);

    /// Processes a token that was kept; `hash` is that of its attributes, if rules may compare them.
    fn kept(&mut self, kind: Kept, text: &str, hash: u64);

    /// Forgets what is open; `has_other_modes` says whether a tag may have led to another mode.
    fn forget_all(&mut self, has_other_modes: bool);

    /// Processes a DOCTYPE.
    fn doctype(&mut self, doctype: &Doctype<'_>);

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
