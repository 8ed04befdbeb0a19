//! `cargo xtask trace --tree`: runs the tables of tree construction on the tokens of an input.
//!
//! A person who debugs a row wants to know which row took a token, and what it did to the stack. So the steps are shown
//! as they run, nested as they call each other, and what has changed is shown once, after the token: most steps change
//! little, and the state after each would hide them. What the interpreter runs for every token, the dispatcher, is left out:
//! it chooses between the mode and foreign content, which the rows show.

mod facts;
mod words;

use super::printer::Printer;
use super::source::Source;
use super::{Arguments, standard_output};
use crate::places::place;
use crate::states;
use crate::trees::{self, Trees};
use facts::{Fact, facts};
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use tokenwright_interpreter::tree::{
    Body, Environment, ParseState, Parsed, Quirks, RowsOf, Stuck, TreeObserver, TreeToken,
};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::{Clause, Conjunction};
use words::words;
use xtask::report::Failure;

/// How tree construction is traced.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Trace tree construction: the rows that process each token, and the tree
    #[arg(
        long,
        conflicts_with_all = ["initial_state", "last_start_tag", "content_model", "foreign", "state", "list_states"]
    )]
    tree: bool,
    /// Parse a fragment in this context element, such as `select` or `svg path`
    #[arg(long, value_name = "ELEMENT", requires = "tree", value_parser = trees::context)]
    context: Option<ElementType>,
    /// Parse as if scripts were enabled
    #[arg(long, requires = "tree")]
    scripting: bool,
    /// Print only the rows of this insertion mode and what they run; can be given more than once
    #[arg(long, value_name = "MODE", requires = "tree")]
    mode: Vec<String>,
    /// Print the rows without their steps
    #[arg(long, requires = "tree")]
    rows: bool,
    /// Print only the tree
    #[arg(long, requires = "tree", conflicts_with_all = ["mode", "rows"])]
    quiet: bool,
    /// List the insertion modes of the revision, and exit
    #[arg(long, requires = "tree", conflicts_with_all = ["file", "context", "mode", "quiet"])]
    list_modes: bool,
}

impl Options {
    /// Whether tree construction is traced.
    pub(super) fn is_chosen(&self) -> bool {
        self.tree
    }
}

/// Prints the trace of an input.
///
/// # Errors
/// If the input or the tables cannot be read, or the tables define no next step.
pub(super) fn trace(arguments: &Arguments, sources: &mut Sources) -> Result<(), Failure> {
    let options = &arguments.tree;
    let trees = Trees::load(arguments.revision.as_deref(), sources)?;
    let id = trees.id();
    let names = || trees.tables.modes.iter().map(|mode| mode.name.as_str());
    if options.list_modes {
        names().for_each(|name| println!("{name}"));
        return Ok(());
    }
    let list = match &arguments.revision {
        Some(name) => format!("cargo xtask trace --revision {name} --tree --list-modes"),
        None => "cargo xtask trace --tree --list-modes".to_owned(),
    };
    let only = options.mode.iter();
    let only = only.map(|name| states::find("insertion mode", name, names(), id, &list));
    let only = only.collect::<Result<Vec<&str>, _>>()?;
    let file = arguments.file.as_deref();
    let file = file.filter(|file| file.as_os_str() != "-");
    let source = Source::read(file)?;
    let interpreter = trees.interpreter()?;
    let environment = Environment::of_test(options.context.clone(), options.scripting);
    let mut out = Printer::new(standard_output());
    let parsed = match options.quiet {
        true => trees.observe(&interpreter, environment, &source.text, ()),
        false => {
            let mut trace = Trace::new(&mut out, sources, &only, options.rows);
            trees.observe(&interpreter, environment, &source.text, &mut trace)
        }
    };
    let is_empty = out.is_empty();
    if let Ok(parsed) = &parsed
        && only.is_empty()
    {
        tree(&mut out, parsed, options.quiet);
    }
    out.finish();
    if is_empty && !only.is_empty() {
        let modes: Vec<String> = only.iter().map(|name| format!("\"{name}\"")).collect();
        eprintln!("note: the input runs no row of {}", modes.join(" or "));
    }
    let stuck = |stuck: Stuck| {
        let name = file.unwrap_or(Path::new("<stdin>"));
        Diagnostic::unread(name, stuck.to_string())
    };
    Ok(parsed.map(|_| ()).map_err(stuck)?)
}

/// Prints a tree in the form of html5lib's tests.
fn tree<W: Write>(out: &mut Printer<W>, parsed: &Parsed, is_quiet: bool) {
    if !is_quiet {
        let quirks = match parsed.document.quirks {
            Quirks::No => "no-quirks",
            Quirks::Yes => "quirks",
            Quirks::Limited => "limited-quirks",
        };
        out.line(0, &format_args!("the tree, in {quirks} mode"));
    }
    for line in parsed.document.html5lib(parsed.root).lines() {
        out.line(usize::from(!is_quiet), &line);
    }
}

/// How many names of elements the term of a row shows.
const MOST: usize = 4;

/// Prints the events of a run.
struct Trace<'s, W> {
    out: &'s mut Printer<W>,
    sources: &'s Sources,
    /// The modes to show; all if empty.
    only: &'s [&'s str],
    /// Whether steps are left out.
    rows_alone: bool,
    /// The line above what is shown of a token, until that is shown.
    heading: Option<String>,
    is_in_token: bool,
    /// The algorithm that the interpreter runs for each token.
    dispatcher: Option<usize>,
    /// The rows and algorithms that run.
    frames: Vec<Frame>,
    /// The parse state before the token.
    before: Vec<Fact>,
    errors: usize,
}

/// A row or an algorithm that runs.
#[derive(Clone, Copy)]
struct Frame {
    /// The indentation of its steps.
    level: usize,
    is_shown: bool,
}

impl<'s, W: Write> Trace<'s, W> {
    fn new(
        out: &'s mut Printer<W>,
        sources: &'s Sources,
        only: &'s [&'s str],
        rows_alone: bool,
    ) -> Self {
        Trace {
            out,
            sources,
            only,
            rows_alone,
            heading: Some("the fragment".to_owned()),
            is_in_token: false,
            dispatcher: None,
            frames: Vec::new(),
            before: Vec::new(),
            errors: 0,
        }
    }

    fn line(&mut self, level: usize, text: &dyn Display) {
        if let Some(heading) = self.heading.take() {
            self.out.line(0, &heading);
        }
        self.out.line(level, text);
    }

    /// Prints a step of what runs, if it is shown.
    fn step(&mut self, text: &dyn Display) {
        let frame = self.frames.last().filter(|frame| frame.is_shown);
        if let Some(Frame { level, .. }) = frame.filter(|_| !self.rows_alone) {
            self.line(*level, text);
        }
    }

    /// Prints what has changed since a token came, if something of it is shown.
    fn changes(&mut self, state: &ParseState<'_>) {
        if self.heading.is_some() {
            return;
        }
        let after = facts(state);
        for (name, value) in &after {
            let mut before = self.before.iter();
            let before = before.find(|(other, _)| other == name);
            if before.map_or("", |(_, value)| value) != value {
                let value = if value.is_empty() { "none" } else { value };
                self.line(1, &format_args!("=> {name}: {value}"));
            }
        }
        for error in &state.errors[self.errors..] {
            match &error.code {
                Some(code) => self.line(1, &format_args!("=> parse error: {code}")),
                None => self.line(1, &"=> parse error"),
            }
        }
    }
}

impl<W: Write> TreeObserver for Trace<'_, W> {
    fn token(&mut self, token: &TreeToken, state: ParseState<'_>) {
        if !self.is_in_token {
            // What begins a fragment has ended.
            let is_fragment = !state.open_elements.is_empty();
            if let Some(heading) = self
                .heading
                .take_if(|_| is_fragment && self.only.is_empty())
            {
                self.out.line(0, &heading);
            }
            self.changes(&state);
        }
        self.is_in_token = true;
        self.heading = Some(words(token));
        self.frames.clear();
        self.before = facts(&state);
        self.errors = state.errors.len();
    }

    fn processed(&mut self, state: ParseState<'_>) {
        if self.dispatcher.is_some() && self.heading.is_some() && self.only.is_empty() {
            self.line(1, &"ignored, as a step before has said");
        }
        self.changes(&state);
    }

    fn enter(&mut self, body: Body<'_>) {
        let above = self.frames.last().map_or(0, |frame| frame.level);
        let is_within = self.only.is_empty() || self.frames.iter().any(|frame| frame.is_shown);
        let frame = match body {
            Body::Algorithm(at, _) => {
                if self.is_in_token && self.frames.is_empty() {
                    self.dispatcher = Some(at);
                }
                let is_shown = is_within && self.dispatcher != Some(at);
                let level = above + usize::from(is_shown && !self.rows_alone);
                Frame { level, is_shown }
            }
            Body::Row { rows, mode, .. }
                if is_within || self.only.contains(&mode.name.as_str()) =>
            {
                if let Some(row) = body.row() {
                    let term = english::terms(row, MOST).join(", or ");
                    let place = place(row.place.place, self.sources);
                    let name = match rows {
                        RowsOf::Mode(_) => format!("\"{}\"", mode.name.value),
                        RowsOf::ForeignContent => mode.name.value.clone(),
                    };
                    let line = format!("{name}: {term} [{place}]");
                    self.line(above + 1, &line);
                }
                let level = above + 1 + usize::from(!self.rows_alone);
                Frame {
                    level,
                    is_shown: true,
                }
            }
            Body::Row { .. } => Frame {
                level: above,
                is_shown: false,
            },
        };
        self.frames.push(frame);
    }

    fn leave(&mut self) {
        self.frames.pop();
    }

    fn clause(&mut self, clause: &Clause) {
        match clause {
            Clause::Step(step) => self.step(&step.value),
            Clause::Call(sentence) => self.step(&sentence.value),
            Clause::Label(label) => self.step(&format_args!("step labeled {}", label.value)),
            Clause::If { .. } | Clause::While { .. } => {}
        }
    }

    fn tested(&mut self, any: &[Conjunction], held: bool) {
        if english::is_always(any) {
            return;
        }
        let answer = if held { "yes" } else { "no" };
        let conditions = english::conjunctions(any).join(", or ");
        self.step(&format_args!("if {conditions}? {answer}"));
    }
}
