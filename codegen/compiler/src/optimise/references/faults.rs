//! References with errors, and text that only begins like a reference.

use super::{Output, Samples, alphanumeric, ascii, normalised, set, text};
use crate::ir::ErrorId;
use crate::program::{Before, Faults};

/// The rules for names without a semicolon.
pub(super) fn find_open_names(faults: &mut Faults, starts: &[char], samples: &mut Samples<'_>) {
    let first = samples.first;
    // Rows can test the first and the last character of a name.
    let with_start = starts.iter().map(|start| format!("{start}q"));
    let with_end = starts.iter().take(1);
    let with_end =
        with_end.flat_map(|start| alphanumeric().map(move |end| format!("{start}{end}")));
    let names = with_start.chain(with_end).map(|name| {
        let outcomes = samples.by_next(&name, true);
        (name, outcomes)
    });
    let names: Vec<_> = names.collect();
    let as_text = |output: &[Output], name: &str| output == text(&format!("{first}{name}"));
    let outcomes = |is_expected: &dyn Fn(&[Output], &str) -> bool| {
        by_errors(&mut |after| {
            all_agree(names.iter(), |(name, outcomes)| {
                let outcome = outcomes.before(normalised(after))?;
                let whole = outcome.len == name.len() && outcome.matches_name;
                (whole && outcome.errors_first && is_expected(&outcome.output, name))
                    .then(|| outcome.errors.clone())
            })
        })
    };
    let plain = |b: &Before| b.errors.is_empty();
    let texts = outcomes(&as_text).into_iter().filter(plain).collect();
    faults.open_names_as_text = first_of(texts).chars;
    faults.open_names = first_of(outcomes(&|output, _| output == [Output::Reference]));
}

/// The rules for letters and digits that begin no name, and are text.
pub(super) fn unknown(is_text: &dyn Fn(char) -> bool, samples: &mut Samples<'_>) -> Vec<Before> {
    let first = samples.first;
    // Three of each: enough to distinguish a state for the first from one for the others.
    let texts = alphanumeric().flat_map(|c| [1, 2, 3].map(|count| (c, count)));
    let texts = texts.map(|(c, count)| {
        let text = c.to_string().repeat(count);
        let outcomes = samples.by_next(&text, false);
        (c, format!("{first}{text}"), outcomes)
    });
    let texts: Vec<_> = texts.collect();
    by_errors(&mut |after| {
        if after.is_ascii_alphanumeric() {
            return None;
        }
        all_agree(texts.iter(), |(c, literal, outcomes)| {
            let outcome = outcomes.before(normalised(after))?;
            let consumed = &literal[..first.len_utf8() + outcome.len];
            // Errors are reported after the consumed input; the state reads the rest again.
            let in_place =
                outcome.errors.is_empty() || (consumed == literal && !outcome.errors_first);
            (is_text(*c) && in_place && outcome.output == text(consumed))
                .then(|| outcome.errors.clone())
        })
    })
}

/// The characters that have an outcome, grouped by its errors.
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

/// The common outcome of all, if it is the same.
pub(super) fn all_agree<T, R: PartialEq>(
    mut all: impl Iterator<Item = T>,
    mut answer: impl FnMut(&T) -> Option<R>,
) -> Option<R> {
    let expected = answer(&all.next()?)?;
    all.all(|one| answer(&one).as_ref() == Some(&expected))
        .then_some(expected)
}

/// The first group; the rows handle the others.
pub(super) fn first_of(found: Vec<Before>) -> Before {
    found.into_iter().next().unwrap_or_default()
}
