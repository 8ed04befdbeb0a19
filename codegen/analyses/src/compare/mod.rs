//! Two revisions side by side as machines: the shortest input for which they differ, or a proof
//! that there is none.

mod abstraction;
mod alphabet;
mod behaviour;
mod certificate;
mod dead;
mod doubt;
mod engine;
mod erase;
mod front;
mod key;
mod live;
mod product;
mod ran;
mod registers;
pub mod report;
mod search;
mod settings;
mod stands;
mod tables;
mod together;
mod told;
mod understood;

pub use behaviour::{Alone, Behaviour, behaviour, document, of_changes, references};
pub use certificate::{Unwritten, certificate};
pub(crate) use dead::Dead;
pub use doubt::Doubt;
pub use engine::{Grade, Proof, Side, Verdict, Witness, compare, equal, shortest_document};
pub use ran::Rows;
pub use settings::Setting;
pub use stands::{Stands, stops};
pub use together::Together;
pub use understood::{Understood, of_understood};
