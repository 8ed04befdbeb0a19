//! Any bytes in, text out: the encoding sniffing algorithm of the HTML Standard (13.2.3), streaming and in bounded
//! memory, on [`encoding_rs`].
//!
//! | step of the standard | here |
//! |---|---|
//! | byte order mark | always first |
//! | the user's override, the transport layer, the container document, the default | [`Options`] |
//! | prescan of the first 1,024 bytes | always; [`prescan`] alone |
//! | autodetection | `Options::detect`, with the feature `chardetng` |
//! | a late `<meta>`, and changing the encoding while parsing | [`declared_encoding`] and [`Decoder::change`] |
//!
//! # A tokenizer behind a decoder
//!
//! ```
//! use encoding_rs::WINDOWS_1251;
//! use tokenwright::{Sink, Span, Tokenizer};
//! use tokenwright_encoding::{Decoder, Options, Source};
//!
//! #[derive(Default)]
//! struct Text(String);
//!
//! impl Sink for Text {
//!     fn text(&mut self, text: &str, _: Span) {
//!         self.0.push_str(text);
//!     }
//! }
//!
//! let mut tokenizer = Tokenizer::new(Text::default());
//! let mut decoder = Decoder::new(Options::default());
//! for chunk in [&b"<meta charset=windows-1"[..], b"251><p>\xDF"] {
//!     decoder.decode(chunk, |text| tokenizer.feed_str(text));
//! }
//! decoder.finish(|text| tokenizer.feed_str(text));
//! assert_eq!(tokenizer.finish().0, "\u{42F}");
//! let decision = decoder.decision().expect("it has decided");
//! assert_eq!((decision.encoding, decision.source), (WINDOWS_1251, Source::Prescan));
//! ```
//!
//! [`Reader`] does the same for [`std::io::Read`]. The decoder does no input of its own, so it fits async code as it is:
//!
//! ```
//! use tokenwright_encoding::{Decoder, Options};
//! use tokio::io::{AsyncRead, AsyncReadExt};
//!
//! async fn text(mut body: impl AsyncRead + Unpin) -> std::io::Result<String> {
//!     let mut decoder = Decoder::new(Options::default());
//!     let mut text = String::new();
//!     let mut buffer = [0; 4096];
//!     loop {
//!         match body.read(&mut buffer).await? {
//!             0 => break,
//!             len => decoder.decode(&buffer[..len], |part| text.push_str(part)),
//!         }
//!     }
//!     decoder.finish(|part| text.push_str(part));
//!     Ok(text)
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> std::io::Result<()> {
//! assert_eq!(text(&b"<?xml version='1.0' encoding='latin2'?>\xB1"[..]).await?, "<?xml version='1.0' encoding='latin2'?>ą");
//! # Ok(())
//! # }
//! ```
//!
//! # Positions
//!
//! Spans and columns of a tokenizer behind a decoder are positions in the decoded text, in UTF-8.
//! [`Options::offsets`] records which source bytes they come from; see [`Offsets`].
//!
//! # Memory
//!
//! The decoder keeps at most the first 1,024 bytes (with `Options::detect`, as many as you say) and a buffer of 8 KiB,
//! and with [`Options::offsets`] one entry for each change of the kind of character.
//!
//! # Why the prescan is not a table
//!
//! Tokenwright keeps tokenizers as tables. The prescan (13.2.3.2) is written by hand, as the table language has no form for:
//! an input of bytes that ends after 1,024; "jump back to the step labeled next byte", which continues in a state after an
//! attribute was read as a subroutine; an attribute list that only serves to ignore duplicates; variables with three
//! values (`need pragma`, `charset`); the lookup of a label in the Encoding Standard's table; and a nested search through an
//! attribute's value ("extracting a character encoding from a `meta` element").
#![forbid(unsafe_code)]

mod content_type;
mod decision;
mod decoder;
mod meta;
mod offsets;
mod options;
mod prescan;
mod reader;
mod xml;

pub use decision::{Change, Confidence, Decision, Source};
pub use decoder::Decoder;
pub use encoding_rs::{Encoding, UTF_8};
pub use meta::declared_encoding;
pub use offsets::Offsets;
pub use options::Options;
pub use prescan::{PRESCAN_LEN, prescan};
pub use reader::Reader;
