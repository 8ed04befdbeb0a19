//! The model out again as tables, in the one layout that people and `import` write.
