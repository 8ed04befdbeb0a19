//! An HTML parser whose rules are generated from tables that mirror the HTML Standard.
//!
//! ```
//! let document = tokenwright_tree::parse("<p>Hello, <b>world</b>!");
//! assert_eq!(document.to_html5lib(), "\
//! | <html>
//! |   <head>
//! |   <body>
//! |     <p>
//! |       \"Hello, \"
//! |       <b>
//! |         \"world\"
//! |       \"!\"
//! ");
//! ```

#![forbid(unsafe_code)]

mod arena;
mod attributes;
pub mod build;
mod builder;
mod document;
mod html5lib;
mod limits;
mod node;
mod options;
mod parser;
mod recorder;
mod revision;
#[cfg(feature = "select")]
mod select;
mod serialize;
mod spans;
mod text;

pub use document::Document;
pub use limits::{LimitExceeded, Limits};
pub use node::{Attribute, NodeData, NodeId, NodeRef, Visit};
pub use options::{Context, Options};
#[cfg(feature = "encoding")]
pub use parser::parse_bytes;
pub use parser::{Parser, parse, parse_as, parse_reader, parse_with};
pub use revision::{TreeRevision, revisions};
#[cfg(feature = "select")]
pub use select::{Matches, Selector, SelectorError};
pub use spans::{AttributeSpans, NodeSpans};
pub use tokenwright::tree_construction::{AttributeNamespace, QuirksMode};
pub use tokenwright::{ColumnUnit, ErrorCode, LineIndex, Namespace, ParseError, Span};
#[cfg(feature = "encoding")]
pub use tokenwright_encoding as encoding;

const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Document>();
    is_shared::<NodeRef<'_>>();
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
