//! Reads suites in html5lib's form.
//!
//! The form has grown: double escapes, states by several names, errors among the tokens, names that were once empty
//! strings. All of it is read to one kind of case, and what is wrong names its test. Rust text has no lone
//! surrogates, so a test that needs one is counted and not run; JSON with such escapes is read with another character
//! in their place.

use super::view::{View, ViewEntry, push};
use serde_json::Value;
use std::fmt;
use tokenwright_interpreter::{Output, Setup, Token};
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
    /// Whether only the number of unnamed errors counts, and not their places among the tokens.
    pub ignores_error_order: bool,
}

/// A test that no text in UTF-8 can hold, since it has a lone surrogate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoneSurrogate {
    /// The description of the test.
    pub description: String,
    /// In how many initial states it would run.
    pub runs: usize,
}

impl Case {
    /// Whether an output is the expected one. A test with errors among its tokens names none; any other expects the codes
    /// and places of all errors.
    #[must_use]
    pub fn accepts(&self, output: &Output) -> bool {
        let is_unnamed = self.expected.tokens.contains(&ViewEntry::Error);
        let found = View::of(output, !is_unnamed);
        match is_unnamed && self.ignores_error_order {
            true => found.counted() == self.expected.counted(),
            false => found == self.expected,
        }
    }
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
    /// A file without a list of tests.
    pub(super) fn no_list() -> Self {
        ReadError {
            test: None,
            message: "not an object with a list `tests`".to_owned(),
            at: None,
        }
    }

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

/// Reads a file; gives the cases, and the tests that cannot be run.
///
/// # Errors
/// If it is not JSON or has no list of tests, or a test lacks something.
pub fn read(text: &str) -> Result<(Vec<Case>, Vec<LoneSurrogate>), ReadError> {
    // A lone surrogate is no character; JSON can write it all the same.
    let (text, mark) = mark_lone_surrogates(text);
    let file: Value = serde_json::from_str(&text)?;
    let is_list = |key: &&str| file[*key].is_array();
    if !LISTS.iter().any(is_list) {
        return Err(ReadError::no_list());
    }
    let mut cases = Vec::new();
    let mut lone = Vec::new();
    for (key, foreign) in [("tests", false), ("foreignContentTests", true)] {
        let tests = file[key].as_array().into_iter().flatten();
        for (number, test) in tests.enumerate() {
            let description = test["description"].as_str().unwrap_or_default();
            let inside = |message: &str| ReadError {
                test: Some(match description {
                    "" => format!("number {} of `{key}`", number + 1),
                    description => format!("\"{description}\""),
                }),
                message: message.to_owned(),
                at: None,
            };
            let twice = test["doubleEscaped"] == true;
            let read = Reader { twice };
            let setups = setups(test, foreign).map_err(|m| inside(&m))?;
            let all = read.cases(test, description, &setups);
            match all.map_err(|m| inside(&m))? {
                Some(all) if !mark.is_some_and(|mark| holds(&all, mark)) => cases.extend(all),
                _ => lone.push(LoneSurrogate {
                    description: description.to_owned(),
                    runs: setups.len(),
                }),
            }
        }
    }
    Ok((cases, lone))
}

/// A private-use character that the file does not have, as it is or escaped.
fn unused_character(text: &str) -> char {
    let lower = text.to_ascii_lowercase();
    let is_unused = |c: &char| {
        let mut units = [0; 2];
        let low = c.encode_utf16(&mut units)[1];
        !text.contains(*c) && !lower.contains(&format!("u{low:04x}"))
    };
    let mut all = ('\u{10F800}'..='\u{10FFFD}').rev();
    all.find(is_unused)
        .expect("some code point is not in the file")
}

/// Replaces lone surrogates by a character that the file does not have, and gives it if there were any.
fn mark_lone_surrogates(text: &str) -> (String, Option<char>) {
    let mut out = String::with_capacity(text.len());
    let mut mark = None;
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
                out.push(*mark.get_or_insert_with(|| unused_character(text)));
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
    (out, mark)
}

fn holds(cases: &[Case], mark: char) -> bool {
    let expected: Vec<_> = cases.iter().map(|case| &case.expected).collect();
    let in_input = cases.iter().any(|case| case.input.contains(mark));
    in_input || format!("{expected:?}").contains(&mark.escape_debug().to_string())
}

/// How the tokenizer is started: once for each initial state.
fn setups(test: &Value, foreign: bool) -> Result<Vec<Setup>, String> {
    let setup = Setup {
        last_start_tag: test["lastStartTag"].as_str().map(str::to_owned),
        foreign,
        ..Setup::default()
    };
    let strings = |key: &str| {
        let all = test[key].as_array().into_iter().flatten();
        all.filter_map(Value::as_str)
    };
    let mut setups = Vec::new();
    for state in strings("initialStates") {
        setups.push(Setup {
            state: Some(table_name(state)),
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
    Ok(setups)
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
        setups: &[Setup],
    ) -> Result<Option<Vec<Case>>, String> {
        let input = test["input"].as_str().ok_or("no `input`")?;
        let Some(input) = self.text(input) else {
            return Ok(None);
        };
        let output = test["output"].as_array().ok_or("no `output`")?;
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
        for error in test["errors"].as_array().into_iter().flatten() {
            let number = |key: &str| error[key].as_u64().and_then(|n| n.try_into().ok());
            let (code, line, column) = (error["code"].as_str(), number("line"), number("col"));
            let (Some(code), Some(line), Some(column)) = (code, line, column) else {
                return Err("an error without `code`, `line` or `col`".to_owned());
            };
            expected.errors.push((code.to_owned(), line, column));
        }
        let case = |setup: &Setup| Case {
            description: description.to_owned(),
            setup: setup.clone(),
            input: input.clone(),
            expected: expected.clone(),
            ignores_error_order: test["ignoreErrorOrder"] == true,
        };
        Ok(Some(setups.iter().map(case).collect()))
    }

    fn token(&self, entry: &Value) -> Result<Option<Token>, String> {
        if !entry.is_array() {
            return Err("an entry of `output` that is no list".to_owned());
        }
        let string = |at: usize| {
            let text = entry[at].as_str();
            text.ok_or_else(|| format!("no string at {at} of {entry}"))
        };
        let optional = |at: usize| match entry[at].as_str() {
            Some(text) => self.text(text).map(Some),
            None => Some(None),
        };
        Ok(match string(0)? {
            "DOCTYPE" => {
                let [Some(name), Some(public), Some(system)] = [1, 2, 3].map(optional) else {
                    return Ok(None);
                };
                Some(Token::Doctype {
                    // A missing name was once written as an empty one, which no DOCTYPE has.
                    name: name.filter(|name| !name.is_empty()),
                    public,
                    system,
                    force_quirks: entry[4] == false,
                })
            }
            "StartTag" => {
                let mut attributes = Vec::new();
                for (name, value) in entry[2].as_object().into_iter().flatten() {
                    let value = value.as_str().ok_or("an attribute that is no string")?;
                    let (Some(name), Some(value)) = (self.text(name), self.text(value)) else {
                        return Ok(None);
                    };
                    attributes.push((name, value));
                }
                self.text(string(1)?).map(|name| Token::StartTag {
                    name,
                    attributes,
                    self_closing: entry[3] == true,
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

#[cfg(test)]
mod tests {
    use super::{Case, LoneSurrogate, read};
    use tokenwright_interpreter::{Event, Output, ParseError, Token};
    use tokenwright_tables::grammar::ContentModel;

    fn one(test: &str) -> Vec<Case> {
        let (cases, lone) = read(&format!("{{\"tests\": [{test}]}}")).expect("a test");
        assert_eq!(lone, []);
        cases
    }

    fn output(events: &[&dyn Fn() -> Event]) -> Output {
        let end = [Event::Token(Token::EndOfFile)];
        Output::new(events.iter().map(|event| event()).chain(end).collect())
    }

    fn text(text: &str) -> Event {
        Event::Token(Token::Characters(text.to_owned()))
    }

    fn error(column: usize) -> Event {
        Event::Error(ParseError {
            code: "unexpected-null-character".to_owned(),
            offset: column - 1,
            line: 1,
            column,
        })
    }

    #[test]
    fn errors_once_were_among_the_tokens() {
        let test = r#""description": "old", "input": "", "contentModelFlags": ["RCDATA", "CDATA"], "lastStartTag": "x",
            "output": [["DOCTYPE", "", null, "", false], ["Character", "a"], "ParseError", ["Character", "b"]]"#;
        let cases = one(&format!("{{{test}}}"));
        let [_, cdata] = &cases[..] else {
            panic!("one case for each content model: {cases:?}");
        };
        assert_eq!(cdata.setup.content_model, Some(ContentModel::Cdata));
        assert_eq!(cdata.setup.last_start_tag.as_deref(), Some("x"));
        let doctype = || {
            Event::Token(Token::Doctype {
                name: None,
                public: None,
                system: Some(String::new()),
                force_quirks: true,
            })
        };
        let (a, b, ab) = (|| text("a"), || text("b"), || text("ab"));
        let in_order = output(&[&doctype, &a, &|| error(2), &b]);
        let late = output(&[&doctype, &ab, &|| error(3)]);
        assert!(cdata.accepts(&in_order));
        assert!(!cdata.accepts(&late));
        let cases = one(&format!("{{{test}, \"ignoreErrorOrder\": true}}"));
        assert!(cases[0].accepts(&in_order) && cases[0].accepts(&late));
        assert!(!cases[0].accepts(&output(&[&doctype, &ab])));
    }

    #[test]
    fn errors_now_have_codes_and_places() {
        let cases = one(
            r#"{"description": "new", "initialStates": ["Script data state"], "doubleEscaped": true,
                "input": "\\u0000", "output": [["StartTag", "br", {"b": "1", "a": ""}, true], ["Character", "\\uFFFD"]],
                "errors": [{"code": "unexpected-null-character", "line": 1, "col": 1}]}"#,
        );
        assert_eq!(cases[0].input, "\0");
        assert_eq!(cases[0].setup.state.as_deref(), Some("script data"));
        // The attributes are a JSON object in the test, so their order is insignificant.
        let tag = || {
            Event::Token(Token::StartTag {
                name: "br".to_owned(),
                attributes: [("a", ""), ("b", "1")]
                    .map(|(n, v)| (n.to_owned(), v.to_owned()))
                    .to_vec(),
                self_closing: true,
            })
        };
        let found = |column| output(&[&move || error(column), &tag, &|| text("\u{FFFD}")]);
        assert!(cases[0].accepts(&found(1)));
        assert!(!cases[0].accepts(&found(2)));
    }

    #[test]
    fn lone_surrogates_make_a_test_that_cannot_be_run() {
        for (input, twice) in [("\\uD800", false), ("\\\\uDFFF", true)] {
            let test = format!(
                r#"{{"description": "half", "input": "{input}", "doubleEscaped": {twice},
                    "initialStates": ["Data state", "RCDATA state"], "output": [["Character", "{input}"]]}}"#
            );
            let (cases, lone) = read(&format!("{{\"tests\": [{test}]}}")).expect("a test");
            let expected = LoneSurrogate {
                description: "half".to_owned(),
                runs: 2,
            };
            assert_eq!((cases, lone), (Vec::new(), vec![expected]));
        }
        let pair = r#"{"input": "\uDBC0\uDC00\\u12", "output": []}"#;
        assert_eq!(one(pair)[0].input, "\u{100000}\\u12");
    }

    #[test]
    fn a_lone_surrogate_leaves_the_other_tests_of_the_file() {
        for (twice, escape) in [(false, r"\"), (true, r"\\")] {
            let whole = format!("{escape}uDBFF{escape}udffd\u{10FFFC}");
            let tests = [format!("{escape}uD800"), whole].map(|text| {
                format!(
                    r#"{{"doubleEscaped": {twice}, "input": "{text}", "output": [["Character", "{text}"]]}}"#
                )
            });
            let file = format!("{{\"tests\": [{}]}}", tests.join(","));
            let (cases, lone) = read(&file).expect("two tests");
            assert_eq!((cases.len(), lone.len()), (1, 1));
            assert_eq!(cases[0].input, "\u{10FFFD}\u{10FFFC}");
        }
    }
}
