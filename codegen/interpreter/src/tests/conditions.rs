//! What conditions compare.

use super::*;

/// The answer for an input, and the condition.
const ANSWERS: &str = r#"
yes x1: the next input character is ASCII digit or EOF
yes x: the next input character is ASCII digit or EOF
yes xy: the next input character is not ASCII digit
yes xy: the characters from the current input character are "XY" ignoring ASCII case
no x: the characters from the current input character are "XY" ignoring ASCII case
yes x12;: the next characters are one or more ASCII digit then U+003B (;)
no x;: the next characters are one or more ASCII digit then U+003B (;)
no x12: the next characters are one or more ASCII digit then U+003B (;)
yes -x: the last characters of the input stream are "-x"
no x: the last characters of the input stream are "-x"
yes x: no start tag token has been emitted
yes x: the temporary buffer is "" and the current state is the data state
yes x: the adjusted current node is in the HTML namespace
yes x: the character reference code is not greater than 0x10FFFF
"#;

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
    let answers: Vec<_> = ANSWERS
        .lines()
        .filter_map(|it| it.split_once(": "))
        .collect();
    assert_eq!(answers.len(), 14);
    for (answer, condition) in answers {
        let (holds, input) = answer.split_once(' ').expect("an input");
        assert_eq!(
            ask(condition, input),
            holds == "yes",
            "{answer}: {condition}"
        );
    }
}
