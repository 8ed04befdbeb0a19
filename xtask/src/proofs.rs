//! `tokenizer/src/generated/proofs.toml`: from what the code of each revision was proved, a table for each of its parts.
//!
//! The record lets `gen` decide by what is written whether there is anything to prove, and lets `gen --check` compile a
//! revision without the passes that were found to be wrong about it.

use crate::workspace;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use tokenwright_compiler::Compiled;
use tokenwright_compiler::optimise::{Part, Pass, Passes};
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Revision, Row};
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::{self, model::TreeTables};
use tokenwright_tables::writer;

/// Whether the code of a revision was proved equal to its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The search closed.
    Closed,
    /// The search found no difference within its budget.
    Open,
    /// `gen --no-prove` has written the code.
    None,
}

impl Proof {
    const ALL: [(Proof, &'static str); 3] = [
        (Proof::Closed, "closed"),
        (Proof::Open, "open"),
        (Proof::None, "none"),
    ];
}

/// A pass that a revision is compiled without, because it is wrong about a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The pass.
    pub pass: Pass,
    /// The state, procedure, mode or algorithm, and the index of the row in it.
    pub row: Option<(String, usize)>,
    /// What shows the difference, as text: an input, or what the tables and the program do.
    pub witness: String,
}

impl LeftOut {
    /// The warning, at the row.
    pub fn warning(&self, loaded: &Loaded) -> Diagnostic {
        let revision = &loaded.revision;
        let (id, pass, witness) = (&revision.about.id, self.pass.name(), &self.witness);
        let message = format!(
            "{id} is compiled without the pass `{pass}`, which is wrong about this row: {witness}"
        );
        let found = self.row.as_ref().and_then(|at| match self.pass.part() {
            Part::Tokenizer => Some(row(revision, at)?.place.place),
            Part::Trees => tree_row(loaded.trees.as_ref()?, at),
        });
        let warning = match found {
            Some(row) => Diagnostic::warning(row, message),
            None => Diagnostic::warning(revision.about.initial_state.place, message),
        };
        warning
            .help("the generated code is right, but slower; the pass has a bug: please report it")
    }
}

/// The row with an index, of the state or procedure with a name.
pub fn row<'r>(revision: &'r Revision, (name, index): &(String, usize)) -> Option<&'r Row> {
    let blocks = revision.blocks();
    let mut named = blocks.filter(|block| block.name.value == *name);
    named.find_map(|block| block.rows.get(*index))
}

/// The place of the row with an index, of the mode with a name, or of the algorithm with a name.
pub fn tree_row(tables: &TreeTables, (name, index): &(String, usize)) -> Option<Place> {
    let mut modes = tables.modes.iter().chain(&tables.foreign_content);
    if let Some(mode) = modes.find(|mode| mode.name.value == *name) {
        return Some(mode.rows.get(*index)?.place.place);
    }
    let mut algorithms = tables.algorithms.iter();
    let algorithm = algorithms.find(|it| it.name.value == *name)?;
    Some(algorithm.name.place)
}

/// The record of a part of one revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// A digest of the tables, and of the code that all passes make of them.
    from: String,
    /// A digest of the code as it is written.
    code: String,
    /// How the search for a difference ended.
    pub proof: Proof,
    /// The passes that are left out.
    pub left_out: Vec<LeftOut>,
}

impl Record {
    /// The record of the code of a part of a revision. `from` is [`from`] of the part compiled with all passes.
    pub fn new(
        compiled: &Compiled,
        (index, part): (usize, Part),
        from: String,
        proof: Proof,
        left_out: Vec<LeftOut>,
    ) -> Self {
        Record {
            from,
            code: code(compiled, index, part),
            proof,
            left_out,
        }
    }

    /// Compiles a part of a revision without the passes of the record; whether the result is the code that was recorded.
    pub fn reproduce(
        &self,
        compiled: &mut Compiled,
        (index, part): (usize, Part),
        passes: &Passes,
    ) -> Result<bool, String> {
        if self.proof == Proof::None || self.from != from(compiled, index, part) {
            return Ok(false);
        }
        if !self.left_out.is_empty() {
            let without = self.left_out.iter();
            let without = without.fold(passes.clone(), |all, one| all.without(one.pass));
            compiled.recompile(index, part, &without)?;
        }
        if self.code == code(compiled, index, part) {
            return Ok(true);
        }
        compiled.recompile(index, part, passes)?;
        Ok(false)
    }
}

/// The records by revision and part.
pub type Records = BTreeMap<(String, Part), Record>;

/// The key of a table within that of its revision; none if it is the same table.
fn key(part: Part) -> Option<&'static str> {
    match part {
        Part::Tokenizer => None,
        Part::Trees => Some("trees"),
    }
}

/// Where the records are.
pub fn path() -> PathBuf {
    workspace::root().join("tokenizer/src/generated/proofs.toml")
}

/// Reads the records. What cannot be read has to be proved again.
pub fn read() -> Records {
    let text = std::fs::read_to_string(path()).unwrap_or_default();
    let table: toml::Table = text.parse().unwrap_or_default();
    records(&table)
}

fn records(table: &toml::Table) -> Records {
    let records = table.iter().flat_map(|(id, of)| {
        [Part::Tokenizer, Part::Trees].map(|part| {
            let of = key(part).map_or(Some(of), |key| of.get(key))?;
            Some(((id.clone(), part), record(of)?))
        })
    });
    records.flatten().collect()
}

fn record(value: &toml::Value) -> Option<Record> {
    let text = |value: &toml::Value, key: &str| Some(value.get(key)?.as_str()?.to_owned());
    let name = text(value, "proof")?;
    let (proof, _) = Proof::ALL.into_iter().find(|(_, other)| *other == name)?;
    let left_out = |value: &toml::Value| {
        let name = text(value, "pass")?;
        let row = value.get("row").and_then(toml::Value::as_integer);
        let row = row.and_then(|row| usize::try_from(row).ok());
        Some(LeftOut {
            pass: Pass::ALL.into_iter().find(|pass| pass.name() == name)?,
            row: text(value, "block").zip(row),
            witness: text(value, "witness")?,
        })
    };
    let all = value.get("left-out").and_then(toml::Value::as_array);
    let left_out = all.into_iter().flatten().map(left_out);
    Some(Record {
        from: text(value, "from")?,
        code: text(value, "code")?,
        proof,
        left_out: left_out.collect::<Option<_>>()?,
    })
}

/// The text of the file, in the order of the revisions.
pub fn file(records: &Records) -> String {
    let mut out = String::from(
        "# Generated by `cargo xtask gen`. Do not edit. From what the code of each revision was proved: digests of its\n\
         # tables with the code that all passes make of them, and of the code as written; `trees` is tree construction. A\n\
         # proof is `closed`, `open` if the search did not close within its budget, or `none`.\n",
    );
    for ((id, part), record) in records {
        let (_, proof) = Proof::ALL[record.proof as usize];
        let name = match key(*part) {
            Some(key) => format!("{id}.{key}"),
            None => id.clone(),
        };
        let _ = write!(
            out,
            "\n[{name}]\nfrom = \"{}\"\ncode = \"{}\"\nproof = \"{proof}\"\n",
            record.from, record.code
        );
        for LeftOut { pass, row, witness } in &record.left_out {
            let _ = write!(out, "\n[[{name}.left-out]]\npass = \"{}\"\n", pass.name());
            if let Some((block, row)) = row {
                let block = toml::Value::from(block.as_str());
                let _ = write!(out, "block = {block}\nrow = {row}\n");
            }
            let _ = writeln!(out, "witness = {}", toml::Value::from(witness.as_str()));
        }
    }
    out
}

/// A digest of the tables of a part of a revision and of its code as it is compiled now.
pub fn from(compiled: &Compiled, index: usize, part: Part) -> String {
    let loaded = &compiled.revisions[index];
    let (tables, others) = match part {
        Part::Tokenizer => {
            let others = format!("{:?}", loaded.references.replacements);
            (writer::write(&loaded.revision), others)
        }
        Part::Trees => {
            let tables = loaded.trees.as_ref().map(tree::writer::write);
            let modes = loaded.revision.about.text_modes.iter();
            let modes = modes.map(|mode| (mode.mode.value, &mode.switch.value));
            let others = format!("{:?}", modes.collect::<Vec<_>>());
            (tables.unwrap_or_default(), others)
        }
    };
    let tables = tables
        .iter()
        .flat_map(|(name, text)| [name.as_ref(), text.as_str()]);
    let code = code(compiled, index, part);
    digest(tables.chain([others.as_str(), code.as_str()]))
}

/// A digest of the code of a part of a revision as it is compiled now.
fn code(compiled: &Compiled, index: usize, part: Part) -> String {
    let files = compiled.files_of(index, part);
    digest(files.map(|file| file.text.as_str()))
}

/// FNV-1a with 64 bits: it tells texts apart that were not made to collide.
fn digest<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    // No text contains the byte between them.
    let bytes = texts.flat_map(|text| text.bytes().chain([0xFF]));
    let hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::{LeftOut, Part, Pass, Proof, Record, Records, file, records};

    #[test]
    fn what_is_written_is_read() {
        let left_out = LeftOut {
            pass: Pass::TreeWalk,
            row: Some(("data".to_owned(), 3)),
            witness: "in the data state, \"a\\\"\u{1F600}\" then \"\"".to_owned(),
        };
        let parts = [Part::Tokenizer, Part::Trees];
        let all = parts.map(|part| {
            Proof::ALL.map(|(proof, name)| {
                let record = Record {
                    from: "0123456789abcdef".to_owned(),
                    code: "fedcba9876543210".to_owned(),
                    proof,
                    left_out: vec![left_out.clone(); usize::from(proof != Proof::None)],
                };
                ((format!("whatwg-{name}"), part), record)
            })
        });
        let all: Records = all.into_iter().flatten().collect();
        let table: toml::Table = file(&all).parse().expect("TOML");
        assert_eq!(records(&table), all);
    }
}
