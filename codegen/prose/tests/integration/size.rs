//! Pages that are much longer than any page of the standard are refused, and long ones take time proportional to their
//! length: a quadratic reader would take minutes for these tests.

use crate::support::{read, try_read};

const HEAD: &str = "<!doctype html><h2>13.2.5 Tokenization</h2><h5>13.2.5.1 Data state</h5>\
                    <p>Consume the next input character:</p>";

fn refusal(page: &str) -> String {
    try_read(page).expect_err("a refusal").to_string()
}

#[test]
fn a_large_page_is_refused() {
    let page = format!("{HEAD}<p>{}", "word ".repeat(7 << 20));
    assert_eq!(
        refusal(&page),
        "the page has 36 MiB; pages of up to 32 MiB are read"
    );
}

#[test]
fn a_long_section_is_refused() {
    for unit in ["word ", "Emit it. ", "<p>Emit the moon.", "<li>word"] {
        let page = format!("{HEAD}<p>{}", unit.repeat((3 << 20) / 4));
        let refusal = refusal(&page);
        assert!(
            refusal.ends_with(" MiB of text; sections of up to 2 MiB are read"),
            "{refusal}"
        );
    }
}

#[test]
fn too_many_states_or_rows_are_refused() {
    let states: String = (0..501)
        .map(|n| format!("<h5>13.2.5.{n} S {n} state</h5>"))
        .collect();
    assert_eq!(
        refusal(&format!("<h2>13.2.5 Tokenization</h2>{states}")),
        "the tokenization section has 501 states; up to 500 are read"
    );
    let rows = "<dt>U+0026 (&amp;)<dd>Switch to the data state.".repeat(251);
    assert_eq!(
        refusal(&format!("\n{HEAD}<dl>{rows}</dl><dl>{rows}</dl>")),
        "the state at line 2 has 502 terms; up to 500 are read"
    );
}

#[test]
fn many_sentences_that_no_rule_matches() {
    let sentences: String = (0..2_000)
        .map(|n| {
            format!("If the moon is not {n}, and it is full, then switch it to the data{n} state. ")
        })
        .collect();
    let page = format!("{HEAD}<dl><dt>EOF<dd><p>{sentences}</dl>");
    let reading = read(&page);
    assert_eq!(reading.report.not_understood().count(), 2_000);
}

/// Their clauses are those of rules, but for one: everything before it is read.
#[test]
fn many_long_sentences_that_no_rule_matches() {
    let conditions = [
        "the temporary buffer is the empty string and ",
        "the next input character is U+0041 (A), and ",
        "the content model flag is set to the PLAINTEXT state or ",
    ];
    let steps = [
        "switch to the data state, and then ",
        "emit the current input character as a character token, ",
        "set the temporary buffer to the empty string and ",
    ];
    let sentences: String = (0..2_500)
        .map(|n| {
            let (conditions, steps) = (conditions.concat(), steps.concat());
            match n % 2 {
                0 => format!("If {} it is {n}, stop. ", conditions.repeat(5)),
                _ => format!(
                    "Reconsume it in the moon{n} state, {}stop. ",
                    steps.repeat(5)
                ),
            }
        })
        .collect();
    let page = format!("{HEAD}<dl><dt>EOF<dd><p>{sentences}</dl>");
    let reading = read(&page);
    assert_eq!(reading.report.not_understood().count(), 2_500);
}

#[test]
fn many_links_in_a_paragraph() {
    for unit in ["[[#data-state]] ", "[[#", "[=", "`", "{{", "<{", "[[#x|"] {
        let page = format!("[=a=] ## A ##\n{HEAD}<p>{}", unit.repeat(60_000));
        let reading = read(&page);
        assert_eq!(reading.revision.states.len(), 1, "{unit}");
    }
}

#[test]
fn many_lines_of_a_dump() {
    let repeated: String = (0..20_000)
        .map(|n| format!("The furniture of page {n}, above\n\n"))
        .collect();
    let wrapped = "a wrapped line of one paragraph\n".repeat(20_000);
    let page = format!("{repeated}\n13.2.5 Tokenization\n\n13.2.5.1 Data state\n\n{wrapped}");
    assert_eq!(read(&page).revision.states.len(), 1);
}

#[test]
fn messages_are_cut() {
    let page = format!("{HEAD}<p>{}.", "Never emit it, ".repeat(50_000));
    let reading = read(&page);
    let open: Vec<String> = reading
        .report
        .not_understood()
        .map(ToString::to_string)
        .collect();
    assert_eq!(open.len(), 1);
    assert!(open[0].len() < 600, "{} bytes", open[0].len());
}
