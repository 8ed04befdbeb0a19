//! The pages.
//!
//! A page is for readers of the standard: groups by what a user of a tokenizer notices, changed tokens first, each
//! with an input and both outputs. Everything on it comes from the tables, so it can be written again and compared in
//! a test; a sentence about why something changed would not be in them. Where no input was found, a change is listed
//! without one.

use super::change_groups::{self, ChangeGroup};
use super::divergence::Shows;
use super::examples::{self, Example};
use super::sections::SECTIONS;
use super::variants::VariantBuilder;
use super::{section, show};
use crate::markdown;
use std::collections::BTreeSet;
use std::fmt::Write;
use tokenwright_analyses::compare::report;
use tokenwright_analyses::compare::{Grade, Verdict, Witness, compare, shortest_document};
use tokenwright_analyses::diff::{self, Difference, Kind, Subject};
use tokenwright_interpreter::{Refusal, Setup, interpret};
use tokenwright_tables::load::Loaded;

/// The number of references shown, and the preferred length of their names.
const REFERENCES: usize = 5;
const WORD: usize = 7;
/// The maximum number of added or removed states to list.
const STATES: usize = 10;

fn names_of_states(loaded: &Loaded) -> BTreeSet<&str> {
    let states = loaded.revision.states.iter();
    states.map(|state| state.name.as_str()).collect()
}

/// The name of the page about a revision and the one before it.
pub(super) fn name(sides: &[&Loaded], at: usize) -> String {
    let [from, to] = [at - 1, at].map(|at| &sides[at].revision.about.id);
    format!("{from}-to-{to}.md")
}

/// The years of a revision and of the one before it.
fn years(sides: &[&Loaded], at: usize) -> String {
    let [from, to] = [at - 1, at].map(|at| sides[at].revision.about.year());
    format!("{from} to {to}")
}

pub(super) struct Page {
    pub(super) text: String,
    /// The titles of its sections, with the number of groups in each.
    pub(super) sections: Vec<(&'static str, usize)>,
}

/// The list of pages, with the sections of each.
pub(super) fn index(sides: &[&Loaded], sections: &[Vec<(&str, usize)>]) -> String {
    let mut out = String::from(
        "# What changed in tokenizing HTML\n\nWritten by `cargo xtask history`: a page for every two \
         consecutive revisions, with inputs and the output of both.\n\n",
    );
    for at in 1..sides.len() {
        let [from, to] = [sides[at - 1], sides[at]];
        let states = [from, to].map(|side| side.revision.states.len());
        let (years, page) = (years(sides, at), name(sides, at));
        let (numbers, sections) = (numbers(states), listed(&sections[at - 1], &page));
        let _ = writeln!(out, "- [{years}]({page}): {numbers}. {sections}.");
    }
    out
}

/// The page about a revision and the one before it.
///
/// # Errors
/// If the tables of a revision cannot be run.
pub(super) fn page(sides: &[&Loaded], at: usize) -> Result<Page, Refusal> {
    let [from, to] = [sides[at - 1], sides[at]];
    let mut out = format!("# From {}\n\n", years(sides, at));
    links(&mut out, sides, at);
    let name_of = |side: &Loaded| {
        let about = &side.revision.about;
        format!("{} of {} (`{}`)", about.title, about.date, about.id)
    };
    let _ = writeln!(
        out,
        "Compares {} with {}. `cargo xtask history` generates this page from the tables of both.\n",
        name_of(from),
        name_of(to)
    );
    states(&mut out, from, to);
    whole(&mut out, from, to)?;
    let difference = diff::compare(from.into(), to.into());
    let groups = change_groups::of(&difference);
    let builder = VariantBuilder::new(&difference, from, &groups);
    let variants = builder.each();
    let all = examples::examples([from, to], &groups, &variants)?;

    let years = [from.revision.about.year(), to.revision.about.year()];
    let mut sections = Vec::new();
    let mut below = String::new();
    for (number, (title, _)) in SECTIONS.iter().enumerate() {
        let of_section = groups.iter().enumerate().zip(&all);
        let of_section = of_section.filter(|((_, group), some)| {
            group.section == number && (!some.is_empty() || group.is_references())
        });
        let mut of_section: Vec<((usize, &ChangeGroup<'_>), &Vec<Example>)> = of_section.collect();
        // Changes of tokens come first.
        of_section.sort_by_key(|(_, some)| some.first().map(|example| example.shows));
        if of_section.is_empty() {
            continue;
        }
        sections.push((*title, of_section.len()));
        let _ = writeln!(below, "## {title}\n");
        for ((at, group), some) in of_section {
            match group.is_references() {
                true => references(&mut below, [from, to], group)?,
                false => section::write(&mut below, &difference, &groups, at, some, years),
            }
        }
    }
    if !sections.is_empty() {
        let _ = writeln!(out, "On this page: {}.\n", listed(&sections, ""));
    }
    out.push_str(READING);
    out.push_str(&below);
    let silent = groups.iter().zip(&all).enumerate();
    let named: BTreeSet<usize> = all.iter().flatten().flat_map(|e| e.parts.clone()).collect();
    let silent = silent.filter(|(at, (group, _))| !named.contains(at) && !group.is_references());
    let silent: Vec<usize> = silent.map(|(at, _)| at).collect();
    let proved = builder.without_effect(&silent);

    let (proved, open) = silent.into_iter().partition(|at| proved.contains(at));
    let silent = [(PROVED, proved), (NOT_FOUND, open)].map(|(heading, some): (_, Vec<usize>)| {
        let titles = some.into_iter().map(|at| section::heading(&groups[at]));
        (heading, titles.collect::<BTreeSet<String>>())
    });
    besides(&mut out, [from, to], &difference, &silent);
    links(&mut out, sides, at);
    out.truncate(out.trim_end().len());
    out.push('\n');
    let text = out;
    Ok(Page { text, sections })
}

/// How to read a page.
const READING: &str = "\
Each heading names a change of the tables; the lines with `-` and `+` are the changed table lines. The inputs below a
heading show the effect of the change: the older tables with this change alone give the new output, or the newer tables
without it give the old output. A column shows the tokens as markup, and the parse errors that only this revision reports,
each with its character. Each kind of difference has one input, the simplest that was found.

";

/// Sections with their numbers of groups, as links.
fn listed(sections: &[(&str, usize)], page: &str) -> String {
    let sections = sections.iter().map(|(title, count)| {
        let anchor = markdown::slug(title);
        format!("[{title}]({page}#{anchor}) ({count})")
    });
    sections.collect::<Vec<_>>().join(" · ")
}

fn links(out: &mut String, sides: &[&Loaded], at: usize) {
    let page = |at: usize| (years(sides, at), name(sides, at));
    let before = (at > 1).then(|| page(at - 1));
    let before = before.map(|(years, page)| format!("[← {years}]({page})"));
    let after = (at + 1 < sides.len()).then(|| page(at + 1));
    let after = after.map(|(years, page)| format!("[{years} →]({page})"));
    let all = Some("[all pages](README.md)".to_owned());
    let links: Vec<String> = [before, all, after].into_iter().flatten().collect();
    let _ = writeln!(out, "{}\n", links.join(" · "));
}

/// The numbers of states before and after.
fn numbers([old, new]: [usize; 2]) -> String {
    match old == new {
        true => format!("{old} states before and after"),
        false => format!("{old} states before, {new} after"),
    }
}

/// The added, removed and renamed states.
fn states(out: &mut String, from: &Loaded, to: &Loaded) {
    let (old, new) = (names_of_states(from), names_of_states(to));
    let renamed: Vec<(&str, &str)> = to
        .revision
        .states
        .iter()
        .filter_map(|state| Some((state.was.as_deref()?, state.name.as_str())))
        .filter(|(was, is)| old.contains(was) && !old.contains(is))
        .collect();
    let _ = writeln!(out, "{}.", numbers([old.len(), new.len()]));
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
        ("Removed", old.difference(&new).filter(is_renamed).collect()),
    ] {
        if !some.is_empty() {
            let some: Vec<&str> = some.into_iter().copied().collect();
            let more = some.len().saturating_sub(STATES);
            let listed = some[..some.len() - more].join(", ");
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let _ = writeln!(out, "\n{title}: {listed}{more}.");
        }
    }
    if !renamed.is_empty() {
        let all: Vec<String> = renamed
            .iter()
            .map(|(a, b)| format!("{a} is now {b}"))
            .collect();
        let _ = writeln!(out, "\nRenamed: {}.", all.join(", "));
    }
    out.push('\n');
}

/// The shortest input that shows a difference between the two revisions.
fn whole(out: &mut String, from: &Loaded, to: &Loaded) -> Result<(), Refusal> {
    let sides = [from, to].map(|side| (&side.revision, &side.references));
    match compare(sides[0], sides[1])? {
        Verdict::Equal(_) => {
            out.push_str("Both revisions give the same output for every input (proved).\n\n");
        }
        Verdict::Differs { grade, witness, .. } => {
            let what = match grade {
                Grade::Tokens => "gives different tokens",
                Grade::Errors => {
                    "gives different parse errors; the tokens are the same for every input (proved)"
                }
                Grade::Places | Grade::None => {
                    "gives parse errors at different positions; everything else is the same (proved)"
                }
            };
            let start = report::entry(&witness);
            let input = markdown::input(&witness.input);
            let document = match start.as_str() {
                "" => None,
                _ => shortest_document(sides[0], sides[1], grade)?,
            };
            // Readers can try a document in a browser, but not another entry state.
            let example = match (start.as_str(), &document) {
                ("", _) => format!("input that {what}:** {input}. No shorter input does."),
                (start, Some(document)) => format!(
                    "document that {what}:** {}. No shorter document does. From another entry state, {input} does too \
                     ({start}).",
                    markdown::input(&document.input)
                ),
                (start, None) => format!("input that {what}:** {input} ({start})."),
            };
            let _ = writeln!(out, "**The shortest {example}\n");
            let shows = match grade {
                Grade::Tokens => Shows::Tokens,
                Grade::Errors | Grade::Places | Grade::None => Shows::Errors,
            };
            outcome(
                out,
                [from, to],
                shows,
                document.as_ref().unwrap_or(&witness),
            );
        }
        Verdict::Unknown(why) => {
            let _ = writeln!(
                out,
                "Whether an input shows a difference is unknown: {why}.\n"
            );
        }
    }
    Ok(())
}

/// The outputs of both revisions for an input.
fn outcome(out: &mut String, sides: [&Loaded; 2], shows: Shows, witness: &Witness) {
    let [Ok(a), Ok(b)] = &witness.outputs else {
        return;
    };
    out.push_str(&show::head(sides.map(|side| side.revision.about.year())));
    let [a, b] = [0, 1].map(|at| show::side(shows, &witness.input, [a, b], at));
    let input = markdown::input(&witness.input);
    let _ = writeln!(out, "| {input} | {a} | {b} |\n");
}

const PROVED: &str = "These changes together have no effect (proved):";
const NOT_FOUND: &str =
    "No input was found that shows an effect of these changes once all others are applied:";

/// The changes without an example.
fn besides(
    out: &mut String,
    sides: [&Loaded; 2],
    difference: &Difference,
    silent: &[(&str, BTreeSet<String>)],
) {
    let mut lines = Vec::new();
    let named = difference.changes().filter(|c| c.kind == Kind::Named);
    let named = named.count();
    if named > 0 {
        lines.push(format!("Parse errors have a name now in {named} rows"));
    }
    let reworded = difference.editorial.len();
    if reworded > 0 {
        let what = "sentences are reworded without a change of meaning";
        lines.push(format!("{reworded} {what}"));
    }
    out.push_str("## The rest\n\n");
    for line in &lines {
        let _ = writeln!(out, "- {line}");
    }
    for (heading, titles) in silent {
        if titles.is_empty() {
            continue;
        }
        let blank = if out.ends_with("\n\n") { "" } else { "\n" };
        let _ = writeln!(out, "{blank}{heading}\n");
        for title in titles {
            let _ = writeln!(out, "- {title}");
        }
    }
    let _ = writeln!(
        out,
        "\n`cargo xtask diff {} {}` shows every changed row, and with `--each` the effect of each change alone.\n",
        sides[0].revision.about.id, sides[1].revision.about.id
    );
}

/// Named character references that are new, removed or changed, with samples.
fn references(
    out: &mut String,
    sides: [&Loaded; 2],
    group: &ChangeGroup<'_>,
) -> Result<(), Refusal> {
    let mut names: Vec<&str> = group
        .changes
        .iter()
        .filter_map(|change| match &change.subject {
            Subject::Reference(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    // Prefer short names in lower case, which read like words.
    let plain = |name: &str| {
        name.trim_end_matches(';')
            .chars()
            .all(|c| c.is_ascii_lowercase())
    };
    names.sort_by_key(|name| (!plain(name), name.len().abs_diff(WORD), *name));
    let head = show::head(sides.map(|side| side.revision.about.year()));
    let _ = write!(out, "### {}\n\n{head}", group.title);
    for name in names.into_iter().take(REFERENCES) {
        let input = format!("&{};", name.trim_end_matches(';'));
        let _ = write!(out, "| {} |", markdown::code(&input));
        for side in sides {
            let setup = Setup::default();
            let output = interpret(&side.revision, &side.references, &setup, &input)?;
            let _ = write!(out, " {} |", show::characters(&output));
        }
        out.push('\n');
    }
    out.push('\n');
    Ok(())
}
