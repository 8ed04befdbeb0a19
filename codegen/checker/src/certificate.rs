//! Certificates: a closed set of pairs of machines, written down so that it can be checked.
//!
//! This module is only the format. `compare` writes certificates, [`crate::verify`] checks them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use tokenwright_interpreter::effects::CARRIED;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;
use tokenwright_tables::writer;

/// The version of the format.
pub const VERSION: u32 = 4;

/// The claim of a certificate about two revisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// They are the same: tokens, errors and their places.
    None,
    /// They are the same but for the places of errors.
    PlacesOnly,
    /// They give the same tokens.
    ErrorsOnly,
}

/// An equivalence proof of two revisions, as stored in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Certificate {
    /// [`VERSION`].
    pub certificate: u32,
    /// The greatest difference allowed.
    pub differs_in: Claim,
    /// The revisions.
    pub sides: [Named; 2],
    /// The registers that each side carries, by state.
    pub carries: [Carries; 2],
    /// The pairs, each after the one that leads to it.
    pub pairs: Vec<CertificatePair>,
}

/// Identifies one of the two revisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The name on the command line: a revision, a folder or a page.
    pub name: String,
    /// A digest of its tables and its character references.
    pub digest: String,
}

/// Why a file is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The error.
    pub message: String,
    /// The line and the column, from 1; the column counts bytes.
    pub at: Option<(usize, usize)>,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.at {
            Some((line, column)) => write!(f, " at {line}:{column}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Malformed {}

impl From<serde_json::Error> for Malformed {
    fn from(error: serde_json::Error) -> Self {
        let at = (error.line(), error.column());
        let place = format!(" at line {} column {}", at.0, at.1);
        let message = error.to_string();
        Malformed {
            message: message.trim_end_matches(&place).to_owned(),
            at: Some(at),
        }
    }
}

/// The registers that are carried into each state.
pub type Carries = BTreeMap<String, Vec<String>>;

/// The registers that each state of a revision carries, a bit for each.
///
/// # Errors
/// A state that the revision does not have, or a register that no machine has.
pub fn registers(carries: &Carries, revision: &Revision) -> Result<Vec<u32>, String> {
    let mut carried = vec![0; revision.states.len()];
    for (name, registers) in carries {
        let state = revision.state_index(name);
        let state = state.ok_or_else(|| format!("there is no state {name:?}"))?;
        for register in registers {
            let known = CARRIED.iter().find(|(_, known)| known == register);
            carried[state] |= known
                .ok_or_else(|| format!("there is no register {register:?}"))?
                .0;
        }
    }
    Ok(carried)
}

/// A pair of machines that have read the same input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificatePair {
    /// An input that leads there, from one of the starts.
    pub input: String,
    /// The configurations of both sides.
    pub sides: [String; 2],
    /// The pairs that any character leads to, by index, in order.
    pub to: Vec<usize>,
}

impl Certificate {
    /// The certificate as a file has it: a line for each pair.
    pub fn write(&self) -> String {
        let mut out = format!(
            "{{\n\"certificate\": {},\n\"differs-in\": {},\n\"sides\": [\n{},\n{}\n],\n",
            self.certificate,
            line(&self.differs_in),
            line(&self.sides[0]),
            line(&self.sides[1])
        );
        let list = |out: &mut String, items: Vec<String>| {
            let _ = write!(out, "[\n{}\n]", items.join(",\n"));
        };
        out += "\"carries\": [";
        for (at, side) in self.carries.iter().enumerate() {
            out += if at == 0 { "" } else { ", " };
            let states = side
                .iter()
                .map(|(state, carried)| format!("{}: {}", line(state), line(carried)));
            let _ = write!(out, "{{\n{}\n}}", states.collect::<Vec<_>>().join(",\n"));
        }
        out += "],\n\"pairs\": ";
        list(&mut out, self.pairs.iter().map(line).collect());
        out += "\n}\n";
        out
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// The first thing that is malformed, or a version of the format other than [`VERSION`].
    pub fn read(text: &str) -> Result<Self, Malformed> {
        let read: Certificate = serde_json::from_str(text)?;
        if read.certificate != VERSION {
            let version = read.certificate;
            return Err(Malformed {
                message: format!("format {version} of certificates, where {VERSION} is known"),
                at: None,
            });
        }
        Ok(read)
    }
}

fn line<T: Serialize>(value: &T) -> String {
    // Strings and numbers in lists and maps with names can always be written.
    serde_json::to_string(value).unwrap_or_default()
}

/// A digest of a revision: its tables in the writer's layout, and both tables of character references. It
/// distinguishes tables; it does not resist a deliberate collision.
pub fn digest(revision: &Revision, references: &References) -> String {
    let mut text = String::new();
    for (name, file) in writer::write(revision) {
        let _ = writeln!(text, "{name}\n{file}");
    }
    for (name, means) in &references.names {
        let _ = writeln!(text, "{name} {means:?}");
    }
    let _ = writeln!(text, "{:?}", references.replacements);
    // FNV-1a, 128 bits.
    let start = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    let hash = text.bytes().fold(start, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    });
    format!("{hash:032x}")
}
