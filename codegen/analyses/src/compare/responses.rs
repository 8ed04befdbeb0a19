//! What tree construction does at the tags that a pair emits.
//!
//! A response is an input: the machines ask for it at the step that emits a tag, and later steps may undo it. The search
//! tries every response to every tag. Both sides get the same response to the same tag, also where one side emits it later.

use super::product::{Pair, PairSide, Rules};
use tokenwright_interpreter::Response;

impl Pair<'_> {
    /// Sets the responses to the tags that neither side has emitted so far.
    fn respond(&mut self, responses: &[Response]) {
        for side in &mut self.sides {
            let all = [&side.owed, responses].concat();
            side.machine.set_responses(all);
        }
    }

    /// How many tags at least one side has emitted, beyond those that the other side had emitted before.
    fn new_tags(&self) -> usize {
        let new = self.sides.iter().map(|side| {
            let tags = side.machine.tags();
            tags.saturating_sub(side.owed.len())
        });
        new.max().unwrap_or(0)
    }

    /// Notes the responses to tags that one side has yet to emit.
    fn owe(&mut self, responses: &[Response]) {
        for side in &mut self.sides {
            let all = [&side.owed, responses].concat();
            side.owed = all.get(side.machine.tags()..).unwrap_or_default().to_vec();
        }
    }

    /// Whether tree construction has switched at a tag, and both sides have the same last start tag.
    pub(super) fn has_switched(&self) -> bool {
        let [a, b] = &self.sides;
        let name = |side: &PairSide<'_>| side.machine.register_values().last_start_tag.clone();
        let switched = |side: &PairSide<'_>| side.machine.has_switched();
        (switched(a) || switched(b)) && a.owed == b.owed && name(a) == name(b)
    }

    /// Runs a pair once for each combination of responses to the tags that the run emits. `each` gets the pair, the
    /// result of the run, and the responses.
    pub(super) fn each_response<T>(
        &self,
        rules: &Rules<'_>,
        mut run: impl FnMut(&mut Self) -> T,
        mut each: impl FnMut(Self, T, &[Response]),
    ) {
        let mut choices: Vec<usize> = Vec::new();
        loop {
            let mut pair = self.clone();
            let chosen = choices.iter().map(|choice| rules.responses[*choice]);
            let mut responses: Vec<Response> = chosen.collect();
            pair.respond(&responses);
            let result = run(&mut pair);
            let new = pair.new_tags();
            responses.resize(new, Response::default());
            pair.owe(&responses);
            each(pair, result, &responses);
            if new == 0 {
                return;
            }
            choices.resize(new, 0);
            while choices
                .last()
                .is_some_and(|last| last + 1 == rules.responses.len())
            {
                choices.pop();
            }
            match choices.last_mut() {
                Some(last) => *last += 1,
                None => return,
            }
        }
    }
}
