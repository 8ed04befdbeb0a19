//! The command line of `import`.

use clap::builder::NonEmptyStringValueParser;
use std::path::PathBuf;
use tokenwright_tables::model::is_date;

/// Write the tables of a revision from its spec page
///
/// The page is WHATWG's or the W3C's, generated or in source form, whole or the tokenization
/// section alone, or a plain text dump of it. If anything is not understood, or `check` would refuse the
/// tables, the reasons are listed with their lines and nothing is written. These facts are not on a
/// page: title, date, source, entry states, the table of named references, void elements, notes, and the
/// input stream unless the page is complete. They are kept if the revision already has tables. Otherwise
/// they come from the options and from the revision that `--like` names, or are assumed with a warning.
///
/// Exits with 0 if everything was understood and the tables pass `check`, with 2 if not, and with 1 if a
/// file cannot be read or written. Tables of trees are not checked: a page does not say which kinds of tokens a mode never gets.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The page: HTML or plain text
    pub(super) page: PathBuf,
    /// The name of the new revision, such as `whatwg-2026-07-19`
    #[arg(long = "as", value_name = "ID", required_unless_present = "tree")]
    pub(super) id: Option<String>,
    /// Read the sections on trees instead, of a page in HTML, and print how much of each is understood
    #[arg(long, conflicts_with_all = ["id", "like", "partial", "title", "date", "source", "named_references"])]
    pub(super) tree: bool,
    /// The folder for the tables of trees, where a sentence that was not understood is a call of its own
    #[arg(long, value_name = "DIR", requires = "tree")]
    pub(super) out: Option<PathBuf>,
    /// The older revision, for facts that the page does not state
    #[arg(long, value_name = "REVISION")]
    pub(super) like: Option<String>,
    /// Write the tables even if a sentence was not understood; `check` refuses them
    #[arg(long)]
    pub(super) partial: bool,
    /// List every sentence of the section with its result
    #[arg(long)]
    pub(super) report: bool,
    /// The title of the document
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    pub(super) title: Option<String>,
    /// The date of the document; the end of ID if omitted
    #[arg(long, value_parser = date)]
    pub(super) date: Option<String>,
    /// The address of the document
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    pub(super) source: Option<String>,
    /// The table of named character references, such as `2010-09-29`
    #[arg(long, value_name = "TABLE")]
    pub(super) named_references: Option<String>,
}

fn date(text: &str) -> Result<String, String> {
    match is_date(text) {
        true => Ok(text.to_owned()),
        false => {
            Err("expected year, month and day, such as 2026-07-19, or the year alone".to_owned())
        }
    }
}
