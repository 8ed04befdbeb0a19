//! Drives html5ever's tree builder with the [Tokenwright](tokenwright) tokenizer.
//!
//! Every [`TreeSink`](html5ever::tree_builder::TreeSink) works unchanged: that of `scraper`, of `markup5ever_rcdom`,
//! of `dom_query`, or your own. The functions have the signatures of html5ever's, so a program changes its import:
//!
//! ```
//! use html5ever::tendril::TendrilSink;
//! use markup5ever_rcdom::RcDom;
//! use tokenwright_html5ever::{ParseOpts, parse_document};
//!
//! let dom = parse_document(RcDom::default(), ParseOpts::default()).one("<p>a<p>b");
//! assert_eq!(dom.document.children.borrow().len(), 1);
//! ```
//!
//! [`Parser`] shows how to stream, and how to run scripts that write into the page.
//!
//! # What differs from html5ever alone
//!
//! The trees are the same. The rest:
//!
//! - Parse errors of the tokenizer are the standard's codes, such as `eof-in-comment`. Errors of tree construction are
//!   html5ever's.
//! - [`TreeSink::set_current_line`](html5ever::tree_builder::TreeSink::set_current_line) receives the line on which the
//!   token ends, before the token is processed. Text that a script inserts has the line of the place where it is inserted.
//! - [`Parser`] has methods in place of the fields of html5ever's parser: [`Parser::sink`] is `tokenizer.sink.sink`, and
//!   [`Parser::feed`] reads a chunk without an `input_buffer`. There is no tokenizer for a
//!   [`TokenSink`](html5ever::tokenizer::TokenSink).
//! - U+FEFF is discarded at the beginning of the input only.
//! - [`Options::processing_instructions`] can make nodes of processing instructions, as the standard has done since 2026.
//! - [`TokenizerOpts`](html5ever::tokenizer::TokenizerOpts): `exact_errors` and `profile` have no effect. An
//!   `initial_state` has one if it is the data, PLAINTEXT, RCDATA, RAWTEXT or script data state.
//!
//! # Input that is not trusted
//!
//! The time that html5ever's tree builder takes grows with the number of open elements, for each tag: it searches them one by
//! one ([html5ever#788](https://github.com/servo/html5ever/issues/788)). `<ul><li>` 16,000 times takes seconds. No option
//! of html5ever bounds that. [`Options::limits`] does: with [`Limits::nesting`](tokenwright::Limits::nesting), the parser
//! stops before about the tag that opens too many elements, and the tree has what came before.
//!
//! ```
//! use html5ever::tendril::TendrilSink;
//! use markup5ever_rcdom::RcDom;
//! use tokenwright::Limits;
//! use tokenwright_html5ever::Options;
//!
//! let limits = Limits { nesting: 500, token_bytes: 1 << 20, ..Limits::default() };
//! let options = Options::default().limits(limits);
//! let mut parser = options.parse_document(RcDom::default());
//! parser.process("<ul><li>".repeat(1000).into());
//! let exceeded = parser.limit_exceeded().expect("a limit");
//! assert!(exceeded.to_string().starts_with("more than 500 elements are open at the tag at byte "));
//! parser.finish();
//! ```
//!
//! # Bytes in any encoding
//!
//! With the feature `encoding`, `parse_bytes` and `parse_reader` find the encoding of a document as the standard says. The
//! example `parse` parses a file into `scraper::Html`, with a progress bar.
#![forbid(unsafe_code)]

mod bridge;
#[cfg(feature = "encoding")]
mod bytes;
pub mod driver;
mod lines;
mod names;
mod nesting;
mod options;
mod parser;
mod processing_instructions;
#[cfg(feature = "rcdom")]
pub mod rcdom;
pub mod rules;
mod tendrils;
mod tokenizer;

#[cfg(feature = "encoding")]
pub use bytes::{parse_bytes, parse_reader};
pub use driver::{parse_document, parse_fragment, parse_fragment_for_element};
pub use html5ever::driver::ParseOpts;
pub use options::{Options, ProcessingInstructions};
pub use parser::Parser;
