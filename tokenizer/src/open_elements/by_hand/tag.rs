//! The tag that is being processed.

use super::names::{KeyedName, key};
use super::rules::ElementRules;
use crate::generated::ElementName;
use crate::text::narrow;
use crate::token::CurrentTag;

impl<'t> KeyedName<'t> {
    /// The name of a tag.
    #[inline(always)]
    pub(super) fn of(tag: CurrentTag<'t>) -> Self {
        if let Some((start, end)) = tag.name_range()
            && let Some(rest) = tag.text.as_bytes().get(start as usize..)
            && let Some(beginning) = rest.first_chunk()
            && let Some(name) = rest.get(..end.wrapping_sub(start) as usize)
        {
            return KeyedName::at_start_of(name, *beginning);
        }
        KeyedName::of_any(tag)
    }

    /// The name of a tag that is near the end of the input, or not as written.
    #[cold]
    #[inline(never)]
    fn of_any(tag: CurrentTag<'t>) -> Self {
        KeyedName::new(tag.name().as_bytes())
    }
}

/// A tag token, with its name looked up.
#[derive(Clone, Copy)]
pub(super) struct TagToken<'t> {
    pub(super) name: KeyedName<'t>,
    /// Its name in the rules; `None` if those of the revision do not mention it.
    pub(super) known: Option<ElementName>,
    tag: &'t CurrentTag<'t>,
}

impl<'t> TagToken<'t> {
    #[inline(always)]
    pub(super) fn new(name: KeyedName<'t>, tag: &'t CurrentTag<'t>, rules: &ElementRules) -> Self {
        TagToken {
            name,
            known: rules.element(name),
            tag,
        }
    }

    /// Gives the tag the name that it has in HTML content: `image` is `img`.
    #[inline]
    pub(super) fn rename_in_html_content(&mut self, rules: &ElementRules) {
        self.known = self.known.and_then(|name| rules.in_html_content(name));
    }

    pub(super) fn is(&self, name: ElementName) -> bool {
        self.known == Some(name)
    }

    pub(super) fn is_self_closing(&self) -> bool {
        self.tag.is_self_closing()
    }

    /// The value of the attribute with this lowercase name.
    pub(super) fn attribute(&self, name: &str) -> Option<&'t str> {
        let mut attributes = self.tag.attributes();
        let found = attributes.find(|attribute| attribute.name() == name)?;
        Some(found.value())
    }

    pub(super) fn hash_of_attributes(&self) -> u64 {
        hash_of_attributes(*self.tag)
    }
}

/// A hash of the attributes that does not depend on their order.
#[inline(never)]
pub(super) fn hash_of_attributes(tag: CurrentTag<'_>) -> u64 {
    let hashes = tag.attributes().map(|attribute| {
        let name = hash(attribute.name().as_bytes(), 0);
        hash(attribute.value().as_bytes(), name)
    });
    hashes.fold(0, u64::wrapping_add)
}

/// Mixes bytes into a hash, eight at a time.
fn hash(bytes: &[u8], seed: u64) -> u64 {
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        narrow::low_half_of_product(product) ^ (product >> 64) as u64
    };
    let hash = mix(seed, bytes.len() as u64);
    let Some(last) = bytes.last_chunk() else {
        return mix(hash, key(bytes));
    };
    let (words, _) = bytes.as_chunks();
    let words = words.iter().chain([last]);
    words.map(|word| u64::from_le_bytes(*word)).fold(hash, mix)
}
