//! Indexes of archives: CDX, with or without a header, and CDXJ, plain or gzip.

use super::buffer::{Ahead, Buffer};
use super::gzip::GZIP;
use super::source::invalid;
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The most bytes that a line may have.
const LINE: u64 = 1 << 20;

/// The least bytes that a record may have in a file, about, and how many lines there may be beyond.
const RECORD: u64 = 16;
const SPARE: u64 = 1000;

/// The letters of CDX without a header, by the number of fields.
const LEGENDS: [&str; 3] = [
    "N b a m s k r M S V g",
    "N b a m s k r M V g",
    "N b a m s k r V g",
];

/// Where an index says that a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) offset: u64,
    pub(crate) length: Option<u64>,
    /// The line of the index, from 1.
    pub(crate) line: u64,
}

/// The entries of a file with this name and length, in any order.
pub(crate) fn entries(index: &Path, name: &str, len: u64) -> io::Result<Vec<Entry>> {
    let mut input = Buffer::new(File::open(index)?, 4 << 10);
    let input: Box<dyn BufRead> = match input.ahead(GZIP.len())? == GZIP {
        true => Box::new(BufReader::new(MultiGzDecoder::new(input))),
        false => Box::new(input),
    };
    read(input, name, len / RECORD + SPARE)
}

fn read(mut input: impl BufRead, name: &str, most: u64) -> io::Result<Vec<Entry>> {
    let mut legend = None;
    let mut found = Vec::new();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = input.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        let wrong = |message: &str| invalid(format!("line {number}: {message}"));
        if read as u64 == LINE {
            return Err(wrong("it has more than 1 MiB"));
        }
        let text = std::str::from_utf8(&line).map_err(|_| wrong("it is not UTF-8"))?;
        if let Some(letters) = text.trim_start().strip_prefix("CDX ") {
            legend = Some(Legend::parse(letters).ok_or_else(|| wrong("it names no offset (`V`)"))?);
            continue;
        }
        let text = text.trim();
        if text.is_empty() || text.starts_with(['!', '@', '#']) {
            continue;
        }
        let fields = match text.find(" {") {
            Some(at) => json(&text[at..]),
            None => plain(text, legend.as_ref()),
        };
        let fields = fields.map_err(wrong)?;
        if fields.file.is_some_and(|file| base(&file) != name) {
            continue;
        }
        found.push(Entry {
            offset: fields.offset,
            length: fields.length,
            line: number,
        });
        if found.len() as u64 > most {
            return Err(wrong("the index has more records than the file can have"));
        }
    }
    Ok(found)
}

/// The name of a file in a path or an address.
fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The fields of a line that matter here.
struct Fields {
    offset: u64,
    length: Option<u64>,
    file: Option<String>,
}

/// Where fields are in a line of CDX.
struct Legend {
    offset: usize,
    length: Option<usize>,
    file: Option<usize>,
}

impl Legend {
    fn parse(letters: &str) -> Option<Self> {
        let at = |letter: &str| {
            letters
                .split_ascii_whitespace()
                .position(|found| found == letter)
        };
        Some(Legend {
            offset: at("V").or_else(|| at("v"))?,
            length: at("S"),
            file: at("g"),
        })
    }
}

fn plain(line: &str, legend: Option<&Legend>) -> Result<Fields, &'static str> {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let usual = || {
        let letters = |legend: &&&str| legend.split(' ').count() == fields.len();
        LEGENDS
            .iter()
            .find(letters)
            .and_then(|legend| Legend::parse(legend))
    };
    let assumed;
    let legend = match legend {
        Some(legend) => legend,
        None => {
            assumed = usual().ok_or("it is neither CDX nor CDXJ")?;
            &assumed
        }
    };
    let offset = fields.get(legend.offset).ok_or("it has no offset")?;
    let length = legend
        .length
        .and_then(|at| fields.get(at))
        .filter(|length| **length != "-");
    Ok(Fields {
        offset: number(offset).ok_or("its offset is no number")?,
        length: length
            .map(|length| number(length).ok_or("its length is no number"))
            .transpose()?,
        file: legend
            .file
            .and_then(|at| fields.get(at))
            .map(|file| (*file).to_owned()),
    })
}

fn json(text: &str) -> Result<Fields, &'static str> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|_| "it has no JSON")?;
    // Most indexers write numbers as strings.
    let field = |name: &str| match &value[name] {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(number(text)),
        other => Some(other.as_u64()),
    };
    Ok(Fields {
        offset: field("offset")
            .ok_or("it has no offset")?
            .ok_or("its offset is no number")?,
        length: field("length")
            .map(|length| length.ok_or("its length is no number"))
            .transpose()?,
        file: value["filename"].as_str().map(str::to_owned),
    })
}

/// A number of digits only.
fn number(text: &str) -> Option<u64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}
