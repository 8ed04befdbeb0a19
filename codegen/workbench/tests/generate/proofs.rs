//! `cargo xtask gen` proves what it writes, and records from what.

use crate::support::copy::{NEWEST, ROW, ROW_FILE};
use crate::support::{Copy, Run, has, has_all};
use std::fs;
use std::sync::LazyLock;

/// The tables of the newest revision alone, and their code without a proof. The tests share what it is copied from.
fn copy(name: &str) -> Copy {
    static GENERATED: LazyLock<Copy> = LazyLock::new(|| {
        let copy = Copy::of_newest_tables("proofs");
        generate(&copy, &["--no-prove"]).exits(0);
        copy
    });
    GENERATED.again(name)
}

/// What `gen` says about a search that ends early.
const NOT_CLOSED: &str = "the search did not close";

/// The same with a proof of tree construction, and with a search for the tokenizer that ended early.
fn copy_with_proof_of_trees(name: &str) -> Copy {
    static SEARCHED: LazyLock<Copy> = LazyLock::new(|| {
        let copy = copy("proofs-searched");
        let searched = generate(&copy, &["--pairs", "100"]).exits(0);
        has(&searched.printed(), NOT_CLOSED);
        copy
    });
    SEARCHED.again(name)
}

const RECORD: &str = "tokenizer/src/generated/proofs.toml";

fn write_record(copy: &Copy, text: &str) {
    fs::write(copy.root().join(RECORD), text).expect("a record");
}

fn generate(copy: &Copy, arguments: &[&str]) -> Run {
    copy.xtask(&[&["gen"], arguments].concat())
}

/// The line of the record with this key.
fn line(copy: &Copy, key: &str) -> String {
    line_of(&copy.read(RECORD), key)
}

fn line_of(text: &str, key: &str) -> String {
    let found = text.lines().find(|line| line.starts_with(key));
    found.expect(key).to_owned()
}

#[test]
fn code_without_a_proof_is_not_up_to_date() {
    let copy = copy("proofs-none");
    assert_eq!(line(&copy, "proof"), "proof = \"none\"");
    assert_eq!(tree_line(&copy, "proof"), "proof = \"none\"");
    let text = generate(&copy, &["--check"]).exits(1).printed();
    for part in ["not proved", "tree construction is not proved"] {
        assert!(text.contains(&format!("\n{NEWEST}: {part}\n")), "{text}");
    }
    assert!(!text.contains("error:"), "{text}");
    // A search that ends early is no proof, and `gen` says so, also when it has nothing to do.
    let copy = copy_with_proof_of_trees("proofs-open");
    assert_eq!(line(&copy, "proof"), "proof = \"open\"");
    let text = generate(&copy, &["--check"]).exits(0).printed();
    has(&text, NOT_CLOSED);
    // Tables that say something else were not proved, even where the code is the same.
    copy.edit(ROW_FILE, ROW.0, &format!("# a comment\n{}", ROW.0));
    generate(&copy, &["--check"]).exits(0);
    copy.edit(ROW_FILE, ROW.0, ROW.1);
    let text = generate(&copy, &["--check"]).exits(1).printed();
    has(&text, &format!("\n{NEWEST}: not proved\n"));
}

#[test]
fn a_pass_that_is_left_out_stays_left_out() {
    let copy = copy("proofs-left-out");
    let from = line(&copy, "from");
    let without = ["--no-prove", "--without", "hot-path"];
    generate(&copy, &without).exits(0);
    let code = line(&copy, "code");
    let record_of = |from: &str| {
        format!(
            "[{NEWEST}]\n{from}\n{code}\nproof = \"closed\"\n\n[[{NEWEST}.left-out]]\npass = \"hot-path\"\n\
             block = \"tag open\"\nrow = 3\nwitness = \"in the data state, \\\"<?\\\"\"\n"
        )
    };
    write_record(&copy, &record_of(&from));
    // Nothing is proved, the code stays as it is, and the warning is repeated at the row.
    let text = generate(&copy, &[]).exits(0).printed();
    let warning = "is compiled without the pass `hot-path`, which is wrong about this row: in the data state, \"<?\"";
    has_all(&text, &["\n1 of ", warning, "02-tags.toml:"]);
    has(&generate(&copy, &["--check"]).exits(0).printed(), warning);
    let generated = copy.root().join("tokenizer/src/generated");
    assert!(!generated.join("whatwg_2026_07_19/hot_path.rs").exists());
    // After a change of the tables or of the passes, all passes are tried again.
    write_record(&copy, &record_of("from = \"0123456789abcdef\""));
    let text = generate(&copy, &["--check"]).exits(1).printed();
    assert!(text.contains("hot_path.rs: out of date"), "{text}");
}

#[test]
fn an_edit_is_proved() {
    let copy = copy("proofs-edit");
    copy.edit(ROW_FILE, ROW.0, ROW.1);
    generate(&copy, &[]).exits(0);
    assert_eq!(line(&copy, "proof"), "proof = \"closed\"");
    generate(&copy, &["--check"]).exits(0);
}

#[test]
fn an_edit_of_the_code_is_named() {
    const CODE: &str = "tokenizer/src/generated/whatwg_2026_07_19/tags.rs";
    let copy = copy("proofs-code");
    copy.edit(CODE, "m.create_tag(true);", "m.create_tag( false );");
    let text = generate(&copy, &["--check"]).exits(1).printed();
    let parts = [
        "error: the end tag open state: the generated code is not what was proved, in the row `ASCII alpha`",
        "read: `CreateTag { end_tag: false }`",
        "proved: `CreateTag { end_tag: true }`",
        "tags.rs: out of date\n",
    ];
    has_all(&text, &parts);
    // The same code in another layout is distinguished from other code.
    copy.edit(CODE, "m.create_tag( false );", "m.create_tag( true );");
    let text = generate(&copy, &["--check"]).exits(1).printed();
    has(
        &text,
        "tags.rs: out of date in layout or comments alone; the code is what was proved\n",
    );
    assert!(!text.contains("error:"), "{text}");
    // What is not there is out of date.
    fs::remove_dir_all(copy.root().join("tokenizer/src/generated/references")).expect("removed");
    let text = generate(&copy, &["--check"]).exits(1).printed();
    assert!(text.contains("references/mod.rs: out of date"), "{text}");
}

/// The file that has the algorithms of tree construction.
const TREE_CODE: &str = "tokenizer/src/generated/tree_construction/whatwg_2026_07_19/algorithms.rs";

/// The line with this key in the record of tree construction.
fn tree_line(copy: &Copy, key: &str) -> String {
    let (text, heading) = (copy.read(RECORD), format!("\n[{NEWEST}.trees]\n"));
    let of_trees = text.split_once(&heading).map(|(_, of_trees)| of_trees);
    line_of(of_trees.expect("a record of tree construction"), key)
}

#[test]
fn an_edit_of_tree_construction_is_proved_alone() {
    let copy = copy_with_proof_of_trees("proofs-trees");
    let not_proved = format!("\n{NEWEST}: tree construction is not proved\n");
    assert_eq!(tree_line(&copy, "proof"), "proof = \"closed\"");
    let (of_tokenizer, of_trees) = (line(&copy, "from"), tree_line(&copy, "from"));
    copy.edit(
        "spec/whatwg-2026-07-19/tree-construction/07-text.toml",
        r#"on = { end-tag = ["script"] }"#,
        r#"on = { end-tag = ["script", "style"] }"#,
    );
    let text = generate(&copy, &["--check"]).exits(1).printed();
    assert!(text.contains(&not_proved), "{text}");
    assert!(
        !text.contains(&format!("\n{NEWEST}: not proved\n")),
        "{text}"
    );
    generate(&copy, &[]).exits(0);
    assert_eq!(tree_line(&copy, "proof"), "proof = \"closed\"");
    assert_ne!(tree_line(&copy, "from"), of_trees);
    assert_eq!(line(&copy, "from"), of_tokenizer);
    generate(&copy, &["--check"]).exits(0);
}

#[test]
fn a_pass_over_tree_construction_that_is_left_out_stays_left_out() {
    let copy = copy("proofs-trees-left-out");
    let from = tree_line(&copy, "from");
    let of_tokenizer = ["from", "code"].map(|key| line(&copy, key)).join("\n");
    let is_without = |copy: &Copy| copy.read(TREE_CODE).contains("has_text_before");
    assert!(!is_without(&copy));
    let without = ["--no-prove", "--without", "tree-text"];
    generate(&copy, &without).exits(0);
    let code = tree_line(&copy, "code");
    write_record(
        &copy,
        &format!(
            "[{NEWEST}]\n{of_tokenizer}\nproof = \"closed\"\n\n[{NEWEST}.trees]\n{from}\n{code}\nproof = \"closed\"\n\n\
             [[{NEWEST}.trees.left-out]]\npass = \"tree-text\"\nblock = \"text\"\nrow = 1\nwitness = \"in some row\"\n"
        ),
    );
    let warning =
        "is compiled without the pass `tree-text`, which is wrong about this row: in some row";
    for arguments in [&[][..], &["--check"]] {
        let text = generate(&copy, arguments).exits(0).printed();
        has_all(&text, &[warning, "07-text.toml:"]);
    }
    assert_eq!(tree_line(&copy, "code"), code);
    // The rest of the code is as the passes over the tokenizer make it.
    assert_eq!(
        ["from", "code"].map(|key| line(&copy, key)).join("\n"),
        of_tokenizer
    );
    assert!(is_without(&copy));
}
