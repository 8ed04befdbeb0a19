//! Syntax errors of a file that is not valid TOML: one message for each mistake.
//!
//! After an unclosed bracket, a parser reports everything that follows. So the text is first scanned
//! for such mistakes, one at a time. Each is reported and patched in a copy, in which the parser then
//! finds only mistakes of other kinds.

mod fault;
mod header;
mod patched;
mod scan;
mod tokens;
mod unquoted;
mod value;

use crate::diagnostic::{Diagnostic, Sources};
use crate::load::keys::Log;
use crate::source::Place;
use patched::Patched;
use std::ops::Range;
use toml::de::DeTable;

/// The maximum number of mistakes that the scan reports in one file.
const MOST: usize = 30;

/// Logs the syntax errors of a file.
pub(super) fn report(file: u32, sources: &Sources, log: &mut Log) {
    let Some(source) = sources.get(file) else {
        return;
    };
    let place = |range| Place::within(file, range);
    let mut patched = Patched::new(&source.text);
    let mut last = None;
    for _ in 0..MOST {
        let fault = scan::first_fault(patched.text());
        // A patch that does not help is not tried twice.
        let Some(fault) = fault.filter(|fault| last.as_ref() != Some(fault)) else {
            break;
        };
        log.push(fault.diagnostic(|range| place(patched.original(range))));
        patched.apply(&fault.patch);
        last = Some(fault);
    }
    // The parser continues after an error, and its further errors on the same line are consequences.
    let mut last_line = None;
    for error in DeTable::parse_recoverable(patched.text()).1 {
        let span = error.span().unwrap_or(0..0);
        let at = place(patched.original(span.clone()));
        let line = sources.line_and_column(at).map(|(line, _)| line);
        if line.is_none() || line != last_line {
            let first = (error.message() == "duplicate key")
                .then(|| first_use(patched.text(), &span))
                .flatten();
            log.push(match first {
                Some((first, key)) => Diagnostic::error(at, format!("duplicate key `{key}`"))
                    .also(place(patched.original(first)), "the first is here")
                    .help("remove one of them"),
                None => {
                    let message = error.message().trim_end_matches('.');
                    Diagnostic::error(at, format!("not TOML: {message}"))
                }
            });
        }
        last_line = line;
    }
}

/// The first use of the key at `second` in the same table, and the key.
fn first_use(text: &str, second: &Range<usize>) -> Option<(Range<usize>, String)> {
    let key = text.get(second.clone())?;
    let line_start = text[..second.start].rfind('\n').map_or(0, |at| at + 1);
    if text[line_start..].starts_with('[') {
        return None;
    }
    let mut start = line_start;
    let mut first = None;
    while let Some(above) = text[..start].strip_suffix('\n') {
        start = above.rfind('\n').map_or(0, |at| at + 1);
        let line = &text[start..];
        if line.starts_with('[') {
            break;
        }
        let rest = line.strip_prefix(key).map(str::trim_start);
        if rest.is_some_and(|rest| rest.starts_with('=')) {
            first = Some(start..start + key.len());
        }
    }
    first.map(|first| (first, key.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::render_all;

    const TABLE: &str = include_str!("../../../tests/bad/spec/new/02-tags.toml");

    /// The errors of a text, and the messages.
    fn errors(text: &str) -> (usize, String) {
        let mut sources = Sources::default();
        let file = sources.add("02-tags.toml".into(), text.to_owned());
        let mut log = Log::default();
        report(file, &sources, &mut log);
        let diagnostics = log.into_diagnostics();
        (diagnostics.len(), render_all(&diagnostics, &sources, false))
    }

    #[test]
    fn a_good_table_has_no_error() {
        assert_eq!(errors(TABLE).0, 0);
    }

    #[test]
    fn a_missing_bracket_mark_comma_or_sign_is_one_error() {
        let mut wrong = String::new();
        for (at, c) in TABLE.char_indices() {
            if !"[]{}\",=".contains(c) {
                continue;
            }
            let mut damaged = TABLE.to_owned();
            damaged.remove(at);
            let still_toml = DeTable::parse(&damaged).is_ok();
            let (errors, messages) = errors(&damaged);
            if errors != usize::from(!still_toml) {
                wrong += &format!("{at}: without `{c}` {errors} errors\n{messages}");
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_do_not_move_the_place() {
        let damaged = TABLE.replacen("on = \"EOF\"", "on = \"EOF", 1);
        let damaged = format!("\u{FEFF}{}", damaged.replace('\n', "\r\n"));
        let (errors, messages) = errors(&damaged);
        assert_eq!(errors, 1, "{messages}");
        assert!(messages.contains("on = \"EOF\""), "{messages}");
    }
}
