//! The charset of a `Content-Type` header.

/// The charset of a `Content-Type` header, as "extract a MIME type" of Fetch has it: of several types, which servers send when a
/// header is set twice, the last counts, with the charset of those of the same type before it.
pub(crate) fn charset(header: &str) -> Option<String> {
    let mut found: Option<(String, Option<String>)> = None;
    let mut inherited = None;
    for (essence, charset) in split(header).filter_map(parse) {
        if essence == "*/*" {
            continue;
        }
        if found.as_ref().is_none_or(|(before, _)| *before != essence) {
            inherited.clone_from(&charset);
        }
        let charset = charset.or_else(|| inherited.clone());
        found = Some((essence, charset));
    }
    found?.1
}

/// The types of a header: what is between commas outside of quoted strings.
fn split(header: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    header.split(move |c| {
        let was_escaped = std::mem::replace(&mut is_escaped, false);
        match c {
            '"' if !was_escaped => is_quoted = !is_quoted,
            '\\' if !was_escaped => is_escaped = is_quoted,
            _ => {}
        }
        c == ',' && !is_quoted
    })
}

/// A type and subtype in lower case, and the value of the first parameter `charset`, as "parse a MIME type" of MIME Sniffing has
/// it.
fn parse(text: &str) -> Option<(String, Option<String>)> {
    let (kind, rest) = text.trim_matches(is_white_space).split_once('/')?;
    let (subtype, mut rest) = rest.split_at(rest.find(';').unwrap_or(rest.len()));
    let subtype = subtype.trim_end_matches(is_white_space);
    if !is_token(kind) || !is_token(subtype) {
        return None;
    }
    let essence = format!("{kind}/{subtype}").to_ascii_lowercase();
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
            return Some((essence, Some(value)));
        }
    }
    Some((essence, None))
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
            // Several types.
            ("text/html; charset=utf-8, text/html", Some("utf-8")),
            ("text/html;charset=a, TEXT/HTML;charset=b", Some("b")),
            (
                "text/html;charset=a, text/html;charset=b, text/html",
                Some("a"),
            ),
            ("text/html;charset=a, text/plain", None),
            ("text/html;charset=a, text/plain, text/html", None),
            ("text/html;charset=a, */*;charset=b, text/, ,", Some("a")),
            ("text/html;x=\",\\\",\";charset=a,text/html", Some("a")),
        ] {
            assert_eq!(charset(header).as_deref(), expected, "{header}");
        }
    }

    /// Headers are written from parameters that are known.
    #[test]
    fn parameters_are_read_back_however_they_are_written() {
        const VALUES: [&str; 9] = [
            "utf-8", "a; charset=b", "a, text/html", ";", "\"", "\\", "a=\"b\";c", "", " x ",
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
