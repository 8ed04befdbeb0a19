//! Rules by hand: up to the body, and for revisions whose foreign content is a mode or is missing.
//!
//! Tree construction decides two things for the tokenizer: which text state follows a start tag, and whether
//! `<![CDATA[` begins a CDATA section. Both depend on the stack of open elements and the insertion mode, but not on the
//! tree. [`OpenElements`] runs the rules of tree construction (13.2.6) on the stack alone.
//!
//! To follow every tag is slow. By default, the elements between the beginning of the body and the next `svg`, `math` or
//! `template` are not followed: the stack is then partial, with an unknown lower part. What is on top of that part is
//! followed tag by tag. Where a rule asks for the unknown part, the answer is an [`Ambiguity`].

mod adoption;
mod body;
mod common;
mod foreign;
mod formatting;
mod head;
mod mode;
mod names;
mod node;
mod places;
mod quirks;
mod rules;
mod select;
mod stack;
mod table;
mod tag;
mod template;

use super::{AmbiguityKind, Followed, Follows, Forgotten};
use crate::names::NameSet;
pub(crate) use rules::{ElementRules, QuirksDoctypes, TreeConstruction};

use crate::generated::{Category, ElementName as N};
use crate::token::CurrentTag;
use crate::{Context, Doctype, Follow, Namespace, Options, TextMode};
use alloc::vec::Vec;
use common::obstacle::{self, when};
use common::{Around, Fresh};
use core::fmt;
use mode::Mode;
use names::{KeyedName, Name};
use node::{Element, Integration};
use stack::{Handle, MOST_ELEMENTS, Stack};
use tag::TagToken;

/// How many tags and texts of a body are followed at most while a frameset may still replace it.
const MOST_BEFORE_FRAMESET: u32 = 1024;

/// The form element pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    #[default]
    None,
    /// The form here, unless it has been closed: no other takes its place while the pointer is set.
    Open(Handle),
    /// An element that was closed at once.
    Closed,
    /// The unknown part of the stack may have a form.
    Unknown,
}

/// The open elements.
#[derive(Clone)]
pub(super) struct OpenElements {
    rules: &'static ElementRules,
    follows_everything: bool,
    scripting: bool,
    stack: Stack,
    mode: Mode,
    /// Why tags are not common: follows from the other fields.
    obstacles: u16,
    /// The open elements that are not in the stack yet.
    fresh: Vec<Fresh>,
    /// What common tags ask of the others, once it is known.
    around_fresh: Option<Around>,
    /// How many elements may be open before a common tag.
    most_common: usize,
    /// Within a text element, the mode after its end tag.
    after_text: Option<Mode>,
    template_modes: Vec<Mode>,
    /// How many templates are open in the unknown part of the stack.
    outer_templates: usize,
    /// The context element of a fragment.
    context: Option<Element>,
    is_fragment: bool,
    /// Whether a fragment begins in another mode than "in body": what its context element lets in depends on it.
    begins_elsewhere: bool,
    form: Form,
    /// Whether a frameset may still replace the body.
    frameset_ok: bool,
    /// How many tags and texts of the body were followed while it could.
    before_frameset: u32,
    quirks: bool,
    /// Whether the first DOCTYPE is still to come.
    before_doctype: bool,
    /// Whether a table may be open in the unknown part of the stack.
    may_have_tables: bool,
    /// Set by a rule that asks for the unknown part of the stack.
    ambiguity: Option<AmbiguityKind>,
    /// Whether text is followed.
    follows_text: bool,
}

impl OpenElements {
    /// Begins to follow the open elements of a document.
    pub(super) fn new(rules: &'static ElementRules, options: &Options) -> Self {
        OpenElements {
            rules,
            follows_everything: options.follow == Follow::Everything,
            scripting: options.scripting,
            stack: Stack::default(),
            mode: Mode::default(),
            obstacles: u16::MAX,
            fresh: Vec::new(),
            around_fresh: None,
            most_common: options.limits.nesting.min(MOST_ELEMENTS),
            after_text: None,
            template_modes: Vec::new(),
            outer_templates: 0,
            context: None,
            is_fragment: false,
            begins_elsewhere: false,
            form: Form::None,
            frameset_ok: true,
            before_frameset: 0,
            quirks: false,
            before_doctype: true,
            may_have_tables: false,
            ambiguity: None,
            follows_text: true,
        }
    }

    /// Begins a fragment with a context element.
    fn set_context(&mut self, context: &Context) {
        let namespace = context.namespace();
        let known = self
            .rules
            .element(KeyedName::new(context.tag_name().as_bytes()));
        self.before_doctype = false;
        self.is_fragment = true;
        self.push_implied(N::Html);
        // No rule asks for a name that no rule mentions.
        let name = known.map_or(Name::UNUSED, Name::known);
        self.context = Some(Element {
            name,
            namespace,
            integration: self.integration_of(known, namespace, || context.encoding()),
        });
        if namespace == Namespace::Html && known == Some(N::Template) {
            self.template_modes.push(Mode::InTemplate);
        }
        self.reset_mode();
        self.begins_elsewhere = self.mode != Mode::InBody;
        self.settle();
    }

    /// Processes a start tag. Returns the text mode that it switches to.
    fn start_tag(&mut self, tag: &mut TagToken<'_>) -> Option<TextMode> {
        self.flush();
        // Most tags of a head change nothing.
        if self.mode == Mode::InHead && self.after_text.is_none() && self.is_void_in_head(tag) {
            return None;
        }
        // The sink has ended the text.
        self.end_text_element();
        let mode = if self.is_between_html() {
            self.start_between_html(tag)
        } else if self.is_foreign_for_start_tag(tag) {
            self.start_in_foreign_content(tag)
        } else {
            self.start_in_html_content(tag)
        };
        self.settle();
        mode
    }

    /// How many elements are open.
    pub(super) fn depth(&self) -> usize {
        self.stack.len() + self.fresh.len()
    }

    fn is_void_in_head(&self, tag: &TagToken<'_>) -> bool {
        let is_in = |category| tag.known.is_some_and(|name| self.is(name, category));
        is_in(Category::HeadStartTags) && is_in(Category::VoidStartTags)
    }

    /// Processes an end tag.
    fn end_tag(&mut self, tag: &TagToken<'_>) {
        if self.end_text_element() {
            self.settle();
            return;
        }
        if self.is_between_html() {
            if tag.is(N::Template) {
                self.outer_templates = self.outer_templates.saturating_sub(1);
            }
        } else if self.is_foreign() {
            self.end_in_foreign_content(tag);
        } else {
            self.end_in_html_content(tag);
        }
        self.settle();
    }

    /// Whether a text changes nothing.
    fn ignores(&self, text: &str) -> bool {
        self.mode == Mode::InBody && text.bytes().all(|byte| byte == 0)
            || self.mode.is_before_body() && is_white_space(text)
    }

    /// Processes text.
    fn text(&mut self, text: &str) {
        self.flush();
        let is_html = !self.is_foreign()
            || self
                .adjusted_current_node()
                .is_some_and(|node| node.integration.has_html_content());
        match is_html {
            true => self.text_in_html_content(text),
            false => self.frameset_ok &= !has_visible_text(text),
        }
        self.settle();
    }

    /// Processes a DOCTYPE.
    pub(super) fn doctype(&mut self, doctype: &Doctype<'_>) {
        let tables = self.rules.tree_construction.as_ref();
        if let Some(tables) =
            tables.filter(|_| self.before_doctype && self.mode == Mode::BeforeHtml)
        {
            self.quirks = quirks::sets_quirks_mode(&tables.quirks, doctype);
        }
        self.before_doctype = false;
    }

    /// The ambiguity of the last tag, once.
    fn take_ambiguity(&mut self) -> Option<AmbiguityKind> {
        self.ambiguity.take()
    }

    /// Whether there is an adjusted current node that is not in the HTML namespace.
    pub(super) fn is_foreign(&self) -> bool {
        let node = self.adjusted_current_node();
        node.is_some_and(|node| node.namespace != Namespace::Html)
    }

    /// The adjusted current node; `None` if it is not known, and then it is an HTML element.
    fn adjusted_current_node(&self) -> Option<&Element> {
        match &self.context {
            Some(context) if self.depth() == 1 && !self.stack.is_partial => Some(context),
            _ => self.top(),
        }
    }

    /// Whether nothing on top of the unknown part of the stack is open.
    fn is_between_html(&self) -> bool {
        self.stack.is_partial && self.stack.is_empty()
    }

    /// Ends a text element, if one is open.
    fn end_text_element(&mut self) -> bool {
        let Some(mode) = self.after_text.take() else {
            return false;
        };
        self.stack.pop();
        self.mode = mode;
        true
    }

    /// A start tag while nothing on top of the unknown part of the stack is open.
    fn start_between_html(&mut self, tag: &TagToken<'_>) -> Option<TextMode> {
        let name = tag.known?;
        match name {
            N::Table => self.may_have_tables = true,
            N::Template => self.start_template(tag),
            N::Select if self.has_select_mode() => self.start_select(tag),
            N::Frameset => self.replace_body(tag),
            _ if self.is(name, Category::ForeignElements) => self.start_foreign_root(tag, name),
            _ => return self.rules.mode_of_element(name, self.scripting),
        }
        None
    }

    /// Decides what has to be followed from here on.
    fn settle(&mut self) {
        if self.frameset_ok && self.mode.is_in_body_or_table() {
            self.before_frameset = self.before_frameset.saturating_add(1);
        }
        if self.stack.foreign() == 0 && !self.follows_everything && self.can_be_partial() {
            self.forget();
        }
        let is_to_reconstruct = self.has_formatting_to_reconstruct();
        let depends_on_text = self.frameset_ok || is_to_reconstruct;
        let (follows_text, is_in_body) = match self.mode {
            Mode::InBody | Mode::InCell | Mode::InCaption => (depends_on_text, true),
            Mode::InTable
            | Mode::InTableBody
            | Mode::InRow
            | Mode::InTemplate
            | Mode::AfterBody => (depends_on_text, false),
            Mode::InSelect { .. } | Mode::InFrameset | Mode::AfterFrameset => (false, false),
            // Before the body, and in a column group.
            _ => (true, false),
        };
        let is_in_text = self.after_text.is_some();
        self.follows_text = follows_text && !is_in_text && !self.is_between_html();
        let is_in_foreign = |context: &Element| context.namespace != Namespace::Html;
        let has_html_content = is_in_body && !self.context.as_ref().is_some_and(is_in_foreign);
        let has_no_content = is_in_text || self.may_be_replaced();
        self.around_fresh = None;
        self.obstacles = obstacle::ANY
            | when(has_no_content, obstacle::FOREIGN_CONTENT)
            | when(has_no_content || !has_html_content, obstacle::HTML_CONTENT)
            | when(is_to_reconstruct, obstacle::RECONSTRUCTION)
            | when(self.frameset_ok, obstacle::FRAMESET_OK);
    }

    /// Whether a frameset may replace the body.
    fn may_be_replaced(&self) -> bool {
        self.frameset_ok && self.before_frameset < MOST_BEFORE_FRAMESET
    }

    /// The start tags that have a meaning here.
    fn followed_start_tags(&self) -> &'static NameSet {
        match self.is_between_html() {
            true => &self.rules.between_html,
            false => &NameSet::ALL,
        }
    }

    fn follows_end_tags(&self) -> bool {
        !self.is_between_html() || self.outer_templates > 0
    }

    /// Whether the known elements can be forgotten: the rules do the same with all start tags that have a meaning
    /// between HTML elements.
    fn can_be_partial(&self) -> bool {
        // Before the body, and until a frameset cannot replace it.
        let may_be_replaced = self.may_be_replaced();
        if may_be_replaced && !self.stack.is_partial && !self.is_fragment {
            return false;
        }
        // A template in a select ends in its mode.
        if self.has_select_mode() && self.stack.has(N::Select) {
            return false;
        }
        let mode = self.after_text.unwrap_or(self.mode);
        let is_template = |mode: &Mode| !matches!(mode, Mode::InTemplate | Mode::InColumnGroup);
        let in_body = match &self.context {
            // A fragment of `html` may become a frameset, and one of `select` ignores more start tags.
            Some(context) if context.is(N::Html) || context.is(N::Select) => false,
            Some(_) if self.begins_elsewhere => false,
            Some(context) => mode == Mode::InBody && context.namespace == Namespace::Html,
            None => mode.is_in_body_or_table() && !may_be_replaced || self.stack.is_partial,
        };
        in_body && mode.is_in_body_or_table() && self.template_modes.iter().all(is_template)
    }

    /// Forgets the known elements.
    fn forget(&mut self) {
        if self.is_between_html() {
            return;
        }
        // Each open template has a mode.
        let is_context = self.context.is_some_and(|context| context.is(N::Template));
        self.outer_templates += self.template_modes.len() - usize::from(is_context);
        self.may_have_tables |= self.stack.has(N::Table)
            || self.template_modes.iter().any(|mode| *mode != Mode::InBody)
            || is_context;
        self.stack.is_partial = true;
        self.after_text = None;
        self.context = None;
        self.form = Form::Unknown;
        self.end_all();
    }

    /// Ends all known elements.
    fn end_all(&mut self) {
        self.stack.clear();
        self.template_modes.clear();
        self.mode = Mode::InBody;
    }

    /// The answer depends on the unknown part of the stack.
    fn is_ambiguous(&mut self, kind: AmbiguityKind) {
        self.ambiguity = Some(kind);
    }

    fn is(&self, name: N, category: Category) -> bool {
        self.rules.is(name, category)
    }

    /// Opens an element for a tag; `None` if too many are open.
    fn push_tag(
        &mut self,
        tag: &TagToken<'_>,
        namespace: Namespace,
        integration: Integration,
    ) -> Option<Handle> {
        let is_full = self.stack.is_full();
        let name = self.stack.name(tag.name, tag.known).filter(|_| !is_full);
        let Some(name) = name else {
            self.is_ambiguous(AmbiguityKind::TooManyElements);
            return None;
        };
        let element = Element {
            name,
            namespace,
            integration,
        };
        let key = tag.known.map_or(tag.name.key, N::key);
        let boundaries = element.boundaries(self.rules);
        Some(self.stack.push(element, key, boundaries))
    }

    /// Opens an HTML element for a tag; `None` if too many are open.
    fn push_html(&mut self, tag: &TagToken<'_>) -> Option<Handle> {
        self.push_tag(tag, Namespace::Html, Integration::None)
    }

    /// Opens an HTML element without a tag.
    fn push_implied(&mut self, name: N) {
        match self.stack.is_full() {
            true => self.is_ambiguous(AmbiguityKind::TooManyElements),
            false => {
                let element = Element::html(name);
                let boundaries = element.boundaries(self.rules);
                self.stack.push(element, name.key(), boundaries);
            }
        }
    }

    /// Opens a text element.
    fn push_text_element(&mut self, tag: &TagToken<'_>, mode: TextMode) -> Option<TextMode> {
        if self.push_html(tag).is_some() {
            self.after_text = Some(self.mode);
        }
        Some(mode)
    }
}

fn is_white_space(text: &str) -> bool {
    text.bytes()
        .all(|byte| matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' '))
}

/// Whether text has characters other than white space and U+0000.
fn has_visible_text(text: &str) -> bool {
    text.bytes()
        .any(|byte| !matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0C' | b'\r' | b' '))
}

/// What a tokenizer asks for.
impl OpenElements {
    /// Begins a fragment. Returns the text mode of its content.
    pub(super) fn enter(&mut self, context: &Context) -> Option<TextMode> {
        self.set_context(context);
        let mode = self.rules.mode_of(context.name(), self.scripting);
        mode.filter(|_| context.namespace() == Namespace::Html)
    }

    /// What is known where someone else can take over from a start tag on.
    pub(super) fn hand_over(&self, tag: CurrentTag<'_>) -> Option<Forgotten> {
        let is_plain = self.is_between_html()
            && !self.follows_everything
            && !self.is_fragment
            && !self.frameset_ok
            && self.outer_templates == 0;
        let name = TagToken::new(KeyedName::of(tag), &tag, self.rules).known;
        let is_text = |name| self.rules.mode_of_element(name, self.scripting).is_some();
        let is_other = |name: &N| matches!(name, N::Table | N::Frameset) || is_text(*name);
        name.filter(|name| is_plain && !is_other(name))?;
        Some(Forgotten {
            scripting: self.scripting,
            is_in_quirks_mode: self.quirks,
            may_have_tables: self.may_have_tables,
        })
    }

    /// Processes a start tag that is not common.
    pub(super) fn follow_start_tag(&mut self, tag: CurrentTag<'_>) -> Followed {
        let mut tag = TagToken::new(KeyedName::of(tag), &tag, self.rules);
        let mode = self.start_tag(&mut tag);
        (mode, self.take_ambiguity())
    }

    /// Processes an end tag if it is common; returns whether it is.
    #[inline(always)]
    pub(super) fn follow_common_end_tag(
        &mut self,
        rules: &ElementRules,
        tag: CurrentTag<'_>,
    ) -> bool {
        self.end_common(rules, KeyedName::of(tag))
    }

    /// Processes an end tag that is not common. `None` if what has to be followed stays the same.
    pub(super) fn follow_end_tag(&mut self, tag: CurrentTag<'_>) -> Option<Followed> {
        let tag = TagToken::new(KeyedName::of(tag), &tag, self.rules);
        self.flush();
        if self.ends_nothing(&tag) {
            return None;
        }
        self.end_tag(&tag);
        Some((None, self.take_ambiguity()))
    }

    /// Processes text. Returns whether it may change anything.
    pub(super) fn follow_text(&mut self, text: &str) -> bool {
        let changes = !self.ignores(text);
        if changes {
            self.text(text);
        }
        changes
    }

    /// What has to be followed from here on.
    #[inline]
    pub(super) fn follows(&self) -> Follows {
        Follows {
            start_tags: self.followed_start_tags(),
            end_tags: self.follows_end_tags(),
            text: self.follows_text,
            depth: self.depth(),
        }
    }
}

/// Shows the mode and the known elements.
impl fmt::Debug for OpenElements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenElements")
            .field("mode", &self.mode)
            .field("stack", &self.stack)
            .field("fresh", &self.fresh)
            .finish_non_exhaustive()
    }
}
