//! `cargo xtask gen`: the tables as Rust.
//!
//! Nothing is written unless it is proved or recorded as unproved, and one set of files serves writing and `--check`.
//! The prover is a parameter, because most of its code would be compiled in vain: if there is something to prove, an
//! executable with a prover runs the command again. So the first `gen` after an edit starts twice.

use crate::fallthrough::Fallthrough;
use crate::passes::{Without, all_without};
use crate::progress::Progress;
use crate::proofs::{self, Proof, Record, Records};
use crate::read_back::{self, ReadBack};
use crate::write::Generated;
use crate::{delegate, report, workspace};
use std::process::ExitCode;
use tokenwright_compiler::optimise::{Part, Passes};
use tokenwright_compiler::{Compiled, lower};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::{guide, schema};

/// The default of `--pairs`.
pub const PAIRS: usize = 1_000_000;

/// Generate the tokenizers from the tables
///
/// Writes `tokenizer/src/generated` and `schema`, which belong to the generator, `.taplo.toml` and
/// the guide to the table language. Writes nothing if the tables have an error; prints warnings
/// and continues.
///
/// Proves first that the code implements the tables, for each revision whose tables or code changed
/// since the last proof: its tokenizer and its tree construction, each if it changed. If an optimiser pass is wrong about a revision, prints a warning and
/// compiles the revision without that pass. Writes nothing if the code is wrong without any pass.
/// If a search finds more pairs than `--pairs`, says so and writes the code. Reads the code back at last, and writes
/// nothing if it is not the program that was proved.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Write nothing; exit with 1 and list the files that are out of date
    #[arg(long)]
    check: bool,
    /// Leave out an optimiser pass; the generated code behaves the same, but is slower
    #[arg(long, value_name = "PASS", value_enum)]
    without: Vec<Without>,
    /// Write the code without a proof, for an experiment; `gen --check` refuses it
    #[arg(long, conflicts_with = "check")]
    no_prove: bool,
    /// Give up on the proof of a revision after this many pairs
    #[arg(long, value_name = "NUMBER", default_value_t = PAIRS, conflicts_with = "no_prove")]
    pairs: usize,
}

/// Why nothing is written: the code would not implement the tables.
#[derive(Debug)]
pub struct NotWritten(pub Diagnostic);

/// A part of a revision, given by its index.
pub type PartOf = (usize, Part);

/// Proves the code of a part of a revision, within a budget of pairs.
pub type Prover = fn(&mut Compiled, PartOf, &Passes, usize) -> Result<Record, NotWritten>;

/// Runs the command. Without a prover, an executable that has one runs it again if there is something to prove.
pub fn run(arguments: &Arguments, prover: Option<Prover>) -> ExitCode {
    let passes = all_without(&arguments.without);
    let mut sources = Sources::default();
    let Some((mut compiled, diagnostics)) = compile(&passes, &mut sources) else {
        return ExitCode::FAILURE;
    };
    let mut known = match known(&mut compiled, &passes) {
        Ok(known) => known,
        Err(NotWritten(error)) => {
            report::print(&[error], &sources);
            return ExitCode::FAILURE;
        }
    };
    let open = known.open.clone();
    if arguments.no_prove {
        known.without_proof(&compiled);
    } else if !arguments.check && !open.is_empty() {
        // Few runs prove anything, so `xtask` is built without a prover, and one with it runs the command again.
        let Some(prover) = prover else {
            return delegate::again();
        };
        let proved = known.prove(&mut compiled, &passes, arguments.pairs, prover);
        if let Err(NotWritten(error)) = proved {
            report::print(&[diagnostics, vec![error]].concat(), &sources);
            eprintln!("nothing was written");
            return ExitCode::FAILURE;
        }
    }
    report::print(&diagnostics, &sources);
    known.warn(&compiled, &sources);
    let generated = generated(&compiled, &known.records);
    let read = match ReadBack::new(&compiled, arguments.check) {
        Ok(read) => read,
        Err(error) => return report::fail(error),
    };
    if !arguments.check && !read.differences.is_empty() {
        eprintln!("nothing was written");
        return ExitCode::FAILURE;
    }
    let difference = match generated.update(arguments.check) {
        Ok(difference) => difference,
        Err(error) => return report::fail(error),
    };
    if arguments.check {
        for path in &difference.stale {
            let is_code = path.starts_with(read_back::folder()) && path.is_file();
            let is_code = is_code && path.extension().is_some_and(|extension| extension == "rs");
            let what = match is_code && read.is_proved(path) {
                true => "out of date in layout or comments alone; the code is what was proved",
                false => "out of date",
            };
            println!("{}: {what}", path.display());
        }
        for path in &difference.orphans {
            println!("{}: orphaned", path.display());
        }
        for (index, part) in &open {
            let id = &compiled.revisions[*index].revision.about.id;
            match part {
                Part::Tokenizer => println!("{id}: not proved"),
                Part::Trees => println!("{id}: tree construction is not proved"),
            }
        }
        if !difference.is_empty() || !open.is_empty() || !read.differences.is_empty() {
            println!("run `cargo xtask gen`");
            return ExitCode::FAILURE;
        }
        println!("{} files are up to date", generated.files.len());
        return ExitCode::SUCCESS;
    }
    summary(&compiled.revisions);
    difference.print_written("");
    let changed = difference.stale.len() + difference.orphans.len();
    println!("{changed} of {} files changed", generated.files.len());
    ExitCode::SUCCESS
}

/// Compiles the tables of all revisions, and returns the warnings; prints the errors, and returns `None`, if there are
/// any.
pub fn compile(passes: &Passes, sources: &mut Sources) -> Option<(Compiled, Vec<Diagnostic>)> {
    let progress = Progress::start("compiling the tables");
    let spec = workspace::spec_dir();
    let compiled = tokenwright_compiler::compile(&spec, passes, sources);
    drop(progress);
    match compiled {
        Ok(compiled) => {
            let mut diagnostics = compiled.warnings.clone();
            let mut fallthrough = Fallthrough::default();
            for Loaded { revision, .. } in &compiled.revisions {
                let dir = spec.join(&revision.about.id);
                diagnostics.extend(fallthrough.notes(&dir, revision));
            }
            Some((compiled, diagnostics))
        }
        Err(diagnostics) => {
            report::print(&diagnostics, sources);
            eprintln!("{}; nothing was written", report::count(&diagnostics));
            None
        }
    }
}

/// What is known of the code of each revision.
struct Known {
    /// The records that go with the code as it is compiled.
    records: Records,
    /// The parts of revisions without such a record.
    open: Vec<PartOf>,
}

/// Reads what is known, and compiles the revisions again that have to do without a pass.
///
/// # Errors
/// If a revision cannot be compiled without a pass.
fn known(compiled: &mut Compiled, passes: &Passes) -> Result<Known, NotWritten> {
    let mut read = proofs::read();
    let mut known = Known {
        records: Records::new(),
        open: Vec::new(),
    };
    for index in 0..compiled.revisions.len() {
        let id = compiled.revisions[index].revision.about.id.clone();
        let parts: Vec<Part> = compiled.parts_of(index).collect();
        for part in parts {
            let found = read.remove(&(id.clone(), part));
            let reproduced = found.map(|record| {
                let is_same = record.reproduce(compiled, (index, part), passes)?;
                Ok(is_same.then_some(record))
            });
            let reproduced = reproduced.transpose().map_err(|error: String| {
                NotWritten(Diagnostic::unread(workspace::spec_dir().join(&id), error))
            })?;
            match reproduced.flatten() {
                Some(record) => drop(known.records.insert((id.clone(), part), record)),
                None => known.open.push((index, part)),
            }
        }
    }
    Ok(known)
}

/// Everything that is generated. The code is proved first, as by `cargo xtask gen`, unless it is only to be compared.
///
/// # Errors
/// If the code of a revision is wrong without any pass.
pub fn proved(
    compiled: &mut Compiled,
    sources: &Sources,
    check: bool,
    prover: Prover,
) -> Result<Generated, String> {
    let passes = Passes::all();
    let refused = |NotWritten(error)| {
        report::print(&[error], sources);
        "no code was written".to_owned()
    };
    let mut known = known(compiled, &passes).map_err(refused)?;
    if !check {
        known
            .prove(compiled, &passes, PAIRS, prover)
            .map_err(refused)?;
    }
    known.warn(compiled, sources);
    let read = ReadBack::new(compiled, check).map_err(|error| error.to_string())?;
    if !check && !read.differences.is_empty() {
        return Err("no code was written".to_owned());
    }
    Ok(generated(compiled, &known.records))
}

impl Known {
    /// Records that what is open has no proof.
    fn without_proof(&mut self, compiled: &Compiled) {
        for (index, part) in self.open.clone() {
            let from = proofs::from(compiled, index, part);
            let record = Record::new(compiled, (index, part), from, Proof::None, Vec::new());
            self.add(compiled, (index, part), record);
        }
    }

    /// Proves the code of what is open, each within a budget of pairs.
    ///
    /// # Errors
    /// If the code of a revision is wrong without any pass.
    fn prove(
        &mut self,
        compiled: &mut Compiled,
        passes: &Passes,
        pairs: usize,
        prover: Prover,
    ) -> Result<(), NotWritten> {
        for part in std::mem::take(&mut self.open) {
            let record = prover(compiled, part, passes, pairs)?;
            self.add(compiled, part, record);
        }
        Ok(())
    }

    fn add(&mut self, compiled: &Compiled, (index, part): PartOf, record: Record) {
        let id = compiled.revisions[index].revision.about.id.clone();
        self.records.insert((id, part), record);
    }

    /// Warns of passes that are left out, and of searches that did not close.
    fn warn(&self, compiled: &Compiled, sources: &Sources) {
        let mut warnings = Vec::new();
        for (index, loaded) in compiled.revisions.iter().enumerate() {
            let revision = &loaded.revision;
            let id = &revision.about.id;
            let records = compiled.parts_of(index);
            for record in records.filter_map(|part| self.records.get(&(id.clone(), part))) {
                let left_out = record.left_out.iter();
                warnings.extend(left_out.map(|left_out| left_out.warning(loaded)));
                if record.proof == Proof::Open {
                    let message = format!(
                        "the code of {id} is not proved: no difference was found, and the search did not close"
                    );
                    warnings.push(
                        Diagnostic::warning(revision.about.initial_state.place, message).help(
                            format!("`cargo xtask prove {id} --pairs NUMBER` searches further"),
                        ),
                    );
                }
            }
        }
        report::print(&warnings, sources);
    }
}

/// Every file that is generated from the tables.
fn generated(compiled: &Compiled, records: &Records) -> Generated {
    let root = workspace::root();
    let folder = read_back::folder();
    let code = compiled.files.iter();
    let code = code.map(|file| (folder.join(&file.path), file.text.clone()));
    let mut files: Vec<_> = code.collect();
    let tables = || {
        let revisions = compiled.revisions.iter();
        revisions.map(|loaded| (&loaded.revision, loaded.trees.as_ref()))
    };
    files.push((proofs::path(), proofs::file(records)));
    let schemas = root.join("schema");
    for (path, text) in schema::schemas(tables()) {
        files.push((schemas.join(path), text));
    }
    let taplo = schema::configuration("schema", tables());
    files.push((root.join(".taplo.toml"), taplo));
    let guide = root.join("docs").join("table-language.md");
    files.push((guide, guide::table_language()));
    Generated {
        files,
        // `schema/machine.json` is written by `cargo xtask export --schema`.
        folders: vec![folder, schemas.join("tables")],
    }
}

fn summary(revisions: &[Loaded]) {
    for loaded in revisions {
        println!("{}: {}", loaded.revision.about.id, report::size(loaded));
    }
    let left = lower::RUNTIME_PROCEDURES;
    let (all, number, names) = (revisions.len(), left.len(), left.join(", "));
    println!("{all} revisions; left to the runtime: {number} ({names})");
}
