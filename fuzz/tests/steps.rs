//! The input that takes most steps is searched for, and takes no more than is promised.

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../tests/src/effort.rs"]
mod effort;

use effort::effort;
use tokenwright_fuzz::steps::{MOST_STEPS_A_BYTE, Repeated, search, worst_of, worst_once};
use tokenwright_prover::alphabet::alphabet;
use tokenwright_tables::load;

#[track_caller]
fn check(input: &Repeated) {
    let Repeated {
        before,
        again,
        way,
        steps_a_byte,
    } = input;
    let short = |text: &str| text.chars().take(40).collect::<String>();
    println!(
        "{steps_a_byte:.1} {:?} {:?} {way:?}",
        short(before),
        short(again)
    );
    assert!(*steps_a_byte <= MOST_STEPS_A_BYTE, "{input:?}");
}

/// `TOKENWRIGHT_ROUNDS` sets for how long it searches. The worst inputs are printed.
#[test]
fn no_input_takes_more_steps_than_is_promised() {
    let rounds = std::env::var("TOKENWRIGHT_ROUNDS");
    let rounds = rounds.map_or(100, |rounds| rounds.parse().expect("a number"));
    let newest = load::newest_checked_in();
    let mut pieces = alphabet(&newest.revision, &newest.references);
    let tags = "a b p i nobr table td svg desc math template select option body frameset";
    for name in tags.split(' ') {
        pieces.extend([format!("<{name}>"), format!("</{name}>")]);
    }
    let names = newest.references.names.iter();
    pieces.extend(
        names
            .map(|(name, _)| format!("&{name}"))
            .max_by_key(String::len),
    );
    // The longest name, which takes most, is the last.
    let pieces = pieces.into_iter().rev().step_by(effort(12, 1));
    let pieces: Vec<String> = pieces.collect();
    let worst = search(&pieces, rounds, effort(6, 24), 7);
    worst.iter().take(10).for_each(check);
}

/// What is longer than the search tries: names, values, runs, and many attributes.
#[test]
fn no_long_token_takes_more_steps_than_is_promised() {
    let name = "a".repeat(1000);
    let start_tag = format!("<{name}>");
    let attributes: String = (0..400).map(|number| format!("A{number}=\r ")).collect();
    let inputs = [
        ("", format!("<{name}></{name}>")),
        (&start_tag, format!("</{name}")),
        (&start_tag, "</a".into()),
        ("", start_tag.clone()),
        ("<a ", format!("{name}=\"{name}\" ")),
        ("<a ", attributes.clone()),
        ("", format!("<p {attributes}>")),
        // In the oldest revision, U+000B is white space: the source of each value is read.
        ("", format!("<p {attributes} z={}>", "\u{B}".repeat(2000))),
        ("<!--", name.clone()),
        ("<!DOCTYPE a ", " ".repeat(1000)),
        ("", format!("<!DOCTYPE{}PUBLIC", " ".repeat(500))),
        ("", format!("&#{};", "0".repeat(1000))),
        ("", "\r".repeat(50)),
        ("", "\0\r\n".into()),
    ];
    for (before, again) in inputs {
        check(&worst_of(before, &again));
    }
}

/// Elements that are never closed, and what follows them: what rules may look at, or create again, for each tag.
#[test]
fn no_open_elements_take_more_steps_than_are_promised() {
    let numbered = |unit: &str, count: usize| -> String {
        (0..count)
            .map(|number| unit.replace('#', &number.to_string()))
            .collect()
    };
    let formatting = numbered("<b id=#>", 250);
    let closed = format!("<svg><desc>{}<p>{formatting}</p>", "<div>".repeat(240));
    let beginnings = [
        closed.clone(),
        format!("<p>{formatting}"),
        format!("<svg>{}", "<g>".repeat(500)),
        format!("<svg><desc>{}", "<span>".repeat(500)),
        format!("<table>{formatting}"),
        numbered("<b id=#>x", 60),
        "<template>".repeat(60),
    ];
    let repeated = [
        "<p>x</p>", "</x>", "</p>", "<p><q#>x</p>", "<b#></b#>", "<a id=#>", "<td>x<tr>",
        "</b>x<i>",
    ];
    let pairs = beginnings
        .iter()
        .flat_map(|before| repeated.map(move |again| (before, again)));
    // A distance that has no divisor in common with either number, so that a sample has each.
    for (before, again) in pairs.step_by(effort(5, 1)) {
        let text = before.clone() + &numbered(again, 2000);
        check(&worst_once(&text));
    }
}
