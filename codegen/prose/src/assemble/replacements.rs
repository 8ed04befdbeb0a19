//! The table of numeric replacements.

use super::Assembler;
use crate::outline::Text;
use crate::prefix::after;
use crate::report::Verdict;

impl Assembler<'_> {
    /// Reads a table of numbers and the code points that replace them.
    pub(super) fn table(&mut self, rows: &[Vec<Text>]) {
        let Some(line) = rows.iter().flatten().next().map(|cell| cell.line(0)) else {
            return;
        };
        self.awaits_table = None;
        let mut pairs = Vec::new();
        let mut complete = true;
        for row in rows {
            let Some(first) = row.first() else {
                continue;
            };
            if first.as_str().starts_with("Number") {
                let head = Verdict::WithoutEffect("head of a table", "names the columns");
                self.record_row(row, "", head);
                continue;
            }
            let read =
                number(first.as_str()).zip(row.get(1).and_then(|cell| number(cell.as_str())));
            let verdict = match read {
                Some(pair) => {
                    pairs.push(pair);
                    Verdict::Modelled(vec!["numeric replacement"])
                }
                None => {
                    complete = false;
                    Verdict::UNKNOWN
                }
            };
            let meaning = read.map(|(number, code)| format!("{number:#X} is U+{code:04X}"));
            self.record_row(row, &meaning.unwrap_or_default(), verdict);
        }
        // The number of a row that was not understood is unknown, so it would count as removed.
        if !complete {
            return;
        }
        pairs.sort_unstable();
        pairs.dedup();
        let twice = pairs.windows(2).find(|pair| pair[0].0 == pair[1].0);
        if let Some([(number, _), _]) = twice {
            let message = format!("this table replaces {number:#04X} by two code points");
            self.fault(line, message);
        }
        let known = self.replacements.iter().find(|(_, known)| *known == pairs);
        let name = known.map_or(&self.facts.about.id, |(name, _)| name);
        self.found.numeric_replacements = Some(name.clone());
        self.found.replacements = Some(pairs);
    }

    fn record_row(&mut self, row: &[Text], meaning: &str, verdict: Verdict) {
        // The name can have a cell of its own.
        let mut whole = Text::default();
        for (column, cell) in row.iter().enumerate() {
            self.links_of(cell);
            let text = cell.as_str();
            match text.strip_prefix("0x").filter(|_| column > 0) {
                Some(digits) => whole.push(cell.line(0), &format!("U+{digits} ")),
                None => whole.push(cell.line(0), &format!("{text} ")),
            }
        }
        self.contradictions(&whole);
        if let Some(first) = row.first() {
            self.record_words(first.line(0), words(row), meaning, verdict);
        }
    }
}

/// A row in the words of the page.
fn words(row: &[Text]) -> String {
    let cells = row.iter().map(Text::as_str);
    cells.collect::<Vec<_>>().join(" | ")
}

/// `0x80`, or the number of `U+20AC EURO SIGN`.
fn number(text: &str) -> Option<u32> {
    let digits = after(text, &["0x", "U+"])?;
    let end = digits
        .find(|c: char| !c.is_ascii_hexdigit())
        .unwrap_or(digits.len());
    let name = &digits[end..];
    // Lower case is for the glyph only.
    let plain = name.split('(').next().unwrap_or_default();
    let is_name = name.starts_with(' ')
        && !name.contains("U+")
        && !plain.contains(|c: char| c.is_ascii_lowercase());
    let whole = name.is_empty() || is_name;
    let value = u32::from_str_radix(&digits[..end], 16).ok()?;
    (whole && value <= 0x10_FFFF).then_some(value)
}
