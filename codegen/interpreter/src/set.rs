//! Sets of characters, with every name in them resolved.

/// The set that a row or a condition matches: characters, EOF, and the additional allowed character, which
/// is known only at run time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CharacterSet {
    /// Bit N: U+00NN is a member.
    ascii: u128,
    /// The other members, as inclusive ranges.
    others: Vec<(u32, u32)>,
    /// EOF is a member.
    pub(super) eof: bool,
    /// The additional allowed character is a member.
    pub(super) additional_allowed: bool,
    /// Everything is a member.
    pub(super) anything: bool,
}

impl CharacterSet {
    /// Adds the code points from `first` to `last`. A surrogate is no character, and matches none.
    pub(super) fn add(&mut self, first: u32, last: u32) {
        for code in first..=last.min(0x7F) {
            self.ascii |= 1 << code;
        }
        if last > 0x7F {
            self.others.push((first.max(0x80), last));
        }
    }

    /// Adds the members of another set.
    pub(super) fn add_all(&mut self, other: &CharacterSet) {
        self.ascii |= other.ascii;
        self.others.extend(&other.others);
        self.eof |= other.eof;
        self.additional_allowed |= other.additional_allowed;
        self.anything |= other.anything;
    }

    /// Encodes the members as numbers.
    pub(super) fn write(&self, number: &mut dyn FnMut(usize)) {
        let CharacterSet {
            ascii,
            others,
            eof,
            additional_allowed,
            anything,
        } = self;
        let flags = [*eof, *additional_allowed, *anything].into_iter();
        number(flags.fold(1, |bits, flag| bits << 1 | usize::from(flag)));
        (0..4).for_each(|part| number((ascii >> (32 * part) & 0xFFFF_FFFF) as usize));
        number(others.len());
        for (first, last) in others {
            number(*first as usize);
            number(*last as usize);
        }
    }

    /// Whether a character, or EOF (`None`), is a member.
    pub(super) fn contains(&self, character: Option<char>, additional: Option<char>) -> bool {
        if self.anything {
            return true;
        }
        let Some(character) = character else {
            return self.eof;
        };
        let code = u32::from(character);
        let named = if code < 0x80 {
            self.ascii >> code & 1 == 1
        } else {
            self.others.iter().any(|(a, b)| (*a..=*b).contains(&code))
        };
        named || self.additional_allowed && additional == Some(character)
    }
}

#[cfg(test)]
mod tests {
    use super::CharacterSet;

    #[test]
    fn ranges_may_cross_the_end_of_ascii() {
        let mut set = CharacterSet::default();
        set.add(0x7F, 0x9F);
        let members: Vec<u32> = (0..0x200)
            .filter(|c| set.contains(char::from_u32(*c), None))
            .collect();
        assert_eq!(members, (0x7F..=0x9F).collect::<Vec<_>>());
        assert!(!set.contains(None, None));
    }

    #[test]
    fn the_additional_allowed_character_is_known_at_run_time_only() {
        let set = CharacterSet {
            additional_allowed: true,
            ..CharacterSet::default()
        };
        assert!(set.contains(Some('"'), Some('"')));
        assert!(!set.contains(Some('"'), Some('>')));
        assert!(!set.contains(Some('"'), None));
    }
}
