//! WAT files: JSON about the records of another file.
//!
//! What the JSON says was found by the program that wrote it, not here: links are neither resolved nor those of a tree. So it is kept apart, in
//! [`Wat`]; only what is known of the record and of the response, such as the status, is where other files have it.

use super::page::Page;
use serde_json::Value;

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

/// Reads the block of a record. `Err` is why it cannot be read.
pub(crate) fn read(block: &[u8], page: &mut Page) -> Result<About, String> {
    page.wat = Some(Wat::default());
    let json: Value = serde_json::from_slice(block)
        .map_err(|error| format!("the JSON of the record is wrong: {error}"))?;
    let envelope = &json["Envelope"];
    if !envelope.is_object() {
        return Err("the JSON of the record has no `Envelope`".to_owned());
    }
    let response = &envelope["Payload-Metadata"]["HTTP-Response-Metadata"];
    if !response.is_object() {
        return Ok(About::NoResponse);
    }
    let html = &response["HTML-Metadata"];
    page.status = number(&response["Response-Message"]["Status"])
        .and_then(|status| u16::try_from(status).ok())
        .filter(|status| (100..1000).contains(status));
    page.content_type = header(&response["Headers"], "content-type");
    let is_html = match &page.content_type {
        Some(content_type) => content_type.to_ascii_lowercase().contains("html"),
        None => html.is_object(),
    };
    if !is_html {
        return Ok(About::Other);
    }
    let container = &json["Container"];
    page.wat = Some(Wat {
        title: text(&html["Head"]["Title"]),
        base: text(&html["Head"]["Base"]),
        links: html["Links"]
            .as_array()
            .into_iter()
            .flatten()
            .map(link)
            .collect(),
        date: text(&envelope["WARC-Header-Metadata"]["WARC-Date"]),
        filename: text(&container["Filename"]),
        offset: number(&container["Offset"]),
        length: number(&container["Gzip-Metadata"]["Deflate-Length"]),
    });
    Ok(About::Page)
}

fn link(link: &Value) -> WatLink {
    WatLink {
        path: text(&link["path"]),
        url: text(&link["url"]),
        text: text(&link["text"]),
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// A number, which most writers have as a string.
fn number(value: &Value) -> Option<u64> {
    value
        .as_u64()
        .or_else(|| value.as_str()?.trim().parse().ok())
}

/// The value of a header, whose name is in any case. If it was there more often, the last one counts.
fn header(headers: &Value, name: &str) -> Option<String> {
    let mut headers = headers.as_object()?.iter();
    let (_, value) = headers.find(|(found, _)| found.eq_ignore_ascii_case(name))?;
    let value = value
        .as_array()
        .and_then(|values| values.last())
        .unwrap_or(value);
    text(value).filter(|value| !value.trim().is_empty())
}
