//! The preprocessing of the input stream, which only whole pages have.
//!
//! A table of rules gives a row of the input stream for each sentence, as `MATCHER: STEPS` or `CLASS except SET: STEPS`.
//! Two decades of pages list characters or name classes for the same rows; a list that is exactly some classes becomes
//! their rows, so that equal pages give equal tables.

use super::Assembler;
use crate::outline::{PageBlock, Text};
use crate::report::Verdict;
use crate::rules::INPUT_STREAM;
use crate::section::Section;
use crate::sentence::sentences;
use tokenwright_tables::grammar::{Matcher, Step};
use tokenwright_tables::model::{About, Clause, InputStream, Located, On, Row};
use tokenwright_tables::set::Set;

/// The classes of characters that are errors, in the order of the tables, with the characters that later pages list.
const CLASSES: [(&str, &[&str]); 3] = [
    ("surrogate", &["surrogate"]),
    ("noncharacter", &["noncharacter"]),
    (
        "control",
        &[
            "U+0001 to U+0008",
            "U+000B (VT)",
            "U+000E to U+001F",
            "U+007F to U+009F",
        ],
    ),
];

impl Assembler<'_> {
    /// Reads the section.
    pub(super) fn preprocessing(&mut self, section: &Section<'_>) {
        "preprocessing the input stream".clone_into(&mut self.part);
        self.entry = None;
        let mut stream = InputStream {
            normalize_newlines: false,
            rows: Vec::new(),
        };
        for block in &section.introduction {
            match block {
                PageBlock::Paragraph { text, aside: None } => self.on_stream(text, &mut stream),
                _ => self.introduce(block),
            }
        }
        for part in &section.parts {
            self.unknown_part(part);
        }
        if stream.normalize_newlines || !stream.rows.is_empty() {
            self.found.input_stream = Some(stream);
        }
    }

    fn on_stream(&mut self, text: &Text, stream: &mut InputStream) {
        self.contradictions(text);
        for sentence in sentences(text) {
            let fit = INPUT_STREAM.fit(&sentence.text, false);
            let fit = fit.map(|(rule, values)| (rule.name, rule.lines(&values)));
            let known = fit.filter(|(_, lines)| take(lines, stream, &self.facts.about));
            if let Some((name, lines)) = known {
                self.record(&sentence, &lines.join("; "), Verdict::Modelled(vec![name]));
            } else if let Some(understood) = self.understand(&sentence) {
                self.introduction(&sentence, &understood);
            }
        }
    }
}

/// Takes what a sentence means; `false` if it cannot be said here.
fn take(lines: &[String], stream: &mut InputStream, about: &About) -> bool {
    if lines == ["newlines"] {
        stream.normalize_newlines = true;
        return true;
    }
    let read: Option<Vec<(&str, Row)>> = lines
        .iter()
        .map(|line| {
            let (on, steps) = line.split_once(": ")?;
            let (class, except) = on.split_once(" except ").unwrap_or((on, ""));
            // Of several classes, the exceptions are controls.
            let has = lines.len() == 1 || class == "control";
            let except = if has { except } else { "" };
            Some((class, row(class, except, steps)?))
        })
        .collect();
    let Some(mut read) = read else {
        return false;
    };
    let is_class = |name: &str| CLASSES.iter().any(|(class, _)| *class == name);
    if let [("U+0000 (NULL)", null), ..] = read.as_slice() {
        let replaced = row("U+0000 (NULL)", "", "replace the character with U+FFFD");
        // That this is an error refers to the sentence before.
        let again = null.body.len() > 1;
        if again && stream.rows.first() != replaced.as_ref() {
            return false;
        }
        stream.rows.splice(0..usize::from(again), [null.clone()]);
    } else if read.iter().all(|(on, _)| is_class(on)) {
        // The classes do not overlap: surrogates come first in all tables.
        read.sort_by_key(|(on, _)| *on != "surrogate");
        let first = usize::from(read[0].0 == "surrogate");
        let mut rows = read.into_iter().map(|(_, row)| row);
        stream.rows.splice(0..0, rows.by_ref().take(first));
        stream.rows.extend(rows);
    } else {
        stream.rows.extend(listed(read, about));
    }
    true
}

/// The rows of listed characters with the same steps: those of some classes, if they are all of them, or else one row.
fn listed(rows: Vec<(&str, Row)>, about: &About) -> Vec<Row> {
    let mut rows = rows.into_iter().map(|(_, row)| row);
    let Some(mut whole) = rows.next() else {
        return Vec::new();
    };
    let On::Consumed { any, .. } = &mut whole.on else {
        return Vec::new();
    };
    for row in rows {
        if let On::Consumed { any: more, .. } = row.on {
            any.extend(more);
        }
    }
    let all = Set::of_all(any, about);
    for classes in [&CLASSES[1..], &CLASSES] {
        let members = classes.iter().flat_map(|(_, members)| *members);
        let members = members.map(|text| Some(Located::nowhere(Matcher::parse(text)?)));
        let members: Option<Vec<_>> = members.collect();
        if members.is_some_and(|members| Set::of_all(&members, about) == all) {
            let rows = classes.iter().filter_map(|(class, _)| {
                let except = if *class == "control" { EXCEPT } else { "" };
                let body = whole.body.clone();
                Some(Row {
                    body,
                    ..row(class, except, "parse error")?
                })
            });
            return rows.collect();
        }
    }
    vec![whole]
}

/// The controls that are no errors.
const EXCEPT: &str = "ASCII whitespace or U+0000 (NULL)";

/// A row on a class but for some characters, which are joined by "or".
fn row(class: &str, except: &str, steps: &str) -> Option<Row> {
    let matchers = |text: &str| -> Option<Vec<Located<Matcher>>> {
        let each = text.split(" or ").filter(|text| !text.is_empty());
        each.map(|text| Some(Located::nowhere(Matcher::parse(text)?)))
            .collect()
    };
    let steps = steps.split("; ").map(|step| Step::parse(step).ok());
    let body = steps.map(|step| Some(Clause::Step(Located::nowhere(step?))));
    Some(Row {
        on: On::Consumed {
            any: matchers(class)?,
            except: matchers(except)?,
        },
        when: Vec::new(),
        body: body.collect::<Option<_>>()?,
        note: None,
        place: Located::nowhere(()),
    })
}
