//! The rules for tokens in HTML content, and those of the insertion mode "in body" (13.2.6.4.7).

use super::ambiguity::AmbiguityKind;
use super::mode::Mode;
use super::stack::{Element, Lookup, Scope};
use super::tag::TagToken;
use super::{Form, OpenElements, has_visible_text, is_white_space};
use crate::TextMode;
use crate::generated::{Category, ElementName as N};

impl OpenElements {
    /// A start tag, by the rules of the insertion mode.
    pub(super) fn start_in_html_content(&mut self, tag: TagToken<'_>) -> Option<TextMode> {
        let tag = tag.in_html_content(self.rules);
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
    pub(super) fn end_in_html_content(&mut self, tag: TagToken<'_>) {
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
        let is_table = |element: &Element| {
            let names = [N::Table, N::Tbody, N::Template, N::Tfoot, N::Thead, N::Tr];
            names.into_iter().any(|name| element.is(name))
        };
        if has_visible_text(text) || !self.stack.top().is_some_and(is_table) {
            self.text_in_body(text);
        }
    }

    fn text_in_body(&mut self, text: &str) {
        if text.bytes().any(|byte| byte != 0) {
            self.reconstruct_formatting();
        }
        self.frameset_ok &= !has_visible_text(text);
    }

    /// Whether text changes what is open, or whether a frameset may come.
    pub(super) fn depends_on_text(&self) -> bool {
        self.after_text.is_none()
            && match self.mode {
                Mode::InColumnGroup => true,
                mode if mode.is_before_body() => true,
                Mode::InSelect { .. } | Mode::InFrameset | Mode::AfterFrameset => false,
                _ => self.frameset_ok || self.has_formatting_to_reconstruct(),
            }
    }

    /// A start tag "in body".
    pub(super) fn start_in_body(&mut self, tag: TagToken<'_>) -> Option<TextMode> {
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
                let is_body = self.stack.elements().get(1).is_some_and(|e| e.is(N::Body));
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
                if self.has_in(Scope::Default, name) {
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
                self.end_if_in(Scope::Default, name);
                self.push_formatted(tag);
            }
            N::Table => {
                if !self.quirks {
                    self.end_if_in(Scope::Button, N::P);
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
                if self.has_in(Scope::Default, N::Ruby) {
                    let is_rtc_kept = matches!(name, N::Rp | N::Rt);
                    self.generate_implied_end_tags(is_rtc_kept.then_some(N::Rtc));
                }
                self.push_html(tag);
            }
            _ => self.start_by_category(tag, name),
        }
        None
    }

    fn start_by_category(&mut self, tag: TagToken<'_>, name: N) {
        let rules = self.rules;
        let is_in = |category| rules.is(name, category);
        if is_in(Category::Formatting) {
            self.reconstruct_formatting();
            self.push_formatting(tag, name);
        } else if is_in(Category::MarkerStartTags) {
            self.push_formatted(tag);
            self.formatting.push_marker();
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

    fn push_formatted(&mut self, tag: TagToken<'_>) {
        self.reconstruct_formatting();
        self.push_html(tag);
    }

    fn push_block(&mut self, tag: TagToken<'_>, name: N) {
        self.close_paragraph_before(name);
        self.push_html(tag);
    }

    fn close_paragraph_before(&mut self, name: N) {
        if self.is(name, Category::ParagraphEndingStartTags) {
            self.end_if_in(Scope::Button, N::P);
        }
    }

    pub(super) fn has_in(&self, scope: Scope, name: N) -> bool {
        let found = self
            .stack
            .find_in(scope, self.rules, |element| element.is(name));
        matches!(found, Lookup::At(_))
    }

    /// Ends the element with this name if it is in scope.
    pub(super) fn end_if_in(&mut self, scope: Scope, name: N) -> bool {
        let found = self
            .stack
            .find_in(scope, self.rules, |element| element.is(name));
        if let Lookup::At(at) = found {
            self.stack.truncate(at);
        }
        matches!(found, Lookup::At(_))
    }

    pub(super) fn is_hidden(&self, tag: TagToken<'_>) -> bool {
        let kind = tag.attribute("type");
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
    }

    /// A frameset replaces a body that is still empty.
    pub(super) fn replace_body(&mut self, tag: TagToken<'_>) {
        let has_body = self.stack.elements().get(1).is_some_and(|e| e.is(N::Body));
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

    fn start_form(&mut self, tag: TagToken<'_>) {
        let in_template = self.is_in_template();
        match self.form {
            Form::Open(_) if !in_template => return,
            Form::Unknown if !in_template => {
                self.is_ambiguous(AmbiguityKind::FormInForeignContent);
            }
            _ => {}
        }
        self.end_if_in(Scope::Button, N::P);
        if let Some(id) = self.push_html(tag).filter(|_| !in_template) {
            self.form = Form::Open(id);
        }
    }

    /// A list item ends the one before it.
    fn end_item_before(&mut self, names: &[N]) {
        for (at, element) in self.stack.elements().iter().enumerate().rev() {
            if names.iter().any(|name| element.is(*name)) {
                self.stack.truncate(at);
                return;
            }
            let is_passed = [N::Address, N::Div, N::P]
                .into_iter()
                .any(|name| element.is(name));
            if element.is_special(self.rules) && !is_passed {
                return;
            }
        }
    }

    /// The start tags whose meaning depends on an open `select`, in revisions without insertion modes for it.
    fn start_in_select_scope(&mut self, tag: TagToken<'_>, name: N) {
        let has_scope = !self.has_select_mode();
        let in_context = self.context.is_some_and(|context| context.is(N::Select));
        let in_select = has_scope && self.has_in(Scope::Default, N::Select);
        match name {
            N::Select | N::Input => {
                if has_scope && in_context {
                    return;
                }
                if in_select {
                    self.end_if_in(Scope::Default, N::Select);
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
        let is_implied = |element: &Element| {
            element.is_in(Category::ImpliedEndTags, self.rules)
                && !except.is_some_and(|name| element.is(name))
        };
        let implied = self.stack.elements().iter().rev();
        let implied = implied.take_while(|element| is_implied(element)).count();
        self.stack.truncate(self.stack.len() - implied);
    }

    /// An end tag "in body".
    pub(super) fn end_in_body(&mut self, tag: TagToken<'_>) {
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
                if self.has_in(Scope::Default, N::Body) {
                    self.mode = Mode::AfterBody;
                }
            }
            N::P => self.end_in_scope(tag, Scope::Button, |element| element.is(N::P)),
            N::Li => self.end_in_scope(tag, Scope::ListItem, |element| element.is(N::Li)),
            N::Dd | N::Dt => self.end_in_scope(tag, Scope::Default, |element| element.is(name)),
            N::Form => self.end_form(tag),
            N::Br => {
                self.reconstruct_formatting();
                self.frameset_ok = false;
            }
            _ if is_in(Category::Headings) => {
                let is_heading = |element: &Element| element.is_in(Category::Headings, rules);
                self.end_in_scope(tag, Scope::Default, is_heading);
            }
            _ if is_in(Category::BlockEndTags) => {
                self.end_in_scope(tag, Scope::Default, |element| element.is(name));
            }
            _ if is_in(Category::Formatting) => self.run_adoption_agency(tag, name),
            _ if is_in(Category::MarkerStartTags) => {
                if self.has_in(Scope::Default, name) {
                    self.end_if_in(Scope::Default, name);
                    self.formatting.clear_to_last_marker();
                } else {
                    self.end_in_scope(tag, Scope::Default, |_| false);
                }
            }
            _ => self.any_other_end_tag(tag),
        }
    }

    /// Ends the element that the predicate finds, if it is in scope.
    fn end_in_scope(&mut self, tag: TagToken<'_>, scope: Scope, is_it: impl Fn(&Element) -> bool) {
        match self.stack.find_in(scope, self.rules, is_it) {
            Lookup::At(at) => self.stack.truncate(at),
            Lookup::Absent => {}
            Lookup::Unknown => self.end_in_unknown_part(tag),
        }
    }

    fn end_form(&mut self, tag: TagToken<'_>) {
        if self.is_in_template() {
            return self.end_in_scope(tag, Scope::Default, |element| element.is(N::Form));
        }
        let is_form = |element: &Element| element.is(N::Form);
        let found = match core::mem::take(&mut self.form) {
            Form::None => return,
            Form::Open(id) => self
                .stack
                .find_in(Scope::Default, self.rules, |e| e.id == id),
            Form::Unknown => {
                self.form = Form::Unknown;
                let found = self.stack.find_in(Scope::Default, self.rules, is_form);
                if matches!(found, Lookup::At(_)) {
                    self.is_ambiguous(AmbiguityKind::FormInForeignContent);
                }
                found
            }
        };
        match found {
            Lookup::At(at) => {
                let id = self.stack.elements()[at].id;
                self.generate_implied_end_tags(None);
                if let Some(at) = self.stack.place_of(id) {
                    self.stack.remove(at);
                }
            }
            Lookup::Absent => {}
            // Only the form is removed from the unknown part of the stack, and what is on top of it stays open.
            Lookup::Unknown => {}
        }
    }

    /// Any other end tag "in body".
    pub(super) fn any_other_end_tag(&mut self, tag: TagToken<'_>) {
        for (at, element) in self.stack.elements().iter().enumerate().rev() {
            let is_html = element.namespace == crate::Namespace::Html;
            if is_html && self.stack.has_name(element, tag.name, tag.known) {
                self.stack.truncate(at);
                return;
            }
            if element.is_special(self.rules) {
                return;
            }
        }
        if self.stack.is_partial {
            self.end_in_unknown_part(tag);
        }
    }
}
