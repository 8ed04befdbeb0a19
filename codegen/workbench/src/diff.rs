//! `cargo xtask diff`: what changed between two revisions, tables or pages.
//!
//! The command only joins what others do: it reads two sides, compares their tables, then their behaviour, and shows
//! both. Scripts depend on its exit status, so "different", "not understood" and "a broken page" have numbers of
//! their own. What is known is shown even if a page is half understood; the status then says that it is not all.

mod comment;
mod refused;
mod tree_sides;
mod trees;

pub(crate) use refused::places;
use tree_sides::{How, Trees};
pub(crate) use trees::{Fed, Tokenizer, TreeSide, compared};

use crate::replay::{self, Replay};
use crate::revisions;
use crate::revisions::Unreadable;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_analyses::compare::report::decision as report_decision;
use tokenwright_analyses::compare::{
    self, Behaviour, Break, BreakRule, Budget, Decision, Grade, Verdict,
};
use tokenwright_analyses::diff;
use tokenwright_analyses::suite;
use tokenwright_checker::certificate::Claim;
use tokenwright_interpreter::Refusal;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::source::Place;
use xtask::progress::Progress;
use xtask::{report, write};

/// Exit status: the two sides differ.
const DIFFERENT: u8 = 1;
/// Exit status: something was not understood or could not be read.
pub(crate) const NOT_UNDERSTOOD: u8 = 2;

/// Exit status: a page is broken.
const BROKEN: u8 = 3;

/// Show what changed between two revisions
///
/// Each side is a revision such as `whatwg-2020-05-22`, a folder of tables, or a spec page: HTML or
/// plain text, a whole page or the tokenization section alone. What a page does not state (entry
/// states, lists of names, the named character references, and the input stream unless the page is
/// complete) is not compared.
///
/// If both sides have tree construction, as tables or in a page in HTML, it is compared as well, and a document
/// is searched for whose trees differ, or else whose parse errors do. No document is shown that reaches a sentence that
/// was not understood, unless the answer is conditional.
///
/// Exits with 0 if the sides are the same, with 1 if they differ, and with 2 if a sentence was not
/// understood, a side cannot be read, its tables cannot be run, the requested certificate does not
/// exist (tokens differ, or a pair cannot be stored), or the generated code differs from the tables. Exits with 3
/// if a page is broken: a state that is switched to has no heading, two states have one title, a heading or the end is
/// lost, or more than a third of the states are gone; the same for insertion modes, and for their rows.
///
/// If a sentence was not understood, the rest is still compared. A difference that shows without that
/// sentence is certain. Otherwise the answer is conditional, and lists the sentences on which it depends.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Arguments {
    /// The older side: a revision, a folder of tables, or a page
    from: PathBuf,
    /// The newer side
    to: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The file to write; standard output if omitted
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also list changes of wording only
    #[arg(long)]
    editorial: bool,
    /// Also show the effect of each change alone
    #[arg(long)]
    each: bool,
    /// Compare the tables only, not the behaviour of the machines
    #[arg(long, conflicts_with = "each")]
    tables_only: bool,
    /// Also run every shown input through the generated code of each side that has it
    #[arg(long, conflicts_with = "tables_only")]
    replay: bool,
    /// Write a proof that nothing else differs, for `cargo xtask verify`
    #[arg(long, value_name = "FILE", conflicts_with = "tables_only")]
    certificate: Option<PathBuf>,
    /// How many pairs of states and registers a search explores before it tries inputs near the changes; of
    /// tree construction, it explores four times as many pairs of states
    #[arg(long, value_name = "PAIRS", default_value_t = Budget::standard().pairs)]
    budget: usize,
    /// What the two sides are called in the output, in place of their paths
    #[arg(long, value_name = "NAME", num_args = 2)]
    called: Vec<String>,
    /// Whose tokenizer feeds tree construction of the two sides
    #[arg(long, value_enum, default_value_t = Tokenizer::Own, conflicts_with = "tables_only")]
    tokenizer: Tokenizer,
    #[command(flatten)]
    names: revisions::Names,
}

impl Arguments {
    /// The arguments that compare tables with a page.
    pub(crate) fn of_page(
        from: PathBuf,
        page: PathBuf,
        format: Format,
        out: Option<PathBuf>,
    ) -> Self {
        Arguments {
            from,
            to: page,
            format,
            out,
            budget: Budget::standard().pairs,
            ..Arguments::default()
        }
    }
}

/// How a difference is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Plain text
    #[default]
    Text,
    /// Markdown, for a comment on a pull request: at most 65,000 characters, with tests for the difference
    Markdown,
    /// JSON, as docs/diff-json.md describes it
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run_or(NOT_UNDERSTOOD, |sources| Ok(compare(arguments, sources)?))
}

fn compare(arguments: &Arguments, sources: &mut Sources) -> Result<ExitCode, Vec<Diagnostic>> {
    for file in arguments.certificate.iter().chain(&arguments.out) {
        write::check_target(file).map_err(|error| vec![error])?;
    }
    let progress = Progress::start("reading the revisions");
    let mut difference =
        match revisions::both(&arguments.from, &arguments.to, &arguments.names, sources) {
            Ok((from, to)) => diff::compare(from, to),
            Err(Unreadable { mut errors, page }) => {
                drop(progress);
                let page = page.as_deref();
                let unwritten = page.and_then(|page| refused_page(arguments, page, &errors).err());
                errors.extend(unwritten);
                return Err(errors);
            }
        };
    if let [from, to] = arguments.called.as_slice() {
        difference.from.name.clone_from(from);
        difference.to.name.clone_from(to);
    }
    let broken = match arguments.tables_only {
        true => Vec::new(),
        false => compare::breaks(&difference),
    };
    let trees = match broken.is_empty() {
        // What is missing is not a change, so nothing else is compared.
        false => Trees::None,
        true => {
            progress.stage("comparing tree construction");
            let parts = |done, all| progress.parts(done, all);
            let budget = Budget {
                pairs: arguments.budget,
                progress: &parts,
            };
            let how = How {
                tokenizer: (!arguments.tables_only).then_some(arguments.tokenizer),
                each: arguments.each,
                budget,
            };
            let paths = [arguments.from.as_path(), &arguments.to];
            tree_sides::trees_of(paths, &difference, how, sources)?
        }
    };
    progress.stage(match arguments.each {
        true => "comparing the revisions, and each change alone",
        false => "comparing the revisions",
    });
    let is_whole = difference.is_complete() && broken.is_empty();
    let is_compared = is_whole && !arguments.tables_only;
    let parts = |done, all| progress.parts(done, all);
    let budget = Budget {
        pairs: arguments.budget,
        // With `--each`, the finished changes are shown.
        progress: if arguments.each { &|_, _| () } else { &parts },
    };
    let behaviour =
        is_compared.then(|| compare::behaviour_within(&difference, arguments.each, budget, &parts));
    let decision =
        (!is_whole && !arguments.tables_only).then(|| compare::decide(&difference, budget));
    drop(progress);
    let mut grade = None;
    let mut as_generated = true;
    let runs = !matches!(behaviour, Some(Err(_)));
    let given = [&arguments.from, &arguments.to];
    let mut places = Vec::new();
    let mut replayed = None;
    match &behaviour {
        None => {}
        Some(Ok(found)) => {
            grade = found.whole.grade();
            if !difference.from.has_names()
                && !difference.to.has_names()
                && arguments.names.is_empty()
                && names_a_reference(found)
            {
                eprintln!("{ASSUMED}");
            }
            places = refused::places(found, &difference, given);
            if arguments.replay {
                replayed = replay(&difference, found);
                as_generated = replayed.as_ref().is_some_and(Replay::agrees);
            }
        }
        Some(Err(_)) => places = refused::cannot_run(&difference, given),
    }
    let shown = match arguments.format {
        Format::Markdown => comment(
            arguments,
            &difference,
            behaviour.as_ref(),
            decision.as_ref(),
            replayed.as_ref(),
            &trees,
        ),
        Format::Text => {
            let mut shown = diff::text(&difference, arguments.editorial);
            let references = compare::references(&difference);
            let from = (&difference.from.revision, references[0]);
            let to = (&difference.to.revision, references[1]);
            if let Some(Ok(found)) = &behaviour {
                shown.push_str(&compare::report::text(found, from, to));
            }
            shown.push_str(&trees.text());
            if let Some(replayed) = &replayed {
                shown.push_str("\nThrough the generated code\n");
                shown.push_str(&replayed.text("  "));
            }
            if let Some(decision) = &decision {
                shown.push_str(&report_decision::text(decision, names(&difference)));
            }
            shown
        }
        Format::Json => {
            let mut document = diff::json(&difference);
            document["verdict"] =
                verdict(&difference, behaviour.as_ref(), decision.as_ref()).into();
            if let Some(Ok(found)) = &behaviour {
                document["behaviour"] = compare::report::json(found);
            }
            if let Some(replayed) = &replayed {
                document["behaviour"]["replayed"] = replayed.json();
            }
            if let Some(trees) = trees.json() {
                document["trees"] = trees;
            }
            if let Some(decision) = &decision {
                document["decision"] = report_decision::json(decision);
            }
            format!("{document:#}\n")
        }
    };
    let out = arguments.out.as_deref();
    if out.is_none() && arguments.format == Format::Text {
        print!("{shown}");
    } else {
        write::output(out, &shown).map_err(|error| vec![error])?;
    }
    report::print(&places, sources);
    if let Some(file) = &arguments.certificate {
        certify(file, arguments, &difference, grade).map_err(|error| vec![error])?;
    }
    let is_known = difference.is_complete() && as_generated && runs && trees.is_whole();
    let status = if !broken.is_empty() || !trees.broken().is_empty() {
        BROKEN
    } else if !is_known {
        NOT_UNDERSTOOD
    } else if !difference.is_empty() || trees.differ() {
        DIFFERENT
    } else {
        0
    };
    Ok(ExitCode::from(status))
}

/// The verdict in JSON.
fn verdict(
    difference: &diff::Difference,
    behaviour: Option<&Result<Behaviour, Refusal>>,
    decision: Option<&Decision>,
) -> &'static str {
    match (behaviour, decision) {
        (Some(Ok(found)), _) => match found.whole {
            Verdict::Equal(_) => "none",
            Verdict::Differs { .. } => "differs",
            Verdict::Unknown(_) => "unknown",
        },
        (Some(Err(_)), _) | (_, Some(Decision::Undecided(_))) => "unknown",
        (_, Some(Decision::Differs { .. })) => "differs",
        (_, Some(Decision::Conditional { .. })) => "conditional",
        (_, Some(Decision::Broken(_))) => "broken",
        (None, None) if difference.is_empty() => "none in the tables",
        (None, None) => "not searched",
    }
}

/// Says that a page has no section that can be compared.
fn refused_page(
    arguments: &Arguments,
    page: &Path,
    errors: &[Diagnostic],
) -> Result<(), Diagnostic> {
    let at = |path: &PathBuf| path == page;
    let given = [&arguments.from, &arguments.to];
    let called = given.iter().position(|path| at(path));
    let called = called.and_then(|at| arguments.called.get(at).cloned());
    let page = called.unwrap_or_else(|| page.display().to_string());
    let broken = errors.iter().map(|error| Break {
        page: page.clone(),
        line: None,
        rule: BreakRule::Section,
        says: error.message.clone(),
    });
    let broken: Vec<Break> = broken.collect();
    let shown = match arguments.format {
        Format::Text => return Ok(()),
        Format::Markdown => comment::broken(&broken),
        Format::Json => {
            let broken = report_decision::breaks_json(&broken);
            let document = serde_json::json!({ "verdict": "broken", "broken": broken });
            format!("{document:#}\n")
        }
    };
    write::output(arguments.out.as_deref(), &shown)
}

/// The note on two pages if a shown input contains a named character reference.
const ASSUMED: &str = "note: the input has a character reference by its name: both pages were judged with the newest \
                       table of names, since no page says one; `--named-references` sets another";

/// Whether a shown input may contain a named character reference.
fn names_a_reference(found: &Behaviour) -> bool {
    let Some(witness) = found.whole.witness() else {
        return false;
    };
    let letter = |c: char| c.is_ascii_alphabetic();
    let mut after = witness.input.split('&').skip(1);
    after.any(|rest| rest.starts_with(letter))
}

/// Writes the certificate.
fn certify(
    file: &Path,
    arguments: &Arguments,
    difference: &diff::Difference,
    grade: Option<Grade>,
) -> Result<(), Diagnostic> {
    let unwritten = |why: String| Diagnostic::unread(file, format!("no certificate: {why}"));
    let claim = match grade {
        Some(Grade::None) => Claim::None,
        Some(Grade::Places) => Claim::PlacesOnly,
        Some(Grade::Errors) => Claim::ErrorsOnly,
        Some(Grade::Tokens) => return Err(unwritten("the two sides differ in tokens".into())),
        None => return Err(unwritten("it is not known whether tokens differ".into())),
    };
    let references = compare::references(difference);
    let given = [&arguments.from, &arguments.to].map(|side| side.display().to_string());
    let progress = Progress::start("writing the certificate");
    let certificate = compare::certificate(
        (&difference.from.revision, references[0]),
        (&difference.to.revision, references[1]),
        claim,
        given,
    );
    drop(progress);
    let certificate = certificate.map_err(|error| match &error.at {
        Some((_, location)) if location.place != Place::default() => {
            let message = format!("no certificate: {error}");
            Diagnostic::error(location.place, message).label(format!("in the {}", location.within))
        }
        Some((_, location)) => unwritten(format!("{error}, in the {}", location.within)),
        None => unwritten(error.to_string()),
    })?;
    write::replace(file, &certificate.write()).map_err(|error| unwritten(error.to_string()))?;
    eprintln!("{}: {} pairs", file.display(), certificate.pairs.len());
    Ok(())
}

/// Runs the shown inputs through the generated code; `None` if that is not possible.
fn replay(difference: &diff::Difference, found: &Behaviour) -> Option<Replay> {
    let refused = |why: &String| {
        eprintln!("error: the inputs cannot be run through the generated code: {why}");
    };
    replay::replay(difference, found).inspect_err(refused).ok()
}

/// The difference as a comment, with tests for it.
fn comment(
    arguments: &Arguments,
    difference: &diff::Difference,
    behaviour: Option<&Result<Behaviour, Refusal>>,
    decision: Option<&Decision>,
    replayed: Option<&Replay>,
    trees: &Trees,
) -> String {
    let witness = match behaviour {
        Some(Ok(found)) => found.whole.witness(),
        _ => None,
    };
    let tests = witness.and_then(|witness| {
        let progress = Progress::start("making tests");
        let parts = |done, all| progress.parts(done, all);
        suite::of_difference(difference, Some(witness), &parts).ok()
    });
    let generated = replayed.map(|run| run.text("- "));
    let comment = comment::Comment {
        difference,
        editorial: arguments.editorial,
        behaviour,
        decision,
        tests: tests.as_ref(),
        generated: generated.as_deref(),
        trees,
    };
    comment.write()
}

/// The names of both sides.
fn names(difference: &diff::Difference) -> [&str; 2] {
    [&difference.from.name, &difference.to.name]
}
