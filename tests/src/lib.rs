//! What holds Tokenwright to its word.

<<<<<<< HEAD
pub mod html5lib;
=======
pub mod generated;
>>>>>>> 0014427 (Tables to tokens: lowering, passes, emitter and runtime, six revisions)
pub mod pages;
pub mod peers;
pub mod shared;
