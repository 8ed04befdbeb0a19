//! The scripts of the pages.
//!
//! Browsers load no modules from a disk, so the modules of `integrations/site` become plain scripts here.

use serde_json::Value;

pub(super) const STYLE: &str = include_str!("../../../../integrations/site/style.css");
pub(super) const THEME: &str = include_str!("../../../../integrations/site/theme.js");

const GRAPH: &str = include_str!("../../../../integrations/site/graph.js");
const SEARCH: &str = include_str!("../../../../integrations/site/search.js");
const SITE: &str = include_str!("../../../../integrations/site/site.js");
const DOM: &str = include_str!("../../../../integrations/site/dom.js");
const POOL: &str = include_str!("../../../../integrations/site/pool.js");
const COMPARE: &str = include_str!("../../../../integrations/site/compare.js");
const TOKENIZER: &str = include_str!("../../../../integrations/js/tokenizer.js");
const NODES: &str = include_str!("../../../../integrations/js/nodes.js");
const ORDERED: &str = include_str!("../../../../integrations/js/ordered.js");
const EXPRESSIONS: &str = include_str!("../../../../integrations/js/expressions.js");
const FORMATTING: &str = include_str!("../../../../integrations/js/formatting.js");
const CONDITIONS: &str = include_str!("../../../../integrations/js/conditions.js");
const OPERATIONS: &str = include_str!("../../../../integrations/js/operations.js");
const MODES: &str = include_str!("../../../../integrations/js/modes.js");
const TREE: &str = include_str!("../../../../integrations/js/tree.js");
const DOCUMENT: &str = include_str!("../../../../integrations/js/document.js");
const PARSER: &str = include_str!("../../../../integrations/js/parser.js");
const RUN: &str = include_str!("../../../../integrations/site/run.js");
const SETUP: &str = include_str!("../../../../integrations/site/setup.js");
const TOKENS: &str = include_str!("../../../../integrations/site/tokens.js");
const TREE_VIEW: &str = include_str!("../../../../integrations/site/tree-view.js");
const PANE: &str = include_str!("../../../../integrations/site/pane.js");
const STEPPER: &str = include_str!("../../../../integrations/site/stepper.js");
const PLAYGROUND: &str = include_str!("../../../../integrations/site/playground.js");

/// The script of all pages.
pub(super) fn site() -> String {
    bundle(&[DOM, GRAPH, SEARCH, SITE])
}

/// The script of the comparison.
pub(super) fn compare() -> String {
    bundle(&[DOM, POOL, COMPARE])
}

/// The script of the playground.
pub(super) fn playground() -> String {
    bundle(&[
        DOM,
        POOL,
        TOKENIZER,
        NODES,
        ORDERED,
        EXPRESSIONS,
        FORMATTING,
        CONDITIONS,
        OPERATIONS,
        MODES,
        TREE,
        DOCUMENT,
        PARSER,
        RUN,
        SETUP,
        STEPPER,
        TOKENS,
        TREE_VIEW,
        PANE,
        PLAYGROUND,
    ])
}

/// A value as a script that defines a global variable.
pub(super) fn data(name: &str, value: &Value) -> String {
    format!("var {name} = {value};\n")
}

/// Modules as one script. A module may use what the modules before it export.
fn bundle(modules: &[&str]) -> String {
    let modules = modules.iter().map(|source| module(source));
    format!(
        "\"use strict\";\n(() => {{\n{}}})();\n",
        modules.collect::<String>()
    )
}

/// A module as a function that returns its exports.
fn module(source: &str) -> String {
    let mut exports = Vec::new();
    let mut body = String::new();
    for line in source.lines().filter(|line| !line.starts_with("import ")) {
        let line = match line.strip_prefix("export ") {
            Some(declaration) => {
                exports.extend(declared(declaration));
                declaration
            }
            None => line,
        };
        body.push_str(line);
        body.push('\n');
    }
    let exports = exports.join(", ");
    match exports.is_empty() {
        true => format!("(() => {{\n{body}}})();\n"),
        false => {
            format!("const {{ {exports} }} = (() => {{\n{body}return {{ {exports} }};\n}})();\n")
        }
    }
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<&str> {
    let mut words = declaration.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.find(|word| !["class", "const", "function", ""].contains(word))
}

#[cfg(test)]
mod tests {
    use super::{bundle, module};

    #[test]
    fn exports_are_the_names_that_later_modules_see() {
        let source = "import { a } from \"./a.js\";\nconst c = 1;\nexport function b() {}\n";
        let expected =
            "const { b } = (() => {\nconst c = 1;\nfunction b() {}\nreturn { b };\n})();\n";
        assert_eq!(module(source), expected);
    }

    #[test]
    fn the_last_module_exports_nothing() {
        let script = bundle(&["export class A {}", "new A();"]);
        assert!(
            script.ends_with("(() => {\nnew A();\n})();\n})();\n"),
            "{script}"
        );
    }
}
