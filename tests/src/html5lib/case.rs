//! A test, normalised over the versions of the format.

use super::event::{ErrorPlace, Event};
use super::form::{File, Item, Test};
use super::string::{CodeUnits, LoneSurrogate};
use crate::tokens::{Attribute, Token};

/// One test in one initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The file it is in: `test1.test`.
    pub file: String,
    /// The description of the test; not unique in its file.
    pub description: String,
    /// The setup before the first character.
    pub setup: Setup,
    /// The input; `None` if it or the output has a lone surrogate, which UTF-8 cannot represent.
    pub input: Option<String>,
    /// The expected output.
    pub expected: Expected,
}

/// The setup before the first character.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The state, under its name in the tables, without the word "state"; `None` for data.
    pub state: Option<String>,
    /// The content model flag: `PCDATA`, `RCDATA`, `CDATA` or `PLAINTEXT`.
    pub content_model: Option<String>,
    /// The name of the last start tag.
    pub last_start_tag: Option<String>,
}

/// The expectation of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The tokens, with adjacent text joined.
    pub tokens: Vec<Token>,
    /// The parse errors.
    pub errors: ExpectedErrors,
}

/// The parse errors that a test expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedErrors {
    /// Codes and positions, in order.
    Named(Vec<ErrorPlace>),
    /// Without, among the tokens; text on both sides of an error is two tokens.
    Inline(Vec<Event>),
    /// Without names, and independent of their order among the tokens: the number of errors.
    Counted(usize),
}

impl Case {
    /// The file, the description, and the initial state if it is not the data state.
    #[must_use]
    pub fn name(&self) -> String {
        let mut name = format!("{}: {}", self.file, self.description);
        let setup = [&self.setup.state, &self.setup.content_model];
        for setup in setup.into_iter().flatten() {
            name.push_str(&format!(" [{setup}]"));
        }
        name
    }

    /// The cases of a file's text.
    ///
    /// # Errors
    /// If the text is not in html5lib's format.
    pub fn read(file: &str, text: &str) -> Result<Vec<Case>, serde_json::Error> {
        let read: File = serde_json::from_str(text)?;
        Ok(read
            .tests
            .iter()
            .flat_map(|test| Case::all(file, test))
            .collect())
    }

    /// The cases of a test, one for each initial state.
    pub(super) fn all(file: &str, test: &Test) -> Vec<Case> {
        let mut setups = Vec::new();
        for state in test.initial_states.iter().flatten() {
            setups.push((Some(state_name(state)), None));
        }
        for flag in test.content_model_flags.iter().flatten() {
            setups.push((None, Some(flag.clone())));
        }
        if setups.is_empty() {
            setups.push((None, None));
        }
        let (input, expected) = match read(test) {
            Ok((input, expected)) => (Some(input), expected),
            Err(LoneSurrogate) => (None, Expected::nothing()),
        };
        let setups = setups.into_iter();
        let case = |(state, content_model)| Case {
            file: file.to_owned(),
            description: test.description.clone(),
            setup: Setup {
                state,
                content_model,
                last_start_tag: test.last_start_tag.clone(),
            },
            input: input.clone(),
            expected: expected.clone(),
        };
        setups.map(case).collect()
    }
}

impl Expected {
    fn nothing() -> Self {
        Expected {
            tokens: Vec::new(),
            errors: ExpectedErrors::Named(Vec::new()),
        }
    }
}

/// `Script data state` is `script data` in the tables, and `RCDATA state` is `RCDATA`.
fn state_name(name: &str) -> String {
    let name = name.strip_suffix(" state").unwrap_or(name);
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(first), Some(second)) if second.is_ascii_lowercase() => {
            first.to_ascii_lowercase().to_string() + &name[first.len_utf8()..]
        }
        _ => name.to_owned(),
    }
}

fn read(test: &Test) -> Result<(String, Expected), LoneSurrogate> {
    let text = |units: &CodeUnits| {
        if test.double_escaped {
            units.unescape().text()
        } else {
            units.text()
        }
    };
    let mut events = Vec::new();
    for item in &test.output {
        match token(item, &text)? {
            Some(token) => Event::push(&mut events, Event::Token(token)),
            None => events.push(Event::Error(None)),
        }
    }
    let inline = events
        .iter()
        .filter(|e| matches!(e, Event::Error(_)))
        .count();
    let tokens = Event::tokens(&events);
    let errors = if !test.errors.is_empty() || inline == 0 {
        let errors = test.errors.iter().map(|error| ErrorPlace {
            line: error.line,
            column: error.col,
            code: error.code.clone(),
        });
        ExpectedErrors::Named(errors.collect())
    } else if test.ignore_error_order {
        ExpectedErrors::Counted(inline)
    } else {
        ExpectedErrors::Inline(events)
    };
    Ok((text(&test.input)?, Expected { tokens, errors }))
}

/// The token of an entry; `None` for an error.
fn token(
    item: &Item,
    text: &impl Fn(&CodeUnits) -> Result<String, LoneSurrogate>,
) -> Result<Option<Token>, LoneSurrogate> {
    let optional = |units: &Option<CodeUnits>| units.as_ref().map(text).transpose();
    Ok(Some(match item {
        Item::ParseError => return Ok(None),
        Item::Doctype(name, public, system, correct) => Token::Doctype {
            // Tests from before 2013 write a missing name as an empty one; no DOCTYPE has an empty name.
            name: optional(name)?.filter(|name| !name.is_empty()),
            public: optional(public)?,
            system: optional(system)?,
            force_quirks: !correct,
        },
        Item::StartTag(name, attributes, self_closing) => {
            let attribute = |(name, value): &(CodeUnits, CodeUnits)| {
                let (name, value) = (text(name)?, text(value)?);
                Ok(Attribute { name, value })
            };
            let attributes = attributes.iter().map(attribute);
            Token::StartTag {
                name: text(name)?,
                attributes: attributes.collect::<Result<_, _>>()?,
                self_closing: *self_closing,
            }
        }
        Item::EndTag(name) => Token::EndTag { name: text(name)? },
        Item::Comment(data) => Token::Comment(text(data)?),
        Item::Character(data) => Token::Text(text(data)?),
        Item::ProcessingInstruction(target, data) => Token::ProcessingInstruction {
            target: text(target)?,
            data: text(data)?,
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::super::form::Test;
    use super::{Case, ErrorPlace, ExpectedErrors, Setup};
    use crate::html5lib::{Event, Verdict};
    use crate::tokens::{Attribute, Token};

    fn cases(json: &str) -> Vec<Case> {
        let test: Test = serde_json::from_str(json).expect("a test");
        Case::all("some.test", &test)
    }

    #[test]
    fn files_that_are_nested_deeply_are_refused() {
        for place in [
            "",
            "{\"tests\": ",
            "{\"tests\": [",
            "{\"tests\": [{\"output\": ",
            "{\"tests\": [{\"description\": \"d\", \"input\": \"i\", \"output\": [[\"StartTag\", \"a\", ",
        ] {
            for open in ["[", "{\"a\":"] {
                let file = format!("{place}{}", open.repeat(100_000));
                assert!(Case::read("deep.test", &file).is_err(), "{place}{open}");
            }
        }
    }

    #[test]
    fn errors_once_stood_among_the_tokens() {
        let cases = cases(
            r#"{"description": "old", "input": "<!DOCTYPE>", "contentModelFlags": ["RCDATA", "CDATA"],
                "lastStartTag": "x",
                "output": ["ParseError", ["DOCTYPE", "", null, "", false], ["Character", "a"], "ParseError", ["Character", "b"]]}"#,
        );
        let [_, cdata] = &cases[..] else {
            panic!("one case for each content model: {cases:?}");
        };
        assert_eq!(
            cdata.setup,
            Setup {
                state: None,
                content_model: Some("CDATA".into()),
                last_start_tag: Some("x".into()),
            }
        );
        let doctype = Token::Doctype {
            name: None,
            public: None,
            system: Some(String::new()),
            force_quirks: true,
        };
        let text = |text: &str| Event::Token(Token::Text(text.into()));
        assert_eq!(
            cdata.expected.tokens,
            [doctype.clone(), Token::Text("ab".into())]
        );
        let in_order = [
            Event::Error(None),
            Event::Token(doctype.clone()),
            text("a"),
            Event::Error(None),
            text("b"),
        ];
        assert_eq!(
            cdata.expected.errors,
            ExpectedErrors::Inline(in_order.to_vec())
        );
        assert_eq!(cdata.judge(&in_order), Verdict::Passed);
        let late = [
            Event::Error(None),
            Event::Token(doctype),
            text("ab"),
            Event::Error(None),
        ];
        assert!(matches!(cdata.judge(&late), Verdict::Failed(_)));
    }

    #[test]
    fn the_order_of_old_errors_may_not_count() {
        let cases = cases(
            r#"{"description": "old", "input": "", "ignoreErrorOrder": true,
                "output": ["ParseError", ["Comment", "x"]]}"#,
        );
        let comment = Event::Token(Token::Comment("x".into()));
        let late = [comment.clone(), Event::Error(Some(ErrorPlace::default()))];
        assert_eq!(cases[0].judge(&late), Verdict::Passed);
        assert!(matches!(cases[0].judge(&[comment]), Verdict::Failed(_)));
    }

    #[test]
    fn errors_now_have_codes_and_places() {
        let cases = cases(
            r#"{"description": "new", "initialStates": ["Script data state"], "doubleEscaped": true,
                "input": "\\u0000", "output": [["StartTag", "br", {"b": "1", "a": ""}, true], ["Character", "\\uFFFD"]],
                "errors": [{"code": "unexpected-null-character", "line": 1, "col": 1}]}"#,
        );
        let [case] = &cases[..] else {
            panic!("one case: {cases:?}");
        };
        assert_eq!(case.name(), "some.test: new [script data]");
        assert_eq!(case.input.as_deref(), Some("\0"));
        let attribute = |name: &str, value: &str| Attribute {
            name: name.into(),
            value: value.into(),
        };
        // The attributes are a JSON object in the test, so their order is insignificant.
        let found = |column| {
            [
                Event::Error(Some(ErrorPlace {
                    line: 1,
                    column,
                    code: "unexpected-null-character".into(),
                })),
                Event::Token(Token::StartTag {
                    name: "br".into(),
                    attributes: vec![attribute("a", ""), attribute("b", "1")],
                    self_closing: true,
                }),
                Event::Token(Token::Text("\u{FFFD}".into())),
            ]
        };
        assert_eq!(case.judge(&found(1)), Verdict::Passed);
        assert!(matches!(case.judge(&found(2)), Verdict::Failed(_)));
    }

    #[test]
    fn lone_surrogates_make_a_case_that_cannot_be_run() {
        let cases = cases(
            r#"{"description": "half", "input": "\uD800", "output": ["ParseError", ["Character", "\uD800"]]}"#,
        );
        assert_eq!(cases[0].input, None);
    }
}
