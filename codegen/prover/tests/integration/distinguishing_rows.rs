//! Rows that distinguish characters or numbers of references: the rules for references leave these to the rows.

use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_prover::evaluate::{Evaluator, Halt};
use tokenwright_prover::sides::{output, start};
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load::{self, Loaded};

const NEWEST: &str = "whatwg-2026-07-19";

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder for the copies");
    for entry in fs::read_dir(from).expect("the tables") {
        let path = entry.expect("a table").path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().expect("a file"))).expect("a copy");
        }
    }
}

/// The newest tables after an edit of the file whose name ends so.
fn edited(name: &str, ending: &str, replace: &str, with: &str) -> Loaded {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("references")
        .join(name);
    let _ = fs::remove_dir_all(&dir);
    let folders = [NEWEST, "named-character-references", "numeric-replacements"];
    folders
        .iter()
        .for_each(|folder| copy(&spec.join(folder), &dir.join(folder)));
    let mut paths = folders
        .iter()
        .flat_map(|folder| fs::read_dir(dir.join(folder)).expect("copies"));
    let path: PathBuf = paths
        .find_map(|entry| {
            let path = entry.expect("a copy").path();
            path.to_string_lossy().ends_with(ending).then_some(path)
        })
        .expect(ending);
    let text = fs::read_to_string(&path).expect("a copy");
    assert_eq!(
        text.matches(replace).count(),
        1,
        "{name}: `{replace}` is there once"
    );
    fs::write(&path, text.replace(replace, with)).expect("the edited copy");
    let mut sources = Sources::default();
    let all = load::all(&dir, &mut sources);
    let all = all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    all.into_iter().next().expect("a revision")
}

/// References of every kind, each before several characters, in text and in attributes.
fn inputs() -> Vec<String> {
    let mut references: Vec<String> = Vec::new();
    for number in [
        0, 7, 17, 65, 66, 71, 128, 171, 717, 0xD800, 0xFFFE, 0x10_FFFF, 0x11_0000, 0x12_0000,
    ] {
        references.push(format!("&#{number}"));
        references.push(format!("&#x{number:x}"));
        references.push(format!("&#X{number:X}"));
    }
    let names = [
        "&", "&#", "&#x", "&amp", "&lt", "&not", "&notit", "&xyzzy", "&9x9", "&aaa",
    ];
    references.extend(names.map(str::to_owned));
    let mut inputs = Vec::new();
    for reference in &references {
        for end in ["", ";"] {
            for after in ["", "x", "=", " ", "<", "&", "-", "\u{e9}"] {
                let text = format!("{reference}{end}{after}");
                inputs.push(format!("a{text}b"));
                inputs.push(format!("<a b=\"{text}\" c={reference}{end}>"));
                inputs.push(text);
            }
        }
    }
    inputs
}

fn obeys(loaded: &Loaded, name: &str) -> String {
    let program = compile_revision(loaded, &Passes::all()).expect("the tables compile");
    let evaluator = Evaluator::new(&program, &loaded.references);
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
    let setup = Setup::default();
    let mut all = String::new();
    for input in inputs() {
        let expected = interpreter.run(&setup, &input).expect("the tables run");
        let errors = expected.errors.iter();
        let errors: Vec<_> = errors.map(|e| (e.code.clone(), e.offset)).collect();
        for in_chunks in [false, true] {
            let mut run = start(&evaluator, &setup);
            for c in input.chars() {
                run.feed(c);
                if in_chunks {
                    run.end_chunk();
                    assert_eq!(run.go_on(), Halt::Starved, "{name}: {input:?}");
                    run.next_chunk();
                }
            }
            run.close();
            assert_eq!(run.go_on(), Halt::Finished, "{name}: {input:?}");
            let (tokens, codes) = output(&program, &run.take_events());
            assert_eq!(tokens, expected.tokens, "{name}: {input:?}");
            assert_eq!(codes, errors, "{name}: {input:?}");
        }
        all.push_str(&format!("{input:?} {:?} {errors:?}\n", expected.tokens));
    }
    all
}

#[test]
fn edited_rows_of_references_are_obeyed() {
    let rows = "character-references.toml";
    let decimal = "name = \"decimal character reference\"\n\n";
    let hexadecimal = "name = \"hexadecimal character reference\"\n\n";
    let row = |on: &str, base: u32, minus: &str| {
        format!(
            "[[state.row]]\non = \"{on}\"\ndo = [\n\"parse error: null-character-reference\",\n\
             \"multiply the character reference code by {base}\",\n\
             \"add the current input character minus {minus} to the character reference code\",\n]\n\n"
        )
    };
    let was_part =
        "was consumed as part of an attribute and the last character matched is not U+003B (;)";
    let last = "else = [\n            { if = \"the last character matched is not U+003B (;)\"";
    let edits = [
        (
            rows,
            decimal,
            format!("{decimal}{}", row("U+0037 (7)", 10, "0x0030")),
        ),
        (
            rows,
            hexadecimal,
            format!("{hexadecimal}{}", row("U+0041 (A)", 16, "0x0037")),
        ),
        (
            rows,
            was_part,
            "was consumed as part of an attribute".to_owned(),
        ),
        (rows, last, last.replace("U+003B (;)", "U+0070 (p)")),
        (
            "2020-05-22.toml",
            "[replacements]\n",
            "[replacements]\n0x42 = \"U+1F600\"\n0xAB = \"U+0041\"\n".to_owned(),
        ),
    ];
    let unedited = obeys(&edited("unedited", rows, decimal, decimal), "unedited");
    for (at, (file, replace, with)) in edits.iter().enumerate() {
        let name = at.to_string();
        let output = obeys(&edited(&name, file, replace, with), &name);
        assert_ne!(output, unedited, "the inputs show edit {at}");
    }
}
