//! The insertion modes before the body, and those of framesets.

use super::OpenElements;
use super::mode::Mode;
use super::tag::TagToken;
use crate::TextMode;
use crate::generated::{Category, ElementName as N};

impl OpenElements {
    /// A start tag before the body. `None` if it has to be processed again in the new mode.
    pub(super) fn start_before_body(&mut self, tag: &TagToken<'_>) -> Option<Option<TextMode>> {
        if tag.is(N::Html) && self.mode != Mode::BeforeHtml {
            return Some(None);
        }
        match self.mode {
            Mode::BeforeHtml => {
                self.begin_html();
                tag.is(N::Html).then_some(None)
            }
            Mode::BeforeHead => {
                self.push_implied(N::Head);
                self.mode = Mode::InHead;
                tag.is(N::Head).then_some(None)
            }
            Mode::InHead => {
                let is_noscript = tag.is(N::Noscript);
                if is_noscript && !self.scripting {
                    self.push_html(tag);
                    self.mode = Mode::InHeadNoscript;
                    return Some(None);
                }
                if is_noscript || tag.is(N::Head) || self.is_head_tag(tag) {
                    return Some(self.start_in_head(tag));
                }
                self.end_head();
                None
            }
            Mode::InHeadNoscript => {
                let known = tag.known;
                if known.is_some_and(|name| self.is(name, Category::NoscriptStartTags)) {
                    return Some(self.start_in_head(tag));
                }
                if matches!(known, Some(N::Head | N::Noscript)) {
                    return Some(None);
                }
                self.end_head_noscript();
                None
            }
            _ => {
                if self.is_head_tag(tag) {
                    return Some(self.start_in_head(tag));
                }
                match tag.known {
                    Some(N::Head) => Some(None),
                    Some(N::Body) => {
                        self.push_html(tag);
                        self.frameset_ok = false;
                        self.mode = Mode::InBody;
                        Some(None)
                    }
                    Some(N::Frameset) => {
                        self.push_html(tag);
                        self.mode = Mode::InFrameset;
                        Some(None)
                    }
                    _ => {
                        self.begin_body();
                        None
                    }
                }
            }
        }
    }

    fn is_head_tag(&self, tag: &TagToken<'_>) -> bool {
        let known = tag.known;
        known.is_some_and(|name| self.is(name, Category::HeadStartTags))
    }

    /// A start tag that is processed as in the head.
    pub(super) fn start_in_head(&mut self, tag: &TagToken<'_>) -> Option<TextMode> {
        let name = tag.known?;
        if name == N::Template {
            self.frameset_ok = false;
            self.start_template(tag);
            return None;
        }
        let mode = self.rules.mode_of_element(name, self.scripting)?;
        self.push_text_element(tag, mode)
    }

    /// An end tag before the body. Returns whether it has to be processed again in the new mode.
    pub(super) fn end_before_body(&mut self, tag: &TagToken<'_>) -> bool {
        let begins_body = matches!(tag.known, Some(N::Body | N::Html | N::Br));
        match self.mode {
            Mode::BeforeHtml if begins_body || tag.is(N::Head) => {
                self.begin_html();
                true
            }
            Mode::BeforeHead if begins_body || tag.is(N::Head) => {
                self.push_implied(N::Head);
                self.mode = Mode::InHead;
                true
            }
            Mode::InHead if tag.is(N::Head) => {
                self.end_head();
                false
            }
            Mode::InHead if begins_body => {
                self.end_head();
                true
            }
            Mode::InHeadNoscript if tag.is(N::Noscript) => {
                self.end_head_noscript();
                false
            }
            Mode::InHeadNoscript if tag.is(N::Br) => {
                self.end_head_noscript();
                true
            }
            Mode::AfterHead if begins_body => {
                self.begin_body();
                true
            }
            Mode::InHead | Mode::AfterHead if tag.is(N::Template) => {
                self.end_template();
                false
            }
            _ => false,
        }
    }

    /// Text that is not only white space before the body.
    pub(super) fn begin_body_for_text(&mut self) {
        if self.mode == Mode::BeforeHtml {
            self.begin_html();
        }
        if self.mode == Mode::BeforeHead {
            self.push_implied(N::Head);
            self.mode = Mode::InHead;
        }
        if self.mode == Mode::InHeadNoscript {
            self.end_head_noscript();
        }
        if self.mode == Mode::InHead {
            self.end_head();
        }
        self.begin_body();
    }

    fn begin_html(&mut self) {
        // Without a DOCTYPE.
        self.quirks |= self.before_doctype;
        self.before_doctype = false;
        self.push_implied(N::Html);
        self.mode = Mode::BeforeHead;
    }

    fn end_head(&mut self) {
        self.stack.pop();
        self.mode = Mode::AfterHead;
    }

    fn end_head_noscript(&mut self) {
        self.stack.pop();
        self.mode = Mode::InHead;
    }

    fn begin_body(&mut self) {
        self.push_implied(N::Body);
        self.mode = Mode::InBody;
    }

    /// A start tag in or after a frameset.
    pub(super) fn start_in_frameset(&mut self, tag: &TagToken<'_>) -> Option<TextMode> {
        match tag.known {
            Some(N::Noframes) => self.start_in_head(tag),
            Some(N::Frameset) if self.mode == Mode::InFrameset => {
                self.push_html(tag);
                None
            }
            _ => None,
        }
    }

    /// An end tag in or after a frameset.
    pub(super) fn end_in_frameset(&mut self, tag: &TagToken<'_>) {
        if self.mode == Mode::InFrameset && tag.is(N::Frameset) && self.stack.len() > 1 {
            self.stack.pop();
            if self.context.is_none() && !self.stack.top_is(N::Frameset) {
                self.mode = Mode::AfterFrameset;
            }
        }
    }
}
