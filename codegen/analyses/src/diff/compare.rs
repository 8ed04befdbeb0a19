//! The comparison: states first, then their rows, then everything else.
//!
//! A renamed state changes every step that names it; so states are paired first, the older side is renamed, and what
//! then still differs is a change. Rows come next for the same reason. What a page has not stated in words that were
//! understood is withheld instead of reported as removed. A wrong pairing is not undone later: it shows as many
//! changes of one state.

use super::change::{
    Change, Content, Difference, Editorial, Kind, Line, Mark, Relation, StateAt, StateChange,
    Subject,
};
use super::editorial;
use super::holes::{At, Holes, Withheld, open};
use super::names::{Names, codes};
use super::outside::{Outside, renamed_codes, whole_state};
use super::rows::Rows;
use super::side::Side;
use super::state::{Both, Owner, StateDifferences, entry};
use super::states::{StatePair, blocks, out_of_order, pair};
use super::tables;
use tokenwright_tables::model::{Clause, Revision, State};

/// Compares two sides.
pub fn compare(from: Side, to: Side) -> Difference {
    let states = pair(&from.revision.states, &to.revision.states);
    let procedures = pair(&from.revision.procedures, &to.revision.procedures);
    let renamed = |pairs: &[StatePair], old: &[State], new: &[State]| -> Vec<(String, String)> {
        let names = pairs.iter().map(|pair| {
            let old = old[pair.from].name.value.clone();
            (old, new[pair.to].name.value.clone())
        });
        names.filter(|(old, new)| old != new).collect()
    };
    let mut names = Names {
        states: renamed(&states.pairs, &from.revision.states, &to.revision.states),
        codes: Vec::new(),
    };
    let mut translated = from.revision.clone();
    names.revision(&mut translated);
    let renamed_codes = renamed_codes(&translated, &to.revision);
    names.codes.clone_from(&renamed_codes);
    translated = from.revision.clone();
    names.revision(&mut translated);
    let mut comparison = Comparison {
        holes: (Holes::of(&from), Holes::of(&to)),
        from: &from,
        to: &to,
        translated: &translated,
        withheld: Vec::new(),
        unread: Vec::new(),
        editorial: Vec::new(),
    };
    let mut changed = comparison.states(false, &states);
    changed.extend(comparison.states(true, &procedures));
    let input = comparison.input_stream();
    let unsure = comparison.unsure_codes();
    let outside = Outside {
        from: &from,
        to: &to,
        translated: &translated,
        names: &names,
        holes: (comparison.holes.0.outside, comparison.holes.1.outside),
    };
    let mut found = outside.facts();
    found.extend(input);
    found.extend(outside.sentences());
    found.extend(outside.codes(&unsure));
    found.extend(tables::names(&from, &to));
    found.extend(tables::replacements(&from, &to));
    let mut reworded = comparison.editorial;
    let withheld = comparison.withheld;
    let mut not_understood = open(&from, false, &withheld);
    not_understood.extend(open(&to, true, &withheld));
    reworded.extend(editorial::notes(&translated, &to.revision, &from, &to));
    reworded.extend(editorial::sentences(&from, &to, &names));
    Difference {
        outside: found,
        states: changed,
        editorial: reworded,
        open: not_understood,
        renamed_states: names.states,
        renamed_codes,
        from,
        to,
    }
}

struct Comparison<'a> {
    from: &'a Side,
    to: &'a Side,
    /// The older revision by the newer names.
    translated: &'a Revision,
    holes: (Holes, Holes),
    withheld: Vec<Withheld>,
    /// States that may be where a heading was not understood.
    unread: Vec<State>,
    editorial: Vec<Editorial>,
}

impl<'a> Comparison<'a> {
    fn states(&mut self, procedure: bool, matched: &super::states::Matched) -> Vec<StateChange> {
        let places: Vec<usize> = matched.pairs.iter().map(|pair| pair.from).collect();
        let moved = out_of_order(&places);
        let mut found: Vec<(usize, StateChange)> = Vec::new();
        for (nth, pair) in matched.pairs.iter().enumerate() {
            let change = self.pair(procedure, *pair, moved[nth]);
            found.extend(change.map(|change| (2 * pair.to + 1, change)));
        }
        for (at, out_of) in &matched.new {
            let of = StateAt {
                procedure,
                from: None,
                to: Some(*at),
            };
            let out_of = out_of.clone();
            let change = self.one_side(of, Relation::New { out_of });
            found.extend(change.map(|change| (2 * at + 1, change)));
        }
        for (at, into) in &matched.gone {
            // A removed state is shown after its predecessor.
            let before = matched.pairs.iter().filter(|pair| pair.from < *at);
            let before = before.max_by_key(|pair| pair.from);
            let key = before.map_or(0, |pair| 2 * pair.to + 2);
            let of = StateAt {
                procedure,
                from: Some(*at),
                to: None,
            };
            let into = into.clone();
            let change = self.one_side(of, Relation::Gone { into });
            found.extend(change.map(|change| (key, change)));
        }
        found.sort_by_key(|(key, _)| *key);
        found.into_iter().map(|(_, change)| change).collect()
    }

    fn heading(&self, at: StateAt, name: &str, relation: Relation) -> StateChange {
        StateChange {
            at,
            name: name.to_owned(),
            relation,
            from_number: at
                .from
                .and_then(|index| self.from.number(at.procedure, index)),
            to_number: at.to.and_then(|index| self.to.number(at.procedure, index)),
            moved: false,
            changes: Vec::new(),
        }
    }

    fn pair(&mut self, procedure: bool, pair: StatePair, moved: bool) -> Option<StateChange> {
        let at = StateAt {
            procedure,
            from: Some(pair.from),
            to: Some(pair.to),
        };
        let original = &blocks(&self.from.revision, procedure)[pair.from];
        let old = &blocks(self.translated, procedure)[pair.from];
        let new = &blocks(&self.to.revision, procedure)[pair.to];
        let name = new.name.value.clone();
        let relation = if original.name == new.name {
            Relation::Same
        } else {
            Relation::Renamed {
                was: original.name.value.clone(),
                by_content: pair.by_content,
            }
        };
        let renamed = relation != Relation::Same;
        let mut change = self.heading(at, &name, relation);
        change.moved = moved;
        let id = self.id(procedure, &name);
        if renamed || moved {
            let text = |name: &str| Some(Content::Text(name.to_owned()));
            let names = (text(&original.name), text(&name));
            change.changes.push(Change {
                kind: if renamed { Kind::Renamed } else { Kind::Moved },
                ..Change::new(id.clone(), Subject::State(at), names.0, names.1)
            });
        }
        if let Some(mut entry) = entry(at, &id, old, new) {
            let newer = self.holes.1.entry(new);
            if newer || self.holes.0.entry(original) {
                entry.lines.retain(|line| line.mark != Mark::Same);
                let of = if newer { &name } else { &original.name.value };
                self.withheld.push(Withheld {
                    newer,
                    at: At::Entry(of.clone()),
                    heading: None,
                    lines: entry.lines,
                });
            } else {
                entry.from =
                    (!original.body.is_empty()).then(|| Content::Steps(original.body.clone()));
                change.changes.push(entry);
            }
        }
        let both = Both {
            owner: Owner::State(at),
            name: id,
            from: Rows::of(&old.rows, &self.translated.about),
            to: Rows::of(&new.rows, &self.to.revision.about),
            original: &original.rows,
            holes: (&self.holes.0, &self.holes.1),
            lost: (self.holes.0.lost(&original.name), self.holes.1.lost(&name)),
            names: (&original.name, &name),
        };
        let StateDifferences {
            changes,
            editorial,
            withheld,
        } = both.rows();
        change.changes.extend(changes);
        self.editorial.extend(editorial);
        self.withheld.extend(withheld);
        (!change.changes.is_empty()).then_some(change)
    }

    fn id(&self, procedure: bool, name: &str) -> String {
        let kind = if procedure { "procedure" } else { "state" };
        format!("{kind} {name}")
    }

    /// A state that only one side has, unless it may be what a heading of the other means.
    fn one_side(&mut self, at: StateAt, relation: Relation) -> Option<StateChange> {
        let (revision, index, mark, holes) = match at.to {
            Some(to) => (&self.to.revision, to, Mark::New, &mut self.holes.0),
            None => (&self.from.revision, at.from?, Mark::Gone, &mut self.holes.1),
        };
        let state = &blocks(revision, at.procedure)[index];
        if !holes.unknown_parts.is_empty() {
            let part = holes.unknown_parts.remove(0);
            self.withhold_state(mark == Mark::Gone, part, state);
            return None;
        }
        let mut change = self.heading(at, &state.name, relation);
        let content = |it: Option<usize>| it.map(|_| Content::State(Box::new(state.clone())));
        let id = self.id(at.procedure, &state.name);
        change.changes.push(Change {
            lines: whole_state(mark, state),
            ..Change::new(id, Subject::State(at), content(at.from), content(at.to))
        });
        Some(change)
    }

    /// A state that only one side has, where a heading of the other was not understood.
    fn withhold_state(&mut self, newer: bool, part: String, state: &State) {
        let rows = state.rows.len();
        self.withheld.push(Withheld {
            newer,
            at: At::Part(part),
            heading: None,
            lines: vec![Line {
                mark: if newer { Mark::Gone } else { Mark::New },
                depth: 0,
                text: format!("the {} state with {rows} rows", state.name.value),
            }],
        });
        // Its error codes may be there, unread.
        self.unread.push(state.clone());
    }

    fn input_stream(&mut self) -> Vec<Change> {
        if !self.from.says_input_stream() || !self.to.says_input_stream() {
            return Vec::new();
        }
        let rows = |of: &'a Revision| Rows::of(&of.input_stream.rows, &of.about);
        let both = Both {
            owner: Owner::InputStream,
            name: "input stream".to_owned(),
            from: rows(self.translated),
            to: rows(&self.to.revision),
            original: &self.from.revision.input_stream.rows,
            holes: (&self.holes.0, &self.holes.1),
            lost: (Vec::new(), Vec::new()),
            names: ("", ""),
        };
        let found = both.rows();
        self.editorial.extend(found.editorial);
        found.changes
    }

    /// The error codes of either side at places that the other side's page did not explain.
    fn unsure_codes(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut take = |body: &[Clause]| {
            found.extend(codes(body).into_iter().map(str::to_owned));
        };
        for (revision, holes) in [
            (self.translated, &self.holes.1),
            (&self.to.revision, &self.holes.0),
        ] {
            if holes.outside {
                for rule in &revision.rules {
                    take(&rule.body);
                }
            }
        }
        for state in &self.unread {
            take(&state.body);
            for row in &state.rows {
                take(&row.body);
            }
        }
        for withheld in &self.withheld {
            for line in &withheld.lines {
                let code = line
                    .text
                    .strip_prefix("This is a")
                    .and_then(|rest| rest.strip_suffix(" parse error."))
                    .map(|rest| rest.trim_start_matches('n').trim_start());
                found.extend(code.map(str::to_owned));
            }
        }
        found
    }
}
