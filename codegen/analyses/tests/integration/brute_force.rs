//! Checks the search against enumerated inputs: for pairs of revisions with planted changes, no enumerated
//! input may contradict its verdict.
//!
//! Nothing here is taken from the search: not its alphabet, not its settings, not what it takes for
//! the same. `PLANTED=2000 cargo test --release -p tokenwright-analyses --test brute_force` tries more.

use fastrand::Rng;
use tokenwright_analyses::compare::{self, Grade, Verdict};
use tokenwright_analyses::mutate::{self, Sites};
use tokenwright_interpreter::{Interpreter, Output, Refusal, Setup};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;

/// The default number of pairs of revisions.
const PLANTED: usize = 6;

/// Beginnings that lead somewhere.
const BEGINNINGS: [&str; 64] = [
    "",
    "<",
    "</",
    "</a",
    "</a ",
    "<a",
    "<a ",
    "<a a",
    "<a a ",
    "<a a=",
    "<a a=\"",
    "<a a='",
    "<a a=a",
    "<a a=\"\"",
    "<a/",
    "<a a a",
    "<!",
    "<!-",
    "<!--",
    "<!---",
    "<!--a",
    "<!--a-",
    "<!--a--",
    "<!--a--!",
    "<!--<",
    "<!--<!",
    "<!--<!-",
    "<!--<!--",
    "<!a",
    "<!doctype",
    "<!doctype ",
    "<!doctype a",
    "<!doctype a ",
    "<!doctype a public",
    "<!doctype a public \"",
    "<!doctype a public ''",
    "<!doctype a public '' ",
    "<!doctype a public '' '",
    "<!doctype a public '' ''",
    "<!doctype a system",
    "<!doctype a system ",
    "<!doctype a system \"",
    "<!doctype a system ''",
    "<!doctype a b",
    "<![CDATA[",
    "<![CDATA[]",
    "<![CDATA[]]",
    "&",
    "&#",
    "&#x",
    "&#1",
    "&#x1",
    "&am",
    "&amp",
    "&no",
    "&not",
    "<a a=&am",
    "<a a=&not",
    "<a a=\"&#1",
    "<?",
    "<?a",
    "<?a ",
    "<!--<script>",
    "<!--<script></script",
];

/// What may follow.
const PARTS: [&str; 62] = [
    "a", "b", "A", "x", "X", "s", "z", "0", "1", "9", "<", ">", "/", "!", "-", "?", "&", "#", ";",
    "=", "\"", "'", "`", " ", "\n", "\t", "\u{C}", "\r", "\r\n", "\0", "\u{1}", "\u{FFFD}",
    "\u{80}", "\u{FDD0}", "\u{E9}", "\u{10FFFF}", "[", "]", "--", "-->", "</a", "</script",
    "<script", "script", "]]>", "[CDATA[", "doctype", "DOCTYPE", "public", "SYSTEM", "amp", "not",
    "notit;", "lt;", "&#", "&#x", "128", "D800", "110000", "99999999999", "13;", "0;",
];

/// What single characters are tried everywhere.
const SINGLE: usize = 38;

struct Pair<'m> {
    machines: [Interpreter<'m>; 2],
    codes: bool,
}

impl Pair<'_> {
    /// The grade that an input shows.
    fn shows(&self, setups: &[Setup; 2], input: &str) -> Grade {
        let run = |side: usize| self.machines[side].run(&setups[side], input);
        grade(&run(0), &run(1), self.codes)
    }
}

fn grade(a: &Result<Output, Refusal>, b: &Result<Output, Refusal>, codes: bool) -> Grade {
    let (a, b) = match (a, b) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(_), Err(_)) => return Grade::None,
        _ => return Grade::Tokens,
    };
    let code = |output: &Output| -> Vec<String> {
        let errors = output.errors.iter();
        errors
            .map(|e| if codes { e.code.clone() } else { String::new() })
            .collect()
    };
    let place =
        |output: &Output| -> Vec<usize> { output.errors.iter().map(|e| e.offset).collect() };
    if a.tokens != b.tokens {
        Grade::Tokens
    } else if code(a) != code(b) {
        Grade::Errors
    } else if place(a) != place(b) {
        Grade::Places
    } else {
        Grade::None
    }
}

/// What both sides are started with: what they have in common by name.
fn setups(revision: &Revision) -> Vec<Setup> {
    let about = &revision.about;
    let states = about
        .entry_states
        .iter()
        .map(|s| (Some(s.value.clone()), None));
    let models = tokenwright_tables::grammar::ContentModel::ALL.iter();
    let models = models.map(|(model, _)| (None, Some(*model)));
    let mut starts: Vec<_> = states.collect();
    starts.push((None, None));
    if about.content_model_flag {
        starts.extend(models);
    }
    let names = [Some("a"), Some("ab"), Some("script"), None];
    let of = |(state, content_model): (Option<String>, _)| {
        names.map(|name| {
            [false, true].map(|foreign| Setup {
                state: state.clone(),
                content_model,
                // No document is in the initial state with a last start tag that nothing emitted.
                last_start_tag: name
                    .filter(|_| state.is_some() || content_model.is_some())
                    .map(str::to_owned),
                foreign,
                responses: Vec::new(),
            })
        })
    };
    starts.into_iter().flat_map(of).flatten().collect()
}

/// An input that contradicts the verdict, and how.
fn contradiction(
    sides: [&Revision; 2],
    loaded: &Loaded,
    verdict: &Verdict,
    random: &mut Rng,
    tries: usize,
) -> Option<String> {
    let (grade, witness) = match verdict {
        Verdict::Unknown(_) => return None,
        Verdict::Equal(_) => (Grade::None, None),
        Verdict::Differs { grade, witness, .. } => (*grade, Some(witness)),
    };
    let length = witness.map_or(usize::MAX, |w| w.input.chars().count());
    let machines = sides.map(|side| Interpreter::new(side, &loaded.references).expect("it runs"));
    let pair = Pair {
        machines,
        codes: sides.iter().all(|s| s.about.named_errors),
    };
    let setups = setups(sides[0]);
    let mut found = None;
    let mut attempt = |setup: &Setup, input: &str| {
        let shown = pair.shows(&[setup.clone(), setup.clone()], input);
        let shorter = input.chars().count() < length;
        if shown > grade || (shorter && shown == grade && shown != Grade::None) {
            found = Some(format!(
                "{input:?} shows {shown} with {setup:?}; the search found {grade}, {:?}",
                witness.map(|w| (&w.input, &w.entry.sides[0]))
            ));
        }
        found.is_some()
    };
    if let Some(witness) = witness {
        let shown = pair.shows(&witness.entry.sides, &witness.input);
        if shown != grade {
            return Some(format!(
                "{:?} shows {shown}, and not {grade}",
                witness.input
            ));
        }
    }
    for setup in &setups {
        for beginning in BEGINNINGS {
            for part in &PARTS[..SINGLE] {
                if attempt(setup, &format!("{beginning}{part}")) {
                    return found;
                }
            }
        }
    }
    for _ in 0..tries {
        let setup = &setups[random.usize(..setups.len())];
        let mut input = random.choice(BEGINNINGS).expect("not empty").to_owned();
        for _ in 0..1 + random.usize(..5) {
            input += random.choice(PARTS).expect("not empty");
        }
        if random.usize(..4) == 0 {
            input += random.choice(BEGINNINGS).expect("not empty");
            input += random.choice(PARTS).expect("not empty");
        }
        if attempt(setup, &input) {
            return found;
        }
    }
    None
}

/// A revision with one thing wrong, and what that is.
fn planted(revision: &Revision, random: &mut Rng) -> (Revision, String) {
    let sites = Sites::new(revision);
    let parts = mutate::parts(revision);
    loop {
        let part = parts[random.usize(..parts.len())];
        let mutants = mutate::mutants(revision, &sites, part);
        if mutants.is_empty() {
            continue;
        }
        // Most are of the kind that goes elsewhere: of the others as many.
        let kind = mutants[random.usize(..mutants.len())].operator;
        let kind = match random.usize(..3) {
            0 => kind,
            _ => mutate::Operator::ALL[random.usize(..mutate::Operator::ALL.len())].0,
        };
        let some: Vec<_> = mutants.iter().filter(|m| m.operator == kind).collect();
        if some.is_empty() {
            continue;
        }
        let mutant = some[random.usize(..some.len())];
        let description = format!(
            "{}: {}: {}",
            mutant.site.describe(revision),
            mutant.operator,
            mutant.description
        );
        return (mutant.revision(revision), description);
    }
}

#[test]
fn nothing_contradicts_the_search() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|n| n.parse::<usize>().ok())
    };
    let count = number("PLANTED").unwrap_or(PLANTED);
    let seed = number("SEED").unwrap_or(1);
    let tries = number("TRIES").unwrap_or(2000);
    let all = crate::tables();
    let mut wrong = Vec::new();
    let mut grades = [0_usize; 5];
    for at in 0..count {
        let random = &mut Rng::with_seed((seed * 1_000_000 + at) as u64);
        let loaded = &all[at % all.len()];
        let original = &loaded.revision;
        // One change; two, one after the other; or one on either side.
        let (first, description) = planted(original, random);
        let (from, to, description) = match random.usize(..3) {
            0 => (original.clone(), first, description),
            1 => {
                let (second, also) = planted(&first, random);
                (
                    first,
                    second,
                    format!("{also}, where already {description}"),
                )
            }
            _ => {
                let (second, also) = planted(original, random);
                (first, second, format!("{also}, against {description}"))
            }
        };
        let runs = |revision: &Revision| Interpreter::new(revision, &loaded.references).is_ok();
        if !runs(&from) || !runs(&to) {
            continue;
        }
        let started = std::time::Instant::now();
        let verdict = compare::compare((&from, &loaded.references), (&to, &loaded.references))
            .expect("it runs");
        let took = started.elapsed();
        let index = verdict.grade().map_or(4, |g| g as usize);
        grades[index] += 1;
        if std::env::var_os("SHOW").is_some() {
            eprintln!(
                "{at} {index} {} ms {}: {description}",
                took.as_millis(),
                original.about.id
            );
            if let Verdict::Unknown(why) = &verdict {
                eprintln!("   {why}");
            }
        }
        if let Some(how) = contradiction([&from, &to], loaded, &verdict, random, tries) {
            eprintln!("{}: {description}\n  {how}", original.about.id);
            wrong.push(description);
        }
    }
    eprintln!(
        "none {}, places {}, errors {}, tokens {}, unknown {}",
        grades[0], grades[1], grades[2], grades[3], grades[4]
    );
    assert_eq!(wrong, Vec::<String>::new());
}
