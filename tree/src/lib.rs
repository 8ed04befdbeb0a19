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
mod builder;
mod document;
mod html5lib;
mod node;
mod options;
mod parser;
#[cfg(feature = "select")]
mod select;
mod serialize;
mod text;

pub use document::Document;
pub use node::{Attribute, NodeData, NodeId, NodeRef, Visit};
pub use options::{Context, Options};
pub use parser::{Parser, parse, parse_with};
#[cfg(feature = "select")]
pub use select::{Matches, Selector, SelectorError};
pub use tokenwright::Namespace;
pub use tokenwright::tree_construction::{AttributeNamespace, QuirksMode};

const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Document>();
    is_shared::<NodeRef<'_>>();
};
