//! Steps in the passive voice, and those that name who acts.

/// The verbs of steps that have an object, with their participles.
const VERBS: [(&str, &str); 32] = [
    ("aborted", "abort"),
    ("acknowledged", "acknowledge"),
    ("added", "add"),
    ("adjusted", "adjust"),
    ("appended", "append"),
    ("changed", "change"),
    ("cleared", "clear"),
    ("closed", "close"),
    ("created", "create"),
    ("emitted", "emit"),
    ("flushed", "flush"),
    ("followed", "follow"),
    ("generated", "generate"),
    ("ignored", "ignore"),
    ("inserted", "insert"),
    ("marked", "mark"),
    ("multiplied", "multiply"),
    ("popped", "pop"),
    ("processed", "process"),
    ("pushed", "push"),
    ("reconstructed", "reconstruct"),
    ("reconsumed", "reconsume"),
    ("removed", "remove"),
    ("reported", "report"),
    ("reprocessed", "reprocess"),
    ("reset", "reset"),
    ("returned", "return"),
    ("run", "run"),
    ("set", "set"),
    ("started", "start"),
    ("stopped", "stop"),
    ("switched", "switch"),
];

/// What comes between the object of a step and its participle.
const BE: [&str; 7] = [
    " is ",
    " are ",
    " must be ",
    " must immediately be ",
    " is to be ",
    " is then ",
    " are then ",
];

/// Who acts.
const AGENTS: [&str; 4] = ["the parser", "the tokenizer", "the user agent", "the UA"];

/// A step as a command, for each of its words that may be the verb: `ignore the token` for `the token is ignored`.
pub(super) fn active(text: &str) -> impl Iterator<Item = String> {
    let agent = |agent: &str| text.strip_prefix(agent)?.strip_prefix(" must ");
    let demanded = AGENTS.into_iter().find_map(agent).map(str::to_owned);
    let places = |be: &'static str| text.match_indices(be).map(|(at, be)| (at, at + be.len()));
    let turned = BE.into_iter().flat_map(places).filter_map(|(end, start)| {
        let (object, rest) = (&text[..end], &text[start..]);
        let (participle, rest) = rest.split_at(rest.find([' ', ',']).unwrap_or(rest.len()));
        let (_, verb) = VERBS.iter().find(|(past, _)| *past == participle)?;
        Some(format!("{verb} {object}{rest}"))
    });
    demanded.into_iter().chain(turned)
}
