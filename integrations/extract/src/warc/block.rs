//! What the block of a record is.

use super::digest;
use super::format::Content;
use super::http::{Response, is_html};
use super::page::Page;
use super::record::Header;
use super::wat::{self, About};

/// Why a record is no page.
pub(crate) enum NoPage {
    OtherType,
    NotHttp,
    NotHtml,
}

/// Whether records of a type can be pages.
pub(crate) fn can_be_page(kind: &str, content: Content) -> bool {
    match kind {
        "response" | "resource" => true,
        "conversion" => content == Content::Text,
        "metadata" => content == Content::Metadata,
        _ => false,
    }
}

/// Text that is not UTF-8. It can have three times as many bytes as before, so it is cut off at `limit` bytes, and the second value says so.
fn lossy(bytes: &[u8], limit: u64) -> (String, bool) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        let mark = match chunk.invalid() {
            [] => "",
            _ => "\u{FFFD}",
        };
        if text.len() + chunk.valid().len() + mark.len() > limit {
            return (text, true);
        }
        text.push_str(chunk.valid());
        text.push_str(mark);
    }
    (text, false)
}

/// Reads the block of a record, which is of a type that can be a page. The body of a response has at most `limit` bytes after decoding.
/// Digests are compared if the block `is_whole`.
pub(crate) fn read(
    header: Header,
    block: Vec<u8>,
    is_whole: bool,
    limit: u64,
    page: &mut Page,
) -> Result<(), NoPage> {
    page.record_id = header.id;
    page.date = header.date;
    page.url = header.url;
    page.reason = header
        .truncated
        .as_ref()
        .map(|why| format!("the crawler cut off the record: {why}"));
    page.truncated = header.truncated;
    if header.is_segment {
        page.reason = Some("the record is one of several segments".to_owned());
    }
    let checked =
        |digest: &Option<String>| digest.clone().filter(|_| is_whole && !header.is_segment);
    let mut wrong = None;
    if let Some(digest) = checked(&header.block_digest) {
        wrong = digest::mismatch("WARC-Block-Digest", &digest, &block);
    }
    let payload_digest = checked(&header.payload_digest);
    match header.kind.as_str() {
        "response" => match Response::parse(block, payload_digest.as_deref(), limit) {
            Ok(response) => {
                if !response.is_html() {
                    return Err(NoPage::NotHtml);
                }
                page.status = response.status;
                page.content_type = response.content_type;
                page.html = response.body;
                wrong = wrong.or(response.wrong_digest);
                // Why a body cannot be decoded may be that the record is not complete, or not what was written.
                page.reason = page.reason.take().or(wrong.take()).or(response.reason);
            }
            Err(_) if header.is_http => {
                page.reason = Some("the record is no HTTP response".to_owned());
            }
            Err(_) => return Err(NoPage::NotHttp),
        },
        "conversion" => {
            page.content_type = header.content_type;
            if page.media_type().as_deref() != Some("text/plain") {
                return Err(NoPage::NotHtml);
            }
            page.text = Some(match String::from_utf8(block) {
                Ok(text) => text,
                Err(error) => {
                    let at = error.utf8_error().valid_up_to();
                    let (text, is_cut) = lossy(error.as_bytes(), limit);
                    let cut = match is_cut {
                        true => format!(", and has more than {limit} bytes"),
                        false => String::new(),
                    };
                    // A text that was cut off may end within a character.
                    if is_whole || is_cut {
                        page.reason.get_or_insert_with(|| {
                            format!("the text is not UTF-8 at byte {at}{cut}")
                        });
                    }
                    text
                }
            });
        }
        "metadata" => match wat::read(&block, page) {
            Ok(About::Page) => {}
            Ok(About::Other) => return Err(NoPage::NotHtml),
            Ok(About::NoResponse) => return Err(NoPage::OtherType),
            Err(why) => page.reason = page.reason.take().or(wrong.take()).or(Some(why)),
        },
        "resource" if is_html(header.content_type.as_deref(), &block) => {
            if let Some(digest) = payload_digest {
                wrong = wrong.or(digest::mismatch("WARC-Payload-Digest", &digest, &block));
            }
            page.content_type = header.content_type;
            page.html = block;
        }
        "resource" => return Err(NoPage::NotHtml),
        _ => return Err(NoPage::OtherType),
    }
    page.reason = page.reason.take().or(wrong);
    page.record_type = Some(header.kind);
    page.block_digest = header.block_digest;
    page.payload_digest = header.payload_digest;
    Ok(())
}
