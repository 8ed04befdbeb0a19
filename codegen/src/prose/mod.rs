//! The reader of spec pages: prose in, the model out.
