//! Strings that are nearly always short: they take no allocation.

use core::ops::Deref;
use core::str;
use smallvec::SmallVec;

/// A string that is kept beside the machine as long as it has at most sixteen bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShortString(SmallVec<[u8; 16]>);

impl ShortString {
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn push_str(&mut self, string: &str) {
        self.0.extend_from_slice(string.as_bytes());
    }
}

impl Deref for ShortString {
    type Target = str;

    fn deref(&self) -> &str {
        str::from_utf8(&self.0).expect("whole strings were appended")
    }
}
