//! Converts names of the tables to identifiers of generated code.
//!
//! An identifier consists of the words of a name: its runs of ASCII letters and digits. It begins with an N if it would
//! otherwise begin with a digit or be a keyword, so that more words can follow it: no identifier has `__`.

/// The keywords of every edition, reserved ones too, in lower case.
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The words of a name, in lower case.
pub fn words(name: &str) -> impl Iterator<Item = String> + '_ {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
}

/// `RCDATA end tag name` as `RcdataEndTagName`. Empty if the name has no words.
#[must_use]
pub fn camel_case(name: &str) -> String {
    let mut out = String::new();
    for word in words(name) {
        let (first, rest) = word.split_at(1);
        out.push_str(&first.to_ascii_uppercase());
        out.push_str(rest);
    }
    // The other keywords begin with a small letter.
    if out == "Self" || out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, 'N');
    }
    out
}

/// Whether Rust keeps a name, in lower case, for itself.
#[must_use]
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// `RCDATA end tag name` as `rcdata_end_tag_name`. Empty if the name has no words.
#[must_use]
pub fn snake_case(name: &str) -> String {
    let mut out = words(name).collect::<Vec<_>>().join("_");
    if is_keyword(&out) || out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert_str(0, "n_");
    }
    out
}

/// The module name of a table file: `tags` for `02-tags.toml`.
#[must_use]
pub fn file_stem(file: &str) -> &str {
    let stem = file.strip_suffix(".toml").unwrap_or(file);
    stem.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-')
}
