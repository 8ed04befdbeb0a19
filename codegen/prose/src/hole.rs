//! The kinds of holes in rules, and the spelling of their values in the tables.
//!
//! A kind is either a list of names that the table of values has, which the writer uses backwards, or a notation with
//! numbers and lists in it, which is code. A kind also says how long a value can be before anything of it is read:
//! patterns try every end of a hole, and a sentence of nonsense would take time that grows with the square of its length.

use super::pattern::Pattern;
use super::prefix::{after, before, between, without};
use super::rules::{Rule, VALUES};
use super::trees;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use tokenwright_tables::grammar::{Char, Quoted};

/// Declares kinds of holes, each with its name in the rules.
macro_rules! kinds {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $of:ident { $($(#[$doc:meta])* $kind:ident = $name:literal,)+ }
        $(or { $(#[$inner_doc:meta])* $outer:ident($inner:ty) })?
    ) => {
        $(#[$attribute])*
        $visibility enum $of {
            $($(#[$doc])* $kind,)+
            $($(#[$inner_doc])* $outer($inner),)?
        }

        impl $of {
            /// The kind with this name in the rules.
            $visibility fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some($of::$kind),)+
                    _ => None $( .or_else(|| Some($of::$outer(<$inner>::named(name)?))) )?,
                }
            }
        }
    };
}

pub(super) use kinds;

kinds! {
    /// The kind of a hole.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub(super) enum Kind {
        /// `a U+003C (<)`
        Char = "char",
        /// The name of a state, without the word "state".
        State = "state",
        /// The name of an error.
        Code = "code",
        /// A string that steps build up: `the comment token's data`.
        Field = "field",
        /// One string that is assigned: `the lowercase version of the current input character`.
        Source = "source",
        /// Strings that are appended, one or a list.
        Sources = "sources",
        /// The operand of an emit step, one or a list.
        Emitted = "emitted",
        /// A string in quotation marks.
        Quoted = "quoted",
        /// Strings in quotation marks, joined by "or".
        QuotedList = "quoted-list",
        /// Characters or classes joined by "or": one of them.
        Set = "set",
        /// Characters or classes joined by "and" or "or": all of them.
        Members = "members",
        /// Numbers joined by commas and "or".
        Numbers = "numbers",
        /// A number.
        Number = "number",
        /// Values of the content model flag, joined by "or".
        Models = "models",
        /// States joined by "or".
        States = "states",
        /// How many characters a string has, in words.
        Count = "count",
        /// Characters in a row: their string.
        Sequence = "sequence",
        /// `a parse error`, perhaps with its name
        Error = "error",
        /// `parse errors`, perhaps with their name
        Errors = "errors",
        /// Classes of characters in the plural, joined by "and".
        Classes = "classes",
        /// Characters that are excepted, joined by "and".
        Excepted = "excepted",
        /// Characters and ranges of the input stream.
        Ranges = "ranges",
        /// What is left: `this state`, `the attribute name state`
        Place = "place",
        /// Words of an introduction: no negation, obligation or exception.
        Remark = "remark",
    } or {
        /// A hole of the rules for trees.
        Tree(trees::Hole)
    }
}

impl Kind {
    /// The values in the tables' spelling; `None` where `text` is not of this kind.
    pub(super) fn read(self, text: &str) -> Option<Vec<String>> {
        let one = match self {
            Kind::Tree(kind) => return kind.read(text),
            Kind::Sources => return list(text, &sources),
            Kind::Emitted => return list(text, &emitted),
            Kind::QuotedList => return text.split(" or ").map(quoted).collect(),
            Kind::Numbers => return numbers(text),
            Kind::States => return split(text, "or").into_iter().map(state_item).collect(),
            Kind::Classes => return list(text, &|item| Some(vec![class(item)?])),
            Kind::Ranges => return ranges(text),
            Kind::Char => char(text),
            Kind::State => state(text),
            Kind::Code => code(text),
            Kind::Field => named("field", text),
            Kind::Source => source(text),
            Kind::Quoted => quoted(text),
            Kind::Set => set(text, "or"),
            Kind::Members => members(text),
            Kind::Excepted => members(text.strip_suffix(" characters").unwrap_or(text)),
            Kind::Number => number(text),
            Kind::Models => models(text),
            Kind::Count => count(text),
            Kind::Sequence => sequence(text),
            Kind::Error => after(text, &["a ", "an "]).and_then(error),
            Kind::Errors => error(text.strip_suffix('s')?),
            Kind::Place => place(text),
            Kind::Remark => first_weighty(text).is_none().then(|| text.to_owned()),
        };
        one.map(|value| vec![value])
    }

    /// How far into `text` a value of this kind can reach that begins with it: longer values are refused without a
    /// look at them. Otherwise a long sentence would take time that grows with the square of its length.
    pub(super) fn reach(self, text: &str) -> usize {
        let longest = match self {
            Kind::Tree(kind) => return kind.reach(text),
            Kind::Remark => return first_weighty(text).unwrap_or(text.len()),
            Kind::Set => reach_of_list(text, "or", &|item| set_item(item).is_some()),
            Kind::Members => reach_of_list(text, "or", &|item| set_item(item).is_some())
                .max(reach_of_list(text, "and", &|item| set_item(item).is_some())),
            Kind::Numbers => reach_of_list(text, "or", &|item| number_item(item).is_some()),
            Kind::Sources => reach_of_list(text, "and", &|item| sources(item).is_some()),
            Kind::Emitted => reach_of_list(text, "and", &|item| emitted(item).is_some()),
            Kind::Sequence => reach_of_list(text, "and", &|item| char(item).is_some()),
            Kind::States => reach_of_list(text, "or", &|item| state_item(item).is_some()),
            Kind::Ranges => text.len(),
            Kind::QuotedList => 4 * LONGEST_VALUE,
            _ => LONGEST_VALUE,
        };
        longest.min(text.len())
    }
}

/// The names of a table of values, by the kind and the words.
pub(super) struct Names(BTreeMap<&'static str, BTreeMap<String, &'static str>>);

impl Names {
    pub(super) fn of(values: &[Rule]) -> Self {
        let mut names: BTreeMap<&str, BTreeMap<String, &str>> = BTreeMap::new();
        for rule in values {
            let kind = names.entry(rule.name).or_default();
            let pattern = Pattern::new(rule.pattern);
            let texts = pattern.texts(&|_, _| Vec::new());
            kind.extend(texts.map(|text| (text, rule.means[0])));
        }
        Names(names)
    }

    /// What words name.
    pub(super) fn named(&self, kind: &str, text: &str) -> Option<String> {
        let name = self.0.get(kind)?.get(text)?;
        Some((*name).to_owned())
    }
}

static NAMES: LazyLock<Names> = LazyLock::new(|| Names::of(&VALUES));

fn named(kind: &str, text: &str) -> Option<String> {
    NAMES.named(kind, text)
}

/// The words of today for a value of the table.
pub(super) fn words(kind: &str, value: &str) -> Option<String> {
    let mut rules = VALUES.iter();
    let rule = rules.find(|rule| rule.name == kind && rule.means[0] == value)?;
    Pattern::new(rule.pattern).texts(&|_, _| Vec::new()).next()
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
    // `a th element`, and then `the tag name "th"`
    let local = value(Kind::Tree(trees::Hole::Local));
    let text = value(Kind::Tree(trees::Hole::Text));
    if let (Some(local), Some(text)) = (local, text)
        && *text != Quoted(local.clone()).to_string()
    {
        return false;
    }
    let Some(quoted) = value(Kind::Quoted) else {
        return true;
    };
    let length = Quoted::parse(quoted).map_or(0, |text| text.0.chars().count());
    value(Kind::Count).is_none_or(|count| *count == length.to_string())
        && value(Kind::Sequence).is_none_or(|sequence| sequence == quoted)
}

fn sequence(text: &str) -> Option<String> {
    let parts = split(text, "and").into_iter();
    let chars = parts.map(|part| char::from_u32(Char::parse(part)?.0));
    Some(Quoted(chars.collect::<Option<String>>()?).to_string())
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

fn state_item(text: &str) -> Option<String> {
    let text = without(text, &["the "]);
    state(before(text, &[" state", " states"]).unwrap_or(text))
}

fn code(text: &str) -> Option<String> {
    let fits = text.contains('-')
        && !text.starts_with('-')
        && !text.ends_with('-')
        && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    fits.then(|| text.to_owned())
}

fn source(text: &str) -> Option<String> {
    named("source", text).or_else(|| one_char(text, &["", " character"]))
}

/// `parse error`, `eof-in-tag parse error`
fn error(text: &str) -> Option<String> {
    if text == "parse error" {
        return Some(text.to_owned());
    }
    let code = code(text.strip_suffix(" parse error")?)?;
    Some(format!("parse error: {code}"))
}

fn place(text: &str) -> Option<String> {
    let state = between(text, "the ", " state").and_then(self::state);
    let state = state.map(|name| format!("the {name} state"));
    state.or_else(|| (text == "this state").then(|| text.to_owned()))
}

/// `a U+FFFD character`, with one of these words after it.
fn one_char(text: &str, words: &[&str]) -> Option<String> {
    char_before(without(text, &["a ", "an ", "the "]), words)
}

/// The code point before one of these words.
fn char_before(text: &str, words: &[&str]) -> Option<String> {
    let mut bare = words.iter().filter_map(|word| text.strip_suffix(word));
    bare.find_map(char)
}

/// `two U+002D (-) characters`
fn two_chars(text: &str, words: &[&str]) -> Option<Vec<String>> {
    let found = char_before(text.strip_prefix("two ")?, words)?;
    Some(vec![found.clone(), found])
}

fn sources(text: &str) -> Option<Vec<String>> {
    two_chars(text, &[" characters", ""]).or_else(|| source(text).map(|found| vec![found]))
}

fn emitted(text: &str) -> Option<Vec<String>> {
    const TOKEN: [&str; 3] = [" character token", " token", ""];
    let one = || {
        let of = without(text, &["a character token for "]);
        named("emitted", text).or_else(|| one_char(of, &TOKEN))
    };
    two_chars(text, &[" character tokens", " characters", " tokens"])
        .or_else(|| one().map(|found| vec![found]))
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

/// `a`, `a or b`, `a, b, or c`
pub(super) fn joined(items: &[impl AsRef<str>], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [one, two] => format!("{} {word} {}", one.as_ref(), two.as_ref()),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{}, {word} {}", first.join(", "), last.as_ref())
        }
    }
}

fn quoted(text: &str) -> Option<String> {
    let inner = between(text, "\"", "\"")?;
    // A section may print a backslash as it is; one that this project wrote has the escapes of the tables.
    let verbatim = || (!inner.contains('"')).then(|| Quoted(inner.to_owned()));
    let read = Quoted::parse(text).or_else(verbatim)?;
    let fits = !inner.is_empty() && inner.len() < 20;
    fits.then(|| read.to_string())
}

/// A range of characters: `U+0030 (0) to U+0039 (9)`, as a class where it is one.
fn range(text: &str) -> Option<String> {
    let mut joiners = [", through to ", " through to ", " through ", " to "].iter();
    let (first, last) = joiners.find_map(|joiner| text.split_once(joiner))?;
    let range = format!("{} to {}", char(first)?, char(last)?);
    named("range", &range).or(Some(range))
}

/// The name that tables use for a class, by any of its names over the years.
fn class(text: &str) -> Option<String> {
    let bare = before(text, &[" characters", " character"]);
    named("class", bare.unwrap_or(text))
}

/// A character, a range or a class, with its article.
pub(super) fn member(text: &str) -> Option<String> {
    one_char(text, &[" character", ""])
        .or_else(|| range(text))
        .or_else(|| class(without(text, &["a ", "an "])))
        .or_else(|| (text == "EOF").then(|| text.to_owned()))
}

/// `U+0001 to U+0008, U+FDD0 to U+FDEF, and characters U+000B, U+FFFE and U+FFFF`
fn ranges(text: &str) -> Option<Vec<String>> {
    let text = text.replace(" and characters ", " ");
    let text = text.replace("and characters ", "");
    let parts = text.split(", ").flat_map(|part| part.split(" and "));
    let parts = parts.map(|part| without(part, &["and "]).trim_end_matches(','));
    parts.filter(|part| !part.is_empty()).map(member).collect()
}

fn members(text: &str) -> Option<String> {
    set(text, if text.contains(" or ") { "or" } else { "and" })
}

fn set(text: &str, joiner: &str) -> Option<String> {
    let text = without(text, &["either "]);
    let parts: Option<Vec<String>> = split(text, joiner).into_iter().map(set_item).collect();
    parts.map(|parts| parts.join(" or "))
}

fn set_item(text: &str) -> Option<String> {
    member(without(without(text, &["either "]), &["in the range "]))
}

/// `zero`, `0x0D`, `16`
fn number(text: &str) -> Option<String> {
    if text.starts_with("0x") {
        return value(text).map(|value| format!("0x{value:04X}"));
    }
    let plain = text.strip_suffix(" (0)").unwrap_or(text);
    value(plain).map(|value| value.to_string())
}

/// The value of a number in words, decimal digits, or hexadecimal digits after `0x`.
fn value(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None if text == "zero" => Some(0),
        None => text.parse().ok(),
    }
}

/// Numbers that the character reference code is compared with. Three or more become several
/// conditions, as the tables have them: ranges by their number of digits, single numbers two planes
/// at a time.
fn numbers(text: &str) -> Option<Vec<String>> {
    let parts = split(without(text, &["either "]), "or").into_iter();
    let found: Vec<String> = parts.map(number_item).collect::<Option<_>>()?;
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
    let leads = [
        "either ", "is ", "in the range ", "one of ", "in the ranges ",
    ];
    number_range(leads.iter().fold(text, |text, lead| without(text, &[lead])))
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

/// The words of comparison with a number that has to be less.
const GREATER: [&str; 4] = [
    "greater than ", "higher than ", "more than ", "larger than ",
];

fn number_range(text: &str) -> Option<String> {
    // `128 to 159 (0x80 to 0x9F)`: both have to be the same.
    if let Some((said, again)) = text
        .strip_suffix(')')
        .and_then(|text| text.split_once(" ("))
    {
        let said = number_range(said)?;
        return (number_range(again)? == said).then_some(said);
    }
    let hex = |text: &str| value(text).map(|value| format!("0x{value:02X}"));
    if let Some(limit) = after(text, &GREATER) {
        return hex(limit).map(|limit| format!("greater than {limit}"));
    }
    if let Some((first, last)) = text.split_once(" to ") {
        return Some(format!("{} to {}", hex(first)?, hex(last)?));
    }
    let class = text.strip_prefix("a ").and_then(class);
    let known = ["surrogate", "noncharacter", "control"];
    let class = class.filter(|class| known.contains(&class.as_str()));
    class
        .map(|class| format!("a {class}"))
        .or_else(|| hex(text))
}

/// `two`, `2`: how many characters, as a number.
fn count(text: &str) -> Option<String> {
    let digit = || text.parse::<u32>().ok().filter(|value| *value < 10);
    named("count", text).or_else(|| digit().map(|value| value.to_string()))
}

fn models(text: &str) -> Option<String> {
    let others = [
        "a state other than ",
        "any state other than ",
        "anything other than ",
    ];
    if let Some(rest) = after(text, &others) {
        let excepted = models(rest)?;
        let excepted: Vec<&str> = excepted.split(" or ").collect();
        let all = VALUES.iter().filter(|rule| rule.name == "model");
        let kept = all
            .map(|rule| rule.means[0])
            .filter(|model| !excepted.contains(model));
        let kept = kept.collect::<Vec<_>>().join(" or ");
        return (!kept.is_empty()).then_some(kept);
    }
    let text = without(without(text, &["either "]), &["one of "]);
    let each = text.split(" or ").map(|part| {
        let part = without(part, &["the "]);
        named(
            "model",
            before(part, &[" states", " state"]).unwrap_or(part),
        )
    });
    Some(each.collect::<Option<Vec<String>>>()?.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::Kind;
    use crate::cases::cases;

    #[test]
    fn no_value_is_longer_than_its_kind_can_reach() {
        for [kind, value, after] in cases("values, and what follows them") {
            let kind = Kind::named(kind).expect("a kind");
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
