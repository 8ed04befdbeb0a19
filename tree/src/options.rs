//! What a user chooses.

use crate::{Limits, QuirksMode};
use tokenwright::Namespace;

/// The context element of a fragment: the fragment is what is inside it.
///
/// ```
/// use tokenwright_tree::{Context, Namespace, Options, parse_with};
///
/// let inside = |name| {
///     let context = Some(Context::new(name, Namespace::Html));
///     parse_with("<td>a", &Options { context, ..Options::default() }).to_string()
/// };
/// assert_eq!((&*inside("tr"), &*inside("div")), ("<td>a</td>", "a"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Its local name, such as `td` or `foreignObject`. Names of HTML are in lower case.
    pub local_name: String,
    /// Its namespace.
    pub namespace: Namespace,
    /// Its attributes, by their names.
    pub attributes: Vec<(String, String)>,
    /// Whether it is in a form, or is one.
    pub is_in_form: bool,
    /// The mode of its document; none in no-quirks mode. In quirks mode, a table does not close a paragraph.
    pub quirks_mode: Option<QuirksMode>,
}

impl Context {
    /// A context element without attributes, outside of forms, in no-quirks mode.
    #[must_use]
    pub fn new(local_name: impl Into<String>, namespace: Namespace) -> Self {
        Context {
            local_name: local_name.into(),
            namespace,
            attributes: Vec::new(),
            is_in_form: false,
            quirks_mode: None,
        }
    }
}

/// How a document is parsed.
///
/// A minor release may add options: write `..Options::default()` for the others.
///
/// ```
/// use tokenwright_tree::{Options, parse_with};
///
/// let html = "<head><noscript><link></noscript>";
/// let has_link = |scripting| {
///     let document = parse_with(html, &Options { scripting, ..Options::default() });
///     document.root().descendants().any(|node| node.is_html("link"))
/// };
/// assert!(has_link(false) && !has_link(true));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether scripts would run: `noscript` then has text.
    pub scripting: bool,
    /// The context element, for a fragment.
    pub context: Option<Context>,
    /// Whether the document is the `srcdoc` of an `iframe`, which needs no DOCTYPE.
    pub is_srcdoc: bool,
    /// Whether to skip a byte order mark at the beginning; otherwise it is text.
    pub strip_bom: bool,
    /// Whether to keep [parse errors](crate::Document::errors). Without errors and spans, none of the work for them is done.
    pub errors: bool,
    /// Whether to keep the [spans](crate::NodeRef::spans) of nodes and attributes.
    pub spans: bool,
    /// Whether a [`Parser`](crate::Parser) pauses at the end of each script of a document. One in the contents of a template is not in
    /// the document, and does not run: the last of its ancestors is no [`Document`](crate::NodeData::Document).
    pub pauses: bool,
    /// Limits, for input that is not trusted.
    pub limits: Limits,
}
