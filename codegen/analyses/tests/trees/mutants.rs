//! Which mutants of tree construction are proved to have no effect.

use crate::diff::tables;
use tokenwright_analyses::mutate::trees::TreeMutants;

/// What is proved of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proved {
    /// That it has no effect.
    Equal,
    /// That no test shows it.
    Unseen,
    Nothing,
}

use Proved::{Equal, Nothing, Unseen};

const EXPECTED: [(&str, Proved); 29] = [
    // A condition is asked again behind steps that leave.
    (
        "reset the insertion mode appropriately: `if node is a caption element` twice",
        Equal,
    ),
    // Two conditions exclude each other, and their steps leave; or they do not exclude each other.
    (
        "reset the insertion mode appropriately: `if node is a colgroup element` after the next",
        Equal,
    ),
    (
        "reset the insertion mode appropriately: `if node is a body element` after the next",
        Equal,
    ),
    (
        "reset the insertion mode appropriately: `if node is the first element in the stack of open elements` after the next",
        Nothing,
    ),
    // Values of different variables, and one that depends on the other.
    (
        "the appropriate place for inserting a node in {target}: `let lastTemplate be the last template element in the stack of open elements` after the next",
        Equal,
    ),
    (
        "the appropriate place for inserting a node in {target}: `let previousElement be the element immediately above lastTable in the stack of open elements` after the next",
        Nothing,
    ),
    // Nothing follows the loop.
    (
        "run the adoption agency algorithm for the token: `break` for `return`",
        Equal,
    ),
    (
        "run the adoption agency algorithm for the token: `return` for `break`",
        Nothing,
    ),
    // The same node is appended again.
    (
        "before html [anything else]: `append element to the Document` twice",
        Equal,
    ),
    (
        "before html [anything else]: `push element onto the stack of open elements` twice",
        Nothing,
    ),
    // By their form, these find nothing to do the second time.
    (
        "adjust SVG attributes for the token: `change the names of the token's attributes by the table SVG attributes` twice",
        Equal,
    ),
    (
        "adjust foreign attributes for the token: `let the token's attributes in the table of foreign attributes be namespaced attributes` twice",
        Equal,
    ),
    (
        "create an element for {token} in {namespace} with {intendedParent} as the intended parent: `let element be a new element for token in namespace` twice",
        Equal,
    ),
    (
        "insert an element at the adjusted insertion location with {element}: `insert element at location` twice",
        Equal,
    ),
    (
        "in body [<b> <big> <code> <em> <font> <i> <s> …]: `push onto the list of active formatting elements the newly created element` twice",
        Nothing,
    ),
    // A tag falls through to the same steps, or to others.
    (
        "in table body [</body> </caption> </col> </colgroup> …]: without th",
        Equal,
    ),
    (
        "in caption [</body> </col> </colgroup> </html> …]: without td",
        Nothing,
    ),
    (
        "in body [<b> <big> <code> <em> <font> <i> <s> …]: without strong",
        Nothing,
    ),
    // An output, and what it depends on.
    (
        "in head [<script>]: `set force async of element to false` after the next",
        Unseen,
    ),
    (
        "create an element for {token} in {namespace} with {intendedParent} as the intended parent: without the form element pointer is not null",
        Unseen,
    ),
    // The element is noted for its form, which does not depend on the flag that the next step sets.
    (
        "in body [<pre> <listing>]: `insert an HTML element for the token` after the next",
        Equal,
    ),
    (
        "in head [<meta>]: `insert an HTML element for the token` after the next",
        Nothing,
    ),
    // The argument of an output has no value.
    (
        "in head [<script>]: `let element be create an element for the token in the HTML namespace with the node of location as the intended parent` after the next",
        Nothing,
    ),
    (
        "text [</script>]: without `let script be the current node`",
        Nothing,
    ),
    // What tests answer with no.
    (
        "in head [<template>]: without `if a shadow root is attached to host`",
        Unseen,
    ),
    (
        "in head [<template>]: without `insert an HTML element for the token`",
        Nothing,
    ),
    // Limited-quirks mode is not in the tree, and quirks mode is asked for.
    (
        "limited-quirks public identifier prefixes: without -//W3C//DTD XHTML 1.0 Frameset//",
        Unseen,
    ),
    ("quirks public identifiers: without HTML", Nothing),
    (
        "initial [DOCTYPE]: without `set the Document to quirks mode`",
        Nothing,
    ),
];

#[test]
fn what_is_proved_of_a_mutant() {
    let tables = tables("whatwg-2026-07-19");
    let mutants = TreeMutants::of(&tables);
    let mut found = vec![Vec::new(); EXPECTED.len()];
    for mutant in (0..mutants.count()).filter_map(|number| mutants.nth(number)) {
        let Some(at) = EXPECTED.iter().position(|(edit, _)| *edit == mutant.edit) else {
            continue;
        };
        let proved = match (mutant.has_no_effect(&tables), mutant.is_unseen(&tables)) {
            (true, _) => Equal,
            (false, true) => Unseen,
            (false, false) => Nothing,
        };
        found[at].push(proved);
    }
    for ((edit, expected), found) in EXPECTED.iter().zip(found) {
        assert!(found.contains(expected), "{edit}: {found:?}");
        let others = found.iter().filter(|it| *it != expected).count();
        assert!(*expected != Nothing || others == 0, "{edit}: {found:?}");
    }
}
