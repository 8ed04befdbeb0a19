//! The preprocessing of the input stream, which only whole pages have.

use super::Assembler;
use crate::grammar::form::Hole;
use crate::grammar::{Matcher, Step};
use crate::model::{Clause, InputStream, Located, On, Row};
use crate::prose::outline::Block;
use crate::prose::pattern::Pattern;
use crate::prose::report::Verdict;
use crate::prose::section::Section;
use crate::prose::sentence::sentences;

/// Sentences on errors: what is an error, what is none of it, the name of the error. A name of `-`
/// is an error without a name, and no class is the one of the sentence's own holes.
const ERRORS: [(&str, &[&str]); 3] = [
    (
        "any occurrences of surrogates are {code} parse errors",
        &["surrogate"],
    ),
    (
        "any occurrences of noncharacters are {code} parse errors and any occurrences of controls other than ASCII whitespace and U+0000 (NULL) characters are {code} parse errors",
        &["noncharacter", "control"],
    ),
    (
        "any occurrences of noncharacters are {code} parse errors",
        &["noncharacter"],
    ),
];

/// Sentences on newlines, which all say that CR LF and CR become LF.
const NEWLINES: [&str; 3] = [
    "before the tokenization stage, the input stream must be preprocessed by normalizing newlines",
    "any LF character that immediately follows a CR character must be ignored, and all CR characters must then be converted to LF characters",
    "any U+000A (LF) characters that immediately follow U+000D (CR) characters must be ignored, and all U+000D (CR) characters must then be converted to U+000A (LF) characters",
];

impl Assembler<'_> {
    /// Reads the section. Its other sentences are about insertion points and the like; one that
    /// speaks of a parse error or a newline and fits no rule is reported.
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
            let Block::Paragraph { text, aside: None } = block else {
                continue;
            };
            for sentence in sentences(text) {
                let fit = errors.iter().find_map(|(pattern, classes)| {
                    let fillings = pattern.fit(&sentence.text)?;
                    Some((fillings, *classes))
                });
                if let Some((fillings, classes)) = fit {
                    self.tell(
                        &sentence,
                        &sentence.text,
                        Verdict::Modelled(vec!["error of the input stream"]),
                    );
                    for ((_, code), class) in fillings.iter().zip(classes) {
                        let code = code.first().map_or("", String::as_str);
                        stream.rows.extend(row(class, code));
                    }
                } else if NEWLINES.contains(&sentence.text.as_str()) {
                    self.tell(&sentence, "newlines", Verdict::Modelled(vec!["newlines"]));
                    stream.normalize_newlines = true;
                } else if sentence.text.contains("parse error")
                    || sentence.text.contains("must be ignored")
                    || sentence.text.contains("must be replaced")
                {
                    self.tell(&sentence, "", Verdict::NotUnderstood { nearest: None });
                }
            }
        }
        if stream.normalize_newlines || !stream.rows.is_empty() {
            self.found.input_stream = Some(stream);
        }
    }
}

fn row(class: &str, code: &str) -> Option<Row> {
    let matchers = |texts: &[&str]| -> Option<Vec<Located<Matcher>>> {
        let read = texts
            .iter()
            .map(|text| Matcher::read(text).map(Located::nowhere));
        read.collect()
    };
    let except: &[&str] = if class == "control" {
        &["ASCII whitespace", "U+0000 (NULL)"]
    } else {
        &[]
    };
    let step = Step::parse(&format!("parse error: {code}")).ok()?;
    Some(Row {
        on: On::Consumed {
            any: matchers(&[class])?,
            except: matchers(except)?,
        },
        when: Vec::new(),
        body: vec![Clause::Step(Located::nowhere(step))],
        note: None,
        place: Located::nowhere(()),
    })
}
