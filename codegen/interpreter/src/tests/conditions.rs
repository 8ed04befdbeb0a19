//! What conditions compare.

use super::*;

#[test]
fn a_form_of_words_says_what_it_compares() {
    let ask = |condition: &str, input: &str| {
        let mut data = data(vec![on("x", &[])]);
        data.rows[0].body = vec![if_so(
            condition,
            &["parse error: yes"],
            &["parse error: no"],
        )];
        let all = run(&revision(vec![data]), input).expect("a run");
        all.contains("yes")
    };
    assert!(ask("the next input character is ASCII digit or EOF", "x1"));
    assert!(ask("the next input character is ASCII digit or EOF", "x"));
    assert!(ask("the next input character is not ASCII digit", "xy"));
    assert!(ask(
        "the characters from the current input character are \"XY\" ignoring ASCII case",
        "xy"
    ));
    assert!(!ask(
        "the characters from the current input character are \"XY\" ignoring ASCII case",
        "x"
    ));
    assert!(ask(
        "the next characters are one or more ASCII digit then U+003B (;)",
        "x12;"
    ));
    assert!(!ask(
        "the next characters are one or more ASCII digit then U+003B (;)",
        "x;"
    ));
    assert!(!ask(
        "the next characters are one or more ASCII digit then U+003B (;)",
        "x12"
    ));
    assert!(ask(
        "the last characters of the input stream are \"-x\"",
        "-x"
    ));
    assert!(!ask(
        "the last characters of the input stream are \"-x\"",
        "x"
    ));
    assert!(ask("no start tag token has been emitted", "x"));
    assert!(ask(
        "the temporary buffer is \"\" and the current state is the data state",
        "x"
    ));
    assert!(ask(
        "the adjusted current node is in the HTML namespace",
        "x"
    ));
    assert!(ask(
        "the character reference code is not greater than 0x10FFFF",
        "x"
    ));
}
