//! A suite as html5lib's tests are written.

use super::build::{Suite, Test};
use super::edit::{error_text, output_text};
use super::view::{View, ViewEntry};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use tokenwright_interpreter::{Setup, Token};
use tokenwright_tables::english;

/// The file of a suite, a test on each line.
///
/// html5lib's form has no tests inside foreign content. They are under a separate key,
/// `foreignContentTests`, which readers of the form ignore.
#[must_use]
pub fn json(suite: &Suite) -> String {
    let mut out = String::from("{");
    let parts = [("tests", false), ("foreignContentTests", true)];
    for (key, foreign) in parts {
        let tests = suite.tests.iter();
        let tests: Vec<&Test> = tests.filter(|t| t.setup.foreign == foreign).collect();
        if foreign && tests.is_empty() {
            continue;
        }
        let comma = if foreign { "," } else { "" };
        let _ = write!(out, "{comma}\"{key}\": [");
        for (at, test) in tests.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(out, "{comma}\n{}", value(suite, test));
        }
        out.push_str("\n]");
    }
    out.push_str("}\n");
    out
}

/// The file of a suite in the layout of html5lib's own files: a line for each field, and one for each error. Tests
/// inside foreign content are left out.
///
/// # Errors
/// If a token cannot be written as JSON.
pub fn upstream(suite: &Suite) -> serde_json::Result<String> {
    let mut out = String::from("{\"tests\": [\n");
    let tests = suite.tests.iter().filter(|test| !test.setup.foreign);
    for (at, test) in tests.enumerate() {
        let view = View::of(&test.output, suite.named);
        let mut fields = Vec::new();
        for (key, value) in &setup_and_input(test) {
            fields.push(format!("{}:{value}", json!(key)));
        }
        fields.push(format!("\"output\":{}", output_text(&view.tokens, false)?));
        if !view.errors.is_empty() {
            let errors: Vec<String> = view.errors.iter().map(error_text).collect();
            fields.push(format!("\"errors\":[\n    {}\n]", errors.join(",\n    ")));
        }
        let comma = if at == 0 { "" } else { ",\n" };
        let _ = write!(out, "{comma}\n{{{}}}", fields.join(",\n"));
    }
    out.push_str("\n\n]}\n");
    Ok(out)
}

/// The fields of a test up to its input.
fn setup_and_input(test: &Test) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("description".into(), json!(test.name));
    let Setup {
        state,
        last_start_tag,
        content_model,
        ..
    } = &test.setup;
    if let Some(state) = state {
        map.insert("initialStates".into(), json!([state_name(state)]));
    }
    if let Some(model) = content_model {
        map.insert("contentModelFlags".into(), json!([model.to_string()]));
    }
    if let Some(name) = last_start_tag {
        map.insert("lastStartTag".into(), json!(name));
    }
    map.insert("input".into(), json!(test.input));
    map
}

fn value(suite: &Suite, test: &Test) -> Value {
    let mut map = setup_and_input(test);
    let view = View::of(&test.output, suite.named);
    let output: Vec<Value> = view.tokens.iter().map(entry).collect();
    map.insert("output".into(), json!(output));
    if !view.errors.is_empty() {
        let error = |(code, line, column): &(String, usize, usize)| json!({"code": code, "line": line, "col": column});
        let errors: Vec<Value> = view.errors.iter().map(error).collect();
        map.insert("errors".into(), json!(errors));
    }
    Value::Object(map)
}

pub(super) fn entry(shown: &ViewEntry) -> Value {
    let token = match shown {
        ViewEntry::Error => return json!("ParseError"),
        ViewEntry::Token(token) => token,
    };
    match token {
        Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        } => json!(["DOCTYPE", name, public, system, !force_quirks]),
        Token::StartTag {
            name,
            attributes,
            self_closing,
        } => {
            let attributes = attributes
                .iter()
                .map(|(name, value)| (name.clone(), json!(value)));
            let attributes: Map<String, Value> = attributes.collect();
            match self_closing {
                true => json!(["StartTag", name, attributes, true]),
                false => json!(["StartTag", name, attributes]),
            }
        }
        Token::EndTag { name, .. } => json!(["EndTag", name]),
        Token::Comment(data) => json!(["Comment", data]),
        Token::ProcessingInstruction { target, data } => {
            json!(["ProcessingInstruction", target, data])
        }
        Token::Characters(text) => json!(["Character", text]),
        Token::EndOfFile => Value::Null,
    }
}

/// A state as the form names it: `Script data state`.
fn state_name(name: &str) -> String {
    english::capitalized(name) + " state"
}
