//! What the machine has to follow, and the open elements if it follows any.
//!
//! There are three ways to know which text state follows a tag: the names of tags alone; what the compiler says of the first tokens of a
//! document; and the rules. The machine asks one type, which goes from the second to the third when a tag needs it.

use super::first_tokens::FirstTokens;
use super::{AmbiguityKind, Following, FollowingOptions, NewFollowing, TextElements};
use crate::names::NameSet;
use crate::token::CurrentTag;
use crate::{Context, Doctype, Follow, Namespace, Options, TextMode};
use alloc::boxed::Box;

/// The text mode that a tag switches to, and whether the answer is ambiguous.
pub(crate) type Followed = (Option<TextMode>, Option<AmbiguityKind>);

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

    /// Becomes what is known; returns whether anything is.
    #[inline(always)]
    pub(crate) fn renew_if_known(&mut self, known: Option<&Follows>) -> bool {
        let Some(known) = known else {
            return false;
        };
        self.renew(known);
        true
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

/// Switches the text states, by the open elements or by the names of start tags alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Follower {
    /// What has to be followed where no open elements are.
    by_names: Follows,
    /// Whether states are switched at all.
    switches: bool,
    scripting: bool,
    /// The most elements that may be open.
    nesting: usize,
    /// What is known of the document while no rules are needed.
    first_tokens: Option<FirstTokens>,
    open_elements: Option<Box<dyn Following>>,
}

impl Follower {
    pub(crate) fn new(
        text_elements: &'static TextElements,
        generated: Option<&'static NewFollowing>,
        options: &Options,
    ) -> Self {
        let switches = options.follow != Follow::Nothing;
        let following = FollowingOptions {
            follows_everything: options.follow == Follow::Everything,
            scripting: options.scripting,
            nesting: options.limits.nesting,
        };
        let generated = generated.filter(|_| switches && options.follow != Follow::TagNames);
        let first_tokens = generated.and_then(|rules| FirstTokens::new(rules, following));
        let open_elements = generated
            .filter(|_| first_tokens.is_none())
            .map(|rules| (rules.follow)(&following));
        let start_tags = match switches {
            true => &text_elements.names,
            false => &NameSet::NONE,
        };
        Follower {
            by_names: Follows {
                start_tags,
                ..Follows::default()
            },
            switches,
            scripting: options.scripting,
            nesting: options.limits.nesting,
            first_tokens,
            open_elements,
        }
    }

    /// Runs the rules from here on.
    #[cold]
    #[inline(never)]
    fn run_rules(&mut self) {
        if let Some(first) = self.first_tokens.take() {
            self.open_elements = Some(first.processed());
        }
    }

    /// Begins a fragment with a context element. Returns the text mode of its content.
    pub(crate) fn set_context(
        &mut self,
        text_elements: &TextElements,
        context: &Context,
    ) -> Option<TextMode> {
        self.run_rules();
        if let Some(open_elements) = &mut self.open_elements {
            return open_elements.set_context(context);
        }
        let switches = self.switches && context.namespace() == Namespace::Html;
        let mode = text_elements.mode_of(context.name(), self.scripting);
        mode.filter(|_| switches)
    }

    /// What has to be followed.
    pub(crate) fn follows(&self) -> Follows {
        match (&self.open_elements, &self.first_tokens) {
            (Some(open_elements), _) => open_elements.follows(),
            (None, Some(first)) => first.follows(),
            (None, None) => self.by_names,
        }
    }

    /// Processes a start tag if it is known and switches to no text mode. Returns what has to be followed then.
    #[inline(always)]
    pub(crate) fn known_start_tag(&mut self, tag: CurrentTag<'_>) -> Option<&Follows> {
        let open_elements = self.open_elements.as_mut()?;
        open_elements.automaton().start_tag(&tag)
    }

    /// Processes a start tag.
    pub(crate) fn start_tag(
        &mut self,
        text_elements: &TextElements,
        tag: CurrentTag<'_>,
    ) -> Followed {
        if let Some(first) = &mut self.first_tokens {
            match first.start_tag(tag) {
                Some(followed) => return followed,
                None => self.run_rules(),
            }
        }
        match &mut self.open_elements {
            Some(open_elements) => open_elements.start_tag(tag),
            None => (text_elements.mode_of(tag.name(), self.scripting), None),
        }
    }

    /// Whether more elements are open than the limit.
    pub(crate) fn exceeds_nesting(&self) -> bool {
        self.follows().depth > self.nesting
    }

    /// Processes an end tag if it is known. Returns what has to be followed then.
    #[inline(always)]
    pub(crate) fn known_end_tag(&mut self, tag: CurrentTag<'_>) -> Option<&Follows> {
        let open_elements = self.open_elements.as_mut()?;
        open_elements.automaton().end_tag(&tag)
    }

    /// Processes an end tag.
    pub(crate) fn end_tag(&mut self, tag: CurrentTag<'_>) -> Followed {
        if let Some(first) = &mut self.first_tokens {
            match first.end_tag(tag) {
                Some(followed) => return followed,
                None => self.run_rules(),
            }
        }
        match &mut self.open_elements {
            Some(open_elements) => open_elements.end_tag(tag),
            None => (None, None),
        }
    }

    /// Processes text. Returns what has to be followed from here on.
    #[cold]
    #[inline(never)]
    pub(crate) fn text(&mut self, text: &str) -> Follows {
        if let Some(first) = &mut self.first_tokens
            && !first.text(text)
        {
            self.run_rules();
        }
        if let Some(open_elements) = &mut self.open_elements {
            open_elements.text(text);
        }
        self.follows()
    }

    /// Processes a DOCTYPE.
    pub(crate) fn doctype(&mut self, doctype: &Doctype<'_>) {
        if let Some(first) = &mut self.first_tokens
            && !first.doctype(doctype)
        {
            self.run_rules();
        }
        if let Some(open_elements) = &mut self.open_elements {
            open_elements.doctype(doctype);
        }
    }

    /// Whether there is an adjusted current node that is not in the HTML namespace.
    pub(crate) fn is_foreign(&self) -> bool {
        let open_elements = self.open_elements.as_ref();
        open_elements.is_some_and(|it| it.is_foreign())
    }
}
