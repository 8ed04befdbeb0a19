//! The state of the parser (13.2.4), and its tokens.
//!
//! All of it is in one value, so that a primitive is a few lines on its fields. An element that the parser creates has a record with
//! what rules ask of it; the nodes themselves are the builder's.

use super::acting::Acting;
use super::builder::{Builder, Place, QuirksMode};
use super::characters::{Appended, StopsOfClasses};
use super::element::{Element, Record};
use super::kind::Kind;
use super::kinds::Kinds;
use super::list::List;
use super::name::{Mark, Name, Names};
use super::reprocess::Dispatches;
use super::rules::{InsertionMode, Outcome, TreeRules};
use super::stack::Stack;
use super::token::{Adjustment, Data, Token, TokenKind};
use super::unknown::Unknown;
use crate::{Comment, Doctype, Namespace, ProcessingInstruction, Tag, TextMode};
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The flags of the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flags {
    pub(super) frameset_ok: bool,
    pub(super) foster_parenting: bool,
    pub(super) quirks: bool,
    pub(super) ignore_next: Option<char>,
}

/// The context element of a fragment.
#[derive(Clone, Copy, Debug)]
pub struct FragmentContext<'c, N> {
    /// The element.
    pub node: N,
    /// Its namespace.
    pub namespace: Namespace,
    /// Its local name.
    pub local_name: &'c str,
}

/// Builds a tree from tokens by the rules `R`.
///
/// Whoever runs the tokenizer passes each token, and switches the tokenizer as the answer to a tag says.
#[derive(Clone, Debug)]
pub struct Construction<R, B: Builder> {
    pub(super) builder: B,
    pub(super) names: Names,
    pub(super) records: Vec<Record<B::Node>>,
    /// The kind that a node has in the stack if it is no element.
    pub(super) kind_of_none: Kind,
    pub(super) stack: Stack,
    pub(super) list: List,
    /// The most elements of the list after its last marker.
    pub(super) most_formatting: usize,
    /// Positions in the list that the current row has noted.
    pub(super) positions: Vec<usize>,
    pub(super) markers: u32,
    pub(super) mode: InsertionMode,
    pub(super) original_mode: Option<InsertionMode>,
    pub(super) secondary_mode: InsertionMode,
    pub(super) template_modes: Vec<InsertionMode>,
    pub(super) head: Element,
    pub(super) form: Element,
    pub(super) context: Element,
    pub(super) newest: Element,
    pub(super) pending: String,
    pub(super) flags: Flags,
    pub(super) switch: Option<TextMode>,
    pub(super) is_stopped: bool,
    /// How often the state changed, but for foster parenting.
    pub(super) changes: u64,
    pub(super) acting: Acting,
    pub(super) dispatches: Dispatches,
    /// How many tokens were processed.
    pub(super) tokens: u32,
    /// Elements that left the stack or the list with this token.
    pub(super) released: Vec<Element>,
    /// Records that are free.
    pub(super) free: Vec<Element>,
    /// What rows did to the attributes of the token.
    pub(super) adjustments: Vec<Adjustment>,
    pub(super) appended: Appended,
    /// The place before which text is, if that was inserted last.
    pub(super) newest_text: Option<Place<B::Node>>,
    pub(super) stops: StopsOfClasses,
    pub(super) unknown: Unknown,
    /// What rules ask of the attributes of elements: the name, and values. Their places are the numbers of [`Answers`].
    ///
    /// [`Answers`]: super::element::Answers
    pub(super) questions: Vec<(&'static str, &'static [&'static str])>,
    /// The names that are never forgotten.
    pub(super) known_names: Mark,
    rules: PhantomData<R>,
}

impl<R: TreeRules, B: Builder> Construction<R, B> {
    /// Begins a document.
    #[must_use]
    pub fn new(mut builder: B) -> Self {
        let document = builder.document();
        let mut names = Names::new(R::NAME_TABLE);
        let mut construction = Construction {
            builder,
            kind_of_none: names.new_kind(),
            names,
            // Without growth for a shallow document.
            records: Vec::with_capacity(16),
            stack: Stack::new(Kinds::<R>::ALL),
            list: List::default(),
            most_formatting: usize::MAX,
            positions: Vec::new(),
            markers: 0,
            mode: R::INITIAL,
            original_mode: None,
            secondary_mode: R::INITIAL,
            template_modes: Vec::new(),
            head: Element::NULL,
            form: Element::NULL,
            context: Element::NULL,
            newest: Element::NULL,
            pending: String::new(),
            flags: Flags {
                frameset_ok: true,
                foster_parenting: false,
                quirks: false,
                ignore_next: None,
            },
            switch: None,
            is_stopped: false,
            changes: 0,
            acting: Acting::default(),
            dispatches: Dispatches::default(),
            tokens: 1,
            released: Vec::new(),
            free: Vec::new(),
            adjustments: Vec::new(),
            appended: Appended::default(),
            newest_text: None,
            stops: StopsOfClasses::default(),
            unknown: Unknown::default(),
            questions: Vec::new(),
            known_names: Mark::default(),
            rules: PhantomData,
        };
        construction.add_record(document, None);
        construction.known_names = construction.names.mark();
        construction
    }

    /// Begins a fragment. Returns the text mode of its content.
    pub fn set_context(&mut self, context: &FragmentContext<'_, B::Node>) -> Option<TextMode> {
        let name = self.names.intern(context.local_name);
        self.context = self.add_record(context.node, Some((context.namespace, name)));
        R::begin_fragment(self, &mut Token::new(TokenKind::EndOfFile, Data::None));
        self.known_names = self.names.mark();
        self.switch.take()
    }

    /// Sets the mode of the document, for a fragment: that of the document of its context element.
    pub fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.set_quirks(mode);
    }

    /// Bounds the formatting elements that are created again where they were not closed, which the standard does not: the
    /// earliest are forgotten.
    pub fn set_most_formatting(&mut self, most: usize) {
        self.most_formatting = most;
    }

    /// Who builds the tree.
    pub fn builder(&self) -> &B {
        &self.builder
    }

    /// Who builds the tree.
    pub fn builder_mut(&mut self) -> &mut B {
        &mut self.builder
    }

    /// The builder and the names of elements.
    pub fn parts_mut(&mut self) -> (&mut B, &mut Names) {
        (&mut self.builder, &mut self.names)
    }

    /// The builder and the names of elements.
    #[must_use]
    pub fn into_parts(self) -> (B, Names) {
        (self.builder, self.names)
    }

    /// Whether the adjusted current node is in another namespace than HTML's; in revisions that have a mode for foreign content, whether
    /// that is in use and the current node is.
    #[inline]
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        let node = match R::FOREIGN_MODE {
            None => self.adjusted_current_node(),
            Some(mode) if self.mode == mode => self.current_node(),
            Some(_) => return false,
        };
        self.namespace_of(node) != Namespace::Html
    }

    /// How many elements are open.
    #[inline]
    #[must_use]
    pub fn open_elements(&self) -> usize {
        self.stack.len()
    }

    /// Pops the elements that are still open, as the standard does when it stops parsing.
    pub fn pop_all(&mut self) {
        while self.open_elements() > 0 {
            self.pop();
        }
    }

    /// How often the state changed.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// How many entries the list of active formatting elements has.
    pub(crate) fn listed_elements(&self) -> usize {
        self.list.count()
    }

    /// The name of the insertion mode.
    #[must_use]
    pub fn mode_name(&self) -> &'static str {
        R::MODES[usize::from(self.mode.0)]
    }

    /// Processes a token whose kind the caller knows, so that what is dispatched by kind is dispatched when this is compiled.
    #[inline(always)]
    fn one_of_kind(&mut self, mut token: Token<'_>, kind: TokenKind) {
        self.flags.ignore_next = None;
        if !self.is_stopped {
            self.begin_token();
            match R::dispatch(self, &mut token, kind) {
                Outcome::Reprocess => self.process_again(&mut token, 1),
                Outcome::Done if self.is_stopped => {}
                Outcome::Done => R::after_dispatch(self, &mut token),
            }
            self.end_token();
        }
    }

    fn one(&mut self, mut token: Token<'_>) {
        self.flags.ignore_next = None;
        if !self.is_stopped {
            self.begin_token();
            self.process(&mut token);
            self.end_token();
        }
    }

    /// Processes a start tag. Returns the text mode that the tokenizer is switched to, if it is.
    #[inline]
    pub fn start_tag(&mut self, tag: &Tag<'_>) -> Option<TextMode> {
        let name = self.names.intern(tag.name());
        self.start_tag_named(tag, name)
    }

    /// Processes a start tag of which the caller has looked up the name.
    #[inline]
    pub fn start_tag_named(&mut self, tag: &Tag<'_>, name: Name) -> Option<TextMode> {
        let mut token = Token::new(TokenKind::StartTag, Data::Tag(tag));
        token.name = name;
        token.is_self_closing = tag.is_self_closing();
        self.one_of_kind(token, TokenKind::StartTag);
        self.switch.take()
    }

    /// Processes an end tag.
    #[inline]
    pub fn end_tag(&mut self, tag: &Tag<'_>) -> Option<TextMode> {
        let name = self.names.intern(tag.name());
        self.end_tag_named(tag, name)
    }

    /// Processes an end tag of which the caller has looked up the name.
    #[inline]
    pub fn end_tag_named(&mut self, tag: &Tag<'_>, name: Name) -> Option<TextMode> {
        let mut token = Token::new(TokenKind::EndTag, Data::Tag(tag));
        token.name = name;
        self.one_of_kind(token, TokenKind::EndTag);
        self.switch.take()
    }

    /// Processes a tag without attributes.
    pub(crate) fn bare_tag(
        &mut self,
        name: Name,
        is_start: bool,
        is_self_closing: bool,
    ) -> Option<TextMode> {
        let kind = match is_start {
            true => TokenKind::StartTag,
            false => TokenKind::EndTag,
        };
        let mut token = Token::new(kind, Data::None);
        token.name = name;
        token.is_self_closing = is_self_closing;
        self.one(token);
        self.switch.take()
    }

    /// Processes characters, of which each is a token.
    #[inline]
    pub fn characters(&mut self, text: &str) {
        let mut rest = text;
        if self.flags.ignore_next.is_none() && !self.is_stopped {
            rest = &text[self.append_quietly(text)..];
            if rest.is_empty() {
                return;
            }
        }
        self.each_character(rest, true, |p, t| {
            p.begin_token();
            p.process(t);
        });
    }

    /// Processes a comment.
    pub fn comment(&mut self, comment: &Comment<'_>) {
        self.one(Token::new(TokenKind::Comment, Data::Comment(comment)));
    }

    /// Processes a processing instruction.
    pub fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        let data = Data::Instruction(instruction);
        self.one(Token::new(TokenKind::ProcessingInstruction, data));
    }

    /// Processes a DOCTYPE.
    pub fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.one(Token::new(TokenKind::Doctype, Data::Doctype(doctype)));
    }

    /// Processes the end of the file.
    pub fn end_of_file(&mut self) {
        self.one(Token::new(TokenKind::EndOfFile, Data::None));
    }
}
