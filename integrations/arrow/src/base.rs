//! What the URLs of a page are resolved against.

use std::borrow::Cow;
use std::fmt::Write;
use tokenwright_encoding::Encoding;
use url::{ParseError, Url};

/// The base URL of a page, and the encoding of queries.
pub(crate) struct Base {
    url: Option<Url>,
    encoding: &'static Encoding,
}

impl Base {
    /// The base of a page with a URL, the value of its first `<base href>` and an encoding.
    pub(crate) fn new(page: Option<&str>, href: Option<&str>, encoding: &'static Encoding) -> Self {
        let url = page.and_then(|page| Url::parse(page).ok());
        let mut base = Base { url, encoding };
        let own = href.and_then(|href| base.resolve(href).ok());
        let own = own.filter(|own| !matches!(own.scheme(), "data" | "javascript"));
        base.url = own.or(base.url);
        base
    }

    /// Resolves the value of an attribute (HTML, 2.4.3, "encoding-parse a URL").
    pub(crate) fn resolve(&self, value: &str) -> Result<Url, ParseError> {
        let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|query| encode(query, self.encoding);
        let options = Url::options().base_url(self.url.as_ref());
        options.encoding_override(Some(encode)).parse(value)
    }
}

/// A query in an encoding. What that does not have is a reference, percent-encoded as a whole (URL, 1.3).
fn encode<'q>(query: &'q str, encoding: &'static Encoding) -> Cow<'q, [u8]> {
    let (encoded, _, is_lossy) = encoding.encode(query);
    if !is_lossy {
        return encoded;
    }
    let mut references = String::new();
    for c in query.chars() {
        match encoding.encode(c.encode_utf8(&mut [0; 4])) {
            (_, _, true) => {
                let _ = write!(references, "%26%23{}%3B", u32::from(c));
            }
            (_, _, false) => references.push(c),
        }
    }
    encoding.encode(&references).0.into_owned().into()
}
