//! Rewrite a document while it streams: change some tokens, and pass everything else on byte for byte.
//!
//! A [`Rewriter`] reads bytes in chunks, split anywhere, and appends the rewritten document to a buffer of the caller. A
//! [`Rewrite`] receives the tokens, as a [`Sink`](tokenwright::Sink) does, and edits them.
//!
//! ```
//! use tokenwright::Tag;
//! use tokenwright_rewrite::{EditError, Rewrite, Rewriter, TagEdit};
//!
//! struct Https;
//!
//! impl Rewrite for Https {
//!     fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
//!         edit.remove_attribute("onclick");
//!         if let Some(path) = tag.attribute("href").and_then(|href| href.value().strip_prefix("http:")) {
//!             edit.set_attribute("href", &format!("https:{path}"))?;
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let mut rewriter = Rewriter::new(Https);
//! let mut output = Vec::new();
//! for chunk in ["<A  HREF = 'http:/", "/a&amp;b' onclick=x()>caf\u{e9}<", "/A >"] {
//!     rewriter.feed(chunk.as_bytes(), &mut output)?;
//! }
//! rewriter.finish(&mut output)?;
//! assert_eq!(String::from_utf8_lossy(&output), "<A  HREF = 'https://a&amp;b'>caf\u{e9}</A >");
//! # Ok::<_, tokenwright_rewrite::RewriteError>(())
//! ```
//!
//! `rewrite_href.rs` in the folder
//! [`examples`](https://github.com/tokenwright/tokenwright/tree/main/examples) is a program that streams.
//!
//! # What an edit does
//!
//! The output, read again, has the tokens of the input with exactly the edits. Text and values are escaped where they are
//! written, so they never become markup. Where an edit would let the text around it become markup, as the removal of the
//! comment in `<<!---->b>`, the first character after it is written as a character reference. An edit that changes how
//! everything after it is read is an [`EditError`]: the text of a `script`, for example, cannot be edited piece by piece,
//! but [`TagEdit::set_text`] and [`TagEdit::remove_element`] can replace and remove it as a whole.
//!
//! Not checked are [`Content::Html`], which is written as it is, and the parts of a character, which an edit may join if they
//! are not UTF-8. Nor is what depends on the open elements, which an edit may change:
//!
//! | edit | what it may change after it |
//! |---|---|
//! | a tag such as `svg`, `math`, `p`, `table` or `template` that is removed, renamed or inserted | whether tags are in foreign content: there `<title>` and `<style>` begin no text, and `<![CDATA[` begins a section |
//! | an attribute of an `annotation-xml` or `font` element | the same: `encoding` makes the first an integration point, and `color`, `face` or `size` makes the other end foreign content |
//! | text other than white space before a `frameset`, or a tag such as `img` or `input` there | whether the `frameset` replaces the body; only without it, what follows is read as in a body: `svg` opens foreign content, and `<textarea>` and `<title>` begin text |
//! | the `type` of an `input` before a `frameset` | the same: `hidden` does not rule a frameset out |
//! | a DOCTYPE | whether the document is in quirks mode, where `table` does not close an open `p` |
//! | text or a tag in `head`, or between `</head>` and `<body>` | where the body begins, and with that whether a `frameset` may follow |
//! | text or a tag directly in a `table` or `select` | what is open: some tags are moved before the table, others are ignored |
//!
//! In most of these the tokens differ only if one of the elements whose content is text, or `<![CDATA[`, follows.
//! [`Rewrite::ambiguity`] is called where the tokenizer does not know what is open in the input. A rewriter that removes
//! all of `svg`, `math` and `frameset` reads with [`Follow::TagNames`](tokenwright::Follow), as its output is read: with `svg` alone
//! removed, the script in `<svg><![CDATA[><script>` would no longer be text.
//!
//! Nor is checked what a tree builder makes of the same tokens: it drops a line feed at the beginning of `pre`, `listing` and
//! `textarea`, also one that an edit has written.
//!
//! # Encodings
//!
//! The document can be in any encoding in which the bytes of `<`, `>`, `&`, `=`, `/`, `!`, `-`, quotation marks and white
//! space always mean these characters: UTF-8, windows-1252 and the other single-byte encodings, and also Shift_JIS, GBK
//! and Big5, whose characters may contain the bytes of letters and of `]`, but begin with a byte beyond ASCII. UTF-16 and
//! ISO-2022-JP are no such encodings. Bytes that are not UTF-8 are U+FFFD in the tokens, and come out again as they were;
//! [`TagEdit::bytes`] has them. With [`Rewriter::ascii`], everything that an edit writes is ASCII, and so in the encoding
//! of the document. In a CDATA section in Shift_JIS, GBK or Big5, a character that ends with the byte of `]` before `]>`
//! ends the section too early.
//!
//! # Memory
//!
//! The rewriter keeps one chunk and the longest token other than text, which arrives in pieces.
//! [`Options::limits`](tokenwright::Options) bounds it.
#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod attributes;
mod edit;
mod error;
mod names;
mod output;
mod seam;

pub use edit::{Content, Edit, TagEdit};
pub use error::{EditError, RewriteError};

use alloc::vec::Vec;
use output::Output;
use tokenwright::{
    Ambiguity, Comment, Doctype, Options, ProcessingInstruction, Span, Tag, Tokenizer,
};

/// The receiver of tokens, which edits them.
///
/// Every method has a default that keeps the token as it is. An error ends the rewriting: the token and everything after
/// it are not written. A handler that refuses a document for a reason of its own keeps the reason, and returns
/// [`EditError::Refused`]. As `&mut H` is a handler, too, the reason is there when the rewriter is gone.
///
/// ```
/// use tokenwright::Comment;
/// use tokenwright_rewrite::{Edit, EditError, Rewrite, Rewriter};
///
/// struct WithoutComments;
///
/// impl Rewrite for WithoutComments {
///     fn comment(&mut self, _: &Comment<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
///         edit.remove()
///     }
/// }
///
/// let mut output = Vec::new();
/// let mut rewriter = Rewriter::new(WithoutComments);
/// rewriter.feed(b"<p>a<!-- b -->c", &mut output)?;
/// rewriter.finish(&mut output)?;
/// assert_eq!(output, b"<p>ac");
/// # Ok::<_, tokenwright_rewrite::RewriteError>(())
/// ```
pub trait Rewrite {
    /// Receives a start tag.
    #[expect(unused_variables, reason = "a default without effect")]
    fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        Ok(())
    }

    /// Receives an end tag.
    #[expect(unused_variables, reason = "a default without effect")]
    fn end_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        Ok(())
    }

    /// Receives a piece of text, with character references decoded. Where text is divided into pieces depends on the
    /// chunks and on the references.
    #[expect(unused_variables, reason = "a default without effect")]
    fn text(&mut self, text: &str, edit: &mut Edit<'_>) -> Result<(), EditError> {
        Ok(())
    }

    /// Receives a comment.
    #[expect(unused_variables, reason = "a default without effect")]
    fn comment(&mut self, comment: &Comment<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
        Ok(())
    }

    /// Receives a DOCTYPE.
    #[expect(unused_variables, reason = "a default without effect")]
    fn doctype(&mut self, doctype: &Doctype<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
        Ok(())
    }

    /// Receives a processing instruction.
    #[expect(unused_variables, reason = "a default without effect")]
    fn processing_instruction(
        &mut self,
        instruction: &ProcessingInstruction<'_>,
        edit: &mut Edit<'_>,
    ) -> Result<(), EditError> {
        Ok(())
    }

    /// Receives a tag at which the tokenizer cannot know which elements are open, before the tag. From here on, a tree
    /// builder may read other tokens than the handler receives: [`Ambiguity`] says where.
    ///
    /// ```
    /// use tokenwright::{Ambiguity, Tag};
    /// use tokenwright_rewrite::{EditError, Rewrite, Rewriter, TagEdit};
    ///
    /// /// Removes scripts, and notes whether a browser may find others.
    /// #[derive(Default)]
    /// struct WithoutScripts {
    ///     doubts: Vec<Ambiguity>,
    /// }
    ///
    /// impl Rewrite for WithoutScripts {
    ///     fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
    ///         if tag.name() == "script" { edit.remove_element() } else { Ok(()) }
    ///     }
    ///
    ///     fn ambiguity(&mut self, ambiguity: &Ambiguity) {
    ///         self.doubts.push(*ambiguity);
    ///     }
    /// }
    ///
    /// let mut rewriter = Rewriter::new(WithoutScripts::default());
    /// let mut output = Vec::new();
    /// rewriter.feed(b"<body><div><script>a()</script><svg></div><title>", &mut output)?;
    /// let handler = rewriter.finish(&mut output)?;
    /// assert_eq!(output, b"<body><div><svg></div><title>");
    /// assert_eq!(handler.doubts[0].span.range(), 36..42);
    /// # Ok::<_, tokenwright_rewrite::RewriteError>(())
    /// ```
    #[expect(unused_variables, reason = "a default without effect")]
    fn ambiguity(&mut self, ambiguity: &Ambiguity) {}
}

impl<H: Rewrite + ?Sized> Rewrite for &mut H {
    fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        (**self).start_tag(tag, edit)
    }

    fn end_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        (**self).end_tag(tag, edit)
    }

    fn text(&mut self, text: &str, edit: &mut Edit<'_>) -> Result<(), EditError> {
        (**self).text(text, edit)
    }

    fn comment(&mut self, comment: &Comment<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
        (**self).comment(comment, edit)
    }

    fn doctype(&mut self, doctype: &Doctype<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
        (**self).doctype(doctype, edit)
    }

    fn processing_instruction(
        &mut self,
        instruction: &ProcessingInstruction<'_>,
        edit: &mut Edit<'_>,
    ) -> Result<(), EditError> {
        (**self).processing_instruction(instruction, edit)
    }

    fn ambiguity(&mut self, ambiguity: &Ambiguity) {
        (**self).ambiguity(ambiguity);
    }
}

/// Reads a document in chunks and writes it with the edits of a [`Rewrite`]; see the [module](self).
#[derive(Debug)]
pub struct Rewriter<H: Rewrite> {
    tokenizer: Tokenizer<Output<H>>,
}

impl<H: Rewrite> Rewriter<H> {
    /// Creates a rewriter with the default [`Options`].
    pub fn new(handler: H) -> Self {
        Self::with_options(handler, Options::default())
    }

    /// Creates a rewriter that reads with options.
    ///
    /// ```
    /// use tokenwright::Options;
    /// use tokenwright_rewrite::{Rewrite, Rewriter};
    ///
    /// struct Nothing;
    /// impl Rewrite for Nothing {}
    ///
    /// let rewriter = Rewriter::with_options(Nothing, Options { scripting: true, ..Options::default() });
    /// ```
    pub fn with_options(handler: H, options: Options) -> Self {
        let output = Output::new(handler, &options);
        let mut tokenizer = Tokenizer::with_options(output, options);
        tokenizer.sink_mut().begin_fragment();
        Rewriter { tokenizer }
    }

    /// Whether edits write nothing but ASCII. Off by default; turn it on for documents that are not in UTF-8.
    ///
    /// In text and in values, all other characters are written as character references. In names, comments and raw text
    /// they are an [`EditError::NotAscii`].
    ///
    /// ```
    /// use tokenwright_rewrite::{Content, Edit, EditError, Rewrite, Rewriter};
    ///
    /// struct Price;
    ///
    /// impl Rewrite for Price {
    ///     fn text(&mut self, _: &str, edit: &mut Edit<'_>) -> Result<(), EditError> {
    ///         edit.before(Content::Text("1 \u{20ac}"))
    ///     }
    /// }
    ///
    /// let mut output = Vec::new();
    /// let mut rewriter = Rewriter::new(Price).ascii(true);
    /// // An e with an acute accent in windows-1252.
    /// rewriter.feed(b" caf\xE9", &mut output)?;
    /// assert_eq!(output, b"1 &#8364; caf");
    /// rewriter.finish(&mut output)?;
    /// assert!(output.ends_with(b"\xE9"));
    /// # Ok::<_, tokenwright_rewrite::RewriteError>(())
    /// ```
    #[must_use]
    pub fn ascii(mut self, ascii: bool) -> Self {
        self.tokenizer.sink_mut().set_ascii(ascii);
        self
    }

    /// Borrows the handler.
    pub fn handler(&self) -> &H {
        self.tokenizer.sink().handler()
    }

    /// Reads a chunk, and appends to `output` everything that is decided.
    ///
    /// # Errors
    ///
    /// The error of the handler at a token, or a token that exceeds one of the [`Limits`](tokenwright::Limits). `output` has everything before the token; later calls append nothing and
    /// return the same error.
    ///
    /// # Panics
    ///
    /// A panic of the handler passes through. `output` has everything before the token, or a part of it. Later calls append
    /// the rest of that and return [`EditError::Panicked`].
    pub fn feed(&mut self, chunk: &[u8], output: &mut Vec<u8>) -> Result<(), RewriteError> {
        let mut lent = Lent::new(&mut self.tokenizer, output);
        lent.sink().begin(chunk);
        lent.tokenizer.feed_bytes(chunk);
        lent.refuse_limit();
        let decided = lent.tokenizer.decided_to();
        lent.sink().end(decided)
    }

    /// Ends the input, appends the rest to `output`, and returns the handler.
    ///
    /// # Errors
    ///
    /// The error of the handler, as for [`feed`](Self::feed).
    pub fn finish(mut self, output: &mut Vec<u8>) -> Result<H, RewriteError> {
        let mut lent = Lent::new(&mut self.tokenizer, output);
        lent.sink().begin_end();
        lent.tokenizer.end();
        lent.refuse_limit();
        lent.sink().end(usize::MAX)?;
        drop(lent);
        Ok(self.tokenizer.finish().into_handler())
    }
}

/// The caller's buffer while the sink writes to it. It is given back also where the handler panics.
struct Lent<'l, H: Rewrite> {
    tokenizer: &'l mut Tokenizer<Output<H>>,
    buffer: &'l mut Vec<u8>,
}

impl<'l, H: Rewrite> Lent<'l, H> {
    fn new(tokenizer: &'l mut Tokenizer<Output<H>>, buffer: &'l mut Vec<u8>) -> Self {
        tokenizer.sink_mut().swap_buffer(buffer);
        Lent { tokenizer, buffer }
    }

    fn sink(&mut self) -> &mut Output<H> {
        self.tokenizer.sink_mut()
    }

    /// Makes a limit that a token exceeded an error, as the output would end there without a word.
    fn refuse_limit(&mut self) {
        if let Some(exceeded) = self.tokenizer.limit_exceeded() {
            self.sink().fail(EditError::Limit(exceeded), exceeded.span);
        }
    }
}

impl<H: Rewrite> Drop for Lent<'_, H> {
    fn drop(&mut self) {
        self.tokenizer.sink_mut().swap_buffer(self.buffer);
    }
}

/// Rewrites a whole document.
///
/// ```
/// use tokenwright::Tag;
/// use tokenwright_rewrite::{EditError, Rewrite, TagEdit, rewrite};
///
/// struct Lazy;
///
/// impl Rewrite for Lazy {
///     fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
///         match tag.name() {
///             "img" => edit.set_attribute("loading", "lazy"),
///             _ => Ok(()),
///         }
///     }
/// }
///
/// assert_eq!(rewrite(b"<p><img src=a>", Lazy)?, b"<p><img loading=\"lazy\" src=a>");
/// # Ok::<_, tokenwright_rewrite::RewriteError>(())
/// ```
///
/// # Errors
///
/// The error of the handler, as for [`Rewriter::feed`].
pub fn rewrite(document: &[u8], handler: impl Rewrite) -> Result<Vec<u8>, RewriteError> {
    let mut output = Vec::with_capacity(document.len());
    let mut rewriter = Rewriter::new(handler);
    rewriter.feed(document, &mut output)?;
    rewriter.finish(&mut output)?;
    Ok(output)
}

/// The range of bytes of a span within bytes that begin at `start`.
fn within(bytes: &[u8], start: usize, span: Span) -> &[u8] {
    let from = span.start.saturating_sub(start);
    let to = span.end.saturating_sub(start).min(bytes.len());
    bytes.get(from..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::{Content, Edit, EditError, Rewrite, Rewriter};
    use alloc::vec::Vec;
    use tokenwright::{Context, Namespace, Options};

    struct Nothing;

    impl Rewrite for Nothing {}

    #[test]
    fn memory_is_bounded_by_the_longest_token() {
        let parts: [&[u8]; 9] = [
            b"</>",
            b"text ",
            b"<",
            b"&amp;",
            b"&",
            b"\r",
            b"\xFF",
            b"<b a=c>",
            b"<!-- d --></ e>",
        ];
        for part in parts {
            let chunk = part.repeat(100);
            let mut rewriter = Rewriter::new(Nothing);
            let mut output = Vec::new();
            for _ in 0..50 {
                rewriter
                    .feed(&chunk, &mut output)
                    .expect("nothing is edited");
                let kept = rewriter.tokenizer.sink().kept();
                assert!(kept <= part.len() + 1, "{kept} bytes of {part:?}");
            }
            rewriter.finish(&mut output).expect("nothing is edited");
            assert_eq!(output, chunk.repeat(50));
        }
    }

    /// Writes `&` before all text where that is possible.
    struct Ampersands;

    impl Rewrite for Ampersands {
        fn text(&mut self, _: &str, edit: &mut Edit<'_>) -> Result<(), EditError> {
            match edit.before(Content::Text("&")) {
                Err(EditError::TextState) => edit.before(Content::Html(b"!")),
                result => result,
            }
        }
    }

    #[test]
    fn text_in_cdata_sections_is_not_escaped() {
        let document = b"a</><![CDATA[b]x]]>c<g><![CDATA[]]]]>d";
        for split in 0..=document.len() {
            let svg = Context::new("svg", Namespace::Svg);
            let options = Options {
                context: Some(svg),
                ..Options::default()
            };
            let mut rewriter = Rewriter::with_options(Ampersands, options);
            let mut output = Vec::new();
            for chunk in [&document[..split], &document[split..]] {
                rewriter.feed(chunk, &mut output).expect("no error");
            }
            rewriter.finish(&mut output).expect("no error");
            // Text may arrive in any number of pieces.
            let output = alloc::string::String::from_utf8(output).expect("ASCII");
            let (before, rest) = output.split_once("</>").expect("it is kept");
            assert_eq!(before, "&amp;a");
            let (first, rest) = rest.split_once("<g>").expect("it is kept");
            let (section, after) = first.split_once("]]>").expect("it is kept");
            assert_eq!(section.replace('!', ""), "<[CDATA[b]x");
            assert!(!section.contains('&'), "{section} at {split}");
            assert_eq!(after, "&amp;c");
            assert!(
                !rest.trim_end_matches("&amp;d").contains('&'),
                "{rest} at {split}"
            );
            assert!(rest.ends_with("]]>&amp;d"), "{rest} at {split}");
        }
    }
}
