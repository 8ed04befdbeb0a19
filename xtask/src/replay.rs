//! Inputs run through the generated tokenizers, by the command-line tool: a process of its own, so
//! that the other commands work where the generated code is absent or broken.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use tokenwright_analyses::compare::{Alone, Behaviour, Verdict, Witness, report};
use tokenwright_analyses::diff::{Difference, Side};
use tokenwright_interpreter::{Output, Setup, Token};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load;

use crate::workspace;

/// What came of the inputs of one side.
#[derive(Debug)]
pub(crate) struct Replayed {
    /// The revision.
    pub(crate) revision: String,
    /// How many inputs gave what the interpreter gives.
    pub(crate) same: usize,
    /// Inputs that gave something else: what the tables give, and what the generated code does.
    pub(crate) otherwise: Vec<(String, [String; 2])>,
}

/// The tool, built.
struct Tool {
    executable: String,
    revisions: Vec<String>,
}

/// Runs every input that is shown of a difference through the generated code of the sides that have
/// it, and gives what came of that and why a side was left out.
///
/// # Errors
/// Where the tool cannot be built or run.
pub(crate) fn replay(
    difference: &Difference,
    found: &Behaviour,
) -> Result<(Vec<Replayed>, Vec<String>), String> {
    let tool = Tool::build()?;
    let (mut replayed, mut left_out) = (Vec::new(), Vec::new());
    for (at, side) in [&difference.from, &difference.to].into_iter().enumerate() {
        let id = &side.revision.about.id;
        if !tool.revisions.contains(id) {
            left_out.push(format!("there is no generated code of `{id}`"));
            continue;
        }
        if !is_committed(side) {
            left_out.push(format!(
                "the generated code of `{id}` is not made of these tables but of `spec/{id}`"
            ));
            continue;
        }
        let mut result = Replayed {
            revision: id.clone(),
            same: 0,
            otherwise: Vec::new(),
        };
        for witness in witnesses(found, at) {
            let Ok(expected) = &witness.outputs[at] else {
                continue;
            };
            let setup = &witness.setting.sides[at];
            let initial = &side.revision.about.initial_state.value;
            let given = tool.run(id, setup, initial, &witness.input)?;
            let expected = expected_lines(expected);
            if given == expected {
                result.same += 1;
            } else {
                let told = [expected, given].map(|lines| lines.join(" "));
                result.otherwise.push((report::input(&witness.input), told));
            }
        }
        replayed.push(result);
    }
    Ok((replayed, left_out))
}

/// The witnesses that say what a side gives: that of the whole, and for the older side those of each
/// change alone.
fn witnesses(found: &Behaviour, side: usize) -> Vec<&Witness> {
    let whole = match &found.whole {
        Verdict::Differs { witness, .. } => Some(&**witness),
        Verdict::Equal(_) | Verdict::Unknown(_) => None,
    };
    let alone = found
        .changes
        .iter()
        .filter_map(|(_, alone)| Alone::witness(alone));
    let alone = alone.filter(|_| side == 0);
    whole.into_iter().chain(alone).collect()
}

/// Whether a side is what the revision's folder says, of which the generated code is made.
fn is_committed(side: &Side) -> bool {
    let dir = workspace::revision_dir(&side.revision.about.id);
    let loaded = dir
        .ok()
        .and_then(|dir| load::revision(&dir, &mut Sources::default()).ok());
    side.page.is_none() && loaded.is_some_and(|loaded| loaded == side.revision)
}

impl Tool {
    fn build() -> Result<Self, String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build
            .args([
                "build",
                "--quiet",
                "--package",
                "tokenwright",
                "--features",
                "cli",
            ])
            .args([
                "--bin",
                "tokenwright",
                "--message-format",
                "json-render-diagnostics",
            ])
            // The root is no path where it is the current folder.
            .current_dir(workspace::root().join("."))
            .stderr(Stdio::inherit());
        let built = build
            .output()
            .map_err(|error| format!("cargo cannot be run: {error}"))?;
        if !built.status.success() {
            return Err("`cargo build -p tokenwright --features cli` failed; \
                        `cargo xtask gen` writes the generated code again"
                .into());
        }
        let messages = String::from_utf8_lossy(&built.stdout);
        let executable = messages.lines().rev().find_map(|line| {
            let message: Value = serde_json::from_str(line).ok()?;
            Some(message["executable"].as_str()?.to_owned())
        });
        let executable = executable.ok_or("cargo does not say where the tool was built")?;
        let mut tool = Tool {
            executable,
            revisions: Vec::new(),
        };
        let revisions = tool.output(Command::new(&tool.executable).arg("--list-revisions"), "")?;
        tool.revisions = revisions.lines().map(str::to_owned).collect();
        Ok(tool)
    }

    /// What the tool gives for an input: a line of JSON for each token, then one for each error.
    fn run(
        &self,
        id: &str,
        setup: &Setup,
        initial: &str,
        input: &str,
    ) -> Result<Vec<String>, String> {
        let mut command = Command::new(&self.executable);
        let state = setup.state.as_deref().unwrap_or(initial);
        command.args(["--revision", id, "--format", "json", "--errors"]);
        command.args(["--initial-state", &format!("{state} state")]);
        if let Some(model) = setup.content_model {
            command.args(["--content-model", &model.to_string()]);
        }
        if let Some(name) = &setup.last_start_tag {
            command.args(["--last-start-tag", name]);
        }
        if setup.foreign {
            command.arg("--foreign");
        }
        let given = self.output(command.arg("-"), input)?;
        let mut tokens: Vec<Value> = Vec::new();
        let mut errors = Vec::new();
        for line in given.lines() {
            let line: Value = serde_json::from_str(line)
                .map_err(|error| format!("the tool gave a line that is no JSON: {error}"))?;
            let text = |value: &Value| {
                let text = (value["token"] == "text").then(|| value["data"].as_str())?;
                text.map(str::to_owned)
            };
            if line.get("error").is_some() {
                errors.push(line);
            } else if let (Some(more), Some(before)) = (text(&line), tokens.last_mut())
                && let Some(before_text) = text(before)
            {
                before["data"] = json!(before_text + &more);
            } else {
                tokens.push(line);
            }
        }
        Ok(tokens.iter().chain(&errors).map(Value::to_string).collect())
    }

    fn output(&self, command: &mut Command, input: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("{} cannot be run: {error}", self.executable);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::inherit()).spawn().map_err(failed)?;
        if let Some(mut pipe) = child.stdin.take() {
            pipe.write_all(input.as_bytes()).map_err(failed)?;
        }
        let output = child.wait_with_output().map_err(failed)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!("{} failed for {input:?}", self.executable)),
        }
    }
}

/// What the interpreter gives, in the tool's form.
fn expected_lines(output: &Output) -> Vec<String> {
    let attributes = |all: &[(String, String)]| -> Vec<Value> {
        let one = |(name, value): &(String, String)| json!({ "name": name, "value": value });
        all.iter().map(one).collect()
    };
    let tag = |kind: &str, name: &str, all: &[(String, String)], closing: bool| {
        let all = attributes(all);
        json!({ "token": kind, "name": name, "attributes": all, "selfClosing": closing })
    };
    let token = |token: &Token| match token {
        Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        } => json!({
            "token": "doctype",
            "name": name,
            "publicIdentifier": public,
            "systemIdentifier": system,
            "forceQuirks": force_quirks,
        }),
        Token::StartTag {
            name,
            attributes,
            self_closing,
        } => tag("startTag", name, attributes, *self_closing),
        Token::EndTag {
            name,
            attributes,
            self_closing,
        } => tag("endTag", name, attributes, *self_closing),
        Token::Comment(data) => json!({ "token": "comment", "data": data }),
        Token::ProcessingInstruction { target, data } => {
            json!({ "token": "processingInstruction", "target": target, "data": data })
        }
        Token::Characters(text) => json!({ "token": "text", "data": text }),
        Token::EndOfFile => json!({ "token": "endOfFile" }),
    };
    let tokens = output.tokens.iter().map(token);
    let errors = output.errors.iter();
    let errors = errors.map(|e| json!({ "error": e.code, "line": e.line, "column": e.column }));
    tokens
        .chain(errors)
        .map(|value| value.to_string())
        .collect()
}

/// What came of it, for people.
pub(crate) fn text(replayed: &[Replayed], left_out: &[String], mark: &str) -> String {
    let mut out = String::new();
    for side in replayed {
        let inputs = match side.same {
            1 => "1 input gives".to_owned(),
            n => format!("{n} inputs give"),
        };
        out += &format!("{mark}{}: {inputs} what the tables give\n", side.revision);
        for (input, [tables, generated]) in &side.otherwise {
            out += &format!(
                "{mark}{}: {input} gives otherwise; `cargo xtask gen` writes the code again\n",
                side.revision
            );
            out += &format!("    tables    {tables}\n    generated {generated}\n");
        }
    }
    for why in left_out {
        out += &format!("{mark}left out: {why}\n");
    }
    out
}

/// The same as JSON.
pub(crate) fn json(replayed: &[Replayed], left_out: &[String]) -> Value {
    let sides = replayed.iter().map(|side| {
        let otherwise = side.otherwise.iter().map(|(input, [tables, generated])| {
            json!({ "input": input, "tables": tables, "generated": generated })
        });
        let otherwise: Vec<Value> = otherwise.collect();
        json!({ "revision": side.revision, "same": side.same, "otherwise": otherwise })
    });
    json!({ "sides": sides.collect::<Vec<_>>(), "left-out": left_out })
}
