//! Inputs that ask for quadratic time or for memory without end.

use std::error::Error;
use std::fmt::Write;

use crate::arguments::Arguments;
use crate::once;
use crate::peers::Peer;
use crate::table::Table;

/// A hostile input.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    make: Make,
}

enum Make {
    /// A start, then a piece again and again up to a size in bytes.
    Repeat(&'static str, &'static str),
    /// One tag with so many attributes.
    Attributes(fn(usize, &mut String)),
}

const ALL: &[Hostile] = &[
    attributes("attributes-distinct", distinct),
    attributes("attributes-equal", |_, name| name.push('x')),
    attributes("attributes-same-polynomial", same_polynomial),
    attributes("attributes-same-ends", same_ends),
    attributes("attributes-same-letters", same_letters),
    repeat("<", "", "<"),
    repeat("&", "", "&"),
    repeat("&am", "", "&am"),
    repeat("&#0", "", "&#0"),
    repeat("<!--", "", "<!--"),
    repeat("-", "", "-"),
    repeat("- in a comment", "<!--", "-"),
    repeat("]]", "", "]]"),
    repeat("<a ", "", "<a "),
    repeat("</", "", "</"),
    repeat("</a in a script", "<script>", "</script"),
    repeat("CR", "", "\r"),
    repeat("NUL", "", "\0"),
    repeat("one text", "", "text "),
    repeat("one value", "<a b=\"", "value "),
    repeat("one value of &", "<a b=\"", "&"),
    repeat("one tag name", "<a", "name"),
    repeat("one attribute name", "<a b", "name"),
    repeat("one comment", "<!--", "comment "),
    repeat("one doctype", "<!doctype ", "name"),
];

const fn repeat(name: &'static str, start: &'static str, piece: &'static str) -> Hostile {
    Hostile {
        name,
        make: Make::Repeat(start, piece),
    }
}

const fn attributes(name: &'static str, attribute: fn(usize, &mut String)) -> Hostile {
    Hostile {
        name,
        make: Make::Attributes(attribute),
    }
}

fn distinct(number: usize, name: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(name, "a{number}");
}

/// Names with one value under every polynomial hash of base 31, the most widespread one: `bz` and `c[` are worth the same.
fn same_polynomial(number: usize, name: &mut String) {
    for bit in 0..20 {
        name.push_str(if number >> bit & 1 == 0 { "bz" } else { "c[" });
    }
}

/// Names that differ only in the middle.
fn same_ends(number: usize, name: &mut String) {
    let _ = write!(name, "data-attribute-{number:07}-of-the-element");
}

/// Names of the same letters in another order.
fn same_letters(number: usize, name: &mut String) {
    for bit in 0..20 {
        name.push_str(if number >> bit & 1 == 0 { "ab" } else { "ba" });
    }
}

impl Hostile {
    /// The units that stand for a MB: bytes, or attributes.
    fn units(&self) -> usize {
        match self.make {
            Make::Repeat(..) => 1_000_000,
            Make::Attributes(_) => 10_000,
        }
    }

    /// The input of so many units.
    pub(crate) fn text(&self, size: usize) -> String {
        match self.make {
            Make::Repeat(start, piece) => {
                let mut text = String::with_capacity(start.len() + size + piece.len());
                text.push_str(start);
                while text.len() < size {
                    text.push_str(piece);
                }
                text
            }
            Make::Attributes(attribute) => {
                let mut text = String::from("<a");
                for number in 0..size {
                    text.push(' ');
                    attribute(number, &mut text);
                }
                text.push('>');
                text
            }
        }
    }
}

/// The input of this name.
///
/// # Errors
/// When there is none; the message lists them.
pub(crate) fn named(name: &str) -> Result<&'static Hostile, Box<dyn Error>> {
    ALL.iter()
        .find(|hostile| hostile.name == name)
        .ok_or_else(|| {
            let names: Vec<_> = ALL.iter().map(|hostile| hostile.name).collect();
            format!("no hostile input {name:?}; there are: {}", names.join(", ")).into()
        })
}

/// Runs every peer on every input at a quarter, a half and the whole of the largest size, each in a process of its own, and
/// prints MB/s at each and the memory above the input at the largest.
///
/// # Errors
/// When a process cannot be started.
pub(crate) fn report(peers: &[Peer], arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    for peer in peers {
        let mut table = Table::new(
            format!(
                "hostile inputs, {}: seconds at a quarter, a half and all of {} MB, or of {} attributes",
                peer.name,
                arguments.hostile_size,
                arguments.hostile_size * 10_000
            ),
            [
                "input",
                "1/4",
                "1/2",
                "1",
                "MB/s at 1",
                "MiB above the input",
            ]
            .map(str::to_owned),
        );
        for hostile in ALL {
            if arguments
                .filter
                .as_ref()
                .is_some_and(|part| !hostile.name.contains(part.as_str()))
            {
                continue;
            }
            table.row(row(peer, hostile, arguments)?);
        }
        table.print(arguments.layout())?;
    }
    Ok(())
}

fn row(
    peer: &Peer,
    hostile: &Hostile,
    arguments: &Arguments,
) -> Result<Vec<String>, Box<dyn Error>> {
    let largest = hostile.units() * arguments.hostile_size;
    let mut cells = vec![hostile.name.to_owned()];
    for part in [4, 2, 1] {
        let size = (largest / part).to_string();
        let run = once::child_within(
            &[
                "--hostile".as_ref(),
                peer.name.as_ref(),
                hostile.name.as_ref(),
                size.as_ref(),
            ],
            arguments.limit(),
        );
        match run {
            Ok(Some(run)) => {
                let seconds = run.nanoseconds as f64 / 1e9;
                cells.push(format!("{seconds:.3}"));
                if part == 1 {
                    cells.push(format!("{:.0}", run.bytes as f64 / 1e6 / seconds));
                    let above = run.peak_kib.saturating_sub(run.before_kib);
                    cells.push(format!("{:.1}", above as f64 / 1024.0));
                }
            }
            Ok(None) => {
                cells.push(format!("over {}", arguments.limit));
                break;
            }
            // A peer that falls over its input has answered too.
            Err(_) => {
                cells.push("failed".to_owned());
                break;
            }
        }
    }
    Ok(cells)
}
