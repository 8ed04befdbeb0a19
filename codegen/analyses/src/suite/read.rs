//! Anyone's suite in html5lib's form.

use super::view::{View, ViewEntry, push};
use serde_json::Value;
use std::fmt;
use tokenwright_interpreter::{Setup, Token};
use tokenwright_tables::grammar::ContentModel;

/// A test in one initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The description of the test.
    pub description: String,
    /// How the tokenizer is started.
    pub setup: Setup,
    /// The characters to feed, with escapes decoded.
    pub input: String,
    /// The expectation.
    pub expected: View,
}

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The description of the test, where it is in one, or its number where it has none.
    pub test: Option<String>,
    /// The error.
    pub message: String,
    /// The line and the column of the JSON error, from 1; the column counts bytes.
    pub at: Option<(usize, usize)>,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(test) = &self.test {
            write!(f, " in the test {test}")?;
        }
        match self.at {
            Some((line, column)) => write!(f, " at {line}:{column}"),
            None => Ok(()),
        }
    }
}

impl ReadError {
    /// Something wrong with the test of this description.
    pub(super) fn in_test(description: &str, message: impl Into<String>) -> Self {
        ReadError {
            test: Some(format!("{description:?}")),
            message: message.into(),
            at: None,
        }
    }
}

impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        let at = (error.line(), error.column());
        let place = format!(" at line {} column {}", at.0, at.1);
        let message = error.to_string();
        ReadError {
            test: None,
            message: format!("not JSON: {}", message.trim_end_matches(&place)),
            at: Some(at),
        }
    }
}

impl std::error::Error for ReadError {}

/// The lists that a file can have. The last has tests of a later stage, which are not read.
const LISTS: [&str; 3] = ["tests", "foreignContentTests", "xmlViolationTests"];

/// Reads a file; gives the cases, and how many there are that no text in UTF-8 can hold.
///
/// # Errors
/// If it is not JSON or has no list of tests, or a test lacks something.
pub fn read(text: &str) -> Result<(Vec<Case>, usize), ReadError> {
    let outside = |message: &str| ReadError {
        test: None,
        message: message.to_owned(),
        at: None,
    };
    // A lone surrogate is no character; JSON can write it all the same.
    let (text, marked) = mark_lone_surrogates(text);
    let file: Value = serde_json::from_str(&text)?;
    let is_list = |key: &&str| file.get(key).is_some_and(Value::is_array);
    if !LISTS.iter().any(is_list) {
        return Err(outside("not an object with a list `tests`"));
    }
    let mut cases = Vec::new();
    let mut lone = 0;
    for (key, foreign) in [("tests", false), ("foreignContentTests", true)] {
        let tests = file.get(key).and_then(Value::as_array);
        for (number, test) in tests.into_iter().flatten().enumerate() {
            let description = test
                .get("description")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let inside = |message: &str| ReadError {
                test: Some(match description {
                    "" => format!("number {} of `{key}`", number + 1),
                    description => format!("\"{description}\""),
                }),
                message: message.to_owned(),
                at: None,
            };
            let read = Reader {
                twice: test.get("doubleEscaped").and_then(Value::as_bool) == Some(true),
            };
            let all = read
                .cases(test, description, foreign)
                .map_err(|m| inside(&m))?;
            match all {
                Some(all) if !(marked && holds_mark(&all)) => cases.extend(all),
                _ => lone += 1,
            }
        }
    }
    Ok((cases, lone))
}

/// A private-use character that replaces a lone surrogate while a file is read.
const MARK: &str = "\\uDBFF\\uDFFD";
const MARKED: char = '\u{10FFFD}';

fn mark_lone_surrogates(text: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut marked = false;
    let mut rest = text;
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match unit(rest) {
            Some(0xD800..=0xDBFF) if matches!(unit(&rest[6..]), Some(0xDC00..=0xDFFF)) => {
                out.push_str(&rest[..12]);
                rest = &rest[12..];
            }
            Some(0xD800..=0xDFFF) => {
                out.push_str(MARK);
                marked = true;
                rest = &rest[6..];
            }
            _ => {
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..length]);
                rest = &rest[length..];
            }
        }
    }
    out.push_str(rest);
    (out, marked)
}

fn holds_mark(cases: &[Case]) -> bool {
    let mut text = format!(
        "{:?}",
        cases.iter().map(|case| &case.expected).collect::<Vec<_>>()
    );
    text.extend(cases.iter().map(|case| case.input.as_str()));
    text.contains(MARKED) || text.contains("\\u{10fffd}")
}

struct Reader {
    twice: bool,
}

impl Reader {
    /// The cases of a test; none where it holds a lone surrogate, escaped twice.
    fn cases(
        &self,
        test: &Value,
        description: &str,
        foreign: bool,
    ) -> Result<Option<Vec<Case>>, String> {
        let input = test
            .get("input")
            .and_then(Value::as_str)
            .ok_or("no `input`")?;
        let Some(input) = self.text(input) else {
            return Ok(None);
        };
        let output = test
            .get("output")
            .and_then(Value::as_array)
            .ok_or("no `output`")?;
        let mut expected = View {
            tokens: Vec::new(),
            errors: Vec::new(),
        };
        for entry in output {
            if entry.as_str() == Some("ParseError") {
                expected.tokens.push(ViewEntry::Error);
                continue;
            }
            let Some(token) = self.token(entry)? else {
                return Ok(None);
            };
            push(&mut expected.tokens, &token);
        }
        for error in test
            .get("errors")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let number = |key: &str| {
                error
                    .get(key)
                    .and_then(Value::as_u64)
                    .and_then(|n| n.try_into().ok())
            };
            let code = error.get("code").and_then(Value::as_str);
            let (Some(code), Some(line), Some(column)) = (code, number("line"), number("col"))
            else {
                return Err("an error without `code`, `line` or `col`".to_owned());
            };
            expected.errors.push((code.to_owned(), line, column));
        }
        let last_start_tag = test
            .get("lastStartTag")
            .and_then(Value::as_str)
            .map(str::to_owned);
        let setup = Setup {
            last_start_tag,
            foreign,
            ..Setup::default()
        };
        let strings = |key: &str| {
            let all = test
                .get(key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            all.filter_map(Value::as_str)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let mut setups = Vec::new();
        for state in strings("initialStates") {
            setups.push(Setup {
                state: Some(table_name(&state)),
                ..setup.clone()
            });
        }
        for flag in strings("contentModelFlags") {
            let model = ContentModel::ALL.iter().find(|(_, name)| *name == flag);
            let (model, _) = model.ok_or_else(|| format!("no content model is called {flag}"))?;
            setups.push(Setup {
                content_model: Some(*model),
                ..setup.clone()
            });
        }
        if setups.is_empty() {
            setups.push(setup);
        }
        let case = |setup| Case {
            description: description.to_owned(),
            setup,
            input: input.clone(),
            expected: expected.clone(),
        };
        Ok(Some(setups.into_iter().map(case).collect()))
    }

    fn token(&self, entry: &Value) -> Result<Option<Token>, String> {
        let fields = entry
            .as_array()
            .ok_or("an entry of `output` that is no list")?;
        let string = |at: usize| {
            let text = fields.get(at).and_then(Value::as_str);
            text.ok_or_else(|| format!("no string at {at} of {entry}"))
        };
        let optional = |at: usize| match fields.get(at).and_then(Value::as_str) {
            Some(text) => self.text(text).map(Some),
            None => Some(None),
        };
        let flag = |at: usize| fields.get(at).and_then(Value::as_bool);
        Ok(match string(0)? {
            "DOCTYPE" => {
                let (Some(name), Some(public), Some(system)) =
                    (optional(1), optional(2), optional(3))
                else {
                    return Ok(None);
                };
                Some(Token::Doctype {
                    // A missing name was once written as an empty one, which no DOCTYPE has.
                    name: name.filter(|name| !name.is_empty()),
                    public,
                    system,
                    force_quirks: flag(4) == Some(false),
                })
            }
            "StartTag" => {
                let mut attributes = Vec::new();
                for (name, value) in fields
                    .get(2)
                    .and_then(Value::as_object)
                    .into_iter()
                    .flatten()
                {
                    let value = value.as_str().ok_or("an attribute that is no string")?;
                    let (Some(name), Some(value)) = (self.text(name), self.text(value)) else {
                        return Ok(None);
                    };
                    attributes.push((name, value));
                }
                self.text(string(1)?).map(|name| Token::StartTag {
                    name,
                    attributes,
                    self_closing: flag(3) == Some(true),
                })
            }
            "EndTag" => self.text(string(1)?).map(|name| Token::EndTag {
                name,
                attributes: Vec::new(),
                self_closing: false,
            }),
            "Comment" => self.text(string(1)?).map(Token::Comment),
            "Character" => self.text(string(1)?).map(Token::Characters),
            "ProcessingInstruction" => {
                let (target, data) = (self.text(string(1)?), self.text(string(2)?));
                target
                    .zip(data)
                    .map(|(target, data)| Token::ProcessingInstruction { target, data })
            }
            other => return Err(format!("no token is called {other}")),
        })
    }

    /// A string, unescaped twice if the test is double-escaped; `None` if it has a lone surrogate.
    fn text(&self, text: &str) -> Option<String> {
        if !self.twice {
            return Some(text.to_owned());
        }
        let mut units = Vec::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let digits = rest.strip_prefix("\\u").and_then(|digits| digits.get(..4));
            match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
                Some(unit) => {
                    units.push(unit);
                    rest = &rest[6..];
                }
                None => {
                    units.extend(c.encode_utf16(&mut [0; 2]).iter());
                    rest = &rest[c.len_utf8()..];
                }
            }
        }
        String::from_utf16(&units).ok()
    }
}

/// `Script data state` is `script data` in the tables, and `RCDATA state` is `RCDATA`.
fn table_name(name: &str) -> String {
    let name = name.strip_suffix(" state").unwrap_or(name);
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(first), Some(second)) if second.is_ascii_lowercase() => {
            first.to_ascii_lowercase().to_string() + &name[first.len_utf8()..]
        }
        _ => name.to_owned(),
    }
}
