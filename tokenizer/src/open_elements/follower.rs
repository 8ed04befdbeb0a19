//! What the machine has to follow, and the open elements if it follows any.
//!
//! Rules by hand follow all up to the body, and the first tags of a body that matter. They are fast from the first tag on; the generated
//! rules with their automaton are fast once tags come again.

use super::by_hand::OpenElements;
use super::{AmbiguityKind, ElementRules, Following, NewFollowing};
use crate::names::NameSet;
use crate::token::CurrentTag;
use crate::{Context, Doctype, Follow, Namespace, Options, TextMode};
use alloc::boxed::Box;

/// The text mode that a tag switches to, and whether the answer is ambiguous.
pub(crate) type Followed = (Option<TextMode>, Option<AmbiguityKind>);

/// Whether a tag was common, and so is processed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Common {
    No,
    /// What has to be followed is as before.
    Same,
    /// It may be something else.
    Renewed,
}

impl Common {
    #[inline(always)]
    fn same_if(is_common: bool) -> Self {
        match is_common {
            true => Common::Same,
            false => Common::No,
        }
    }
}

/// What has to be followed. The machine reads it at every token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Follows {
    /// The names of the start tags that are followed, or switch states by their names.
    pub(crate) start_tags: &'static NameSet,
    /// Whether end tags are followed.
    pub(crate) end_tags: bool,
    /// Whether text is followed.
    pub(crate) text: bool,
    /// How many elements are open, of those that are followed.
    pub(crate) depth: usize,
}

impl Follows {
    /// Copies field by field: a copy as a whole waits for the fields that were just written.
    #[inline(always)]
    pub(crate) fn renew(&mut self, new: &Follows) {
        self.start_tags = new.start_tags;
        self.end_tags = new.end_tags;
        self.text = new.text;
    }

    /// Becomes what is known.
    #[inline(always)]
    fn renew_if_known(&mut self, known: Option<&Follows>) -> Common {
        let Some(known) = known else {
            return Common::No;
        };
        self.renew(known);
        self.depth = known.depth;
        Common::Renewed
    }
}

impl Default for Follows {
    /// Nothing.
    fn default() -> Self {
        Follows {
            start_tags: &NameSet::NONE,
            end_tags: false,
            text: false,
            depth: 0,
        }
    }
}

/// How many tags of a body are followed by hand before the generated rules take over: on a page with a few drawings, these do not earn
/// what it costs to begin.
const BY_HAND: u32 = 256;

/// Who follows the open elements.
#[derive(Clone, Debug, Default)]
enum Who {
    #[default]
    NoOne,
    /// Rules by hand, up to the body.
    ByHand(Box<OpenElements>),
    /// The generated rules, from the first tag of the body on that matters.
    Generated(Box<dyn Following>),
}

/// Switches the text states, by the open elements or by the names of start tags alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Follower {
    pub(crate) follows: Follows,
    /// Whether states are switched at all.
    switches: bool,
    scripting: bool,
    /// The most elements that may be open.
    nesting: usize,
    who: Who,
    /// Who takes over in the body.
    generated: Option<NewFollowing>,
    /// How many tags are followed by hand before that.
    by_hand: u32,
}

impl Follower {
    pub(crate) fn new(
        rules: &'static ElementRules,
        generated: Option<NewFollowing>,
        options: &Options,
    ) -> Self {
        let switches = options.follow != Follow::Nothing;
        let follows =
            switches && options.follow != Follow::TagNames && rules.tree_construction.is_some();
        Follower {
            follows: Follows {
                start_tags: match (switches, follows) {
                    (false, _) => &NameSet::NONE,
                    (true, false) => &rules.between_html,
                    (true, true) => &NameSet::ALL,
                },
                end_tags: follows,
                text: follows,
                depth: 0,
            },
            switches,
            scripting: options.scripting,
            nesting: options.limits.nesting,
            who: match follows {
                true => Who::ByHand(Box::new(OpenElements::new(rules, options))),
                false => Who::NoOne,
            },
            generated,
            by_hand: BY_HAND,
        }
    }

    /// Begins a fragment with a context element. Returns the text mode of its content.
    pub(crate) fn set_context(
        &mut self,
        rules: &'static ElementRules,
        context: &Context,
    ) -> Option<TextMode> {
        if let Who::ByHand(open_elements) = &mut self.who {
            let mode = open_elements.enter(context);
            self.follows = open_elements.follows();
            return mode;
        }
        let switches = self.switches && context.namespace() == Namespace::Html;
        let mode = rules.mode_of(context.name(), self.scripting);
        mode.filter(|_| switches)
    }

    /// Processes a start tag if it is common. Then it switches to no text mode.
    #[inline(always)]
    pub(crate) fn start_common<'t>(
        &mut self,
        rules: &ElementRules,
        tag: impl Fn() -> CurrentTag<'t>,
    ) -> Common {
        match &mut self.who {
            Who::ByHand(open_elements) => Common::same_if(open_elements.start_common(rules, tag)),
            Who::Generated(open_elements) => {
                let follows = open_elements.automaton().start_tag(&tag(), self.nesting);
                self.follows.renew_if_known(follows)
            }
            Who::NoOne => Common::No,
        }
    }

    /// Processes a start tag that is not common.
    pub(crate) fn start_tag(&mut self, rules: &ElementRules, tag: CurrentTag<'_>) -> Followed {
        if let Who::ByHand(open_elements) = &self.who
            && let Some(generated) = self.generated
            && let Some(forgotten) = open_elements.hand_over(tag)
        {
            match self.by_hand.checked_sub(1) {
                Some(left) => self.by_hand = left,
                None => self.who = Who::Generated(generated(&forgotten)),
            }
        }
        match &mut self.who {
            Who::NoOne => (rules.mode_of(tag.name(), self.scripting), None),
            Who::ByHand(open_elements) => {
                let followed = open_elements.follow_start_tag(tag);
                self.follows = open_elements.follows();
                followed
            }
            Who::Generated(open_elements) => open_elements.start_tag(tag, &mut self.follows),
        }
    }

    /// Whether more elements are open than the limit.
    pub(crate) fn exceeds_nesting(&self) -> bool {
        self.follows.depth > self.nesting
    }

    /// Processes an end tag if it is common.
    #[inline(always)]
    pub(crate) fn end_common(&mut self, rules: &ElementRules, tag: CurrentTag<'_>) -> Common {
        match &mut self.who {
            Who::ByHand(open_elements) => {
                Common::same_if(open_elements.follow_common_end_tag(rules, tag))
            }
            Who::Generated(open_elements) => {
                let follows = open_elements.automaton().end_tag(&tag);
                self.follows.renew_if_known(follows)
            }
            Who::NoOne => Common::No,
        }
    }

    /// Processes an end tag that is not common. `None` if what has to be followed stays the same.
    pub(crate) fn end_tag(&mut self, tag: CurrentTag<'_>) -> Option<Followed> {
        match &mut self.who {
            Who::NoOne => None,
            Who::ByHand(open_elements) => {
                let followed = open_elements.follow_end_tag(tag)?;
                self.follows = open_elements.follows();
                Some(followed)
            }
            Who::Generated(open_elements) => Some(open_elements.end_tag(tag, &mut self.follows)),
        }
    }

    /// Processes text. Returns what has to be followed from here on.
    #[cold]
    #[inline(never)]
    pub(crate) fn text(&mut self, text: &str) -> Follows {
        match &mut self.who {
            Who::NoOne => {}
            Who::ByHand(open_elements) => {
                if open_elements.follow_text(text) {
                    self.follows = open_elements.follows();
                }
            }
            Who::Generated(open_elements) => open_elements.text(text, &mut self.follows),
        }
        self.follows
    }

    /// Processes a DOCTYPE.
    pub(crate) fn doctype(&mut self, doctype: &Doctype<'_>) {
        if let Who::ByHand(open_elements) = &mut self.who {
            open_elements.doctype(doctype);
        }
    }

    /// Whether there is an adjusted current node that is not in the HTML namespace.
    pub(crate) fn is_foreign(&self) -> bool {
        match &self.who {
            Who::NoOne => false,
            Who::ByHand(open_elements) => open_elements.is_foreign(),
            Who::Generated(open_elements) => open_elements.is_foreign(),
        }
    }
}
