//! The behaviour of two pages, with numeric replacements or without.

use crate::pages::{edited, page, references, side};
use tokenwright_analyses::compare::{self, Verdict};
use tokenwright_analyses::diff::{self, Side};
use tokenwright_tables::references::References;

fn names() -> References {
    references(&[("lt", 0x3C), ("lt;", 0x3C), ("not", 0xAC)])
}

/// How the machines of two pages differ: the grade and the shortest input.
fn compared(from: &str, to: &str) -> String {
    let side = |text: &str| {
        let side = Side::of_page("page.html", "page", text, 0, None, &[]);
        side.expect("a section with states").referring_to(&names())
    };
    let difference = diff::compare(side(from), side(to));
    assert!(
        difference.is_complete(),
        "{}",
        diff::text(&difference, true)
    );
    let found = compare::behaviour(&difference, false, &|_, _| ()).expect("both can be run");
    match &found.whole {
        Verdict::Equal(_) => "none".to_owned(),
        Verdict::Differs { grade, witness, .. } => format!("{grade:?} {}", witness.input),
        Verdict::Unknown(why) => format!("unknown: {why}"),
    }
}

#[test]
fn a_reference_is_looked_up() {
    for name in ["references-attempted.html", "references-in-states.html"] {
        let page = page(name);
        assert_eq!(compared(&page, &page), "none", "{name}");
        let own = edited(&page, "<td>0x80<td>", "<td>0x81<td>");
        assert_eq!(compared(&page, &own), "Tokens &#128", "{name}");
    }
    let page = page("references-in-states.html");
    let kept = edited(
        &page,
        "Append one or two characters corresponding to the character reference name to the temporary buffer.",
        "",
    );
    assert_eq!(compared(&page, &kept), "Tokens &lt");
}

/// A row of the table of replacements that was not understood is reported where it is; its number is unknown, so it does
/// not count as removed. Another wording of a row is a change of wording.
#[test]
fn a_row_of_the_table_of_replacements() {
    let page = page("references-attempted.html");
    let row = "<td>0x80<td>U+20AC";
    let compared = |to: &str| {
        let edited = edited(&page, row, to);
        diff::compare(side("before", &page), side("after", &edited))
    };
    let unread = compared("<td>0x80<td>the euro");
    assert_eq!(unread.open.len(), 1);
    assert_eq!(unread.open[0].original, "0x80 | the euro");
    assert!(unread.outside.is_empty(), "{:?}", unread.outside);
    let reworded = compared("<td>0x80<td>U+20AC EURO SIGN");
    assert!(reworded.is_complete() && reworded.is_empty());
    let wording = &reworded.editorial;
    assert_eq!(wording.len(), 1);
    assert_eq!(wording[0].to.as_deref(), Some("0x80 | U+20AC EURO SIGN"));
}

/// A procedure that became states; and the sentence with which it did so wrongly at first.
#[test]
fn a_procedure_that_became_states() {
    let attempted = page("references-attempted.html");
    let states = page("references-in-states.html");
    // The procedure has looked past the number sign when it finds no digit.
    assert_eq!(compared(&attempted, &states), "Places &#");
    let kept = edited(
        &states,
        "Set the temporary buffer to the empty string. Append the Unicode",
        "Append the Unicode",
    );
    assert_eq!(compared(&attempted, &kept), "Tokens &#0");
    let silent = edited(
        &states,
        "If the last character matched is not a U+003B SEMICOLON character, this is a parse error.",
        "",
    );
    assert_eq!(compared(&attempted, &silent), "Errors &lt");
}

/// A page of a data state that leads to the state with this title, and of what follows.
fn leading_to(title: &str, steps: &str, rest: &str) -> String {
    format!(
        "<h3>1.1 Tokenization</h3><p>The state machine must start in the data state.</p>\n\
         <h4>1.1.1 Data state</h4><p>Consume the next input character:</p>\n<dl>\n\
         <dt>U+003F (?)\n<dd>{steps} <dt>EOF\n<dd>Emit an end-of-file token.\n\
         <dt>Anything else\n<dd>Emit the current input character as a character token.\n</dl>\n\
         <h4>1.1.2 {title}</h4>\n{rest}"
    )
}

/// Comments and sections that were consumed in bulk until 2016, and have separate states since.
#[test]
fn a_bulk_that_became_states() {
    let bulk = leading_to(
        "Bogus comment state",
        "Parse error. Switch to the bogus comment state.",
        "<p>Consume every character up to and including the first U+003E GREATER-THAN SIGN character (>) or the end of the file (EOF), whichever comes first. Emit a comment token whose data is the concatenation of all the characters starting from and including the character that caused the state machine to switch into the bogus comment state, up to and including the character immediately before the last consumed character, but with any U+0000 NULL characters replaced by U+FFFD REPLACEMENT CHARACTER characters.</p>\n<p>Switch to the data state.</p>\n<p>If the end of the file was reached, reconsume the EOF character.</p>",
    );
    let states = |null: &str| {
        let rest = format!(
            "<p>Consume the next input character:</p>\n<dl>\n<dt>U+003E (>)\n<dd>Switch to the data state. Emit the comment token.\n<dt>EOF\n<dd>Emit the comment. Emit an end-of-file token.\n<dt>U+0000 NULL\n<dd>{null}Append a U+FFFD REPLACEMENT CHARACTER character to the comment token's data.\n<dt>Anything else\n<dd>Append the current input character to the comment token's data.\n</dl>"
        );
        let steps = "Parse error. Create a comment token whose data is the empty string. Reconsume in the bogus comment state.";
        leading_to("Bogus comment state", steps, &rest)
    };
    assert_eq!(compared(&bulk, &states("")), "none");
    assert_eq!(compared(&bulk, &states("Parse error. ")), "Errors ?\0");
    let bulk = leading_to(
        "CDATA section state",
        "Switch to the CDATA section state.",
        "<p>Switch to the data state.</p>\n<p>Consume every character up to the next occurrence of the three character sequence U+005D RIGHT SQUARE BRACKET U+005D RIGHT SQUARE BRACKET U+003E GREATER-THAN SIGN (]]>), or the end of the file (EOF), whichever comes first. Emit a series of character tokens consisting of all the characters consumed except the matching three character sequence at the end (if one was found before the end of the file).</p>\n<p>If the end of the file was reached, reconsume the EOF character.</p>",
    );
    let states = |end: &str| {
        let rest = format!(
            "<p>Consume the next input character:</p>\n<dl>\n<dt>U+005D (])\n<dd>Switch to the CDATA section bracket state.\n<dt>EOF\n<dd>Reconsume in the data state.\n<dt>Anything else\n<dd>Emit the current input character as a character token.\n</dl>\n\
             <h4>1.1.3 CDATA section bracket state</h4>\n<p>Consume the next input character:</p>\n<dl>\n<dt>U+005D (])\n<dd>Switch to the CDATA section end state.\n<dt>Anything else\n<dd>Emit a U+005D RIGHT SQUARE BRACKET character token. Reconsume in the CDATA section state.\n</dl>\n\
             <h4>1.1.4 CDATA section end state</h4>\n<p>Consume the next input character:</p>\n<dl>\n{end}<dt>U+003E (>)\n<dd>Switch to the data state.\n<dt>Anything else\n<dd>Emit two U+005D RIGHT SQUARE BRACKET character tokens. Reconsume in the CDATA section state.\n</dl>"
        );
        leading_to(
            "CDATA section state",
            "Switch to the CDATA section state.",
            &rest,
        )
    };
    let stays = "<dt>U+005D (])\n<dd>Emit a U+005D RIGHT SQUARE BRACKET character token.\n";
    assert_eq!(compared(&bulk, &states(stays)), "none");
    // Tree construction can begin in a CDATA section.
    assert_eq!(compared(&bulk, &states("")), "Tokens ]]]>");
}
