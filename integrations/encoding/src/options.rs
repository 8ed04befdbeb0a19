//! What is known about the encoding beside the bytes.

use encoding_rs::{Encoding, WINDOWS_1252};

/// What is known about a document's encoding before its bytes are looked at.
///
/// ```
/// use encoding_rs::{BIG5, UTF_8};
/// use tokenwright_encoding::{Decoder, Options, Source};
///
/// let options = Options::default().content_type("text/html; charset=big5").default_to(UTF_8);
/// let mut decoder = Decoder::new(options);
/// decoder.decode(b"<p>\xA4\xA4", |text| assert!("<p>\u{4E2D}".contains(text)));
/// let decision = decoder.decision().expect("the transport layer decides");
/// assert_eq!((decision.encoding, decision.source), (BIG5, Source::Transport));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The encoding that the user has asked for; only a byte order mark has precedence.
    pub override_with: Option<&'static Encoding>,
    /// The encoding that the transport layer names, such as in `Content-Type`.
    pub transport: Option<&'static Encoding>,
    /// The encoding of the document that this one is in.
    pub container: Option<&'static Encoding>,
    /// The encoding of a page that nothing else decides.
    pub default_to: &'static Encoding,
    /// Whether the source of each position is recorded.
    pub offsets: bool,
    /// How many bytes are looked at for a guess; 0 for none.
    #[cfg(feature = "chardetng")]
    pub detect: usize,
}

impl Default for Options {
    /// Nothing is known; the default encoding is windows-1252.
    fn default() -> Self {
        Options {
            override_with: None,
            transport: None,
            container: None,
            default_to: WINDOWS_1252,
            offsets: false,
            #[cfg(feature = "chardetng")]
            detect: 0,
        }
    }
}

impl Options {
    /// Sets the encoding that the user has asked for. Only a byte order mark has precedence.
    #[must_use]
    pub fn override_with(mut self, encoding: &'static Encoding) -> Self {
        self.override_with = Some(encoding);
        self
    }

    /// Sets the encoding that the transport layer specifies.
    #[must_use]
    pub fn transport(mut self, encoding: &'static Encoding) -> Self {
        self.transport = Some(encoding);
        self
    }

    /// Sets the encoding of the transport layer from a `Content-Type` header, if its `charset` names one.
    #[must_use]
    pub fn content_type(mut self, header: &str) -> Self {
        self.transport = charset(header).and_then(|label| Encoding::for_label(label.as_bytes()));
        self
    }

    /// Sets the encoding of the document that contains this one, of the same origin. It has an effect if it is
    /// ASCII-compatible and nothing else is known.
    #[must_use]
    pub fn container(mut self, encoding: &'static Encoding) -> Self {
        self.container = Some(encoding);
        self
    }

    /// Sets the encoding if nothing else is known. The standard suggests one for each locale; windows-1252 by default.
    #[must_use]
    pub fn default_to(mut self, encoding: &'static Encoding) -> Self {
        self.default_to = encoding;
        self
    }

    /// Sets whether the decoder records the source of each position: see [`Offsets`](crate::Offsets). Off by default; it
    /// takes time and memory.
    #[must_use]
    pub fn offsets(mut self, record: bool) -> Self {
        self.offsets = record;
        self
    }

    /// Guesses the encoding from this many bytes if nothing else is known; the decoder waits for them. The guess may be
    /// UTF-8. Off by default, or with 0.
    #[cfg(feature = "chardetng")]
    #[must_use]
    pub fn detect(mut self, bytes: usize) -> Self {
        self.detect = bytes;
        self
    }
}

/// The value of the first parameter `charset` of a `Content-Type` header, as "parse a MIME type" of MIME Sniffing has it.
fn charset(header: &str) -> Option<String> {
    let (kind, rest) = header.trim_matches(is_white_space).split_once('/')?;
    let (subtype, mut rest) = rest.split_at(rest.find(';').unwrap_or(rest.len()));
    if !is_token(kind) || !is_token(subtype.trim_end_matches(is_white_space)) {
        return None;
    }
    while let Some(parameter) = rest.strip_prefix(';') {
        let parameter = parameter.trim_start_matches(is_white_space);
        let end = parameter.find([';', '=']).unwrap_or(parameter.len());
        let (name, after) = parameter.split_at(end);
        rest = after;
        let Some(written) = after.strip_prefix('=') else {
            continue;
        };
        let value = match written.strip_prefix('"') {
            Some(quoted) => {
                let (value, after) = unquote(quoted);
                rest = &after[after.find(';').unwrap_or(after.len())..];
                value
            }
            None => {
                let (value, after) = written.split_at(written.find(';').unwrap_or(written.len()));
                rest = after;
                let value = value.trim_end_matches(is_white_space);
                if value.is_empty() {
                    continue;
                }
                value.to_owned()
            }
        };
        let is_valid = |c: char| matches!(c, '\t' | ' '..='~' | '\u{80}'..='\u{FF}');
        if name.eq_ignore_ascii_case("charset") && value.chars().all(is_valid) {
            return Some(value);
        }
    }
    None
}

/// The value of a quoted string after its first quotation mark, and what follows it.
fn unquote(quoted: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = quoted.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => break,
            '\\' => value.push(characters.next().unwrap_or('\\')),
            c => value.push(c),
        }
    }
    (value, characters.as_str())
}

/// HTTP white space.
fn is_white_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' ')
}

/// Whether a string has HTTP token code points only.
fn is_token(text: &str) -> bool {
    let is_code_point =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_code_point)
}

#[cfg(test)]
mod tests {
    use super::charset;
    use fastrand::Rng;

    #[test]
    fn the_charset_of_a_header_is_found() {
        for (header, expected) in [
            ("text/html; charset=utf-8", Some("utf-8")),
            (" text/html;level=1;Charset = \"koi8-r\"", None),
            ("text/html ;; level=1; Charset=\"koi8-r\"x ", Some("koi8-r")),
            ("text/html; charset=; charset=utf-8", Some("utf-8")),
            ("text/html; charset=\"\"; charset=utf-8", Some("")),
            ("text/html; charset=\"utf-8", Some("utf-8")),
            ("text/html; charset='utf-8'", Some("'utf-8'")),
            ("text/html", None),
            ("text/html; charset", None),
            ("text/html; charset=", None),
            ("charset=utf-8", None),
            ("text; charset=utf-8", None),
            ("text/; charset=utf-8", None),
            ("te xt/html; charset=utf-8", None),
        ] {
            assert_eq!(charset(header).as_deref(), expected, "{header}");
        }
    }

    /// Headers are written from parameters that are known.
    #[test]
    fn parameters_are_read_back_however_they_are_written() {
        const VALUES: [&str; 8] = [
            "utf-8",
            "a; charset=b",
            ";",
            "\"",
            "\\",
            "a=\"b\";c",
            "",
            " x ",
        ];
        let mut rng = Rng::with_seed(1);
        for _ in 0..20_000 {
            let mut header = "text/html".to_owned();
            let mut expected = None;
            for _ in 0..rng.usize(..5) {
                let name = ["x", "charset", "CharSet", "charset2"][rng.usize(..4)];
                let value = VALUES[rng.usize(..VALUES.len())];
                header += ["", " ", "\t"][rng.usize(..3)];
                header += [";", ";; ", "; y;", "; y=;"][rng.usize(..4)];
                header += &format!("{name}=");
                let is_plain = !value.is_empty()
                    && value
                        .bytes()
                        .all(|c| c == b'-' || c.is_ascii_alphanumeric());
                if is_plain && rng.bool() {
                    header += value;
                } else {
                    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
                    header += &format!("\"{escaped}\"");
                }
                if name.eq_ignore_ascii_case("charset") {
                    expected.get_or_insert(value);
                }
            }
            assert_eq!(charset(&header).as_deref(), expected, "{header}");
        }
    }
}
