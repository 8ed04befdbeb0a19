//! The fields of headers, of records and of responses.

/// A field, which may continue on lines that begin with white space (RFC 9112, 5.2; WARC 1.1, 4).
#[derive(Default)]
pub(crate) struct Field(Vec<u8>);

impl Field {
    /// Begins with a line of a header, or goes on with it. Before another field, `each` gets the name of the one that is complete, in lower
    /// case, and its value. `false` is the end of the header.
    pub(crate) fn add(&mut self, line: &[u8], each: impl FnOnce(&[u8], &[u8])) -> bool {
        let text = line.trim_ascii();
        let continues = line.starts_with(b" ") || line.starts_with(b"\t");
        if text.is_empty() || !continues {
            if let Some(colon) = memchr::memchr(b':', &self.0) {
                let (name, value) = self.0.split_at(colon);
                each(
                    &name.trim_ascii().to_ascii_lowercase(),
                    value[1..].trim_ascii(),
                );
            }
            self.0.clear();
        }
        self.0.extend_from_slice(b" ");
        self.0.extend_from_slice(text);
        !text.is_empty()
    }
}
