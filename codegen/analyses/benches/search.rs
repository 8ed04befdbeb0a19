//! Measures the time to find, prove and check differences, and to generate and score a suite.
//!
//! `cargo bench -p tokenwright-analyses --bench search [diff|self|others|certificate|suite|score]...`:
//! all of it, or the parts that are named. `diff` has neighbours, `others` all other pairs.

use std::hint::black_box;
use std::time::{Duration, Instant};
use tokenwright_analyses::compare::{Grade, Verdict, certificate, compare};
use tokenwright_analyses::diff::{self, Side};
use tokenwright_analyses::suite;
use tokenwright_checker::certificate::Claim;
use tokenwright_checker::verify::verify;
use tokenwright_tables::load::{self, Loaded};

/// The number of measurements; the minimum and the median are printed.
const ROUNDS: usize = 5;

fn main() {
    let all = load::checked_in();
    // cargo adds `--bench`.
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let wanted = |part: &str| named.is_empty() || named.iter().any(|name| name == part);
    println!("{:<52} {:>9} {:>9}", "", "best ms", "middle");
    if wanted("diff") {
        for pair in all.windows(2) {
            difference(&pair[0], &pair[1]);
        }
    }
    if wanted("self") {
        for loaded in &all {
            difference(loaded, loaded);
        }
    }
    let pairs = || {
        let from = all.iter().enumerate();
        from.flat_map(|from| all.iter().enumerate().map(move |to| [from, to]))
    };
    if wanted("others") {
        let far = pairs().filter(|[(a, _), (b, _)]| a != b && a + 1 != *b);
        for [(_, from), (_, to)] in far {
            difference(from, to);
        }
    }
    if wanted("certificate") {
        pairs().for_each(|[(_, from), (_, to)]| proof(from, to));
    }
    if wanted("suite") || wanted("score") {
        for loaded in &all {
            tests(loaded, wanted("score"));
        }
    }
}

/// Compares tables and machines, as `cargo xtask diff` does.
fn difference(from: &Loaded, to: &Loaded) {
    let side =
        |loaded: &Loaded| Side::of_tables(loaded.revision.clone(), Some(loaded.references.clone()));
    let mut times = Vec::new();
    let mut summary = String::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(diff::compare(side(from), side(to)));
        let sides = [from, to].map(|side| (&side.revision, &side.references));
        let verdict = compare(sides[0], sides[1]).expect("both can be run");
        times.push(start.elapsed());
        summary = match verdict {
            Verdict::Equal(proof) => format!("none, {} pairs", proof.pairs.len()),
            Verdict::Differs { grade, .. } => grade.to_string(),
            Verdict::Unknown(why) => why.to_string(),
        };
    }
    let name = |loaded: &Loaded| loaded.revision.about.id.clone();
    show(
        &format!("diff {} {}", name(from), name(to)),
        &mut times,
        &summary,
    );
}

/// Writes and checks a certificate, if there is one.
fn proof(from: &Loaded, to: &Loaded) {
    let sides = [from, to].map(|side| (&side.revision, &side.references));
    let verdict = compare(sides[0], sides[1]).expect("both can be run");
    let claim = match verdict.grade() {
        Some(Grade::None) => Claim::None,
        Some(Grade::Places) => Claim::PlacesOnly,
        Some(Grade::Errors) => Claim::ErrorsOnly,
        Some(Grade::Tokens) | None => return,
    };
    let name = |loaded: &Loaded| loaded.revision.about.id.clone();
    let names = [name(from), name(to)];
    let summary = names.join(" ");
    let start = Instant::now();
    let proof = certificate(sides[0], sides[1], claim, names);
    let written = start.elapsed();
    let proof = match proof {
        Ok(proof) => proof,
        Err(why) => return println!("certificate {summary}: none, {why}"),
    };
    let pairs = format!("{} pairs", proof.pairs.len());
    show(&format!("certificate {summary}"), &mut [written], &pairs);
    let start = Instant::now();
    let revisions = sides.map(|(revision, _)| revision);
    let references = sides.map(|(_, references)| references);
    verify(&proof, revisions, references).expect("it holds");
    show(&format!("verify {summary}"), &mut [start.elapsed()], &pairs);
}

/// Generates a suite, and scores it if `score` is set.
fn tests(loaded: &Loaded, score: bool) {
    let id = &loaded.revision.about.id;
    let start = Instant::now();
    let suite = suite::build(loaded, &|_, _| ()).expect("a suite");
    let built = start.elapsed();
    let summary = format!("{} tests", suite.tests.len());
    show(&format!("suite {id}"), &mut [built], &summary);
    if score {
        let start = Instant::now();
        let measure = suite::measure(loaded, &suite.runs(), &|_, _| ()).expect("a measure");
        let summary = format!("{} survivors", measure.survivors.len());
        show(&format!("score {id}"), &mut [start.elapsed()], &summary);
    }
}

fn show(name: &str, times: &mut [Duration], summary: &str) {
    times.sort();
    let best = times.first().copied().unwrap_or_default();
    let middle = times.get(times.len() / 2).copied().unwrap_or_default();
    let ms = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
    println!("{name:<52} {:>9} {:>9}  {summary}", ms(best), ms(middle));
}
