//! Terminals.

use std::io::IsTerminal;

/// Whether a stream gets escape sequences: colours, and a bar that is drawn again. It is a terminal that obeys them, and
/// `NO_COLOR` is not set.
pub(crate) fn is_styled(stream: &impl IsTerminal) -> bool {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    stream.is_terminal() && variable("TERM") != "dumb" && variable("NO_COLOR").is_empty()
}
