//! Code points as prose writes them, with their Unicode names, normalised to the tables' spelling.
//!
//! A page gives a code point up to three times: number, name, glyph. They have to agree, as a wrong number in a spec is
//! found by nothing else; so the names are known here, though only those that specs mention. The whole list of Unicode
//! would be a large table for the few names that a page can get wrong.

use super::replace::replaced;
use std::borrow::Cow;
use std::sync::LazyLock;
use tokenwright_tables::grammar::Char;

/// The names of code points: of those that the section mentions outside its tables of replacements, and of others, which
/// tables of replacements have.
static NAMES: LazyLock<[Vec<(u32, &str)>; 2]> = LazyLock::new(|| {
    let parts = include_str!("code_points.txt").split_once("\n\n");
    let (mentioned, others) = parts.expect("two parts");
    [mentioned, others].map(|part| {
        let names = part.lines().filter_map(|line| line.split_once(' '));
        let names = names.map(|(code, name)| (u32::from_str_radix(code, 16), name));
        names
            .filter_map(|(code, name)| Some((code.ok()?, name)))
            .collect()
    })
});

/// The name of a code point in one of the lists.
fn listed(names: &[(u32, &str)], code: u32) -> Option<String> {
    let (_, name) = names.iter().find(|(listed, _)| *listed == code)?;
    Some((*name).to_owned())
}

const DIGITS: [&str; 10] = [
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE",
];

/// The Unicode name of a code point, where the section has a use for it.
fn name(code: u32) -> Option<String> {
    let [mentioned, _] = &*NAMES;
    let letter = |code: u32| char::from_u32(code).map(|c| c.to_ascii_uppercase());
    match code {
        0x30..=0x39 => Some(format!("DIGIT {}", DIGITS[(code - 0x30) as usize])),
        0x41..=0x5A => letter(code).map(|c| format!("LATIN CAPITAL LETTER {c}")),
        0x61..=0x7A => letter(code).map(|c| format!("LATIN SMALL LETTER {c}")),
        _ => listed(mentioned, code),
    }
}

/// The name of a letter as the oldest drafts have it, which leave out its case.
fn short_name(code: u32) -> Option<String> {
    let letter = char::from_u32(code).filter(char::is_ascii_alphabetic)?;
    Some(format!("LATIN LETTER {}", letter.to_ascii_uppercase()))
}

/// Rewrites every code point in `text` to the tables' spelling.
///
/// `U+003C LESS-THAN SIGN (<)`, `LESS-THAN SIGN (U+003C)`, `"<" (U+003C)` and `U+003C LESS-THAN SIGN character (<)` become
/// `U+003C (<)`, the last one followed by `character`. One whose name or glyph is not its own
/// is unchanged, and so matches no rule.
pub(super) fn respell(text: &str) -> String {
    replaced(&numbered(text), &['U', '"'], |rest| {
        let (code, tail) = named(rest).or_else(|| glossed(rest))?;
        Some((code.into(), tail))
    })
}

/// The text with `U+003C LESS-THAN SIGN` for `LESS-THAN SIGN (U+003C)`.
fn numbered(text: &str) -> Cow<'_, str> {
    const OPEN: &str = " (U+";
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(OPEN) {
        let found = code(&rest[at + 2..]).and_then(|(code, tail)| {
            let name = name(code)?;
            let before = rest[..at].strip_suffix(&*name)?;
            // Another capital before it is one of another name: `NO-BREAK SPACE`.
            let words = before.trim_end_matches(' ');
            let is_whole = words.len() < before.len() || before.is_empty();
            let is_name = is_whole && !words.ends_with(|c: char| c.is_ascii_uppercase());
            let number = &rest[at + 2..rest.len() - tail.len()];
            let whole = format!("{before}{number} {name}");
            is_name.then_some((whole, tail.strip_prefix(')')?))
        });
        let (done, tail) = found.unwrap_or_else(|| {
            let (done, tail) = rest.split_at(at + OPEN.len());
            (done.to_owned(), tail)
        });
        out.push_str(&done);
        rest = tail;
    }
    match out.is_empty() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(out + rest),
    }
}

/// Rewrites every code point in `text` from the tables' spelling to the spec's: `U+003C (<)` becomes
/// `U+003C LESS-THAN SIGN (<)`, `U+0020 (space)` becomes `U+0020 SPACE`.
pub fn spell(text: &str) -> String {
    replaced(text, &['U'], |rest| {
        let (code, tail) = code(rest)?;
        let own = Char(code).to_string();
        let (plain, gloss) = own.split_once(' ').unwrap_or((&own, ""));
        let mut words = vec![plain.to_owned()];
        words.extend(name(code));
        if !gloss.is_empty() && !matches!(code, 0x00 | 0x20) {
            words.push(gloss.to_owned());
        }
        let tail = rest.strip_prefix(&own).unwrap_or(tail);
        Some((words.join(" ").into(), tail))
    })
}

/// Rewrites every code point in `text` to the spec's spelling, whether it has the tables' or its own already.
pub(super) fn spell_all(text: &str) -> String {
    spell(&respell(text))
}

/// The code point of `U+XXXX` at the start of `text`, and the rest.
fn code(text: &str) -> Option<(u32, &str)> {
    let digits = text.strip_prefix("U+")?;
    let end = digits
        .find(|c: char| !c.is_ascii_hexdigit())
        .unwrap_or(digits.len());
    let value = u32::from_str_radix(&digits[..end], 16).ok()?;
    ((4..=6).contains(&end) && value <= 0x10_FFFF).then_some((value, &digits[end..]))
}

/// `U+XXXX`, perhaps with its name, the word "character" and its glyph.
fn named(text: &str) -> Option<(String, &str)> {
    let (code, mut rest) = code(text)?;
    let names = name(code).into_iter().chain(short_name(code));
    let named = |name: String| rest.strip_prefix(' ')?.strip_prefix(&*name);
    if let Some(tail) = names.filter_map(named).next() {
        rest = tail;
    }
    // Remaining capitals would be another character's name.
    let mut next = rest.strip_prefix(' ').unwrap_or("").chars();
    if next.next().is_some_and(|c| c.is_ascii_uppercase())
        && next
            .next()
            .is_some_and(|c| c.is_ascii_uppercase() || c == '-')
        && !rest.starts_with(" EOF")
        && !rest.starts_with(" ASCII")
    {
        return None;
    }
    let mut out = Char(code).to_string();
    for word in ["", " character", " characters"] {
        if let Some(tail) = rest.strip_prefix(word)
            && let Some((glyph, tail)) = parenthesised(tail)
        {
            if is_glyph(code, glyph) {
                out.push_str(word);
                return Some((out, tail));
            }
            if glyph.chars().count() == 1 {
                return None;
            }
        }
    }
    Some((out, rest))
}

/// The glyph in ` (x)` at the start of `text`, and the rest.
fn parenthesised(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix(" (")?;
    let first = inner.chars().next()?;
    let from = first.len_utf8();
    let end = from + inner.get(from..)?.find(')')?;
    Some((&inner[..end], &inner[end + 1..]))
}

fn is_glyph(code: u32, glyph: &str) -> bool {
    let canonical = tokenwright_tables::grammar::gloss(code);
    canonical.as_deref() == Some(glyph)
        || glyph == "BOM" && code == 0xFEFF
        || char::from_u32(code).is_some_and(|c| glyph.chars().eq([c]))
}

/// The code points in a text that the page gives the name or the glyph of another, with their offsets and what is said.
pub(super) fn contradictions(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("U+") {
        let Some((value, rest)) = code(&text[at..]) else {
            continue;
        };
        let (said, own) = (said_name(rest), own_name(value));
        let is_own = |said: &str| {
            let short = tokenwright_tables::grammar::gloss(value);
            let names = own.iter().cloned().chain(short_name(value)).chain(short);
            let mut names = names.filter(|name| begins_with(said, name));
            names.next().is_some() || said == "BOM" && value == 0xFEFF
        };
        let longer = |name: &String| own.as_ref().is_none_or(|own| name.len() > own.len());
        let other = said.and_then(|said| {
            let named = named_by(said)?;
            (!is_own(said) || Some(&named) != own.as_ref() && longer(&named)).then_some(named)
        });
        // `"x" (U+XXXX)`
        let before = text[..at]
            .strip_suffix("\" (")
            .filter(|_| rest.starts_with(')'));
        let before = before.and_then(|before| Some(&before[before.rfind('"')? + 1..]));
        let after = rest.find('(').filter(|open| {
            let between = &rest[..*open];
            between.len() < 60
                && between
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || " -".contains(c))
        });
        // The glyph can be a parenthesis.
        let after = after.and_then(|open| parenthesised(&rest[open - usize::from(open > 0)..]));
        let glyph = before.or(after.map(|(glyph, _)| glyph)).map(unquoted);
        let glyph = glyph.filter(|glyph| !is_glyph(value, glyph) && names_another(value, glyph));
        let name = other.map(|name| format!("the name `{name}`"));
        let glyph = glyph.map(|glyph| format!("the glyph `{glyph}`"));
        let says: Vec<String> = name.into_iter().chain(glyph).collect();
        if says.is_empty() {
            continue;
        }
        let own = own.map(|name| format!(" {name}")).unwrap_or_default();
        let shown = tokenwright_tables::grammar::gloss(value)
            .or_else(|| Some(char::from_u32(value)?.to_string()))
            .map(|glyph| format!(" ({glyph})"));
        let shown = shown.unwrap_or_default();
        let message = format!(
            "U+{value:04X} is{own}{shown}, but has {} here",
            says.join(" and ")
        );
        found.push((at, message));
    }
    found
}

fn own_name(code: u32) -> Option<String> {
    let [_, others] = &*NAMES;
    name(code).or_else(|| listed(others, code))
}

/// The capitals after a code point.
fn said_name(text: &str) -> Option<&str> {
    const ENDS: [char; 5] = [' ', ',', '.', ';', ')'];
    let text = text.strip_prefix(' ')?;
    let in_word = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().all(in_word)
    };
    let words = text.split_inclusive(ENDS);
    let words = words.take_while(|word| is_word(word.trim_end_matches(ENDS)));
    let said = text[..words.map(str::len).sum()].trim_end_matches(ENDS);
    (!said.is_empty()).then_some(said)
}

/// Whether the words begin with this name.
fn begins_with(said: &str, name: &str) -> bool {
    said.strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// The longest name of a known code point that the words begin with.
fn named_by(said: &str) -> Option<String> {
    let known = (0..0x80).chain(NAMES.iter().flatten().map(|(code, _)| *code));
    let names = known.filter_map(own_name);
    let names = names.filter(|name| begins_with(said, name));
    names.max_by_key(String::len)
}

/// Whether the text in parentheses is the glyph, or the short name, of another code point.
fn names_another(value: u32, glyph: &str) -> bool {
    let mut chars = glyph.chars();
    let one = chars
        .next()
        .filter(|c| chars.next().is_none() && !c.is_whitespace());
    one.is_some()
        || (0..0x80).any(|code| {
            let gloss = tokenwright_tables::grammar::gloss(code);
            code != value && gloss.as_deref() == Some(glyph)
        })
}

/// The glyph without quotation marks.
fn unquoted(glyph: &str) -> &str {
    let marks = ['\'', '"', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}'];
    if glyph.chars().count() != 3 {
        return glyph;
    }
    let inner = glyph
        .strip_prefix(marks)
        .and_then(|glyph| glyph.strip_suffix(marks));
    inner.unwrap_or(glyph)
}

/// `"x" (U+XXXX)`
fn glossed(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let first = inner.chars().next()?.len_utf8();
    let close = first + inner.get(first..)?.find('"')?;
    let (value, rest) = code(inner[close + 1..].strip_prefix(" (")?)?;
    let rest = rest.strip_prefix(')')?;
    is_glyph(value, &inner[..close]).then(|| (Char(value).to_string(), rest))
}

#[cfg(test)]
mod tests {
    use super::{contradictions, respell, spell};
    use crate::cases::cases;

    #[test]
    fn the_name_may_come_before_the_number() {
        for [text, respelt] in cases("code points, respelt") {
            assert_eq!(respell(text), respelt);
        }
        for text in [
            "GREATER-THAN SIGN (U+003C)",
            "NO-BREAK SPACE (U+0020)",
            "ANOTHER-SPACE (U+0020)",
            "LESS-THAN SIGN (U+003C",
        ] {
            assert!(!respell(text).starts_with("U+"), "{text}");
        }
    }

    #[test]
    fn name_glyph_and_number_agree() {
        for text in [
            "U+003C LESS-THAN SIGN (<) or U+0029 RIGHT PARENTHESIS ())",
            "U+0009 CHARACTER TABULATION (tab), U+000A (LF), U+000D CARRIAGE RETURN (CR), U+FEFF BOM",
            "U+0041 LATIN CAPITAL LETTER A through to U+005A LATIN CAPITAL LETTER Z",
            "U+20AC EURO SIGN ('\u{20AC}')",
            "U+0160 LATIN CAPITAL LETTER S WITH CARON (\u{160})",
            "\"<\" (U+003C), U+0022 QUOTATION MARK (\"), a U+003B SEMICOLON character (;)",
            "U+0061 LATIN LETTER A, U+0000 NULL EOF, U+1F600 GRINNING FACE, U+0080 <control>",
            "U+003C (and so on) or U+002D HYPHEN-MINUS (two of them)",
        ] {
            assert_eq!(contradictions(text), [], "{text}");
        }
        for [text, message] in cases("code points, contradictory") {
            let found: Vec<String> = contradictions(text)
                .into_iter()
                .map(|(_, says)| says)
                .collect();
            assert_eq!(found, [message], "{text}");
        }
    }

    #[test]
    fn the_tables_spelling_becomes_the_specs_and_back() {
        let tables = "U+0009 (tab), U+0020 (space), U+0000 (NULL) or U+003E (>), U+FDD0 to U+FDEF, U+0041 (A)";
        let spec = "U+0009 CHARACTER TABULATION (tab), U+0020 SPACE, U+0000 NULL or U+003E GREATER-THAN SIGN (>), \
                    U+FDD0 to U+FDEF, U+0041 LATIN CAPITAL LETTER A (A)";
        assert_eq!(spell(tables), spec);
        assert_eq!(respell(spec), tables);
        assert_eq!(spell("U+ and U+3E"), "U+ and U+3E");
    }

    #[test]
    fn all_spellings_become_one() {
        for text in [
            "U+003C LESS-THAN SIGN (<)",
            "U+003C LESS-THAN SIGN",
            "U+003C (<)",
            "\"<\" (U+003C)",
        ] {
            assert_eq!(respell(text), "U+003C (<)");
        }
        assert_eq!(respell("U+0009 CHARACTER TABULATION"), "U+0009 (tab)");
        assert_eq!(
            respell("a U+003B SEMICOLON character (;), and"),
            "a U+003B (;) character, and"
        );
        assert_eq!(
            respell("two U+002D HYPHEN-MINUS (-) characters"),
            "two U+002D (-) characters"
        );
        assert_eq!(respell("U+0022 QUOTATION MARK (\")."), "U+0022 (\").");
    }

    #[test]
    fn a_wrong_name_or_glyph_stays() {
        for text in ["U+003C GREATER-THAN SIGN (>)", "U+003C LESS-THAN SIGN (>)"] {
            assert_eq!(respell(text), text);
        }
    }
}
