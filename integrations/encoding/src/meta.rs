//! Declarations in `<meta>`.

use crate::prescan::is_space;
use encoding_rs::Encoding;
use tokenwright::Tag;

/// The encoding that a `<meta>` start tag declares: what tree construction passes to "change the encoding" (13.2.6.4.4).
///
/// A parser without a tree calls it for every start tag, and passes the result to
/// [`Decoder::change`](crate::Decoder::change):
///
/// ```
/// use encoding_rs::SHIFT_JIS;
/// use tokenwright::{Token, tokens};
/// use tokenwright_encoding::declared_encoding;
///
/// let html = "<title>x</title><meta http-equiv=content-type content='text/html; charset=shift_jis'>";
/// let found = tokens(html).find_map(|token| match token {
///     Token::StartTag(tag) => declared_encoding(&tag),
///     _ => None,
/// });
/// assert_eq!(found, Some(SHIFT_JIS));
/// ```
pub fn declared_encoding(tag: &Tag<'_>) -> Option<&'static Encoding> {
    if tag.name() != "meta" || tag.is_end_tag() {
        return None;
    }
    let charset = tag.attribute("charset");
    let charset = charset.and_then(|charset| Encoding::for_label(charset.value().as_bytes()));
    charset.or_else(|| {
        let pragma = tag.attribute("http-equiv")?;
        let content = tag.attribute("content")?;
        let is_content_type = pragma.value().eq_ignore_ascii_case("content-type");
        is_content_type.then(|| encoding_from_content(content.value().as_bytes()))?
    })
}

/// Extracts a character encoding from the `content` of a `meta` element.
pub(crate) fn encoding_from_content(content: &[u8]) -> Option<&'static Encoding> {
    let mut rest = content;
    let rest = loop {
        let found = rest
            .windows(7)
            .position(|word| word.eq_ignore_ascii_case(b"charset"))?;
        rest = skip_spaces(&rest[found + 7..]);
        if let [b'=', value @ ..] = rest {
            break skip_spaces(value);
        }
    };
    let label = match rest {
        [quote @ (b'"' | b'\''), label @ ..] => &label[..memchr::memchr(*quote, label)?],
        _ => {
            let end = rest
                .iter()
                .position(|byte| is_space(*byte) || *byte == b';');
            &rest[..end.unwrap_or(rest.len())]
        }
    };
    Encoding::for_label(label)
}

fn skip_spaces(bytes: &[u8]) -> &[u8] {
    let spaces = bytes.iter().take_while(|byte| is_space(**byte)).count();
    &bytes[spaces..]
}

#[cfg(test)]
mod tests {
    use super::encoding_from_content;
    use encoding_rs::KOI8_R;

    #[test]
    fn the_label_is_found_as_the_standard_says() {
        for (content, expected) in [
            ("text/html; charset=koi8-r", Some(KOI8_R)),
            ("CHARSET\t= koi8-r; x", Some(KOI8_R)),
            ("charset charset='koi8-r'x", Some(KOI8_R)),
            ("charset=\"koi8-r", None),
            ("charset='koi8-r\"", None),
            ("charset", None),
            ("charset=", None),
            ("charset==koi8-r", None),
            ("koi8-r", None),
        ] {
            assert_eq!(
                encoding_from_content(content.as_bytes()),
                expected,
                "{content}"
            );
        }
    }
}
