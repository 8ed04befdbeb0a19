//! The scripts of the pages.
//!
//! Browsers load no modules from a disk, so the modules of `integrations/site` become plain scripts here. Nor do they load workers, except
//! from a text: so what the worker runs is one function, of which a page has the text. Comments and indentation are left out, and
//! names stay as they are: a program that shortens them would be a dependency, or a parser. Most of the file is the list of modules.

use serde_json::Value;

/// The style of all pages.
pub(super) fn style() -> String {
    plain(include_str!("../../../../integrations/site/style.css"))
}

/// The script that sets the colours before a page is drawn.
pub(super) fn theme() -> String {
    plain(include_str!("../../../../integrations/site/theme.js"))
}

/// The sources of modules, each after its folder in `integrations`.
macro_rules! modules {
    ($($folder:ident: $($module:literal)+;)+) => {
        [$($(include_str!(concat!(
            "../../../../integrations/", stringify!($folder), "/", $module, ".js"
        ))),+),+]
    };
}

/// The modules of all pages. A module may use what the modules before it export.
const OF_SITE: &[&str] = &modules! {
    site: "dom" "pool" "load" "blocks" "ancestry" "timeline" "details" "lookup" "graph" "search"
          "site";
};

/// The modules of the comparison.
const OF_COMPARISON: &[&str] = &modules! {
    site: "dom" "pool" "load" "blocks" "ancestry" "comparison" "own" "compare";
};

/// The modules of the playground that a worker runs.
const OF_ENGINE: &[&str] = &modules! {
    js: "characters" "memoized" "unknown" "token-starts" "tokenizer" "nodes" "ordered" "expressions"
        "formatting" "conditions" "operations" "modes" "walks" "acting" "tree" "document" "limits"
        "parser";
    site: "run" "stepper" "slices" "tree-run" "session" "worker";
};

/// What the other modules of the playground use of them.
const ENGINE_EXPORTS: &[&str] = &["LISTED", "LONGEST", "serve"];

/// The other modules of the playground.
const OF_PLAYGROUND: &[&str] = &modules! {
    site: "dom" "pool" "setup" "tokens" "tree-view" "pane" "client" "own" "playground";
};

/// The script of all pages.
pub(super) fn site() -> String {
    bundle(OF_SITE)
}

/// The script of the comparison.
pub(super) fn compare() -> String {
    bundle(OF_COMPARISON)
}

/// The script of the playground.
pub(super) fn playground() -> String {
    let engine = engine(OF_ENGINE, ENGINE_EXPORTS);
    enclosed(&(engine + &joined(OF_PLAYGROUND)))
}

/// The text of a script without comments, empty lines and indentation, which are a quarter of it. No string goes over several
/// lines, and comments have lines of their own; other comments stay.
pub(super) fn plain(source: &str) -> String {
    let mut out = String::new();
    let mut is_comment = false;
    for line in source.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.is_empty() && !line.starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    out
}

/// Pages between the revisions, which the history of a row reads.
pub(super) fn pages() -> String {
    let pages = include_str!("../../../../integrations/site/pages.json");
    format!("var PAGES = {};\n", pages.trim_end())
}

/// A value as a script that defines a global variable.
pub(super) fn data(name: &str, value: &Value) -> String {
    format!("var {name} = {value};\n")
}

/// Modules as one script.
fn bundle(modules: &[&str]) -> String {
    enclosed(&joined(modules))
}

fn joined(modules: &[&str]) -> String {
    modules.iter().map(|source| module(source)).collect()
}

/// Declarations that no other script sees.
fn enclosed(body: &str) -> String {
    format!("\"use strict\";\n(() => {{\n{body}}})();\n")
}

/// Modules that need no page, as the function `engine`, so that a worker can be made of its text, and the names that the page uses.
fn engine(modules: &[&str], names: &[&str]) -> String {
    let (body, names) = (joined(modules), names.join(", "));
    format!(
        "const engine = () => {{\n{body}return {{ {names} }};\n}};\nconst {{ {names} }} = engine();\n"
    )
}

/// A module as a function that returns its exports.
fn module(source: &str) -> String {
    let mut exports = Vec::new();
    let mut body = String::new();
    let source = plain(source);
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
    use super::{
        ENGINE_EXPORTS, OF_COMPARISON, OF_ENGINE, OF_PLAYGROUND, OF_SITE, bundle, declared, engine,
        module, plain,
    };

    /// The names that a module imports and no module before it exports, besides those that are known.
    fn missing<'m>(modules: &[&'m str], known: &[&'m str]) -> Vec<&'m str> {
        let mut known = known.to_vec();
        let mut missing = Vec::new();
        for source in modules {
            for line in source.lines() {
                if let Some((names, _)) = line
                    .strip_prefix("import { ")
                    .and_then(|rest| rest.split_once(" }"))
                {
                    missing.extend(names.split(", ").filter(|name| !known.contains(name)));
                } else if let Some(declaration) = line.strip_prefix("export ") {
                    known.extend(declared(declaration));
                } else {
                    assert!(!line.starts_with("import "), "{line}");
                }
            }
        }
        missing
    }

    #[test]
    fn what_a_module_imports_comes_before_it() {
        for modules in [OF_SITE, OF_COMPARISON, OF_ENGINE] {
            assert_eq!(missing(modules, &[]), [""; 0]);
        }
        assert_eq!(missing(OF_PLAYGROUND, ENGINE_EXPORTS), [""; 0]);
        let module = "import { a, b } from \"./a.js\";";
        assert_eq!(missing(&["export const a = 1;", module], &[]), ["b"]);
    }

    #[test]
    fn exports_are_the_names_that_later_modules_see() {
        let source = "import { a } from \"./a.js\";\nconst c = 1;\nexport function b() {}\n";
        let expected =
            "const { b } = (() => {\nconst c = 1;\nfunction b() {}\nreturn { b };\n})();\n";
        assert_eq!(module(source), expected);
    }

    #[test]
    fn comments_and_indentation_are_left_out() {
        let source = "// a\n/** b */\nconst c = 1; // d\n\n  /**\n   * e\n   */\n  f(\"//\");\n";
        assert_eq!(plain(source), "const c = 1; // d\nf(\"//\");\n");
    }

    #[test]
    fn the_engine_gives_the_page_what_it_names() {
        let modules = ["export const a = 1;\n", "export const b = a;\n"];
        let expected = "const engine = () => {\n\
            const { a } = (() => {\nconst a = 1;\nreturn { a };\n})();\n\
            const { b } = (() => {\nconst b = a;\nreturn { b };\n})();\n\
            return { b };\n};\nconst { b } = engine();\n";
        assert_eq!(engine(&modules, &["b"]), expected);
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
