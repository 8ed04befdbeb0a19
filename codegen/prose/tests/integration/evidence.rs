//! What a page says beside its words has to agree with them: targets of links, marks of edits, glyphs and names.

use tokenwright_prose::{self as prose, Facts, Reading};

const STATE: &str = "<h5 id=data-state>1.1 <dfn>Data state</dfn></h5>
<p>Consume the <a href=#next-input-character>next input character</a>:</p>
<dl><dt>U+003C LESS-THAN SIGN (<)<dd>Switch to the <a href=#tag-open-state>tag open state</a>.
<dt>EOF<dd>Emit an end-of-file token.
<dt>Anything else<dd>Emit the current input character as a character token.</dl>
<h5 id=tag-open-state>1.2 <dfn>Tag open state</dfn></h5>
<p>Consume the next input character:</p>
<dl><dt>Anything else<dd>This is an <a href=#parse-error-eof-in-tag>eof-in-tag</a> <a href=#parse-errors>parse error</a>. \
Reconsume in the <a href=#data-state>data state</a>.</dl>\n";

fn read(body: &str) -> Reading {
    let page = format!("<h4>1 Tokenization</h4>\n{body}");
    prose::read(&page, 0, &Facts::of_id("draft-2026-01-01"), &[]).expect("a section with states")
}

fn problems(body: &str) -> Vec<(u32, String)> {
    let report = read(body).report;
    let open: Vec<_> = report.not_understood().collect();
    assert!(open.is_empty(), "{open:#?}");
    let faults = report.faults.into_iter();
    faults.map(|fault| (fault.line, fault.message)).collect()
}

/// The page with one part replaced, which it has.
fn with(from: &str, to: &str) -> String {
    assert!(STATE.contains(from), "{from}");
    STATE.replacen(from, to, 1)
}

#[test]
fn the_words_and_the_target_of_a_link_agree() {
    assert_eq!(problems(STATE), []);
    for (from, to) in [
        (
            "#tag-open-state>tag open state</a>",
            "parsing.html#tag-open-state>\u{A7} 1.2 Tag open state</a>",
        ),
        (
            "#tag-open-state>tag open state</a>",
            "#tag-open-state>tag open</a> state",
        ),
        (
            "#tag-open-state>tag open state</a>",
            "#elsewhere>tag open state</a>",
        ),
        (
            "<a href=#data-state>data state</a>",
            "<span title='data state'>data state</span>",
        ),
    ] {
        assert_eq!(problems(&with(from, to)), [], "{to}");
    }
    let message = "this link says `tag open state` and leads to `data state`";
    for to in [
        "<a href=#data-state>tag open state</a>",
        "<a href=https://example.org/x#data-state>tag open state</a>",
        "<span data-x='data state'>tag open state</span>",
        "<span title='Data state'>tag open state</span>",
        "<em><a href=#data-state><code>tag open state</code></a></em>",
    ] {
        let page = with("<a href=#tag-open-state>tag open state</a>", to);
        assert_eq!(problems(&page), [(4, message.to_owned())], "{to}");
    }
    let page = with(
        "<a href=#tag-open-state>tag open state</a>",
        "<a href=#data-state>tag open</a> state",
    );
    assert_eq!(problems(&page).len(), 1);
    let page = with("#parse-error-eof-in-tag", "#parse-error-eof-in-comment");
    let message = "this link says `eof-in-tag` and leads to `eof-in-comment`";
    assert_eq!(problems(&page), [(9, message.to_owned())]);
    // A link in the source of a page.
    let list = format!("{STATE}<ul><li>Switch to the <a href=#tag-open-state>data state</a>.</ul>");
    let report = read(&list).report;
    assert!(
        report
            .faults
            .iter()
            .any(|fault| fault.message.contains("leads to `tag open state`")),
        "{report:#?}"
    );
}

#[test]
fn deleted_text_is_not_in_force() {
    let expected = read(STATE).revision;
    for (from, to) in [
        (
            "Switch to the",
            "<del>Switch to the data state.</del> <ins>Switch</ins> to the",
        ),
        (
            "Switch to the",
            "<s>Switch to the data state.</s> Switch to the",
        ),
        (
            "Switch to the",
            "<strike>Emit it.</strike><!-- Emit it. --> Switch to the",
        ),
        (
            "<dt>EOF",
            "</dd><del><dt>U+0026 AMPERSAND (&)</dt><dd>Emit it.</dd></del><dt>EOF",
        ),
        (
            "<dt>EOF",
            "</dd><ins><dt>EOF</dt></ins><del><dt>U+0026 AMPERSAND (&)</dt></del>",
        ),
        (
            "<p>Consume",
            "<del><p>Old text.</p></del><p hidden>Nor this.</p><ins><p>Consume",
        ),
        (
            "<h5 id=tag",
            "<del><h5>1.2 Old state</h5><p>Old text.</p></del><h5 id=tag",
        ),
        ("Data state</dfn>", "<del>Old</del> Data state</dfn>"),
        (
            "<p>Consume",
            "<ul><del><li>Emit it.</li></del></ul><p>Consume",
        ),
    ] {
        let page = with(from, to).replacen(
            "<ins><p>Consume the <a href=#next-input-character>next input character</a>:</p>",
            "<ins><p>Consume the next input character:</p></ins>",
            1,
        );
        assert_eq!(problems(&page), [], "{to}");
        let found = read(&page).revision;
        let names: Vec<&str> = found
            .states
            .iter()
            .map(|state| state.name.as_str())
            .collect();
        assert_eq!(names, ["data", "tag open"], "{to}");
        for (found, expected) in found.states.iter().zip(&expected.states) {
            assert_eq!(found.rows.len(), expected.rows.len(), "{to}");
            for (found, expected) in found.rows.iter().zip(&expected.rows) {
                let steps = |row: &tokenwright_tables::model::Row| {
                    format!("{:?}", row)
                        .split("Place")
                        .map(|part| part.split('}').skip(1).collect::<String>())
                        .collect::<String>()
                };
                assert_eq!(steps(found), steps(expected), "{to}");
            }
        }
    }
}

#[test]
fn edits_in_each_other_are_refused() {
    let both = "this text is both deleted and inserted: `<del>` and `<ins>` are in each other";
    let cut = "this mark of an edit (`<del>`, `<ins>` or `<s>`) is not nested properly: another element ends it";
    for (from, to, message) in [
        (
            "Switch to the",
            "<del>Emit <ins>it</ins>.</del> Switch to the",
            both,
        ),
        (
            "Switch to the",
            "<ins>Switch <s>over</s></ins> to the",
            both,
        ),
        (
            "<dt>EOF",
            "</dd><ins><del><dt>U+0026 (&)</dt></del></ins><dt>EOF",
            both,
        ),
        ("Switch to the", "<del>Emit it.<p>Switch</del> to the", cut),
        ("Switch to the", "Switch </del>to the", cut),
        ("<p>Consume", "<p><del>Old.</p><p></del>Consume", cut),
        ("<dt>EOF", "<del><dt>U+0026 (&)</del><dt>EOF", cut),
    ] {
        let report = read(&with(from, to)).report;
        let found = report.faults.iter().any(|fault| fault.message == message);
        assert!(found, "{to}: {:#?}", report.faults);
    }
    let open = format!("{STATE}<del>");
    let report = read(&open).report;
    assert!(report.faults.iter().any(|fault| fault.message == cut));
}

#[test]
fn a_section_that_is_deleted_is_none() {
    let facts = Facts::of_id("draft-2026-01-01");
    let deleted = format!("<del><h4>1 Tokenization</h4>\n{STATE}</del>");
    assert_eq!(
        prose::read(&deleted, 0, &facts, &[]).unwrap_err(),
        prose::Unread::NoSection
    );
    let both = format!("{deleted}<h4>1 Tokenization</h4>\n{STATE}");
    let reading = prose::read(&both, 0, &facts, &[]).expect("one section is in force");
    assert!(reading.report.is_complete(), "{:#?}", reading.report.faults);
}

#[test]
fn glyph_name_and_number_agree_everywhere() {
    let table =
        |row: &str| format!("{STATE}<table><tr><th>Number<th colspan=2>Code point{row}</table>");
    assert_eq!(
        problems(&table("<tr><td>0x80<td>0x20AC<td>EURO SIGN (\u{20AC})")),
        []
    );
    for row in [
        "<tr><td>0x80<td>0x20AC<td>EURO SIGN ($)",
        "<tr><td>0x80<td>U+20AC<td>EURO SIGN ('$')",
        "<tr><td>0x80<td>U+20AC EURO SIGN ($)",
    ] {
        let message = "U+20AC is EURO SIGN (\u{20AC}), but has the glyph `$` here";
        let found = problems(&table(row));
        assert_eq!(found.len(), 1, "{row}");
        assert_eq!(found[0].1, message, "{row}");
    }
    let found = problems(&table("<tr><td>0x80<td>0x20AC<td>DOLLAR SIGN (\u{20AC})"));
    assert!(
        found[0].1.ends_with("but has the name `DOLLAR SIGN` here"),
        "{found:?}"
    );
    for (from, to) in [
        ("U+003C LESS-THAN SIGN (<)", "U+003C LESS-THAN SIGN (>)"),
        ("U+003C LESS-THAN SIGN (<)", "U+003C GREATER-THAN SIGN (<)"),
        (
            "Switch to the",
            "Emit a U+0026 AMPERSAND (<) character token. Switch to the",
        ),
        ("Switch to the", "Emit a \"<\" (U+0026). Switch to the"),
    ] {
        let report = read(&with(from, to)).report;
        let says = report
            .faults
            .iter()
            .any(|fault| fault.message.contains("here") && fault.entry.is_some());
        assert!(says, "{to}: {report:#?}");
    }
}
