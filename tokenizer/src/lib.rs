//! An HTML tokenizer generated from the spec's own tables: the tokenization section of the HTML
//! Standard (13.2.5), row by row, in six revisions from 2008 to 2026.
//!
//! It streams: input comes as text or as bytes, in chunks split anywhere, and a split changes no
//! token, no error and no position. Tokens are borrowed where the input has them verbatim.
//!
//! # Ways in
//!
//! | you have | you want | use |
//! |---|---|---|
//! | a `&str` | a loop over tokens that may be kept | [`tokens()`] |
//! | the same, and errors | | [`Tokens::with_errors`] |
//! | chunks of text or bytes | calls with borrowed tokens | [`Tokenizer`] with a [`Sink`] |
#![cfg_attr(
    feature = "std",
    doc = "| a reader | the same | [`tokenize_reader`], with `std` |"
)]
#![cfg_attr(
    not(feature = "std"),
    doc = "| a reader | the same | `tokenize_reader`, with `std` |"
)]
//! | a tree builder | to steer the tokenizer | [`Tokenizer`], [`Next`] and [`TextMode`] |
//!
//! ## An iterator
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
//!             let class = tag.attribute("class").expect("it has one");
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
//! [`Tokenizer::feed`] takes text, [`Tokenizer::feed_bytes`] bytes that may be split within a
//! character. What is not UTF-8 becomes U+FFFD, as the Encoding Standard's decoder has it.
//! [`Tokenizer::finish`] gives the sink back.
//!
//! ```
//! use tokenwright::{Comment, Sink, Tokenizer};
//!
//! #[derive(Default)]
//! struct Comments(Vec<String>);
//!
//! impl Sink for Comments {
//!     fn comment(&mut self, comment: &Comment<'_>) {
//!         self.0.push(comment.data.to_owned());
//!     }
//! }
//!
//! let mut tokenizer = Tokenizer::new(Comments::default());
//! tokenizer.feed("<!-- one --><!-");
//! tokenizer.feed_bytes(b"- tw\xC3");
//! tokenizer.feed_bytes(b"\xB3 \xFF--");
//! tokenizer.feed_bytes(b">");
//! assert_eq!(tokenizer.finish().0, [" one ", " tw\u{f3} \u{fffd}"]);
//! ```
//!
//! ## A reader
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use tokenwright::{Sink, Span, tokenize_reader};
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
//! let letters = tokenize_reader(file, Letters::default()).expect("memory can be read");
//! assert_eq!(letters.0, 21);
//! # }
//! ```
//!
//! ## What a sink does not want
//!
//! Every method of [`Sink`] has a default that does nothing, and two constants take the work behind
//! the calls away when the program is compiled: without [`Sink::ERRORS`] nobody looks for errors or
//! counts lines, without [`Sink::SPANS`] no positions are worked out.
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
//! tokenizer.feed("<ul><li>1<li>2</ul>");
//! assert_eq!(tokenizer.finish().0, 3);
//! ```
//!
//! # Errors
//!
//! Parse errors stop nothing. Each has the spec's code as an [`ErrorCode`], the [`Span`] of the
//! character at which it shows, and the line and column that html5lib counts: both from 1, columns
//! in UTF-16 code units. Errors of the input stream (controls, noncharacters) come before those of
//! the character that they are about.
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
//! A [`Span`] is a range of bytes of the input as it was given, also where some of them were not
//! UTF-8. Tokens have one, and so have tag names, attribute names and attribute values: what stands
//! there is the source, before references are decoded, letters lowercased and line endings
//! normalized.
//!
//! # Without a tree builder
//!
//! The spec leaves it to tree construction to say that what follows `<title>` or `<script>` is text.
//! Without it, [`Options::switch_by_tag_name`], which is on by default, does so by the name of the
//! start tag alone: `title` and `textarea`, `style`, `xmp`, `iframe`, `noembed` and `noframes`,
//! `script`, `plaintext`, and with [`Options::scripting`] `noscript`.
//!
//! ```
//! use tokenwright::{Options, Token, revisions::Newest, tokens, tokens_of};
//!
//! assert_eq!(tokens("<title><b></title>").count(), 3);
//! let options = Options { switch_by_tag_name: false, ..Options::default() };
//! assert_eq!(tokens_of::<Newest>("<title><b></title>", options).count(), 3);
//! assert!(matches!(tokens("<title><b></title>").nth(1), Some(Token::Text(_))));
//! ```
//!
//! [`Options::strip_bom`] leaves a byte order mark at the beginning out; by default it is text.
//!
//! # For a tree builder
//!
//! A sink answers each tag: go on, switch to another state ([`Next::Switch`]), or pause
//! ([`Next::Pause`]), as before a script runs. While the tokenizer is paused, [`Tokenizer::insert`]
//! puts characters before what has not been read, as `document.write()` does, and
//! [`Tokenizer::resume`] goes on. [`Sink::adjusted_current_node_is_foreign`] decides about CDATA
//! sections. For fragments, [`Tokenizer::set_state`] or [`Tokenizer::set_text_mode`] sets the state
//! to begin in and [`Tokenizer::set_last_start_tag`] the name that an appropriate end tag has.
//!
//! ```
//! use tokenwright::{Next, Options, Sink, Span, Tag, TextMode, Tokenizer, revisions::Newest};
//!
//! #[derive(Default)]
//! struct Builder(String);
//!
//! impl Sink for Builder {
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
//! let options = Options { switch_by_tag_name: false, ..Options::default() };
//! let mut tokenizer = Tokenizer::<_, Newest>::with_options(Builder::default(), options);
//! // The fragment is the content of a script.
//! tokenizer.set_text_mode(TextMode::ScriptData);
//! tokenizer.set_last_start_tag("script");
//! tokenizer.feed("1 < 2</script>!");
//! assert!(tokenizer.is_paused());
//! tokenizer.insert("<textarea><b></textarea>");
//! tokenizer.resume();
//! assert_eq!(tokenizer.finish().0, "1 < 2<b>!");
//! ```
//!
//! # Revisions
//!
//! The newest revision is always there, as [`revisions::Newest`]. The others are cargo features,
//! each of them a type in [`revisions`] to put in the place of `R`:
//!
//! ```
//! # #[cfg(feature = "whatwg-2020-05-22")] {
//! use tokenwright::{Options, Token, revisions::Whatwg20200522, tokens, tokens_of};
//!
//! let html = "<?php ?>";
//! assert!(matches!(tokens(html).next(), Some(Token::ProcessingInstruction(_))));
//! let mut old = tokens_of::<Whatwg20200522>(html, Options::default());
//! assert!(matches!(old.next(), Some(Token::Comment(_))));
//! # }
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | readers: `tokenize_reader`, `Tokenizer::read_from` and `Tokenizer::read_once`. Without it the crate is `no_std` and needs `alloc` |
//! | `whatwg-2008-03-09` | the revision of that day: content model flag and escape flag, 366 entities |
//! | `whatwg-2009-02-07` | CDATA sections, the self-closing flag, 2,137 names |
//! | `w3c-2012` | states for RCDATA, RAWTEXT and script data |
//! | `whatwg-2014-05-23` | the same family, two years on |
//! | `whatwg-2020-05-22` | errors with names, states for character references |
//! | `whatwg-2026-07-19` | nothing: the newest revision is always there |
//! | `all-revisions` | all of them |
//! | `cli` | the command-line tool `tokenwright` |
//!
//! Errors of revisions before 2020 have no names; their code is [`ErrorCode::ParseError`].
//!
//! # Hostile input
//!
//! Every input is tokenized; none is an error of the program. Time is linear in the input, whatever
//! it holds and however it is split, and memory grows with the longest token alone (text is handed over
//! as it comes, so it is never long). There is no `unsafe` code.
#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
#[rustfmt::skip]
#[allow(clippy::all)]
mod generated;
mod input;
mod machine;
#[cfg(feature = "std")]
mod read;
mod revision;
mod sink;
mod span;
mod token;
mod tokenizer;
pub mod tokens;

pub use error::ParseError;
pub use generated::{ErrorCode, revisions};
pub use machine::ContentModel;
#[cfg(feature = "std")]
pub use read::tokenize_reader;
pub use revision::{Revision, RevisionVisitor};
pub use sink::{Next, Sink, TextMode};
pub use span::Span;
pub use token::{Attribute, Attributes, Comment, Doctype, ProcessingInstruction, Tag};
pub use tokenizer::{Options, Tokenizer};
pub use tokens::{Token, Tokens, TokensWithErrors, tokens, tokens_of};
