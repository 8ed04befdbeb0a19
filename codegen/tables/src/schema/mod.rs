//! JSON schemas of the table files, with which editors and taplo complete and check them.
//!
//! Each kind of file has a schema. Table files have one for each revision, because the sentences
//! that a row may use depend on the revision: its states, error codes and definitions.

mod sentences;
mod taplo;
mod trees;
mod vocabulary;

pub use taplo::configuration;

use crate::language::{
    CLAUSE, DESCRIPTIONS_FILE, ERRORS, Key, REFERENCES_FILE, REPLACEMENTS_FILE, REVISION,
    TABLE_FILE, Table, Value,
};
use crate::model::Revision;
use crate::tree::{self, model::TreeTables};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;
use vocabulary::Vocabulary;

/// The path of a schema, below the folder of all schemas.
const REVISION_SCHEMA: &str = "revision.json";
const ERRORS_SCHEMA: &str = "errors.json";
const DESCRIPTIONS_SCHEMA: &str = "error-descriptions.json";
const REFERENCES_SCHEMA: &str = "named-character-references.json";
const REPLACEMENTS_SCHEMA: &str = "numeric-replacements.json";

/// The schema of a revision's table files, below the folder of all schemas.
fn tables_schema(id: &str) -> String {
    format!("tables/{id}.json")
}

/// The schema of a revision's files of tree construction.
fn trees_schema(id: &str) -> String {
    format!("tables/{id}-tree-construction.json")
}

/// A revision, and its tables of tree construction if it has them.
pub type Tables<'r> = (&'r Revision, Option<&'r TreeTables>);

/// All schemas: for each the path below the folder of schemas, and the text of the file.
pub fn schemas<'r>(revisions: impl IntoIterator<Item = Tables<'r>>) -> Vec<(String, String)> {
    let mut schemas: Vec<(String, String)> = [
        (REVISION_SCHEMA, &REVISION),
        (ERRORS_SCHEMA, &ERRORS),
        (DESCRIPTIONS_SCHEMA, &DESCRIPTIONS_FILE),
        (REFERENCES_SCHEMA, &REFERENCES_FILE),
        (REPLACEMENTS_SCHEMA, &REPLACEMENTS_FILE),
    ]
    .map(|(path, kind)| {
        let definitions = json!({ "matcher": sentences::matcher(None) });
        (path.to_owned(), text(kind, kind.header, definitions))
    })
    .into();
    let revisions: Vec<Tables<'r>> = revisions.into_iter().collect();
    let trees = revisions.iter().filter_map(|(_, trees)| *trees);
    let tree_codes: BTreeSet<String> = trees
        .flat_map(|trees| trees.error_codes().into_keys())
        .collect();
    for (revision, trees) in revisions {
        let vocabulary = Vocabulary::of(revision, &tree_codes);
        let definitions = json!({
            "matcher": sentences::matcher(Some(&vocabulary)),
            "step": sentences::steps(&vocabulary),
            "conditions": sentences::conditions(&vocabulary),
            "body": body(&CLAUSE),
        });
        let id = &revision.about.id;
        let title = format!("{} of {id}", TABLE_FILE.header);
        schemas.push((tables_schema(id), text(&TABLE_FILE, &title, definitions)));
        if let Some(trees) = trees {
            let kind = &tree::language::FILE;
            let title = format!("{} of {id}", kind.header);
            let definitions = trees::definitions(trees, &vocabulary);
            schemas.push((trees_schema(id), text(kind, &title, definitions)));
        }
    }
    schemas
}

/// The text of the schema of one kind of file.
fn text(kind: &Table, title: &str, definitions: Json) -> String {
    let mut schema = table(kind);
    let fields = schema.as_object_mut().expect("a table is an object");
    fields.insert("title".into(), json!(title));
    let head = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$comment": "Written by `cargo xtask gen`; do not edit.",
    });
    let mut whole = head.as_object().cloned().unwrap_or_default();
    whole.append(fields);
    whole.insert("definitions".into(), definitions);
    let mut text = serde_json::to_string_pretty(&whole).expect("a schema is made of strings");
    text.push('\n');
    text
}

/// The schema of a table. Missing keys are reported by `cargo xtask check`, because taplo repeats an
/// error about a table at every key of it.
fn table(table: &Table) -> Json {
    let mut schema = keys(table);
    schema["type"] = json!("object");
    schema["title"] = json!(table.header);
    schema["description"] = json!(table.meaning);
    schema
}

/// The keywords for the keys of a table.
fn keys(table: &Table) -> Json {
    let mut properties = Map::new();
    for key in table.keys {
        properties.insert(key.name.into(), property(key));
    }
    json!({
        "properties": properties,
        "additionalProperties": table.names.as_ref().map_or_else(|| unknown_key(table), property),
    })
}

/// A schema that refuses any value. `false` would refuse the whole table; this one refuses the key, and
/// the message quotes the title.
fn unknown_key(table: &Table) -> Json {
    let keys: Vec<&str> = table.keys.iter().map(|key| key.name).collect();
    json!({ "not": { "title": format!("unknown key: {} has {}", table.what, keys.join(", ")) } })
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
        Value::Texts | Value::Elements => list_of(json!({ "type": "string" })),
        // Not `oneOf` a matcher and a list, so that an error points at a member of the list.
        Value::Matchers => json!({
            "anyOf": [{ "type": "array" }, defined("matcher")],
            "items": defined("matcher"),
        }),
        Value::MatcherList => list_of(defined("matcher")),
        // In this draft a reference hides the keywords next to it, so it is wrapped.
        Value::Conditions => json!({ "allOf": [defined("conditions")] }),
        Value::ConditionList => list_of(defined("conditions")),
        Value::Tokens(kind) => tokens(kind),
        Value::Body => json!({ "allOf": [defined("body")] }),
        Value::Table(kind) => table(kind),
        Value::Tables(kind) => list_of(table(kind)),
    }
}

/// The schema of `do`, which is recursive through `then` and `else`. A member is a string or a table; the
/// keywords of each do not affect the other.
fn body(clause: &Table) -> Json {
    let mut member = keys(clause);
    member["anyOf"] = json!([
        { "type": "object", "title": clause.header, "description": clause.meaning },
        { "$ref": "#/definitions/step" },
    ]);
    json!({ "type": "array", "items": member })
}

/// The schema of tokens: a name, a table, or a list of them.
fn tokens(kind: &Table) -> Json {
    let mut member = keys(kind);
    member["anyOf"] = json!([
        { "type": "object", "title": kind.header, "description": kind.meaning },
        { "type": "array" },
        { "$ref": "#/definitions/tokens" },
    ]);
    let mut inner = keys(kind);
    inner["anyOf"] = json!([
        { "type": "object", "title": kind.header, "description": kind.meaning },
        { "$ref": "#/definitions/tokens" },
    ]);
    member["items"] = inner;
    member
}
