//! Steps in the passive voice, and those that name who acts.

/// The verbs of steps that have an object.
const VERBS: [&str; 25] = [
    "abort", "acknowledge", "add", "adjust", "append", "change", "clear", "close", "create",
    "flush", "follow", "generate", "ignore", "insert", "mark", "process", "push", "reconstruct",
    "reconsume", "remove", "report", "reprocess", "return", "start", "switch",
];

/// Other such verbs, behind participles that are not the verb with "d" or "ed".
const IRREGULAR: [(&str, &str); 7] = [
    ("emitted", "emit"),
    ("multiplied", "multiply"),
    ("popped", "pop"),
    ("reset", "reset"),
    ("run", "run"),
    ("set", "set"),
    ("stopped", "stop"),
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
        let verb = of_participle(participle)?;
        Some(format!("{verb} {object}{rest}"))
    });
    demanded.into_iter().chain(turned)
}

/// The verb of a participle.
fn of_participle(participle: &str) -> Option<&'static str> {
    let irregular = IRREGULAR.iter().find(|(past, _)| *past == participle);
    let is_past = |verb: &&str| {
        let ending = if verb.ends_with('e') { "d" } else { "ed" };
        participle.strip_prefix(verb) == Some(ending)
    };
    let regular = || VERBS.into_iter().find(is_past);
    irregular.map(|(_, verb)| *verb).or_else(regular)
}
