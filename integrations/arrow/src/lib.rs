//! Columns of HTML pages in, columns of links, text, titles, tags, errors or tokens out: one pass of
//! [`tokenwright`] over each page, and a tree where the page needs one, on [Apache Arrow](https://arrow.apache.org).
//!
//! ```
//! use arrow_array::{Array, ListArray, StringArray, StructArray};
//! use tokenwright_arrow::{Extractor, Links, Pages, Request};
//!
//! let html = StringArray::from(vec![Some("<title>A</title><p>Hi <a href=b>there</a>"), None, Some("")]);
//! let urls = StringArray::from(vec!["https://example.org/a", "", ""]);
//! let request = Request::default().links(Links::resolved()).text(true).title(true);
//! let extractor = Extractor::new(request)?;
//! let pages = Pages::new(&html)?.urls(&urls)?;
//! let batch = extractor.extract(&pages);
//!
//! let text: &StringArray = batch["text"].as_any().downcast_ref().expect("strings");
//! assert_eq!(text.iter().collect::<Vec<_>>(), [Some("Hi there"), None, Some("")]);
//! let links: &ListArray = batch["links"].as_any().downcast_ref().expect("lists");
//! let first = links.value(0);
//! let first: &StructArray = first.as_any().downcast_ref().expect("structs");
//! let url: &StringArray = first["url"].as_any().downcast_ref().expect("strings");
//! assert_eq!(url.value(0), "https://example.org/b");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Request`] says which columns to build; what it does not ask for costs nothing, as the code for errors, spans and
//! text is then not part of the pass. [`Extractor::schema`] has the columns of a request.
//!
//! # Rows
//!
//! There is one row for each page, in order. `reason` says why a page was not read, or not read to its end; it is null
//! for the others. `encoding` is the encoding that the bytes were decoded with, and null for pages that arrive as text.
//! A page that is null has null in every column. A page that is empty has empty lists and an empty text. A page
//! without a `title` element has a null title, and one with an empty element has an empty title.
//!
//! A page that exceeds a limit keeps what was found before, and `reason` names the limit. A page that is longer than
//! [`PageLimits::page_bytes`], or for which a column has no room, is not read: its columns are null but for `reason`.
//!
//! A row that cannot be read, as its text is not UTF-8, and a page on which the reading panics, are null but for `reason` as well.
//!
//! # What a page says about itself
//!
//! `lang`, `canonical`, `robots` and `json_ld` are those of elements of the document, not of a `template`, SVG or MathML; of the `html` element's `lang` and
//! of canonical URLs, the first counts. `blocks` are the visible text, divided by the headings `h1` to `h6`.
//!
//! # Markdown
//!
//! The main content, as CommonMark with tables of GitHub. It is what is visible in the outermost `main` elements and elements with the role
//! `main`, if one of them has text or an image, else in the whole page, without
//!
//! - `nav`, `aside`, `footer` and `search`, and elements whose first role is `navigation`, `complementary`, `contentinfo`, `banner` or `search`,
//! - `header`, unless it is in an `article`, a `section` or a `main`,
//! - `button`, `select` and `textarea`.
//!
//! Headings, lists, block quotes, `pre`, `hr`, `br`, links, images, `b` and `strong`, `i` and `em`, and `code`, `kbd`, `samp` and `tt` are
//! written as such; other elements are paragraphs or a part of one. Not written are:
//!
//! - emphasis whose delimiters CommonMark would take for text, as next to a letter and a punctuation mark,
//! - links without text or image, or in a `pre`, and the address of one with the scheme `javascript`, `data` or `vbscript`,
//! - images with such an address, without an address, or with an `alt` that is empty,
//! - lists in 16 others and block quotes in 32, or a mixture as deep: their content is a part of what they are in.
//!
//! A link around blocks is written in each. A table is one if it has two rows, one of them with two cells, and no cell with a heading, a list,
//! a `pre`, a block quote, a rule, another table or two `p`: others are written as the blocks that they contain. Its first row is the head, and cells
//! that span others are one cell.
//!
//! It takes a tree. Of a page without one, as it is too long or too deep (see below), all visible text is written, each line as a paragraph,
//! and the row has a `reason`.
//!
//! # Spans
//!
//! With [`Request::spans`], links, tags, errors and tokens have the fields `start` and `end`: a range of bytes of the page as it was
//! given, in any encoding. That of a link is its attribute's value.
//!
//! # Links
//!
//! The `href` of every `a` and `area` start tag, and with [`Links::resources`] also
#![doc = include_str!("resources.md")]
//!
//! `url` is resolved against the first `<base href>` of the page and the page's own URL, as the [URL
//! Standard](https://url.spec.whatwg.org) says, with queries in the encoding of the page, and null if that fails; `raw` is the
//! attribute's value. A `base` in a `template`, SVG or
//! MathML is none, and one with the scheme `data` or `javascript` is not used. Each start tag counts once, where a tree may have
//! copies of it. An `a` or `area` that tree construction drops, as in a `frameset`, is no link; other elements count as
//! the page has written them, such as a `form` in a `form`, and an `image` is no `img`.
//!
//! # Visible text
//!
//! The text that a browser without scripts and style sheets would show:
//!
//! - Not included: the content of `script`, `style`, `title`, `template`, `iframe`, `noembed`, `noframes`,
//!   `audio`, `video`, `canvas`, `object`, `datalist`, of elements with the attribute `hidden`, and of `dialog` without `open`. No CSS
//!   is read. Attribute values such as `alt` and `value` are no text.
//! - Included is the content of `noscript`, as for a browser without scripts, and as its links are.
//! - U+0000 is left out, as in the tree, and is U+FFFD in SVG and MathML. Tokens have it as the tokenizer emits it.
//! - What is inside of an element is what is inside of it in the tree, in the order of the tree: see below.
//! - White space (ASCII) is collapsed to one space. It is kept in `pre`, `textarea`, `listing`, `xmp` and `plaintext`.
//! - A `br`, and the start and the end of a block such as `p`, `div`, `li` and `tr`, is a line feed; a `td` or `th` is
//!   preceded by a tab, unless it begins a line. There are no empty lines but in preformatted text, no white space at
//!   the end, and at the beginning only that of preformatted text.
//!
//! # Trees
//!
//! Text, blocks, titles, base URLs and what a page says about itself are those of the tree that the standard builds. Most pages need
//! none: the open elements, which are followed with the tokens, say the same. Where they do not, as with text in a table that is in no
//! cell, the page is parsed again, into a tree of `tokenwright-tree`, and these columns are read from it. `meta`, `tags`, `errors` and
//! `tokens` are what the page has written.
//!
//! A page of more than 32 MiB, or whose tree has more than 8 million nodes or is more than 512 elements deep, is read by the open elements
//! alone, which are then an approximation. Of formatting elements that were not closed, such as `b`, a tree creates the latest 64 again.
//!
//! # Encodings
//!
//! Bytes are decoded as the standard says, by [`tokenwright_encoding`]: byte order mark, the `charset` of the page's
//! content type, a declaration in the first 1,024 bytes, a guess if [`Request::detect_encoding`] is set, and windows-1252.
//! A page with a later declaration is read again. UTF-8 and ASCII are read without a copy.
#![forbid(unsafe_code)]

mod base;
mod columns;
mod elements;
mod extractor;
mod input;
mod markdown;
mod nesting;
mod page;
mod parallel;
mod place;
mod request;
mod resources;
mod sink;
mod visible;
mod walk;
mod watch;

pub use extractor::{Batch, Extractor};
pub use input::{InputError, Pages, RowError};
pub use page::Page;
pub use parallel::Progress;
pub use request::{Links, PageLimits, Request, RequestError, Tags};
