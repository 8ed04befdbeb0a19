//! Measures the time to read a page of the spec and to compare it with tables.
//!
//! `cargo bench -p tokenwright-analyses --bench pages [PAGE...]`: the named pages, or those of the
//! shared data if there are any, and a generated page of 700 KB.

use std::fmt::Write;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokenwright_analyses::diff::{self, Side};
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;
use tokenwright_tables::references::{self, Replacements};

/// The number of measurements; the minimum and the median are printed.
const ROUNDS: usize = 11;
/// The size of the generated page, in bytes.
const SIZE: usize = 700_000;
/// The number of copies of the states of the small page, so that it has as many states as the spec.
const COPIES: usize = 17;

fn main() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut sources = Sources::default();
    let tables = tables(&spec, &mut sources).unwrap_or_else(|message| panic!("{message}"));
    let (old, known) = tables;
    println!(
        "{:<34} {:>8} {:>7} {:>10} {:>10} {:>10}",
        "page", "bytes", "states", "read ms", "compare ms", "both ms"
    );
    measure("made here", &made(), &old, &known);
    for path in pages() {
        match fs::read_to_string(&path) {
            Ok(text) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                measure(&name, &text, &old, &known);
            }
            Err(error) => eprintln!("{}: {error}", path.display()),
        }
    }
}

fn tables(spec: &Path, sources: &mut Sources) -> Result<(Side, Vec<Replacements>), String> {
    let render = |errors: Vec<_>, sources: &Sources| render_all(&errors, sources, false);
    let dir = spec.join("whatwg-2020-05-22");
    let revision = load::revision(&dir, sources).map_err(|errors| render(errors, sources))?;
    let known =
        references::replacements(spec, sources).map_err(|errors| render(errors, sources))?;
    Ok((Side::of_tables(revision, None), known))
}

/// The pages that the arguments name, or the pages of the shared data, if there are any.
fn pages() -> Vec<PathBuf> {
    // cargo adds `--bench`.
    let named: Vec<PathBuf> = std::env::args_os()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .map(PathBuf::from)
        .collect();
    if !named.is_empty() {
        return named;
    }
    let shared = std::env::var_os("TOKENWRIGHT_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let Ok(entries) = fs::read_dir(shared.join("spec-pages")) else {
        eprintln!("no pages in {}", shared.display());
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.sort();
    found
}

fn measure(name: &str, text: &str, old: &Side, known: &[Replacements]) {
    let read = || {
        let other = Some(&old.revision);
        Side::of_page(name, "page", text, 0, other, known).expect("a tokenization section")
    };
    let page = read();
    let (mut reading, mut comparing, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let new = black_box(read());
        let between = start.elapsed();
        let difference = diff::compare(old.clone(), new);
        black_box(diff::text(&difference, true));
        let end = start.elapsed();
        reading.push(between);
        comparing.push(end - between);
        both.push(end);
    }
    println!(
        "{name:<34} {:>8} {:>7} {:>10} {:>10} {:>10}",
        text.len(),
        page.revision.states.len(),
        shown(&mut reading),
        shown(&mut comparing),
        shown(&mut both)
    );
}

/// The minimum and the median of the measurements, in milliseconds.
fn shown(times: &mut [Duration]) -> String {
    times.sort();
    let middle = times.get(times.len() / 2).copied().unwrap_or_default();
    format!("{:.1}", middle.as_secs_f64() * 1000.0)
}

/// A page with as many states as the spec, and mostly other text.
fn made() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../prose/tests/pages/coded.html");
    let small = fs::read_to_string(path).expect("the project's own page");
    let (head, rest) = small.split_once("<h4>").expect("a heading of a state");
    let end = rest.find("<h3>").expect("the end of the section");
    let states = format!("<h4>{}", &rest[..end]);
    let mut page = head.to_owned();
    for copy in 0..COPIES {
        page.push_str(&renamed(&states, copy));
    }
    page.push_str("<h3>9.2.2 Tree construction</h3>\n");
    while page.len() < SIZE {
        let _ = writeln!(
            page,
            "<p>Something <em>quite</em> <a href=\"#n{}\">different</a> is said here, at length.</p>",
            page.len()
        );
    }
    page
}

/// The states with distinct names and consecutive numbers.
fn renamed(states: &str, copy: usize) -> String {
    const NAMES: [&str; 5] = ["data", "tag open", "tag name", "comment end", "comment"];
    let mut text = states.to_owned();
    for (at, name) in NAMES.iter().enumerate() {
        let part = if copy == 0 {
            String::new()
        } else {
            format!(" of part {copy}")
        };
        let mut title = name.to_string();
        title[..1].make_ascii_uppercase();
        text = text.replace(
            &format!("the {name} state"),
            &format!("the {name}{part} state"),
        );
        text = text.replace(&format!(" {title} state"), &format!(" {title}{part} state"));
        let (old, new) = (at + 1, copy * NAMES.len() + at + 1);
        // `Comment end` comes after `Comment` on the page.
        let number = [1, 2, 3, 5, 4][at];
        let shift = new - old;
        text = text.replace(
            &format!("<h4>9.2.1.{number} {title}"),
            &format!("<h4>9.2.1.{} {title}", number + shift),
        );
    }
    text
}
