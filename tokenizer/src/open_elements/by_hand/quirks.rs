//! Quirks mode, in which a table does not end a paragraph.

use super::rules::QuirksDoctypes;
use crate::Doctype;

/// Whether a DOCTYPE sets the document to quirks mode.
pub(super) fn sets_quirks_mode(quirks: &QuirksDoctypes, doctype: &Doctype<'_>) -> bool {
    let public = doctype.public_identifier.as_deref();
    let system = doctype.system_identifier.as_deref();
    let public_is = |texts: &[&str]| {
        public.is_some_and(|public| texts.iter().any(|text| text.eq_ignore_ascii_case(public)))
    };
    let public_starts_with = |texts: &[&str]| {
        let starts_with = |public: &str, text: &str| {
            let beginning = public.as_bytes().get(..text.len());
            beginning.is_some_and(|it| it.eq_ignore_ascii_case(text.as_bytes()))
        };
        public.is_some_and(|public| texts.iter().any(|text| starts_with(public, text)))
    };
    let system_is = |text: &&str| system.is_some_and(|system| text.eq_ignore_ascii_case(system));
    doctype.force_quirks
        || doctype.name.as_deref() != Some("html")
        || public_is(quirks.public_identifiers)
        || public_starts_with(quirks.prefixes)
        || quirks.system_identifiers.iter().any(system_is)
        || system.unwrap_or_default().is_empty()
            && public_starts_with(quirks.prefixes_without_system)
}
