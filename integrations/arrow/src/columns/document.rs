//! The columns of what a page says about itself: its language, canonical URL, robots and JSON-LD.
//!
//! They are those of elements of the document, not of a `template`, SVG or MathML. The first of several counts for the language and
//! the canonical URL, as it does in the tree and for crawlers; values wait for the end of the page, as its base URL may come later.

use super::{Column, Field, Items, Lists, Named, PageColumn, Strings, named, required};
use crate::Request;
use crate::base::Base;

/// What pages say about themselves.
pub(crate) struct Document {
    lang: Option<Strings>,
    canonical: Option<Strings>,
    robots: Option<Strings>,
    json_ld: Option<Lists<Texts>>,
    open: Open,
}

/// What the page under construction has said.
#[derive(Default)]
struct Open {
    lang: Option<String>,
    canonical: Option<String>,
    robots: Option<String>,
    is_in_json_ld: bool,
}

impl Document {
    /// The columns of a request; `None` if it asks for none.
    pub(crate) fn new(request: &Request) -> Option<Self> {
        let string = |is_asked: bool| is_asked.then(Strings::default);
        let document = Document {
            lang: string(request.lang),
            canonical: string(request.canonical),
            robots: string(request.robots),
            json_ld: request.json_ld.then(Lists::default),
            open: Open::default(),
        };
        request.has_document().then_some(document)
    }

    /// Reads the beginning of an HTML element of the document, whose attributes have values. Returns the length of what it says.
    pub(crate) fn start(&mut self, name: &str, value: impl Fn(&str) -> Option<String>) -> usize {
        let open = &mut self.open;
        let found = match name {
            "html" if self.lang.is_some() && open.lang.is_none() => {
                open.lang = value("lang");
                &open.lang
            }
            "link"
                if self.canonical.is_some() && open.canonical.is_none() && is_canonical(&value) =>
            {
                open.canonical = value("href");
                &open.canonical
            }
            "meta" if self.robots.is_some() && is_robots(&value) => {
                let content = value("content");
                let len = content.as_ref().map_or(0, String::len);
                match (&mut open.robots, content) {
                    (Some(robots), Some(content)) => {
                        robots.push_str(", ");
                        robots.push_str(&content);
                    }
                    (robots @ None, content) => *robots = content,
                    (Some(_), None) => {}
                }
                return len;
            }
            "script" if self.json_ld.is_some() => {
                open.is_in_json_ld = is_json_ld(&value);
                return 0;
            }
            _ => return 0,
        };
        found.as_ref().map_or(0, String::len)
    }

    /// Reads text. Returns the length of what is kept.
    pub(crate) fn text(&mut self, text: &str) -> usize {
        match &mut self.json_ld {
            Some(json_ld) if self.open.is_in_json_ld => {
                json_ld.items.texts.partial().push_str(text);
                text.len()
            }
            _ => 0,
        }
    }

    /// An element ends, or the page.
    pub(crate) fn end(&mut self) {
        if let Some(json_ld) = &mut self.json_ld
            && self.open.is_in_json_ld
        {
            json_ld.items.texts.complete();
            self.open.is_in_json_ld = false;
        }
    }

    /// The page ends: its canonical URL is resolved, and the values have their rows.
    pub(crate) fn finish(&mut self, base: &Base) {
        self.end();
        let Open {
            lang,
            canonical,
            robots,
            ..
        } = std::mem::take(&mut self.open);
        let canonical = canonical.and_then(|url| base.resolve(&url).ok());
        for (column, value) in [
            (&mut self.lang, lang),
            (&mut self.canonical, canonical.map(String::from)),
            (&mut self.robots, robots),
        ] {
            if let Some(column) = column {
                column.push_option(value.as_deref());
            }
        }
    }

    /// Forgets what the page under construction has said.
    pub(crate) fn forget_open(&mut self) {
        self.open = Open::default();
    }

    pub(crate) fn columns(&mut self) -> [Option<Named<'_>>; 4] {
        [
            named("lang", &mut self.lang),
            named("canonical", &mut self.canonical),
            named("robots", &mut self.robots),
            named("json_ld", &mut self.json_ld),
        ]
    }
}

fn is_canonical(value: impl Fn(&str) -> Option<String>) -> bool {
    value("rel").is_some_and(|rel| {
        let mut tokens = rel.split_ascii_whitespace();
        tokens.any(|token| token.eq_ignore_ascii_case("canonical"))
    })
}

fn is_robots(value: impl Fn(&str) -> Option<String>) -> bool {
    value("name").is_some_and(|name| name.trim_ascii().eq_ignore_ascii_case("robots"))
}

fn is_json_ld(value: impl Fn(&str) -> Option<String>) -> bool {
    value("type").is_some_and(|found| {
        let essence = found.split(';').next().unwrap_or_default();
        essence
            .trim_ascii()
            .eq_ignore_ascii_case("application/ld+json")
    })
}

/// Texts as they stand.
#[derive(Default)]
pub(crate) struct Texts {
    texts: Strings,
}

impl Items for Texts {
    fn len(&self) -> usize {
        self.texts.len()
    }

    fn fields(&mut self) -> impl Iterator<Item = Field<'_>> {
        std::iter::once(required("text", &mut self.texts))
    }
}
