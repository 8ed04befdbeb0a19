//! Files of tree-construction tests (`.dat`), as html5lib and web-platform-tests have them.
//!
//! Errors and trees are written; everything else stays byte for byte. So
//! a section is kept as a range of the file, and a line whose error stays is kept as it is written. A reader that
//! built all parts would have to write them again as their authors did. What is not in the form is refused, as a section
//! that is taken for a part of another would be written over.

use crate::trees;
use std::ops::Range;
use tokenwright_analyses::compare::trees::Start;
use tokenwright_tables::tree::grammar::ElementType;

/// A test of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct DatTest<'t> {
    /// The line of `#data`, from 1.
    pub(crate) line: usize,
    /// The input.
    pub(crate) data: &'t str,
    /// The lines below `#errors` in the file, without the heading.
    pub(crate) listed: Range<usize>,
    /// The section `#new-errors` in the file, with its heading; where it would begin if there is none.
    pub(crate) section: Range<usize>,
    /// The errors of the section.
    pub(crate) errors: Vec<DatError<'t>>,
    /// The context element, if the input is a fragment.
    pub(crate) context: Option<&'t str>,
    /// Whether scripts run, if the test says it.
    pub(crate) scripting: Option<bool>,
    /// The tree, a node or an attribute a line.
    pub(crate) tree: &'t str,
    /// Where that is in the file.
    pub(crate) document: Range<usize>,
}

impl DatTest<'_> {
    /// How its input is parsed: without scripting and with it, unless the test says which.
    pub(crate) fn starts(&self) -> Vec<Start> {
        let context = self.context.and_then(ElementType::named);
        let modes = self.scripting.map_or(vec![false, true], |only| vec![only]);
        let modes = modes.into_iter();
        let start = |scripting| Start {
            scripting,
            context: context.clone(),
        };
        modes.map(start).collect()
    }
}

/// A line such as `(1:9) unexpected-null-character`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DatError<'t> {
    /// The whole line.
    pub(crate) text: &'t str,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) code: &'t str,
}

/// A file that is not in the form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    /// The line, from 1.
    pub(crate) line: usize,
    pub(crate) message: String,
}

const HEADING: &str = "#new-errors\n";

/// The sections between `#errors` and `#document`, of which each may be missing.
const SECTIONS: [&str; 4] = [
    "#new-errors",
    "#document-fragment",
    "#script-on",
    "#script-off",
];

const CR: &str = "the line ends in CR LF; lines of the form end in LF";

/// The tests of a file.
///
/// # Errors
/// The first line that is not in the form.
pub(crate) fn tests(text: &str) -> Result<Vec<DatTest<'_>>, Malformed> {
    let mut tests = Vec::new();
    let mut lines = Lines {
        text,
        at: 0,
        line: 0,
    };
    let mut after_blank = true;
    while let Some((_, line)) = lines.next() {
        match line {
            "#data" if after_blank => tests.push(test(&mut lines)?),
            "#data" => return Err(lines.malformed("an empty line before `#data` is missing")),
            _ if tests.is_empty() && !line.is_empty() => {
                let message = match line {
                    _ if line.starts_with('\u{FEFF}') => "a byte order mark before `#data`",
                    _ if line.ends_with('\r') => CR,
                    _ => "`#data` is missing",
                };
                return Err(lines.malformed(message));
            }
            _ => {}
        }
        // The tree of a test ends with an empty line before the next test.
        after_blank = line.is_empty();
    }
    Ok(tests)
}

/// Reads a test up to its tree, after the line `#data`.
fn test<'t>(lines: &mut Lines<'t>) -> Result<DatTest<'t>, Malformed> {
    let first = lines.line;
    let start = lines.at;
    let mut after_blank = false;
    let end = loop {
        match lines.next() {
            Some((at, "#errors")) => break at,
            Some((_, "#data")) if after_blank => {
                return Err(lines.malformed("`#errors` is missing before the next test"));
            }
            Some((_, line)) => after_blank = line.is_empty(),
            None => return Err(lines.malformed("`#errors` is missing")),
        }
    };
    let data = lines.text.get(start..end.saturating_sub(1).max(start));
    let mut test = DatTest {
        line: first,
        data: data.unwrap_or_default(),
        listed: lines.at..lines.at,
        ..DatTest::default()
    };
    let mut headings = vec!["#errors"];
    loop {
        let Some((at, line)) = lines.next() else {
            return Err(lines.malformed("`#document` is missing"));
        };
        let heading = *headings.last().unwrap_or(&"");
        if line.starts_with('#') {
            match heading {
                "#errors" => {
                    test.listed.end = at;
                    test.section = at..at;
                }
                "#new-errors" => test.section.end = at,
                "#document-fragment" if test.context.is_none() => {
                    return Err(lines.malformed("the element of the fragment is missing"));
                }
                _ => {}
            }
            if line == "#document" {
                test.tree = lines.tree();
                let start = lines.at.min(lines.text.len());
                test.document = start..start + test.tree.len();
                return Ok(test);
            }
            refuse_heading(line, &headings).map_err(|message| lines.malformed(&message))?;
            headings.push(line);
            match line {
                "#new-errors" => test.section = at..at,
                "#script-on" => test.scripting = Some(true),
                "#script-off" => test.scripting = Some(false),
                _ => {}
            }
            continue;
        }
        match heading {
            "#new-errors" => {
                let error = error(line);
                let form = "an error has the form `(LINE:COLUMN) code`";
                test.errors
                    .push(error.ok_or_else(|| lines.malformed(form))?);
            }
            "#document-fragment" if !line.is_empty() => {
                trees::context(line).map_err(|message| lines.malformed(&message))?;
                if test.context.replace(line).is_some() {
                    return Err(lines.malformed("a fragment has one element"));
                }
            }
            _ => {}
        }
    }
}

/// Refuses a heading that is none of a section, or whose section cannot follow those before it.
fn refuse_heading(line: &str, before: &[&str]) -> Result<(), String> {
    let is_script = |line: &str| line.starts_with("#script-");
    match line {
        _ if line.ends_with('\r') => Err(CR.to_owned()),
        _ if before.contains(&line) => Err(format!("a second section `{line}`")),
        _ if !SECTIONS.contains(&line) => Err(format!(
            "no section is called `{line}`; expected one of `{}` or `#document`",
            SECTIONS.join("`, `")
        )),
        _ if is_script(line) && before.iter().any(|other| is_script(other)) => {
            Err("a test has one of `#script-on` and `#script-off`".to_owned())
        }
        _ => Ok(()),
    }
}

/// Reads `(1:9) code` or `(1:9-1:12) code`.
fn error(text: &str) -> Option<DatError<'_>> {
    let (place, code) = text.strip_prefix('(')?.split_once(") ")?;
    let (line, column) = place.split('-').next()?.split_once(':')?;
    Some(DatError {
        text,
        line: line.parse().ok()?,
        column: column.parse().ok()?,
        code,
    })
}

/// The section with other errors: empty if there are none. A line whose error stays is kept as it is.
pub(crate) fn section(before: &[DatError<'_>], after: &[(usize, usize, String)]) -> String {
    let mut kept: Vec<&DatError<'_>> = before.iter().collect();
    let mut out = String::new();
    for (line, column, code) in after {
        let same =
            |e: &&DatError<'_>| (e.line, e.column, e.code) == (*line, *column, code.as_str());
        out += &match kept.iter().position(same) {
            Some(at) => kept.remove(at).text.to_owned(),
            None => format!("({line}:{column}) {code}"),
        };
        out.push('\n');
    }
    match out.is_empty() {
        true => out,
        false => format!("{HEADING}{out}"),
    }
}

/// The lines of a text, with where each begins.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<(usize, &'t str)> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let at = self.at;
        let line = rest.split('\n').next()?;
        self.at = (at + line.len() + 1).min(self.text.len());
        self.line += 1;
        Some((at, line))
    }

    /// The lines up to the next test, without the empty ones at their end.
    fn tree(&self) -> &'t str {
        let at = self.at.min(self.text.len());
        // A tree may be empty: then the line before it ends before the empty line.
        let before = at.saturating_sub(1);
        let end = self.text[before..].find("\n\n#data\n");
        let end = end.map_or(self.text.len(), |end| before + end);
        self.text[at..end.max(at)].trim_end_matches('\n')
    }

    fn malformed(&self, message: &str) -> Malformed {
        Malformed {
            line: self.line,
            message: message.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const FILE: &str = "#data\n<a\n\n#document\n#errors\n(1,0): old\n#new-errors\n(1:3-1:4) eof-in-tag\n#document-fragment\nsvg path\n#script-on\n#document\n| x\n\n#data\n#errors\n#document\n| <html>\n";

    #[test]
    fn a_tree_may_be_empty() {
        let file = "#data\na\n#errors\n#document-fragment\ncolgroup\n#document\n\n#data\nb\n#errors\n#document\n";
        let tests = tests(file).expect("the form");
        let trees: Vec<_> = tests.iter().map(|test| (test.data, test.tree)).collect();
        assert_eq!(trees, [("a", ""), ("b", "")]);
    }

    #[test]
    fn sections_are_found() {
        let tests = tests(FILE).expect("the form");
        assert_eq!(tests.len(), 2);
        assert_eq!(tests[0].data, "<a\n\n#document");
        assert_eq!(
            (tests[0].context, tests[0].scripting),
            (Some("svg path"), Some(true))
        );
        assert_eq!(
            &FILE[tests[0].section.clone()],
            "#new-errors\n(1:3-1:4) eof-in-tag\n"
        );
        assert_eq!((tests[1].data, tests[1].line), ("", 15));
        assert_eq!([tests[0].tree, tests[1].tree], ["| x", "| <html>"]);
        assert!(FILE[tests[1].section.start..].starts_with("#document\n| <html>"));
        assert!(tests[1].section.is_empty());
        assert_eq!(&FILE[tests[0].listed.clone()], "(1,0): old\n");
        assert!(tests[1].listed.is_empty());
        let documents = tests.iter().map(|test| &FILE[test.document.clone()]);
        assert_eq!(documents.collect::<Vec<_>>(), ["| x", "| <html>"]);
    }

    #[test]
    fn a_line_stays_if_its_error_does() {
        let tests = tests(FILE).expect("the form");
        let after = [
            (1, 3, "eof-in-tag".to_owned()),
            (2, 1, "eof-in-cdata".to_owned()),
        ];
        assert_eq!(
            section(&tests[0].errors, &after),
            "#new-errors\n(1:3-1:4) eof-in-tag\n(2:1) eof-in-cdata\n"
        );
        assert_eq!(section(&tests[0].errors, &[]), "");
    }

    /// A section ends where the next begins, whatever that is.
    #[test]
    fn sections_may_be_in_any_order() {
        let sections = [
            "#new-errors\n(1:1) eof-in-tag\n",
            "#document-fragment\ndiv\n",
            "#script-off\n",
        ];
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let [first, second, third] = order.map(|at| sections[at]);
            let file = format!("#data\na\n#errors\nlisted\n{first}{second}{third}#document\n| x\n");
            let tests = tests(&file).expect("the form");
            let [test] = &tests[..] else {
                panic!("one test: {tests:?}");
            };
            assert_eq!(&file[test.listed.clone()], "listed\n");
            assert_eq!(&file[test.section.clone()], sections[0]);
            assert_eq!(test.errors.len(), 1);
            assert_eq!((test.context, test.scripting), (Some("div"), Some(false)));
            assert_eq!(&file[test.document.clone()], "| x");
        }
    }

    #[test]
    fn other_forms_are_refused() {
        type Cases = BTreeMap<String, Vec<(String, usize, String)>>;
        let cases: Cases =
            toml::from_str(include_str!("../tests/data/malformed.toml")).expect("cases");
        let cases = &cases["cases"];
        assert_eq!(cases.len(), 16);
        for (text, line, message) in cases.clone() {
            let malformed = Malformed { line, message };
            assert_eq!(tests(&text), Err(malformed), "{text}");
        }
        assert_eq!(tests(""), Ok(Vec::new()));
    }
}
