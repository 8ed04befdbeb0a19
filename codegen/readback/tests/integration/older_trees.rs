//! Edits of what only the code of older revisions has are refused: a mode for foreign content, and the steps of their documents.

use crate::trees::{Edit, assert_refused};

/// A revision whose rules for foreign content are an insertion mode.
const WITH_FOREIGN_MODE: &str = "tree_construction/whatwg_2009_02_07";

const EDITS: &[Edit] = &[
    // The mode for foreign content, and the secondary mode.
    (
        "mod.rs",
        "Some(modes::IN_FOREIGN_CONTENT)",
        "Some(modes::IN_SELECT)",
        "proved: `the mode for foreign content Some(16)`",
    ),
    (
        "mod.rs",
        "Some(modes::IN_FOREIGN_CONTENT)",
        "None",
        "proved: `the mode for foreign content Some(16)`",
    ),
    (
        "mod.rs",
        "mod algorithms;",
        "mod foreign_content; mod algorithms;",
        "another number of insertion modes is expected here",
    ),
    (
        "dispatcher.rs",
        "match p.secondary_mode()",
        "match p.insertion_mode()",
        "the dispatcher's function `in_secondary_mode`",
    ),
    (
        "dispatcher.rs",
        "match p.insertion_mode()",
        "match p.secondary_mode()",
        "the dispatcher's function `is_quiet_in_current_mode`",
    ),
    (
        "dispatcher.rs",
        "in_secondary_mode<B",
        "in_another_mode<B",
        "the function `in_secondary_mode` is expected here",
    ),
    (
        "in_foreign_content.rs",
        "super::dispatcher::in_secondary_mode(",
        "super::dispatcher::in_current_mode(",
        "proved: `run SecondaryMode`",
    ),
    (
        "in_foreign_content.rs",
        "p.switch_to_secondary_mode();",
        "p.switch_to_original_mode();",
        "proved: `do SwitchToSecondary()`",
    ),
    (
        "in_body.rs",
        "            p.set_secondary_mode();\n",
        "",
        "proved: `do SetSecondary()`",
    ),
    (
        "algorithms.rs",
        "p.set_secondary_mode_to(super::modes::IN_BODY);",
        "p.set_secondary_mode_to(super::modes::IN_TABLE);",
        "proved: `do SetSecondaryTo(Mode(6))`",
    ),
    // Tainted elements, children, and text that was inserted last.
    (
        "algorithms.rs",
        "p.taint(last_table);",
        "p.taint(root);",
        "the foster parenting location",
    ),
    (
        "algorithms.rs",
        "p.is_tainted(p.first_element())",
        "p.is_tainted(p.current_node())",
        "the current table is tainted",
    ),
    (
        "algorithms.rs",
        "p.has_child(node)",
        "p.has_parent(node)",
        "HasChild",
    ),
    (
        "algorithms.rs",
        "p.has_newest_text_before(location)",
        "p.has_text_before(location)",
        "NewestText",
    ),
];

#[test]
fn an_edit_of_older_code_is_refused_at_its_place() {
    assert_refused(WITH_FOREIGN_MODE, EDITS);
}

/// Whether the rules follow open elements, and the modes in which these are forgotten: none where foreign content is a mode.
#[test]
fn who_follows_open_elements_is_read_back() {
    const FOLLOWING: &str =
        "const FOLLOWING: Option<&'static NewFollowing> = Some(&NewFollowing::by::<Self>());";
    for revision in ["whatwg_2009_02_07", "w3c_2012"] {
        let proved = "proved: `has rules that follow open elements: true`";
        assert_refused(revision, &[("mod.rs", FOLLOWING, "", proved)]);
    }
    assert_refused(
        WITH_FOREIGN_MODE,
        &[(
            "following.rs",
            "modes: &[\n            false,",
            "modes: &[\n            true,",
            "proved: `may be forgotten in the mode false`",
        )],
    );
}
