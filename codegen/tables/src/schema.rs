//! The JSON schema of the table files, by which editors complete and check them.

use crate::grammar::{Class, Condition, Form, Step};
use crate::language::{
    ERRORS, Key, REFERENCES_FILE, REPLACEMENTS_FILE, REVISION, TABLE_FILE, Table, Value,
};
use serde_json::{Map, Value as Json, json};

/// The kinds of files; a file is one of them.
const FILES: [&Table; 5] = [
    &REVISION,
    &ERRORS,
    &TABLE_FILE,
    &REFERENCES_FILE,
    &REPLACEMENTS_FILE,
];

/// The schema, as the text of a file.
pub fn schema() -> String {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Tables of the HTML tokenizer",
        "description": "Written by `cargo xtask gen`; do not edit.",
        "anyOf": FILES.map(table),
        "definitions": {
            "matcher": matcher(),
            "step": sentence(
                "One clause of the section: a step of the table language, or one that the revision defines.",
                Step::FORMS,
            ),
            "conditions": sentence(
                "A condition of the table language, or one that the revision defines. Several are joined by ` and `.",
                Condition::FORMS,
            ),
            "body": body(),
        },
    });
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is made of strings");
    text.push('\n');
    text
}

fn table(table: &Table) -> Json {
    let mut properties = Map::new();
    for key in table.keys {
        properties.insert(key.name.into(), property(key));
    }
    let mut schema = json!({
        "type": "object",
        "title": table.header,
        "description": table.meaning,
        "properties": properties,
        "additionalProperties": table.names.as_ref().map_or(Json::Bool(false), property),
    });
    let required: Vec<&str> = table
        .keys
        .iter()
        .filter(|key| key.required)
        .map(|key| key.name)
        .collect();
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

fn property(key: &Key) -> Json {
    let mut schema = value(&key.value);
    schema["description"] = json!(key.meaning);
    schema
}

fn value(value: &Value) -> Json {
    let list_of = |items: Json| json!({ "type": "array", "items": items });
    let defined = |name: &str| json!({ "$ref": format!("#/definitions/{name}") });
    match value {
        Value::Text => json!({ "type": "string" }),
        Value::Pattern(pattern) => json!({ "type": "string", "pattern": pattern }),
        Value::OneOf(values) => json!({ "enum": values }),
        Value::Flag => json!({ "type": "boolean" }),
        Value::Texts => list_of(json!({ "type": "string" })),
        Value::Matchers => {
            json!({ "anyOf": [defined("matcher"), list_of(defined("matcher"))] })
        }
        Value::MatcherList => list_of(defined("matcher")),
        // A reference cannot have a description beside it in this draft, so it is wrapped.
        Value::Conditions => json!({ "allOf": [defined("conditions")] }),
        Value::ConditionList => list_of(defined("conditions")),
        Value::Body => json!({ "allOf": [defined("body")] }),
        Value::Table(kind) => table(kind),
        Value::Tables(kind) => list_of(table(kind)),
    }
}

fn matcher() -> Json {
    let classes = Class::ALL.map(|(_, name)| name);
    json!({
        "description": "What a row matches. A class of the revision's own has its name here too.",
        "anyOf": [
            {
                "type": "string",
                "description": "a code point, or a range of them",
                "pattern": "^U\\+[0-9A-F]{4,6}( \\(.+\\))?( to U\\+[0-9A-F]{4,6}( \\(.+\\))?)?$",
                "examples": ["U+003C (<)", "U+0030 (0) to U+0039 (9)"],
            },
            {
                "enum": classes
                    .into_iter()
                    .chain(["EOF", "anything else", "the additional allowed character"])
                    .collect::<Vec<_>>(),
            },
            { "type": "string", "pattern": "^[a-z][A-Za-z0-9 -]*$" },
        ],
    })
}

fn sentence(description: &str, forms: &[Form]) -> Json {
    let forms = forms.iter().map(|form| {
        json!({
            "type": "string",
            "description": format!("{}: {}", form.pattern, form.meaning),
            "pattern": pattern(form.pattern),
            "examples": [form.example],
        })
    });
    let mut any: Vec<Json> = forms.collect();
    any.push(json!({ "type": "string" }));
    json!({ "description": description, "anyOf": any })
}

/// A form as a regular expression.
fn pattern(form: &str) -> String {
    let mut pattern = String::from("^");
    let mut in_hole = false;
    for c in form.chars() {
        match c {
            '{' => {
                in_hole = true;
                pattern.push_str(".+");
            }
            '}' => in_hole = false,
            _ if in_hole => {}
            '+' | '(' | ')' | '.' | '[' | ']' | '?' | '*' | '|' | '^' | '$' | '\\' => {
                pattern.push('\\');
                pattern.push(c);
            }
            _ => pattern.push(c),
        }
    }
    pattern.push('$');
    pattern
}

/// A `do`, which contains itself by way of `then` and `else`.
fn body() -> Json {
    let mut clause = table(&crate::language::CLAUSE);
    clause["oneOf"] = json!([{ "required": ["if"] }, { "required": ["if-any"] }]);
    json!({
        "type": "array",
        "items": { "anyOf": [{ "$ref": "#/definitions/step" }, clause] },
    })
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn a_form_becomes_a_pattern_in_which_only_holes_are_open() {
        assert_eq!(
            pattern("unconsume every character after U+0026 (&)"),
            "^unconsume every character after U\\+0026 \\(&\\)$"
        );
        assert_eq!(pattern("set {field} to {source}"), "^set .+ to .+$");
    }
}
