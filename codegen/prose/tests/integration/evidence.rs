//! What a page says beside its words has to agree with them: targets of links, marks of edits, glyphs and names.

use crate::support::{columns, faults, read, report, try_read};
use tokenwright_prose::Unread;
use tokenwright_tables::model::Row;

const STATE: &str = "<h5 id=data-state>1.1 <dfn>Data state</dfn></h5>
<p>Consume the <a href=#next-input-character>next input character</a>:</p>
<dl><dt>U+003C LESS-THAN SIGN (<)<dd>Switch to the <a href=#tag-open-state>tag open state</a>.
<dt>EOF<dd>Emit an end-of-file token.
<dt>Anything else<dd>Emit the current input character as a character token.</dl>
<h5 id=tag-open-state>1.2 <dfn>Tag open state</dfn></h5>
<p>Consume the next input character:</p>
<dl><dt>Anything else<dd>This is an <a href=#parse-error-eof-in-tag>eof-in-tag</a> <a href=#parse-errors>parse error</a>. \
Reconsume in the <a href=#data-state>data state</a>.</dl>\n";

fn page(body: &str) -> String {
    format!("<h4>1 Tokenization</h4>\n{body}")
}

fn problems(body: &str) -> Vec<(u32, String)> {
    let reading = read(&page(body));
    let open: Vec<_> = reading.report.not_understood().collect();
    assert!(open.is_empty(), "{open:#?}");
    faults(&reading)
}

/// The page with one part replaced, which it has.
fn with(from: &str, to: &str) -> String {
    assert!(STATE.contains(from), "{from}");
    STATE.replacen(from, to, 1)
}

#[test]
fn the_words_and_the_target_of_a_link_agree() {
    assert_eq!(problems(STATE), []);
    for [from, to] in columns(
        "#tag-open-state>tag open state</a> => parsing.html#tag-open-state>\u{A7} 1.2 Tag open state</a>
         #tag-open-state>tag open state</a> => #tag-open-state>tag open</a> state
         #tag-open-state>tag open state</a> => #elsewhere>tag open state</a>
         <a href=#data-state>data state</a> => <span title='data state'>data state</span>",
    ) {
        assert_eq!(problems(&with(from, to)), [], "{to}");
    }
    let link = "<a href=#tag-open-state>tag open state</a>";
    let message = "this link says `tag open state` and leads to `data state`";
    for [to] in columns(
        "<a href=#data-state>tag open state</a>
         <a href=https://example.org/x#data-state>tag open state</a>
         <span data-x='data state'>tag open state</span>
         <span title='Data state'>tag open state</span>
         <em><a href=#data-state><code>tag open state</code></a></em>",
    ) {
        assert_eq!(problems(&with(link, to)), [(4, message.to_owned())], "{to}");
    }
    let short = with(link, "<a href=#data-state>tag open</a> state");
    assert_eq!(problems(&short).len(), 1);
    let other = with("#parse-error-eof-in-tag", "#parse-error-eof-in-comment");
    let message = "this link says `eof-in-tag` and leads to `eof-in-comment`";
    assert_eq!(problems(&other), [(9, message.to_owned())]);
    // A link in the source of a page.
    let list = format!("{STATE}<ul><li>Switch to the <a href=#tag-open-state>data state</a>.</ul>");
    let report = report(&read(&page(&list)));
    assert!(report.contains("leads to `tag open state`"), "{report}");
}

#[test]
fn deleted_text_is_not_in_force() {
    let expected = read(&page(STATE)).revision;
    let consume = "<p>Consume the <a href=#next-input-character>next input character</a>:</p>";
    for [from, to] in columns(
        "Switch to the => <del>Switch to the data state.</del> <ins>Switch</ins> to the
         Switch to the => <s>Switch to the data state.</s> Switch to the
         Switch to the => <strike>Emit it.</strike><!-- Emit it. --> Switch to the
         <dt>EOF => </dd><del><dt>U+0026 AMPERSAND (&)</dt><dd>Emit it.</dd></del><dt>EOF
         <dt>EOF => </dd><ins><dt>EOF</dt></ins><del><dt>U+0026 AMPERSAND (&)</dt></del>
         <p>Consume => <del><p>Old text.</p></del><p hidden>Nor this.</p><ins><p>Consume
         <h5 id=tag => <del><h5>1.2 Old state</h5><p>Old text.</p></del><h5 id=tag
         Data state</dfn> => <del>Old</del> Data state</dfn>
         <p>Consume => <ul><del><li>Emit it.</li></del></ul><p>Consume",
    ) {
        let inserted = "<ins><p>Consume the next input character:</p></ins>";
        let edited = with(from, to).replacen(&format!("<ins>{consume}"), inserted, 1);
        assert_eq!(problems(&edited), [], "{to}");
        let found = read(&page(&edited)).revision;
        let names = found.states.iter().map(|state| state.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["data", "tag open"], "{to}");
        for (found, expected) in found.states.iter().zip(&expected.states) {
            assert_eq!(found.rows.len(), expected.rows.len(), "{to}");
            for (found, expected) in found.rows.iter().zip(&expected.rows) {
                let steps = |row: &Row| {
                    let row = format!("{row:?}");
                    let parts = row.split("Place");
                    parts
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
    let refused = |body: &str, message: &str| {
        let found = faults(&read(&page(body)));
        let is_there = found.iter().any(|(_, found)| found == message);
        assert!(is_there, "{body}: {found:#?}");
    };
    for [from, to, message] in columns(
        "Switch to the => <del>Emit <ins>it</ins>.</del> Switch to the => both
         Switch to the => <ins>Switch <s>over</s></ins> to the => both
         <dt>EOF => </dd><ins><del><dt>U+0026 (&)</dt></del></ins><dt>EOF => both
         Switch to the => <del>Emit it.<p>Switch</del> to the => cut
         Switch to the => Switch </del>to the => cut
         <p>Consume => <p><del>Old.</p><p></del>Consume => cut
         <dt>EOF => <del><dt>U+0026 (&)</del><dt>EOF => cut",
    ) {
        refused(&with(from, to), if message == "both" { both } else { cut });
    }
    refused(&format!("{STATE}<del>"), cut);
}

#[test]
fn a_section_that_is_deleted_is_none() {
    let deleted = format!("<del>{}</del>", page(STATE));
    assert_eq!(try_read(&deleted).unwrap_err(), Unread::NoSection);
    let both = read(&format!("{deleted}{}", page(STATE)));
    assert_eq!(report(&both), "");
}

#[test]
fn glyph_name_and_number_agree_everywhere() {
    let table = |row: &str| {
        let head = "<table><tr><th>Number<th colspan=2>Code point";
        problems(&format!("{STATE}{head}<tr><td>0x80<td>{row}</table>"))
    };
    assert_eq!(table("0x20AC<td>EURO SIGN (\u{20AC})"), []);
    for [row, message] in columns(
        "0x20AC<td>EURO SIGN ($) => U+20AC is EURO SIGN (\u{20AC}), but has the glyph `$` here
         U+20AC<td>EURO SIGN ('$') => U+20AC is EURO SIGN (\u{20AC}), but has the glyph `$` here
         U+20AC EURO SIGN ($) => U+20AC is EURO SIGN (\u{20AC}), but has the glyph `$` here
         0x20AC<td>DOLLAR SIGN (\u{20AC}) => U+20AC is EURO SIGN (\u{20AC}), but has the name `DOLLAR SIGN` here",
    ) {
        let found: Vec<String> = table(row).into_iter().map(|(_, message)| message).collect();
        assert_eq!(found, [message], "{row}");
    }
    for [from, to] in columns(
        "U+003C LESS-THAN SIGN (<) => U+003C LESS-THAN SIGN (>)
         U+003C LESS-THAN SIGN (<) => U+003C GREATER-THAN SIGN (<)
         Switch to the => Emit a U+0026 AMPERSAND (<) character token. Switch to the
         Switch to the => Emit a \"<\" (U+0026). Switch to the",
    ) {
        let report = read(&page(&with(from, to))).report;
        let mut faults = report.faults.iter();
        let says = faults.any(|fault| fault.message.contains("here") && fault.entry.is_some());
        assert!(says, "{to}: {report:#?}");
    }
}
