//! Which attributes have URLs.

/// The attributes of an element that have a URL, other than the `href` of `a` and `area`.
pub(crate) fn attributes(name: &str) -> &'static [&'static str] {
    match name {
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
