//! TOML tables in, the model out.
