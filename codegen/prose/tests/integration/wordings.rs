//! Wordings of years without a committed revision, in small pages.

use crate::support::{cases, page, read, report, states, tables};
use tokenwright_prose::Facts;

/// The markup of 2017, and the states of references of that winter: the longest match begins with a
/// character that has been consumed, a state chooses by the return state, and an "if" that has
/// switched has an implicit "otherwise".
#[test]
fn a_source_in_the_markup_of_bikeshed() {
    let reading = read(&page("bikeshed.include"));
    assert_eq!(report(&reading), "");
    insta::assert_snapshot!(states(&reading));
}

/// The wordings of 2007: the tag open state looks ahead, the guard of the close tag open state is two
/// sentences, and permitted slashes list their elements.
#[test]
fn a_page_of_the_oldest_kind() {
    let reading = read(&page("oldest.html"));
    assert_eq!(report(&reading), "");
    let names = &reading.revision.about.names;
    assert_eq!(names[0].1, ["base", "link", "input"]);
    insta::assert_snapshot!(states(&reading));
}

/// An error that is found after something has been returned is reported before it, whether or not the
/// page says "additionally".
#[test]
fn an_error_after_a_return() {
    let page = |lead: &str| {
        format!(
            "<h3>1.1 Tokenization</h3><p>The state machine must start in the data state.</p>\n\
             <h4>1.1.1 Data state</h4><p>Consume the next input character:</p>\n\
             <dl><dt>U+0026 AMPERSAND (&amp;)<dd>Attempt to consume a character reference. Switch to the data state.\n\
             <dt>Anything else<dd>Emit the current input character as a character token.</dl>\n\
             <h4>1.1.2 Tokenizing character references</h4>\n\
             <p>The behavior depends on the identity of the next character (the one immediately after the U+0026 AMPERSAND character):</p>\n\
             <dl><dt>Anything else<dd><p>Consume as many characters as match the range of characters given above.\n\
             <p>If the number is greater than 0x10FFFF, then this is a parse error. Return a U+FFFD REPLACEMENT CHARACTER.\n\
             <p>Otherwise, return a character token for the Unicode character whose code point is that number. {lead} the number is 0x0B, then this is a parse error.</dl>"
        )
    };
    let read_page = |lead: &str| {
        let reading = read(&page(lead));
        assert_eq!(report(&reading), "", "{lead}");
        states(&reading)
    };
    let tables = read_page("If");
    assert_eq!(tables, read_page("Additionally, if"));
    insta::assert_snapshot!(tables);
}

/// A page of two states, the first of which has this row.
fn with_row(term: &str, steps: &str) -> String {
    format!(
        "<h3>1.1 Tokenization</h3><p>The state machine must start in the data state.</p>\n\
         <h4>1.1.1 Data state</h4><p>Consume the next input character:</p>\n<dl>\n\
         <dt>{term}\n<dd>{steps}\n<dt>Anything else\n<dd>Emit the current input character as a character token.\n</dl>\n\
         <h4>1.1.2 Comment state</h4><p>Consume the next input character:</p>\n<dl>\n\
         <dt>Anything else\n<dd>Switch to the data state.\n</dl>\n"
    )
}

/// A whole page of two states, with these sentences on the input stream.
fn with_stream(sentences: &str) -> String {
    let states = with_row("EOF", "Emit an end-of-file token.");
    format!("<h3>0.9 Preprocessing the input stream</h3>\n<p>{sentences}</p>\n{states}")
}

/// The rows of the input stream that a whole page has, and how many sentences were not understood.
fn stream(sentences: &str) -> String {
    let reading = read(&with_stream(sentences));
    assert_eq!(report(&reading), "", "{sentences}");
    tables(&reading, &["00"])
        .lines()
        .skip(2)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The planes' last two code points, as the older pages list them.
fn last_two() -> String {
    let plane = |plane: u32| format!("U+{:X}, U+{:X}", plane << 16 | 0xFFFE, plane << 16 | 0xFFFF);
    (0..=16).map(plane).collect::<Vec<_>>().join(", ")
}

/// Until 2017 pages list the characters that are errors; they are those of two classes.
#[test]
fn an_input_stream_with_its_characters_listed() {
    let newlines = "Any LF character that immediately follows a CR character must be ignored, and all CR characters must then be converted to LF characters.";
    let by_class = stream(&format!(
        "{newlines} Any occurrences of surrogates are parse errors. Any occurrences of noncharacters and controls other than ASCII whitespace and U+0000 NULL characters are parse errors."
    ));
    let listed = format!(
        "Any occurrences of any characters in the ranges U+0001 to U+0008, U+000E to U+001F, U+007F to U+009F, U+FDD0 to U+FDEF, and characters U+000B, {}, are parse errors.",
        last_two()
    )
    .replace(", are", " are");
    let isolated = "Any character that is a not a Unicode character, i.e. any isolated surrogate, is a parse error.";
    assert_eq!(by_class, stream(&format!("{listed} {isolated} {newlines}")));
    let with_surrogates = listed.replace("U+FDD0", "U+D800 to U+DFFF, U+FDD0");
    let and_null = stream(&format!(
        "One leading U+FEFF BYTE ORDER MARK character must be ignored if any are present in the input stream. All U+0000 NULL characters in the input must be replaced by U+FFFD REPLACEMENT CHARACTERs. Any occurrences of such characters is a parse error. {with_surrogates} {newlines}"
    ));
    insta::assert_snapshot!(and_null);
    let removed = "Any CR characters that are followed by LF characters must be removed, and any CR characters not followed by LF characters must be converted to LF characters.";
    assert_eq!(stream(newlines), stream(removed));
    let others = stream(&listed.replace("U+000B, ", ""));
    insta::assert_snapshot!(others);
}

/// A sentence on the input stream that fits no rule is not passed over.
#[test]
fn an_input_stream_that_is_not_understood() {
    for sentence in [
        "Any occurrences of any characters in the ranges U+0001 to U+0008 and others are parse errors.",
        "Any occurrences of any characters in the ranges U+0001 to U+0008 are no parse errors.",
        "All U+0001 characters in the input must be replaced by U+FFFD REPLACEMENT CHARACTERs.",
        "All U+0000 NULL characters in the input stream must be removed.",
        "The next input character is the last character in the input stream that has not yet been consumed.",
        "Initially, the next input character is the second character in the input.",
        "The current input character is the first character to have been consumed.",
        "<ul><li>Lines are joined.</ul>",
        "<dl><dt>U+0000 NULL</dl>",
        "<table><tr><td>0x80</table>",
        "Initially, the next input character is the first character in the input.<h4>Lines</h4><p>Lines are joined.</p>",
    ] {
        let reading = read(&with_stream(sentence));
        assert_eq!(reading.report.not_understood().count(), 1, "{sentence}");
    }
    // A step of a state has no place here.
    let reading = read(&with_stream("Switch to the comment state."));
    assert_eq!(reading.report.faults.len(), 1);
}

#[test]
fn a_blank_line_means_nothing() {
    let rows = |between: &str| {
        let steps = format!(
            "If the escape flag is true, then this is a parse error.{between}Switch to the comment state."
        );
        let reading = read(&with_row("U+003C (<)", &steps));
        assert_eq!(report(&reading), "", "{between}");
        states(&reading)
    };
    let expected = rows(" ");
    for between in [
        "\n\n",
        "\n  \t\n",
        "\n<!-- a comment -->\n",
        "<!-- \n\n -->\n\n",
    ] {
        assert_eq!(rows(between), expected, "{between}");
    }
    assert_ne!(rows("<p>"), expected);
}

#[test]
fn a_blank_line_ends_a_paragraph_in_sources_without_p() {
    let of = |between: &str| {
        let steps = format!(
            "If the escape flag is true, then this is a parse error.{between}Switch to the comment state."
        );
        with_row("U+003C (<)", &steps)
    };
    let expected = states(&read(&of("<p>")));
    let page = of("<p>").replace("</p>", "").replace("<p>", "\n\n");
    let reading = read(&page);
    assert_eq!(report(&reading), "");
    assert_eq!(states(&reading), expected);
    assert_ne!(states(&read(&of(" "))), expected);
}

#[test]
fn a_remark_has_no_rows_and_no_steps() {
    let page = with_row("U+003C (<)", "Switch to the comment state.");
    let expected = states(&read(&page));
    for remark in [
        "<dl><dt>U+0026 AMPERSAND (&amp;)<dd>Switch to the comment state.</dl>",
        "<dl><dt>Words<dd><dl><dt>More words</dl></dl>",
        "<table><tr><td>0x80<td>U+20AC</table>",
        "<ul><li>Switch to the comment state.</ul>",
    ] {
        for class in ["note", "example"] {
            let remark = format!("<div class=\"{class}\">{remark}</div>\n");
            for place in ["<dl>", "<dt>Anything else", "<h4>1.1.2"] {
                let page = page.replacen(place, &format!("{remark}{place}"), 1);
                let reading = read(&page);
                assert_eq!(report(&reading), "", "{remark}{place}");
                assert_eq!(states(&reading), expected, "{remark}{place}");
            }
        }
    }
}

#[test]
fn the_following_table_follows() {
    let steps = "If the number is one of the numbers in the first column of the following table, then find the row with that number in the first column, and set the character reference code to the number in the second column of that row.";
    let table = "<table><tr><th>Number<th>Code point<tr><td>0x80<td>0x20AC</table>";
    let faults = |steps: String| {
        let reading = read(&with_row("U+003C (<)", &steps));
        reading.report.faults.len()
    };
    assert_eq!(faults(format!("<p>{steps}</p>{table}")), 0);
    assert_eq!(faults(format!("{table}<p>{steps}</p>")), 1);
    assert_eq!(faults(format!("<p>{steps}</p>")), 1);
}

/// What follows a branch that leaves the state is its "otherwise"; what follows another branch is not.
#[test]
fn an_otherwise_that_is_left_out() {
    let rows = |steps: &str| {
        let reading = read(&with_row("U+003C (<)", steps));
        (states(&reading), report(&reading))
    };
    let leaves = "<p>If the escape flag is true, switch to the comment state.</p>";
    let steps = "<p>Reconsume in the data state.</p>";
    let (with, _) = rows(&format!("{leaves}<p>Otherwise:</p>{steps}"));
    assert_eq!(rows(&format!("{leaves}{steps}")).0, with);
    let announced = rows(&format!("{leaves}<p>Otherwise:</p><ol><li>{steps}</ol>"));
    assert_eq!(announced, (with, String::new()));
    let (_, open) = rows(&format!("{leaves}<ol><li>{steps}</ol>"));
    assert!(open.contains("no sentence leads to this list"), "{open}");
    let stays = "<p>If the escape flag is true:</p><ol><li>If the temporary buffer is empty, switch to the comment state.</ol>";
    let (with, _) = rows(&format!("{stays}<p>Otherwise:</p>{steps}"));
    assert_ne!(rows(&format!("{stays}{steps}")).0, with);
}

#[test]
fn the_error_of_a_self_closing_flag_is_that_of_the_page() {
    let with = |error: &str| {
        let sentence = format!(
            "<p>When a start tag token is emitted with its self-closing flag set, if the flag is not acknowledged when \
             it is processed by the tree construction stage, that is {error}.</p><h4>"
        );
        with_row("EOF", "Emit an end-of-file token.").replacen("<h4>", &sentence, 1)
    };
    let older = read(&with("a solidus-in-start-tag parse error")).revision;
    for (error, name) in [
        ("a solidus-in-start-tag parse error", "solidus-in-start-tag"),
        ("a flag-without-effect parse error", "flag-without-effect"),
        ("a parse error", ""),
    ] {
        let facts = Facts::of_other("small-2016-11-01", &older);
        let reading = tokenwright_prose::read(&with(error), 0, &facts, &[]).expect("states");
        assert_eq!(report(&reading), "", "{error}");
        let errors = reading.revision.errors.iter();
        let names: Vec<&str> = errors.map(|error| error.code.as_str()).collect();
        assert_eq!(names.join(" "), name);
    }
}

/// A comment that exists only if more than the end was consumed.
#[test]
fn a_bulk_that_may_have_nothing_in_it() {
    let page = page("consumed-in-bulk.html");
    let sometimes = page.replace(
        "Emit a comment",
        "If more than one character was consumed, then emit a comment",
    );
    assert_ne!(page, sometimes);
    insta::assert_snapshot!(states(&read(&sometimes)));
}

#[test]
fn other_words_mean_the_same() {
    let rows = |term: &str, steps: &str| {
        let reading = read(&with_row(term, steps));
        assert_eq!(report(&reading), "", "{steps}");
        states(&reading)
    };
    for [standard, other] in cases("states, the same") {
        assert_eq!(rows("U+003C (<)", standard), rows("U+003C (<)", other));
    }
}
