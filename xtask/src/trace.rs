//! `cargo xtask trace`: what the tables do with an input, character by character.

use crate::{report, workspace};
use std::fmt::Display;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use tokenwright_interpreter::{
    Block, BlockKind, Interpreter, Observer, ParseError, Refusal, Setup, Token,
};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::grammar::{Char, ContentModel, Step};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::model::{Conjunction, Event, On, Row, Test};
use tokenwright_tables::references;

/// Print what the tables do with an input, character by character
///
/// The interpreter runs the tables as they are written, checked or not. For every character: the
/// state, the row and the steps; tokens and parse errors as they come.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables; the newest if left out
    #[arg(long, value_name = "REVISION|DIR")]
    revision: Option<String>,
    /// The state to start in, such as "RCDATA state"
    #[arg(long, value_name = "STATE")]
    initial_state: Option<String>,
    /// The name of the last start tag, as if it had been emitted
    #[arg(long, value_name = "NAME")]
    last_start_tag: Option<String>,
    /// The content model flag, for revisions that have it
    #[arg(long, value_name = "FLAG", value_parser = content_model)]
    content_model: Option<ContentModel>,
    /// The adjusted current node is not in the HTML namespace
    #[arg(long)]
    foreign: bool,
    /// The file to read; `-` for standard input
    file: String,
}

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
    let mut sources = Sources::default();
    let loaded = match load(arguments.revision.as_deref(), &mut sources) {
        Ok(loaded) => loaded,
        Err(errors) => {
            report::print(&errors, &sources);
            return ExitCode::FAILURE;
        }
    };
    let input = match read(&arguments.file) {
        Ok(input) => input,
        Err(error) => return fail(&format!("cannot read {}: {error}", arguments.file)),
    };
    let state = arguments.initial_state.as_deref();
    let setup = Setup {
        state: state.map(|name| name.strip_suffix(" state").unwrap_or(name).to_owned()),
        last_start_tag: arguments.last_start_tag.clone(),
        content_model: arguments.content_model,
        foreign: arguments.foreign,
    };
    let mut trace = Trace::new(io::BufWriter::new(io::stdout().lock()));
    let refused = trace.run(&loaded, &setup, &input).err();
    // A reader that has seen enough closes the pipe, and that is no error.
    let _ = trace.out.flush();
    match refused {
        Some(refusal) => fail(&refusal),
        None => ExitCode::SUCCESS,
    }
}

fn fail(message: &dyn Display) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::FAILURE
}

/// Loads a revision, or the newest; its tables of character references may stand beside it.
fn load(name: Option<&str>, sources: &mut Sources) -> Result<Loaded, Vec<Diagnostic>> {
    let spec_dir = workspace::spec_dir();
    let Some(name) = name else {
        let newest = load::all(&spec_dir, sources)?.pop();
        let none = || vec![Diagnostic::unread(spec_dir, "there are no tables")];
        return newest.ok_or_else(none);
    };
    let dir = workspace::revision_dir(name).map_err(|error| vec![error])?;
    let revision = load::revision(&dir, sources)?;
    let beside = dir.parent().unwrap_or(Path::new(""));
    let beside = match beside.join(references::NAMES_DIR).is_dir() {
        true => beside,
        false => &spec_dir,
    };
    let references = references::load(beside, &revision.about, sources)?;
    Ok(Loaded {
        revision,
        references,
    })
}

/// Reads a file, or standard input; bytes that are not UTF-8 become U+FFFD.
fn read(file: &str) -> io::Result<String> {
    let mut bytes = Vec::new();
    match file {
        "-" => io::stdin().lock().read_to_end(&mut bytes)?,
        path => std::fs::File::open(path)?.read_to_end(&mut bytes)?,
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// An observer that prints what it sees.
struct Trace<W> {
    out: W,
    /// How far lines are indented: more within a procedure, below the step that attempts it.
    indent: usize,
}

impl<W: Write> Trace<W> {
    fn new(out: W) -> Self {
        Trace { out, indent: 0 }
    }

    fn run(&mut self, loaded: &Loaded, setup: &Setup, input: &str) -> Result<(), Refusal> {
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references)?;
        interpreter.observe(setup, input, self)?;
        Ok(())
    }

    fn line(&mut self, level: usize, text: &dyn Display) {
        let width = 4 * (self.indent + level);
        // What cannot be printed is not missed: see `run`.
        let _ = writeln!(self.out, "{:width$}{text}", "");
    }
}

impl<W: Write> Observer for Trace<W> {
    fn enter(&mut self, block: Block<'_>) {
        match block.kind {
            BlockKind::State => self.line(0, &format_args!("{} state", block.state.name.value)),
            BlockKind::Procedure => self.indent = 2,
        }
    }

    fn leave(&mut self, _: Block<'_>) {
        self.indent = 0;
    }

    fn consume(&mut self, character: Option<char>, offset: usize) {
        let character = shown(character);
        self.line(1, &format_args!("{character} at byte {offset}"));
    }

    fn row(&mut self, block: Block<'_>, row: usize) {
        if let Some(row) = block.state.rows.get(row) {
            self.line(1, &head(row));
        }
    }

    fn asked(&mut self, any: &[Conjunction], held: bool) {
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

/// `U+003C (<)`; a character beyond ASCII follows its number, where it can be seen.
fn shown(character: Option<char>) -> String {
    let Some(character) = character else {
        return "EOF".to_owned();
    };
    let number = Char(character.into());
    if character.is_ascii() || character.is_control() || character.is_whitespace() {
        number.to_string()
    } else {
        format!("{number} ({character})")
    }
}

/// What a row matches, as the tables have it.
fn head(row: &Row) -> String {
    let list = |matchers: &mut dyn Iterator<Item = String>| matchers.collect::<Vec<_>>().join(", ");
    let mut head = match &row.on {
        On::Consumed { any, except } => {
            let mut head = format!("on {}", list(&mut any.iter().map(|m| m.value.to_string())));
            if !except.is_empty() {
                head += " except ";
                head += &list(&mut except.iter().map(|m| m.value.to_string()));
            }
            head
        }
        On::Peeked(any) => format!(
            "peek {}",
            list(&mut any.iter().map(|m| m.value.to_string()))
        ),
        On::Ahead { text, ignore_case } => {
            let case = if *ignore_case { " in any case" } else { "" };
            format!("next {:?}{case}", text.value)
        }
    };
    if !row.when.is_empty() {
        head += &format!(", when {}", sentence(&row.when));
    }
    head
}

/// Conditions in one sentence.
fn sentence(any: &[Conjunction]) -> String {
    let condition = |test: &Test| match test {
        Test::Condition(condition) => condition.to_string(),
        Test::Defined {
            name,
            denied: false,
        } => name.clone(),
        Test::Defined { name, denied: true } => format!("not: {name}"),
    };
    let all = |all: &Conjunction| {
        let all: Vec<String> = all.iter().map(|test| condition(test)).collect();
        all.join(" and ")
    };
    any.iter().map(all).collect::<Vec<_>>().join(", or ")
}

fn describe(token: &Token) -> String {
    let tag = |kind: &str, name: &str, attributes: &[(String, String)], self_closing: bool| {
        let mut text = format!("{kind} {name:?}");
        for (name, value) in attributes {
            text += &format!(" {name:?}={value:?}");
        }
        if self_closing {
            text += ", self-closing";
        }
        text
    };
    match token {
        Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        } => {
            let field = |field: &Option<String>| match field {
                Some(text) => format!("{text:?}"),
                None => "missing".to_owned(),
            };
            let quirks = if *force_quirks { ", force-quirks" } else { "" };
            format!(
                "DOCTYPE {}, public {}, system {}{quirks}",
                field(name),
                field(public),
                field(system)
            )
        }
        Token::StartTag {
            name,
            attributes,
            self_closing,
        } => tag("start tag", name, attributes, *self_closing),
        Token::EndTag {
            name,
            attributes,
            self_closing,
        } => tag("end tag", name, attributes, *self_closing),
        Token::Comment(data) => format!("comment {data:?}"),
        Token::ProcessingInstruction { target, data } => {
            format!("processing instruction {target:?} {data:?}")
        }
        Token::Characters(text) => format!("characters {text:?}"),
        Token::EndOfFile => "end of file".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Trace, load};
    use tokenwright_interpreter::Setup;
    use tokenwright_tables::diagnostic::Sources;

    fn trace(revision: &str, setup: &Setup, input: &str) -> String {
        let loaded = load(Some(revision), &mut Sources::default()).expect("the tables are whole");
        let mut trace = Trace::new(Vec::new());
        trace.run(&loaded, setup, input).expect("a run");
        String::from_utf8(trace.out).expect("text")
    }

    #[test]
    fn a_trace_shows_states_rows_steps_tokens_and_errors() {
        let setup = Setup {
            state: Some("RCDATA".into()),
            last_start_tag: Some("a".into()),
            ..Setup::default()
        };
        let expected = "\
RCDATA state
    U+00E9 (é) at byte 0
    on anything else
        emit the current input character
            => character U+00E9 (é)
RCDATA state
    U+003C (<) at byte 2
    on U+003C (<)
        switch to the RCDATA less-than sign state
RCDATA less-than sign state
    U+002F (/) at byte 3
    on U+002F (/)
        set the temporary buffer to the empty string
        switch to the RCDATA end tag open state
RCDATA end tag open state
    U+0061 (a) at byte 4
    on ASCII alpha
        create an end tag token
        set the current tag token's tag name to the empty string
        reconsume in the RCDATA end tag name state
RCDATA end tag name state
    U+0061 (a) at byte 4
    on ASCII lower alpha
        append the current input character to the current tag token's tag name
        append the current input character to the temporary buffer
RCDATA end tag name state
    U+002F (/) at byte 5
    on U+002F (/)
        if the current end tag token is appropriate? yes
        switch to the self-closing start tag state
self-closing start tag state
    U+003E (>) at byte 6
    on U+003E (>)
        set the self-closing flag of the current tag token
        switch to the data state
        emit the current tag token
        emitting an end tag token:
        if the current tag token has attributes? no
        if the self-closing flag of the current tag token is set? yes
        parse error: end-tag-with-trailing-solidus
            => error end-tag-with-trailing-solidus at 1:6
            => end tag \"a\", self-closing
data state
    EOF at byte 7
    on EOF
        emit an end-of-file token
            => end of file
";
        assert_eq!(trace("whatwg-2026-07-19", &setup, "é</a/>"), expected);
    }

    #[test]
    fn the_steps_of_a_procedure_stand_below_the_one_that_attempts_it() {
        let expected = "\
character reference in data state
        switch to the data state
        set the additional allowed character to none
        attempt to consume a character reference
            peek U+0009 (tab), U+000A (LF), U+000C (FF), U+0020 (space), U+003C (<), U+0026 (&), EOF, the additional allowed character
                return nothing
        if nothing is returned? yes
        emit U+0026 (&)
            => character U+0026 (&)
";
        let all = trace("whatwg-2014-05-23", &Setup::default(), "&");
        assert!(all.contains(expected), "{all}");
    }
}
