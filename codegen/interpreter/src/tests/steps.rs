//! Steps whose effect depends on earlier steps.

use super::*;

#[test]
fn a_rule_on_leaving_runs_once_a_path_and_not_for_staying() {
    let name = state(
        "name",
        &[],
        vec![
            on(
                ">",
                &["emit the current tag token", "switch to the data state"],
            ),
            on(" ", &["switch to the name state"]),
            on("EOF", &["reconsume in the data state"]),
            on("anything else", &["ignore the character"]),
        ],
    );
    let data = data(vec![on(
        "<",
        &["create a start tag token", "switch to the name state"],
    )]);
    let mut revision = revision(vec![data, name]);
    revision.rules = vec![Rule {
        on: here(Event::Leaving("name".into())),
        body: clauses(&["parse error: left"]),
    }];
    let tag = "StartTag { name: \"\", attributes: [], self_closing: false }";
    assert_eq!(
        run(&revision, "<  >"),
        Ok(format!("left 1:4 @3\n{tag}\nEndOfFile"))
    );
    assert_eq!(run(&revision, "<x"), Ok("left 1:3 @2\nEndOfFile".into()));
}

#[test]
fn a_bulk_comment_begins_with_the_character_that_switched_to_it() {
    let bogus = state(
        "bogus",
        &[
            "consume every character up to and including the first U+003E (>) or EOF",
            "emit a comment token with data the characters from the one that switched here",
            "switch to the data state",
        ],
        vec![],
    );
    let mut bogus = bogus;
    bogus.body.push(if_so(
        "the end of the file was reached",
        &["reconsume the current input character"],
        &[],
    ));
    let data = data(vec![
        on("?", &["switch to the bogus state"]),
        on("!", &["reconsume in the bogus state"]),
    ]);
    let revision = revision(vec![data, bogus]);
    assert_eq!(
        run(&revision, "?a>b!c"),
        Ok("Comment(\"?a\")\nb\nComment(\"!c\")\nEndOfFile".into())
    );
    assert_eq!(run(&revision, "?"), Ok("Comment(\"?\")\nEndOfFile".into()));
}

#[test]
fn a_procedure_can_go_back_to_where_it_began() {
    let references = state(
        "references",
        &[
            "set the additional allowed character to U+0022 (\")",
            "attempt to try",
        ],
        vec![],
    );
    let mut references = references;
    references.body.push(if_so(
        "nothing is returned",
        &["emit U+0026 (&)"],
        &["emit the returned characters"],
    ));
    references.body.extend(clauses(&[
        "switch back to the state that switched to this one",
    ]));
    let mut revision = revision(vec![
        data(vec![on("&", &["switch to the references state"])]),
        references,
    ]);
    let mut digits = peek(
        "#",
        &[
            "consume the next input character",
            "follow the steps below using ASCII hex digits",
            "interpret the number as a hexadecimal number",
            "consume as many characters as match the range",
        ],
    );
    digits.body.push(if_so(
        "no characters match the range",
        &[
            "unconsume every character after U+0026 (&)",
            "return nothing",
        ],
        &[],
    ));
    digits
        .body
        .extend(clauses(&["interpret the matched characters as a number"]));
    digits.body.push(if_so(
        "the character reference code is in the numeric replacements",
        &["return the numeric replacement of the character reference code"],
        &["return a code point equal to the character reference code"],
    ));
    let allowed = row(
        On::Peeked(vec![here(Matcher::AdditionalAllowed)]),
        &["return nothing"],
    );
    let mut named = peek(
        "anything else",
        &["consume the longest match of a named character reference"],
    );
    named.body.push(if_so(
        "there is a match",
        &["return the characters of the matched reference"],
        &["return nothing"],
    ));
    revision.procedures = vec![state("try", &[], vec![allowed, digits, named])];
    assert_eq!(
        run(&revision, "&lt;&\"&#x&#80&#fffffff0"),
        Ok("<&\"&#x€\u{FFFD}\nEndOfFile".into())
    );
    assert_eq!(
        run(&revision, "&lt;&\"&#x&#80&#61"),
        Ok("<&\"&#x€a\nEndOfFile".into())
    );
}

/// The end tag that some steps build.
fn tag(steps: &[&'static str]) -> String {
    let all = [
        &["create an end tag token"],
        steps,
        &["emit the current tag token"],
    ]
    .concat();
    let all = run(&revision(vec![data(vec![on("x", &all)])]), "x").expect("a run");
    all.lines().next().expect("a tag").to_owned()
}

#[test]
fn an_earlier_attribute_goes_and_the_current_one_stays_at_the_end() {
    let start = "start a new attribute in the current tag token";
    let a = [start, "append U+0061 (a) to the current attribute's name"];
    let b = [start, "append U+0062 (b) to the current attribute's name"];
    let one = ["append U+0031 (1) to the current attribute's value"];
    let two = ["append U+0032 (2) to the current attribute's value"];
    let earlier = ["remove the earlier attribute of the same name from the current tag token"];
    let current = ["remove the current attribute from the current tag token"];
    let built = |steps: &[&[&'static str]], expected: &str| {
        let expected =
            format!("EndTag {{ name: \"\", attributes: {expected}, self_closing: false }}");
        assert_eq!(tag(&steps.concat()), expected);
    };
    built(
        &[&a, &one, &b, &a, &earlier, &two],
        r#"[("b", ""), ("a", "2")]"#,
    );
    // Every attribute with the name is removed, whether it is before or after the current one.
    built(
        &[&a, &one, &a, &b, &a, &earlier],
        r#"[("b", ""), ("a", "")]"#,
    );
    built(&[&a, &b, &a, &earlier, &current, &two], r#"[("b", "")]"#);
    built(&[&a, &b, &a, &current, &earlier, &two], r#"[("b", "")]"#);
    // No attribute has the name, or it has been removed.
    built(&[&a, &earlier, &b, &earlier], r#"[("a", ""), ("b", "")]"#);
    built(
        &[&a, &a, &earlier, &current, &a, &earlier, &two],
        r#"[("a", "2")]"#,
    );
}

#[test]
fn attributes_that_are_removed_take_what_is_added_to_them_along() {
    let one = [
        "start a new attribute in the current tag token",
        "append U+0061 (a) to the current attribute's name",
        "append U+0031 (1) to the current attribute's value",
    ];
    let removed = ["remove the current attribute from the current tag token"];
    let late = ["append U+0032 (2) to the current attribute's value"];
    assert_eq!(
        tag(&[&one[..], &one, &removed, &removed, &late, &one].concat()),
        "EndTag { name: \"\", attributes: [(\"a\", \"1\"), (\"a\", \"1\")], self_closing: false }"
    );
}

#[test]
fn a_run_can_be_stopped_between_states_and_looked_at() {
    let data = data(vec![on(
        "<",
        &[
            "set the return state to the other state",
            "append the current input character to the temporary buffer",
            "switch to the other state",
        ],
    )]);
    let other = state("other", &["emit an end-of-file token"], vec![]);
    let revision = revision(vec![data, other]);
    let references = References::default();
    let interpreter = Interpreter::new(&revision, &references).expect("sound");
    let mut machine = interpreter
        .start(&Setup::default(), "é<", ())
        .expect("a start");
    for _ in 0..2 {
        assert_eq!(machine.advance(), Ok(Progress::Running));
    }
    assert_eq!(
        machine.registers(),
        Snapshot {
            state: "other".into(),
            return_state: Some("other".into()),
            temporary_buffer: "<".into(),
            last_start_tag: None,
            additional_allowed: None,
            content_model: None,
            escape: None,
            character_reference_code: 0,
            hexadecimal_digits: false,
            hexadecimal_number: false,
            tag: None,
            offset: 3,
        }
    );
    for _ in 0..2 {
        assert_eq!(machine.advance(), Ok(Progress::Finished));
    }
    assert_eq!(machine.into_output().tokens.len(), 2);
}
