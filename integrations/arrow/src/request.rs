//! What to extract.
//!
//! A request is plain data that JSON can carry, because other languages and the command ask for the same columns. Fields
//! that do not exist are refused when it is read, so that a misspelt one does not go without its column.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// What to extract from each page, and the limits. By default nothing is asked for.
///
/// Each field has a method of the same name that sets it, and a request can be read from JSON:
///
/// ```
/// use tokenwright_arrow::{Links, Request};
///
/// let request: Request = serde_json::from_str(r#"{"links": {"resolved": true}, "text": true}"#)?;
/// assert_eq!(request, Request::default().links(Links::resolved()).text(true));
/// # Ok::<_, serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Request {
    /// The column `links`: a list of links.
    pub links: Option<Links>,
    /// The column `text`: the visible text.
    pub text: bool,
    /// The column `title`: the text of the first `title` element, with white space collapsed.
    pub title: bool,
    /// The column `blocks`: a list of the parts of the visible text that headings divide it into, with `level` and `heading`, which are null
    /// before the first one, and `text`.
    pub blocks: bool,
    /// The column `lang`: the `lang` of the `html` element.
    pub lang: bool,
    /// The column `canonical`: the URL of the first `link` with the relation `canonical`, resolved.
    pub canonical: bool,
    /// The column `robots`: the contents of `meta` elements with the name `robots`, with commas between them.
    pub robots: bool,
    /// The column `json_ld`: a list of the contents of `script` elements with the type `application/ld+json`, as they stand.
    pub json_ld: bool,
    /// The column `markdown`: the main content as Markdown, by a tree.
    pub markdown: bool,
    /// The column `meta`: a list of names and contents of `meta` elements. The name is the value of `name`, `property`,
    /// `http-equiv` or `itemprop`, or `charset` for the attribute of that name.
    pub meta: bool,
    /// The column `tags`: a list of start tags with their attributes.
    pub tags: Option<Tags>,
    /// The column `errors`: a list of parse errors with code, line and column.
    pub errors: bool,
    /// The column `tokens`: a list of all tokens. `flag` is the self-closing flag of a tag, the force-quirks flag of a DOCTYPE,
    /// and for text, whether it is in a CDATA section.
    pub tokens: bool,
    /// The fields `start` and `end` of links, tags, errors and tokens.
    pub spans: bool,
    /// Guess the encoding of pages that declare none; otherwise they are windows-1252.
    pub detect_encoding: bool,
    /// The limits of each page.
    pub limits: PageLimits,
    /// For tests: reading a page that has this text panics.
    #[doc(hidden)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panics_at: Option<String>,
    /// For tests: every page is read with a tree.
    #[doc(hidden)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub always_a_tree: bool,
}

/// Which links, and which of their fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Links {
    /// The field `raw`: the attribute's value.
    pub raw: bool,
    /// The field `url`: the absolute URL, null if there is none.
    pub resolved: bool,
    /// Links of other elements than `a` and `area`, and the fields `element` and `attribute`.
    pub resources: bool,
    /// The fields `rel` and `hreflang`: the attributes of the element, null if it has none.
    pub rel: bool,
}

/// Which start tags.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Tags {
    /// The names in lower case; all tags if there are none.
    pub names: Vec<String>,
}

/// The limits of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct PageLimits {
    /// The most bytes that a page may have to be read; by default there is no limit.
    pub page_bytes: usize,
    /// The most bytes that a page may add to the columns, some 1 GiB by default. A page can have more output than input:
    /// a long base URL is part of every resolved link. So there is a limit by the length of the page as well, of 1 MiB and 64 times the length.
    pub output_bytes: usize,
    /// The most time that the reading of a page may take; by default there is no limit. A page that takes more is cut off, so its row
    /// depends on the machine.
    pub page_time: Option<Duration>,
    /// The limits of the tokenizer; by default there are none.
    pub tokenizer: tokenwright::Limits,
}

impl Default for PageLimits {
    fn default() -> Self {
        PageLimits {
            page_bytes: usize::MAX,
            output_bytes: 1 << 30,
            page_time: None,
            tokenizer: tokenwright::Limits::default(),
        }
    }
}

/// Methods that set the fields of the same names.
macro_rules! setters {
    ($owner:ident: $($field:ident: $type:ty),+ $(,)?) => {
        impl $owner {
            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](#structfield.", stringify!($field), ").")]
                #[must_use]
                pub const fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )+
        }
    };
}

setters!(PageLimits:
    page_bytes: usize,
    output_bytes: usize,
    page_time: Option<Duration>,
    tokenizer: tokenwright::Limits,
);
setters!(Links: rel: bool, resources: bool);
setters!(Request:
    text: bool,
    title: bool,
    blocks: bool,
    lang: bool,
    canonical: bool,
    robots: bool,
    json_ld: bool,
    markdown: bool,
    meta: bool,
    errors: bool,
    tokens: bool,
    spans: bool,
    detect_encoding: bool,
    limits: PageLimits,
);

impl Links {
    /// Links with the field `raw`.
    pub fn raw() -> Self {
        Links {
            raw: true,
            ..Links::default()
        }
    }

    /// Links with the field `url`.
    pub fn resolved() -> Self {
        Links {
            resolved: true,
            ..Links::default()
        }
    }
}

impl Tags {
    /// Start tags with these names, which must be in lower case; all if there are none.
    pub fn named<I: IntoIterator<Item: Into<String>>>(names: I) -> Self {
        Tags {
            names: names.into_iter().map(Into::into).collect(),
        }
    }
}

impl Request {
    /// Sets [`links`](#structfield.links).
    #[must_use]
    pub fn links(mut self, links: Links) -> Self {
        self.links = Some(links);
        self
    }

    /// Sets [`tags`](#structfield.tags).
    #[must_use]
    pub fn tags(mut self, tags: Tags) -> Self {
        self.tags = Some(tags);
        self
    }

    /// Whether a column of what the page says about itself is asked for.
    pub(crate) fn has_document(&self) -> bool {
        self.lang || self.canonical || self.robots || self.json_ld
    }

    /// Finds what cannot be asked for.
    pub(crate) fn check(&self) -> Result<(), RequestError> {
        let links = self.links.as_ref();
        if links.is_some_and(|links| !links.raw && !links.resolved) {
            return Err(RequestError::NoLinkField);
        }
        let names = self.tags.iter().flat_map(|tags| &tags.names);
        let mut upper_case =
            names.filter(|name| name.bytes().any(|byte| byte.is_ascii_uppercase()));
        if let Some(name) = upper_case.next() {
            return Err(RequestError::UpperCaseTag(name.clone()));
        }
        let has_column = self.text || self.title || self.blocks || self.markdown || self.meta;
        let has_list = links.is_some() || self.tags.is_some() || self.errors || self.tokens;
        match has_column || has_list || self.has_document() {
            true => Ok(()),
            false => Err(RequestError::Nothing),
        }
    }
}

/// Why a request cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestError {
    /// Nothing is asked for.
    Nothing,
    /// Links are asked for, but none of their fields.
    NoLinkField,
    /// The name of a tag is not in lower case, so that no tag has it.
    UpperCaseTag(String),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::Nothing => write!(
                f,
                "nothing to extract: ask for links, text, title, blocks, lang, canonical, robots, json_ld, markdown, meta, tags, errors or tokens"
            ),
            RequestError::NoLinkField => {
                write!(
                    f,
                    "links without a field: ask for `raw`, `resolved` or both"
                )
            }
            RequestError::UpperCaseTag(name) => write!(
                f,
                "no tag has the name `{name}`: write it in lower case, `{}`",
                name.to_ascii_lowercase()
            ),
        }
    }
}

impl std::error::Error for RequestError {}
