//! Reduces a disagreement to a minimal input.

use tokenwright_tests::tokens::Start;

/// Replacements for characters whose identity does not matter, the simplest first.
const PLAIN: [char; 3] = ['a', ' ', '>'];

/// A minimal setup and input with the same disagreement: no character can be removed from the input or
/// replaced by a simpler one, and no field of the setup can be reset.
pub(super) fn shrink(
    same: impl Fn(&Start, &str) -> bool,
    start: &Start,
    input: &str,
) -> (Start, String) {
    let mut start = start.clone();
    let mut input: Vec<char> = input.chars().collect();
    let holds = |start: &Start, input: &[char]| same(start, &input.iter().collect::<String>());
    loop {
        let before = (start.clone(), input.clone());
        for simpler in simpler(&start) {
            if holds(&simpler, &input) {
                start = simpler;
                break;
            }
        }
        let mut length = input.len().div_ceil(2);
        while length > 0 {
            let mut at = 0;
            while at + length <= input.len() {
                let mut less = input.clone();
                less.drain(at..at + length);
                if holds(&start, &less) {
                    input = less;
                } else {
                    at += 1;
                }
            }
            length /= 2;
        }
        for at in 0..input.len() {
            let rank = |c: char| PLAIN.iter().position(|plain| *plain == c);
            let old = input[at];
            let plainer = PLAIN.into_iter();
            let plainer =
                plainer.take_while(|plain| rank(old).is_none_or(|old| rank(*plain) < Some(old)));
            // Two equal characters may have to change together.
            let changed = plainer.flat_map(|plain| {
                let mut one = input.clone();
                one[at] = plain;
                let all = input.iter().map(|c| if *c == old { plain } else { *c });
                [one, all.collect()]
            });
            if let Some(changed) = changed.into_iter().find(|changed| holds(&start, changed)) {
                input = changed;
            }
        }
        if (&start, &input) == (&before.0, &before.1) {
            return (start, input.into_iter().collect());
        }
    }
}

/// Setups with fewer fields set, the simplest first.
fn simpler(start: &Start) -> Vec<Start> {
    let mut all = vec![Start::default()];
    if start.state.is_some() {
        all.push(Start {
            state: None,
            ..start.clone()
        });
    }
    if start.last_start_tag.is_some() {
        all.push(Start {
            last_start_tag: None,
            ..start.clone()
        });
    }
    if start.foreign {
        all.push(Start {
            foreign: false,
            ..start.clone()
        });
    }
    all.retain(|simpler| simpler != start);
    all
}
