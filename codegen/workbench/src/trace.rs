//! `cargo xtask trace`: runs the tables on an input, character by character.
//!
//! It shows why a token comes out: state, row and steps, as an observer of the interpreter sees them. The generated
//! code could not be traced so, since its hot path skips states; and the tables are what a person has just edited. A
//! trace is long, so states can be chosen, and output to a closed pipe ends the run.

mod printer;
mod source;
mod tree;
mod words;

use crate::{states, suite};
use printer::Printer;
use source::Source;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_interpreter::{
    BlockKind, BlockRef, Interpreter, Observer, ParseError, Refusal, Setup, Token,
};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::grammar::{ContentModel, Step};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Conjunction, Event, Revision};
use tokenwright_visible::Writer;
use words::{describe, head, sentence, shown};
use xtask::report;
use xtask::report::Failure;

/// Trace the tables on an input, character by character
///
/// The interpreter runs the tables directly; `cargo xtask gen` is not needed. For every
/// character the trace shows the state, the row and the steps, and the emitted tokens and parse errors.
///
/// With `--tree` the tables of tree construction run as well, and the trace shows for every token the
/// rows and the steps that process it, what they change in the parse state, and in the end the tree.
///
/// Exits with 1 if the input or the tables cannot be read, or if the tables define no next step.
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables; the newest if omitted
    #[arg(long, value_name = "REVISION|DIR")]
    revision: Option<String>,
    /// The state to start in, such as "RCDATA state" or `rcdata`
    #[arg(long, value_name = "STATE")]
    initial_state: Option<String>,
    /// The tag name of the last start tag, which decides whether an end tag is appropriate
    #[arg(long, value_name = "NAME")]
    last_start_tag: Option<String>,
    /// The content model flag, in revisions that have one
    #[arg(long, value_name = "MODEL", value_parser = content_model)]
    content_model: Option<ContentModel>,
    /// Trace as if inside <svg> or <math>, where CDATA sections are allowed
    #[arg(long)]
    foreign: bool,
    /// Print only the steps of this state; can be given more than once
    #[arg(long, value_name = "STATE")]
    state: Vec<String>,
    /// List the states of the revision, and exit
    #[arg(long, conflicts_with_all = ["file", "state", "initial_state"])]
    list_states: bool,
    #[command(flatten)]
    tree: tree::Options,
    /// The file to read; standard input if it is `-` or omitted
    file: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Examples:
  printf '<p>&amp;' | cargo xtask trace
          Trace a text
  cargo xtask trace --state 'tag open' page.html
          Show only what the tag open state does
  printf 'a</title>' | cargo xtask trace --initial-state RCDATA --last-start-tag title
          Start inside the text of a <title>
  printf '<p><b>a</p>b' | cargo xtask trace --tree
          Trace tree construction on a document
  printf '<td>a' | cargo xtask trace --tree --context tr --quiet
          Print the tree of a fragment, in the form of html5lib's tests";

fn content_model(name: &str) -> Result<ContentModel, String> {
    let all = ContentModel::ALL;
    let found = all.iter().find(|(_, text)| text.eq_ignore_ascii_case(name));
    found.map(|(model, _)| *model).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(_, text)| *text).collect();
        format!("the flag is one of {}", names.join(", "))
    })
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run(|sources| match arguments.tree.is_chosen() {
        true => tree::trace(arguments, sources),
        false => trace(arguments, sources),
    })
}

/// What traces are printed to.
fn standard_output() -> Writer<io::BufWriter<io::StdoutLock<'static>>> {
    Writer::new(io::BufWriter::new(io::stdout().lock()))
}

/// Prints the trace of a text.
///
/// # Errors
/// If the tables define no next step.
pub(crate) fn print(loaded: &Loaded, text: &str) -> Result<(), Diagnostic> {
    let source = Source::from(text);
    let mut trace = Trace::new(standard_output(), &source, &[]);
    let refused = trace.run(loaded, &Setup::default()).err();
    trace.out.finish();
    let refused = refused.map(report::refused(&loaded.revision.about.id));
    refused.map_or(Ok(()), Err)
}

fn trace(arguments: &Arguments, sources: &mut Sources) -> Result<(), Failure> {
    let loaded = suite::revision_or_newest(arguments.revision.as_deref(), sources)?;
    let revision = &loaded.revision;
    if arguments.list_states {
        for state in &revision.states {
            println!("{}", state.name.value);
        }
        return Ok(());
    }
    let list = match &arguments.revision {
        Some(name) => format!("cargo xtask trace --revision {name} --list-states"),
        None => "cargo xtask trace --list-states".to_owned(),
    };
    let id = &revision.about.id;
    let names = revision.states.iter().map(|state| state.name.as_str());
    let state = |name: &String| {
        let found = states::find("state", name, names.clone(), id, &list);
        found.map(str::to_owned)
    };
    let only = arguments.state.iter().map(state);
    let only = only.collect::<Result<Vec<_>, _>>()?;
    let setup = Setup {
        state: arguments.initial_state.as_ref().map(state).transpose()?,
        // Tokens have names in lower case.
        last_start_tag: arguments
            .last_start_tag
            .as_ref()
            .map(|name| name.to_ascii_lowercase()),
        content_model: arguments.content_model,
        foreign: arguments.foreign,
        responses: Vec::new(),
    };
    let file = arguments.file.as_deref();
    let file = file.filter(|file| file.as_os_str() != "-");
    let source = Source::read(file)?;
    let mut trace = Trace::new(standard_output(), &source, &only);
    let refused = trace.run(&loaded, &setup).err();
    let is_empty = trace.out.is_empty();
    trace.out.finish();
    if is_empty && !only.is_empty() {
        eprintln!(
            "note: the input does not enter the {} state",
            only.join(" or the ")
        );
    }
    match refused {
        Some(refusal) => {
            let name = file.unwrap_or(Path::new("<stdin>"));
            Err(stopped(revision, name, &source, refusal).into())
        }
        None => Ok(()),
    }
}

/// The message about tables that cannot be run, or stop.
fn stopped(revision: &Revision, file: &Path, source: &Source, mut refusal: Refusal) -> Diagnostic {
    let id = &revision.about.id;
    match &mut refusal {
        Refusal::NoContentModelFlag => {
            let message = "the revision has no content model flag";
            Diagnostic::unread(id, message)
                .help("start in a state in its place, such as `--initial-state RCDATA`")
        }
        Refusal::Stopped { offset, .. } => {
            *offset = source.offset(*offset);
            Diagnostic::unread(file, refusal.to_string())
        }
        _ => Diagnostic::unread(id, refusal.to_string()),
    }
}

/// Prints the events of a run.
struct Trace<'s, W> {
    out: Printer<W>,
    source: &'s Source,
    /// The states to show; all if empty.
    only: &'s [String],
    /// Whether the machine is in a state that is not shown.
    is_hidden: bool,
    /// How far lines are indented: more within a procedure, below the step that attempts it.
    indent: usize,
}

impl<'s, W: Write> Trace<'s, W> {
    fn new(out: W, source: &'s Source, only: &'s [String]) -> Self {
        Trace {
            out: Printer::new(out),
            source,
            only,
            is_hidden: false,
            indent: 0,
        }
    }

    fn run(&mut self, loaded: &Loaded, setup: &Setup) -> Result<(), Refusal> {
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references)?;
        let source = self.source;
        interpreter.observe(setup, &source.text, self)?;
        Ok(())
    }

    fn line(&mut self, level: usize, text: &dyn Display) {
        if !self.is_hidden {
            self.out.line(self.indent + level, text);
        }
    }
}

impl<W: Write> Observer for Trace<'_, W> {
    fn enter(&mut self, block: BlockRef<'_>) {
        match block.kind {
            BlockKind::State => {
                let name = &block.state.name.value;
                self.is_hidden = !self.only.is_empty() && !self.only.contains(name);
                self.line(0, &format_args!("{name} state"));
            }
            BlockKind::Procedure => self.indent = 2,
        }
    }

    fn leave(&mut self, _: BlockRef<'_>) {
        self.indent = 0;
    }

    fn consume(&mut self, character: Option<char>, offset: usize) {
        let character = shown(character);
        let offset = self.source.offset(offset);
        self.line(1, &format_args!("{character} at byte {offset}"));
    }

    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        if let Some(row) = block.state.rows.get(row) {
            self.line(1, &head(row));
        }
    }

    fn clause_tested(&mut self, any: &[Conjunction], held: bool) {
        let answer = if held { "yes" } else { "no" };
        self.line(2, &format_args!("if {}? {answer}", sentence(any)));
    }

    fn step(&mut self, step: &Step) {
        self.line(2, step);
    }

    fn call(&mut self, name: &str) {
        self.line(2, &format_args!("{name}:"));
    }

    fn rule(&mut self, on: &Event) {
        match on {
            Event::Leaving(state) => self.line(2, &format_args!("leaving the {state} state:")),
            Event::EmittingStartTag => self.line(2, &"emitting a start tag token:"),
            Event::EmittingEndTag => self.line(2, &"emitting an end tag token:"),
        }
    }

    fn character(&mut self, character: char) {
        let character = shown(Some(character));
        self.line(3, &format_args!("=> character {character}"));
    }

    fn token(&mut self, token: &Token) {
        self.line(3, &format_args!("=> {}", describe(token)));
    }

    fn error(&mut self, error: &ParseError) {
        let ParseError {
            code, line, column, ..
        } = error;
        self.line(3, &format_args!("=> error {code} at {line}:{column}"));
    }
}
