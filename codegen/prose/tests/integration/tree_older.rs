//! Sentences of pages before 2012: insertions into the current node, foster parents, and what one sentence says of another.

use tokenwright_prose::{TreeReading, read_trees};
use tokenwright_tables::tree::writer;

/// A page with sections before one on a mode, with its rows.
fn reading(sections: &str, mode: &str, rows: &str) -> TreeReading {
    let page = format!(
        r#"<h4>8.2.5 Tree construction</h4>{sections}
<h5>8.2.5.9 The "{mode}" insertion mode</h5>
<p>When the insertion mode is "{mode}", tokens must be handled as follows:</p>
<dl>{rows}</dl>"#
    );
    read_trees(&page).expect("an insertion mode")
}

fn open(reading: &TreeReading) -> Vec<String> {
    let open = reading.report.not_understood();
    open.map(|it| it.original.clone()).collect()
}

fn algorithm(reading: &TreeReading, name: &str) -> String {
    let mut all = reading.tables.algorithms.iter();
    let found = all.find(|it| it.name.value == name);
    let text = writer::algorithm(found.unwrap_or_else(|| panic!("no algorithm {name}")));
    text.split_once("do = ").expect("it has steps").1.to_owned()
}

fn steps(reading: &TreeReading, row: usize) -> String {
    let text = writer::row(&reading.tables.modes[0].rows[row]);
    text.split_once("do = ").expect("it has steps").1.to_owned()
}

const INSERT: &str = "<p>When the steps below require the UA to insert an HTML element for a token, the UA must first create \
    an element for the token in the HTML namespace, and then append this node to the current node, and push it onto the stack \
    of open elements so that it is the new current node.</p>";

const CURRENT_TABLE: &str = "<p>The current table is the last table element in the stack of open elements, if there is one. If \
    there is no table element in the stack of open elements (fragment case), then the current table is the first element in the \
    stack of open elements (the html element).</p>";

const FOSTER_PARENTING: &str = "<p>When a node node is to be foster parented, the node node must be inserted into the foster \
    parent element, and the current table must be marked as tainted. (Once the current table has been tainted, whitespace \
    characters are inserted into the foster parent element instead of the current node.)</p>\
    <p>The foster parent element is defined as follows: If there is no table element in the stack of open elements (fragment \
    case), then the foster parent element is the first element in the stack of open elements (the html element). Otherwise, the \
    foster parent element is the element before the last table element in the stack of open elements.</p>\
    <p>If the foster parent element is the parent element of the last table element in the stack of open elements, then node \
    must be inserted immediately before the last table element in the stack of open elements in the foster parent element; \
    otherwise, node must be appended to the foster parent element.</p>";

const IN_TABLE: &str = r#"<dt>A comment token</dt><dd><p>Append a Comment node to the current node with the data attribute set to
    the data given in the comment token.</p></dd>
<dt>Anything else</dt><dd><p>Parse error. Process the token using the rules for the "in body" insertion mode, except that if the
    current node is a table, tbody, tfoot, thead, or tr element, then, whenever a node would be inserted into the current node, it
    must instead be foster parented.</p></dd>"#;

#[test]
fn insertions_into_the_current_node_ask_where_it_is() {
    let sections = [INSERT, CURRENT_TABLE, FOSTER_PARENTING].concat();
    let reading = reading(&sections, "in table", IN_TABLE);
    assert_eq!(open(&reading), [""; 0]);
    assert_eq!(
        algorithm(&reading, "insert an HTML element for {token}"),
        r#"[
    "let element be create an element for token in the HTML namespace with the current node as the intended parent",
    "let location be the appropriate place for inserting a node",
    "insert element at location",
    "push element onto the stack of open elements",
]
"#
    );
    assert_eq!(
        algorithm(&reading, "insert a comment"),
        r#"[
    "let location be the appropriate place for inserting a node",
    "insert a new Comment node for the token at location",
]
"#
    );
    assert_eq!(steps(&reading, 0), "[\"insert a comment\"]\n");
    // A token that the rules act as if seen may come to this row again.
    assert_eq!(
        steps(&reading, 1),
        r#"[
    "parse error",
    { if = "foster parenting is enabled", then = [
        'process the token using the rules for the "in body" insertion mode',
    ], else = [
        "enable foster parenting",
        'process the token using the rules for the "in body" insertion mode',
        "disable foster parenting",
    ] },
]
"#
    );
    assert_eq!(
        algorithm(&reading, "the appropriate place for inserting a node"),
        r#"[
    { if = "foster parenting is enabled and the current node is a table, tbody, tfoot, thead, or tr element", then = [
        "return the foster parenting location",
    ] },
    "return inside the current node, after its last child",
]
"#
    );
    assert_eq!(
        algorithm(&reading, "the foster parenting location"),
        r#"[
    "let currentTable be the current table",
    "mark currentTable as tainted",
    "return the place in the foster parent element",
]
"#
    );
    assert_eq!(
        algorithm(&reading, "the current table"),
        r#"[
    "let lastTable be the last table element in the stack of open elements",
    { if = "lastTable is null", then = ["return the first element in the stack of open elements"] },
    "return lastTable",
]
"#
    );
    assert_eq!(
        algorithm(&reading, "the foster parent element"),
        r#"[
    "let lastTable be the last table element in the stack of open elements",
    { if = "lastTable is null", then = ["return the first element in the stack of open elements"] },
    "return the element immediately above lastTable in the stack of open elements",
]
"#
    );
    assert_eq!(
        algorithm(&reading, "the place in the foster parent element"),
        PLACE
    );
}

const PLACE: &str = r#"[
    "let fosterParent be the foster parent element",
    "let lastTable be the last table element in the stack of open elements",
    { if = "lastTable is not null", then = [
        { if = "lastTable has a parent node", then = [
            "let before be immediately before lastTable in its parent node",
            { if = "before is inside fosterParent", then = ["return before"] },
        ] },
    ] },
    "return inside fosterParent, after its last child",
]
"#;

#[test]
fn without_foster_parents_they_are_in_the_current_node() {
    let row = "<dt>A comment token</dt><dd><p>Append a Comment node to the current node with the data attribute set to the data \
        given in the comment token.</p></dd>";
    let reading = reading(INSERT, "in body", row);
    assert_eq!(open(&reading), [""; 0]);
    assert_eq!(
        algorithm(&reading, "insert an HTML element for {token}"),
        r#"[
    "let element be create an element for token in the HTML namespace with the current node as the intended parent",
    "append element to the current node",
    "push element onto the stack of open elements",
]
"#
    );
    assert_eq!(
        algorithm(&reading, "insert a comment"),
        r#"[
    "let location be inside the current node, after its last child",
    "insert a new Comment node for the token at location",
]
"#
    );
}

#[test]
fn the_exception_is_in_the_paragraphs_after_the_sentence() {
    let row = r#"<dt>Anything else</dt><dd><p>Parse error. Process the token using the rules for the "in body" insertion mode, with
        the following exception:</p>
        <p>If the current node is a table or tr element, then, whenever a node would be inserted into the current node, it must
        instead be inserted into the foster parent element, and the current table must be marked as tainted. (Once the current
        table has been tainted, whitespace characters are inserted into the foster parent element instead of the current
        node.)</p>
        <p>The foster parent element is the parent element of the last table element in the stack of open elements, if there is a
        table element and it has such a parent element. If there is no table element in the stack of open elements (fragment
        case), then the foster parent element is the first element in the stack of open elements (the html element). Otherwise,
        if there is a table element in the stack of open elements, but the last table element in the stack of open elements has
        no parent, or its parent node is not an element, then the foster parent element is the element before the last table
        element in the stack of open elements.</p>
        <p>If the foster parent element is the parent element of the last table element in the stack of open elements, then the
        new node must be inserted immediately before the last table element in the stack of open elements in the foster parent
        element; otherwise, the new node must be appended to the foster parent element.</p></dd>"#;
    let reading = reading(CURRENT_TABLE, "in table", row);
    assert_eq!(open(&reading), [""; 0]);
    assert_eq!(
        algorithm(&reading, "the appropriate place for inserting a node"),
        r#"[
    { if = "foster parenting is enabled and the current node is a table or tr element", then = [
        "let currentTable be the current table",
        "mark currentTable as tainted",
        "return the place in the foster parent element",
    ] },
    "return inside the current node, after its last child",
]
"#
    );
    assert_eq!(
        algorithm(&reading, "the foster parent element"),
        r#"[
    "let lastTable be the last table element in the stack of open elements",
    { if = "lastTable is null", then = ["return the first element in the stack of open elements"] },
    "let fosterParent be the element immediately above lastTable in the stack of open elements",
    { if = "lastTable has a parent node", then = [
        "let before be immediately before lastTable in its parent node",
        { if = "before is in a Document node", then = ["return fosterParent"] },
        "set fosterParent to the node of before",
    ] },
    "return fosterParent",
]
"#
    );
    assert_eq!(
        algorithm(&reading, "the place in the foster parent element"),
        PLACE
    );
}

#[test]
fn another_exception_is_open() {
    let row = r#"<dt>Anything else</dt><dd><p>Process the token using the rules for the "in body" insertion mode, with the
        following exception:</p><p>Ignore the token.</p></dd>"#;
    let reading = reading("", "in table", row);
    assert_eq!(
        open(&reading),
        [
            "Process the token using the rules for the \"in body\" insertion mode, with the following exception:"
        ]
    );
}

#[test]
fn two_meanings_of_one_name_are_open() {
    let other = FOSTER_PARENTING.replace("before the last table", "after the last table");
    let sections = [CURRENT_TABLE, FOSTER_PARENTING, &other].concat();
    let read = reading(&sections, "in table", IN_TABLE);
    assert!(!open(&read).is_empty());
    let twice = IN_TABLE
        .replace("tfoot, thead, or tr", "or tr")
        .replace("Anything else", "A start tag");
    let read = reading(&sections, "in table", &[&twice, IN_TABLE].concat());
    assert!(
        steps(&read, 3).contains("another meaning of the appropriate place"),
        "{}",
        steps(&read, 3)
    );
}

#[test]
fn the_last_node_gets_a_foster_parent() {
    let steps_of = |first: &str| {
        let row = format!(
            r#"<dt>A comment token</dt><dd><p>Let common ancestor be the current node. Let last node be node. {first}</p>
            <p>Otherwise, append whatever last node ended up being in the previous step to the common ancestor node, first removing
            it from its previous parent node if any.</p></dd>"#
        );
        let reading = reading("", "in body", &row);
        assert_eq!(open(&reading), [""; 0]);
        steps(&reading, 0)
    };
    let newer = steps_of(
        "If the common ancestor node is a table, tbody, tfoot, thead, or tr element, then, foster parent whatever last node ended \
        up being in the previous step.",
    );
    assert!(
        newer.ends_with(
            r#"    { if = "commonAncestor is a table, tbody, tfoot, thead, or tr element", then = [
        "let location be the foster parenting location",
        "insert lastNode at location",
    ], else = ["append lastNode to commonAncestor"] },
]
"#
        ),
        "{newer}"
    );
    let older = steps_of(
        "If the common ancestor node is a table, tbody, tfoot, thead, or tr element, then, insert whatever last node ended up being \
        in the previous step into the foster parent element. If the foster parent element is the parent element of the last table \
        element in the stack of open elements, then last node must be inserted immediately before the last table element in the \
        stack of open elements in the foster parent element; otherwise, last node must be appended to the foster parent element.",
    );
    assert_eq!(
        older,
        newer.replace(
            "the foster parenting location",
            "the place in the foster parent element"
        )
    );
}

#[test]
fn a_tainted_table() {
    let row = r#"<dt>A start tag whose tag name is "input"</dt><dd><p>If the token does not have an attribute with the name "type",
        or if it does, but that attribute's value is not a case-insensitive match for the string "hidden", or, if the current table
        is tainted, then: act as described in the "anything else" entry below.</p></dd>"#;
    let reading = reading(CURRENT_TABLE, "in table", row);
    assert_eq!(open(&reading), [""; 0]);
    assert_eq!(
        steps(&reading, 0),
        r#"[
    { if-any = [
        'the value of the "type" attribute of the token is not "hidden" ignoring ASCII case',
        "the current table is tainted",
    ], then = ['act as described in the "anything else" entry'] },
]
"#
    );
    assert_eq!(reading.tables.definitions.len(), 1);
    assert_eq!(reading.tables.definitions[0].any.len(), 2);
}

#[test]
fn a_character_joins_text() {
    let text = |which: &str| {
        let section = format!(
            "<p>When the steps below require the UA to insert a character into a node, if that node has a child immediately before \
            where the character is to be inserted, and that child is a Text node{which}, then the character must be appended to \
            that Text node; otherwise, a new Text node whose data is just that character must be inserted in the appropriate \
            place.</p>"
        );
        let row = "<dt>A character token</dt><dd><p>Append the token's character to the current node.</p></dd>";
        let reading = reading(&section, "in body", row);
        assert_eq!(open(&reading), [""; 0]);
        assert_eq!(steps(&reading, 0), "[\"insert the token's character\"]\n");
        algorithm(&reading, "insert the text {data}")
    };
    let any = text("");
    assert_eq!(
        any,
        r#"[
    "let location be inside the current node, after its last child",
    { if = "there is a Text node immediately before location", then = [
        "append data to the Text node immediately before location",
    ], else = ["insert a new Text node with data at location"] },
]
"#
    );
    assert_eq!(
        text(", and that Text node was the last node that the parser inserted into the document"),
        any.replace(
            "there is a Text node",
            "the last node that was inserted is a Text node"
        )
    );
}

#[test]
fn steps_for_some_characters_are_a_row() {
    let row = r#"<dt>A character token</dt><dd><p>Reconstruct the active formatting elements, if any.</p><p>If the token is not one of
        U+0009 CHARACTER TABULATION, U+000A LINE FEED (LF), U+000C FORM FEED (FF), or U+0020 SPACE, then set the frameset-ok flag to
        "not ok".</p></dd>"#;
    let of = reading("", "in body", row);
    assert_eq!(open(&of), [""; 0]);
    let rows: Vec<String> = of.tables.modes[0].rows.iter().map(writer::row).collect();
    assert_eq!(
        rows,
        [
            "on = \"ASCII whitespace\"\ndo = [\"reconstruct the active formatting elements\"]\n",
            "on = \"any other character token\"\ndo = [\n    \"reconstruct the active formatting elements\",\n    'set the \
            frameset-ok flag to \"not ok\"',\n]\n",
        ]
    );
    // Of other tokens, it is open which characters these are.
    let of = reading(
        "",
        "in body",
        &row.replace("A character token", "A comment token"),
    );
    assert_eq!(of.open.len(), 1);
}

#[test]
fn a_sentence_adds_a_step_to_an_algorithm_before_it() {
    let owner = "<p>If an element created by the insert an HTML element algorithm is a form-associated element, and the form \
        element pointer is not null, and the newly created element doesn't have a form attribute, the user agent must associate the \
        newly created element with the form element pointed to by the form element pointer before inserting it wherever it is to \
        be inserted.</p>";
    let row = "<dt>A comment token</dt><dd><p>Ignore the token.</p></dd>";
    let of = reading(&[INSERT, owner].concat(), "in body", row);
    assert_eq!(open(&of), [""; 0]);
    assert_eq!(
        algorithm(&of, "insert an HTML element for {token}"),
        r#"[
    "let element be create an element for token in the HTML namespace with the current node as the intended parent",
    { if = "the form element pointer is not null", then = [
        "associate element with the form element pointer",
    ] },
    "append element to the current node",
    "push element onto the stack of open elements",
]
"#
    );
    // There is nothing to add it to.
    assert_eq!(open(&reading(owner, "in body", row)).len(), 1);
}

#[test]
fn older_rows() {
    let rows = [
        (
            "If the stack of open elements has a ruby element in scope, then generate implied end tags. If the current node is not \
            then a ruby element, this is a parse error; pop all the nodes from the current node up to the node immediately before \
            the bottommost ruby element on the stack of open elements.",
            r#"[
    { if = "the stack of open elements has a ruby element in scope", then = [
        "generate implied end tags",
        { if = "the current node is not a ruby element", then = [
            "parse error",
            { while = "the current node is not a ruby element", do = [
                "pop the current node off the stack of open elements",
            ] },
        ] },
    ] },
]
"#,
        ),
        (
            "If node is a p element, then this is a parse error. Abort these steps. The token is ignored.",
            r#"[
    { if = "node is a p element", then = [
        "parse error",
        "ignore the token",
        "return",
    ] },
]
"#,
        ),
        (
            r#"If the insertion mode is one of in table", "in caption", "in column group", "in table body", "in row", or "in cell",
            then switch the insertion mode to "in select in table". Otherwise, switch the insertion mode to "in select"."#,
            r#"[
    { if-any = [
        'the insertion mode is "in table"',
        'the insertion mode is "in caption"',
        'the insertion mode is "in column group"',
        'the insertion mode is "in table body"',
        'the insertion mode is "in row"',
        'the insertion mode is "in cell"',
    ], then = [
        'switch the insertion mode to "in select in table"',
    ], else = ['switch the insertion mode to "in select"'] },
]
"#,
        ),
        (
            r#"If, after doing so, the insertion mode is still "in foreign content", but there is no element in scope that has a
            namespace other than the HTML namespace, switch the insertion mode to the secondary insertion mode."#,
            r#"[
    { if = 'the insertion mode is "in foreign content" and the stack of open elements does not have an element in the MathML namespace in scope and the stack of open elements does not have an element in the SVG namespace in scope', then = [
        "switch the insertion mode to the secondary insertion mode",
    ] },
]
"#,
        ),
    ];
    for (sentences, expected) in rows {
        let row =
            format!("<dt>A start tag whose tag name is \"rt\"</dt><dd><p>{sentences}</p></dd>");
        let reading = reading("", "in body", &row);
        assert_eq!(open(&reading), [""; 0], "{sentences}");
        assert_eq!(steps(&reading, 0), expected, "{sentences}");
    }
}

#[test]
fn characters_of_an_index() {
    let row = r#"<dt>A start tag whose tag name is "isindex"</dt><dd><p>Insert characters (see below for what they should say).</p>
        <p>Insert more characters (see below for what they should say).</p>
        <p>Prompt: If the token has an attribute with the name "prompt", then the first stream of characters must be the same string as
        given in that attribute, and the second stream of characters must be empty. Otherwise, the two streams of character tokens
        together should, together with the input element, express the equivalent of "This is a searchable index. Enter search
        keywords: (input field)" in the user's preferred language.</p></dd>"#;
    let reading = reading("", "in body", row);
    assert_eq!(open(&reading), [""; 0]);
    assert_eq!(
        steps(&reading, 0),
        "[\"insert the characters before the index\"]\n"
    );
    assert_eq!(
        algorithm(&reading, "insert the characters before the index"),
        r#"[
    { if = 'the token has an attribute named "prompt"', then = [
        'insert the text the value of the "prompt" attribute of the token',
    ], else = ['insert the text "This is a searchable index. Enter search keywords: "'] },
]
"#
    );
}

#[test]
fn a_page_says_by_which_rules_tokens_are_processed() {
    let section = "<p>As each token is emitted from the tokeniser, the user agent must process the token according to the rules given \
        in the section corresponding to the current insertion mode.</p>";
    let row = "<dt>A comment token</dt><dd><p>Ignore the token.</p></dd>";
    let reading = reading(section, "in body", row);
    assert_eq!(open(&reading), [""; 0]);
    assert_eq!(
        algorithm(&reading, "dispatch the token"),
        "[\"process the token using the rules for the current insertion mode\"]\n"
    );
}

#[test]
fn any_other_context_element_has_steps() {
    let page = |otherwise: &str| {
        format!(
            r#"<h4>8.2.5 Tree construction</h4>
<h5>8.2.5.9 The "initial" insertion mode</h5>
<p>When the insertion mode is "initial", tokens must be handled as follows:</p>
<dl><dt>A comment token</dt><dd><p>Ignore the token.</p></dd></dl>
<h3>8.5 Parsing HTML fragments</h3>
<p>The following steps form the HTML fragment parsing algorithm. The algorithm takes as input a DOM Element, referred to as the context
element, which gives the context for the parser, as well as input, a string to parse, and returns a list of zero or more nodes.</p>
<ol><li><p>Set the HTML parser's tokenization stage's content model flag according to the context element, as follows:</p>
<dl><dt>If it is a title or textarea element</dt><dd>Set the content model flag to RCDATA.</dd>
<dt>If it is a plaintext element</dt><dd>Set the content model flag to PLAINTEXT.</dd>
<dt>{otherwise}</dt><dd>Set the content model flag to PCDATA.</dd></dl></li></ol>"#
        )
    };
    let reading = read_trees(&page("Otherwise")).expect("an insertion mode");
    assert_eq!(open(&reading), [""; 0]);
    assert!(reading.open.is_empty());
    assert_eq!(
        algorithm(&reading, "begin a fragment"),
        r#"[
    { if = "the context element is a title or textarea element", then = [
        "switch the content model flag to the RCDATA state",
    ] },
    { if = "the context element is a plaintext element", then = [
        "switch the content model flag to the PLAINTEXT state",
    ] },
    { if = "the context element is not a title, textarea, or plaintext element", then = [
        "switch the content model flag to the PCDATA state",
    ] },
]
"#
    );
    let unread = read_trees(&page("If the moon is full")).expect("an insertion mode");
    assert_eq!(unread.open.len(), 1);
}
