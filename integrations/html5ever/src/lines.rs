//! The line of an offset of the input.

/// Counts the lines of the input that has been read. LF, CR and CR LF end a line.
#[derive(Debug)]
pub(crate) struct Lines {
    /// The offsets after line endings: those that no token has passed yet, and some before.
    starts: Vec<usize>,
    /// How many of them tokens have passed.
    passed: usize,
    /// The line of the offset that was asked for last, counted from 1.
    current: u64,
    /// The length of the input so far.
    len: usize,
    ends_in_cr: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Lines {
            starts: Vec::new(),
            passed: 0,
            current: 1,
            len: 0,
            ends_in_cr: false,
        }
    }
}

impl Lines {
    /// Records the next part of the input.
    pub(crate) fn feed(&mut self, text: &str) {
        self.starts.drain(..self.passed);
        self.passed = 0;
        let bytes = text.as_bytes();
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let after_cr = match at {
                0 => self.ends_in_cr,
                _ => bytes[at - 1] == b'\r',
            };
            let start = self.len + at + 1;
            match self.starts.last_mut() {
                // CR LF is one line ending.
                Some(last) if after_cr && bytes[at] == b'\n' => *last = start,
                None if after_cr && bytes[at] == b'\n' => {}
                _ => self.starts.push(start),
            }
        }
        self.len += bytes.len();
        self.ends_in_cr = match bytes {
            [] => self.ends_in_cr,
            [.., last] => *last == b'\r',
        };
    }

    /// The line of an offset, which must not be before the last one asked for.
    pub(crate) fn line_at(&mut self, offset: usize) -> u64 {
        while self
            .starts
            .get(self.passed)
            .is_some_and(|start| *start <= offset)
        {
            self.passed += 1;
            self.current += 1;
        }
        self.current
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn every_kind_of_line_ending_is_counted_at_every_split() {
        let text = "a\nb\r\n\r\rc\n\n\rd";
        // The line of each offset, where the offset between CR and LF still belongs to the line before.
        let expected: Vec<u64> = (0..=text.len())
            .map(|at| {
                let read = text[..at].replace("\r\n", "\n").replace('\r', "\n");
                let inside = text[..at].ends_with('\r') && text[at..].starts_with('\n');
                1 + read.matches('\n').count() as u64 - u64::from(inside)
            })
            .collect();
        for split in 0..=text.len() {
            let mut lines = Lines::default();
            lines.feed(&text[..split]);
            lines.feed(&text[split..]);
            let found: Vec<u64> = (0..=text.len()).map(|at| lines.line_at(at)).collect();
            assert_eq!(found, expected, "split at {split}");
        }
    }
}
