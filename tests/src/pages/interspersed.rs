//! Paragraphs of words with one kind of item inserted at a given distance.

use super::Page;
use super::draft::Draft;
use super::entity_dense;
use super::words::WORDS;

/// The kind of inserted item.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Interspersed {
    /// Start and end tags, a few with an attribute.
    Tags,
    /// Character references as the entity-dense page has them, a sixth of them malformed.
    References,
    /// Mistakes in tags, comments, references and text.
    Mistakes,
}

impl Interspersed {
    /// Every kind, in the order of the tables.
    pub const ALL: [Self; 3] = [Self::Tags, Self::References, Self::Mistakes];

    /// The name that tables print.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tags => "tags",
            Self::References => "references",
            Self::Mistakes => "mistakes",
        }
    }

    /// Writes a page of at least `bytes` bytes, with one of them for `distance` bytes of words on average.
    #[must_use]
    pub fn page(self, bytes: usize, distance: usize) -> Page {
        let mut draft = Draft::new(distance as u64 + 1, bytes);
        write(&mut draft, distance, |draft| self.put(draft));
        Page {
            name: format!("{}/{distance}", self.name()),
            text: draft.finish(),
        }
    }

    fn put(self, draft: &mut Draft) {
        match self {
            Self::Tags => draft.put_one(&WORDS.interspersed_tags),
            Self::References => entity_dense::reference(draft),
            Self::Mistakes => draft.put_one(&WORDS.mistakes),
        }
    }
}

/// A page of words alone, to measure the items against.
#[must_use]
pub fn plain(bytes: usize) -> Page {
    let mut draft = Draft::new(1, bytes);
    write(&mut draft, usize::MAX, |_| ());
    Page {
        name: "nothing".to_owned(),
        text: draft.finish(),
    }
}

fn write(draft: &mut Draft, distance: usize, mut put: impl FnMut(&mut Draft)) {
    let mut words = 0;
    while draft.wants_more() {
        draft.put("<p>");
        for number in 1..=draft.random.between(40, 120) {
            let word = draft.put_word();
            draft.put(if number % 12 == 0 { "\n" } else { " " });
            words += word.len() + 1;
            while words >= distance {
                put(draft);
                words -= distance;
            }
        }
        draft.put("</p>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::{Draft, Interspersed, plain, write};
    use crate::tokens::tokenwright;

    #[test]
    fn each_mistake_is_one_error() {
        for distance in [1, 16, 512] {
            let (mut draft, mut mistakes) = (Draft::new(7, 50_000), 0);
            write(&mut draft, distance, |draft| {
                mistakes += 1;
                Interspersed::Mistakes.put(draft);
            });
            let errors = tokenwright::tokens(&draft.finish()).errors.len();
            assert_eq!(errors, mistakes, "one every {distance} bytes");
        }
    }

    #[test]
    fn what_is_no_mistake_is_no_error() {
        for page in [plain(50_000), Interspersed::Tags.page(50_000, 40)] {
            assert_eq!(
                tokenwright::tokens(&page.text).errors.len(),
                0,
                "{}",
                page.name
            );
        }
    }
}
