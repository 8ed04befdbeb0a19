//! Messages to the person who edits the tables.
