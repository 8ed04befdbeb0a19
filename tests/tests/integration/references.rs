//! Character references alone: by the standard's rules, and as the tokenizer of each revision reads them.

use std::collections::BTreeMap;
use tokenwright::references::{Place, decode, lookup, names};
use tokenwright::revisions::Newest;
use tokenwright::{
    Next, Options, Revision, RevisionVisitor, Sink, Span, Tag, Tokenizer, revisions,
};
use tokenwright_tables::references::References;
use tokenwright_tests::effort::effort;
use tokenwright_tests::reference_inputs::sources;
use tokenwright_tests::tables;

/// Decodes by the text of the standard (13.2.5.77 to 13.2.5.84), one character at a time.
struct ByTheStandard<'a>(&'a References);

impl ByTheStandard<'_> {
    fn decode(&self, source: &str, in_value: bool) -> String {
        let mut decoded = String::new();
        let mut rest = source;
        while let Some(first) = rest.chars().next() {
            let reference = match first {
                '&' => self.reference(&rest[1..], in_value),
                _ => None,
            };
            let (characters, len) = reference.unwrap_or((first.to_string(), first.len_utf8() - 1));
            decoded.push_str(&characters);
            rest = &rest[1 + len..];
        }
        decoded
    }

    /// The characters of the reference at the beginning, and its length.
    fn reference(&self, source: &str, in_value: bool) -> Option<(String, usize)> {
        if let Some(number) = source.strip_prefix('#') {
            let (character, len) = self.number(number)?;
            return Some((character.to_string(), 1 + len));
        }
        let ends = (1..=source.len())
            .rev()
            .filter(|end| source.is_char_boundary(*end));
        let (end, characters) = ends
            .into_iter()
            .find_map(|end| Some((end, self.0.name(&source[..end])?)))?;
        let next = source[end..].chars().next();
        let goes_on = next.is_some_and(|next| next == '=' || next.is_ascii_alphanumeric());
        if in_value && !source[..end].ends_with(';') && goes_on {
            return None;
        }
        let characters = characters.iter().filter_map(|code| char::from_u32(*code));
        Some((characters.collect(), end))
    }

    fn number(&self, source: &str) -> Option<(char, usize)> {
        let (digits, base) = match source.strip_prefix(['x', 'X']) {
            Some(digits) => (digits, 16),
            None => (source, 10),
        };
        let count = digits.chars().take_while(|c| c.is_digit(base)).count();
        if count == 0 {
            return None;
        }
        // The largest number of digits that fits is more than any valid number has.
        let code = u128::from_str_radix(&digits[..count], base).unwrap_or(u128::MAX);
        let code = u32::try_from(code).unwrap_or(u32::MAX);
        let code = self.0.replacement(code).unwrap_or(code);
        let character = char::from_u32(code)
            .filter(|c| *c != '\0')
            .unwrap_or('\u{FFFD}');
        let len = source.len() - digits.len() + count;
        Some((
            character,
            len + usize::from(digits[count..].starts_with(';')),
        ))
    }
}

#[test]
fn every_reference_is_decoded_by_the_rules_of_the_standard() {
    let references = &tables::newest().references;
    let standard = ByTheStandard(references);
    let mut count = 0;
    let step = effort(7, 1);
    for source in sources(references).step_by(step) {
        for (place, in_value) in [(Place::Text, false), (Place::Value, true)] {
            let expected = standard.decode(&source, in_value);
            let decoded = decode::<Newest>(&source, place);
            assert_eq!(decoded, expected, "{source:?} in {place:?}");
        }
        count += 1;
    }
    // 2,125 names without their semicolon, and ten characters after each, are among them.
    assert!(count > 2125 * 10 / step, "{count}");
}

/// The text of a document, and the first value of its last tag.
#[derive(Default)]
struct Read {
    text: String,
    value: Option<String>,
}

impl Sink for Read {
    fn text(&mut self, text: &str, _: Span) {
        self.text.push_str(text);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.value = tag
            .attributes()
            .next()
            .map(|attribute| attribute.value().to_owned());
        Next::Continue
    }
}

fn read<R: Revision>(parts: &[&str]) -> Read {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Read::default(), Options::default());
    parts.iter().for_each(|part| tokenizer.feed_str(part));
    tokenizer.finish()
}

/// Compares with the tokenizer of every revision.
struct LikeTheTokenizer;

impl RevisionVisitor for LikeTheTokenizer {
    fn visit<R: Revision>(&mut self) {
        let references = &tables::of(R::ID).references;
        // Of the older revisions, enough to meet every row.
        let step = match R::ID == Newest::ID {
            true => effort(11, 1),
            false => effort(97, 29),
        };
        for source in sources(references).step_by(step) {
            let source = format!("a{source}");
            let text = read::<R>(&[&source]).text;
            let case = format!("{}: {source:?}", R::ID);
            assert_eq!(decode::<R>(&source, Place::Text), text, "{case} in text");
            let value = decode::<R>(&source, Place::Value);
            let quotes = ["\"", "'", ""];
            for quote in &quotes[..3 - usize::from(source.ends_with(' '))] {
                let read = read::<R>(&["<x a=", quote, &source, quote, ">"]);
                assert_eq!(read.value.as_deref(), Some(&*value), "{case} in {quote:?}");
            }
        }
    }
}

#[test]
fn every_revision_decodes_as_its_tokenizer_does() {
    revisions::visit(&mut LikeTheTokenizer);
}

/// The names of every revision.
struct NamesOfTables;

impl RevisionVisitor for NamesOfTables {
    fn visit<R: Revision>(&mut self) {
        let references = &tables::of(R::ID).references;
        let expected = references.names.iter().map(|(name, codes)| {
            let characters = codes.iter().filter_map(|code| char::from_u32(*code));
            (name.clone(), characters.collect::<String>())
        });
        let expected: BTreeMap<_, _> = expected.collect();
        let listed = names::<R>().map(|(name, characters)| (name, characters.to_owned()));
        assert!(listed.eq(expected), "{}", R::ID);
    }
}

#[test]
fn the_names_are_those_of_the_tables() {
    revisions::visit(&mut NamesOfTables);
}

#[test]
fn exactly_the_names_are_found() {
    let all: BTreeMap<_, _> = names::<Newest>().collect();
    assert_eq!(all.len(), 2231);
    for (name, characters) in &all {
        assert_eq!(lookup::<Newest>(name), Some(*characters));
        for other in [
            &name[1..],
            &name[..name.len() - 1],
            &format!("{name};"),
            &format!("{name}a"),
        ] {
            let expected = all.get(other).copied();
            assert_eq!(lookup::<Newest>(other), expected, "{other:?}");
        }
    }
    for other in ["", ";", "&amp;", "\u{e9}", "#38;"] {
        assert_eq!(lookup::<Newest>(other), None, "{other:?}");
    }
}

#[test]
fn only_references_change() {
    let unchanged = [
        "", "a\r\nb", "\0", "<b>&", "&&;", "&;", "&#;", "&#x;", "&\0amp;", "\u{e9}&",
    ];
    let changed = ("\"&lt\r&#65\0&amp\"<&gt<", "\"<\rA\0&\"<><");
    for (source, expected) in unchanged.map(|it| (it, it)).into_iter().chain([changed]) {
        for place in [Place::Text, Place::Value] {
            assert_eq!(decode::<Newest>(source, place), expected, "{place:?}");
        }
    }
}
