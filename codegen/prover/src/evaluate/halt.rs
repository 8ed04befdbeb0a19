//! The reasons why a run stops.

/// The reason why a run has stopped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Halt {
    /// It needs text that the chunk does not have yet.
    Wait,
    /// The chunk has ended; more may come with the next one.
    Starved,
    /// The end-of-file token was emitted.
    Finished,
    /// The program attempts an impossible action, such as to append to a token that was never created.
    Stuck(String),
}
