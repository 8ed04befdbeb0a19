//! Replaces expectations in the text of a test file and preserves the rest.
//!
//! Test files are written by people, and a rewritten file would hide a changed test among thousands of changed lines.
//! So the value is found in the text and replaced there, in the white space of its surroundings. A JSON library keeps
//! no places, so raw values are located as parts of the text; edits must come in order.

use super::form::entry;
use super::view::{View, ViewEntry};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::ser::Formatter;
use serde_json::value::RawValue;
use std::fmt::Write as _;
use std::io;
use std::ops::Range;

/// Edits to the text of a file.
pub(super) struct Edits<'t> {
    text: &'t str,
    /// Replacements, in order and without overlap.
    edits: Vec<(Range<usize>, String)>,
}

/// The expectation of a test, as JSON text.
#[derive(Deserialize)]
struct Expectation<'t> {
    #[serde(borrow)]
    output: &'t RawValue,
    #[serde(borrow, default)]
    errors: Option<&'t RawValue>,
    #[serde(default, rename = "doubleEscaped")]
    twice: bool,
}

impl<'t> Edits<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Edits {
            text,
            edits: Vec::new(),
        }
    }

    /// Makes `test`, a part of the text, expect `view`. Tests must be in the order of the text.
    ///
    /// # Errors
    /// If the test has no `output`, or fields of the wrong type.
    pub(super) fn expect(&mut self, test: &'t RawValue, view: &View) -> serde_json::Result<()> {
        let old: Expectation<'t> = serde_json::from_str(test.get())?;
        let output = self.range(old.output);
        let mut edits = Vec::new();
        let new = output_text(&view.tokens, old.twice)?;
        if !same(old.output.get(), &new)? {
            edits.push((output.clone(), new));
        }
        let listed: Vec<String> = view.errors.iter().map(error_text).collect();
        match old.errors.map(|errors| (errors.get(), self.range(errors))) {
            Some((_, range)) if listed.is_empty() => {
                let start = self.before_key(range.start);
                edits.push((start..range.end, String::new()));
            }
            Some((list, range)) => {
                let new = like(list, &listed);
                if !same(list, &new)? {
                    edits.push((range, new));
                }
            }
            None if listed.is_empty() => {}
            None => {
                let space = self.space_before_key(output.start);
                let list = like("[]", &listed);
                edits.push((output.end..output.end, format!(",{space}\"errors\":{list}")));
            }
        }
        edits.sort_by_key(|(range, _)| range.start);
        self.edits.extend(edits);
        Ok(())
    }

    /// The text with all edits applied.
    pub(super) fn apply(self) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut done = 0;
        for (range, new) in self.edits {
            text.push_str(&self.text[done..range.start]);
            text.push_str(&new);
            done = range.end;
        }
        text.push_str(&self.text[done..]);
        text
    }

    /// The range of a part of the text.
    pub(super) fn range(&self, part: &RawValue) -> Range<usize> {
        let start = part.get().as_ptr().addr() - self.text.as_ptr().addr();
        start..start + part.get().len()
    }

    /// The start of the key of the value at `value`.
    fn key(&self, value: usize) -> usize {
        let before = self.text[..value].trim_end();
        let before = before.strip_suffix(':').unwrap_or(before).trim_end();
        // The keys in question have no escapes.
        let name = before.strip_suffix('"').unwrap_or(before);
        name.rfind('"').unwrap_or(name.len())
    }

    /// The white space before the key of the value at `value`.
    fn space_before_key(&self, value: usize) -> &'t str {
        let before = &self.text[..self.key(value)];
        &before[before.trim_end().len()..]
    }

    /// The start of the key of the value at `value`, including the comma before it.
    fn before_key(&self, value: usize) -> usize {
        let before = self.text[..self.key(value)].trim_end();
        before.strip_suffix(',').unwrap_or(before).len()
    }
}

/// Whether two JSON texts are of one value. Text with lone surrogates is not equal to any.
fn same(old: &str, new: &str) -> serde_json::Result<bool> {
    let new: Value = serde_json::from_str(new)?;
    Ok(serde_json::from_str::<Value>(old).is_ok_and(|old| old == new))
}

/// The list `output`, spaced as html5lib's files are.
pub(super) fn output_text(tokens: &[ViewEntry], twice: bool) -> serde_json::Result<String> {
    let mut entries: Vec<Value> = tokens.iter().map(entry).collect();
    if twice {
        entries.iter_mut().for_each(escape);
    }
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Spaced);
    entries.serialize(&mut serializer)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

pub(super) fn error_text((code, line, column): &(String, usize, usize)) -> String {
    format!("{{ \"code\": \"{code}\", \"line\": {line}, \"col\": {column} }}")
}

/// A list of these items with the white space of another list, or if that is empty, of html5lib's.
fn like(list: &str, items: &[String]) -> String {
    let inner = list.trim_start_matches('[').trim_end_matches(']');
    let (start, end) = match inner.trim().is_empty() {
        true => ("\n    ", "\n"),
        false => (
            &inner[..inner.len() - inner.trim_start().len()],
            &inner[inner.trim_end().len()..],
        ),
    };
    format!("[{start}{}{end}]", items.join(&format!(",{start}")))
}

/// Writes every character that is not printable ASCII, and every backslash, as `\uXXXX`.
fn escape(value: &mut Value) {
    match value {
        Value::String(text) => *text = escaped(text),
        Value::Array(all) => all.iter_mut().for_each(escape),
        Value::Object(map) => {
            let entries = std::mem::take(map).into_iter();
            *map = entries
                .map(|(name, mut value)| {
                    escape(&mut value);
                    (escaped(&name), value)
                })
                .collect();
        }
        _ => {}
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' '..='~' if c != '\\' => out.push(c),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to a string does not fail.
                    let _ = write!(out, "\\u{unit:04X}");
                }
            }
        }
    }
    out
}

/// JSON on one line, with a space after each comma, in ASCII.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: io::Write + ?Sized>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: io::Write + ?Sized>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        for c in fragment.chars() {
            match c {
                '\0'..='\x7E' => out.write_all(&[c as u8])?,
                _ => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        write!(out, "\\u{unit:04X}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Edits;
    use crate::suite::view::{View, ViewEntry};
    use serde_json::value::RawValue;
    use tokenwright_interpreter::Token;

    /// The one test of a file with the expectation that it finds these tokens and errors.
    fn edited(test: &str, tokens: Vec<Token>, errors: &[(&str, usize, usize)]) -> String {
        let error = |(code, line, column): &(&str, usize, usize)| ((*code).into(), *line, *column);
        let view = View {
            tokens: tokens.into_iter().map(ViewEntry::Token).collect(),
            errors: errors.iter().map(error).collect(),
        };
        let test: &RawValue = serde_json::from_str(test).expect("JSON");
        let mut edits = Edits::new(test.get());
        edits.expect(test, &view).expect("a test");
        edits.apply()
    }

    #[test]
    fn what_is_expected_already_stays_as_it_is_written() {
        let test =
            r#"{"output" :[ ["Comment","\u0061"] ],"errors":[ {"code":"x","line":1,"col":2}]}"#;
        let comment = vec![Token::Comment("a".into())];
        assert_eq!(edited(test, comment, &[("x", 1, 2)]), test);
    }

    #[test]
    fn errors_keep_the_layout_of_the_list() {
        let test = r#"{"input": "x",
  "output": [],
  "errors": [
      { "code": "x", "line": 1, "col": 2 }
  ]
}"#;
        let two = [("a", 1, 1), ("b", 2, 3)];
        let expected = r#"{"input": "x",
  "output": [],
  "errors": [
      { "code": "a", "line": 1, "col": 1 },
      { "code": "b", "line": 2, "col": 3 }
  ]
}"#;
        assert_eq!(edited(test, Vec::new(), &two), expected);
        let none = "{\"input\": \"x\",\n  \"output\": []\n}";
        assert_eq!(edited(test, Vec::new(), &[]), none);
    }

    #[test]
    fn errors_are_added_after_the_output() {
        let test = "{\"input\":\"x\",\n\"output\":[]}";
        let expected = "{\"input\":\"x\",\n\"output\":[],\n\"errors\":[\n    \
            { \"code\": \"a\", \"line\": 1, \"col\": 1 }\n]}";
        assert_eq!(edited(test, Vec::new(), &[("a", 1, 1)]), expected);
    }

    #[test]
    fn output_is_ascii_and_escaped_twice_where_the_input_is() {
        let tokens = vec![
            Token::Comment("\u{FFFD}\0\\".into()),
            Token::ProcessingInstruction {
                target: "\u{10FFFF}".into(),
                data: "\"".into(),
            },
        ];
        let once = r#"{"output":[["Comment", "\uFFFD\u0000\\"], ["ProcessingInstruction", "\uDBFF\uDFFF", "\""]]}"#;
        assert_eq!(edited(r#"{"output":[]}"#, tokens.clone(), &[]), once);
        let twice = r#"{"doubleEscaped":true,"output":[["Comment", "\\uFFFD\\u0000\\u005C"], ["ProcessingInstruction", "\\uDBFF\\uDFFF", "\""]]}"#;
        let test = r#"{"doubleEscaped":true,"output":[]}"#;
        assert_eq!(edited(test, tokens, &[]), twice);
    }
}
