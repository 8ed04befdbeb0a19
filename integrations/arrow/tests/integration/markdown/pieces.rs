//! What is compared: characters and images, each with where it is.

/// A character, or an image, and where it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Piece {
    pub(super) c: char,
    pub(super) image: Option<String>,
    pub(super) place: Place,
    pub(super) is_strong: bool,
    pub(super) is_emphasis: bool,
    pub(super) is_code: bool,
}

/// What must be the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Place {
    /// Whether white space or the end of a line precedes.
    pub(super) gap: bool,
    pub(super) link: Option<String>,
    pub(super) heading: u8,
    pub(super) is_code_block: bool,
    pub(super) items: usize,
    pub(super) quotes: usize,
}

/// Pieces under construction.
#[derive(Default)]
pub(super) struct Pieces {
    pub(super) pieces: Vec<Piece>,
    pub(super) now: Piece,
}

impl Pieces {
    pub(super) fn gap(&mut self) {
        self.now.place.gap = true;
    }

    pub(super) fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c.is_ascii_whitespace() {
                true => self.gap(),
                false => self.push(c, None),
            }
        }
    }

    pub(super) fn push(&mut self, c: char, image: Option<String>) {
        self.now.place.gap |= self.pieces.is_empty();
        let now = self.now.clone();
        self.pieces.push(Piece { c, image, ..now });
        self.now.place.gap = false;
    }
}
