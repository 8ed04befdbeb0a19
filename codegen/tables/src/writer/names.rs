//! Tables of character references.

use super::text::string;
use crate::references::References;

/// A file of named character references, called `name`.
pub fn named_character_references(name: &str, references: &References) -> String {
    let mut out = format!(
        "# The named character references of {name}: the name without its U+0026 (&), and the code\n\
         # points that it stands for.\n\n[references]\n"
    );
    for (name, code_points) in &references.names {
        let code_points: Vec<String> = code_points.iter().map(|c| code_point(*c)).collect();
        out.push_str(&format!(
            "{} = {}\n",
            string(name),
            string(&code_points.join(" "))
        ));
    }
    out
}

/// A file of numeric replacements, called `name`.
pub fn numeric_replacements(name: &str, references: &References) -> String {
    let mut out = format!(
        "# The numeric replacements of {name}: the number of a reference, and the code point that it\n\
         # stands for.\n\n[replacements]\n"
    );
    for (number, code) in &references.replacements {
        let number = format!("0x{number:02X}");
        out.push_str(&format!(
            "{} = {}\n",
            string(&number),
            string(&code_point(*code))
        ));
    }
    out
}

fn code_point(code: u32) -> String {
    format!("U+{code:04X}")
}
