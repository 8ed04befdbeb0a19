//! The command line.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;
use tokenwright::ContentModel;

/// Tokenize HTML as a revision of the spec has it
///
/// Without --initial-state, the text and json formats switch to the states for the text of title,
/// script and their like by tag name; html5lib never does.
#[derive(Debug, Parser)]
#[command(name = "tokenwright", version)]
pub(crate) struct Arguments {
    /// The file to tokenize, or `-` for standard input
    #[arg(default_value = "-", value_name = "FILE|-")]
    pub(crate) file: PathBuf,
    /// The revision of the spec; the newest if left out
    #[arg(long, value_name = "R")]
    pub(crate) revision: Option<String>,
    /// The state to start in, such as "RCDATA state"
    #[arg(long, value_name = "STATE")]
    pub(crate) initial_state: Option<String>,
    /// The name that an appropriate end tag must have
    #[arg(long, value_name = "T")]
    pub(crate) last_start_tag: Option<String>,
    /// The content model flag, in revisions that have one
    #[arg(long, value_name = "MODEL", value_enum, ignore_case = true)]
    pub(crate) content_model: Option<Model>,
    /// The adjusted current node is not in the HTML namespace
    #[arg(long)]
    pub(crate) foreign: bool,
    /// Scripts run, so noscript holds text
    #[arg(long)]
    pub(crate) scripting: bool,
    /// Leave out a byte order mark at the beginning
    #[arg(long)]
    pub(crate) strip_bom: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Print the byte offsets of tokens, names and values
    #[arg(long)]
    pub(crate) spans: bool,
    /// Print parse errors
    #[arg(long)]
    pub(crate) errors: bool,
    /// Name the revisions, oldest first
    #[arg(long)]
    pub(crate) list_revisions: bool,
}

/// How tokens are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A line a token, for people
    Text,
    /// A line a token, each a JSON object
    Json,
    /// One JSON object, as html5lib's tests have it
    Html5lib,
}

/// The content model flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Model {
    #[value(name = "PCDATA")]
    Pcdata,
    #[value(name = "RCDATA")]
    Rcdata,
    #[value(name = "CDATA")]
    Cdata,
    #[value(name = "PLAINTEXT")]
    Plaintext,
}

impl From<Model> for ContentModel {
    fn from(model: Model) -> Self {
        match model {
            Model::Pcdata => ContentModel::Pcdata,
            Model::Rcdata => ContentModel::Rcdata,
            Model::Cdata => ContentModel::Cdata,
            Model::Plaintext => ContentModel::Plaintext,
        }
    }
}
