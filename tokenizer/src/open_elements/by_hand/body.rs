//! The rules for tokens in HTML content, and those of the insertion mode "in body" (13.2.6.4.7).
//!
//! A rule does to the stack, the list and the mode what the section says, in an arm for each name; what only builds
//! the tree is left out, so entries that differ only in that are one. The lists of names are tables of the revision,
//! but the rules are Rust: a table language for them would serve one part that changes little. A rule that asks for
//! the unknown part of the stack reports an ambiguity and goes on with the likely answer.

use super::AmbiguityKind;
use super::mode::Mode;
use super::node::{Boundary, Element};
use super::stack::Lookup;
use super::tag::TagToken;
use super::{Form, OpenElements, has_visible_text, is_white_space};
use crate::TextMode;
use crate::generated::{Category, ElementName as N};

impl OpenElements {
    /// A start tag, by the rules of the insertion mode.
    pub(super) fn start_in_html_content(&mut self, tag: &mut TagToken<'_>) -> Option<TextMode> {
        tag.rename_in_html_content(self.rules);
        let tag = &*tag;
        loop {
            if self.is_between_html() {
                return self.start_between_html(tag);
            }
            let done = match self.mode {
                Mode::BeforeHtml
                | Mode::BeforeHead
                | Mode::InHead
                | Mode::InHeadNoscript
                | Mode::AfterHead => self.start_before_body(tag),
                Mode::InBody => Some(self.start_in_body(tag)),
                Mode::InTable => self.start_in_table(tag),
                Mode::InCaption => self.start_in_caption(tag),
                Mode::InColumnGroup => self.start_in_column_group(tag),
                Mode::InTableBody => self.start_in_table_body(tag),
                Mode::InRow => self.start_in_row(tag),
                Mode::InCell => self.start_in_cell(tag),
                Mode::InSelect { in_table } => self.start_in_select(tag, in_table),
                Mode::InTemplate => self.start_in_template(tag),
                Mode::AfterBody => {
                    self.mode = Mode::InBody;
                    None
                }
                Mode::InFrameset | Mode::AfterFrameset => Some(self.start_in_frameset(tag)),
            };
            if let Some(text_mode) = done {
                return text_mode;
            }
        }
    }

    /// An end tag, by the rules of the insertion mode.
    pub(super) fn end_in_html_content(&mut self, tag: &TagToken<'_>) {
        let mut again = true;
        while again && !self.is_between_html() {
            again = match self.mode {
                Mode::BeforeHtml
                | Mode::BeforeHead
                | Mode::InHead
                | Mode::InHeadNoscript
                | Mode::AfterHead => self.end_before_body(tag),
                Mode::InBody => {
                    self.end_in_body(tag);
                    false
                }
                Mode::InTable => self.end_in_table(tag),
                Mode::InCaption => self.end_in_caption(tag),
                Mode::InColumnGroup => self.end_in_column_group(tag),
                Mode::InTableBody => self.end_in_table_body(tag),
                Mode::InRow => self.end_in_row(tag),
                Mode::InCell => self.end_in_cell(tag),
                Mode::InSelect { in_table } => self.end_in_select(tag, in_table),
                Mode::InTemplate => {
                    if tag.is(N::Template) {
                        self.end_template();
                    }
                    false
                }
                Mode::AfterBody if tag.is(N::Html) => false,
                Mode::AfterBody => {
                    self.mode = Mode::InBody;
                    true
                }
                Mode::InFrameset | Mode::AfterFrameset => {
                    self.end_in_frameset(tag);
                    false
                }
            };
        }
    }

    /// Text in HTML content.
    pub(super) fn text_in_html_content(&mut self, text: &str) {
        match self.mode {
            Mode::InColumnGroup => {
                if !is_white_space(text) && self.stack.top_is(N::Colgroup) {
                    self.stack.pop();
                    self.mode = Mode::InTable;
                    self.text_in_table(text);
                }
            }
            Mode::InTable | Mode::InTableBody | Mode::InRow => self.text_in_table(text),
            Mode::InSelect { .. } | Mode::InFrameset | Mode::AfterFrameset => {}
            mode if mode.is_before_body() => {
                if !is_white_space(text) {
                    self.begin_body_for_text();
                    self.text_in_body(text);
                }
            }
            _ => self.text_in_body(text),
        }
    }

    fn text_in_table(&mut self, text: &str) {
        let names = [N::Table, N::Tbody, N::Template, N::Tfoot, N::Thead, N::Tr];
        let is_table = self.stack.top().is_some_and(|top| top.is_one_of(&names));
        if has_visible_text(text) || !is_table {
            self.text_in_body(text);
        }
    }

    fn text_in_body(&mut self, text: &str) {
        if text.bytes().any(|byte| byte != 0) {
            self.reconstruct_formatting();
        }
        self.frameset_ok &= !has_visible_text(text);
    }

    /// A start tag "in body".
    pub(super) fn start_in_body(&mut self, tag: &TagToken<'_>) -> Option<TextMode> {
        let Some(name) = tag.known else {
            self.push_formatted(tag);
            return None;
        };
        if self.ends_at_unknown_table(tag, true) {
            return self.start_between_html(tag);
        }
        if self.is(name, Category::HeadStartTags) {
            return self.start_in_head(tag);
        }
        match name {
            N::Body => {
                let is_body = self.stack.second().is_some_and(|e| e.is(N::Body));
                self.frameset_ok &= !is_body || self.is_in_template();
                return None;
            }
            N::Frameset => {
                self.replace_body(tag);
                return None;
            }
            N::Input if self.is_hidden(tag) => {}
            _ if self.is(name, Category::FramesetNotOkStartTags) => self.frameset_ok = false,
            _ => {}
        }
        if let Some(mode) = self.rules.mode_of_element(name, self.scripting) {
            self.close_paragraph_before(name);
            if name == N::Xmp {
                self.reconstruct_formatting();
            }
            return self.push_text_element(tag, mode);
        }
        match name {
            N::Html => {}
            N::A => {
                self.end_earlier_link(tag);
                self.reconstruct_formatting();
                self.push_formatting(tag, name);
            }
            N::Nobr => {
                self.reconstruct_formatting();
                if self.has_in(Boundary::Scope, name) {
                    self.run_adoption_agency(tag, name);
                    self.reconstruct_formatting();
                }
                self.push_formatting(tag, name);
            }
            N::Form => self.start_form(tag),
            N::Li => {
                self.end_item_before(&[N::Li]);
                self.push_block(tag, name);
            }
            N::Dd | N::Dt => {
                self.end_item_before(&[N::Dd, N::Dt]);
                self.push_block(tag, name);
            }
            N::Button => {
                self.end_if_in(Boundary::Scope, name);
                self.push_formatted(tag);
            }
            N::Table => {
                if !self.quirks {
                    self.end_if_in(Boundary::ButtonScope, N::P);
                }
                self.push_html(tag);
                self.mode = Mode::InTable;
            }
            N::Select if self.has_select_mode() => {
                self.reconstruct_formatting();
                self.start_select(tag);
            }
            N::Select | N::Input | N::Hr | N::Option | N::Optgroup => {
                self.start_in_select_scope(tag, name);
            }
            N::Rb | N::Rtc | N::Rp | N::Rt => {
                if self.has_in(Boundary::Scope, N::Ruby) {
                    let is_rtc_kept = matches!(name, N::Rp | N::Rt);
                    self.generate_implied_end_tags(is_rtc_kept.then_some(N::Rtc));
                }
                self.push_html(tag);
            }
            _ => self.start_by_category(tag, name),
        }
        None
    }

    fn start_by_category(&mut self, tag: &TagToken<'_>, name: N) {
        let rules = self.rules;
        let is_in = |category| rules.is(name, category);
        if is_in(Category::Formatting) {
            self.reconstruct_formatting();
            self.push_formatting(tag, name);
        } else if is_in(Category::MarkerStartTags) {
            self.push_formatted(tag);
            self.stack.formatting.push_marker();
        } else if is_in(Category::ForeignElements) {
            self.reconstruct_formatting();
            self.start_foreign_root(tag, name);
        } else if is_in(Category::IgnoredStartTags) {
        } else if is_in(Category::FormattedVoidStartTags) {
            self.reconstruct_formatting();
        } else if is_in(Category::VoidStartTags) {
            self.close_paragraph_before(name);
        } else if is_in(Category::ParagraphEndingStartTags) {
            self.close_paragraph_before(name);
            let is_heading = |element: &Element| element.is_in(Category::Headings, rules);
            if is_in(Category::Headings) && self.stack.top().is_some_and(is_heading) {
                self.stack.pop();
            }
            self.push_html(tag);
        } else {
            self.push_formatted(tag);
        }
    }

    fn push_formatted(&mut self, tag: &TagToken<'_>) {
        self.reconstruct_formatting();
        self.push_html(tag);
    }

    fn push_block(&mut self, tag: &TagToken<'_>, name: N) {
        self.close_paragraph_before(name);
        self.push_html(tag);
    }

    fn close_paragraph_before(&mut self, name: N) {
        if self.is(name, Category::ParagraphEndingStartTags) {
            self.end_if_in(Boundary::ButtonScope, N::P);
        }
    }

    pub(super) fn has_in(&self, scope: Boundary, name: N) -> bool {
        matches!(self.stack.find_in(scope, name), Lookup::At(_))
    }

    /// Ends the element with this name if it is in scope.
    pub(super) fn end_if_in(&mut self, scope: Boundary, name: N) -> bool {
        let found = self.stack.find_in(scope, name);
        if let Lookup::At(at) = found {
            self.stack.pop_through(at);
        }
        matches!(found, Lookup::At(_))
    }

    pub(super) fn is_hidden(&self, tag: &TagToken<'_>) -> bool {
        let kind = tag.attribute("type");
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
    }

    /// A frameset replaces a body that is still empty.
    pub(super) fn replace_body(&mut self, tag: &TagToken<'_>) {
        let has_body = self.stack.second().is_some_and(|e| e.is(N::Body));
        if !self.frameset_ok {
            return;
        }
        if self.stack.is_partial {
            if !self.is_fragment && self.outer_templates == 0 && !self.is_in_template() {
                self.is_ambiguous(AmbiguityKind::LateFrameset);
            }
        } else if has_body {
            self.stack.truncate(1);
            self.push_html(tag);
            self.mode = Mode::InFrameset;
        }
    }

    fn start_form(&mut self, tag: &TagToken<'_>) {
        let in_template = self.is_in_template();
        match self.form {
            Form::Open(_) | Form::Closed if !in_template => return,
            Form::Unknown if !in_template => {
                self.is_ambiguous(AmbiguityKind::FormElement);
            }
            _ => {}
        }
        self.end_if_in(Boundary::ButtonScope, N::P);
        if let Some(form) = self.push_html(tag).filter(|_| !in_template) {
            self.form = Form::Open(form);
        }
    }

    /// A list item ends the one before it.
    fn end_item_before(&mut self, names: &[N]) {
        if let Lookup::At(at) = self.stack.find_one_in(Boundary::ListItem, names) {
            self.stack.pop_through(at);
        }
    }

    /// The start tags whose meaning depends on an open `select`, in revisions without insertion modes for it.
    fn start_in_select_scope(&mut self, tag: &TagToken<'_>, name: N) {
        let has_scope = !self.has_select_mode();
        let in_context = self.context.is_some_and(|context| context.is(N::Select));
        let in_select = has_scope && self.has_in(Boundary::Scope, N::Select);
        match name {
            N::Select | N::Input => {
                if has_scope && in_context {
                    return;
                }
                if in_select {
                    self.end_if_in(Boundary::Scope, N::Select);
                }
                if name == N::Input || !in_select {
                    self.reconstruct_formatting();
                }
                if name == N::Select && !in_select {
                    self.push_html(tag);
                }
                return;
            }
            N::Hr => {
                self.close_paragraph_before(name);
                if in_select {
                    self.generate_implied_end_tags(None);
                }
                return;
            }
            _ if in_select => {
                let is_option = name == N::Option;
                self.generate_implied_end_tags(is_option.then_some(N::Optgroup));
            }
            _ => self.pop_if(N::Option),
        }
        self.push_formatted(tag);
    }

    /// Ends the elements on top that have implied end tags, except one.
    pub(super) fn generate_implied_end_tags(&mut self, except: Option<N>) {
        let rules = self.rules;
        self.stack.pop_while(|element| {
            element.is_in(Category::ImpliedEndTags, rules)
                && !except.is_some_and(|name| element.is(name))
        });
    }

    /// An end tag "in body".
    pub(super) fn end_in_body(&mut self, tag: &TagToken<'_>) {
        let Some(name) = tag.known else {
            return self.any_other_end_tag(tag);
        };
        if self.ends_at_unknown_table(tag, false) {
            return;
        }
        let rules = self.rules;
        let is_in = |category| rules.is(name, category);
        match name {
            N::Template => self.end_template(),
            N::Body | N::Html => {
                if self.has_in(Boundary::Scope, N::Body) {
                    self.mode = Mode::AfterBody;
                }
            }
            N::P => self.end_in_scope(tag, Boundary::ButtonScope, &[N::P]),
            N::Li => self.end_in_scope(tag, Boundary::ListItemScope, &[N::Li]),
            N::Dd | N::Dt => self.end_in_scope(tag, Boundary::Scope, &[name]),
            N::Form => self.end_form(tag),
            N::Br => {
                self.reconstruct_formatting();
                self.frameset_ok = false;
            }
            _ if is_in(Category::Headings) => {
                const HEADINGS: [N; 6] = [N::H1, N::H2, N::H3, N::H4, N::H5, N::H6];
                self.end_in_scope(tag, Boundary::Scope, &HEADINGS);
            }
            _ if is_in(Category::BlockEndTags) => {
                self.end_in_scope(tag, Boundary::Scope, &[name]);
            }
            _ if is_in(Category::Formatting) => self.run_adoption_agency(tag, name),
            _ if is_in(Category::MarkerStartTags) => {
                match self.stack.find_in(Boundary::Scope, name) {
                    Lookup::At(at) => {
                        self.stack.pop_through(at);
                        self.stack.clear_to_last_marker();
                    }
                    Lookup::Absent => {}
                    Lookup::Unknown => self.end_in_unknown_part(tag),
                }
            }
            _ => self.any_other_end_tag(tag),
        }
    }

    /// Ends the topmost element with one of these names, if it is in scope.
    fn end_in_scope(&mut self, tag: &TagToken<'_>, scope: Boundary, names: &[N]) {
        match self.stack.find_one_in(scope, names) {
            Lookup::At(at) => self.stack.pop_through(at),
            Lookup::Absent => {}
            Lookup::Unknown => self.end_in_unknown_part(tag),
        }
    }

    fn end_form(&mut self, tag: &TagToken<'_>) {
        if self.is_in_template() {
            return self.end_in_scope(tag, Boundary::Scope, &[N::Form]);
        }
        let found = match core::mem::take(&mut self.form) {
            Form::None | Form::Closed => return,
            Form::Open(form) => self.stack.find_at(Boundary::Scope, form, N::Form),
            Form::Unknown => {
                self.form = Form::Unknown;
                let found = self.stack.find_in(Boundary::Scope, N::Form);
                if matches!(found, Lookup::At(_)) {
                    self.is_ambiguous(AmbiguityKind::FormElement);
                }
                found
            }
        };
        match found {
            Lookup::At(at) => {
                self.generate_implied_end_tags(None);
                self.stack.remove(at);
            }
            Lookup::Absent => {}
            // Only the form is removed from the unknown part of the stack, and what is on top of it stays open.
            Lookup::Unknown => {}
        }
    }

    /// Any other end tag "in body".
    pub(super) fn any_other_end_tag(&mut self, tag: &TagToken<'_>) {
        if self.stack.top_is_html(tag.name) {
            return self.stack.pop();
        }
        match self
            .stack
            .find_tag_in(Boundary::Special, tag.name, tag.known)
        {
            Lookup::At(at) => self.stack.pop_through(at),
            Lookup::Absent => {}
            Lookup::Unknown => self.end_in_unknown_part(tag),
        }
    }
}
