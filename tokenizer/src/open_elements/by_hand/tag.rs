//! The tag that is being processed.

use super::names::KeyedName;
use super::rules::ElementRules;
use crate::generated::ElementName;
use crate::names::hash_of_attribute;
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
    let attributes = tag.attributes();
    let hashes = attributes.map(|it| hash_of_attribute(it.name(), it.value()));
    hashes.fold(0, u64::wrapping_add)
}
