//! The names that an edit may write: those that are read back without a parse error.

use crate::EditError;

/// Refuses a name that is not read back as the name of a tag.
pub(crate) fn check_tag_name(name: &str, ascii: bool) -> Result<(), EditError> {
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let ends = |c: char| matches!(c, '\t' | '\n' | '\x0C' | '\r' | ' ' | '/' | '>' | '\0');
    check(begins && !name.contains(ends), name, ascii)
}

/// Refuses a name that is not read back as the name of an attribute.
pub(crate) fn check_attribute_name(name: &str, ascii: bool) -> Result<(), EditError> {
    let ends = |c: char| {
        matches!(
            c,
            '\t' | '\n' | '\x0C' | '\r' | ' ' | '/' | '>' | '=' | '\0'
        )
    };
    let is_error = |c: char| matches!(c, '"' | '\'' | '<');
    let is_name = !name.is_empty() && !name.contains(ends) && !name.contains(is_error);
    check(is_name, name, ascii)
}

fn check(is_name: bool, name: &str, ascii: bool) -> Result<(), EditError> {
    match is_name {
        true if ascii && !name.is_ascii() => Err(EditError::NotAscii),
        true => Ok(()),
        false => Err(EditError::Name),
    }
}
