//! What is decided of two pages that were not understood completely.

use crate::pages::{self, references, side};
use tokenwright_analyses::compare::{
    self, BreakRule, Condition, ConditionalAnswer, Decision, Grade, report::decision as report,
};
use tokenwright_analyses::diff::{self, Side};

/// The page that the tests edit.
fn page() -> String {
    pages::page("references-in-states.html")
}

/// A page in which a text was replaced that it has once.
fn edited(page: &str, from: &str, to: &str) -> String {
    assert_eq!(page.matches(from).count(), 1, "{from}");
    pages::edited(page, from, to)
}

fn decide(from: &str, to: &str) -> Decision {
    let names = references(&[("lt", 0x3C), ("lt;", 0x3C)]);
    let side = |name: &str, text: &str| side(name, text).referring_to(&names);
    let difference = diff::compare(side("from.html", from), side("to.html", to));
    assert!(
        !difference.is_complete(),
        "{}",
        diff::text(&difference, true)
    );
    compare::decide(&difference, compare::Budget::standard())
}

/// The conditions of a conditional answer.
fn conditions(decision: &Decision) -> &[Condition] {
    match decision {
        Decision::Conditional { on, .. } => on,
        _ => panic!("{decision:?}"),
    }
}

const NUMBER: &str = "Multiply the character reference code by 10.";
const OPEN: &str = "Make the character reference code ten times as great.";

/// A comparison with so small a budget finds the difference near the changed state.
#[test]
fn a_search_that_exceeds_its_budget_looks_near_the_changes() {
    let names = references(&[("lt;", 0x3C)]);
    let changed = edited(
        &page(),
        NUMBER,
        "Multiply the character reference code by 11.",
    );
    let side = |text: &str| {
        let side = Side::of_page("page.html", "page", text, 0, None, &[]).expect("a section");
        side.referring_to(&names)
    };
    let within = |to: &str, pairs| {
        let difference = diff::compare(side(&page()), side(to));
        let budget = compare::Budget::of(pairs);
        let found = compare::behaviour_within(&difference, false, budget, &|_, _| ());
        found.expect("both can be run").whole
    };
    let near = within(&changed, 2);
    let witness = near.witness().expect("a witness");
    assert!(witness.input.starts_with("&#"), "{}", witness.input);
    assert!(witness.outputs.iter().all(Result::is_ok));
    assert_ne!(witness.outputs[0], witness.outputs[1]);
    assert_eq!(within(&changed, 50_000).grade(), near.grade());
    let same = within(&page(), 2);
    assert!(matches!(same, compare::Verdict::Unknown(_)));
}

#[test]
fn the_same_open_sentence_on_both_sides_is_one_opaque_step() {
    let open = edited(&page(), NUMBER, OPEN);
    let decision = decide(&open, &open);
    let Decision::Conditional {
        answer: ConditionalAnswer::Equal,
        on,
    } = &decision
    else {
        panic!("{decision:?}");
    };
    assert_eq!(on.len(), 1);
    assert!(on[0].same_words);
    assert_eq!(on[0].parts[0].as_ref().map(|part| &*part.words), Some(OPEN));
    let text = report::text(&decision, ["from.html", "to.html"]);
    assert!(text.contains("not proved"), "{text}");
    assert!(!text.contains(" proved:"), "{text}");
}

/// What one side no longer reads behind an open sentence is no reason to keep every number apart.
#[test]
fn an_open_sentence_anywhere_near_numbers_is_one_condition() {
    let whole = page();
    let places = ["<p>", "<dd>", "<dd><p>"].into_iter().flat_map(|tag| {
        let starts = whole.match_indices(tag);
        starts.map(move |(at, _)| at + tag.len())
    });
    let mut tried = 0;
    for at in places.filter(|at| !whole[*at..].starts_with(['<', 'T'])) {
        let open = format!("{}Frobnicate it. {}", &whole[..at], &whole[at..]);
        for (from, to) in [(&whole, &open), (&open, &whole), (&open, &open)] {
            let decision = decide(from, to);
            let is_conditional = matches!(
                &decision,
                Decision::Conditional {
                    answer: ConditionalAnswer::Equal | ConditionalAnswer::EqualBefore,
                    on,
                } if on.len() == 1
            );
            assert!(is_conditional, "{}: {decision:?}", &whole[at..]);
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn a_witness_avoids_open_sentences() {
    let open = edited(&page(), NUMBER, OPEN);
    let silent =
        "If the last character matched is not a U+003B SEMICOLON character, this is a parse error.";
    let changed = edited(&open, silent, "");
    for (from, to) in [(&open, &changed), (&changed, &open), (&page(), &changed)] {
        match decide(from, to) {
            Decision::Differs { grade, witness } => {
                assert_eq!((grade, &*witness.input), (Grade::Errors, "&lt"));
                assert!(witness.outputs.iter().all(Result::is_ok));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_change_that_only_an_open_sentence_leads_to_is_conditional() {
    let lead = edited(
        &page(),
        "Set the character reference code to zero (0).",
        "Forget all numbers so far.",
    );
    let behind = edited(
        &lead,
        NUMBER,
        "Multiply the character reference code by 11.",
    );
    let decision = decide(&lead, &behind);
    let Decision::Conditional {
        answer: ConditionalAnswer::DiffersBeyond { grade, witness },
        ..
    } = &decision
    else {
        panic!("{decision:?}");
    };
    assert_eq!(*grade, Grade::Tokens);
    assert!(witness.input.starts_with("&#"), "{}", witness.input);
    assert!(witness.outputs.iter().all(Result::is_ok));
    let text = report::text(&decision, ["from.html", "to.html"]);
    assert!(text.contains("have no effect"), "{text}");
    assert!(
        conditions(&decision)
            .iter()
            .all(|condition| condition.same_words)
    );
}

/// A change without an effect, behind a sentence that is open on both sides.
#[test]
fn what_is_equal_behind_an_open_sentence_is_conditional() {
    let lead = edited(
        &page(),
        "Set the character reference code to zero (0).",
        "Forget all numbers so far.",
    );
    let ten =
        "Multiply the character reference code by 5. Multiply the character reference code by 2.";
    let decision = decide(&lead, &edited(&lead, NUMBER, ten));
    let Decision::Conditional {
        answer: ConditionalAnswer::EqualBeyond,
        on,
    } = &decision
    else {
        panic!("{decision:?}");
    };
    assert!(!on.is_empty() && on.iter().all(|condition| condition.same_words));
    let text = report::text(&decision, ["from.html", "to.html"]);
    assert!(text.contains("not proved"), "{text}");
}

#[test]
fn an_open_sentence_of_one_side_is_a_condition_of_that_side() {
    let decision = decide(&page(), &edited(&page(), NUMBER, OPEN));
    let on = conditions(&decision);
    assert!(
        on.iter()
            .any(|condition| condition.parts[0].is_none() && condition.parts[1].is_some())
    );
    assert!(on.iter().all(|condition| !condition.same_words));
    let other = "Multiply what there is by ten.";
    let decision = decide(
        &edited(&page(), NUMBER, OPEN),
        &edited(&page(), NUMBER, other),
    );
    let words = |side: usize| {
        conditions(&decision)[0].parts[side]
            .as_ref()
            .map(|part| &*part.words)
    };
    assert_eq!((words(0), words(1)), (Some(OPEN), Some(other)));
}

#[test]
fn what_is_open_outside_the_states_makes_every_answer_conditional() {
    let start = "The state machine must start in the data state.";
    let open = edited(&page(), start, &format!("{start} Ducks must fly south."));
    let decision = decide(&open, &open);
    assert!(
        conditions(&decision)
            .iter()
            .all(|condition| condition.same_words)
    );
    let silent =
        "If the last character matched is not a U+003B SEMICOLON character, this is a parse error.";
    let decision = decide(&open, &edited(&open, silent, ""));
    assert!(
        matches!(
            &decision,
            Decision::Conditional {
                answer: ConditionalAnswer::Differs {
                    grade: Grade::Errors,
                    ..
                },
                ..
            }
        ),
        "{decision:?}"
    );
}

#[test]
fn a_state_that_neither_page_defines_breaks_both() {
    let lost = edited(
        &page(),
        "Character reference end state</h4>",
        "Character reference the end</h4>",
    );
    let decision = decide(&lost, &lost);
    let Decision::Broken(breaks) = &decision else {
        panic!("{decision:?}");
    };
    let of = |page: &str| (page.to_owned(), BreakRule::MissingState);
    let found: Vec<_> = breaks
        .iter()
        .map(|one| (one.page.clone(), one.rule))
        .collect();
    assert_eq!(found, [of("from.html"), of("to.html")]);
    assert!(breaks[0].says.contains("the character reference end state"));
}
