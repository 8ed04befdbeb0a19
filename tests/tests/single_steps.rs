//! Generated and interpreted agree on every step: each state, each valuation of what rows ask of the
//! registers that a search finds a way to, each character that could come next, and the end.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::path::Path;
use tokenwright_codegen::diagnostic::{Sources, render_all};
use tokenwright_codegen::grammar::ContentModel;
use tokenwright_codegen::interpret::{Interpreter, Observer, Progress, Setup, Snapshot};
use tokenwright_codegen::load::{self, Loaded};
use tokenwright_tests::alphabet::alphabet;
use tokenwright_tests::generated::{Chunks, run};

/// How many different places in the machine are tried for each revision.
const PLACES: usize = 120;

struct Blind;

impl Observer for Blind {}

#[test]
fn every_step_is_the_same_generated_and_interpreted() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let mut sources = Sources::default();
    let all = load::all(&spec, &mut sources);
    let all = all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    for loaded in &all {
        let (places, visited) = places(loaded);
        let states: BTreeSet<String> = loaded
            .revision
            .states
            .iter()
            .map(|s| s.name.value.clone())
            .collect();
        let missed: Vec<_> = states.difference(&visited).collect();
        assert!(
            missed.is_empty(),
            "{}: no way found to {missed:?}",
            loaded.revision.about.id
        );
        compare(loaded, &places);
    }
}

/// Inputs that lead to places in the machine which differ in something that a row can ask.
fn places(loaded: &Loaded) -> (Vec<(Setup, String)>, BTreeSet<String>) {
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound tables");
    let mut pieces = alphabet(&loaded.revision, &loaded.references);
    pieces.sort_by_key(String::len);
    // Long names of references lead nowhere that short ones do not.
    pieces.retain(|piece| !piece.starts_with('&') || piece.len() < 7);
    pieces.extend(["script", "</a", "<!--", "&#x1", "]]"].map(str::to_owned));
    let mut open: VecDeque<(Setup, String)> = setups(loaded)
        .into_iter()
        .map(|setup| (setup, String::new()))
        .collect();
    let (mut found, mut seen, mut visited) = (Vec::new(), HashSet::new(), BTreeSet::new());
    while let Some((setup, input)) = open.pop_front() {
        let Some(place) = place(&interpreter, &setup, &input, &mut visited) else {
            continue;
        };
        let before = visited.len();
        visited.insert(place.state.clone());
        let new_state = visited.len() > before;
        let class = match place.character_reference_code {
            0 => 0,
            1..=0x10_FFFF => 1,
            _ => 2,
        };
        let key = (
            place.state,
            place.return_state,
            // Rows ask whether the buffer is one word; how long it has grown says enough besides.
            (
                place.temporary_buffer == "script",
                place.temporary_buffer.len().min(2),
            ),
            place.last_start_tag == setup.last_start_tag,
            (place.additional_allowed, place.content_model, place.escape),
            (class, setup.foreign, setup.state.clone()),
        );
        if !seen.insert(key) && !new_state {
            continue;
        }
        for piece in &pieces {
            open.push_back((setup.clone(), format!("{input}{piece}")));
        }
        found.push((setup, input));
        if found.len() >= PLACES && visited.len() == loaded.revision.states.len() {
            break;
        }
    }
    (found, visited)
}

/// The registers where the input ends, before its end is seen.
fn place(
    interpreter: &Interpreter<'_>,
    setup: &Setup,
    input: &str,
    visited: &mut BTreeSet<String>,
) -> Option<Snapshot> {
    let mut machine = interpreter.start(setup, input, Blind).ok()?;
    while machine.registers().offset < input.len() {
        if machine.advance().ok()? == Progress::Finished {
            return None;
        }
        // Some states only ever get a character that another state gives back.
        visited.insert(machine.registers().state);
    }
    Some(machine.registers())
}

fn setups(loaded: &Loaded) -> Vec<Setup> {
    let about = &loaded.revision.about;
    let mut setups = Vec::new();
    for foreign in [false, true] {
        setups.push(Setup {
            foreign,
            ..Setup::default()
        });
    }
    for state in &about.entry_states {
        let state = Some(state.value.clone());
        setups.push(Setup {
            state,
            last_start_tag: Some("a".into()),
            ..Setup::default()
        });
    }
    if about.content_model_flag {
        for (model, _) in ContentModel::ALL {
            setups.push(Setup {
                content_model: Some(*model),
                last_start_tag: Some("a".into()),
                ..Setup::default()
            });
        }
    }
    setups
}

fn compare(loaded: &Loaded, places: &[(Setup, String)]) {
    let id = &loaded.revision.about.id;
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound tables");
    let ascii = (0..0x80_u8).map(char::from);
    let beyond = [
        '\u{80}',
        'é',
        '\u{FDD0}',
        '\u{FFFD}',
        '\u{FFFF}',
        '😀',
        '\u{10FFFF}',
    ];
    let next: Vec<Option<char>> = ascii.chain(beyond).map(Some).chain([None]).collect();
    for (setup, input) in places {
        for c in &next {
            let mut whole = input.clone();
            whole.extend(c);
            let Ok(expected) = interpreter.run(setup, &whole) else {
                panic!("{id}: {setup:?} {whole:?} is refused")
            };
            let got = run(id, setup, &whole, Chunks::At(&[input.len()])).expect("a known state");
            let same = got.tokens() == expected.tokens && got.errors() == expected.errors;
            assert!(
                same,
                "{id}: {setup:?} {whole:?}\ngenerated {:?}\n{:?}\ninterpreted {:?}\n{:?}",
                got.tokens(),
                got.errors(),
                expected.tokens,
                expected.errors
            );
        }
    }
}
