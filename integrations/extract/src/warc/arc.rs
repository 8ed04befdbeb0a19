//! Headers of ARC files, the format before WARC: one line for each record.
//!
//! In version 1 it is `URL IP-address date content-type length`; in version 2, a status, a checksum and other fields precede the
//! length. URLs and content types were written as servers sent them, so both may have spaces.

use super::record::Header;
use std::str::FromStr;

/// The fields from the date to the length in version 2.
const VERSION_2: usize = 8;

/// The header that a line is; `None` if it is none.
pub(crate) fn header(line: &[u8]) -> Option<Header> {
    let line = line.trim_ascii_end();
    let line = std::str::from_utf8(line).map_or_else(
        |_| String::from_utf8_lossy(line).into_owned(),
        str::to_owned,
    );
    let fields: Vec<&str> = line.split(' ').collect();
    let (length, _) = fields.split_last()?;
    let length = u64::from_str(length)
        .ok()
        .filter(|_| length.bytes().all(|byte| byte.is_ascii_digit()))?;
    let date = (2..fields.len().checked_sub(2)?)
        .find(|at| is_date(fields[*at]) && is_address(fields[at - 1]))?;
    let url = fields[..date - 1].join(" ");
    let content_type = match fields.len() - date == VERSION_2 {
        true => fields[date + 1].to_owned(),
        false => fields[date + 1..fields.len() - 1].join(" "),
    };
    has_scheme(&url).then(|| Header {
        kind: match url.starts_with("filedesc:") {
            true => "filedesc",
            false => "response",
        }
        .to_owned(),
        is_http: url.starts_with("http:") || url.starts_with("https:"),
        date: Some(iso(fields[date])),
        url: Some(url),
        content_type: Some(content_type),
        content_length: Some(length),
        ..Header::default()
    })
}

/// Whether this is `YYYYMMDDhhmmss`.
fn is_date(field: &str) -> bool {
    field.len() == 14 && field.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_address(field: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_hexdigit() || matches!(byte, b'.' | b':');
    !field.is_empty() && field.bytes().all(is_part)
}

fn has_scheme(url: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    url.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.bytes().all(is_part)
    })
}

/// A date as WARC has it.
fn iso(date: &str) -> String {
    let [year, month, day] = [&date[..4], &date[4..6], &date[6..8]];
    let [hour, minute, second] = [&date[8..10], &date[10..12], &date[12..]];
    format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z")
}
