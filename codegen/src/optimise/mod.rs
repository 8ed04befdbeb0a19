//! Passes over the IR, each of which can be switched off.
