//! From the model to the IR.
