//! `errors.toml`: the names of parse errors.

use super::document::Document;
use super::keys::Log;
use crate::diagnostic::Diagnostic;
use crate::language;
use crate::model::{About, ErrorCode};

/// Reads `errors.toml`.
pub(super) fn read(document: &Document<'_>, about: &About, log: &mut Log) -> Vec<ErrorCode> {
    let keys = document.keys(&language::ERRORS);
    if !about.named_errors {
        log.push(
            Diagnostic::error(
                keys.place(),
                "error codes in a revision whose errors have no names",
            )
            .help("remove this file, or set `named-errors = true` in `revision.toml`"),
        );
    }
    let entries = match keys.require("error", log) {
        Some(value) => value.tables(&language::ERROR, log),
        None => Vec::new(),
    };
    keys.finish(log);
    let codes = entries.into_iter().filter_map(|keys| {
        let code = keys.string("code", log);
        let by = keys.optional_string("by", log);
        keys.finish(log);
        Some(ErrorCode {
            code: code?.located(),
            by: by.map(|text| text.value),
        })
    });
    codes.collect()
}

/// Reports a missing `errors.toml`.
pub(super) fn missing(about_document: &Document<'_>, log: &mut Log) {
    let flag = about_document.keys(&language::REVISION).get("named-errors");
    let flag = flag.and_then(|value| value.boolean(&mut Log::default()));
    if let Some(flag) = flag.filter(|flag| flag.value) {
        log.push(
            Diagnostic::error(flag.place, "missing file `errors.toml`")
                .label("it must name the errors of this revision"),
        );
    }
}
