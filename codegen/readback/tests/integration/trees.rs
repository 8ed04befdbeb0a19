//! Tree construction is read back, and edits of its generated code are refused, each at its place.
//!
//! The edits are a table: most are such as a fault of the printer would make, and each part of a file has one. What the message says
//! is in the table as well, so that a message about something else does not pass.

use crate::support::{
    assert_nothing, committed, compiled, found, print, printed, reader_of_committed, scope, whole,
};
use std::path::Path;
use tokenwright_compiler::optimise::{Part, Passes};
use tokenwright_compiler::{Compiled, compile_trees};
use tokenwright_readback::Text;
use tokenwright_tables::diagnostic::{Subject, render_all};
use tokenwright_tables::identifier::snake_case;
use tokenwright_tables::load;
use tokenwright_tables::tree::model::{Clause, Tokens, TreeTables};
use tokenwright_tables::tree::sentences;

const FOLDER: &str = "tree_construction/whatwg_2026_07_19";

/// A file, a text of it, what the text becomes, and what the message says.
pub(crate) type Edit = (&'static str, &'static str, &'static str, &'static str);

const EDITS: &[Edit] = &[
    // Steps.
    (
        "text.rs",
        "    p.pop();\n",
        "",
        "\"text\", the row `an end-of-file token`",
    ),
    (
        "text.rs",
        "p.switch_to_original_mode();",
        "p.switch_to_template_mode();",
        "proved: `do SwitchBack()`",
    ),
    (
        "text.rs",
        "Outcome::Reprocess",
        "Outcome::Done",
        "proved: `run Dispatched`",
    ),
    (
        "text.rs",
        "if B::HAS_TREE {",
        "if true {",
        "proved: `with a tree `",
    ),
    (
        "in_body.rs",
        "    p.parse_error(Some(ErrorCode::UnexpectedNullCharacter));\n",
        "    p.parse_error(Some(ErrorCode::UnexpectedNullCharacter));\n    p.parse_error(Some(ErrorCode::UnexpectedNullCharacter));\n",
        "\"in body\", the row `",
    ),
    (
        "in_body.rs",
        "ErrorCode::UnexpectedNullCharacter",
        "ErrorCode::UnexpectedDoctype",
        "proved: `do ReportError(Error(Some(\"unexpected-null-character\")))`",
    ),
    (
        "in_table_text.rs",
        "super::in_table::anything_else",
        "super::in_body::anything_else",
        "no row has this function",
    ),
    // Names, sets and scopes.
    (
        "algorithms.rs",
        "Text::Name(lists::names::P)",
        "Text::Name(lists::names::LI)",
        "the algorithm `close a p element`",
    ),
    (
        "algorithms.rs",
        "p.pop_until(&lists::SET_OF_P)",
        "p.pop_until(&lists::SET_OF_LI)",
        "proved: `do PopUntil({p})`",
    ),
    (
        "algorithms.rs",
        "has_in_scope(Same(formatting_element), lists::SCOPE)",
        "has_in_scope(Same(formatting_element), lists::TABLE_SCOPE)",
        "Scope(0)",
    ),
    (
        "algorithms.rs",
        "super::modes::IN_CELL",
        "super::modes::IN_ROW",
        "proved: `do SwitchMode(Mode(14))`",
    ),
    (
        "algorithms.rs", "lists::WALK_3", "lists::WALK_2", "NearestUp",
    ),
    (
        "algorithms.rs",
        "lists::MATHML_ATTRIBUTES",
        "lists::SVG_ATTRIBUTES",
        "adjust MathML attributes",
    ),
    // Variables.
    (
        "algorithms.rs",
        "p.replace_in_list(node, new_node);",
        "p.replace_in_list(new_node, node);",
        "run the adoption agency algorithm",
    ),
    (
        "algorithms.rs",
        "let mut furthest_block =",
        "let mut formatting_element =",
        "a second variable has this name",
    ),
    (
        "algorithms.rs",
        "outer_loop_counter.saturating_add(1u32)",
        "outer_loop_counter.saturating_add(2u32)",
        "proved: `increment variable",
    ),
    (
        "algorithms.rs",
        "&[Argument::Node(element), Argument::Location(location)]",
        "&[Argument::Location(element), Argument::Location(location)]",
        "this is another kind of argument",
    ),
    // Conditions, loops and jumps.
    (
        "algorithms.rs",
        "if !p.is_open(",
        "if p.is_open(",
        "the generated code is not what was proved",
    ),
    (
        "algorithms.rs",
        "p.is_marker(entry) || p.is_open(entry)",
        "p.is_marker(entry) && p.is_open(entry)",
        "any of [",
    ),
    (
        "algorithms.rs",
        "step = 3;",
        "step = 2;",
        "proved: `jump to label 3`",
    ),
    (
        "algorithms.rs",
        "                continue;\n",
        "                break;\n",
        "proved: `continue `",
    ),
    (
        "algorithms.rs",
        "if !algorithms::reconstruct",
        "if algorithms::reconstruct",
        "reconstruct the active formatting elements",
    ),
    // What is evaluated before a call is not evaluated after it.
    (
        "algorithms.rs",
        "p.append(root, p.document());",
        "p.append(root, algorithms::the_appropriate_place_for_inserting_a_node(p, t));",
        "this argument may change the parser within a call",
    ),
    // The rows of tokens.
    (
        "in_body.rs",
        "lists::names::FORM => start_tag_form(p, t)",
        "lists::names::FORM => start_tag_li(p, t)",
        "\"in body\", the function `start_tag`",
    ),
    (
        "in_body.rs",
        "        | lists::names::ASIDE\n",
        "",
        "the function `start_tag`",
    ),
    (
        "in_body.rs",
        "if !p.ask(Question::TheScriptingModeIsDisabled, &[])",
        "if p.ask(Question::TheScriptingModeIsDisabled, &[])",
        "proved: `tags noscript: if not",
    ),
    (
        "text.rs",
        "TokenKind::EndTag => end_tag(p, t)",
        "TokenKind::EndTag => start_tag(p, t)",
        "the generator does not print this here",
    ),
    ("in_cell.rs", "0 => ", "1 => ", "class"),
    (
        "dispatcher.rs",
        "super::in_row::process",
        "super::in_cell::process",
        "the dispatcher's function `in_current_mode`",
    ),
    (
        "dispatcher.rs",
        "if p.is_self_closing(t) && !p.is_acknowledged(t) {\n        p.parse",
        "if !p.is_acknowledged(t) {\n        p.parse",
        "the dispatcher's function `after_dispatch`",
    ),
    // Lists.
    (
        "lists.rs",
        "    \"address\",\n",
        "    \"addres\",\n",
        "proved: `the name address`",
    ),
    (
        "lists.rs",
        "&[53, 75, 76,",
        "&[52, 75, 76,",
        "the algorithm `begin a fragment`",
    ),
    (
        "lists.rs",
        "\"definitionurl\"",
        "\"definitionUrl\"",
        "proved: `pairs mathmlattributes",
    ),
    (
        "lists.rs",
        "TABLE_SCOPE: Scope = Scope(3)",
        "TABLE_SCOPE: Scope = Scope(2)",
        "proved: `the scope 3`",
    ),
    (
        "lists.rs",
        "Some(\"xlink\")",
        "Some(\"xml\")",
        "proved: `the attribute [\"xlink:actuate\"",
    ),
    (
        "lists.rs",
        "Namespace::MathMl, names::MI",
        "Namespace::Svg, names::MI",
        "lists.rs",
    ),
    // The module, and what is followed.
    (
        "mod.rs",
        "&[1, 2, 6],",
        "&[1, 2, 4],",
        "proved: `processed as [1, 2, 6]`",
    ),
    (
        "mod.rs",
        "&[0, 2, 2],",
        "&[0, 1, 2],",
        "proved: `widest [0, 2, 2]`",
    ),
    (
        "mod.rs",
        "'\\0' => 0",
        "'\\u{1}' => 0",
        "proved: `the class 0: [(0, 0)]`",
    ),
    (
        "mod.rs",
        "IN_ROW: InsertionMode = InsertionMode(13u8)",
        "IN_ROW: InsertionMode = InsertionMode(14u8)",
        "a mode is its place",
    ),
    (
        "mod.rs",
        "TEXT_IS_READ: bool = false",
        "TEXT_IS_READ: bool = true",
        "proved: `text is read false`",
    ),
    (
        "mod.rs",
        "FOREIGN_MODE: Option<InsertionMode> = None",
        "FOREIGN_MODE: Option<InsertionMode> = Some(modes::IN_BODY)",
        "proved: `the mode for foreign content None`",
    ),
    (
        "mod.rs",
        "modes::INITIAL;",
        "modes::IN_BODY;",
        "proved: `the initial mode 0`",
    ),
    (
        "mod.rs",
        "begin_a_fragment",
        "close_the_cell",
        "this is not the algorithm that begins a fragment",
    ),
    (
        "following.rs",
        "            \"math\",\n",
        "",
        "proved: `start tags ",
    ),
    (
        "following.rs",
        "home: super::modes::IN_BODY",
        "home: super::modes::TEXT",
        "proved: `the home 6`",
    ),
    (
        "following.rs", "others: true", "others: false", "others: true",
    ),
    (
        "following.rs",
        "STYLE, TextMode::Rawtext",
        "STYLE, TextMode::Rcdata",
        "proved: `the text mode RAWTEXT of style`",
    ),
    (
        "following.rs",
        "scopes: 4",
        "scopes: 3",
        "proved: `scopes 4`",
    ),
    (
        "following.rs",
        "\"encoding\"",
        "\"href\"",
        "proved: `the attribute encoding`",
    ),
];

#[test]
fn an_edit_of_the_code_is_refused_at_its_place() {
    assert_refused(FOLDER, EDITS);
}

/// Fails with the edits of files of a folder that are not refused, each at its place.
pub(crate) fn assert_refused(folder: &str, edits: &[Edit]) {
    let files = committed();
    let mut reader = reader_of_committed();
    let mut missed = Vec::new();
    for (name, from, to, message) in edits {
        let path = Path::new(folder).join(name);
        let file = files.iter().find(|file| file.path == path).expect("a file");
        if !file.text.contains(from) {
            missed.push(format!("{name} has no `{from}`"));
            continue;
        }
        reader.replace(&Text {
            text: file.text.replacen(from, to, 1),
            path: path.clone(),
        });
        let found = reader.differences(scope(whole(), &path));
        let shown = render_all(&found, reader.sources(), false);
        let is_there = found.iter().any(|found| match &found.subject {
            Subject::Place(place) => {
                let file = reader.sources().get(place.file);
                file.is_some_and(|file| file.path == path || *name == "lists.rs")
            }
            Subject::Path(other) => *other == path,
        });
        reader.replace(file);
        if !is_there || !shown.contains(message) {
            missed.push(format!(
                "{name}: `{from}` becomes `{to}`: {message}\n{shown}"
            ));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Edits of what all revisions share.
const SHARED: &[Edit] = &[
    (
        "mod.rs",
        "feature = \"w3c-2012\"",
        "feature = \"w3c-2013\"",
        "proved: `the module w3c_2012 with",
    ),
    (
        "mod.rs",
        "mod outside;",
        "",
        "the generator does not print this here",
    ),
    (
        "outside.rs",
        "    TheScriptingModeIsInert,\n",
        "",
        "proved: `the question TheScriptingModeIsInert`",
    ),
];

#[test]
fn what_all_revisions_share_is_read_back() {
    assert_refused("tree_construction", SHARED);
}

/// All tables, of which the newest are edited.
fn edited(edit: fn(&mut TreeTables)) -> Compiled {
    let mut compiled = whole().clone();
    let newest = load::newest_of(&compiled.revisions).cloned();
    let mut loaded = newest.expect("a revision");
    let is_newest = |id: &str| FOLDER.ends_with(&snake_case(id));
    edit(loaded.trees.as_mut().expect("tables"));
    let trees = compile_trees(&loaded, &Passes::all()).expect("a program");
    let mut programs = compiled.trees.iter_mut();
    *programs.find(|it| is_newest(&it.revision)).expect("trees") = trees.expect("a program");
    let mut revisions = compiled.revisions.iter_mut();
    *revisions
        .find(|it| is_newest(&it.revision.about.id))
        .expect("a revision") = loaded;
    print(&mut compiled);
    compiled
}

/// The row for `hr` acts as if tokens had been seen.
fn acting(tables: &mut TreeTables) {
    let step = |text: &str| sentences::step(tables, text).expect(text);
    let condition = sentences::conjunction(tables, "that token was ignored").expect("a condition");
    let body = vec![
        step(
            "act as if an end tag token with the tag name of the head element pointer had been seen",
        ),
        Clause::If {
            any: vec![condition],
            then: vec![step("act as if a \"p\" end tag token had been seen")],
            otherwise: Vec::new(),
        },
        step("act as if a \"p\" start tag token with no attributes had been seen"),
    ];
    let at = tables.mode("in body").expect("a mode");
    let mut rows = tables.modes[at].rows.iter_mut();
    let row = rows.find(|row| {
        row.on.iter().any(
            |on| matches!(&on.tokens.value, Tokens::StartTags(names) if names[0].value == "hr"),
        )
    });
    row.expect("a row").body = body;
}

#[test]
fn each_revision_may_name_the_parameters_of_an_output() {
    let compiled = edited(|tables| {
        let name = "set the parser document of {node}";
        let mut all = tables.outputs.iter_mut();
        let output = all.find(|it| it.name.value == name).expect("an output");
        output.name.value = name.replace("node", "element");
    });
    assert_nothing(&found(&compiled, &printed(&compiled)));
}

#[test]
fn tokens_that_are_made_up_are_read_back() {
    let compiled = edited(acting);
    let files = printed(&compiled);
    assert_nothing(&found(&compiled, &files));
    let path = Path::new(FOLDER).join("in_body.rs");
    let at = files.iter().position(|file| file.path == path);
    let at = at.expect("a file");
    for (from, to, message) in [
        (
            "p.act_as_end_tag(",
            "p.act_as_start_tag(",
            "proved: `act as if seen ActAsEndTag(",
        ),
        (
            "p.act_as_end_tag(",
            "p.has_attribute(t, ",
            "the parser has no such method",
        ),
        (
            "if that_token_was_ignored",
            "if !that_token_was_ignored",
            "proved: `if variable 0`",
        ),
        (
            "p.act_as_end_tag_of(p.head_element_pointer())",
            "p.act_as_end_tag_of(p.adjusted_current_node())",
            "HeadPointer",
        ),
        ("p.ignore_token();", "", "proved: `do Ignore()`"),
    ] {
        let mut files = files.clone();
        let text = &mut files[at].text;
        assert!(text.contains(from), "{from}: {text}");
        *text = text.replacen(from, to, 1);
        let shown = found(&compiled, &files);
        assert!(shown.contains(message), "{from}: {shown}");
    }
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn code_without_each_pass_is_read_back() {
    for pass in Part::Trees.passes() {
        let compiled = compiled(&Passes::all().without(pass));
        let files = printed(&compiled);
        assert_nothing(&found(&compiled, &files));
    }
}
