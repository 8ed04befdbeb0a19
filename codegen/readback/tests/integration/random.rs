//! Random mutations of the generated text are found, unless they change comments, layout or commas alone.
//!
//! They are made without knowledge of the code's structure: tokens and lines are replaced, deleted, exchanged and
//! repeated. Most of them are no Rust that compiles, and the reader refuses those too; it is not asked whether they
//! would. A reader of a syntax tree would never see them, but could not be tested with as little.

use crate::effort::effort;
use crate::support::{committed, reader_of_committed, scope, whole};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::fmt::Write;
use tokenwright_readback::Text;

/// A token of the text, by its bytes.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

/// The tokens outside of comments: words, literals, labels and single signs.
fn spans(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut spans = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let quote = match rest.strip_prefix('b').unwrap_or(rest).as_bytes().first() {
            Some(quote @ (b'"' | b'\'')) => Some(*quote),
            _ => None,
        };
        let is_label = quote == Some(b'\'')
            && bytes
                .get(at + 1)
                .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && bytes.get(at + 2) != Some(&b'\'')
            && bytes[at] != b'b';
        if let (Some(quote), false) = (quote, is_label) {
            at += usize::from(bytes[at] == b'b') + 1;
            while at < bytes.len() && bytes[at] != quote {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at += 1;
        } else if is_label || bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' {
            at += 1;
            while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
                at += 1;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            if bytes[start].is_ascii_whitespace() {
                continue;
            }
        }
        spans.push(Span { start, end: at });
    }
    spans
}

/// Whether a token is a word, a literal, a label or a sign.
fn kind(token: &str) -> char {
    match token.as_bytes() {
        [b'"', ..] | [b'b', b'"', ..] => '"',
        [b'b', b'\'', ..] => 'b',
        [b'\'', .., b'\''] => 'c',
        [b'\'', ..] => 'l',
        [b'0'..=b'9', ..] => '0',
        [first, ..] if first.is_ascii_alphabetic() || *first == b'_' => 'w',
        _ => '.',
    }
}

/// A line of the text, without its end.
fn line(text: &str, rng: &mut Rng) -> Span {
    let at = rng.usize(..text.len());
    let start = text.as_bytes()[..at]
        .iter()
        .rposition(|byte| *byte == b'\n');
    let start = start.map_or(0, |at| at + 1);
    let end = text.as_bytes()[start..]
        .iter()
        .position(|byte| *byte == b'\n');
    let end = end.map_or(text.len(), |len| start + len);
    Span { start, end }
}

/// Changes a text at random, and says how. `None` if the change is none.
fn mutated(text: &str, rng: &mut Rng) -> Option<(String, String)> {
    let mut changed = text.to_owned();
    let spans = spans(text);
    let token = |span: Span| &text[span.start..span.end];
    let at = rng.usize(..spans.len());
    let here = spans[at];
    let how = match rng.u8(..8) {
        // Another token of the same kind, from anywhere in the file.
        0..=2 => {
            let alike = spans
                .iter()
                .filter(|other| kind(token(**other)) == kind(token(here)));
            let alike: Vec<&Span> = alike.collect();
            let other = token(*alike[rng.usize(..alike.len())]);
            changed.replace_range(here.start..here.end, other);
            format!("`{}` becomes `{other}`", token(here))
        }
        // The token, or the statement of a line, is deleted.
        3 => {
            changed.replace_range(here.start..here.end, "");
            format!("`{}` is deleted", token(here))
        }
        4 => {
            let line = line(text, rng);
            changed.replace_range(line.start..line.end, "");
            format!("the line `{}` is deleted", token(line).trim())
        }
        // Two neighbouring tokens, or lines, are exchanged.
        5 => {
            let next = *spans.get(at + 1)?;
            let both = format!(
                "{}{}{}",
                token(next),
                &text[here.end..next.start],
                token(here)
            );
            changed.replace_range(here.start..next.end, &both);
            format!("`{}` and `{}` are exchanged", token(here), token(next))
        }
        6 => {
            let first = line(text, rng);
            let rest = text.get(first.end + 1..)?;
            let second = Span {
                start: first.end + 1,
                end: first.end + 1 + rest.find('\n')?,
            };
            let both = format!("{}\n{}", token(second), token(first));
            changed.replace_range(first.start..second.end, &both);
            format!(
                "the lines `{}` and `{}` are exchanged",
                token(first).trim(),
                token(second).trim()
            )
        }
        // A condition is negated, or the statement of a line is repeated.
        _ => {
            let line = line(text, rng);
            let code = token(line);
            match code.find("if ") {
                Some(condition) => changed.insert(line.start + condition + 3, '!'),
                None => changed.insert_str(line.end, &format!("\n{code}")),
            }
            format!("`{}` is negated or repeated", code.trim())
        }
    };
    (changed != text).then_some((changed, how))
}

/// The tokens of a text without comments, without the commas that end a list or follow a block, and without the attributes that
/// ask for a function to be inlined; sets that sentences of tree construction list are in one order.
fn meaning(text: &str) -> Vec<&str> {
    let tokens = spans(text).into_iter();
    let mut tokens: Vec<&str> = tokens.map(|span| &text[span.start..span.end]).collect();
    for attribute in [
        &["#", "[", "inline", "]"][..],
        &["#", "[", "inline", "(", "always", ")", "]"],
        &["#", "[", "inline", "(", "never", ")", "]"],
    ] {
        let mut at = 0;
        while let Some(next) = tokens[at..]
            .windows(attribute.len())
            .position(|it| it == attribute)
        {
            at += next;
            tokens.drain(at..at + attribute.len());
            // Tokens that were apart may be an attribute now.
            at = at.saturating_sub(attribute.len());
        }
    }
    let mut kept: Vec<&str> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_last = matches!(tokens.get(at + 1), Some(&(")" | "]" | "}" | ">")));
        let is_behind_block = at > 0 && tokens[at - 1] == "}";
        if *token != "," || !(is_last || is_behind_block) {
            kept.push(token);
        }
    }
    // Each is one item, whose place among the others has no meaning.
    let is_set = |item: &[&str]| matches!(item, ["pub", "(", "super", ")", "static", name, ..] if name.starts_with("SET_OF_"));
    let mut items: Vec<&[&str]> = kept.split_inclusive(|token| *token == ";").collect();
    for run in items.chunk_by_mut(|a, b| is_set(a) == is_set(b)) {
        if run.first().is_some_and(|item| is_set(item)) {
            run.sort_unstable();
        }
    }
    items.concat()
}

#[test]
fn random_mutations_are_found() {
    let files = committed();
    let mut reader = reader_of_committed();
    let mut rng = Rng::with_seed(1);
    let mut found = 0;
    let mut missed = String::new();
    // The large tables of references count as one file of code.
    let sizes = files.iter().map(|file| file.text.len().min(60_000));
    let sizes: Vec<usize> = sizes.collect();
    let number = effort(100, 4_000);
    let mut meanings = BTreeMap::new();
    while found < number {
        // Each byte of the code is as likely as any other.
        let mut at = rng.usize(..sizes.iter().sum::<usize>());
        let index = sizes.iter().position(|size| match at.checked_sub(*size) {
            Some(rest) => {
                at = rest;
                false
            }
            None => true,
        });
        let index = index.expect("a file");
        let file = &files[index];
        let Some((text, how)) = mutated(&file.text, &mut rng) else {
            continue;
        };
        let before = meanings.entry(index);
        if meaning(&text) == *before.or_insert_with(|| meaning(&file.text)) {
            continue;
        }
        reader.replace(&Text {
            text,
            path: file.path.clone(),
        });
        let differences = reader.differences(scope(whole(), &file.path));
        reader.replace(file);
        found += 1;
        if differences.is_empty() {
            writeln!(missed, "{}: {how}", file.path.display()).expect("a line");
        }
    }
    assert!(
        missed.is_empty(),
        "of {number}, these are not found:\n{missed}"
    );
}
