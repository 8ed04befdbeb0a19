//! The key of a pair of machines, as a sequence of bytes.

use tokenwright_interpreter::Token;

/// The number of characters distinguished at each end of a text.
const ENDS: usize = 4;

/// A key, and the characters that it holds verbatim.
#[derive(Debug, Default)]
pub(super) struct Key {
    pub(super) bytes: Vec<u8>,
    /// The characters that only one side has: the next input has to be compared with each of them.
    pub(super) singletons: Vec<char>,
    /// The start of the part that only restricts the input to come.
    end: usize,
}

impl Key {
    /// Empties it for another pair.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.end = 0;
        self.singletons.clear();
    }

    /// Starts the part that only restricts the input to come.
    pub(super) fn end(&mut self) {
        self.end = self.bytes.len();
    }

    /// The key of the same pair without assumptions about the input.
    pub(super) fn whatever_comes(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    pub(super) fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(super) fn number(&mut self, number: usize) {
        let mut rest = number;
        while rest >= 0x80 {
            self.bytes.push((rest as u8 & 0x7F) | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len());
        self.bytes.extend(text.as_bytes());
    }

    /// A text, or none.
    pub(super) fn optional(&mut self, text: Option<&str>) {
        self.number(text.map_or(0, |text| text.len() + 1));
        let text = text.unwrap_or_default();
        self.bytes.extend(text.as_bytes());
        self.distinguish(text);
    }

    /// A text that only one side has.
    pub(super) fn verbatim(&mut self, text: &str) {
        self.text(text);
        self.singletons.extend(text.chars());
    }

    /// A token that only one side has emitted.
    pub(super) fn token(&mut self, token: &Token) {
        self.text(&format!("{token:?}"));
        let mut singletons = |text: &str| self.singletons.extend(text.chars());
        match token {
            Token::Characters(text) | Token::Comment(text) => singletons(text),
            Token::StartTag {
                name, attributes, ..
            }
            | Token::EndTag {
                name, attributes, ..
            } => {
                singletons(name);
                for (name, value) in attributes {
                    singletons(name);
                    singletons(value);
                }
            }
            Token::ProcessingInstruction { target, data } => {
                singletons(target);
                singletons(data);
            }
            Token::Doctype {
                name,
                public,
                system,
                ..
            } => {
                let parts = [name, public, system].into_iter().flatten();
                parts.for_each(|part| singletons(part));
            }
            Token::EndOfFile => {}
        }
    }

    /// A text that both sides have and may emit: whether the next input is
    /// the same character decides whether the two can be seen to change places.
    pub(super) fn distinguish(&mut self, text: &str) {
        // The ends of a long text are enough for that.
        let (first, last) = (text.chars().take(ENDS), text.chars().rev().take(ENDS));
        self.singletons.extend(first.chain(last));
    }
}
