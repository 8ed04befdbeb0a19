//! The encoding of an XML declaration.

use crate::prescan::without_utf16;
use encoding_rs::Encoding;
use memchr::{memchr, memmem};

/// Gets an XML encoding: that of `<?xml … encoding="…"?>` at the beginning.
///
/// Only the declaration is searched. The standard's steps, word by word, would find the word `encoding` anywhere after it, too.
pub(crate) fn encoding_of_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr(b'>', declaration)?];
    let name = memmem::find(declaration, b"encoding")?;
    let rest = skip_spaces(&declaration[name + "encoding".len()..]);
    let rest = skip_spaces(rest.strip_prefix(b"=")?);
    let (quote, rest) = rest.split_first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let label = &rest[..memchr(*quote, rest)?];
    if label.iter().any(|byte| *byte <= b' ') {
        return None;
    }
    // Unlike that of a `meta`, x-user-defined stays.
    Encoding::for_label(label).map(without_utf16)
}

fn skip_spaces(bytes: &[u8]) -> &[u8] {
    let spaces = bytes.iter().take_while(|byte| **byte <= b' ').count();
    &bytes[spaces..]
}

#[cfg(test)]
mod tests {
    use super::encoding_of_declaration;
    use encoding_rs::{KOI8_R, UTF_8, X_USER_DEFINED};

    #[test]
    fn only_a_complete_declaration_at_the_beginning_counts() {
        for (bytes, expected) in [
            (
                &b"<?xml version=\"1.0\" encoding=\"koi8-r\"?>"[..],
                Some(KOI8_R),
            ),
            (b"<?xmlencoding\n= 'koi8-r'>", Some(KOI8_R)),
            (b"<?xml encoding='utf-16'?>", Some(UTF_8)),
            (b"<?xml encoding='x-user-defined'?>", Some(X_USER_DEFINED)),
            (b" <?xml encoding='koi8-r'?>", None),
            (b"<?XML encoding='koi8-r'?>", None),
            (b"<?xml encoding='koi8-r'", None),
            (b"<?xml encoding=koi8-r?>", None),
            (b"<?xml encoding=' koi8-r'?>", None),
            (b"<?xml encoding='koi8-r?>", None),
            (b"<?xml version='1.0'?><p encoding='koi8-r'>", None),
        ] {
            let found = encoding_of_declaration(bytes);
            assert_eq!(found, expected, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
