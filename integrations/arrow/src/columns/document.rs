//! The columns of what a page says about itself: its language, canonical URL, robots and JSON-LD.
//!
//! They are those of elements of the document, not of a `template`, SVG or MathML. The first of several counts for the language and
//! the canonical URL, as it does in the tree and for crawlers; values wait for the end of the page, as its base URL may come later.

use super::{Items, Lists, Strings, string_field};
use crate::Request;
use crate::base::Base;
use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field, Fields};
use std::ops::Range;

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
        let string = |is_asked: bool| is_asked.then(Strings::new);
        let document = Document {
            lang: string(request.lang),
            canonical: string(request.canonical),
            robots: string(request.robots),
            json_ld: request.json_ld.then(|| Lists::new(Texts::new())),
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

    /// Resolves the canonical URL.
    pub(crate) fn resolve(&mut self, base: &Base) {
        if let Some(canonical) = &mut self.open.canonical {
            self.open.canonical = base.resolve(canonical).ok().map(String::from);
        }
    }

    pub(crate) fn complete(&mut self) {
        let open = std::mem::take(&mut self.open);
        for (column, value) in [
            (&mut self.lang, open.lang),
            (&mut self.canonical, open.canonical),
            (&mut self.robots, open.robots),
        ] {
            if let Some(column) = column {
                column.push_option(value.as_deref());
            }
        }
        if let Some(json_ld) = &mut self.json_ld {
            json_ld.complete();
        }
    }

    pub(crate) fn push_null(&mut self) {
        self.clear_open();
        let strings = [&mut self.lang, &mut self.canonical, &mut self.robots];
        strings.into_iter().flatten().for_each(Strings::push_null);
        if let Some(json_ld) = &mut self.json_ld {
            json_ld.push_null();
        }
    }

    pub(crate) fn clear_open(&mut self) {
        self.open = Open::default();
        if let Some(json_ld) = &mut self.json_ld {
            json_ld.clear_open();
        }
    }

    /// The name of a column that has no room for the page under construction.
    pub(crate) fn full_column(&self) -> Option<&'static str> {
        let open = &self.open;
        let full = |column: &Option<Strings>, value: &Option<String>| {
            let len = value.as_ref().map_or(0, String::len);
            column.as_ref().is_some_and(|column| !column.has_room(len))
        };
        let columns = [
            ("lang", full(&self.lang, &open.lang)),
            ("canonical", full(&self.canonical, &open.canonical)),
            ("robots", full(&self.robots, &open.robots)),
            ("json_ld", self.json_ld.as_ref().is_some_and(Lists::is_full)),
        ];
        columns
            .into_iter()
            .find(|(_, full)| *full)
            .map(|(name, _)| name)
    }

    pub(crate) fn fields(&self) -> Vec<Field> {
        let string = |name: &str, column: &Option<Strings>| {
            column
                .as_ref()
                .map(|_| Field::new(name, DataType::Utf8, true))
        };
        let json_ld = self.json_ld.as_ref().map(Lists::data_type);
        let fields = [
            string("lang", &self.lang),
            string("canonical", &self.canonical),
            string("robots", &self.robots),
            json_ld.map(|data_type| Field::new("json_ld", data_type, true)),
        ];
        fields.into_iter().flatten().collect()
    }

    pub(crate) fn take(&mut self) -> Vec<ArrayRef> {
        let strings = [&mut self.lang, &mut self.canonical, &mut self.robots];
        let mut arrays: Vec<ArrayRef> = strings.into_iter().flatten().map(Strings::take).collect();
        arrays.extend(self.json_ld.as_mut().map(Lists::take));
        arrays
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
pub(crate) struct Texts {
    texts: Strings,
}

impl Texts {
    fn new() -> Self {
        Texts {
            texts: Strings::new(),
        }
    }
}

impl Items for Texts {
    fn len(&self) -> usize {
        self.texts.len()
    }

    fn truncate(&mut self, len: usize) {
        self.texts.truncate(len);
    }

    fn is_full(&self) -> bool {
        self.texts.is_full()
    }

    fn map_spans(&mut self, _: usize, _: &mut dyn FnMut(Range<usize>) -> Range<usize>) {}

    fn fields(&self) -> Fields {
        Fields::from(vec![string_field("text")])
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        vec![self.texts.take()]
    }
}
