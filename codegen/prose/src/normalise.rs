//! Normalises the spellings of twenty years.

use super::code_points::respell;

/// Words that were spelt otherwise at some time.
const SPELLINGS: [(&str, &str); 15] = [
    ("\u{2019}", "'"),
    ("\u{2018}", "'"),
    ("\u{201C}", "\""),
    ("\u{201D}", "\""),
    ("\u{2026}", "..."),
    ("okenise", "okenize"),
    ("okenisation", "okenization"),
    ("okenising", "okenizing"),
    ("ehaviour", "ehavior"),
    ("'''", "'"),
    ("e.g.,", "e.g."),
    ("i.e.,", "i.e."),
    ("chacacters", "characters"),
    ("\\-", "-"),
    (" ,", ","),
];

/// Remarks inside sentences that do not change the meaning.
const GLOSSES: [&str; 20] = [
    " (add 0x0020 to the character's code point)",
    " (add 0x20 to the character's code point)",
    " (i.e. add 0x0020 to the character's code point)",
    " (not missing)",
    " (in the order they were added to the buffer)",
    ", in the order they were added to the buffer",
    " (in the order they were added)",
    " (which is unrelated to the content model flag's RAWTEXT state)",
    " (EOF)",
    " (fragment case)",
    " (don't consume anything in the current state)",
    " (which is unrelated to the content model flag's CDATA state)",
    " (the five uppercase letters \"CDATA\" with a U+005B ([) character before and after)",
    " (as given by the second column of the named character references table)",
    " (as given by the second column of the entities table)",
    " (i.e. up to the character just before the U+003E (>) or EOF character)",
    " for historical reasons,",
    ", because some legacy user agents will misinterpret the markup in those cases",
    " (either hexadecimal or decimal as appropriate)",
    " (if one was found before the end of the file)",
];

/// Normalises a sentence: code points as in the tables, no glosses, no full stop, and
/// its first letter small unless it belongs to a name.
pub(super) fn normalise(sentence: &str) -> String {
    let mut text = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    for (from, to) in SPELLINGS {
        if text.contains(from) {
            text = text.replace(from, to);
        }
    }
    text = unlink(&respell(&text));
    for gloss in GLOSSES {
        if text.contains(gloss) {
            text = text.replace(gloss, "");
        }
    }
    let trimmed = text.trim_end_matches(['.', ' ']);
    uncapitalise(trimmed)
}

/// Small first letter, unless the first word is a name such as `DOCTYPE` or `U+003C`.
pub(super) fn uncapitalise(text: &str) -> String {
    let (open, words) = text.split_at(text.len() - text.trim_start_matches('(').len());
    let mut chars = words.chars();
    let Some(first) = chars.next().filter(char::is_ascii_uppercase) else {
        return text.to_owned();
    };
    let rest = chars.as_str();
    let second = rest.chars().next();
    if second.is_some_and(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '+') {
        text.to_owned()
    } else {
        format!("{open}{}{rest}", first.to_ascii_lowercase())
    }
}

/// Drops the section number in a link's text: `the §8.2.4.1 Data state` becomes `the data state`.
fn unlink(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{A7}') {
        out.push_str(&rest[..at]);
        let after = rest[at + '\u{A7}'.len_utf8()..].trim_start();
        let number = after
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(after.len());
        let title = after[number..].trim_start();
        let word = title.find(' ').unwrap_or(title.len());
        out.push_str(&uncapitalise(&title[..word]));
        rest = &title[word..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn spellings_links_and_glosses() {
        assert_eq!(
            normalise("Switch to the \u{A7}8.2.4.1 Data state."),
            "switch to the data state"
        );
        assert_eq!(
            normalise("Switch to the \u{A7}8.2.4.67 Bogus DOCTYPE state."),
            "switch to the bogus DOCTYPE state"
        );
        assert_eq!(
            normalise("Reconsume in the\n  DOCTYPE state."),
            "reconsume in the DOCTYPE state"
        );
        assert_eq!(
            normalise("DOCTYPE tokens have a name."),
            "DOCTYPE tokens have a name"
        );
        assert_eq!(
            normalise("set it to the empty string (not missing), then switch"),
            "set it to the empty string, then switch"
        );
    }
}
