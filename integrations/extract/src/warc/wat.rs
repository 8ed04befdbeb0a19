//! WAT files: JSON about the records of another file.
//!
//! What the JSON says was found by the program that wrote it, not here: links are neither resolved nor those of a tree. So it is kept apart, in
//! [`Wat`]; only what is known of the record and of the response, such as the status, is where other files have it.
//!
//! A value is kept as it is written until it is asked for, as a tree of the JSON takes many times its bytes.

use super::page::Page;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The most links of a record: one may have two bytes there, and has much more here.
const MOST_LINKS: usize = 1 << 20;

/// What a record of a WAT file says of a page, unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wat {
    /// `Head.Title`.
    pub title: Option<String>,
    /// `Head.Base`: the value of `<base href>`.
    pub base: Option<String>,
    /// `Links`: those of the page's body.
    pub links: Vec<WatLink>,
    /// When the page was received: the `WARC-Date` of its record. That of the WAT file's record is often when that was written.
    pub date: Option<String>,
    /// The archive that has the page.
    pub filename: Option<String>,
    /// Where the page's record begins there, in bytes of the file as it is stored.
    pub offset: Option<u64>,
    /// How many bytes it has there.
    pub length: Option<u64>,
}

impl Wat {
    /// How many bytes the texts have, of which those of a link count for one at least.
    pub(crate) fn bytes(&self) -> usize {
        let len = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let links = self.links.iter();
        let links = links.map(|link| 1 + len(&link.path) + len(&link.url) + len(&link.text));
        len(&self.title) + len(&self.base) + links.sum::<usize>()
    }
}

/// A link as a WAT file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WatLink {
    /// The element and its attribute, such as `A@/href`.
    pub path: Option<String>,
    /// The value of the attribute; `None` if the JSON has none.
    pub url: Option<String>,
    /// The text of the link.
    pub text: Option<String>,
}

/// What the JSON of a record is about.
pub(crate) enum About {
    /// A page.
    Page,
    /// A response that is no HTML.
    Other,
    /// A request, or what is no response.
    NoResponse,
}

/// Whether the block of a record is about another record: it has an envelope, whatever else is wrong with it.
pub(crate) fn is_about_record(block: &[u8]) -> bool {
    match serde_json::from_slice(block) {
        Ok(json) => field(Some(json), "Envelope").is_some(),
        Err(_) => memchr::memmem::find(block, b"\"Envelope\"").is_some(),
    }
}

/// Reads the block of a record. `Err` is why it cannot be read, or not to its end.
pub(crate) fn read(block: &[u8], page: &mut Page) -> Result<About, String> {
    page.wat = Some(Wat::default());
    let json: &RawValue = serde_json::from_slice(block)
        .map_err(|error| format!("the JSON of the record is wrong: {error}"))?;
    let is_object = |json: &&RawValue| json.get().starts_with('{');
    let Some(envelope) = field(Some(json), "Envelope").filter(is_object) else {
        return Err("the JSON of the record has no `Envelope`".to_owned());
    };
    let payload = field(Some(envelope), "Payload-Metadata");
    let Some(response) = field(payload, "HTTP-Response-Metadata").filter(is_object) else {
        return Ok(About::NoResponse);
    };
    let html = field(Some(response), "HTML-Metadata");
    page.status = number(field(field(Some(response), "Response-Message"), "Status"))
        .and_then(|status| u16::try_from(status).ok())
        .filter(|status| (100..1000).contains(status));
    page.content_type = header(field(Some(response), "Headers"), "content-type");
    let is_html = match &page.content_type {
        Some(content_type) => content_type.to_ascii_lowercase().contains("html"),
        None => html.is_some_and(|html| is_object(&html)),
    };
    if !is_html {
        return Ok(About::Other);
    }
    let mut links = Vec::new();
    let mut has_more = false;
    each(field(html, "Links"), |json| {
        match links.len() == MOST_LINKS {
            true => has_more = true,
            false => links.push(link(json)),
        }
    });
    let head = field(html, "Head");
    let container = field(Some(json), "Container");
    page.wat = Some(Wat {
        title: text(field(head, "Title")),
        base: text(field(head, "Base")),
        links,
        date: text(field(
            field(Some(envelope), "WARC-Header-Metadata"),
            "WARC-Date",
        )),
        filename: text(field(container, "Filename")),
        offset: number(field(container, "Offset")),
        length: number(field(field(container, "Gzip-Metadata"), "Deflate-Length")),
    });
    match has_more {
        true => Err(format!("the record has more than {MOST_LINKS} links")),
        false => Ok(About::Page),
    }
}

fn link(json: &RawValue) -> WatLink {
    let mut link = WatLink::default();
    fields(Some(json), |name, value| match name {
        "path" => link.path = text(Some(value)),
        "url" => link.url = text(Some(value)),
        "text" => link.text = text(Some(value)),
        _ => {}
    });
    link
}

fn text(json: Option<&RawValue>) -> Option<String> {
    serde_json::from_str(json?.get()).ok()
}

/// A number, which most writers have as a string.
fn number(json: Option<&RawValue>) -> Option<u64> {
    let number = serde_json::from_str(json?.get()).ok();
    number.or_else(|| text(json)?.trim().parse().ok())
}

/// The value of a header, whose name is in any case. If it was there more often, the last one counts.
fn header(headers: Option<&RawValue>, name: &str) -> Option<String> {
    let mut found = None;
    fields(headers, |other, value| {
        if other.eq_ignore_ascii_case(name) {
            found = Some(value);
        }
    });
    let mut last = found;
    each(found, |value| last = Some(value));
    text(last).filter(|value| !value.trim().is_empty())
}

/// The field of an object; none of another value.
fn field<'a>(json: Option<&'a RawValue>, name: &str) -> Option<&'a RawValue> {
    let mut found = None;
    fields(json, |other, value| {
        if other == name {
            found = Some(value);
        }
    });
    found
}

/// Reads the fields of an object; none of another value.
fn fields<'a>(json: Option<&'a RawValue>, read: impl FnMut(&str, &'a RawValue)) {
    if let Some(json) = json {
        // What is no object is an error, and has no fields.
        _ = serde_json::Deserializer::from_str(json.get()).deserialize_map(Fields(read));
    }
}

/// Reads the items of an array; none of another value.
fn each<'a>(json: Option<&'a RawValue>, read: impl FnMut(&'a RawValue)) {
    if let Some(json) = json {
        _ = serde_json::Deserializer::from_str(json.get()).deserialize_seq(Items(read));
    }
}

struct Fields<F>(F);

impl<'a, F: FnMut(&str, &'a RawValue)> Visitor<'a> for Fields<F> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(mut self, mut map: M) -> Result<(), M::Error> {
        while let Some(name) = map.next_key::<Cow<'a, str>>()? {
            (self.0)(&name, map.next_value()?);
        }
        Ok(())
    }
}

struct Items<F>(F);

impl<'a, F: FnMut(&'a RawValue)> Visitor<'a> for Items<F> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an array")
    }

    fn visit_seq<S: SeqAccess<'a>>(mut self, mut items: S) -> Result<(), S::Error> {
        while let Some(item) = items.next_element()? {
            (self.0)(item);
        }
        Ok(())
    }
}
