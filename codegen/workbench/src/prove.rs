//! `cargo xtask prove`: proves that the optimised program of each revision implements its tables.
//!
//! The search is the prover's; here are the messages: what is proved, a witness with the output of both sides, and the pass that is to
//! blame. A proof of the tokenizer and the comparison of tree construction are run for each revision, and the worse of both decides the
//! exit status.

mod generated;
mod mutants;

pub(crate) use generated::prove_generated;

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use tokenwright_compiler::optimise::{Pass, Passes};
use tokenwright_compiler::{compile_revision, compile_trees};
use tokenwright_prover::blame::{RunOutput, blame, by_program, by_tables};
use tokenwright_prover::prove::{Verdict, Witness, prove};
use tokenwright_prover::trees::settle::settle as settle_trees;
use tokenwright_prover::trees::{self, Difference};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::{self, Loaded};
use xtask::passes::{Without, all_without};
use xtask::progress::Progress;
use xtask::{generate, report, workspace};

/// Exit status: a program differs from its tables.
const DIFFERS: u8 = 1;
/// Exit status: the tables cannot be compiled, or a search did not close.
const UNKNOWN: u8 = 2;

/// Prove that the optimised program is equivalent to the tables
///
/// Searches the pairs of configurations of the tables and the program, from every entry state, over
/// every character class and every split of the input, until no new pair is found. For a difference,
/// prints a witness, the output of both sides, and the pass that causes it.
///
/// Says the program of tree construction in the words of its tables, and compares each row, each algorithm, and the rows
/// that each token gets.
///
/// Exits with 0 if every program is proved equivalent, with 1 if one differs, and with 2 if the tables
/// have an error or a search found more pairs than `--pairs`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables; all revisions if omitted
    #[arg(value_name = "REVISION|DIR")]
    revision: Option<String>,
    /// Leave out an optimiser pass
    #[arg(long, value_name = "PASS", value_enum)]
    without: Vec<Without>,
    /// Give up on a revision after this many pairs
    #[arg(long, value_name = "NUMBER", default_value_t = generate::PAIRS)]
    pairs: usize,
    /// Compile every first-order mutant of the tables that `check` accepts, and compare its program with the mutated
    /// tables on the inputs of the suite; builds with optimisation first
    #[arg(long, conflicts_with_all = ["without", "pairs"])]
    mutants: bool,
    /// Check only every NUMBER-th mutant
    #[arg(long, value_name = "NUMBER", default_value_t = NonZeroUsize::MIN, requires = "mutants")]
    sample: NonZeroUsize,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run_or(UNKNOWN, |sources| {
        let dirs = workspace::revision_dirs(arguments.revision.as_deref())?;
        let codes = dirs.iter().map(|dir| of(dir, arguments, sources));
        Ok(ExitCode::from(codes.max().unwrap_or(0)))
    })
}

/// Proves the program of one folder of tables, and returns the exit code.
fn of(dir: &Path, arguments: &Arguments, sources: &mut Sources) -> u8 {
    let references = workspace::references_dir(dir);
    let checked = check::folder(load::folder(dir, &references, sources));
    report::print(&checked.diagnostics, sources);
    let Some(loaded) = checked.loaded else {
        return UNKNOWN;
    };
    let code = |found: Result<u8, String>| {
        found.unwrap_or_else(|error| {
            eprintln!("error: {error}");
            UNKNOWN
        })
    };
    if arguments.mutants {
        return code(mutants::run(&loaded, arguments.sample.get()));
    }
    let of_tokenizer = code(tokenizer(&loaded, arguments));
    of_tokenizer.max(code(tree_construction(&loaded, arguments)))
}

/// Compares the program of tree construction with its tables, and returns the exit code.
///
/// # Errors
/// If the tables cannot be compiled.
fn tree_construction(loaded: &Loaded, arguments: &Arguments) -> Result<u8, String> {
    let id = &loaded.revision.about.id;
    let passes = all_without(&arguments.without);
    let program = compile_trees(loaded, &passes)
        .map_err(|error| format!("tree construction of {id} cannot be compiled: {error}"))?;
    let (Some(program), Some(tables)) = (program, &loaded.trees) else {
        return Ok(0);
    };
    let found = trees::compare(loaded, tables, &program);
    let trees::Compared {
        rows,
        algorithms,
        tokens,
        quiet,
        differences,
    } = &found;
    if differences.is_empty() {
        println!(
            "{id}: the program of tree construction is that of the tables, in {rows} rows, {algorithms} algorithms and conditions, for {tokens} tokens, and in {quiet} cases of characters that are only appended"
        );
        return Ok(0);
    }
    println!("{id}: the program of tree construction differs from the tables");
    for Difference {
        of,
        tables,
        program,
        ..
    } in differences
    {
        println!("  in {of}");
        println!("    tables   {tables}");
        println!("    program  {program}");
    }
    let compile = |passes: &Passes| {
        let program = compile_trees(loaded, passes)?;
        program.ok_or_else(|| "there is no program".to_owned())
    };
    match settle_trees((loaded, tables), passes, &compile) {
        Ok(settled) => {
            let passes = settled.left_out.iter().map(|(pass, _)| pass);
            println!("  without {} they agree", names(passes));
        }
        Err(_) => println!("  they differ without any pass: the lowering is to blame"),
    }
    Ok(DIFFERS)
}

/// The names of passes.
fn names<'p>(passes: impl Iterator<Item = &'p Pass>) -> String {
    let names: Vec<String> = passes.map(|pass| format!("`{}`", pass.name())).collect();
    names.join(", ")
}

/// Proves the program of the tokenizer, and returns the exit code.
///
/// # Errors
/// If the tables cannot be compiled or run.
fn tokenizer(loaded: &Loaded, arguments: &Arguments) -> Result<u8, String> {
    let id = &loaded.revision.about.id;
    let passes = all_without(&arguments.without);
    let program = compile_revision(loaded, &passes)
        .map_err(|error| format!("the tables of {id} cannot be compiled: {error}"))?;
    let progress = Progress::start(format!("proving {id}"));
    let mut keep_going = |pairs: usize| {
        progress.stage(format!("proving {id}: {pairs} pairs"));
        pairs <= arguments.pairs
    };
    let verdict = prove(&loaded.revision, &program, &mut keep_going);
    drop(progress);
    let verdict =
        verdict.map_err(|refusal| format!("the tables of {id} cannot be run: {refusal}"))?;
    Ok(match verdict {
        Verdict::Equal { pairs } => {
            println!("{id}: the program is equivalent to the tables, by {pairs} pairs");
            0
        }
        Verdict::Differs(witness) => {
            println!("{id}: the program differs from the tables");
            show(loaded, &witness);
            let program = by_program(&program, loaded, &witness);
            println!("  tables   {}", describe(&by_tables(loaded, &witness)));
            println!("  program  {}", describe(&program));
            let compile = |passes: &Passes| compile_revision(loaded, passes);
            match blame(loaded, &passes, &compile, &witness).as_deref() {
                Some([pass]) => println!("  without the pass `{}` they agree", pass.name()),
                Some(all) => println!("  without the passes {} they agree", names(all.iter())),
                None => println!("  they differ without any pass: the lowering is to blame"),
            }
            DIFFERS
        }
        Verdict::Inconclusive { pairs } => {
            println!("{id}: no difference among {pairs} pairs, and more to come; see --pairs");
            UNKNOWN
        }
    })
}

/// A witness in one line.
fn sentence(loaded: &Loaded, witness: &Witness) -> String {
    let setup = &witness.setup;
    let initial = &loaded.revision.about.initial_state.value;
    let state = setup.state.as_ref().unwrap_or(initial);
    let mut out = format!("in the {state} state");
    if let Some(name) = &setup.last_start_tag {
        out.push_str(&format!(" after <{name}>"));
    }
    if let Some(model) = setup.content_model {
        out.push_str(&format!(" with the content model flag {model}"));
    }
    if setup.foreign {
        out.push_str(" in foreign content");
    }
    format!("{out}, {}", chunks(witness))
}

/// The chunks of a witness.
fn chunks(witness: &Witness) -> String {
    let chunks: Vec<_> = witness.chunks.iter().map(|c| format!("{c:?}")).collect();
    let end = if witness.is_whole { "" } else { ", and more" };
    format!("{}{end}", chunks.join(" then "))
}

fn show(loaded: &Loaded, witness: &Witness) {
    let setup = &witness.setup;
    let initial = &loaded.revision.about.initial_state.value;
    println!("  state    {}", setup.state.as_ref().unwrap_or(initial));
    if let Some(name) = &setup.last_start_tag {
        println!("  last start tag  {name}");
    }
    if let Some(model) = setup.content_model {
        println!("  content model  {model:?}");
    }
    println!("  input    {}", chunks(witness));
}

fn describe(output: &RunOutput) -> String {
    match output {
        Ok((tokens, errors)) => {
            let errors = errors.iter().map(|(code, at)| format!("{code} at {at}"));
            format!("{tokens:?} {}", errors.collect::<Vec<_>>().join(", "))
        }
        Err(why) => format!("stuck: {why}"),
    }
}
