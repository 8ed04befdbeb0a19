//! The table of named character references, which whole pages have in another section.

use super::outline::{PageBlock, Text};
use super::section;

/// The names of a page's table, without their U+0026 (&), and their code points; sorted by name.
pub type NamedReferences = Vec<(String, Vec<u32>)>;

/// The table of a page.
///
/// # Errors
/// The line of a row that cannot be read. A table is read completely or not at all.
pub(super) fn table(blocks: &[PageBlock]) -> Option<Result<NamedReferences, u32>> {
    let rows = section::named_references(blocks)?;
    let mut names = Vec::new();
    for row in rows.filter(|row| !is_head(row)) {
        match entry(row) {
            Some(entry) => names.push(entry),
            None => return Some(Err(row.first().map_or(1, |cell| cell.line(0)))),
        }
    }
    names.sort_unstable();
    names.dedup();
    // A name that stands for two texts.
    let contradicts = names.windows(2).any(|pair| pair[0].0 == pair[1].0);
    match names.is_empty() {
        true => None,
        false if contradicts => Some(Err(1)),
        false => Some(Ok(names)),
    }
}

fn is_head(row: &[Text]) -> bool {
    let first = row.first().map_or("", Text::as_str);
    first.is_empty() || ["Name", "Entity name", "Entity Name", "Entity"].contains(&first)
}

/// `Aacute;`, `U+000C1`, perhaps with the glyph.
fn entry(row: &[Text]) -> Option<(String, Vec<u32>)> {
    let (name, codes) = (row.first()?.as_str(), row.get(1)?.as_str());
    let name = name.strip_prefix('&').unwrap_or(name);
    let letters = name.strip_suffix(';').unwrap_or(name);
    if letters.is_empty() || !letters.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let codes = codes.split([' ', ',']).filter(|code| !code.is_empty());
    let codes: Option<Vec<u32>> = codes.map(code).collect();
    let codes = codes.filter(|codes| (1..=2).contains(&codes.len()))?;
    Some((name.to_owned(), codes))
}

fn code(text: &str) -> Option<u32> {
    let code = u32::from_str_radix(text.strip_prefix("U+")?, 16).ok()?;
    char::from_u32(code).map(u32::from)
}

#[cfg(test)]
mod tests {
    use super::table;
    use crate::outline::{PageBlock, Text};

    fn page(rows: &[[&str; 2]]) -> Vec<PageBlock> {
        let row = |(line, row): (usize, &[&str; 2])| {
            let line = u32::try_from(line).expect("few rows") + 2;
            row.iter().map(|cell| Text::at(line, cell)).collect()
        };
        vec![
            PageBlock::Heading {
                level: 3,
                text: Text::at(1, "8.5 Named character references"),
            },
            PageBlock::Table(rows.iter().enumerate().map(row).collect()),
        ]
    }

    #[test]
    fn rows_are_read_and_sorted() {
        let blocks = page(&[
            ["Name", "Character(s)"],
            ["lt;", "U+0003C"],
            ["NotEqualTilde;", "U+02242 U+00338"],
            ["&lt", "U+0003C"],
        ]);
        let names = table(&blocks).expect("a table").expect("readable rows");
        let expected = [
            ("NotEqualTilde;", vec![0x2242, 0x338]),
            ("lt", vec![0x3C]),
            ("lt;", vec![0x3C]),
        ];
        assert_eq!(
            names,
            expected.map(|(name, codes)| (name.to_owned(), codes))
        );
    }

    #[test]
    fn a_row_that_cannot_be_read_is_named() {
        for row in [
            ["lt;", "<"],
            ["lt gt;", "U+003C"],
            ["lt;", "U+D800"],
            ["lt;", ""],
        ] {
            assert_eq!(
                table(&page(&[["gt;", "U+003E"], row])),
                Some(Err(3)),
                "{row:?}"
            );
        }
        assert_eq!(table(&page(&[["Name", "Character(s)"]])), None);
        assert_eq!(table(&[]), None);
    }
}
