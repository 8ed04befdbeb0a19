//! The kinds of holes in the rules for trees, and the spelling of their values in the tables.
//!
//! Most kinds are names that the table of values has. Sets of elements are code, as pages write them in many ways: with one
//! article or several, by names of tags in quotation marks, with the namespace before or after. The tables have one.

use super::rules::VALUES;
use crate::hole::{Names, joined, kinds};
use crate::prefix::{after, between, without};
use std::sync::LazyLock;
use tokenwright_tables::grammar::{Char, Quoted};
use tokenwright_tables::tree::grammar::{ElementType, Elements, Namespace};

kinds! {
    /// The kind of a hole.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub(crate) enum Kind {
        /// `a td or th element`, or a node
        Elements = "elements",
        /// The type of one element: `p`, `SVG script`
        Element = "element",
        /// None of some elements: `no td or th element`, `neither a td nor a th element`
        Neither = "neither",
        /// The name of the token, as what an element has: `with the same tag name as the token`
        Same = "same",
        /// A node, a token or a place: `the current node`
        Node = "node",
        /// The name of a variable.
        Variable = "variable",
        /// `"in body"`
        Text = "text",
        /// `"open" or "closed"`
        Texts = "texts",
        /// Texts in quotation marks with commas between them, one value for each.
        Names = "names",
        /// Characters: `U+0000 (NULL)`, or a class that a list makes up.
        Characters = "characters",
        /// `in scope`, without the "in"
        Scope = "scope",
        /// `is`, `is not`
        Is = "is",
        /// `has`, `does not have`
        Has = "has",
        /// `was`, `was not`
        Was = "was",
        /// `HTML`, `MathML` or `SVG`
        Namespace = "namespace",
        /// A mode of scripting.
        Scripting = "scripting",
        /// A kind of token: `a comment token`
        Token = "token",
        /// Kinds of tokens, one value for each.
        Tokens = "tokens",
        /// A decimal number.
        Count = "tally",
        /// The local name of an element.
        Local = "local",
        /// The number of a step of a list, as its label: `stepTwo`
        Step = "step",
        /// The label of a step.
        Label = "label",
        /// Names of tags in quotation marks, as elements: `an h1 or h2 element`
        Tags = "tags",
        /// Types of elements, one value for each: `HTML's address and applet; and MathML mi`
        Types = "types",
        /// The name of an attribute, without quotation marks.
        Attribute = "attribute",
    }
}

impl Kind {
    /// The values in the tables' spelling; `None` where `text` is not of this kind.
    pub(crate) fn read(self, text: &str) -> Option<Vec<String>> {
        let one = match self {
            Kind::Names => return names(text),
            Kind::Characters => return characters(text),
            Kind::Types => return listed_types(text),
            Kind::Tokens => return items(text).map(|it| named("token", it)).collect(),
            Kind::Tags => tags(text).map(|types| of_types(&types)),
            Kind::Elements => elements(text),
            Kind::Element => element(text).map(|element| element.to_string()),
            Kind::Neither => neither(text),
            Kind::Same => named("same", text),
            Kind::Node => node(text),
            Kind::Variable => named("variable", text),
            Kind::Text => quoted(text).map(|text| text.to_string()),
            Kind::Texts => texts(text),
            Kind::Scope => named("scope", text),
            Kind::Is => named("is", text),
            Kind::Has => named("has", text),
            Kind::Was => named("was", text),
            Kind::Namespace => namespace(text).map(|it| it.to_string()),
            Kind::Scripting => named("scripting", text),
            Kind::Token => named("token", text),
            Kind::Count => named("tally", text).or_else(|| number(text)),
            Kind::Attribute => attribute(text),
            Kind::Step => text.parse().ok().and_then(step).map(str::to_owned),
            Kind::Label => label(text),
            Kind::Local => local(text).then(|| text.to_owned()),
        };
        one.map(|value| vec![value])
    }

    /// How far into `text` a value of this kind can reach.
    pub(crate) fn reach(self, text: &str) -> usize {
        let longest = match self {
            Kind::Elements
            | Kind::Neither
            | Kind::Names
            | Kind::Characters
            | Kind::Types
            | Kind::Tags => text.len(),
            Kind::Texts => LONGEST_LIST,
            _ => LONGEST,
        };
        longest.min(text.len())
    }
}

/// The longest value that is no list, in bytes.
const LONGEST: usize = 120;

/// The longest list of texts that a condition compares with, in bytes.
const LONGEST_LIST: usize = 400;

/// The names of things that the table of values has, by the kind and the words.
static NAMES: LazyLock<Names> = LazyLock::new(|| Names::of(&VALUES));

fn named(kind: &str, text: &str) -> Option<String> {
    NAMES.named(kind, text)
}

fn number(text: &str) -> Option<String> {
    let value: u32 = text.parse().ok()?;
    (value.to_string() == text).then(|| text.to_owned())
}

/// A text in quotation marks.
fn quoted(text: &str) -> Option<Quoted> {
    let inner = between(text, "\"", "\"")?;
    (!inner.contains('"')).then(|| Quoted(inner.to_owned()))
}

/// The items of `a`, `a or b`, `a, b, or c`.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix("either ").unwrap_or(text);
    let parts = text.split(", ");
    parts.flat_map(|part| {
        let part = part.strip_prefix("or ").unwrap_or(part);
        part.split(" or ")
    })
}

fn texts(text: &str) -> Option<String> {
    let all = items(text).map(|text| Some(quoted(text)?.to_string()));
    Some(joined(&all.collect::<Option<Vec<_>>>()?, "or"))
}

fn names(text: &str) -> Option<Vec<String>> {
    let all = items(text).map(|part| {
        let part = part.strip_prefix("and ").unwrap_or(part);
        quoted(part).map(|name| name.0)
    });
    all.collect()
}

/// Characters of a row, one value for each, or the class that a list makes up.
fn characters(text: &str) -> Option<Vec<String>> {
    let text = without(without(text, &["one of "]), &["one of "]);
    if text == "ASCII whitespace" {
        return Some(vec![text.to_owned()]);
    }
    let chars: Option<Vec<u32>> = items(text)
        .map(|item| Some(Char::parse(&crate::hole::char(item.trim_start_matches("a "))?)?.0))
        .collect();
    let mut chars = chars?;
    chars.sort_unstable();
    // CR never reaches the tree, so pages list it or not.
    let is_whitespace =
        chars == [0x09, 0x0A, 0x0C, 0x0D, 0x20] || chars == [0x09, 0x0A, 0x0C, 0x20];
    Some(match is_whitespace {
        true => vec!["ASCII whitespace".to_owned()],
        false => chars
            .into_iter()
            .map(|char| Char(char).to_string())
            .collect(),
    })
}

fn namespace(text: &str) -> Option<Namespace> {
    let mut all = Namespace::ALL.iter();
    all.find(|(_, name)| *name == text)
        .map(|(namespace, _)| *namespace)
}

/// Whether this can be the local name of an element.
fn local(text: &str) -> bool {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    !text.is_empty() && text.chars().all(name)
}

/// The type of an element; `None` for words that no table has as a name.
fn element(text: &str) -> Option<ElementType> {
    // The first word of a sentence has lost its capital.
    let text = &text.replacen("mathML ", "MathML ", 1);
    let foreign = text.starts_with("MathML ") || text.starts_with("SVG ");
    let words = [
        "node", "the", "same", "new", "current", "html5", "that", "this", "foreign",
    ];
    let name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let plain = !text.is_empty() && text.chars().all(name) && !words.contains(&text.as_str());
    (foreign || plain)
        .then(|| ElementType::named(text))
        .flatten()
}

fn attribute(text: &str) -> Option<String> {
    let name = |c: char| c.is_ascii_lowercase() || matches!(c, ':' | '-');
    let text = text.trim_matches('"');
    let fits = text.len() > 1 && text.chars().all(name);
    fits.then(|| Quoted(text.to_owned()).to_string())
}

/// The label of a step of a list, by its number from 1; the lists of pages to whose steps others jump are not longer.
pub(super) fn step(number: usize) -> Option<&'static str> {
    const LABELS: [&str; 12] = [
        "stepOne", "stepTwo", "stepThree", "stepFour", "stepFive", "stepSix", "stepSeven",
        "stepEight", "stepNine", "stepTen", "stepEleven", "stepTwelve",
    ];
    LABELS.get(number.checked_sub(1)?).copied()
}

/// The label of a step: one or two words, which become one.
pub(super) fn label(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let is_word = |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
    if words.len() > 2 || !words.iter().all(is_word) {
        return None;
    }
    let (first, more) = words.split_first()?;
    let more = more.iter().map(|word| {
        let (letter, rest) = word.split_at(1);
        letter.to_ascii_uppercase() + rest
    });
    Some(std::iter::once((*first).to_owned()).chain(more).collect())
}

/// Elements: of types, of a namespace, with a name, or a node.
fn elements(text: &str) -> Option<String> {
    if let Some(same) = named("elements", text) {
        return Some(same);
    }
    for lead in ["an element in the ", "in the "] {
        if let Some(namespace) = between(text, lead, " namespace").and_then(namespace) {
            return Some(format!("an element in the {namespace} namespace"));
        }
    }
    if let Some((name, space)) = text
        .strip_suffix(" namespace")
        .and_then(|rest| rest.split_once(" element in the "))
    {
        let name = after(name, &["an ", "a "])?;
        let namespace = namespace(space)?;
        let name = name.to_owned();
        return local(&name).then(|| of_types(&[ElementType { namespace, name }]));
    }
    let leads = [
        "an HTML element whose tag name is ",
        "HTML elements whose tag name is ",
        "an HTML element with the tag name ",
    ];
    if let Some(rest) = after(text, &leads) {
        let rest = rest.strip_prefix("one of ").unwrap_or(rest);
        let variable = || Some(format!("an HTML element whose tag name is {}", node(rest)?));
        return tags(rest).map(|types| of_types(&types)).or_else(variable);
    }
    types(text)
        .map(|types| of_types(&types))
        .or_else(|| node(text))
}

/// The elements of which there is none.
fn neither(text: &str) -> Option<String> {
    if let Some(one) = text.strip_prefix("no ") {
        let bare = !one.contains(" or a");
        return elements(&format!("a {one}")).filter(|_| bare && one.ends_with(" element"));
    }
    let all = text.strip_prefix("neither ")?;
    let (_, last) = all.rsplit_once(" nor ")?;
    let is_list = !all.contains(" or ") && !last.contains(',');
    is_list
        .then(|| elements(&all.replace(", nor ", ", ").replace(" nor ", " or ")))
        .flatten()
}

/// The types of elements with these names in quotation marks.
fn tags(text: &str) -> Option<Vec<ElementType>> {
    let each = items(text).map(|item| ElementType::named(&quoted(item)?.0));
    each.collect()
}

/// Whose elements a part of a list has, and what comes before their names.
const OWNERS: [(&str, &str); 3] = [
    ("HTML's ", ""),
    ("MathML's ", "MathML "),
    ("SVG's ", "SVG "),
];

/// The types of a list of all of a kind: `HTML's address, applet, and xmp; MathML mi; and SVG desc`.
fn listed_types(text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for part in text.split("; ") {
        let part = part.strip_prefix("and ").unwrap_or(part);
        let mut owners = OWNERS.iter();
        let owned = owners.find_map(|(owner, of)| Some((*of, part.strip_prefix(owner)?)));
        let (of, part) = owned.unwrap_or(("", part));
        let items = part.split(", ").flat_map(|item| item.split(" and "));
        for item in items.flat_map(|item| item.split(" or ")) {
            let item = without(without(item, &["and "]), &["or "]);
            found.push(element(&format!("{of}{item}"))?.to_string());
        }
    }
    Some(found)
}

/// The types of `a td or th element`, `a td element or a th element`.
fn types(text: &str) -> Option<Vec<ElementType>> {
    let whole = text.strip_suffix(" element")?;
    let several = whole.contains(" or ") || whole.contains(", ");
    let mut any = Vec::new();
    for (at, item) in items(whole).enumerate() {
        let item = item.strip_suffix(" element").unwrap_or(item);
        let bare = after(item, &["a ", "an ", "the "]);
        if at == 0 && (bare.is_none() || !several && item.starts_with("the ")) {
            return None;
        }
        any.push(element(bare.unwrap_or(item))?);
    }
    Some(any)
}

/// Types of elements in the spelling of the tables.
pub(super) fn of_types(types: &[ElementType]) -> String {
    let an = types.first().is_some_and(begins_with_vowel);
    let any = types.to_vec();
    Elements::Types { an, any }.to_string()
}

/// Whether the name of an element, which is spelt or spoken, begins with a vowel.
fn begins_with_vowel(of: &ElementType) -> bool {
    let spoken = of.to_string();
    // H, L, M and R are spelt with a vowel first; U is not.
    let spelt = [
        "h1", "h2", "h3", "h4", "h5", "h6", "hr", "html", "li", "rb", "rp", "rt", "rtc",
    ];
    spoken.starts_with(['a', 'e', 'i', 'o'])
        || spelt.contains(&&*spoken)
        || spoken.starts_with("SVG ")
}

/// A node, by a name of the table of values, or a variable.
fn node(text: &str) -> Option<String> {
    named("node", text).or_else(|| named("variable", text))
}

#[cfg(test)]
mod tests {
    use super::Kind;
    use crate::cases::cases;

    #[test]
    fn elements_have_one_spelling() {
        for [text, spelt] in cases("elements, spelt") {
            assert_eq!(
                Kind::Elements.read(text),
                Some(vec![spelt.to_owned()]),
                "{text}"
            );
        }
        for text in ["the p element", "an element", "a new element", "p"] {
            assert_eq!(Kind::Elements.read(text), None, "{text}");
        }
    }
}
