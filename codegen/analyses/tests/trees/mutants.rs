//! Which mutants of tree construction are proved to have no effect.

use crate::diff::tables;
use tokenwright_analyses::mutate::trees::TreeMutants;

/// What is proved of a mutant: that it has no effect (equal), that no test shows it (unseen), or nothing. Remarks are indented.
const EXPECTED: &str = "
  A condition is asked again behind steps that leave.
equal: reset the insertion mode appropriately: `if node is a caption element` twice
  Two conditions exclude each other, and their steps leave; or they do not exclude each other.
equal: reset the insertion mode appropriately: `if node is a colgroup element` after the next
equal: reset the insertion mode appropriately: `if node is a body element` after the next
nothing: reset the insertion mode appropriately: `if node is the first element in the stack of open elements` after the next
  Values of different variables, and one that depends on the other.
equal: the appropriate place for inserting a node in {target}: `let lastTemplate be the last template element in the stack of open elements` after the next
nothing: the appropriate place for inserting a node in {target}: `let previousElement be the element immediately above lastTable in the stack of open elements` after the next
  Nothing follows the loop.
equal: run the adoption agency algorithm for the token: `break` for `return`
nothing: run the adoption agency algorithm for the token: `return` for `break`
  The same node is appended again.
equal: before html [anything else]: `append element to the Document` twice
nothing: before html [anything else]: `push element onto the stack of open elements` twice
  By their form, these find nothing to do the second time.
equal: adjust SVG attributes for the token: `change the names of the token's attributes by the table SVG attributes` twice
equal: adjust foreign attributes for the token: `let the token's attributes in the table of foreign attributes be namespaced attributes` twice
equal: create an element for {token} in {namespace} with {intendedParent} as the intended parent: `let element be a new element for token in namespace` twice
equal: insert an element at the adjusted insertion location with {element}: `insert element at location` twice
nothing: in body [<b> <big> <code> <em> <font> <i> <s> …]: `push onto the list of active formatting elements the newly created element` twice
  A tag falls through to the same steps, or to others.
equal: in table body [</body> </caption> </col> </colgroup> …]: without th
nothing: in caption [</body> </col> </colgroup> </html> …]: without td
nothing: in body [<b> <big> <code> <em> <font> <i> <s> …]: without strong
  An output, and what it depends on.
unseen: in head [<script>]: `set force async of element to false` after the next
unseen: create an element for {token} in {namespace} with {intendedParent} as the intended parent: without the form element pointer is not null
  The element is noted for its form, which does not depend on the flag that the next step sets.
equal: in body [<pre> <listing>]: `insert an HTML element for the token` after the next
nothing: in head [<meta>]: `insert an HTML element for the token` after the next
  The argument of an output has no value.
nothing: in head [<script>]: `let element be create an element for the token in the HTML namespace with the node of location as the intended parent` after the next
nothing: text [</script>]: without `let script be the current node`
  What tests answer with no.
unseen: in head [<template>]: without `if a shadow root is attached to host`
nothing: in head [<template>]: without `insert an HTML element for the token`
  Limited-quirks mode is not in the tree, and quirks mode is asked for.
unseen: limited-quirks public identifier prefixes: without -//W3C//DTD XHTML 1.0 Frameset//
nothing: quirks public identifiers: without HTML
nothing: initial [DOCTYPE]: without `set the Document to quirks mode`
";

#[test]
fn what_is_proved_of_a_mutant() {
    let tables = tables("whatwg-2026-07-19");
    let mutants = TreeMutants::of(&tables);
    let lines = EXPECTED.lines().filter(|line| !line.starts_with(' '));
    let expected: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(": ")).collect();
    assert_eq!(expected.len(), 29);
    let mut found = vec![Vec::new(); expected.len()];
    for mutant in (0..mutants.count()).filter_map(|number| mutants.nth(number)) {
        let Some(at) = expected.iter().position(|(_, edit)| *edit == mutant.edit) else {
            continue;
        };
        found[at].push(
            match (mutant.has_no_effect(&tables), mutant.is_unseen(&tables)) {
                (true, _) => "equal",
                (false, true) => "unseen",
                (false, false) => "nothing",
            },
        );
    }
    for ((expected, edit), found) in expected.iter().zip(found) {
        assert!(found.contains(expected), "{edit}: {found:?}");
        let others = found.iter().filter(|it| *it != expected).count();
        assert!(*expected != "nothing" || others == 0, "{edit}: {found:?}");
    }
}
