//! The pages.

use super::examples::{Example, Shows, examples};
use std::collections::BTreeSet;
use std::fmt::Write;
use tokenwright_codegen::compare::report;
use tokenwright_codegen::compare::{Grade, Verdict, compare};
use tokenwright_codegen::diff::{self, Kind, Subject};
use tokenwright_codegen::interpret::{Output, Refusal};
use tokenwright_codegen::load::Loaded;
use tokenwright_codegen::suite::Suite;

/// How many examples a family has at most, of each kind.
const EXAMPLES: usize = 10;

/// A revision, and the tests made from its tables.
pub(super) struct Side<'l> {
    pub(super) loaded: &'l Loaded,
    pub(super) suite: Suite,
}

impl Side<'_> {
    pub(super) fn id(&self) -> &str {
        &self.loaded.revision.about.id
    }

    /// The year, which is what people remember.
    fn year(&self) -> &str {
        let date = &self.loaded.revision.about.date;
        date.split('-').next().unwrap_or(date)
    }

    fn states(&self) -> BTreeSet<&str> {
        let states = self.loaded.revision.states.iter();
        states.map(|state| state.name.as_str()).collect()
    }
}

/// The titles of families, in the order of the pages.
const FAMILIES: [(&str, &str); 12] = [
    ("input stream", "The input itself"),
    ("text", "Text"),
    ("tags", "Tags"),
    ("attributes", "Attributes"),
    (
        "raw text end tags",
        "End tags of `<textarea>`, `<title>` and `<style>`",
    ),
    ("script data", "Scripts"),
    ("comments", "Comments"),
    ("doctype", "DOCTYPEs"),
    ("cdata sections", "CDATA sections"),
    ("processing instructions", "Processing instructions"),
    ("character references", "Character references"),
    ("other states", "Other states"),
];

/// The name of the page about a revision and the one before it.
pub(super) fn name(sides: &[Side<'_>], at: usize) -> String {
    format!("{}-to-{}.md", sides[at - 1].id(), sides[at].id())
}

/// The list of pages.
pub(super) fn index(sides: &[Side<'_>]) -> String {
    let mut out = String::from(
        "# What changed in tokenizing HTML\n\nWritten by `cargo xtask history`: a page for every two \
         neighbouring revisions, with inputs that both of them read, and what each makes of them.\n\n",
    );
    for at in 1..sides.len() {
        let [from, to] = [&sides[at - 1], &sides[at]];
        let states = [from, to].map(|side| side.loaded.revision.states.len());
        let _ = writeln!(
            out,
            "- [{} to {}]({}): {} states became {}",
            from.year(),
            to.year(),
            name(sides, at),
            states[0],
            states[1]
        );
    }
    out
}

/// The page about a revision and the one before it.
///
/// # Errors
/// Where one of them cannot be run.
pub(super) fn page(sides: &[Side<'_>], at: usize) -> Result<String, Refusal> {
    let [from, to] = [&sides[at - 1], &sides[at]];
    let mut out = format!("# From {} to {}\n\n", from.year(), to.year());
    links(&mut out, sides, at);
    let told = |side: &Side<'_>| {
        let about = &side.loaded.revision.about;
        format!("{} of {} (`{}`)", about.title, about.date, about.id)
    };
    let _ = writeln!(
        out,
        "Two tokenizers read the same text: one follows {}, the other {}. Everything below is made from the \
         tables of both by `cargo xtask history`.\n",
        told(from),
        told(to)
    );
    states(&mut out, from, to);
    whole(&mut out, from, to)?;
    let mut families = examples(from, to)?;
    for (family, title) in FAMILIES {
        if let Some(all) = families.remove(family) {
            let _ = writeln!(out, "## {title}\n");
            section(&mut out, &all, Shows::Tokens, [from.year(), to.year()]);
            section(&mut out, &all, Shows::Errors, [from.year(), to.year()]);
        }
    }
    quiet(&mut out, from, to);
    links(&mut out, sides, at);
    out.truncate(out.trim_end().len());
    out.push('\n');
    Ok(out)
}

fn links(out: &mut String, sides: &[Side<'_>], at: usize) {
    let mut links = Vec::new();
    if at > 1 {
        let years = (sides[at - 2].year(), sides[at - 1].year());
        links.push(format!(
            "[← {} to {}]({})",
            years.0,
            years.1,
            name(sides, at - 1)
        ));
    }
    links.push("[all pages](README.md)".to_owned());
    if at + 1 < sides.len() {
        let years = (sides[at].year(), sides[at + 1].year());
        links.push(format!(
            "[{} to {} →]({})",
            years.0,
            years.1,
            name(sides, at + 1)
        ));
    }
    let _ = writeln!(out, "{}\n", links.join(" · "));
}

/// Which states came and went.
fn states(out: &mut String, from: &Side<'_>, to: &Side<'_>) {
    let (old, new) = (from.states(), to.states());
    let renamed: Vec<(&str, &str)> = to
        .loaded
        .revision
        .states
        .iter()
        .filter_map(|state| Some((state.was.as_deref()?, state.name.as_str())))
        .filter(|(was, is)| old.contains(was) && !old.contains(is))
        .collect();
    let _ = writeln!(out, "{} states became {}.", old.len(), new.len());
    let is_renamed = |name: &&&str| {
        !renamed
            .iter()
            .any(|(was, is)| *was == **name || *is == **name)
    };
    for (title, some) in [
        (
            "New",
            new.difference(&old).filter(is_renamed).collect::<Vec<_>>(),
        ),
        ("Gone", old.difference(&new).filter(is_renamed).collect()),
    ] {
        if !some.is_empty() {
            let some: Vec<&str> = some.into_iter().copied().collect();
            let _ = writeln!(out, "{title}: {}.", some.join(", "));
        }
    }
    if !renamed.is_empty() {
        let all: Vec<String> = renamed
            .iter()
            .map(|(a, b)| format!("{a} is now {b}"))
            .collect();
        let _ = writeln!(out, "Under another name: {}.", all.join(", "));
    }
    out.push('\n');
}

/// The shortest input of all.
fn whole(out: &mut String, from: &Side<'_>, to: &Side<'_>) -> Result<(), Refusal> {
    let (a, b) = (from.loaded, to.loaded);
    match compare((&a.revision, &a.references), (&b.revision, &b.references))? {
        Verdict::Equal(_) => out.push_str("No input is taken otherwise: that is proved.\n\n"),
        Verdict::Differs { grade, witness, .. } => {
            let what = match grade {
                Grade::Tokens => "comes out as other tokens",
                Grade::Errors => {
                    "has other parse errors; the tokens of every input are the same, which is proved"
                }
                Grade::Places | Grade::None => {
                    "has its parse errors at other places; all else is the same, which is proved"
                }
            };
            let start = report::setting(&witness.setting);
            let start = if start.is_empty() {
                start
            } else {
                format!(" ({start})")
            };
            let _ = writeln!(
                out,
                "**The shortest input that {what}:** {}{start}. No shorter one does.\n",
                report::input(&witness.input)
            );
        }
        Verdict::Unknown(why) => {
            let _ = writeln!(
                out,
                "Whether any input is taken otherwise is open: {why}.\n"
            );
        }
    }
    Ok(())
}

fn section(out: &mut String, all: &[Example], shows: Shows, years: [&str; 2]) {
    let some: Vec<&Example> = all.iter().filter(|e| e.shows == shows).collect();
    if some.is_empty() {
        return;
    }
    if shows == Shows::Errors {
        out.push_str("The tokens stay the same, and a validator says something else:\n\n");
    }
    let _ = writeln!(
        out,
        "| input | {} | {} |\n|---|---|---|",
        years[0], years[1]
    );
    for example in some.iter().take(EXAMPLES) {
        let inside = match example.inside {
            "" => String::new(),
            inside => format!("<br>{inside}"),
        };
        let _ = write!(out, "| {}{inside} |", cell(&report::input(&example.input)));
        for (at, output) in example.outputs.iter().enumerate() {
            let other = &example.outputs[1 - at];
            let _ = write!(out, " {} |", told(output, other, shows));
        }
        out.push('\n');
    }
    let more = some.len().saturating_sub(EXAMPLES);
    if more > 0 {
        let rows: BTreeSet<&str> = some[EXAMPLES..].iter().map(|e| e.row.as_str()).collect();
        let rows: Vec<&str> = rows.into_iter().take(6).collect();
        let _ = writeln!(
            out,
            "\n{more} more, for example in the rows {}.",
            rows.join("; ")
        );
    }
    out.push('\n');
}

/// What one side gives, as far as the other gives something else.
fn told(output: &Output, other: &Output, shows: Shows) -> String {
    let errors = || {
        let all = output.errors.iter();
        let all: Vec<String> = all
            .map(|error| match error.code.as_str() {
                "parse-error" => format!("error at {}:{}", error.line, error.column),
                code => format!("{code} at {}:{}", error.line, error.column),
            })
            .collect();
        match all.is_empty() {
            true => "no error".to_owned(),
            false => all.join(", "),
        }
    };
    if shows == Shows::Errors {
        return errors();
    }
    let tokens = format!("`{}`", cell(&report::tokens(&Ok(output.clone()))));
    match output.errors.len() == other.errors.len() {
        true => tokens,
        false => format!("{tokens}<br>{}", errors()),
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// What changed in the tables and is told by no example.
fn quiet(out: &mut String, from: &Side<'_>, to: &Side<'_>) {
    let side = |side: &Side<'_>| {
        let references = Some(side.loaded.references.clone());
        diff::Side::of_tables(side.loaded.revision.clone(), references)
    };
    let difference = diff::compare(side(from), side(to));
    let references = difference
        .changes()
        .filter(|change| matches!(change.subject, Subject::Reference(_)));
    let names: Vec<&str> = references.filter_map(|c| c.id.rsplit(' ').next()).collect();
    let named = difference
        .changes()
        .filter(|c| c.kind == Kind::Named)
        .count();
    let mut lines = Vec::new();
    if !names.is_empty() {
        let some: Vec<String> = names
            .iter()
            .take(8)
            .map(|name| format!("`&{name}`"))
            .collect();
        lines.push(format!(
            "{} named character references are new, gone, or stand for something else: {}{}",
            names.len(),
            some.join(", "),
            if names.len() > some.len() {
                ", …"
            } else {
                ""
            }
        ));
    }
    if named > 0 {
        lines.push(format!("parse errors got a name in {named} rows"));
    }
    if !difference.editorial.is_empty() {
        lines.push(format!(
            "{} places say the same in other words",
            difference.editorial.len()
        ));
    }
    if lines.is_empty() {
        return;
    }
    out.push_str("## Besides\n\n");
    for line in lines {
        let _ = writeln!(out, "- {line}");
    }
    out.push('\n');
}
