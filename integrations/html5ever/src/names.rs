//! The names of tags and attributes as html5ever's atoms.

use html5ever::LocalName;

/// The longest name that an atom holds inline, in bytes.
const INLINE: usize = 7;

/// How many longer names are remembered: a page has few.
const PLACES: usize = 128;

/// Makes atoms. Looking a longer name up among html5ever's, or among those of the whole process behind a lock, takes
/// longer than comparing it with one that was made before.
pub(crate) struct Names(Box<[Option<LocalName>; PLACES]>);

impl Default for Names {
    fn default() -> Self {
        Names(Box::new([const { None }; PLACES]))
    }
}

impl Names {
    /// The atom of a name.
    #[inline]
    pub(crate) fn atom(&mut self, name: &str) -> LocalName {
        match name.len() {
            0..=INLINE => LocalName::from(name),
            _ => self.longer(name),
        }
    }

    fn longer(&mut self, name: &str) -> LocalName {
        let remembered = &mut self.0[place(name.as_bytes())];
        match remembered {
            Some(atom) if **atom == *name => atom.clone(),
            _ => remembered.insert(LocalName::from(name)).clone(),
        }
    }
}

/// The place of a name of at least eight bytes: names that differ in between may share it.
fn place(name: &[u8]) -> usize {
    let word = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let (first, last) = (word(name.first_chunk()), word(name.last_chunk()));
    let mixed = (first ^ last.rotate_left(29)).wrapping_add(name.len() as u64);
    // The highest bits, of which there are enough for a place.
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::{Names, PLACES};
    use html5ever::LocalName;

    #[test]
    fn every_atom_is_that_of_its_name() {
        let mut names = Names::default();
        for round in 0..3 {
            for number in 0..4 * PLACES {
                for name in [
                    format!("{number}"),
                    format!("data-attribute-{number}"),
                    format!("long-{}-name-{number}-in-between", number % 7),
                    ["", "annotation-xml", "blockquote", "é-é-é-é"][number % 4].to_owned(),
                ] {
                    assert_eq!(names.atom(&name), LocalName::from(&*name), "{round}");
                }
            }
        }
    }
}
