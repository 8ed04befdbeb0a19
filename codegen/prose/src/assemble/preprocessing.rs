//! The preprocessing of the input stream, which only whole pages have.

use super::Assembler;
use crate::hole::{Kind, member};
use crate::outline::PageBlock;
use crate::pattern::Pattern;
use crate::report::Verdict;
use crate::section::Section;
use crate::sentence::sentences;
use tokenwright_tables::grammar::{Matcher, Step};
use tokenwright_tables::model::{About, Clause, InputStream, Located, On, Row};
use tokenwright_tables::set::Set;

/// Sentences on errors: the error and its classes. Unnamed errors have no name.
const ERRORS: [(&str, &[&str]); 6] = [
    (
        "any occurrences of surrogates are [{code} |]parse errors",
        &["surrogate"],
    ),
    (
        "any character that is [a |]not a Unicode character, i.e. any isolated surrogate, is a[n|] [{code} |]parse error",
        &["surrogate"],
    ),
    (
        "any occurrences of noncharacters are {code} parse errors and any occurrences of controls other than ASCII whitespace and U+0000 (NULL) characters are {code} parse errors",
        &["noncharacter", "control"],
    ),
    (
        "any occurrences of noncharacters and controls other than ASCII whitespace and U+0000 (NULL) characters are parse errors",
        &["noncharacter", "control"],
    ),
    (
        "any occurrences of surrogates, noncharacters, and controls other than ASCII whitespace and U+0000 (NULL) characters are parse errors",
        &["surrogate", "noncharacter", "control"],
    ),
    (
        "any occurrences of noncharacters are [{code} |]parse errors",
        &["noncharacter"],
    ),
];

/// Sentences on newlines: CR LF and CR become LF.
const NEWLINES: [&str; 4] = [
    "before the tokenization stage, the input stream must be preprocessed by normalizing newlines",
    "any LF character that immediately follows a CR character must be ignored, and all CR characters must then be converted to LF characters",
    "any U+000A (LF) characters that immediately follow U+000D (CR) characters must be ignored, and all U+000D (CR) characters must then be converted to U+000A (LF) characters",
    "all CR characters must be converted to LF characters, and any LF characters that immediately follow a CR character must be ignored",
];

/// Sentences on U+0000, which becomes U+FFFD; the next sentence says that this is an error.
const NULL: [&str; 2] = [
    "all U+0000 (NULL) characters in the input must be replaced by U+FFFD characters",
    "all U+0000 (NULL) characters in the input must be replaced by U+FFFDs",
];
const NULL_ERROR: &str = "any occurrences of such characters is a parse error";

/// Sentences on the byte order mark, which decoding removes; later pages require this for the bytes.
const BYTE_ORDER_MARK: [&str; 2] = [
    "one leading U+FEFF character must be ignored if any are present in the input stream",
    "one leading U+FEFF character must be ignored if any are present",
];

impl Assembler<'_> {
    /// Reads the section. Its other sentences are about insertion points and the like; a sentence on a
    /// parse error or a newline that matches no rule is reported.
    pub(super) fn preprocessing(&mut self, section: &Section<'_>) {
        "preprocessing the input stream".clone_into(&mut self.part);
        self.entry = None;
        let errors: Vec<(Pattern, &[&str])> = ERRORS
            .iter()
            .map(|(pattern, classes)| (Pattern::new(pattern), *classes))
            .collect();
        let mut stream = InputStream {
            normalize_newlines: false,
            rows: Vec::new(),
        };
        for block in &section.introduction {
            let PageBlock::Paragraph { text, aside: None } = block else {
                continue;
            };
            self.contradictions(text);
            for sentence in sentences(text) {
                let fit = errors.iter().find_map(|(pattern, classes)| {
                    let fillings = pattern.fit(&sentence.text)?;
                    Some((fillings, *classes))
                });
                if let Some((fillings, classes)) = fit {
                    self.record(
                        &sentence,
                        &sentence.text,
                        Verdict::Modelled(vec!["error of the input stream"]),
                    );
                    for (at, class) in classes.iter().enumerate() {
                        let code = fillings.get(at).and_then(|(_, codes)| codes.first());
                        let row = row(class, code.map(String::as_str));
                        // The classes do not overlap: surrogates come first in all tables.
                        let place = if *class == "surrogate" {
                            0
                        } else {
                            stream.rows.len()
                        };
                        stream.rows.splice(place..place, row);
                    }
                } else if let Some(row) = excepting(&sentence.text) {
                    self.record(
                        &sentence,
                        &sentence.text,
                        Verdict::Modelled(vec!["error of the input stream"]),
                    );
                    stream.rows.push(row);
                } else if let Some(listed) = listed(&sentence.text) {
                    self.record(
                        &sentence,
                        &sentence.text,
                        Verdict::Modelled(vec!["error of the input stream"]),
                    );
                    stream.rows.extend(rows(listed, &self.facts.about));
                } else if NULL.contains(&sentence.text.as_str()) {
                    self.record(
                        &sentence,
                        "NULL",
                        Verdict::Modelled(vec!["NULL is replaced"]),
                    );
                    stream
                        .rows
                        .splice(0..0, null_row(&["replace the character with U+FFFD"]));
                } else if sentence.text == NULL_ERROR
                    && let Some(first) = stream.rows.first_mut()
                    && null_row(&["replace the character with U+FFFD"]).as_ref() == Some(first)
                {
                    self.record(
                        &sentence,
                        "NULL",
                        Verdict::Modelled(vec!["NULL is an error"]),
                    );
                    let steps = ["parse error", "replace the character with U+FFFD"];
                    first.clone_from(&null_row(&steps).expect("both are steps"));
                } else if BYTE_ORDER_MARK.contains(&sentence.text.as_str()) {
                    let because = "a matter of the bytes";
                    self.record(
                        &sentence,
                        "",
                        Verdict::WithoutEffect("byte order mark", because),
                    );
                } else if NEWLINES.contains(&sentence.text.as_str()) {
                    self.record(&sentence, "newlines", Verdict::Modelled(vec!["newlines"]));
                    stream.normalize_newlines = true;
                } else if sentence.text.contains("parse error")
                    || sentence.text.contains("must be ignored")
                    || sentence.text.contains("must be replaced")
                {
                    self.record(&sentence, "", Verdict::NotUnderstood { nearest: None });
                }
            }
        }
        if stream.normalize_newlines || !stream.rows.is_empty() {
            self.found.input_stream = Some(stream);
        }
    }
}

/// The row of `Any occurrences of controls other than ASCII whitespace and ... are parse errors`.
fn excepting(text: &str) -> Option<Row> {
    let text = text.strip_prefix("any occurrences of ")?;
    let (class, rest) = text.split_once(" other than ")?;
    let (members, error) = rest.rsplit_once(" are ")?;
    let step = match error.strip_suffix("parse errors")?.trim_end() {
        "" => "parse error".to_owned(),
        code => format!("parse error: {}", Kind::Code.read(code)?.first()?),
    };
    let members = members.strip_suffix(" characters").unwrap_or(members);
    let members = members.replace(", and ", ", ").replace(" and ", ", ");
    let matcher = |text: &str| Some(Located::nowhere(Matcher::parse(&member(text)?)?));
    let except: Option<Vec<_>> = members.split(", ").map(matcher).collect();
    let class = matcher(class)?;
    let step = Clause::Step(Located::nowhere(Step::parse(&step).ok()?));
    Some(row_on(vec![class], except?, vec![step]))
}

/// The characters of `Any occurrences of any characters in the ranges ... are parse errors`.
fn listed(text: &str) -> Option<Vec<Located<Matcher>>> {
    let text = text.strip_prefix("any occurrences of any characters in the range")?;
    let text = text.strip_prefix('s').unwrap_or(text).strip_prefix(' ')?;
    let text = text.strip_suffix(" are parse errors")?;
    let text = text
        .replace(" and characters ", " ")
        .replace("and characters ", "");
    let parts = text.split(", ").flat_map(|part| part.split(" and "));
    let parts = parts.map(|part| {
        part.strip_prefix("and ")
            .unwrap_or(part)
            .trim_end_matches(',')
    });
    let parts = parts.filter(|part| !part.is_empty());
    parts
        .map(|part| Some(Located::nowhere(Matcher::parse(&member(part)?)?)))
        .collect()
}

/// Rows on listed characters: by the classes that they are all of, if they are, as later pages have it.
fn rows(listed: Vec<Located<Matcher>>, about: &About) -> Vec<Row> {
    const CONTROLS: [&str; 4] = [
        "U+0001 to U+0008",
        "U+000B (VT)",
        "U+000E to U+001F",
        "U+007F to U+009F",
    ];
    let all = Set::of_all(&listed, about);
    for classes in [
        &["noncharacter", "control"][..],
        &["surrogate", "noncharacter", "control"],
    ] {
        let (controls, others): (Vec<&str>, Vec<&str>) =
            classes.iter().partition(|class| **class == "control");
        let texts = others
            .into_iter()
            .chain(controls.iter().flat_map(|_| CONTROLS));
        let members: Option<Vec<_>> = texts
            .map(|text| Matcher::parse(text).map(Located::nowhere))
            .collect();
        if members.is_some_and(|members| Set::of_all(&members, about) == all) {
            return classes
                .iter()
                .filter_map(|class| row(class, None))
                .collect();
        }
    }
    let error = Step::parse("parse error").map(|step| vec![Clause::Step(Located::nowhere(step))]);
    vec![row_on(listed, Vec::new(), error.unwrap_or_default())]
}

fn null_row(steps: &[&str]) -> Option<Row> {
    let null = Located::nowhere(Matcher::parse("U+0000 (NULL)")?);
    let steps = steps.iter().map(|step| Step::parse(step).ok());
    let steps: Option<Vec<Step>> = steps.collect();
    let body = steps?
        .into_iter()
        .map(|step| Clause::Step(Located::nowhere(step)));
    Some(row_on(vec![null], Vec::new(), body.collect()))
}

fn row_on(any: Vec<Located<Matcher>>, except: Vec<Located<Matcher>>, body: Vec<Clause>) -> Row {
    Row {
        on: On::Consumed { any, except },
        when: Vec::new(),
        body,
        note: None,
        place: Located::nowhere(()),
    }
}

fn row(class: &str, code: Option<&str>) -> Option<Row> {
    let matchers = |texts: &[&str]| -> Option<Vec<Located<Matcher>>> {
        let read = texts
            .iter()
            .map(|text| Matcher::parse(text).map(Located::nowhere));
        read.collect()
    };
    let except: &[&str] = if class == "control" {
        &["ASCII whitespace", "U+0000 (NULL)"]
    } else {
        &[]
    };
    let error = code.map_or("parse error".to_owned(), |code| {
        format!("parse error: {code}")
    });
    let step = Clause::Step(Located::nowhere(Step::parse(&error).ok()?));
    Some(row_on(matchers(&[class])?, matchers(except)?, vec![step]))
}
