//! What a user chooses.

use tokenwright::Namespace;

/// The context element of a fragment: the fragment is what is inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Its local name, such as `td` or `foreignObject`.
    pub local_name: String,
    /// Its namespace.
    pub namespace: Namespace,
    /// Its attributes, by their names.
    pub attributes: Vec<(String, String)>,
    /// Whether it is in a form, or is one.
    pub is_in_form: bool,
}

impl Context {
    /// A context element without attributes, outside of forms.
    #[must_use]
    pub fn new(local_name: impl Into<String>, namespace: Namespace) -> Self {
        Context {
            local_name: local_name.into(),
            namespace,
            attributes: Vec::new(),
            is_in_form: false,
        }
    }
}

/// How a document is parsed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether scripts would run: `noscript` then has text.
    pub scripting: bool,
    /// The context element, for a fragment.
    pub context: Option<Context>,
    /// Whether the document is the `srcdoc` of an `iframe`, which needs no DOCTYPE.
    pub is_srcdoc: bool,
}
