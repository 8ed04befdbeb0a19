//! A validator for the part of JSON Schema that the generated schemas use.
//!
//! It refuses a keyword that it does not know, so that no part of a schema goes unchecked.

use regex::Regex;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::HashMap;

/// Keywords that describe and do not restrict.
const ANNOTATIONS: [&str; 6] = [
    "$schema", "$comment", "title", "description", "examples", "definitions",
];

/// A schema with its regular expressions, each compiled once.
pub(crate) struct Validator {
    root: Value,
    patterns: RefCell<HashMap<String, Regex>>,
}

impl Validator {
    pub(crate) fn new(text: &str) -> Self {
        Validator {
            root: serde_json::from_str(text).expect("a schema is JSON"),
            patterns: RefCell::default(),
        }
    }

    /// The paths of the values that break the schema, such as `state/0/row/1/on`.
    pub(crate) fn errors(&self, value: &Value) -> Vec<String> {
        let mut errors = Vec::new();
        self.check(&self.root, value, "", &mut errors);
        errors
    }

    /// Whether the definition with this name accepts the text.
    pub(crate) fn accepts(&self, definition: &str, text: &str) -> bool {
        let mut errors = Vec::new();
        let schema = &self.root["definitions"][definition];
        self.check(schema, &Value::from(text), "", &mut errors);
        errors.is_empty()
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
        for (keyword, rule) in object(schema) {
            let valid = match (keyword.as_str(), value) {
                ("$ref", _) => {
                    let pointer = rule.as_str().and_then(|text| text.strip_prefix('#'));
                    let target = pointer.and_then(|pointer| self.root.pointer(pointer));
                    self.check(target.expect("a definition"), value, at, errors);
                    true
                }
                ("type", _) => rule == type_of(value),
                ("enum", _) => list(rule).contains(value),
                ("pattern", Value::String(text)) => self.matches(rule, text),
                ("anyOf", _) => list(rule).iter().any(|schema| {
                    let mut inner = Vec::new();
                    self.check(schema, value, at, &mut inner);
                    inner.is_empty()
                }),
                ("allOf", _) => {
                    for schema in list(rule) {
                        self.check(schema, value, at, errors);
                    }
                    true
                }
                ("not", _) => {
                    let mut inner = Vec::new();
                    self.check(rule, value, at, &mut inner);
                    !inner.is_empty()
                }
                ("items", Value::Array(items)) => {
                    for (index, item) in items.iter().enumerate() {
                        self.check(rule, item, &format!("{at}/{index}"), errors);
                    }
                    true
                }
                ("properties", Value::Object(table)) => {
                    for (key, schema) in object(rule) {
                        if let Some(value) = table.get(key) {
                            self.check(schema, value, &format!("{at}/{key}"), errors);
                        }
                    }
                    true
                }
                ("additionalProperties", Value::Object(table)) => {
                    for (key, value) in table {
                        if schema["properties"].get(key).is_none() {
                            self.check(rule, value, &format!("{at}/{key}"), errors);
                        }
                    }
                    true
                }
                ("pattern" | "items" | "properties" | "additionalProperties", _) => true,
                (other, _) => {
                    assert!(ANNOTATIONS.contains(&other), "unknown keyword `{other}`");
                    true
                }
            };
            if !valid {
                errors.push(at.trim_start_matches('/').to_owned());
            }
        }
    }

    fn matches(&self, pattern: &Value, text: &str) -> bool {
        let pattern = pattern.as_str().expect("a pattern is a string");
        let mut patterns = self.patterns.borrow_mut();
        patterns
            .entry(pattern.to_owned())
            .or_insert_with(|| Regex::new(pattern).expect("a regular expression"))
            .is_match(text)
    }
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
