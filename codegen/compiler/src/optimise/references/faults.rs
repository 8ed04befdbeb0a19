//! Beginnings of references that are no references, or are not written as they should be.

use super::{Follow, Given, alphanumeric, ascii, seen, set, text};
use crate::ir::ErrorId;
use crate::program::{Before, Faults};

/// What comes of names without their semicolon.
pub(super) fn find_open_names(
    faults: &mut Faults,
    starts: &[char],
    first: char,
    follow: &mut Follow<'_>,
) {
    // Rows can ask for the first and for the last character of a name.
    let with_start = starts.iter().map(|start| format!("{start}q"));
    let with_end = starts.iter().take(1);
    let with_end =
        with_end.flat_map(|start| alphanumeric().map(move |end| format!("{start}{end}")));
    let names: Vec<String> = with_start.chain(with_end).collect();
    let as_text = |given: &[Given], name: &str| given == text(&format!("{first}{name}"));
    let mut outcomes = |stands: &dyn Fn(&[Given], &str) -> bool| {
        by_errors(&mut |after| {
            all_agree(names.iter(), |name| {
                let outcome = follow(name, seen(after), true)?;
                let whole = outcome.len == name.len() && outcome.asks_name;
                (whole && outcome.errors_first && stands(&outcome.given, name))
                    .then_some(outcome.errors)
            })
        })
    };
    let plain = |b: &Before| b.errors.is_empty();
    let texts = outcomes(&as_text).into_iter().filter(plain).collect();
    faults.open_names_as_text = first_of(texts).chars;
    faults.open_names = first_of(outcomes(&|given, _| given == [Given::Reference]));
}

/// What comes of letters and digits that begin no name, and are text.
pub(super) fn unknown(
    first: char,
    is_text: &dyn Fn(char) -> bool,
    follow: &mut Follow<'_>,
) -> Vec<Before> {
    // As many of each as tell a state for the first from one for all others.
    let samples = alphanumeric().flat_map(|c| [1, 2, 3].map(|count| (c, count)));
    let samples: Vec<(char, usize)> = samples.collect();
    by_errors(&mut |after| {
        if after.is_ascii_alphanumeric() {
            return None;
        }
        all_agree(samples.iter(), |(c, count)| {
            let literal = format!("{first}{}", c.to_string().repeat(*count));
            let outcome = follow(&literal[first.len_utf8()..], seen(after), false)?;
            let consumed = &literal[..first.len_utf8() + outcome.len];
            // Errors show after what is consumed; what is not is read by the state itself.
            let in_place =
                outcome.errors.is_empty() || (consumed == literal && !outcome.errors_first);
            (is_text(*c) && in_place && outcome.given == text(consumed)).then_some(outcome.errors)
        })
    })
}

/// The characters after which there is an answer, by the errors that it has.
pub(super) fn by_errors(answer: &mut dyn FnMut(char) -> Option<Vec<ErrorId>>) -> Vec<Before> {
    let mut found: Vec<(Vec<ErrorId>, Vec<char>)> = Vec::new();
    for after in ascii() {
        let Some(errors) = answer(after) else {
            continue;
        };
        match found.iter_mut().find(|(other, _)| *other == errors) {
            Some((_, chars)) => chars.push(after),
            None => found.push((errors, vec![after])),
        }
    }
    let before = |(errors, chars): (Vec<ErrorId>, Vec<char>)| Before {
        chars: set(chars.into_iter()),
        errors,
    };
    found.into_iter().map(before).collect()
}

/// What all of them come to, if it is the same.
pub(super) fn all_agree<T, R: PartialEq>(
    mut all: impl Iterator<Item = T>,
    mut answer: impl FnMut(&T) -> Option<R>,
) -> Option<R> {
    let expected = answer(&all.next()?)?;
    all.all(|one| answer(&one).as_ref() == Some(&expected))
        .then_some(expected)
}

/// The characters that come first; the others are left to the rows.
pub(super) fn first_of(found: Vec<Before>) -> Before {
    found.into_iter().next().unwrap_or_default()
}
