//! The reasons why a run stops.

/// The reason why a run has stopped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Halt {
    /// It needs text beyond the end of the growing chunk.
    Wait,
    /// The chunk has ended; another may follow.
    Starved,
    /// The end-of-file token was emitted.
    Finished,
    /// The program attempts an impossible action, such as to append to a token that was never created.
    Stuck(String),
}
