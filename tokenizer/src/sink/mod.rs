//! The receiver of tokens and its answers.
//!
//! Tree construction answers a tag, with a text mode or a pause, before the next character is read; that is why
//! tokens go to methods and not through a queue. Every method has a default, so a sink names only what it reads, and
//! constants say what need not be computed. One macro lists the methods, from which the trait and its forwarding are
//! made. The methods are generic code: each sink compiles the machine anew.

mod dyn_sink;

use crate::{Ambiguity, Comment, Doctype, ParseError, ProcessingInstruction, Span, Tag, TextMode};
use alloc::boxed::Box;
pub use dyn_sink::DynSink;
use dyn_sink::forwarding;

forwarding! {
    /// The receiver of tokens and parse errors.
    ///
    /// The arguments are borrowed for the call: from the input if it contains them verbatim, otherwise
    /// from a buffer that the tokenizer reuses. Every method has a default that does nothing. Calls to a
    /// default are compiled away, and the constants switch off the work for errors and spans.
    ///
    /// ```
    /// use tokenwright::{Next, Sink, Tag, Tokenizer};
    ///
    /// #[derive(Default)]
    /// struct Links(Vec<String>);
    ///
    /// impl Sink for Links {
    ///     const ERRORS: bool = false;
    ///
    ///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
    ///         if tag.name() == "a" {
    ///             self.0.extend(tag.attribute("href").map(|href| href.value().to_owned()));
    ///         }
    ///         Next::Continue
    ///     }
    /// }
    ///
    /// let mut tokenizer = Tokenizer::new(Links::default());
    /// tokenizer.feed_str("<p><a href=/one>1</a> <a hr");
    /// tokenizer.feed_str("ef='/two'>2</a>");
    /// assert_eq!(tokenizer.finish().0, ["/one", "/two"]);
    /// ```
    pub trait Sink {
        constants {
            /// Whether the tokenizer looks for parse errors and calls [`error`](Self::error).
            const ERRORS: bool = true, in a trait object true;
            /// Whether the tokenizer computes spans; without it every span is `0..0`, but not in a
            /// [trait object](DynSink), which does not know the constant.
            const SPANS: bool = true, in a trait object true;
            /// Whether the tokenizer keeps the source of tags, for [`Tag::source`], [`Attribute::source`] and
            /// [`Tag::duplicate_attributes`]. A tag that is split between chunks is copied for it.
            ///
            /// [`Attribute::source`]: crate::Attribute::source
            const SOURCE: bool = false, in a trait object true;
            /// Whether the tokenizer counts lines; without it every [`line`](ParseError::line) and
            /// [`column`](ParseError::column) is 0.
            ///
            /// Counting costs little unless errors are frequent: lines are counted up to each error.
            const LINES: bool = true, in a trait object true;

            /// Whether the sink switches the text states itself with [`Next::Switch`], as a tree builder does. It is as
            /// [`Follow::Nothing`](crate::Follow::Nothing), and the code that follows elements is removed at compile time.
            const SWITCHES: bool = false, in a trait object false;
        }

        methods {
            /// Receives text: one or more adjacent characters, never none.
            ///
            /// A run of character tokens may arrive in several calls, for example split at a character
            /// reference, a line ending or the end of a chunk. Append them to get the whole text:
            ///
            /// ```
            /// use tokenwright::{Sink, Span, Tokenizer};
            ///
            /// #[derive(Default)]
            /// struct Text(String);
            ///
            /// impl Sink for Text {
            ///     fn text(&mut self, text: &str, _: Span) {
            ///         self.0.push_str(text);
            ///     }
            /// }
            ///
            /// let mut tokenizer = Tokenizer::new(Text::default());
            /// tokenizer.feed_str("Tom &am");
            /// tokenizer.feed_str("p; Jerry");
            /// assert_eq!(tokenizer.finish().0, "Tom & Jerry");
            /// ```
            fn text as call_text(&mut self, text: &str, span: Span) {}

            /// Receives a start tag. The answer takes effect before the next character: tree construction
            /// switches the state after tags such as `textarea` and `script`.
            fn start_tag as call_start_tag(&mut self, tag: &Tag<'_>) -> Next { Next::Continue }

            /// Receives an end tag. It may have attributes, which are a parse error and have no meaning.
            fn end_tag as call_end_tag(&mut self, tag: &Tag<'_>) -> Next { Next::Continue }

            /// Receives the beginning of a CDATA section: text up to [`end_cdata_section`](Self::end_cdata_section) is its
            /// content. `span` is the range of `<![CDATA[`.
            ///
            /// The spec has no token for sections: most sinks treat their text like any other. Only the revisions from 2009 on have
            /// them.
            ///
            /// ```
            /// use tokenwright::{Sink, Span, Tokenizer};
            ///
            /// /// Collects the text of CDATA sections.
            /// #[derive(Default)]
            /// struct Sections {
            ///     is_inside: bool,
            ///     text: Vec<String>,
            /// }
            ///
            /// impl Sink for Sections {
            ///     fn start_cdata_section(&mut self, _: Span) {
            ///         self.is_inside = true;
            ///         self.text.push(String::new());
            ///     }
            ///
            ///     fn end_cdata_section(&mut self, _: Span) {
            ///         self.is_inside = false;
            ///     }
            ///
            ///     fn text(&mut self, text: &str, _: Span) {
            ///         if let Some(section) = self.text.last_mut().filter(|_| self.is_inside) {
            ///             section.push_str(text);
            ///         }
            ///     }
            /// }
            ///
            /// let mut tokenizer = Tokenizer::new(Sections::default());
            /// tokenizer.feed_str("<svg>a<![CDATA[b]");
            /// tokenizer.feed_str("]]>c<![CDATA[]]></svg>");
            /// assert_eq!(tokenizer.finish().text, ["b]", ""]);
            /// ```
            fn start_cdata_section as call_start_cdata_section(&mut self, span: Span) {}

            /// Receives the end of a CDATA section. `span` is the range of `]]>`, or empty at the end of the file.
            ///
            /// If [`Tokenizer::set_state`](crate::Tokenizer::set_state) has set a state inside a section, this is called without
            /// [`start_cdata_section`](Self::start_cdata_section) before it.
            fn end_cdata_section as call_end_cdata_section(&mut self, span: Span) {}

            /// Receives a comment.
            fn comment as call_comment(&mut self, comment: &Comment<'_>) {}

            /// Receives a DOCTYPE.
            fn doctype as call_doctype(&mut self, doctype: &Doctype<'_>) {}

            /// Receives a processing instruction. Only `whatwg-2026-07-19` has this token.
            fn processing_instruction as call_processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {}

            /// Receives the end-of-file token, once and last. `span` is empty and at the end of the input.
            fn end_of_file as call_end_of_file(&mut self, span: Span) {}

            /// Receives a parse error.
            ///
            /// Errors arrive in the order of the spec's steps. An error of the input stream, such as a
            /// control character, arrives after the text before that character, but before the errors that the states report
            /// for it. How the input is split does not change the order.
            ///
            /// ```
            /// use tokenwright::{ParseError, Sink, Tokenizer};
            ///
            /// #[derive(Default)]
            /// struct Errors(Vec<String>);
            ///
            /// impl Sink for Errors {
            ///     fn error(&mut self, error: &ParseError) {
            ///         self.0.push(error.to_string());
            ///     }
            /// }
            ///
            /// let mut tokenizer = Tokenizer::new(Errors::default());
            /// tokenizer.feed_str("<p/ x>\n<!-- open");
            /// let errors = tokenizer.finish().0;
            /// assert_eq!(errors, ["1:4: unexpected-solidus-in-tag", "2:10: eof-in-comment"]);
            /// ```
            fn error as call_error(&mut self, error: &ParseError) where ERRORS {}

            /// Returns whether the sink wants nothing more.
            ///
            /// The tokenizer asks before each call. Once the answer is `true`, nothing more is delivered, not
            /// even the end of the file, and further input is ignored. So any method can stop the tokenizer by
            /// setting a field; [`Next::Stop`] is the same for tags. What the input contains up to the next tag
            /// may still be read.
            ///
            /// ```
            /// use tokenwright::{ParseError, Sink, Tokenizer};
            ///
            /// /// Stops at the first parse error.
            /// #[derive(Default)]
            /// struct First(Option<ParseError>);
            ///
            /// impl Sink for First {
            ///     fn error(&mut self, error: &ParseError) {
            ///         self.0 = Some(*error);
            ///     }
            ///
            ///     fn is_stopped(&self) -> bool {
            ///         self.0.is_some()
            ///     }
            /// }
            ///
            /// let mut tokenizer = Tokenizer::new(First::default());
            /// tokenizer.feed_str("<p>&lt<p/>");
            /// assert!(tokenizer.is_stopped());
            /// let error = tokenizer.finish().0.expect("an error");
            /// assert_eq!(error.to_string(), "1:7: missing-semicolon-after-character-reference");
            /// ```
            fn is_stopped as call_is_stopped(&self) -> bool { false }

            /// Receives a tag at which the tokenizer cannot know which elements are open, before the tag.
            ///
            /// [`Ambiguity`] says what follows from it.
            ///
            /// ```
            /// use tokenwright::{Ambiguity, AmbiguityKind, Sink, Tokenizer};
            ///
            /// #[derive(Default)]
            /// struct Kinds(Vec<AmbiguityKind>);
            ///
            /// impl Sink for Kinds {
            ///     fn ambiguity(&mut self, ambiguity: &Ambiguity) {
            ///         self.0.push(ambiguity.kind);
            ///     }
            /// }
            ///
            /// let mut tokenizer = Tokenizer::new(Kinds::default());
            /// tokenizer.feed_str("<body><table><td><svg><desc></td>");
            /// assert_eq!(tokenizer.finish().0, [AmbiguityKind::InsertionMode]);
            /// ```
            fn ambiguity as call_ambiguity(&mut self, ambiguity: &Ambiguity) {}

            /// Receives the text mode that the open elements switch to, before the start tag behind which it begins. For the
            /// [context](crate::Options::context) of a fragment it is called when the tokenizer is created.
            ///
            /// Other start tags are followed by [`TextMode::Data`], and so are end tags. If the sink answers the tag with
            /// [`Next::Switch`], that mode begins instead.
            ///
            /// ```
            /// use tokenwright::{Next, Sink, Tag, TextMode, Tokenizer};
            ///
            /// #[derive(Default)]
            /// struct Modes {
            ///     next: Option<TextMode>,
            ///     of_tags: Vec<(String, Option<TextMode>)>,
            /// }
            ///
            /// impl Sink for Modes {
            ///     fn text_mode(&mut self, mode: TextMode) {
            ///         self.next = Some(mode);
            ///     }
            ///
            ///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
            ///         self.of_tags.push((tag.name().to_owned(), self.next.take()));
            ///         Next::Continue
            ///     }
            /// }
            ///
            /// let mut tokenizer = Tokenizer::new(Modes::default());
            /// tokenizer.feed_str("<title></title><svg><title></svg>");
            /// let [html, svg, title] = &tokenizer.finish().of_tags[..] else { panic!("three tags") };
            /// assert_eq!((&*html.0, html.1), ("title", Some(TextMode::Rcdata)));
            /// assert_eq!((&*svg.0, svg.1), ("svg", None));
            /// assert_eq!((&*title.0, title.1), ("title", None));
            /// ```
            fn text_mode as call_text_mode(&mut self, mode: TextMode) {}

            /// Returns whether there is an adjusted current node and it is not in the HTML namespace.
            ///
            /// The tokenizer calls this at `<![CDATA[`, which opens a CDATA section in foreign content and a
            /// bogus comment elsewhere.
            ///
            /// ```
            /// use tokenwright::{Next, Sink, Span, Tag, Tokenizer};
            ///
            /// #[derive(Default)]
            /// struct Builder {
            ///     in_svg: bool,
            ///     text: String,
            /// }
            ///
            /// impl Sink for Builder {
            ///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
            ///         self.in_svg |= tag.name() == "svg";
            ///         Next::Continue
            ///     }
            ///
            ///     fn text(&mut self, text: &str, _: Span) {
            ///         self.text.push_str(text);
            ///     }
            ///
            ///     fn adjusted_current_node_is_foreign(&self) -> bool {
            ///         self.in_svg
            ///     }
            /// }
            ///
            /// let mut tokenizer = Tokenizer::new(Builder::default());
            /// tokenizer.feed_str("<![CDATA[a]]><svg><![CDATA[b]]>");
            /// assert_eq!(tokenizer.finish().text, "b");
            /// ```
            fn adjusted_current_node_is_foreign as call_adjusted_current_node_is_foreign(&self) -> bool { false }
        }
    }
}

/// The answer of a sink to a tag.
///
/// ```
/// use tokenwright::{Next, Sink, Tag, TextMode, Tokenizer};
///
/// /// Reads `<code>` as raw text, and stops at the first `</code>`.
/// #[derive(Default)]
/// struct Code;
///
/// impl Sink for Code {
///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
///         match tag.name() {
///             "code" => Next::Switch(TextMode::Rawtext),
///             _ => Next::Continue,
///         }
///     }
///
///     fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
///         match tag.name() {
///             "code" => Next::Pause,
///             _ => Next::Continue,
///         }
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Code);
/// tokenizer.feed_str("<p><code>a < b </p> c</code> d");
/// assert!(tokenizer.is_paused());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// Continue.
    #[default]
    Continue,
    /// Continue in this text mode.
    Switch(TextMode),
    /// Pause before the next character until [`Tokenizer::resume`](crate::Tokenizer::resume). The
    /// call that feeds the tokenizer returns; the unread input is kept.
    Pause,
    /// Stop for good. Nothing more is delivered, not even the end of the file, and further input is
    /// ignored; [`Tokenizer::is_stopped`](crate::Tokenizer::is_stopped) reports it. Other methods of a
    /// sink stop through [`Sink::is_stopped`].
    Stop,
}
