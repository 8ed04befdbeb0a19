//! Where errors are, and in which order they come.

use super::*;

#[test]
fn an_error_is_where_the_state_has_consumed_or_else_ahead() {
    let look = state(
        "look",
        &[],
        vec![
            next(
                "Yes",
                true,
                &[
                    "consume those characters",
                    "parse error: yes",
                    "switch to the data state",
                ],
            ),
            on(
                "anything else",
                &["parse error: no", "switch to the data state"],
            ),
        ],
    );
    let data = data(vec![
        on("<", &["switch to the look state"]),
        on("x", &["parse error: x"]),
        on(
            "&",
            &[
                "consume the longest match of a named character reference",
                "parse error: matched",
                "consume the next input character",
                "parse error: after",
            ],
        ),
    ]);
    let revision = revision(vec![data, look]);
    let all = run(&revision, "x\r\n<yEs<no\n𐀀x&lt").expect("a run");
    let expected = "x 1:1 @0\n\n\nyes 2:4 @6\nno 2:6 @8\nno\n𐀀\nx 3:3 @15\n\
        matched 3:7 @19\nafter 3:7 @19\nEndOfFile";
    assert_eq!(all, expected);
}

#[test]
fn what_is_wrong_with_the_input_comes_first_and_once() {
    let look = state(
        "look",
        &[],
        vec![peek(
            "anything else",
            &["parse error: look", "switch to the data state"],
        )],
    );
    let mut revision = revision(vec![
        data(vec![
            on("<", &["switch to the look state"]),
            on("a", &["reconsume in the again state"]),
        ]),
        look,
        state(
            "again",
            &[],
            vec![on(
                "anything else",
                &["parse error: again", "switch to the data state"],
            )],
        ),
    ]);
    let a = On::Consumed {
        any: vec![matcher("a")],
        except: vec![],
    };
    let b = On::Consumed {
        any: vec![matcher("b")],
        except: vec![],
    };
    revision.input_stream.rows = vec![
        row(a, &["parse error: a"]),
        row(b, &["parse error: b", "replace the character with U+FFFD"]),
    ];
    let all = run(&revision, "<a<b").expect("a run");
    let expected =
        "a 1:2 @1\nlook 1:2 @1\nagain 1:2 @1\nb 1:4 @3\nlook 1:4 @3\n\u{FFFD}\nEndOfFile";
    assert_eq!(all, expected);
}
