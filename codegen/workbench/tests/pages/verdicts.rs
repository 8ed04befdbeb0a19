//! The verdicts on pages that are broken, that were not understood, and that are hostile.

use crate::effort::effort;
use crate::support::{Copy, Run, begins, has};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The page of the newest tables. The tests share it.
fn page() -> &'static str {
    static PAGE: LazyLock<String> = LazyLock::new(|| Copy::of_tables("verdicts-page").page(&[]));
    &PAGE
}

/// Compares two pages.
fn compared(copy: &Copy, [before, after]: [&str; 2], format: &str) -> Run {
    let write = |name: &str, page: &str| {
        let file = copy.root().join(name);
        fs::write(&file, page).expect("a page");
        file.display().to_string()
    };
    let (before, after) = (write("before.html", before), write("after.html", after));
    copy.xtask(&[
        "diff", &before, &after, "--format", format, "--budget", "3000",
    ])
}

/// The exit status, the comment and the JSON of a comparison.
fn compare(copy: &Copy, before: &str, after: &str) -> (Option<i32>, String, serde_json::Value) {
    let comment = compared(copy, [before, after], "markdown");
    let again = compared(copy, [before, after], "json");
    assert_eq!(comment.status, again.status);
    let json = serde_json::from_str(&again.out);
    let json = json.unwrap_or_else(|error| panic!("{error}: {}", again.out));
    (comment.status, comment.out, json)
}

/// The part of a page from one heading to another.
fn part(page: &str, from: &str, to: &str) -> std::ops::Range<usize> {
    let at = |id: &str| {
        page.find(&format!("<h3 id=\"{id}\""))
            .unwrap_or_else(|| panic!("{id}"))
    };
    at(from)..at(to)
}

#[test]
fn broken_pages() {
    let copy = Copy::of_tables("broken-pages");
    let whole = page();
    let without = |from: &str, to: &str| {
        let range = part(whole, from, to);
        format!("{}{}", &whole[..range.start], &whole[range.end..])
    };
    let end = whole.find("</body>").expect("the end");
    let section = whole.find("<h2").expect("the section");
    let body = &whole[section..end];
    let tag = part(whole, "tag-name-state", "rcdata-less-than-sign-state");
    let last = whole
        .find("<h3 id=\"numeric-character-reference-end-state\"")
        .expect("the last state");
    let heading = last + whole[last..].find("</h3>").expect("its end") + 5;
    for (broken, rule) in [
        (
            without("tag-name-state", "rcdata-less-than-sign-state"),
            "missing state",
        ),
        (
            without("script-data-state", "processing-instruction-data-state"),
            "fewer states",
        ),
        (
            format!("{}{body}{}", &whole[..end], &whole[end..]),
            "section",
        ),
        (
            format!("{}{}{}", &whole[..end], &whole[tag], &whole[end..]),
            "twice",
        ),
        (whole[..last].to_owned(), "missing state"),
        (whole[..heading].to_owned(), "cut off"),
        (whole[..section].to_owned(), "section"),
    ] {
        let (status, comment, json) = compare(&copy, whole, &broken);
        // A page without the section, or with two, cannot be read.
        let expected = if rule == "section" { 2 } else { 3 };
        assert_eq!(status, Some(expected), "{rule}: {comment}");
        assert!(
            comment.starts_with("## Effect on the tokenizer: broken page\n"),
            "{rule}: {comment}"
        );
        assert_eq!(json["verdict"], "broken", "{rule}");
        let facts = json["broken"]
            .as_array()
            .or(json["decision"]["broken"].as_array());
        let rules: Vec<&str> = facts
            .expect("facts")
            .iter()
            .filter_map(|fact| fact["rule"].as_str())
            .collect();
        assert!(rules.contains(&rule), "{rule}: {rules:?}");
    }
    // The page before can be the broken one.
    let (status, ..) = compare(
        &copy,
        &without("tag-name-state", "rcdata-less-than-sign-state"),
        whole,
    );
    assert_eq!(status, Some(3));
}

#[test]
fn other_verdicts() {
    let copy = Copy::of_tables("other-verdicts");
    let whole = page();
    let (status, comment, json) = compare(&copy, whole, whole);
    assert_eq!(
        (status, &json["verdict"]),
        (Some(0), &"none".into()),
        "{comment}"
    );
    // Sentences that are not understood, before the rows and in a row.
    for (from, id) in [
        ("<p>", "tag-open-state"),
        ("<p>Multiply", "decimal-character-reference-state"),
        ("<p>", "decimal-character-reference-state"),
        ("<p>", "numeric-character-reference-end-state"),
    ] {
        let at = whole.find(&format!("<h3 id=\"{id}\"")).expect("a state");
        let opened = whole[at..].replacen(
            from,
            &from.replacen("<p>", "<p>Frobnicate the thing. ", 1),
            1,
        );
        let opened = format!("{}{opened}", &whole[..at]);
        let (status, comment, json) = compare(&copy, whole, &opened);
        assert_eq!(
            (status, &json["verdict"]),
            (Some(2), &"conditional".into()),
            "{id}: {comment}"
        );
        begins(
            &comment,
            "## Effect on the tokenizer: none, conditional on 1 sentence\n",
        );
    }
}

/// A comment without its blocks and spans of code.
fn outside_code(comment: &str) -> String {
    let mut out = String::new();
    let mut fence: Option<String> = None;
    for line in comment.lines() {
        let marks: String = line
            .trim_start()
            .chars()
            .take_while(|c| *c == '`')
            .collect();
        match &fence {
            Some(open) => {
                if marks.len() >= open.len() && line.trim() == marks {
                    fence = None;
                }
                continue;
            }
            None if marks.len() > 2 => {
                fence = Some(marks);
                continue;
            }
            None => {}
        }
        let mut rest = line;
        while let Some(at) = rest.find('`') {
            let is_escaped = rest[..at].ends_with('\\');
            let length = rest[at..].chars().take_while(|c| *c == '`').count();
            let marks = "`".repeat(length);
            let after = &rest[at + length..];
            out.push_str(&rest[..at]);
            rest = match after.find(&marks).filter(|_| !is_escaped) {
                Some(end) => &after[end + length..],
                None => after,
            };
        }
        out.push_str(rest);
        out.push('\n');
    }
    assert!(fence.is_none(), "a fence is open at the end");
    out
}

#[test]
fn nothing_of_a_page_is_live_in_the_comment() {
    const HOSTILE: &str = "Ping @name and @org/team about #1, org/repo#2 and GH-3, 0123456789abcdef0123456789abcdef01234567, \
        https://evil.example/x www.evil.example me@evil.example ![i](https://evil.example/i.png) [l](javascript:x) \
        &lt;img src=x onerror=y&gt; &lt;/details&gt; &lt;!-- x --&gt; ``` x ` ~~~ | x | **x** _x_ $x$ :tada:.";
    let copy = Copy::of_tables("hostile-page");
    let whole = page();
    let hostile_heading =
        "<h3 id=\"x\">@name #1 ``` &lt;b&gt; [x](y) state</h3><p>Emit it @name.</p>";
    let places = [
        whole.replacen(
            "<p>Consume the next input character:</p>",
            &format!("<p>{HOSTILE}</p><p>Consume the next input character:</p>"),
            1,
        ),
        whole.replacen("<dt>U+0026", &format!("<dt>{HOSTILE}</dt><dt>U+0026"), 1),
        whole.replacen(
            "<h3 id=\"rcdata-state\"",
            &format!("{hostile_heading}<h3 id=\"rcdata-state\""),
            1,
        ),
        whole.replacen("U+0026 AMPERSAND (&amp;)", "U+0026 AMPERSAND (@)", 1),
        whole.replacen("</h2>", &format!("</h2><p>{HOSTILE}</p>"), 1),
    ];
    for (number, hostile) in places.iter().enumerate() {
        assert!(*hostile != whole, "{number}");
        let step = effort(2, 1);
        let both = [[whole, hostile], [hostile, whole]].into_iter();
        for sides in both.skip(number % step).step_by(step) {
            let comment = compared(&copy, sides, "markdown").out;
            // An escaped bracket is text.
            let text = outside_code(&comment).replace("\\](", "");
            for live in [
                "@name", "@org", "@evil", "#1", "#2", "GH-3", "0123456", "://", "www.e", "](",
                "<img", "<!--", "<b>", "```", "~~", "**x", " _x", " $x", ":tada:",
            ] {
                assert!(!text.contains(live), "{number}, {live}: {text}");
            }
            assert_eq!(
                text.matches("<details>").count(),
                text.matches("</details>").count(),
                "{number}"
            );
        }
    }
}

#[test]
fn a_path_that_does_not_exist() {
    let copy = Copy::of_tables("no-such-file");
    for name in ["absent.html", "no/such/page", "./absent", "../absent.txt"] {
        assert!(!Path::new(name).exists());
        for arguments in [
            vec!["diff", "2026", name],
            vec!["check", name],
            vec!["watch", name],
        ] {
            let error = copy.xtask(&arguments).err;
            assert!(error.contains("no such file"), "{arguments:?}: {error}");
        }
    }
    let error = copy.xtask(&["diff", "2026", "whatwg-2026-07-20"]).err;
    has(&error, "no revision `whatwg-2026-07-20`");
}

/// A second row for the same characters can never run, and the report says so.
#[test]
fn a_row_that_can_never_run() {
    let copy = Copy::of_tables("row-that-never-runs");
    let whole = page();
    let at = whole.find("<h3 id=\"data-state\"").expect("the data state");
    let row = "<dt>U+003C LESS-THAN SIGN (&lt;)</dt>\n<dd>\n<p>Emit the current input character as a character token.</p>\n</dd>\n";
    let end = at + whole[at..].find("<dt>Anything else").expect("its last row");
    let start = at + whole[at..].find("<dt>").expect("its first row");
    // Whichever of the two counts as the new one, the second never runs.
    let says = "can never run: `U+003C (<)` before it matches the same";
    for place in [start, end] {
        let after = format!("{}{row}{}", &whole[..place], &whole[place..]);
        let json = compared(&copy, [whole, &after], "json").out;
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let all = json["states"].to_string();
        assert!(all.contains(says), "{says}: {all}");
    }
}
