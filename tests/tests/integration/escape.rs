//! Escaped strings: read back as they were, and without markup.

use fastrand::Rng;
use tokenwright::escape::{EscapeError, comment, raw_text, text, value};
use tokenwright::references::{Place, decode};
use tokenwright::revisions::Newest;
use tokenwright::{Quote, Token, tokens};

/// Parts of strings that mean something in one of the contexts.
const PARTS: [&str; 44] = [
    "&", "<", ">", "\"", "'", "`", "=", "/", "!", "?", "-", "--", "-->", "--!>", "<!--", "]]>",
    " ", "\t", "\n", "\r", "\x0C", "a", "amp", "amp;", "#", "38", "#x26;", ";", "lt", "not",
    "script", "<script", "</script", "</script>", "</style ", "</", "style", "\u{e9}", "\u{1F600}",
    "\u{80}", "\u{FFFD}", "\u{FEFF}", "&nbsp", "<a b='",
];

fn random_strings() -> impl Iterator<Item = String> {
    let mut random = Rng::with_seed(20_261_123);
    (0..10_000).map(move |_| {
        let count = random.usize(..8);
        (0..count)
            .map(|_| random.choice(PARTS).expect("not empty"))
            .collect()
    })
}

/// The text of a document that is nothing but text.
fn only_text(html: &str) -> Option<String> {
    tokens(html).try_fold(String::new(), |all, token| match token {
        Token::Text(text) => Some(all + &text.text),
        _ => None,
    })
}

/// The only value of a document that is one start tag with one attribute.
fn only_value(html: &str) -> Option<String> {
    let mut tokens = tokens(html);
    match (tokens.next(), tokens.next()) {
        (Some(Token::StartTag(tag)), None) if tag.attributes().len() == 1 => {
            Some(tag.attribute("b")?.value().to_owned())
        }
        _ => None,
    }
}

#[test]
fn text_and_values_are_read_back() {
    for string in random_strings() {
        let escaped = text(&string);
        assert_eq!(decode::<Newest>(&escaped, Place::Text), string);
        assert!(!escaped.contains(['<', '>']), "{escaped:?}");
        assert_eq!(
            only_text(&escaped).as_deref(),
            Some(&*string),
            "{escaped:?}"
        );
        let in_title = format!("<title>{escaped}</title>");
        let title = tokens(&in_title).nth(1);
        match title {
            Some(Token::Text(title)) => assert_eq!(title.text, string),
            _ => assert_eq!(string, ""),
        }

        for (quote, mark) in [(Quote::Double, '"'), (Quote::Single, '\'')] {
            let value = value(&string, quote).expect("it has quotation marks");
            assert_eq!(decode::<Newest>(&value, Place::Value), string);
            assert!(!value.contains(['<', '>', mark]), "{value:?}");
            let found = only_value(&format!("<a b={mark}{value}{mark}>"));
            assert_eq!(found.as_deref(), Some(&*string));
        }

        match value(&string, Quote::None) {
            Err(error) => assert_eq!((&*string, error), ("", EscapeError::EmptyValue)),
            Ok(unquoted) => {
                assert_eq!(decode::<Newest>(&unquoted, Place::Value), string);
                let html = format!("<a b={unquoted}>");
                assert_eq!(only_value(&html).as_deref(), Some(&*string));
                let mut errors = tokens(&html).with_errors().filter_map(Result::err);
                assert!(!errors.any(|error| error.code.as_str().contains("unquoted")));
            }
        }
    }
}

/// Checks that a string is accepted exactly if it is read back, and that an offset is in the string.
fn check(string: &str, result: Result<&str, EscapeError>, is_read_back: bool) {
    assert_eq!(result.is_ok(), is_read_back, "{string:?}: {result:?}");
    match result {
        Ok(same) => assert_eq!(same, string),
        Err(EscapeError::Ends { at }) => {
            assert!(string[at..].contains(['<', '>']), "{string:?} at {at}")
        }
        Err(EscapeError::Changes { at, character }) => {
            assert!(string[at..].starts_with(character), "{string:?} at {at}");
        }
        Err(error) => assert_eq!(error, EscapeError::HidesEnd, "{string:?}"),
    }
}

#[test]
fn comments_are_accepted_exactly_if_they_are_read_back() {
    let mut accepted = 0;
    for string in random_strings() {
        let html = format!("<!--{string}-->");
        let mut tokens = tokens(&html);
        let data = match (tokens.next(), tokens.next()) {
            (Some(Token::Comment(comment)), None) => Some(comment.data),
            _ => None,
        };
        let is_read_back = data.is_some_and(|data| data == string);
        accepted += usize::from(is_read_back);
        check(&string, comment(&string), is_read_back);
    }
    assert!((2_500..9_750).contains(&accepted), "{accepted}");
    for data in [">", "->", "->x", "a-->", "--!>", "a\0", "\r\n"] {
        assert!(comment(data).is_err(), "{data:?}");
    }
    for data in ["", "-", "--", "--!", "<!-", "<!--", "a>", "a->"] {
        assert_eq!(comment(data), Ok(data));
    }
}

#[test]
fn raw_text_is_accepted_exactly_if_it_is_read_back() {
    for element in ["script", "style", "xmp", "noframes"] {
        let mut accepted = 0;
        for string in random_strings() {
            let html = format!("<{element}>{string}</{element}>");
            let mut tokens = tokens(&html).skip(1).peekable();
            let text = match tokens.peek() {
                Some(Token::Text(text)) => Some(text.text.clone().into_owned()),
                _ => None,
            };
            let text = text.inspect(|_| drop(tokens.next())).unwrap_or_default();
            let ends =
                matches!(tokens.next(), Some(Token::EndTag(tag)) if tag.span().end == html.len());
            let is_read_back = ends && text == string;
            accepted += usize::from(is_read_back);
            check(&string, raw_text(element, &string), is_read_back);
        }
        assert!((2_500..9_975).contains(&accepted), "{element}: {accepted}");
    }
    for other in ["title", "textarea", "p", "", "plaintext", "SCRIPT"] {
        assert_eq!(raw_text(other, "a"), Err(EscapeError::NotRawText));
    }
    assert_eq!(
        raw_text("script", "<!--<script>"),
        Err(EscapeError::HidesEnd)
    );
}
