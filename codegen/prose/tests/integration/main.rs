//! Integration tests of the reader of spec pages: one binary, a module for each topic.

mod depth;
mod dumped;
mod oldest;
mod pages;
mod refused;
mod size;
mod styled;
mod styles;
mod varied;
mod wordings;
mod written;
