//! The pictures of the states.

use crate::support::{has_all, made_from_tables, run};
use std::path::Path;
use tokenwright_graph::{self as graph, Graph, Node};
use tokenwright_tables::check;
use tokenwright_tables::load;

fn stdout(arguments: &[&str]) -> String {
    run(arguments).exits(0).out
}

#[test]
fn one_state_and_its_neighbours() {
    let of = |format| {
        let newest = "whatwg-2026-07-19";
        stdout(&["graph", newest, "--focus", "tag open", "--format", format])
    };
    let [dot, mermaid] = ["dot", "mermaid"].map(of);
    let spelt = [
        "graph", "2026", "--focus", "Tag-Open state", "--format", "dot",
    ];
    assert_eq!(stdout(&spelt), dot);
    made_from_tables(|| {
        insta::assert_snapshot!("focus_dot", dot);
        insta::assert_snapshot!("focus_mermaid", mermaid);
    });
}

#[test]
fn a_mode_and_its_neighbours() {
    let of = |mode, format| {
        let tree = [
            "graph", "2026", "--tree", "--focus", mode, "--format", format,
        ];
        stdout(&tree)
    };
    let all = [
        of("in cell", "dot"),
        of("text", "mermaid"),
        of("In Foreign content", "dot"),
    ];
    made_from_tables(|| insta::assert_snapshot!("modes", all.join("\n")));
}

/// Each mode is drawn once, with a label for every edge of its own, and something leads to it.
#[test]
fn every_mode_is_drawn_and_reached() {
    let picture = stdout(&["graph", "2026", "--tree"]);
    let newest = load::newest_checked_in();
    let tables = newest.trees.as_ref();
    let tables = tables.expect("tables of tree construction");
    let graph = Graph::of_modes(&newest.revision, tables);
    are_drawn_once_and_reached(&graph, &picture, |_| false);
    let modes = tables.modes.len() + 1;
    for edge in &graph.edges {
        let is_labelled = !edge.labels.is_empty();
        assert_eq!(is_labelled, edge.from < modes, "{edge:?}");
    }
    assert_eq!(labels_of_picture(&picture), labels(&graph));
    let uses = |class: &str| {
        picture
            .matches(&format!("<path class=\"way {class}\""))
            .count()
    };
    let kinds = |kind| graph.edges.iter().filter(|edge| edge.kind == kind).count();
    assert_eq!(uses("uses"), kinds(graph::EdgeKind::Uses));
    assert_eq!(uses("possible"), kinds(graph::EdgeKind::MayLead));
}

#[test]
fn a_state_that_there_is_not() {
    let refused = ["tag opne", "xyzzy"]
        .map(|state| run(&["graph", "w3c-2012", "--focus", state]).exits(1).err);
    insta::assert_snapshot!(refused.concat());
}

#[test]
fn every_state_is_in_one_family_and_drawn_once() {
    let all = load::checked_in();
    for loaded in &all {
        let graph = Graph::of(&loaded.revision);
        let placed: usize = graph.families.iter().map(|family| family.nodes.len()).sum();
        assert_eq!(placed, graph.nodes.len());
        let picture = graph::svg(&graph);
        // A state without an edge to it is an entry state, or one that the checks warn of.
        let warnings = check::revision(&loaded.revision);
        are_drawn_once_and_reached(&graph, &picture, |node| {
            let message = format!("state `{}` is never reached", node.name);
            warnings.iter().any(|warning| warning.message == message)
        });
    }
}

/// Each node is in the picture once, and an edge leads to it unless it is an entry, or known not to be reached.
fn are_drawn_once_and_reached(graph: &Graph, picture: &str, is_known: impl Fn(&Node) -> bool) {
    for (index, node) in graph.nodes.iter().enumerate() {
        let name = format!("{}: {}", graph.revision, node.name);
        let id = format!("id=\"s{index}\"");
        assert_eq!(picture.matches(&id).count(), 1, "{name}");
        let entry = matches!(node.kind, graph::Kind::Initial | graph::Kind::Entry);
        let reached = graph.edges.iter().any(|edge| edge.to == index);
        assert!(
            entry || reached || is_known(node),
            "the picture has no edge to {name}"
        );
    }
}

/// The expected labels of the edges of a graph, in any order.
fn labels(graph: &Graph) -> Vec<String> {
    let mut labels: Vec<String> = graph.edges.iter().map(graph::Edge::label).collect();
    labels.retain(|label| !label.is_empty());
    labels.sort();
    labels
}

/// The whole labels that a picture has, in any order: where one is cut short, the tooltip.
fn labels_of_picture(picture: &str) -> Vec<String> {
    let groups = picture.split("<g class=\"label\">").skip(1);
    let mut labels: Vec<String> = groups
        .map(|group| {
            let group = group.split("</g>").next().unwrap_or_default();
            assert!(group.contains("<rect class=\"plate\""), "{group}");
            let whole = match group.split_once("<title>") {
                Some((_, title)) => title.split("</title>").next(),
                None => group
                    .rsplit("\">")
                    .next()
                    .and_then(|text| text.split('<').next()),
            };
            let whole = whole.unwrap_or_default().trim_matches(['“', '”']);
            let whole = whole.replace("&quot;", "\"").replace("&gt;", ">");
            whole.replace("&lt;", "<").replace("&amp;", "&")
        })
        .collect();
    labels.sort();
    labels
}

#[test]
fn every_label_is_in_the_picture_and_in_the_dot_form_once() {
    let all = load::checked_in();
    for loaded in &all {
        let graph = Graph::of(&loaded.revision);
        let picture = graph::svg(&graph);
        let expected = labels(&graph);
        let revision = &graph.revision;
        assert!(expected.len() > 80, "{revision}: {}", expected.len());
        assert_eq!(labels_of_picture(&picture), expected, "{revision}");
        let dot = graph::dot(&graph);
        let edges = dot.lines().filter(|line| line.contains(" -> "));
        let labelled = edges.filter(|line| !line.contains("[label=\"\""));
        assert_eq!(labelled.count(), expected.len(), "{revision}");
    }
}

#[test]
fn no_line_is_drawn_over_a_label() {
    let all = load::checked_in();
    for loaded in &all {
        let picture = graph::svg(&Graph::of(&loaded.revision));
        for panel in picture.split("<rect class=\"panel\"").skip(1) {
            let last_line = panel.rfind("<path class=\"way");
            let first_label = panel.find("<g class=\"label\">");
            assert!(first_label.is_none() || first_label > last_line);
        }
    }
}

#[test]
fn a_folder_that_does_not_exist_is_not_created() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("graph-no-such-folder");
    let path = folder.join("picture.svg").display().to_string();
    let message = run(&["graph", "w3c-2012", "--out", &path]).exits(1).err;
    let parts = ["graph-no-such-folder` does not exist", "`mkdir -p "];
    has_all(&message, &parts);
    assert!(!folder.exists());
}
