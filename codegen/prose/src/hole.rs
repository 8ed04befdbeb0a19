//! The kinds of holes in rules, and the spelling of their values in the tables.

use super::class_names::class;
use tokenwright_tables::grammar::{Char, Class, Quoted};

/// The kind of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// `a U+003C (<)`
    Char,
    /// The name of a state, without the word "state".
    State,
    /// The name of an error.
    Code,
    /// A string that steps build up: `the comment token's data`.
    Field,
    /// One string that is assigned: `the lowercase version of the current input character`.
    Source,
    /// Strings that are appended, one or a list.
    Sources,
    /// The operand of an emit step, one or a list.
    Emitted,
    /// A string in quotation marks.
    Quoted,
    /// Strings in quotation marks, joined by "or".
    QuotedList,
    /// Characters or classes joined by "or".
    Set,
    /// Numbers joined by commas and "or".
    Numbers,
    /// A number.
    Number,
    /// Values of the content model flag, joined by "or".
    Models,
    /// A kind of tag: `start`, `end`.
    Tag,
    /// States joined by "or".
    States,
    /// How many characters a string has, in words.
    Count,
    /// Characters in a row: their string.
    Sequence,
    /// Words of an introduction: no negation, obligation or exception.
    Remark,
}

impl Kind {
    const ALL: [(&'static str, Kind); 18] = [
        ("char", Kind::Char),
        ("state", Kind::State),
        ("code", Kind::Code),
        ("field", Kind::Field),
        ("source", Kind::Source),
        ("sources", Kind::Sources),
        ("emitted", Kind::Emitted),
        ("quoted", Kind::Quoted),
        ("quoted-list", Kind::QuotedList),
        ("set", Kind::Set),
        ("numbers", Kind::Numbers),
        ("number", Kind::Number),
        ("models", Kind::Models),
        ("tag", Kind::Tag),
        ("states", Kind::States),
        ("count", Kind::Count),
        ("sequence", Kind::Sequence),
        ("remark", Kind::Remark),
    ];

    pub(super) fn named(name: &str) -> Option<Kind> {
        let found = Kind::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| *kind)
    }

    /// The values in the tables' spelling; `None` where `text` is not of this kind.
    pub(super) fn read(self, text: &str) -> Option<Vec<String>> {
        let one = |value: Option<String>| value.map(|value| vec![value]);
        match self {
            Kind::Char => one(char(text)),
            Kind::State => one(state(text)),
            Kind::Code => one(code(text)),
            Kind::Field => one(field(text)),
            Kind::Source => one(source(text)),
            Kind::Sources => list(text, &sources),
            Kind::Emitted => list(text, &emitted),
            Kind::Quoted => one(quoted(text)),
            Kind::QuotedList => text.split(" or ").map(quoted).collect(),
            Kind::Set => one(set(text)),
            Kind::Numbers => numbers(text),
            Kind::Number => one(number(text)),
            Kind::Models => one(models(text)),
            Kind::Tag => matches!(text, "start" | "end").then(|| vec![text.to_owned()]),
            Kind::States => states(text),
            Kind::Count => one(count(text)),
            Kind::Sequence => one(sequence(text)),
            Kind::Remark => remark(text).then(|| vec![text.to_owned()]),
        }
    }
}

impl Kind {
    /// How far into `text` a value of this kind can reach that begins with it: longer values are refused without a
    /// look at them. Otherwise a long sentence would take time that grows with the square of its length.
    pub(super) fn reach(self, text: &str) -> usize {
        let longest = match self {
            Kind::Remark => return first_weighty(text).unwrap_or(text.len()),
            Kind::Set => reach_of_list(text, "or", &|item| set_item(item).is_some())
                .max(reach_of_list(text, "and", &|item| set_item(item).is_some())),
            Kind::Numbers => reach_of_list(text, "or", &|item| number_item(item).is_some()),
            Kind::Sources => reach_of_list(text, "and", &|item| sources(item).is_some()),
            Kind::Emitted => reach_of_list(text, "and", &|item| emitted(item).is_some()),
            Kind::Sequence => reach_of_list(text, "and", &|item| char(item).is_some()),
            Kind::States => reach_of_list(text, "or", &|item| state_item(item).is_some()),
            Kind::QuotedList => 4 * LONGEST_VALUE,
            Kind::Char
            | Kind::State
            | Kind::Code
            | Kind::Field
            | Kind::Source
            | Kind::Quoted
            | Kind::Number
            | Kind::Models
            | Kind::Tag
            | Kind::Count => LONGEST_VALUE,
        };
        longest.min(text.len())
    }
}

/// The longest value that is no list, in bytes.
const LONGEST_VALUE: usize = 160;

/// How far a list can reach: to the end of the first item that is none.
fn reach_of_list(text: &str, joiner: &str, is_item: &dyn Fn(&str) -> bool) -> usize {
    let last = format!(" {joiner} ");
    let mut start = 0;
    loop {
        let rest = &text[start..];
        let next = [rest.find(", "), rest.find(&last)].into_iter().flatten();
        let Some(end) = next.min() else {
            return text.len();
        };
        let is_joiner = rest[end..].strip_prefix(',').unwrap_or(&rest[end..]);
        let item = &rest[..end];
        if !item.is_empty() && !is_item(item) {
            return start + end;
        }
        start += match is_joiner.starts_with(&last) {
            true => rest.len() - is_joiner.len() + last.len(),
            false => end + ", ".len(),
        };
    }
}

/// Whether the values of one rule agree: a count and a sequence have to match their string.
pub(super) fn agree(fillings: &[(Kind, Vec<String>)]) -> bool {
    let value = |wanted: Kind| {
        let found = fillings.iter().find(|(kind, _)| *kind == wanted)?;
        found.1.first()
    };
    let Some(quoted) = value(Kind::Quoted) else {
        return true;
    };
    let length = Quoted::parse(quoted).map_or(0, |text| text.0.chars().count());
    value(Kind::Count).is_none_or(|count| *count == length.to_string())
        && value(Kind::Sequence).is_none_or(|sequence| sequence == quoted)
}

fn count(text: &str) -> Option<String> {
    const WORDS: [&str; 8] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    let at = WORDS.iter().position(|word| *word == text)?;
    Some((at + 2).to_string())
}

fn sequence(text: &str) -> Option<String> {
    let parts = split(text, "and").into_iter();
    let chars = parts.map(|part| char::from_u32(Char::parse(part)?.0));
    Some(Quoted(chars.collect::<Option<String>>()?).to_string())
}

/// An introduction may contain any words that neither negate nor demand.
fn remark(text: &str) -> bool {
    first_weighty(text).is_none()
}

/// The place of the first word that negates or demands.
fn first_weighty(text: &str) -> Option<usize> {
    const WEIGHTY: [&str; 14] = [
        "not", "no", "never", "must", "instead", "unless", "except", "without", "cannot", "should",
        "shall", "only", "don't", "doesn't",
    ];
    let between = |c: char| !c.is_alphanumeric() && c != '\'';
    let mut start = 0;
    for piece in text.split_inclusive(between) {
        let word = piece.trim_end_matches(between);
        if WEIGHTY.iter().any(|heavy| heavy.eq_ignore_ascii_case(word)) {
            return Some(start);
        }
        start += piece.len();
    }
    None
}

/// A code point that [`super::normalise`] has respelt.
pub(super) fn char(text: &str) -> Option<String> {
    let end = text.find(' ').unwrap_or(text.len());
    let code = u32::from_str_radix(text.strip_prefix("U+")?.get(..end - 2)?, 16).ok()?;
    (Char(code).to_string() == text).then(|| text.to_owned())
}

fn state(text: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '(' | ')');
    // `in the<b>data</b> state` is the name of no state.
    let fits = text.len() < 60
        && !text.starts_with("the")
        && text.matches('(').count() == text.matches(')').count()
        && text.chars().all(plain)
        && !text
            .split(' ')
            .any(|word| matches!(word, "state" | "states" | "the" | "return" | "not"));
    fits.then(|| super::normalise::uncapitalise(text))
}

/// States joined by commas and "or", each perhaps followed by the word "state".
fn states(text: &str) -> Option<Vec<String>> {
    let parts = split(text, "or");
    parts.into_iter().map(state_item).collect()
}

fn state_item(text: &str) -> Option<String> {
    let text = text.strip_prefix("the ").unwrap_or(text);
    let bare = [" state", " states"]
        .iter()
        .find_map(|end| text.strip_suffix(end));
    state(bare.unwrap_or(text))
}

fn code(text: &str) -> Option<String> {
    let fits = text.contains('-')
        && !text.starts_with('-')
        && !text.ends_with('-')
        && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    fits.then(|| text.to_owned())
}

fn field(text: &str) -> Option<String> {
    let found = match text {
        "the current tag token's tag name" | "its tag name" => "the current tag token's tag name",
        "the current attribute's name" | "that attribute's name" => "the current attribute's name",
        "the current attribute's value" | "that attribute's value" => {
            "the current attribute's value"
        }
        "the comment token's data" | "the current comment token's data" => {
            "the current comment token's data"
        }
        "the current DOCTYPE token's name" | "the DOCTYPE token's name" | "the token's name" => {
            "the current DOCTYPE token's name"
        }
        "the current DOCTYPE token's public identifier"
        | "the DOCTYPE token's public identifier" => {
            "the current DOCTYPE token's public identifier"
        }
        "the current DOCTYPE token's system identifier"
        | "the DOCTYPE token's system identifier" => {
            "the current DOCTYPE token's system identifier"
        }
        "the current processing instruction token's data"
        | "the processing instruction token's data" => {
            "the current processing instruction token's data"
        }
        "the temporary buffer" => "the temporary buffer",
        _ => return None,
    };
    Some(found.to_owned())
}

fn source(text: &str) -> Option<String> {
    let found = match text {
        "the current input character" => "the current input character",
        "the lowercase version of the current input character" => {
            "the lowercase of the current input character"
        }
        "the uppercase version of the current input character" => {
            "the uppercase of the current input character"
        }
        "the empty string" => "the empty string",
        "each character in the temporary buffer" => "each character in the temporary buffer",
        "a code point equal to the character reference code"
        | "the Unicode character with code point equal to the character reference code" => {
            "a code point equal to the character reference code"
        }
        _ => return one_char(text, &["", " character"]),
    };
    Some(found.to_owned())
}

/// `a U+FFFD character`, with one of these words after it.
fn one_char(text: &str, after: &[&str]) -> Option<String> {
    let text = ["a ", "an ", "the ", ""]
        .iter()
        .find_map(|article| text.strip_prefix(article))?;
    after
        .iter()
        .filter_map(|word| text.strip_suffix(word))
        .find_map(char)
}

/// `two U+002D (-) characters`
fn two_chars(text: &str, after: &[&str]) -> Option<Vec<String>> {
    let text = text.strip_prefix("two ")?;
    let found = after
        .iter()
        .filter_map(|word| text.strip_suffix(word))
        .find_map(char)?;
    Some(vec![found.clone(), found])
}

fn sources(text: &str) -> Option<Vec<String>> {
    two_chars(text, &[" characters", ""]).or_else(|| source(text).map(|found| vec![found]))
}

fn emitted(text: &str) -> Option<Vec<String>> {
    const TOKEN: [&str; 3] = [" character token", " token", ""];
    let found = match text {
        "an end-of-file token" | "the end-of-file token" => "an end-of-file token",
        "the current input character as a character token"
        | "the current input character as character token"
        | "the current input character" => "the current input character",
        "a character token for each of the characters in the temporary buffer"
        | "each of the characters in the temporary buffer as a character token" => {
            "each character in the temporary buffer"
        }
        "the character token that was returned"
        | "the character tokens that were returned"
        | "the returned character tokens" => "the returned characters",
        _ => {
            return two_chars(text, &[" character tokens", " characters", " tokens"])
                .or_else(|| one_char(text, &TOKEN).map(|found| vec![found]));
        }
    };
    Some(vec![found.to_owned()])
}

/// The items of `a, b, and c`, each read by `read`.
fn list(text: &str, read: &dyn Fn(&str) -> Option<Vec<String>>) -> Option<Vec<String>> {
    if let Some(found) = read(text) {
        return Some(found);
    }
    let parts = split(text, "and");
    if parts.len() < 2 {
        return None;
    }
    let read: Option<Vec<Vec<String>>> = parts.into_iter().map(read).collect();
    read.map(|items| items.concat())
}

/// Splits `a, b, and c` and `a and b`.
fn split<'a>(text: &'a str, joiner: &str) -> Vec<&'a str> {
    let last = format!(" {joiner} ");
    let oxford = format!(",{last}");
    text.split(&*oxford)
        .flat_map(|part| part.split(&*last))
        .flat_map(|part| part.split(", "))
        .collect()
}

fn quoted(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    // A section may print a backslash as it is; one that this project wrote has the escapes of the tables.
    let verbatim = || (!inner.contains('"')).then(|| Quoted(inner.to_owned()));
    let read = Quoted::parse(text).or_else(verbatim)?;
    let fits = !inner.is_empty() && inner.len() < 20;
    fits.then(|| read.to_string())
}

/// A range of characters: `U+0030 (0) to U+0039 (9)`, as a class where it is one.
fn range(text: &str) -> Option<String> {
    let (first, last) = text
        .split_once(", through to ")
        .or_else(|| text.split_once(" through to "))
        .or_else(|| text.split_once(" through "))
        .or_else(|| text.split_once(" to "))?;
    let found = match (char(first)?.as_str(), char(last)?.as_str()) {
        ("U+0030 (0)", "U+0039 (9)") => "ASCII digit".to_owned(),
        ("U+0041 (A)", "U+005A (Z)") => "ASCII upper alpha".to_owned(),
        ("U+0061 (a)", "U+007A (z)") => "ASCII lower alpha".to_owned(),
        (first, last) => format!("{first} to {last}"),
    };
    Some(found)
}

/// A character, a range or a class, with its article.
pub(super) fn member(text: &str) -> Option<String> {
    one_char(text, &[" character", ""])
        .or_else(|| range(text))
        .or_else(|| {
            let text = ["a ", "an "]
                .iter()
                .find_map(|a| text.strip_prefix(a))
                .unwrap_or(text);
            class(text).map(str::to_owned)
        })
        .or_else(|| (text == "EOF").then(|| text.to_owned()))
}

fn set(text: &str) -> Option<String> {
    let text = text.strip_prefix("either ").unwrap_or(text);
    let joiner = if text.contains(" or ") { "or" } else { "and" };
    let parts: Option<Vec<String>> = split(text, joiner).into_iter().map(set_item).collect();
    parts.map(|parts| parts.join(" or "))
}

fn set_item(text: &str) -> Option<String> {
    let text = text.strip_prefix("either ").unwrap_or(text);
    member(text.strip_prefix("in the range ").unwrap_or(text))
}

/// `zero`, `0x0D`, `16`
fn number(text: &str) -> Option<String> {
    if let Some(hex) = text.strip_prefix("0x") {
        let value = u32::from_str_radix(hex, 16).ok()?;
        return Some(format!("0x{value:04X}"));
    }
    let text = text.strip_suffix(" (0)").unwrap_or(text);
    match text {
        "zero" => Some("0".to_owned()),
        _ => text.parse::<u32>().ok().map(|value| value.to_string()),
    }
}

/// Numbers that the character reference code is compared with. Three or more become several
/// conditions, as the tables have them: ranges by their number of digits, single numbers two planes
/// at a time.
fn numbers(text: &str) -> Option<Vec<String>> {
    let text = text.strip_prefix("either ").unwrap_or(text);
    let mut found = Vec::new();
    for part in split(text, "or") {
        found.push(number_item(part)?);
    }
    if found.len() < 3 {
        return Some(vec![found.join(" or ")]);
    }
    let mut lines: Vec<(String, String)> = Vec::new();
    for number in found {
        let group = group(&number);
        match lines.last_mut() {
            Some((last, line)) if *last == group => {
                line.push_str(" or ");
                line.push_str(&number);
            }
            _ => lines.push((group, number)),
        }
    }
    Some(lines.into_iter().map(|(_, line)| line).collect())
}

fn number_item(text: &str) -> Option<String> {
    let text = text.strip_prefix("either ").unwrap_or(text);
    let mut text = text.strip_prefix("is ").unwrap_or(text);
    for lead in ["in the range ", "one of ", "in the ranges "] {
        text = text.strip_prefix(lead).unwrap_or(text);
    }
    number_range(text)
}

fn group(number: &str) -> String {
    if let Some((first, _)) = number.split_once(" to ") {
        return format!("ranges of {}", first.len());
    }
    let value = number
        .strip_prefix("0x")
        .and_then(|hex| u32::from_str_radix(hex, 16).ok());
    value.map_or_else(
        || number.to_owned(),
        |value| format!("planes {}", (value >> 16).div_ceil(2)),
    )
}

fn number_range(text: &str) -> Option<String> {
    let hex = |text: &str| {
        let value = u32::from_str_radix(text.strip_prefix("0x")?, 16).ok()?;
        Some(format!("0x{value:02X}"))
    };
    for lead in ["greater than ", "higher than "] {
        if let Some(limit) = text.strip_prefix(lead) {
            return hex(limit).map(|limit| format!("greater than {limit}"));
        }
    }
    if text == "zero" {
        return Some("0x00".to_owned());
    }
    if let Some((first, last)) = text.split_once(" to ") {
        return Some(format!("{} to {}", hex(first)?, hex(last)?));
    }
    let named = text.strip_prefix("a ").and_then(class);
    let known = [Class::Surrogate, Class::Noncharacter, Class::Control];
    if let Some(name) = named
        && known.iter().any(|class| class.to_string() == name)
    {
        return Some(format!("a {name}"));
    }
    hex(text)
}

fn models(text: &str) -> Option<String> {
    for all_but in [
        "a state other than ",
        "any state other than ",
        "anything other than ",
    ] {
        if let Some(rest) = text.strip_prefix(all_but) {
            let excepted = models(rest)?;
            let excepted: Vec<&str> = excepted.split(" or ").collect();
            let kept = ["PCDATA", "RCDATA", "CDATA", "PLAINTEXT"].into_iter();
            let kept: Vec<&str> = kept.filter(|model| !excepted.contains(model)).collect();
            return (!kept.is_empty()).then(|| kept.join(" or "));
        }
    }
    let text = text.strip_prefix("either ").unwrap_or(text);
    let text = text.strip_prefix("one of ").unwrap_or(text);
    let parts: Option<Vec<&str>> = text
        .split(" or ")
        .map(|part| {
            let part = part.strip_prefix("the ").unwrap_or(part);
            part.strip_suffix(" states")
                .or_else(|| part.strip_suffix(" state"))
        })
        .collect();
    // Only the last of `the RCDATA or CDATA states` has to carry the word.
    let parts = parts.or_else(|| {
        let text = text.strip_prefix("the ")?;
        let text = text
            .strip_suffix(" states")
            .or_else(|| text.strip_suffix(" state"))?;
        Some(text.split(" or ").collect())
    })?;
    let known = |part: &str| match part {
        "PCDATA" | "RCDATA" | "CDATA" | "PLAINTEXT" => Some(part.to_owned()),
        // The name of CDATA in some months of 2009.
        "RAWTEXT" => Some("CDATA".to_owned()),
        _ => None,
    };
    let parts: Option<Vec<String>> = parts.into_iter().map(known).collect();
    parts.map(|parts| parts.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::Kind;

    /// A value of a kind, and what can follow it in a sentence.
    const VALUES: [(Kind, &str, &str); 11] = [
        (Kind::Char, "U+003C (<)", ", and then stop"),
        (
            Kind::Set,
            "either U+0041 (A) to U+005A (Z), U+002C (,), or EOF",
            ", or if it is not",
        ),
        (
            Kind::Set,
            "U+0041 (A) and ASCII digit",
            " and switch to the data state",
        ),
        (
            Kind::Numbers,
            "in the range 0x0001 to 0x0008, 0x000E to 0x001F, or is 0xFFFE",
            ", then stop",
        ),
        (
            Kind::Sources,
            "two U+002D (-) characters, a U+0021 (!) character, and the current input character",
            " to the comment token's data and stop",
        ),
        (
            Kind::Emitted,
            "a U+003C (<) character token and the current input character as a character token",
            ", and reconsume it",
        ),
        (Kind::Sequence, "U+002D (-), U+002D (-)", ", consume them"),
        (
            Kind::States,
            "the data state, RCDATA state, or the script data state",
            " or it is not",
        ),
        (Kind::QuotedList, "\"a\" or \"b, c\"", " and stop"),
        (Kind::Models, "the RCDATA or CDATA states", " and stop"),
        (Kind::Remark, "this is so, and that is", ", if it is not so"),
    ];

    #[test]
    fn no_value_is_longer_than_its_kind_can_reach() {
        for (kind, value, after) in VALUES {
            assert!(kind.read(value).is_some(), "{value}");
            let reach = kind.reach(&format!("{value}{after}"));
            assert!(reach >= value.len(), "{value}: {reach}");
            assert_eq!(kind.reach(value), value.len(), "{value}");
        }
    }

    #[test]
    fn a_list_reaches_to_the_first_item_that_is_none() {
        let sentence = "a U+003C (<) token, the moon, and a U+003E (>) token";
        let reach = Kind::Emitted.reach(sentence);
        assert_eq!(&sentence[..reach], "a U+003C (<) token, the moon");
    }
}
