//! What comes after an edit, `try` and `bless`, and the walk-throughs in the documents.

mod bless;
mod documents;
mod try_edit;

#[allow(dead_code, reason = "each executable uses a part of it")]
#[path = "../support/mod.rs"]
mod support;
