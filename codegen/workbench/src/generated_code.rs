//! Runs the generated tokenizers in a separate process, `tokenwright-replay`, so that the commands work while the
//! generated code is absent or does not compile.
//!
//! Linking it would make every edit of the tables recompile the workbench, and a mistake in the code would leave no
//! command to find it with. Requests and answers are lines of JSON on a pipe: slower than calls, but a crash of the
//! code is a message and not the end of the command.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, Command, Stdio};
use tokenwright_analyses::compare::report::responses_json;
use tokenwright_interpreter::{Event, Output, ParseError, Setup, Token};
use xtask::{report, workspace};

/// The package of the process.
const PACKAGE: &str = "tokenwright-replay";

/// The generated tokenizers of some revisions, compiled.
#[derive(Debug)]
pub(crate) struct GeneratedCode {
    executable: String,
}

/// An input, and how the tokenizer is set up for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'r> {
    pub(crate) revision: &'r str,
    pub(crate) setup: Start<'r>,
    pub(crate) input: &'r str,
}

/// How a generated tokenizer is started.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start<'r> {
    /// By a setup, as the interpreter is. Only the setup determines the state.
    Setup(&'r Setup),
    /// With the elements that are open followed.
    Following {
        /// The context element, such as `td` or `svg path`, if the input is a fragment.
        context: Option<&'r str>,
        /// Whether scripts run.
        scripting: bool,
    },
}

impl GeneratedCode {
    /// Whether a revision has generated code.
    pub(crate) fn exists(revision: &str) -> bool {
        let module = revision.replace('-', "_");
        let generated = workspace::root().join("tokenizer/src/generated");
        generated.join(module).join("mod.rs").is_file()
    }

    /// Compiles the generated code of these revisions; cargo's own messages go to standard error.
    ///
    /// # Errors
    /// If cargo cannot be run, or the code does not compile.
    pub(crate) fn build(revisions: &[&str]) -> Result<Self, String> {
        with_features(revisions)?;
        let mut build = workspace::cargo_in_root();
        build.args(["build", "--package", PACKAGE]);
        build.args(["--message-format", "json-render-diagnostics"]);
        for revision in revisions {
            build.args(["--features", &format!("tokenwright/{revision}")]);
        }
        let output = build
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cargo cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(
                "the generated code does not compile; `cargo xtask gen` writes it again".to_owned(),
            );
        }
        let messages = String::from_utf8_lossy(&output.stdout);
        let executable = messages.lines().rev().find_map(|line| {
            let message: Value = serde_json::from_str(line).ok()?;
            Some(message["executable"].as_str()?.to_owned())
        });
        let executable = executable.ok_or("cargo does not say where the executable is")?;
        Ok(GeneratedCode { executable })
    }

    /// Runs inputs. An answer is an error if the input cannot be run, or if its output differs
    /// byte by byte than as a whole. `progress` is called with the number of answers so far.
    ///
    /// # Errors
    /// If the process cannot be run, or ends early.
    pub(crate) fn run(
        &self,
        requests: &[Request<'_>],
        progress: &dyn Fn(usize),
    ) -> Result<Vec<Result<Output, String>>, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.executable);
        let mut process = Command::new(&self.executable)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let answers = exchange(&mut process, requests, progress);
        let status = process.wait().map_err(failed)?;
        let answers = answers.map_err(failed)?;
        if !status.success() || answers.len() != requests.len() {
            return Err(format!(
                "{PACKAGE} ended with {status} after {} of {} inputs",
                answers.len(),
                requests.len()
            ));
        }
        let answers = answers.iter().map(|line| read(line));
        answers.collect()
    }
}

/// Checks that the crate has a feature for each revision: cargo's own message says neither where nor how to write it.
///
/// # Errors
/// If it has not, or if its manifest cannot be read.
pub(crate) fn with_features(revisions: &[&str]) -> Result<(), String> {
    let path = workspace::root().join("tokenizer/Cargo.toml");
    let manifest = report::read(&path)?.parse::<toml::Table>();
    let manifest = manifest.map_err(report::at(&path))?;
    let features = manifest.get("features").and_then(toml::Value::as_table);
    let has = |id: &&&str| features.is_some_and(|features| features.contains_key(**id));
    match revisions.iter().find(|id| !has(id)) {
        Some(id) => Err(format!(
            "{}: no feature `{id}`; write `{id} = []` below `[features]`, and name it in `all-revisions`",
            path.display()
        )),
        None => Ok(()),
    }
}

/// Writes the requests while it reads the answers, since a pipe holds only a part of either.
fn exchange(
    process: &mut Child,
    requests: &[Request<'_>],
    progress: &dyn Fn(usize),
) -> std::io::Result<Vec<String>> {
    let stdin = process.stdin.take().map(BufWriter::new);
    let stdout = process.stdout.take().map(BufReader::new);
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            let Some(mut stdin) = stdin else {
                return Ok(());
            };
            for request in requests {
                writeln!(stdin, "{}", line(request))?;
            }
            stdin.flush()
        });
        let mut answers = Vec::new();
        for line in stdout.into_iter().flat_map(BufRead::lines) {
            answers.push(line?);
            progress(answers.len());
        }
        let written = writer.join();
        // If the process ends early it closes the pipe; its exit status is the better message.
        match written {
            Ok(Ok(())) => {}
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
            Ok(Err(error)) => return Err(error),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        Ok(answers)
    })
}

/// A request as the process reads it.
fn line(request: &Request<'_>) -> Value {
    let (revision, input) = (request.revision, request.input);
    match request.setup {
        Start::Setup(setup) => json!({
            "revision": revision,
            "state": setup.state,
            "content_model": setup.content_model.map(|model| model.to_string()),
            "last_start_tag": setup.last_start_tag,
            "foreign": setup.foreign,
            "responses": responses_json(&setup.responses),
            "input": input,
        }),
        Start::Following { context, scripting } => json!({
            "revision": revision,
            "follow": true,
            "context": context,
            "scripting": scripting,
            "input": input,
        }),
    }
}

/// Reads an answer; the outer error is an answer that the process never gives.
fn read(line: &str) -> Result<Result<Output, String>, String> {
    let unreadable = || format!("{PACKAGE} gave an answer of an unknown form: {line}");
    let answer: Value = serde_json::from_str(line).map_err(|_| unreadable())?;
    if let Some(why) = answer["refused"].as_str() {
        return Ok(Err(why.to_owned()));
    }
    let events = answer["events"].as_array().ok_or_else(unreadable)?;
    let events: Option<Vec<Event>> = events.iter().map(event).collect();
    Ok(Ok(Output::new(events.ok_or_else(unreadable)?)))
}

/// An event, if this is the form of one.
fn event(value: &Value) -> Option<Event> {
    if value.as_str() == Some("end_of_file") {
        return Some(Event::Token(Token::EndOfFile));
    }
    let (kind, fields) = value.as_object()?.iter().next()?;
    let string = |key: &str| Some(fields[key].as_str()?.to_owned());
    let number = |key: &str| usize::try_from(fields[key].as_u64()?).ok();
    let text = || Some(fields.as_str()?.to_owned());
    let optional = |key: &str| fields[key].as_str().map(str::to_owned);
    let attributes = || -> Option<Vec<(String, String)>> {
        let all = fields["attributes"].as_array()?.iter();
        let one = |pair: &Value| {
            let [name, value] = [pair[0].as_str()?, pair[1].as_str()?];
            Some((name.to_owned(), value.to_owned()))
        };
        all.map(one).collect()
    };
    Some(match kind.as_str() {
        "error" => Event::Error(ParseError {
            code: string("code")?,
            offset: number("offset")?,
            line: number("line")?,
            column: number("column")?,
        }),
        "doctype" => Event::Token(Token::Doctype {
            name: optional("name"),
            public: optional("public"),
            system: optional("system"),
            force_quirks: fields["force_quirks"].as_bool()?,
        }),
        "start_tag" => Event::Token(Token::StartTag {
            name: string("name")?,
            attributes: attributes()?,
            self_closing: fields["self_closing"].as_bool()?,
        }),
        "end_tag" => Event::Token(Token::EndTag {
            name: string("name")?,
            attributes: attributes()?,
            self_closing: fields["self_closing"].as_bool()?,
        }),
        "comment" => Event::Token(Token::Comment(text()?)),
        "processing_instruction" => Event::Token(Token::ProcessingInstruction {
            target: string("target")?,
            data: string("data")?,
        }),
        "characters" => Event::Token(Token::Characters(text()?)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::read;
    use tokenwright_interpreter::Token;

    #[test]
    fn an_answer_is_events_or_a_reason() {
        let line = r#"{"events": [{"comment": "a"}, {"error": {"code": "c", "offset": 0, "line": 1, "column": 2}}, "end_of_file"]}"#;
        let output = read(line).expect("the form").expect("events");
        assert_eq!(
            output.tokens,
            [Token::Comment("a".to_owned()), Token::EndOfFile]
        );
        assert_eq!((output.errors[0].line, output.errors[0].column), (1, 2));
        let refused = read(r#"{"refused": "no such state"}"#);
        assert_eq!(refused, Ok(Err("no such state".to_owned())));
    }

    #[test]
    fn an_unknown_form_is_an_error() {
        for line in [
            "",
            "{}",
            r#"{"events": ["start"]}"#,
            r#"{"events": [{"tag": {}}]}"#,
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
