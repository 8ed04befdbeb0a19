//! Normalises the spellings of twenty years.
//!
//! What is spelt in many ways everywhere is replaced in every sentence before any rule sees it; what one sentence words in
//! many ways is a choice in its rule. The glosses are dropped by their exact words, because a general rule for parentheses
//! would drop requirements.

use super::code_points::respell;
use super::lexicon::{Words, spell_in};
use super::replace::{Wordings, replaced, reworded, wordings};

/// Wordings of sentences that were otherwise at some time; [`spell_in`] has the spelling of words.
static WORDINGS: Wordings = wordings!("rules/wordings.txt");

/// Remarks inside sentences that do not change the meaning.
static GLOSSES: Wordings = wordings!("rules/glosses.txt");

/// Normalises a sentence: code points as in the tables, no glosses, no full stop, and
/// its first letter small unless it belongs to a name.
pub(super) fn normalise(sentence: &str) -> String {
    normalise_in(sentence, Words::Tokenizer)
}

/// The same with the words of a part of the page.
pub(super) fn normalise_in(sentence: &str, words: Words) -> String {
    let text = uncapitalise(&plain(&without_doubles(&spell_in(sentence, words))));
    let mut text = unlink(&respell(&reworded(text, &WORDINGS)));
    if words == Words::Tokenizer {
        text = possessive(text);
    }
    let text = reworded(text, &GLOSSES);
    uncapitalise(text.trim_end_matches(['.', ' ']))
}

/// Words that are written twice only by mistake. `dash dash` is part of the names of states.
const DOUBLED: [&str; 21] = [
    "the", "a", "an", "to", "in", "of", "is", "and", "or", "it", "if", "then", "be", "must", "as",
    "with", "for", "token", "character", "state", "name",
];

/// The words of a sentence with single spaces, and once where one is written twice.
fn without_doubles(sentence: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in sentence.split_whitespace() {
        if words.last() != Some(&word) || !DOUBLED.contains(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}

/// The parts of tokens and attributes.
const PARTS: [&str; 9] = [
    "tag name",
    "name",
    "value",
    "data",
    "public identifier",
    "system identifier",
    "force-quirks flag",
    "correctness flag",
    "self-closing flag",
];

/// What has them.
const OWNERS: [&str; 8] = [
    "current tag token",
    "current DOCTYPE token",
    "DOCTYPE token",
    "current comment token",
    "comment token",
    "current processing instruction token",
    "current attribute",
    "token",
];

/// The text with `the token's name` for `the name of the token`.
fn possessive(mut text: String) -> String {
    const OF: &str = " of the ";
    let mut from = 0;
    while let Some(found) = text[from..].find(OF) {
        let (at, after) = (from + found, from + found + OF.len());
        let part = PARTS.iter().find(|part| {
            let before = text[..at].strip_suffix(**part);
            before.is_some_and(|before| before.ends_with("the "))
        });
        let owner = OWNERS.iter().find(|owner| {
            let rest = text[after..].strip_prefix(**owner);
            rest.is_some_and(|rest| {
                !rest.starts_with(|c: char| c.is_alphanumeric() || "-'".contains(c))
            })
        });
        let (Some(part), Some(owner)) = (part, owner) else {
            from = after;
            continue;
        };
        from = at - part.len();
        let turned = format!("{owner}'s {part}");
        text.replace_range(from..after + owner.len(), &turned);
        from += turned.len();
    }
    text
}

/// The text without the marks of Bikeshed, which some generated pages have kept: `|buffer|`, `<{script}>`,
/// `[=list/append=]`; and without those of emphasis in plain text: `_buffer_`.
fn plain(text: &str) -> String {
    const MARKS: [(&str, &str); 5] = [
        ("|", "|"),
        ("<{", "}>"),
        ("{{", "}}"),
        ("[=", "=]"),
        ("_", "_"),
    ];
    let mut text = text.to_owned();
    for (open, close) in MARKS {
        let mut from = 0;
        while let Some(found) = text[from..].find(open) {
            let start = from + found;
            let inner = start + open.len();
            let marked = text[inner..]
                .find(close)
                .map(|length| &text[inner..inner + length]);
            let words = marked.filter(|words| is_marked(words));
            let Some(words) = words else {
                from = inner;
                continue;
            };
            let end = inner + words.len() + close.len();
            let shown = words.rsplit('/').next().unwrap_or(words).to_owned();
            text.replace_range(start..end, &shown);
            from = start + shown.len();
        }
    }
    text
}

/// The length of marked words, in bytes. The longest name of an error has 66.
const LONGEST_MARKED: usize = 100;

/// Whether these can be the words between two marks: neither a character that is mentioned nor half a sentence.
fn is_marked(words: &str) -> bool {
    // The number of a section, as in `§8.2.4.1 Data state`.
    let number = |c: char| c.is_ascii_digit() || matches!(c, '\u{A7}' | '.' | ' ');
    let words = match words.starts_with('\u{A7}') {
        true => words.trim_start_matches(number),
        false => words,
    };
    let edge = |c: char| c.is_ascii_alphanumeric();
    let inner =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '/' | '\'' | '(' | ')');
    words.len() < LONGEST_MARKED
        && words.starts_with(edge)
        && words.ends_with(edge)
        && words.chars().all(inner)
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
    replaced(text, &['\u{A7}'], |rest| {
        let after = rest['\u{A7}'.len_utf8()..].trim_start();
        let title = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let title = title.trim_start();
        let (word, tail) = title.split_at(title.find(' ').unwrap_or(title.len()));
        Some((uncapitalise(word).into(), tail))
    })
}

#[cfg(test)]
mod tests {
    use super::normalise;
    use crate::cases::cases;

    #[test]
    fn a_word_that_is_written_twice() {
        assert_eq!(
            normalise("Emit the the current tag token."),
            "emit the current tag token"
        );
        for text in ["U+002D (-) U+002D (-)", "the comment end dash dash state"] {
            assert_eq!(normalise(text), text);
        }
    }

    #[test]
    fn the_marks_of_bikeshed() {
        for text in [
            "Set the |temporary buffer| to it",
            "Set the [=temporary buffer=] to it",
            "Set the [=parser/temporary buffer=] to it",
            "Set the <{temporary buffer}> to it",
            "Set the {{temporary buffer}} to it",
            "Set the _temporary buffer_ to it",
        ] {
            assert_eq!(normalise(text), "set the temporary buffer to it", "{text}");
        }
        assert_eq!(
            normalise("a U+007C (|) or a U+007C (|)"),
            "a U+007C (|) or a U+007C (|)"
        );
    }

    #[test]
    fn one_name_for_the_current_input_character() {
        for text in [
            "reconsume this current input character",
            "reconsume this input character",
            "reconsume the input character",
            "reconsume the current character",
        ] {
            assert_eq!(
                normalise(text),
                "reconsume the current input character",
                "{text}"
            );
        }
        assert_eq!(
            normalise("the next input character"),
            "the next input character"
        );
    }

    #[test]
    fn parts_of_tokens() {
        for [text, normal] in cases("parts of tokens") {
            assert_eq!(normalise(text), normal);
        }
    }

    #[test]
    fn hyphens() {
        assert_eq!(
            normalise(
                "An ASCII case insensitive match, its self closing flag, an end of file token"
            ),
            "an ASCII case-insensitive match, its self-closing flag, an end-of-file token"
        );
    }

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
