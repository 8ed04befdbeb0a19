//! The revisions that have tables of tree construction.

use std::fmt::Debug;
use tokenwright::Revision;
use tokenwright::tree_construction::TreeRules;

/// A revision of the standard that has tables of tree construction.
pub trait TreeRevision: Revision + TreeRules + Debug {}

impl<R: Revision + TreeRules + Debug> TreeRevision for R {}

/// The revisions that have tables of tree construction. Each but the newest is a cargo feature.
pub mod revisions {
    pub use tokenwright::revisions::Newest;
    #[cfg(feature = "w3c-2012")]
    pub use tokenwright::revisions::W3c2012;
    #[cfg(feature = "whatwg-2008-03-09")]
    pub use tokenwright::revisions::Whatwg20080309;
    #[cfg(feature = "whatwg-2009-02-07")]
    pub use tokenwright::revisions::Whatwg20090207;
    #[cfg(feature = "whatwg-2014-05-23")]
    pub use tokenwright::revisions::Whatwg20140523;
    #[cfg(feature = "whatwg-2020-05-22")]
    pub use tokenwright::revisions::Whatwg20200522;
    #[cfg(feature = "whatwg-draft")]
    pub use tokenwright::revisions::WhatwgDraft;
}
