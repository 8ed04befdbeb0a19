//! Undefined behaviour of the tables has one meaning: the run does not stop.

use super::*;

#[test]
fn a_state_none_of_whose_guards_holds_ignores_its_input_to_the_end() {
    let mut guarded = on("anything else", &["emit the current input character"]);
    guarded.when = vec![conjunction("the next input character is U+0061 (a)")];
    let mut at_eof = on("EOF", &["emit U+0021 (!)", "emit an end-of-file token"]);
    at_eof.when = guarded.when.clone();
    let data = state("data", &[], vec![at_eof, guarded]);
    assert_eq!(output([data], "xaxa\r\n"), "xx\nEndOfFile");
}

#[test]
fn a_code_that_is_no_character_is_the_replacement_character() {
    for code in ["0xD800", "0xDFFF", "0x110000", "0x7FFFFFFF"] {
        let set = format!("set the character reference code to {code}");
        let steps = [
            &set,
            "append a code point equal to the character reference code to the temporary buffer",
            "emit each character in the temporary buffer",
        ];
        let data = data(vec![on("x", &steps)]);
        assert_eq!(output([data], "x"), "\u{FFFD}\nEndOfFile", "{code}");
    }
}

#[test]
fn a_code_without_a_numeric_replacement_stays() {
    let steps = [
        "set the character reference code to 0x0041",
        "set the character reference code to its numeric replacement",
        "append a code point equal to the character reference code to the temporary buffer",
        "emit each character in the temporary buffer",
    ];
    let data = data(vec![on("x", &steps)]);
    assert_eq!(output([data], "x"), "A\nEndOfFile");
}

#[test]
fn no_numeric_replacement_is_returned_where_there_is_none() {
    let mut tries = revision(vec![data(vec![on(
        "&",
        &["attempt to try", "emit U+0026 (&)"],
    )])]);
    let steps = [
        "set the character reference code to 0x0041",
        "return the numeric replacement of the character reference code",
    ];
    tries.procedures = vec![state("try", &steps, vec![])];
    assert_eq!(run(&tries, "&"), Ok("&\nEndOfFile".into()));
}

#[test]
fn a_character_below_the_first_digit_adds_nothing_to_the_code() {
    let steps = [
        "set the character reference code to 0x0041",
        "add the current input character minus 0x0030 to the character reference code",
        "append a code point equal to the character reference code to the temporary buffer",
        "emit each character in the temporary buffer",
    ];
    let data = data(vec![on("!", &steps)]);
    assert_eq!(output([data], "!"), "A\nEndOfFile");
}
