//! `tokenizer/src/generated/proofs.toml`: from what the code of each revision was proved.
//!
//! The record lets `gen` decide by what is written whether there is anything to prove, and lets `gen --check` compile a
//! revision without the passes that were found to be wrong about it.

use crate::workspace;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use tokenwright_compiler::Compiled;
use tokenwright_compiler::optimise::{Pass, Passes};
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::model::{Revision, Row};
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
    /// The state or procedure, and the index of the row in it.
    pub row: Option<(String, usize)>,
    /// The input that shows the difference, as text.
    pub witness: String,
}

impl LeftOut {
    /// The warning, at the row.
    pub fn warning(&self, revision: &Revision) -> Diagnostic {
        let message = format!(
            "{} is compiled without the pass `{}`, which is wrong about this row: {}",
            revision.about.id,
            self.pass.name(),
            self.witness
        );
        let found = self.row.as_ref().and_then(|at| row(revision, at));
        let warning = match found {
            Some(row) => Diagnostic::warning(row.place.place, message),
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

/// The record of one revision.
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
    /// The record of the code of a revision. `from` is [`from`] of the revision compiled with all passes.
    pub fn new(
        compiled: &Compiled,
        index: usize,
        from: String,
        proof: Proof,
        left_out: Vec<LeftOut>,
    ) -> Self {
        Record {
            from,
            code: code(compiled, index),
            proof,
            left_out,
        }
    }

    /// Compiles a revision without the passes of the record; whether the result is the code that was recorded.
    pub fn reproduce(
        &self,
        compiled: &mut Compiled,
        index: usize,
        passes: &Passes,
    ) -> Result<bool, String> {
        if self.proof == Proof::None || self.from != from(compiled, index) {
            return Ok(false);
        }
        if !self.left_out.is_empty() {
            let without = self.left_out.iter();
            let without = without.fold(passes.clone(), |all, one| all.without(one.pass));
            compiled.recompile(index, &without)?;
        }
        if self.code == code(compiled, index) {
            return Ok(true);
        }
        compiled.recompile(index, passes)?;
        Ok(false)
    }
}

/// The records by revision.
pub type Records = BTreeMap<String, Record>;

/// Where the records are.
pub fn path() -> PathBuf {
    workspace::root().join("tokenizer/src/generated/proofs.toml")
}

/// Reads the records. What cannot be read has to be proved again.
pub fn read() -> Records {
    let text = std::fs::read_to_string(path()).unwrap_or_default();
    let table: toml::Table = text.parse().unwrap_or_default();
    let records = table
        .into_iter()
        .filter_map(|(id, of)| Some((id, record(&of)?)));
    records.collect()
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
         # tables with the code that all passes make of them, and of the code as written. A proof is `closed`, `open` if\n\
         # the search did not close within its budget, or `none`.\n",
    );
    for (id, record) in records {
        let (_, proof) = Proof::ALL[record.proof as usize];
        let _ = write!(
            out,
            "\n[{id}]\nfrom = \"{}\"\ncode = \"{}\"\nproof = \"{proof}\"\n",
            record.from, record.code
        );
        for LeftOut { pass, row, witness } in &record.left_out {
            let _ = write!(out, "\n[[{id}.left-out]]\npass = \"{}\"\n", pass.name());
            if let Some((block, row)) = row {
                let block = toml::Value::from(block.as_str());
                let _ = write!(out, "block = {block}\nrow = {row}\n");
            }
            let _ = writeln!(out, "witness = {}", toml::Value::from(witness.as_str()));
        }
    }
    out
}

/// A digest of the tables of a revision and of its code as it is compiled now.
pub fn from(compiled: &Compiled, index: usize) -> String {
    let loaded = &compiled.revisions[index];
    let tables = writer::write(&loaded.revision);
    let tables = tables
        .iter()
        .flat_map(|(name, text)| [name.as_ref(), text.as_str()]);
    let replacements = format!("{:?}", loaded.references.replacements);
    let code = code(compiled, index);
    digest(tables.chain([replacements.as_str(), code.as_str()]))
}

/// A digest of the code of a revision as it is compiled now.
fn code(compiled: &Compiled, index: usize) -> String {
    digest(compiled.files_of(index).map(|file| file.text.as_str()))
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
    use super::{LeftOut, Pass, Proof, Record, Records, file, record};

    #[test]
    fn what_is_written_is_read() {
        let left_out = LeftOut {
            pass: Pass::HotPath,
            row: Some(("data".to_owned(), 3)),
            witness: "in the data state, \"a\\\"\u{1F600}\" then \"\"".to_owned(),
        };
        let all = Proof::ALL.map(|(proof, name)| {
            let record = Record {
                from: "0123456789abcdef".to_owned(),
                code: "fedcba9876543210".to_owned(),
                proof,
                left_out: vec![left_out.clone(); usize::from(proof != Proof::None)],
            };
            (format!("whatwg-{name}"), record)
        });
        let records = Records::from(all);
        let table: toml::Table = file(&records).parse().expect("TOML");
        let read = table
            .iter()
            .map(|(id, of)| (id.clone(), record(of).expect("a record")));
        assert_eq!(read.collect::<Records>(), records);
    }
}
