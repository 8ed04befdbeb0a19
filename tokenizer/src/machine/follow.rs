//! What the machine tells of its tokens to those who follow the open elements.

use super::{Machine, Output};
use crate::open_elements::{AmbiguityKind, Followed, Follower, Follows};
use crate::token::CurrentTag;
use crate::{Ambiguity, Limit, Revision, Span};

impl<O: Output, R: Revision> Machine<'_, '_, O, R> {
    /// Follows the current start tag if what it does is known; returns whether it is.
    #[inline(always)]
    pub(super) fn follow_known_start_tag(&mut self) -> bool {
        let (tag, follower, follows) = self.tag_to_follow();
        follows.renew_if_known(follower.known_start_tag(tag))
    }

    /// Follows the current start tag, which ends at `end` of the whole text, and sets the text mode that it switches to.
    /// Returns whether the machine stops before the tag, as too many elements are open.
    pub(super) fn follow_start_tag(&mut self, end: usize) -> bool {
        let (tag, follower, _) = self.tag_to_follow();
        let followed = follower.start_tag(R::TEXT_ELEMENTS, tag);
        let exceeds = self.follower.exceeds_nesting();
        match exceeds {
            true => self.stop_at_tag(Limit::Nesting),
            false => self.obey(followed, end),
        }
        exceeds
    }

    fn obey(&mut self, (mode, ambiguity): Followed, end: usize) {
        self.follows.renew(&self.follower.follows());
        self.switch = mode;
        if let Some(kind) = ambiguity {
            self.report_ambiguity(kind, end);
        }
        if let Some(mode) = mode {
            self.output.text_mode(mode);
        }
    }

    #[inline(always)]
    fn tag_to_follow(&mut self) -> (CurrentTag<'_>, &mut Follower, &mut Follows) {
        let tag = CurrentTag {
            text: self.text,
            token: &self.r.token,
            storage: &*self.storage,
        };
        (tag, self.follower, &mut self.follows)
    }

    /// What has to be followed.
    pub(super) fn follows(follower: &Follower) -> Follows {
        match O::FOLLOWS {
            true => follower.follows(),
            false => Follows::default(),
        }
    }

    /// Follows the current end tag if what it does is known; returns whether it is.
    #[inline(always)]
    pub(super) fn follow_known_end_tag(&mut self) -> bool {
        let (tag, follower, follows) = self.tag_to_follow();
        !tag.storage.has_too_many_attributes()
            && follows.renew_if_known(follower.known_end_tag(tag))
    }

    /// Follows the current end tag. Returns whether the machine stops before the tag, as it has too many attributes.
    pub(super) fn follow_end_tag(&mut self, end: usize) -> bool {
        if self.storage.has_too_many_attributes() {
            self.stop_at_tag(Limit::Attributes);
            return true;
        }
        if !Self::follows(self.follower).end_tags {
            self.follows.end_tags = false;
            return false;
        }
        let (tag, follower, _) = self.tag_to_follow();
        let followed = follower.end_tag(tag);
        self.obey(followed, end);
        false
    }

    fn report_ambiguity(&mut self, kind: AmbiguityKind, end: usize) {
        let span = if O::SPANS {
            let start = self.r.token.start.min(end);
            self.storage.offsets.span(Span::new(start, end))
        } else {
            Span::default()
        };
        self.output.ambiguity(&Ambiguity { kind, span });
    }
}
