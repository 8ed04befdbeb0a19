//! A streaming HTML tokenizer, generated from tables that mirror the tokenization section of the
//! HTML Standard (13.2.5) row by row. It is available in six revisions from 2008 to 2026.
//!
//! Input is text or bytes, in chunks split anywhere. A split changes no token, no error and no
//! position. Tokens borrow from the input where it contains them verbatim.
//!
//! # Entry points
//!
//! | input | output | use |
//! |---|---|---|
//! | a `&str` | an iterator over tokens that live as long as the input | [`tokens()`] |
//! | a `&str` | an iterator over tokens and parse errors | [`Tokens::with_errors`] |
//! | chunks of text or bytes | calls with borrowed tokens and parse errors | [`Tokenizer`] with a [`Sink`] |
//! | a reader, with the feature `std` | the same | `Tokenizer::feed_reader` |
//!
//! Without tokens: [`references`] decodes character references and has the table of their names, [`escape`] escapes
//! text, attribute values, comments and scripts.
//!
//! The crate `tokenwright-rewrite` edits a document while it streams, and passes on byte for byte what is not edited.
//!
//! ## Iterator
//!
//! ```
//! use tokenwright::{Token, tokens};
//!
//! let html = "<p class=intro>Caf&eacute; &amp; <b>bar</b></p>";
//! let mut text = String::new();
//! for token in tokens(html) {
//!     match token {
//!         Token::Text(part) => text.push_str(&part.text),
//!         Token::StartTag(tag) if tag.name() == "p" => {
//!             let class = tag.attribute("class").expect("a class");
//!             assert_eq!(class.value(), "intro");
//!             assert_eq!(&html[class.value_span().range()], "intro");
//!         }
//!         _ => {}
//!     }
//! }
//! assert_eq!(text, "Caf\u{e9} & bar");
//! ```
//!
//! ## Chunks
//!
//! [`Tokenizer::feed_str`] reads text. [`Tokenizer::feed_bytes`] reads bytes, which may be split inside
//! a character; bytes that are not UTF-8 become U+FFFD as in the Encoding Standard's decoder.
//! [`Tokenizer::finish`] returns the sink.
//!
//! ```
//! use tokenwright::{Comment, Sink, Tokenizer};
//!
//! #[derive(Default)]
//! struct Comments(Vec<String>);
//!
//! impl Sink for Comments {
//!     fn comment(&mut self, comment: &Comment<'_>) {
//!         self.0.push(comment.data.to_string());
//!     }
//! }
//!
//! let mut tokenizer = Tokenizer::new(Comments::default());
//! tokenizer.feed_str("<!-- one --><!-");
//! tokenizer.feed_bytes(b"- tw\xC3");
//! tokenizer.feed_bytes(b"\xB3 \xFF--");
//! tokenizer.feed_bytes(b">");
//! assert_eq!(tokenizer.finish().0, [" one ", " tw\u{f3} \u{fffd}"]);
//! ```
//!
//! ## Reader
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use tokenwright::{Sink, Span, Tokenizer};
//!
//! #[derive(Default)]
//! struct Letters(usize);
//!
//! impl Sink for Letters {
//!     fn text(&mut self, text: &str, _: Span) {
//!         self.0 += text.chars().filter(|c| c.is_alphabetic()).count();
//!     }
//! }
//!
//! let file = std::io::Cursor::new("<h1>Of whales</h1><p>Call me Ishmael.");
//! let mut tokenizer = Tokenizer::new(Letters::default());
//! tokenizer.feed_reader(file)?;
//! assert_eq!(tokenizer.finish().0, 21);
//! # }
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Unused output
//!
//! Every method of [`Sink`] has a default that does nothing. Two constants remove unused work at
//! compile time: without [`Sink::ERRORS`] the tokenizer neither looks for errors nor counts lines,
//! and without [`Sink::SPANS`] it computes no spans.
//!
//! ```
//! use tokenwright::{Next, Sink, Tag, Tokenizer};
//!
//! #[derive(Default)]
//! struct Tags(usize);
//!
//! impl Sink for Tags {
//!     const ERRORS: bool = false;
//!     const SPANS: bool = false;
//!
//!     fn start_tag(&mut self, _: &Tag<'_>) -> Next {
//!         self.0 += 1;
//!         Next::Continue
//!     }
//! }
//!
//! let mut tokenizer = Tokenizer::new(Tags::default());
//! tokenizer.feed_str("<ul><li>1<li>2</ul>");
//! assert_eq!(tokenizer.finish().0, 3);
//! ```
//!
//! # Programs
//!
//! The folder [`examples`](https://github.com/tokenwright/tokenwright/tree/main/examples) has a short program for each of
//! these tasks:
//!
//! | task | program | uses |
//! |---|---|---|
//! | print the links of a document with their places | `links.rs` | [`tokens()`], [`Attribute::value_span`], [`LineIndex`] |
//! | print the character references of a document, and the mistakes in them | `references.rs` | [`references`], [`Attribute::source`] |
//! | report the parse errors of a stream | `errors.rs` | `Tokenizer::feed_reader`, [`ParseError`] |
//! | show a source in colours | `highlight.rs` | [`Span`], [`escape`] |
//! | change links and remove event handlers | `rewrite_href.rs` | `tokenwright-rewrite` |
//! | keep the harmless tags of a document that is not trusted | `sanitizer.rs` | [`Limits`], `tokenwright-rewrite` |
//! | scan ahead while a script runs | `preload.rs` | [`Next::Pause`], a clone of a [`Tokenizer`] |
//! | read from an asynchronous source | `tokio_stream.rs` | [`Tokenizer::feed_bytes`] |
//! | read as an older revision does | `revision.rs` | [`RevisionVisitor`] |
//!
//! # Errors
//!
//! A parse error never stops the tokenizer. It has the spec's code as an [`ErrorCode`], the [`Span`]
//! of the character at which it is detected, and the line and column as in html5lib's tests: counted
//! from 1, columns in UTF-16 code units. Errors of the input stream, such as control characters,
//! arrive before the errors that the states report for the same character.
//!
//! ```
//! use tokenwright::{ErrorCode, tokens};
//!
//! let html = "<p>\n<a href=1 href=2>&nope;";
//! let errors: Vec<_> = tokens(html).with_errors().filter_map(Result::err).collect();
//! assert_eq!(errors[0].code, ErrorCode::DuplicateAttribute);
//! assert_eq!((errors[0].line, errors[0].column), (2, 15));
//! assert_eq!(errors[1].to_string(), "2:23: unknown-named-character-reference");
//! assert_eq!(&html[errors[1].span.range()], ";");
//! ```
//!
//! # Spans
//!
//! A [`Span`] is a range of bytes of the input, even where they are not UTF-8. Tokens, tag names,
//! attribute names and attribute values have one. It covers the source: before character references
//! are decoded, letters are lowercased and line endings are normalized.
//!
//! [`LineIndex`] has the line and the column of any offset.
//!
//! # Without a tree builder
//!
//! In the spec, tree construction switches the tokenizer to a text state after start tags such as
//! `<title>` and `<script>`. By default, the tokenizer does so itself for `title`,
//! `textarea`, `style`, `xmp`, `iframe`, `noembed`, `noframes`, `script` and `plaintext`, and with
//! [`Options::scripting`] also for `noscript`. With [`Follow::Nothing`] it does not.
//!
//! ```
//! use tokenwright::{Follow, Options, Token, Tokens, revisions::Newest, tokens};
//!
//! assert_eq!(tokens("<title><b></title>").count(), 3);
//! let options = Options { follow: Follow::Nothing, ..Options::default() };
//! assert_eq!(Tokens::<Newest>::with_options("<title><b></title>", options).count(), 3);
//! assert!(matches!(tokens("<title><b></title>").nth(1), Some(Token::Text(_))));
//! ```
//!
//! Whether it switches depends on the open elements: in `svg` and `math`, `<style>` does not, and
//! `<![CDATA[` begins a CDATA section. The tokenizer follows the open elements without a tree. It runs
//! the rules of tree construction for what begins with `svg`, `math` or `template`, and for everything
//! before the body. The other elements of the body are not followed, so that a tag such as `</div>`
//! in `svg` may be an [`Ambiguity`]: a sink receives it, and the iterator has
//! [`first_ambiguity`](Tokens::first_ambiguity). Without one, the tokens are those that a tree builder gets.
//! [`Follow::Everything`] follows all elements, and [`Follow::TagNames`] switches by the name alone.
//! At most 512 elements are followed, and the element after them is an ambiguity too.
//!
//! ```
//! use tokenwright::{Follow, Options, Token, Tokens, revisions::Newest, tokens};
//!
//! let html = "<svg><title>a<b></b></title><![CDATA[<c>]]></svg>";
//! let text: String = tokens(html)
//!     .filter_map(|token| match token {
//!         Token::Text(text) => Some(text.text),
//!         _ => None,
//!     })
//!     .collect();
//! assert_eq!(text, "a<c>");
//!
//! let mut document = tokens("<body><svg></p><svg></div>");
//! document.by_ref().for_each(drop);
//! let ambiguity = document.first_ambiguity().expect("whether a `div` is open");
//! assert_eq!(ambiguity.to_string(), "20..26: what the tag does depends on whether an element is open");
//!
//! let options = Options { follow: Follow::Everything, ..Options::default() };
//! let mut document = Tokens::<Newest>::with_options("<body><svg></p><svg></div>", options);
//! document.by_ref().for_each(drop);
//! assert_eq!(document.first_ambiguity(), None);
//! ```
//!
//! An answer of the sink comes first: after [`Next::Switch`], the text ends where the sink ends it.
//! [`Options::context`] begins a fragment, the content of a context element. Text that
//! [`Tokenizer::insert`] inserts, splits and clones change nothing: what is open belongs to the
//! tokenizer.
//!
//! [`Options::strip_bom`] skips a byte order mark at the beginning; by default it is text.
//!
//! # With a tree builder
//!
//! A tree builder switches the states itself: with [`Sink::SWITCHES`], the code that follows elements is
//! removed at compile time. A sink answers each tag: it continues, switches the state ([`Next::Switch`]), or pauses
//! ([`Next::Pause`]), for example to run a script. During a pause, [`Tokenizer::insert`] inserts
//! characters before the unread input, as `document.write()` does, and [`Tokenizer::resume`] ends
//! the pause. [`Sink::adjusted_current_node_is_foreign`] decides whether CDATA sections are allowed.
//! For a fragment, [`Tokenizer::set_text_mode`] or [`Tokenizer::set_state`] sets the initial state,
//! and [`Tokenizer::set_last_start_tag`] sets the name of an appropriate end tag.
//!
//! ```
//! use tokenwright::{Next, Sink, Span, Tag, TextMode, Tokenizer};
//!
//! #[derive(Default)]
//! struct Builder(String);
//!
//! impl Sink for Builder {
//!     const SWITCHES: bool = true;
//!
//!     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
//!         match tag.name() {
//!             "textarea" => Next::Switch(TextMode::Rcdata),
//!             _ => Next::Continue,
//!         }
//!     }
//!
//!     fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
//!         if tag.name() == "script" { Next::Pause } else { Next::Continue }
//!     }
//!
//!     fn text(&mut self, text: &str, _: Span) {
//!         self.0.push_str(text);
//!     }
//! }
//!
//! let mut tokenizer = Tokenizer::new(Builder::default());
//! // The fragment is the content of a script.
//! tokenizer.set_text_mode(TextMode::ScriptData);
//! tokenizer.set_last_start_tag("script");
//! tokenizer.feed_str("1 < 2</script>!");
//! assert!(tokenizer.is_paused());
//! tokenizer.insert("<textarea><b></textarea>");
//! tokenizer.resume();
//! assert_eq!(tokenizer.finish().0, "1 < 2<b>!");
//! ```
//!
//! # Revisions
//!
//! The newest revision is always compiled, as [`revisions::Newest`]. Each older revision is a cargo
//! feature and a type in [`revisions`], for the type parameter `R`:
//!
//! ```
//! # #[cfg(feature = "whatwg-2008-03-09")] {
//! use tokenwright::{Options, Token, Tokens, revisions::Whatwg20080309, tokens};
//!
//! // Since 2012, `--!>` ends a comment.
//! let html = "<!-- a --!><p>";
//! assert!(matches!(tokens(html).nth(1), Some(Token::StartTag(_))));
//! let mut old = Tokens::<Whatwg20080309>::with_options(html, Options::default());
//! assert_eq!(old.nth(1), None);
//! # }
//! ```
//!
//! A [`RevisionVisitor`] runs the same code with each compiled revision, or with the one of a name that is known at run
//! time.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `std` (default) | `Tokenizer::feed_reader`, and a tokenizer is a `Write`. Without it the crate is `no_std` and needs `alloc` |
//! | `serde` | `Serialize` and `Deserialize` for tokens, errors, spans, limits and options |
//! | `simdutf8` | a crate that validates UTF-8 with the newest instructions of the processor: [`Tokenizer::feed_bytes`] is faster, most of all beyond ASCII |
//! | `whatwg-2008-03-09` | a revision with the content model flag, the escape flag and 366 named character references |
//! | `whatwg-2009-02-07` | a revision with CDATA sections, the self-closing flag and 2,137 named character references |
//! | `w3c-2012` | a revision with states for RCDATA, RAWTEXT and script data |
//! | `whatwg-2014-05-23` | the WHATWG's revision of the same states two years later |
//! | `whatwg-2020-05-22` | a revision with error codes and states for character references |
//! | `whatwg-2026-07-19` | nothing, as the newest revision is always compiled |
//! | `all-revisions` | all revisions |
//!
//! The revisions before 2020 have no error codes; their errors are [`ErrorCode::ParseError`].
//!
//! # Hostile input
//!
//! The tokenizer accepts every input; there is no input that it rejects or panics on. Time is linear
//! in the input, however it is split, with one exception: `n` attributes of one tag whose names are
//! chosen to collide cost at most `n` (log `n`)² comparisons. Memory is bounded by the longest token
//! other than text, which is passed on as it arrives, and by the input that arrives during a pause.
//! [`Limits`] bound both.
//! The crate contains no `unsafe` code.
#![forbid(unsafe_code)]
#![no_std]
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss
    )
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// In layers: `ARCHITECTURE.md` lists them, and a test of the repository finds every arrow up.
mod machine;
mod names;
mod open_elements;
mod options;
mod places;
mod registers;
mod sink;
mod text;
mod token;
// For `tokenwright-tree`, which exports what its users need.
#[doc(hidden)]
pub mod tree_construction;
#[rustfmt::skip]
#[allow(clippy::all)]
mod generated;
pub mod escape;
pub mod references;
mod tokenizer;
mod tokens;

pub use generated::{ErrorCode, revisions};
pub use machine::{Revision, RevisionVisitor};
pub use names::{Namespace, TextMode, UnknownErrorCode};
pub use open_elements::{Ambiguity, AmbiguityKind};
pub use options::{Context, Follow, Limit, LimitExceeded, Limits, Options};
pub use places::{ColumnUnit, LineIndex, Span};
pub use sink::{DynSink, Next, Sink};
#[cfg(feature = "count-steps")]
#[doc(hidden)]
pub use text::steps::{count_copied as count_copied_bytes, take as take_steps};
pub use token::{
    Attribute, AttributeSource, Comment, Doctype, ParseError, ProcessingInstruction, Quote, Tag,
    Text, Token,
};
pub use tokenizer::Tokenizer;
pub use tokens::{Tokens, tokens};
