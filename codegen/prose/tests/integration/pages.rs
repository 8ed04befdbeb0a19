//! One small specification in every format of page: all are read to the same tables.

use crate::support::{page, read, report, try_read};
use tokenwright_prose::{Unread, Verdict};
use tokenwright_tables::model::{Clause, Event, On, Revision, State};

const PAGES: [&str; 6] = [
    "generated.html", "source.html", "links.html", "indented.txt", "lines.txt", "ruled.txt",
];

fn state<'a>(revision: &'a Revision, name: &str) -> &'a State {
    let found = revision
        .states
        .iter()
        .find(|state| state.name.value == name);
    found.unwrap_or_else(|| panic!("no {name} state"))
}

/// The steps of a row; conditions are left out.
fn steps(clauses: &[Clause]) -> Vec<String> {
    clauses
        .iter()
        .flat_map(|clause| match clause {
            Clause::Step(step) => vec![step.value.to_string()],
            Clause::Call(name) => vec![name.value.clone()],
            Clause::If {
                then, otherwise, ..
            } => [steps(then), steps(otherwise)].concat(),
        })
        .collect()
}

#[test]
fn every_shape_is_read_whole() {
    for name in PAGES {
        let reading = read(&page(name));
        assert_eq!(report(&reading), "", "{name}");
        assert_eq!(reading.revision.states.len(), 4, "{name}");
    }
}

#[test]
fn every_shape_gives_the_same() {
    let of = |name| {
        let mut revision = read(&page(name)).revision;
        // Sources have no numbers.
        revision.about.section.clear();
        revision.about.numbered = false;
        revision
    };
    for name in &PAGES[1..] {
        assert!(of(PAGES[0]) == of(name), "{name}");
    }
}

#[test]
fn the_model_is_that_of_tables() {
    let revision = read(&page("generated.html")).revision;
    assert_eq!(revision.about.section, "9.2.1");
    assert!(revision.about.numbered);
    assert_eq!(revision.about.initial_state.value, "data");
    let rules: Vec<&Event> = revision.rules.iter().map(|rule| &rule.on.value).collect();
    let leaving = Event::Leaving("attribute name".to_owned());
    assert_eq!(rules, [&leaving, &Event::EmittingEndTag]);

    let name = state(&revision, "tag name");
    let On::Consumed { any, .. } = &name.rows[0].on else {
        panic!("{:?}", name.rows[0].on)
    };
    let any: Vec<String> = any
        .iter()
        .map(|matcher| matcher.value.to_string())
        .collect();
    assert_eq!(
        any,
        [
            "U+0009 (tab)", "U+000A (LF)", "U+000C (FF)", "U+0020 (space)"
        ]
    );
    assert_eq!(steps(&name.rows[0].body), ["ignore the character"]);

    let open = state(&revision, "tag open");
    assert_eq!(
        steps(&open.rows[1].body),
        [
            "create a start tag token",
            "set the current tag token's tag name to the lowercase of the current input character",
            "switch to the tag name state"
        ]
    );
    let end = state(&revision, "end tag open");
    assert_eq!(end.was.as_deref(), Some("close tag open"));
    assert!(matches!(
        end.rows[0].body.as_slice(),
        [Clause::If { then, otherwise, .. }, Clause::Step(_)] if then.len() == 1 && otherwise.len() == 1
    ));
}

#[test]
fn a_sentence_of_no_rule_is_reported_with_its_place() {
    let text = page("generated.html").replace(
        "Switch to the tag open state.",
        "Switch over to the tag open state.",
    );
    let reading = read(&text);
    let line = text
        .lines()
        .position(|line| line.contains("over to"))
        .map(|at| at + 1);
    let open: Vec<_> = reading.report.not_understood().collect();
    assert_eq!(open.len(), 1, "{}", report(&reading));
    assert_eq!(Some(open[0].line as usize), line);
    assert_eq!(open[0].part, "Data state");
    let Verdict::NotUnderstood { nearest, unfit } = &open[0].verdict else {
        panic!("{:?}", open[0])
    };
    assert!(nearest.is_some());
    let unfit = unfit.as_ref().map(ToString::to_string);
    assert_eq!(
        unfit.as_deref(),
        Some("no rule takes `over` after `switch`")
    );
    assert!(!reading.report.is_complete());
}

#[test]
fn a_lost_heading_and_a_lost_row_are_faults() {
    for (from, to, part) in [
        ("9.2.1.3 End tag open state\n", "", "Tag name state"),
        ("9.2.1.2 Tag open state\n", "9.2.1.2 Tag open\n", "Tag open"),
        (
            "U+003E GREATER-THAN SIGN (>)\nEmit the",
            "Emit the",
            "Tag name state",
        ),
        (
            "U+000C FORM FEED (FF)\nU+0020 SPACE\n",
            "",
            "Tag name state",
        ),
    ] {
        let text = page("lines.txt");
        assert!(text.contains(from), "{from}");
        let reading = read(&text.replace(from, to));
        let parts: Vec<&str> = reading
            .report
            .faults
            .iter()
            .map(|fault| fault.part.as_str())
            .chain(
                reading
                    .report
                    .not_understood()
                    .map(|sentence| sentence.part.as_str()),
            )
            .collect();
        assert!(parts.contains(&part), "{from:?}: {parts:?}");
    }
}

#[test]
fn a_page_without_the_section_is_not_read() {
    for text in [
        "",
        "<h4>Tree construction</h4><p>Nothing.</p>",
        "9.2.1 Tokenization\n",
    ] {
        let unread = try_read(text).expect_err(text);
        assert_eq!(unread, Unread::NoSection, "{text}");
    }
}
