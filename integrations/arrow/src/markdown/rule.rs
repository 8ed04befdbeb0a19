//! Which elements are the main content: a rule by the names of elements and their roles.

use tokenwright::Namespace;
use tokenwright_tree::NodeRef;

/// The roles of elements that are left out.
const ROLES: &[&str] = &[
    "banner", "complementary", "contentinfo", "navigation", "search",
];

/// Other elements that are left out, and the controls of forms.
const NAMES: &[&str] = &[
    "aside", "footer", "nav", "search", "button", "select", "textarea",
];

/// The first role of an element, as it is written.
fn role<'d>(node: &NodeRef<'d>) -> Option<&'d str> {
    node.attribute("role")?.split_ascii_whitespace().next()
}

fn is_html(node: &NodeRef<'_>) -> bool {
    node.namespace() == Some(Namespace::Html)
}

/// Whether an element says that it is the main content.
pub(super) fn is_main(node: &NodeRef<'_>, name: &str) -> bool {
    is_html(node)
        && (name == "main" || role(node).is_some_and(|role| role.eq_ignore_ascii_case("main")))
}

/// Whether a `header` in the element is that of a part of the page.
pub(super) fn has_header(node: &NodeRef<'_>, name: &str) -> bool {
    matches!(name, "article" | "main" | "section") && is_html(node)
}

/// Whether an element is left out. `is_part` is whether a `header` is that of a part of the page.
pub(super) fn is_left_out(node: &NodeRef<'_>, name: &str, is_part: bool) -> bool {
    let has_role = |role: &str| ROLES.iter().any(|other| role.eq_ignore_ascii_case(other));
    is_html(node)
        && (NAMES.contains(&name)
            || name == "header" && !is_part
            || role(node).is_some_and(has_role))
}
