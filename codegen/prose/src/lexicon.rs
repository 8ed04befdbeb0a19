//! The lexicon: the one spelling of the words of headings, links, identifiers, terms and sentences.
//!
//! The known words are those of the rules. An unknown word counts as a known one if it is its British spelling, two known
//! words without the space between them, or a slip of the pen: a long word that only one known word is close to. Words
//! in quotation marks and names of errors are data, and stay. Correcting words before rules match them keeps the rules
//! free of misspellings; the price is that a new word of the standard that is close to a known one is taken for it.

use super::{rules, trees};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// Signs that stand for others.
const SIGNS: [(char, &str); 9] = [
    ('\u{2019}', "'"),
    ('\u{2018}', "'"),
    ('\u{201C}', "\""),
    ('\u{201D}', "\""),
    ('\u{2026}', "..."),
    ('\u{2010}', "-"),
    ('\u{2011}', "-"),
    ('\u{FB01}', "fi"),
    ('\u{FB02}', "fl"),
];

/// Signs that are not shown.
const UNSEEN: [char; 4] = ['\u{AD}', '\u{200B}', '\u{2060}', '\u{FEFF}'];

/// The words of the names of states, and of values of holes, which no rule has.
const WORDS: &str = "data RCDATA RAWTEXT CDATA PLAINTEXT DOCTYPE script character characters reference references entity \
    entities attribute attributes value values name names quoted unquoted double single comment comments bogus markup \
    declaration declarations identifier identifiers public system keyword between before after hexadecimal decimal \
    numeric named number code codes point points start end tag tags open opening close closing less-than sign bang dash \
    escape escaped escapes section sections bracket ambiguous ampersand processing instruction instructions target \
    question mark self-closing missing state states token tokens tokenization tokenizer tokenize tokenized tokenizing \
    uppercase lowercase version digit digits alphanumeric letter letters control controls noncharacter noncharacters \
    surrogate surrogates whitespace additional allowed temporary buffer current input returned permitted slash anything \
    present leading isolated occurrences preprocessed normalizing newlines converted ignored replaced immediately \
    follows ranges through excepted contents \
    otherwise switch reconsume consume consuming preprocessing stream correctness anywhere";

/// Names of elements, and words of the section on trees that no rule has.
const NAMES: &str = "address applet article basefont bgsound blockquote button caption center colgroup command datagrid details \
    dialog fieldset figcaption figure footer frameset header hgroup iframe image isindex keygen listing marquee menuitem \
    noembed noframes noscript object optgroup option plaintext search section select source strike strong summary \
    template textarea rewind advance create parsing";

/// The shortest word of which a misspelling is recognized, in letters, and the shortest that may have two slips.
const LONG: usize = 6;
const VERY_LONG: usize = 10;

/// No known word is as long, nor are two of them.
const LONGEST: usize = 40;

/// Endings that change what a word says, so that two words that differ in one are no misspellings of each other.
const ENDINGS: [&str; 9] = ["s", "d", "r", "es", "ed", "er", "ing", "ly", "n"];

struct Lexicon {
    known: BTreeSet<&'static str>,
    /// The known words by their first letter.
    by_letter: HashMap<u8, Vec<&'static str>>,
    /// Pairs of known words, by both without a space between them.
    pairs: HashMap<String, String>,
}

/// The words of a part of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// Those on the tokenizer, which headings, links and identifiers have as well.
    Tokenizer,
    /// Those on tree construction.
    Trees,
}

fn lexicon(words: Words) -> &'static Lexicon {
    static TOKENIZER: OnceLock<Lexicon> = OnceLock::new();
    static TREES: OnceLock<Lexicon> = OnceLock::new();
    let patterns = rules::sentences().map(|rule| rule.pattern);
    let patterns = patterns.chain([WORDS]);
    match words {
        Words::Tokenizer => TOKENIZER.get_or_init(|| Lexicon::of(patterns)),
        Words::Trees => {
            TREES.get_or_init(|| Lexicon::of(patterns.chain(trees::words()).chain([NAMES])))
        }
    }
}

impl Lexicon {
    fn of(patterns: impl Iterator<Item = &'static str>) -> Self {
        let mut known = BTreeSet::new();
        let mut pairs = HashMap::new();
        for pattern in patterns {
            let mut before: Option<&str> = None;
            for spaced in pattern.split(' ') {
                for word in spaced.split(|c: char| !c.is_ascii_alphabetic()) {
                    known.insert(word);
                }
                let whole = !spaced.is_empty() && spaced.bytes().all(|b| b.is_ascii_lowercase());
                if let Some(before) = before.filter(|_| whole && pattern != WORDS) {
                    pairs.insert(format!("{before}{spaced}"), format!("{before} {spaced}"));
                }
                before = (whole && spaced.len() > 2).then_some(spaced);
            }
        }
        for pair in [
            "tag name", "code point", "end tag", "start tag", "tag names",
        ] {
            pairs.insert(pair.replace(' ', ""), pair.to_owned());
        }
        known.remove("");
        pairs.retain(|together, _| !known.contains(together.as_str()));
        let mut by_letter: HashMap<u8, Vec<&str>> = HashMap::new();
        for word in &known {
            if word.len() + 2 >= LONG && word.bytes().all(|b| b.is_ascii_lowercase()) {
                by_letter.entry(word.as_bytes()[0]).or_default().push(word);
            }
        }
        Lexicon {
            known,
            by_letter,
            pairs,
        }
    }

    /// The known word that a word in lower case stands for; `None` if it stands for itself.
    fn known_word(&self, word: &str) -> Option<Cow<'_, str>> {
        if !(LONG..=LONGEST).contains(&word.len()) || self.known.contains(word) {
            return None;
        }
        if let Some(pair) = self.pairs.get(word) {
            return Some(Cow::Borrowed(pair));
        }
        british(word, |word| self.known.contains(word))
            .map(Cow::Owned)
            .or_else(|| self.nearest(word).map(Cow::Borrowed))
    }

    /// The only known word that is close to a word.
    fn nearest(&self, word: &str) -> Option<&'static str> {
        let most = if word.len() < VERY_LONG { 1 } else { 2 };
        let alike = |known: &&&str| {
            known.len().abs_diff(word.len()) <= most
                && (letters(known) ^ letters(word)).count_ones() as usize <= 2 * most
                && !differ_in_ending(word, known)
        };
        let near = self.by_letter.get(word.as_bytes().first()?)?.iter();
        let near = near.filter(alike).map(|known| (slips(word, known), *known));
        let mut near: Vec<_> = near.filter(|(slips, _)| *slips <= most).collect();
        near.sort_unstable();
        match near.as_slice() {
            [(_, known)] => Some(known),
            [(first, known), (second, _), ..] if first < second => Some(known),
            _ => None,
        }
    }
}

/// The letters of a word, a bit each.
fn letters(word: &str) -> u32 {
    let bits = word.bytes().map(|b| 1 << (b.wrapping_sub(b'a') % 32));
    bits.fold(0, |all, bit: u32| all | bit)
}

fn differ_in_ending(a: &str, b: &str) -> bool {
    let longer = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|end| ENDINGS.contains(&end));
    let stem = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let ends = ENDINGS.contains(&&a[stem..]) && ENDINGS.contains(&&b[stem..]);
    ends || longer(a, b) || longer(b, a)
}

/// The slips between two words: a letter that is missing or one too many, two letters that are swapped, or a wrong
/// vowel. Another consonant makes another word: `present` is not `prevent`.
fn slips(a: &str, b: &str) -> usize {
    let sorted = |word: &str| {
        let mut letters: Vec<u8> = word.bytes().filter(|b| !b"aeiouy".contains(b)).collect();
        letters.sort_unstable();
        letters
    };
    let same_length = a.len() == b.len();
    if same_length && sorted(a) != sorted(b) {
        return usize::MAX;
    }
    strsim::damerau_levenshtein(a, b)
}

/// The American spelling of a British word, where it is known.
fn british(word: &str, is_known: impl Fn(&str) -> bool) -> Option<String> {
    const SPELLINGS: [(&str, &str); 5] = [
        ("is", "iz"),
        ("ys", "yz"),
        ("our", "or"),
        ("ll", "l"),
        ("ogue", "og"),
    ];
    let each = SPELLINGS.iter().flat_map(|(british, american)| {
        word.match_indices(british).map(move |(at, _)| {
            let end = at + british.len();
            format!("{}{american}{}", &word[..at], &word[end..])
        })
    });
    each.into_iter().find(|word| is_known(word))
}

/// The text with every word outside quotation marks as the lexicon of the tokenizer has it.
///
/// The first letter of a word keeps its case.
pub(super) fn spell(text: &str) -> Cow<'_, str> {
    spell_in(text, Words::Tokenizer)
}

/// The same with the words of a part of a page.
pub(super) fn spell_in(text: &str, words: Words) -> Cow<'_, str> {
    let text = signs(text);
    let lexicon = lexicon(words);
    let mut out = String::new();
    let mut done = 0;
    let mut quoted = false;
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        if bytes[at] == b'"' {
            // The glyph in `U+0022 (")` opens nothing.
            quoted ^= !(text[..at].ends_with('(') && text[at + 1..].starts_with(')'));
        }
        if !bytes[at].is_ascii_alphabetic() {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'-') {
            at += 1;
        }
        let word = &text[start..at];
        let after = bytes.get(at).is_some_and(|b| !b.is_ascii());
        let before = text[..start].chars().next_back();
        let part = after || before.is_some_and(|c| !c.is_ascii() && c.is_alphanumeric());
        // Two hyphens or more are the name of an error.
        if quoted || part || word.matches('-').count() > 1 {
            continue;
        }
        for part in word.split('-') {
            let from = part.as_ptr() as usize - text.as_ptr() as usize;
            let lower = part.bytes().skip(1).all(|b| b.is_ascii_lowercase());
            let Some(first) = part.chars().next().filter(|_| lower) else {
                continue;
            };
            let small = format!("{}{}", first.to_ascii_lowercase(), &part[1..]);
            let Some(known) = lexicon.known_word(&small) else {
                continue;
            };
            out.push_str(&text[done..from]);
            out.push(first);
            out.push_str(&known[1..]);
            done = from + part.len();
        }
    }
    if done == 0 {
        return text;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// The text with the usual signs.
fn signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !UNSEEN.contains(c)) {
        match SIGNS.iter().find(|(sign, _)| *sign == c) {
            Some((_, usual)) => out.push_str(usual),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// What a name or an identifier is compared by: its words in lower case, as the lexicon has them.
pub(super) fn key(name: &str) -> String {
    let plain = |c: char| match c.is_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => ' ',
    };
    let plain: String = signs(name).chars().map(plain).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    spell(&words.join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{key, spell};
    use crate::cases::cases;

    #[test]
    fn slips_and_british_spellings() {
        for [text, spelt] in cases("words, spelt") {
            assert_eq!(spell(text), spelt);
        }
        let hyphen = "a case\u{2011}insensitive match";
        assert_eq!(spell(hyphen), "a case-insensitive match");
    }

    #[test]
    fn data_and_other_words_stay() {
        for text in [
            "the string \"charcter\"",
            "an unexpected-null-charcter parse error",
            "U+0022 (\") or U+0027 (')",
            "an inappropriate end tag",
            "omit it, exclude it, the quote state, a smart tag",
            "if it is present, an excepted character, the contents",
            "non-void elements; advise, otherwise, comprise",
            "the Comments of 2016, caract\u{E8}res",
        ] {
            assert_eq!(spell(text), text);
        }
    }

    #[test]
    fn names_and_identifiers() {
        for name in [
            "hexademical-character-reference-state",
            "Hexadecimal character reference state",
        ] {
            assert_eq!(key(name), "hexadecimal character reference state");
        }
        assert_eq!(
            key("attribute-value-(double-quoted)-state"),
            "attribute value double quoted state"
        );
    }
}
