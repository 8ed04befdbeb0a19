//! Mistakes in the tables of tree construction: each edit of the checked-in tables is refused, with a message at its place.

use insta::assert_snapshot;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::identifier::snake_case;
use tokenwright_tables::tree::model::TreeTables;
use tokenwright_tables::tree::traverse::List;
use tokenwright_tables::{load, tree};

/// An insertion mode that switches to itself, before the first of a file.
macro_rules! new_mode {
    ($name:literal) => {
        concat!(
            "[[mode]]\nname = \"",
            $name,
            "\"\n\n[[mode.row]]\non = \"anything else\"\ndo = ['switch the insertion mode to \"",
            $name,
            "\"']\n\n[[mode]]\n"
        )
    };
}

/// The start of a file's name, a text that the file has, and what replaces its first occurrence.
const EDITS: &[(&str, &str, &str)] = &[
    // Characters that do not show.
    ("06", "[\"rb\", \"rtc\"]", "[\"r\\u202Eb\", \"rtc\"]"),
    (
        "09",
        "name = \"after after frameset\"",
        "name = \"after after\\u200B frameset\"",
    ),
    // Parameters.
    ("03", "element for {token} in", "element for {token in"),
    ("03", "element for {token} in", "element for token} in"),
    ("03", "element for {token} in", "element for {} in"),
    ("03", "element for {token} in", "element for {my token} in"),
    ("03", "element for {token} in", "element for {Token} in"),
    ("03", "element for {token} in", "element for {namespace} in"),
    ("00", "is attached to {node}", "is attached to {a node}"),
    (
        "02",
        "condition = \"{node} is an HTML integration point\"",
        "condition = \"{node is an HTML integration point\"",
    ),
    // Names that give no identifier of generated code, or that of another.
    ("06", "[\"rb\", \"rtc\"]", "[\"é\", \"rtc\"]"),
    ("07", "[[mode]]\n", new_mode!("é")),
    ("07", "[[mode]]\n", new_mode!("in-body")),
    ("07", "[[mode]]\n", new_mode!("lists")),
    (
        "00",
        "[[output]]\nname = \"associate {node}",
        "[[output]]\nname = \"associate {element} with the form element pointer\"\nmeaning = \"the same\"\n\n[[output]]\nname = \"associate {node}",
    ),
    // Sentences.
    ("06", "\"close a p element\",", "\"close a q element\","),
    ("06", "\"insert a comment\"", "\"insert the comment\""),
    (
        "06",
        "\"parse error: unexpected-null-character\",\n    \"ignore",
        "\"parse eror: unexpected-null-character\",\n    \"ignore",
    ),
    ("06", "reconstruct the active", "reconstruct active"),
    (
        "06",
        "has a p element in button scope",
        "has p element in button scope",
    ),
    (
        "06",
        "has a p element in button scope",
        "has a p element within button scope",
    ),
    (
        "06",
        "there is a template element on",
        "there are a template element on",
    ),
    (
        "06",
        "let node be the current node",
        "let node be the last node",
    ),
    (
        "06",
        "let node be the current node",
        "let my node be the current node",
    ),
    (
        "06",
        "the current node is an h1, h2",
        "the current nodes is an h1, h2",
    ),
    (
        "06",
        "node is in the special category",
        "node is of the special category",
    ),
    (
        "06",
        "except for elements named \"li\"",
        "except for elements named li elements",
    ),
    (
        "06",
        "insert an HTML element for the token",
        "insert a HTML element for the token",
    ),
    (
        "06",
        "set the frameset-ok flag to \"not ok\"",
        "set the frameset-ok flag to not ok",
    ),
    (
        "06",
        "ignore the next token if it is U+000A (LF)",
        "ignore the next token if it is U+000A (CR)",
    ),
    (
        "06",
        "until an li element has been popped",
        "until an li element is popped",
    ),
    (
        "10",
        "the namespace of the adjusted current node",
        "the name space of the adjusted current node",
    ),
    ("05", "a \"head\" start tag token", "a head start tag token"),
    (
        "02",
        "the token is a start tag and",
        "the token is start tag and",
    ),
    ("09", "push \"in table\" onto", "push in table onto"),
    (
        "06",
        "the current node is an h1, h2, h3, h4, h5, or h6 element",
        "the current node is an h1, h2, h3, h4, h5 or h6 element",
    ),
    ("06", "an address, div, or p", "an address, div or p"),
    ("06", "an address, div, or p", "an address or div, or p"),
    ("06", "an address, div, or p", "an address, div, p"),
    ("10", "\"face\", or \"size\"", "\"face\" or \"size\""),
    // Types.
    ("01", "let last be false", "let last be null"),
    ("01", "and last is false", "and last is not false"),
    (
        "03",
        "let location be inside target, after its last child",
        "let location be target",
    ),
    (
        "06",
        "let outerLoopCounter be 0",
        "let outerLoopCounter be the current node",
    ),
    (
        "06",
        "be the appropriate place for inserting a node in commonAncestor",
        "be commonAncestor",
    ),
    (
        "06",
        "elements named \"li\"",
        "elements named the current node",
    ),
    // Names.
    ("06", "in button scope", "in buton scope"),
    ("06", "in the special category", "in the specials category"),
    (
        "06",
        "rules for the \"in head\"",
        "rules for the \"in heads\"",
    ),
    (
        "06",
        "insertion mode to \"in table\"",
        "insertion mode to \"in tables\"",
    ),
    ("10", "by the table SVG tag names", "by the table SVG tags"),
    (
        "05",
        "starts with one of the quirks public identifier prefixes\"",
        "starts with one of the quirk prefixes\"",
    ),
    ("06", "append lastNode to node", "append lastNodes to node"),
    ("06", "set lastNode to node\"", "set oneNode to node\""),
    (
        "06",
        "increment outerLoopCounter by 1",
        "increment outerLoop by 1",
    ),
    (
        "06",
        "jump to the step labeled done",
        "jump to the step labeled end",
    ),
    (
        "06",
        "\"any other end tag\" entry of",
        "\"any other token\" entry of",
    ),
    (
        "10",
        "the \"script\" end tag entry",
        "the \"scripts\" end tag entry",
    ),
    (
        "06",
        "the \"any other end tag\" entry'",
        "the \"any other tag\" entry'",
    ),
    (
        "03",
        "let location be the appropriate place for inserting a node\"",
        "let location be an appropriate place for inserting a node\"",
    ),
    (
        "01",
        "insertion-mode = \"initial\"",
        "insertion-mode = \"first\"",
    ),
    ("01", "\"track\",\n    \"ul\"", "\"track\",\n    \"ull\""),
    ("06", "\"area\", \"br\"", "\"areaa\", \"br\""),
    ("06", "node is a dd element", "node is a ddd element"),
    // Twice, never, or not at all.
    (
        "06",
        "[\"h1\", \"h2\", \"h3\"",
        "[\"h1\", \"h1\", \"h2\", \"h3\"",
    ),
    (
        "01",
        "\"address\",\n    \"applet\"",
        "\"address\",\n    \"address\",\n    \"applet\"",
    ),
    (
        "06",
        "start-tag = [\"xmp\"]",
        "start-tag = [\"xmp\", \"p\"]",
    ),
    ("06", "\"any other start tag\"", "\"any other end tag\""),
    (
        "06",
        "on = \"a comment token\"",
        "on = \"a character token\"",
    ),
    (
        "06",
        "on = \"U+0000 (NULL)\"",
        "on = \"any other character token\"",
    ),
    (
        "05",
        "on = \"anything else\"",
        "on = \"any other start tag\"",
    ),
    ("07", "never = [\"a start tag\", ", "never = ["),
    (
        "07",
        "never = [\"a start tag\"",
        "never = [\"a start tag\", \"an end tag\"",
    ),
    ("07", "never = [\"a start tag\"", "never = [\"a tag\""),
    (
        "06",
        "name = \"close a p element\"",
        "name = \"close the cell\"",
    ),
    ("08", "name = \"in cell\"", "name = \"in row\""),
    (
        "00",
        "name = \"perform a microtask checkpoint\"",
        "name = \"perform a checkpoint\"",
    ),
    ("06", "{ label = \"done\" },", "{ label = \"loop\" },"),
    // Flow.
    (
        "06",
        "{ label = \"loop\" },\n    { if = \"node is an li",
        "{ label = \"again\" },\n    { if = \"node is an li",
    ),
    (
        "06",
        "    \"set node to the element immediately above node in the stack of open elements\",\n",
        "",
    ),
    (
        "06",
        "title = 'The \"in body\" insertion mode'",
        "title = 'The \"in boddy\" insertion mode'",
    ),
    ("03", "viewbox = \"viewBox\"", "viewbox = \"viewBx\""),
    ("06", "then = [\"break\"]", "then = [\"return\", \"break\"]"),
    (
        "01",
        "\"let last be false\"",
        "\"continue\", \"let last be false\"",
    ),
    (
        "08",
        "the current node is not a table, template, or html element",
        "the current node is not a table or template element",
    ),
    (
        "04",
        "the current node is a dd, dt",
        "the current node is a dd, html, dt",
    ),
    (
        "09",
        "    'switch the insertion mode to \"in body\"',\n    \"reprocess the token\"",
        "    \"reprocess the token\"",
    ),
    (
        "05",
        "do = ['process the token using the rules for the \"in body\" insertion mode']",
        "do = ['process the token using the rules for the \"before head\" insertion mode']",
    ),
    (
        "06",
        "{ while = \"true\", do = [\n        { if = \"outerLoopCounter",
        "{ while = \"true\", do = [\"parse error\"] },\n    { while = \"true\", do = [\n        { if = \"outerLoopCounter",
    ),
    (
        "06",
        "    'generate implied end tags, except for elements named \"p\"',",
        "    \"close a p element\",",
    ),
    (
        "04",
        "elements named {excluded}\"\ndo = [\n    { while = \"the current node is a dd",
        "elements named {excluded}\"\ndo = [\n    { while = \"the list of active formatting elements is not empty\", do = [\"pop the current node off the stack of open elements\"] },\n    { while = \"the current node is a dd",
    ),
    (
        "03",
        "return inside the first element in the stack of open elements, after its last child",
        "return",
    ),
    // The tokenizer.
    (
        "06",
        "start-tag = [\"pre\", \"listing\"]",
        "start-tag = [\"PRE\", \"listing\"]",
    ),
    (
        "06",
        "start-tag = [\"pre\", \"listing\"]",
        "start-tag = [\"pre \", \"\"]",
    ),
    ("10", "clippath = \"clipPath\"", "clipPath = \"clipPath\""),
    ("10", "\"face\", or \"size\"", "\"Face\", or \"size\""),
    (
        "06",
        "the \"type\" attribute of the token",
        "the \"Type\" attribute of the token",
    ),
    ("03", "name = \"xlink:actuate\"", "name = \"xlink:actuat\""),
    ("04", "the RAWTEXT state", "the RAW TEXT state"),
    ("02", "trailing-solidus\"", "trailing-slash\""),
    // The forms of older revisions.
    (
        "06",
        "\"close a p element\",",
        "'set the secondary insertion mode to \"in bodies\"',",
    ),
    (
        "06",
        "\"close a p element\",",
        "\"switch the content model flag to the RCDATA state\",",
    ),
    (
        "06",
        "\"close a p element\",",
        "\"mark lastTabel as tainted\",",
    ),
    (
        "03",
        "there is a Text node immediately before",
        "the last node that was inserted is a Text node before",
    ),
    (
        "05",
        "the name of the DOCTYPE token is not \"html\"",
        "the name of the DOCTYPE token is not \"html\" ignoring case",
    ),
    // What some paths lack, and conditions that no token meets.
    (
        "06",
        "    \"let outerLoopCounter be 0\",\n",
        "    { if = \"foster parenting is enabled\", then = [\"let outerLoopCounter be 0\"] },\n",
    ),
    (
        "06",
        "    \"let outerLoopCounter be 0\",\n",
        "    \"let outerLoopCounter be outerLoopCounter\",\n",
    ),
    (
        "05",
        "'switch the insertion mode to \"after head\"',\n    \"reprocess",
        "'switch the insertion mode to \"before head\"',\n    \"reprocess",
    ),
    (
        "06",
        "on = { start-tag = [\"html\"] }",
        "on = { start-tag = [\"html\"], when = \"the token is a comment token\" }",
    ),
    (
        "06",
        "on = { start-tag = [\"html\"] }",
        "on = { start-tag = [\"html\"], when = \"the token's tag name is not \\\"html\\\"\" }",
    ),
    (
        "06",
        "on = { start-tag = [\"html\"] }",
        "on = { start-tag = [\"html\"], when = \"the force-quirks flag is on\" }",
    ),
    // Tokens that are made up.
    (
        "06",
        "do = [\n    \"parse error: unexpected-null-character\",\n    \"ignore",
        "do = [\n    { if = \"that token was ignored\", then = [\"return\"] },\n    \"ignore",
    ),
    (
        "06",
        "\"parse error: unexpected-null-character\",\n    \"ignore",
        "{ if = \"the frameset-ok flag is \\\"not ok\\\"\", then = [\n        'act as if a \"p\" end tag token had been seen',\n    ] },\n    { if = \"that token was not ignored\", then = [\"return\"] },\n    \"ignore",
    ),
    (
        "06",
        "\"parse error: unexpected-null-character\",\n    \"ignore",
        "\"act as if the token had been seen\",\n    \"ignore",
    ),
    (
        "06",
        "\"parse error: unexpected-null-character\",\n    \"ignore",
        "'change the token to a \"p\" end tag token',\n    \"ignore",
    ),
    (
        "06",
        "\"parse error: unexpected-null-character\",\n    \"ignore",
        "'act as if a \"P\" end tag token had been seen',\n    \"ignore",
    ),
    (
        "06",
        "on = { start-tag = [\"hr\"] }\ndo = [",
        "on = { start-tag = [\"hr\"] }\ndo = [\n    'act as if a \"hr\" start tag token with no attributes had been seen',",
    ),
    (
        "05",
        "on = \"anything else\"\ndo = [",
        "on = \"anything else\"\ndo = [\n    'act as if a \"hr\" end tag token had been seen',",
    ),
    (
        "02",
        "do = [\n",
        "do = [\n    'act as if a \"p\" end tag token had been seen',\n",
    ),
    // The form of a file.
    (
        "06",
        "do = [\n    \"parse error: unexpected-null-character\",\n    \"ignore the token\",\n]",
        "do = []",
    ),
    (
        "06",
        "on = { start-tag = [\"html\"] }",
        "on = { start-tags = [\"html\"] }",
    ),
    (
        "06",
        "on = { start-tag = [\"html\"] }",
        "on = { when = \"true\" }",
    ),
    ("06", "on = { start-tag = [\"html\"] }", "on = []"),
    (
        "06",
        "on = { start-tag = [\"html\"] }",
        "on = \"a html start tag\"",
    ),
    ("06", "{ label = \"loop\" }", "{ lable = \"loop\" }"),
    (
        "06",
        "{ label = \"loop\" }",
        "{ label = \"loop\", then = [\"return\"] }",
    ),
    ("06", "name = \"in body\"", "title = \"in body\""),
    ("03", "namespace = \"XLink\"", "space = \"XLink\""),
    (
        "01",
        "\"MathML mi\",\n    \"MathML mo\"",
        "\"math mi\",\n    \"MathML mo\"",
    ),
    ("06", "[[mode]]", "[mode]"),
    // Sections.
    ("06", "\"13.2.6.4.7\"", "\"13.2.6.4.7a\""),
    ("08", "\"13.2.6.4.10\"", "\"13.2.6.4.9\""),
    (
        "07",
        "[[section]]\nnumber = \"13.2.6.4.8\"\ntitle = 'The \"text\" insertion mode'\n",
        "",
    ),
];

#[test]
fn every_mistake_is_refused_at_its_place() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/whatwg-2026-07-19");
    let folder = spec.join(tree::FOLDER);
    let entries = fs::read_dir(&folder).expect("the folder");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tree-edits");
    let target = scratch.join(tree::FOLDER);
    fs::create_dir_all(&target).expect("a folder");
    let revisions = load::all(&spec.join(".."), &mut Sources::default());
    let newest = revisions.expect("tables").pop().expect("a revision");
    let descriptions = Descriptions::load(&spec.join(".."), &mut Sources::default());
    let descriptions = descriptions.expect("descriptions");
    let mut all = String::new();
    let mut accepted = Vec::new();
    for (file, old, new) in EDITS {
        for path in &files {
            let name = path.file_name().expect("a name");
            let mut text = fs::read_to_string(path).expect("a table");
            if name.to_string_lossy().starts_with(file) {
                assert!(text.contains(old), "{file} has no {old}");
                text = text.replacen(old, new, 1);
            }
            fs::write(target.join(name), text).expect("a table");
        }
        let mut sources = Sources::default();
        let found = match tree::load(&scratch, &mut sources) {
            Err(errors) => errors,
            Ok(tables) => {
                let tables = tables.expect("tables");
                let mut found = tree::check::check(&tables);
                found.extend(tree::check::against(&tables, &newest.revision));
                let mut loaded = newest.clone();
                loaded.trees = Some(tables);
                found.extend(descriptions.unknown(&[loaded]));
                found
            }
        };
        if found.is_empty() {
            accepted.push(new);
        }
        let text = render_all(&found, &sources, false);
        let text = text.replace(&format!("{}/", target.display()), "");
        let _ = writeln!(all, "==> {file}: {old} → {new}\n{text}");
    }
    assert!(accepted.is_empty(), "{accepted:#?}");
    assert_snapshot!(all);
}

/// The generator's own modules, and its own statics among those of the lists, cannot be those of a mode or a list of the tables.
#[test]
fn names_of_the_generator_are_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let generated = root.join("tokenizer/src/generated/tree_construction/whatwg_2026_07_19");
    let revisions = load::checked_in();
    let newest = load::newest_of(&revisions).expect("a revision");
    let tables = newest.trees.as_ref().expect("tables");
    let is_refused = |tables: &TreeTables| {
        let found = tree::check::check(tables);
        render_all(&found, &Sources::default(), false).contains("of the generator's own")
    };
    assert!(!is_refused(tables));
    let files = fs::read_dir(&generated).expect("the folder");
    let mut modules = 0;
    for file in files {
        let path = file.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let mut modes = tables.modes.iter();
        if name == "mod" || modes.any(|mode| snake_case(&mode.name) == name) {
            continue;
        }
        let mut edited = tables.clone();
        edited.modes[0].name.value = name.clone().into_owned();
        assert!(is_refused(&edited), "{name}");
        modules += 1;
    }
    let lists = fs::read_to_string(generated.join("lists.rs")).expect("the lists");
    let known: Vec<String> = List::ALL
        .iter()
        .flat_map(|of| tables.lists(*of))
        .map(|name| snake_case(name))
        .collect();
    let mut statics = 0;
    for line in lists.lines() {
        let item = line.strip_prefix("pub(super) ").unwrap_or_default();
        let item = item
            .strip_prefix("static ")
            .or_else(|| item.strip_prefix("const "));
        let Some((name, _)) = item.and_then(|item| item.split_once(':')) else {
            continue;
        };
        let name = name.to_ascii_lowercase();
        if !known.contains(&name) {
            let mut edited = tables.clone();
            edited.scopes[0].0.value = name.clone();
            assert!(is_refused(&edited), "{name}");
            statics += 1;
        }
    }
    assert!(modules > 3 && statics > 3, "{modules} {statics}");
}
