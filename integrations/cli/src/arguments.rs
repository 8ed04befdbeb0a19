//! The command line.
//!
//! What clap can say of an option is said in its attributes. Options that would have no effect with others are refused, as
//! a silent one is taken for done.

use crate::failure::Failure;
use clap::{Parser, ValueEnum};
use std::path::{Path, PathBuf};
use tokenwright::{Limits, TextMode};
use tokenwright_tree::{Context, Namespace};

/// Print the tokens or the tree of an HTML file
///
/// Tokenizes as a revision of the HTML Standard says, and prints one token a line. Without
/// --initial-state, a start tag such as <title> or <script> switches to the state that reads its
/// text, as a browser would. --format html5lib never switches. --tree prints the tree instead.
#[derive(Debug, Parser)]
#[command(name = "tokenwright", version, after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The file to tokenize; standard input if it is `-` or omitted
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Further files, which are refused with advice.
    #[arg(hide = true)]
    more: Vec<PathBuf>,
    /// The revision of the spec, or a part of its name that no other has, such as `2020`; the newest
    /// if omitted
    #[arg(long, value_name = "REVISION")]
    pub(crate) revision: Option<String>,
    /// The encoding of the input: a label such as `windows-1251`, or `auto`; UTF-8 if omitted
    ///
    /// `auto` finds it as the standard says: by a byte order mark or a declaration in the document. If
    /// it has neither, the encoding is guessed. A declaration may be anywhere, so the input is read
    /// twice; standard input is copied to a temporary file. A byte order mark has precedence over a
    /// label. Positions are those of the text in UTF-8.
    #[arg(long, value_name = "auto|LABEL")]
    pub(crate) encoding: Option<String>,
    /// Print the tree, as html5lib's tests of tree construction do
    ///
    /// Options about tokens are refused.
    #[arg(long, conflicts_with_all = [
        "initial_state", "last_start_tag", "content_model", "foreign", "strip_bom", "format", "spans", "errors",
    ])]
    pub(crate) tree: bool,
    /// Print the tree of a fragment in this element: `td`, `svg path` or `math mi`
    #[arg(long, value_name = "ELEMENT", requires = "tree", value_parser = context)]
    pub(crate) context: Option<Context>,
    /// The state to start in, such as "RCDATA state" or `rcdata`
    #[arg(long, value_name = "STATE")]
    pub(crate) initial_state: Option<String>,
    /// The tag name that ends the text of --initial-state or --content-model, such as `title`
    #[arg(long, value_name = "NAME", value_parser = tag_name)]
    pub(crate) last_start_tag: Option<String>,
    /// The content model flag, which revisions before 2010 have
    #[arg(long, value_name = "MODEL", value_enum, ignore_case = true)]
    pub(crate) content_model: Option<Model>,
    /// Tokenize as inside <svg> or <math>, where CDATA sections are allowed
    #[arg(long)]
    pub(crate) foreign: bool,
    /// Read the content of <noscript> as text, as a browser that runs scripts does
    #[arg(long)]
    pub(crate) scripting: bool,
    /// Leave out a byte order mark at the beginning
    #[arg(long)]
    pub(crate) strip_bom: bool,
    /// Stop with an error at the first token beyond a limit; may be given for each of them
    ///
    /// The limits are `token-bytes`, the length of a token other than text; `attributes`, of one tag;
    /// `nesting`, the open elements in <svg>, <math> and <template>, with --tree all; `memory`, the
    /// bytes for the token that is read, beyond fixed amounts and the tree. By default there are none.
    #[arg(long = "limit", value_name = "LIMIT=NUMBER", value_parser = limit)]
    pub(crate) limits: Vec<(Limit, usize)>,
    /// How the tokens are printed
    #[arg(long, value_enum, ignore_case = true, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Print the byte offsets of tokens, names and values
    #[arg(long)]
    pub(crate) spans: bool,
    /// Print the parse errors too; html5lib always has them
    #[arg(long)]
    pub(crate) errors: bool,
    /// List the revisions, the oldest first, and exit
    #[arg(long, exclusive = true)]
    pub(crate) list_revisions: bool,
    /// List the states of the revision, and exit
    #[arg(long, conflicts_with_all = [
        "file", "encoding", "tree", "context", "initial_state", "last_start_tag", "content_model", "foreign", "scripting",
        "strip_bom", "limits", "format", "spans", "errors",
    ])]
    pub(crate) list_states: bool,
}

const AFTER_HELP: &str = "\
Examples:
  tokenwright page.html
          Print the tokens
  tokenwright --errors page.html
          Print the tokens, and each parse error as page.html:LINE:COLUMN
  printf '<p>text' | tokenwright --format json --spans
          Print JSON with byte offsets
  printf 'a</title>' | tokenwright --initial-state RCDATA --last-start-tag title
          Start inside the text of a <title>
  tokenwright --encoding auto --tree page.html
          Print the tree of a page in any encoding
  printf '<td>text' | tokenwright --tree --context tr
          Print the tree of a fragment in a <tr>
  tokenwright --limit attributes=1000 --limit token-bytes=1000000 page.html
          Print the tokens up to a tag that is larger
  tokenwright --revision 2008 --list-states
          List the states that --initial-state takes

Exit status:
  0  the input was read, whether it has parse errors or not
  2  the input cannot be read or exceeds a limit, the output cannot be written, or an argument is
     wrong";

impl Arguments {
    /// The file to tokenize, `None` for standard input.
    ///
    /// # Errors
    /// More than one file.
    pub(crate) fn file(&self) -> Result<Option<&Path>, Failure> {
        if !self.more.is_empty() {
            let message = format!("one file at a time, not {}", 1 + self.more.len());
            return Err(Failure::usage(message)
                .help("for several: for file in *.html; do tokenwright \"$file\"; done"));
        }
        Ok(self.file.as_deref().filter(|file| file.as_os_str() != "-"))
    }

    /// The limits; of two on the same, the last counts.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        for (limit, most) in &self.limits {
            *match limit {
                Limit::TokenBytes => &mut limits.token_bytes,
                Limit::Attributes => &mut limits.attributes,
                Limit::Nesting => &mut limits.nesting,
                Limit::Memory => &mut limits.memory,
            } = *most;
        }
        limits
    }

    /// Refuses options that would have no effect with the others.
    ///
    /// # Errors
    /// The first such option.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let is_html5lib = self.format == Format::Html5lib;
        let has_state = self.initial_state.is_some();
        let limits_nesting = self.limits().nesting != usize::MAX;
        let starts_inside = has_state || self.content_model.is_some();
        let refusals = [
            (
                self.spans && is_html5lib,
                "--format html5lib cannot show --spans",
                "--format json shows them",
            ),
            (
                self.scripting && is_html5lib,
                "--scripting has no effect with --format html5lib",
                "html5lib never switches states by tag name",
            ),
            (
                self.scripting && has_state,
                "--scripting has no effect with --initial-state",
                "with it, no start tag switches to another state",
            ),
            (
                limits_nesting && (has_state || is_html5lib),
                "--limit nesting has no effect with --initial-state or --format html5lib",
                "with them, open elements are not followed",
            ),
            (
                self.last_start_tag.is_some() && !starts_inside,
                "--last-start-tag has no effect without --initial-state or --content-model",
                "to start inside the text of a title: --initial-state RCDATA --last-start-tag title",
            ),
        ];
        match refusals.into_iter().find(|(applies, ..)| *applies) {
            Some((_, message, help)) => Err(Failure::usage(message).help(help)),
            None => Ok(()),
        }
    }
}

/// A tag name as tokens have it, in lower case.
fn tag_name(name: &str) -> Result<String, String> {
    let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '\0');
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains(ends) {
        Ok(name.to_ascii_lowercase())
    } else {
        Err("not a tag name; give the name alone, such as `title`".to_owned())
    }
}

/// A context element, as `td` or `svg path`.
fn context(text: &str) -> Result<Context, String> {
    let (namespace, name) = match text.split_once(' ') {
        None => (Namespace::Html, text),
        Some(("svg", name)) => (Namespace::Svg, name),
        Some(("math", name)) => (Namespace::MathMl, name),
        Some(_) => return Err("expected an element, such as `td`, `svg path` or `math mi`".into()),
    };
    let lower = tag_name(name)?;
    let is_html = namespace == Namespace::Html;
    let name = if is_html { &lower } else { name };
    Ok(Context {
        is_in_form: is_html && name == "form",
        ..Context::new(name, namespace)
    })
}

/// A limit, as `attributes=100`.
fn limit(text: &str) -> Result<(Limit, usize), String> {
    let (name, number) = text
        .split_once('=')
        .ok_or("expected LIMIT=NUMBER, such as `attributes=100`")?;
    let limit = Limit::from_str(name, true).map_err(|_| {
        let known = Limit::value_variants()
            .iter()
            .filter_map(Limit::to_possible_value);
        let known: Vec<_> = known.map(|value| value.get_name().to_owned()).collect();
        format!("no limit `{name}`; there are {}", known.join(", "))
    })?;
    let number = number
        .parse()
        .map_err(|_| format!("`{number}` is no number, or too large"))?;
    Ok((limit, number))
}

/// What a limit is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Limit {
    TokenBytes,
    Attributes,
    Nesting,
    Memory,
}

/// How tokens are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One token a line, for people
    Text,
    /// One JSON object a line
    Json,
    /// One JSON object in the form of html5lib's tokenizer tests
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

impl Model {
    /// The state that took its place in later revisions.
    pub(crate) fn state(self) -> &'static str {
        match self {
            Model::Pcdata => "data",
            Model::Rcdata => "RCDATA",
            Model::Cdata => "RAWTEXT",
            Model::Plaintext => "PLAINTEXT",
        }
    }

    /// The text mode that sets the flag to this.
    pub(crate) fn text_mode(self) -> TextMode {
        match self {
            Model::Pcdata => TextMode::Data,
            Model::Rcdata => TextMode::Rcdata,
            Model::Cdata => TextMode::Rawtext,
            Model::Plaintext => TextMode::Plaintext,
        }
    }
}
