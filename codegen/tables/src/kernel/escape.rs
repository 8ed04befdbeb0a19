//! Text as HTML and XML.

/// Replaces the characters that have a meaning in HTML and XML, in text and in attribute values, by references.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
