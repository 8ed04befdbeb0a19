//! Which attributes have URLs.

use tokenwright::Tag;

/// The attributes of a start tag that have a URL, other than the `href` of `a` and `area`.
pub(crate) fn attributes(tag: &Tag<'_>) -> &'static [&'static str] {
    match tag.name() {
        "link" => &["href"],
        "script" | "img" | "iframe" | "frame" | "embed" | "source" | "track" | "audio" => &["src"],
        "video" => &["src", "poster"],
        "input" => &["src", "formaction"],
        "object" => &["data"],
        "form" => &["action"],
        "button" => &["formaction"],
        "blockquote" | "q" | "ins" | "del" => &["cite"],
        _ => &[],
    }
}
