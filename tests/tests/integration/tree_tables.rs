//! What the interpreter makes of tables of tree construction, and of documents, that no test of html5lib has.

use tokenwright_interpreter::tree::{Environment, Scripting, parse};
use tokenwright_interpreter::{Interpreter, tree::NodeData};
use tokenwright_tables::tree::grammar::TreeStep;
use tokenwright_tables::tree::model::{Clause, TreeTables};
use tokenwright_tests::tables;
use tokenwright_tests::tree_construction::{Input, interpreted};

fn newest() -> TreeTables {
    let newest = tables::newest();
    newest.trees.clone().expect("tables of tree construction")
}

/// Clears the list of active formatting elements of tables that insert no marker: the beginning of the list ends a search for one.
#[test]
fn a_list_without_markers_is_cleared() {
    let mut trees = newest();
    let is_marker =
        |clause: &Clause| matches!(clause, Clause::Step(it) if it.value == TreeStep::InsertMarker);
    let mut dropped = 0;
    for row in trees.modes.iter_mut().flat_map(|mode| &mut mode.rows) {
        let before = row.body.len();
        row.body.retain(|clause| !is_marker(clause));
        dropped += before - row.body.len();
    }
    assert!(dropped > 2, "{dropped} markers");
    let input = Input::document("<b><object><i>x</object>y");
    let with = interpreted(&newest(), &input);
    let without = interpreted(&trees, &input);
    assert!(with.contains("|       \"y\"\n"), "{with}");
    assert_eq!(without, with);
}

/// The element that has the text `x` in its shadow root, if one has.
fn shadow_hosts(html: &str, shadow_roots: bool) -> Vec<String> {
    let newest = tables::newest();
    let trees = newest.trees.as_ref().expect("tables of tree construction");
    let interpreter = Interpreter::new(&newest.revision, &newest.references).expect("sound");
    let environment = Environment {
        scripting: Scripting::Disabled,
        shadow_roots,
        ..Environment::default()
    };
    let parsed = parse(&interpreter, &newest.revision, trees, environment, html).expect("a tree");
    let hosts = parsed
        .document
        .nodes
        .iter()
        .filter_map(|node| match &node.data {
            NodeData::Element { of, shadow, .. } => shadow.map(|_| of.name.clone()),
            _ => None,
        });
    hosts.collect()
}

#[test]
fn a_shadow_root_is_attached_once_and_where_it_can_be() {
    let one = "<div><template shadowrootmode=open>x</template></div>";
    assert_eq!(shadow_hosts(one, true), ["div"]);
    assert!(shadow_hosts(one, false).is_empty());
    let two = "<div><template shadowrootmode=open></template><template shadowrootmode=open>";
    assert_eq!(shadow_hosts(two, true), ["div"]);
    for (name, is_host) in [("ul", false), ("a-b", true), ("font-face", false)] {
        let html = format!("<{name}><template shadowrootmode=open>");
        assert_eq!(!shadow_hosts(&html, true).is_empty(), is_host, "{name}");
    }
}
