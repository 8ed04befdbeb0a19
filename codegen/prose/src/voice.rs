//! Steps in the passive voice.

/// The verbs of steps that have an object, with their participles.
const VERBS: [(&str, &str); 26] = [
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
    ("generated", "generate"),
    ("ignored", "ignore"),
    ("inserted", "insert"),
    ("multiplied", "multiply"),
    ("popped", "pop"),
    ("pushed", "push"),
    ("reconstructed", "reconstruct"),
    ("reconsumed", "reconsume"),
    ("removed", "remove"),
    ("reported", "report"),
    ("reprocessed", "reprocess"),
    ("reset", "reset"),
    ("set", "set"),
    ("started", "start"),
    ("stopped", "stop"),
    ("switched", "switch"),
];

/// A step in the active voice, for each of its words that may be the verb: `ignore the token` for `the token is ignored`.
pub(super) fn active(text: &str) -> impl Iterator<Item = String> {
    let verbs = [" is ", " are "]
        .into_iter()
        .flat_map(|be| text.split_once(be));
    verbs.filter_map(|(object, rest)| {
        let (participle, rest) = rest.split_at(rest.find([' ', ',']).unwrap_or(rest.len()));
        let (_, verb) = VERBS.iter().find(|(past, _)| *past == participle)?;
        Some(format!("{verb} {object}{rest}"))
    })
}
