//! The kinds of edits.
//!
//! Each imitates something that the standard has done: a new row, a new state, a definition, another order. Unlike
//! mutants they add things, and several meet in one set. An edit is made so that `check` accepts it and a document
//! reaches it, which excludes many; edits without that care are in `anywhere`. The row is listed twice, as it is the
//! most common one.

use super::characters::{character, on, row_for, state, text};
use super::edit::Edit;
use super::insert::{error, provided, row, step, when};
use fastrand::Rng;
use tokenwright_tables::grammar::{Char, Matcher, Step, Word};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{
    Clause, Conjunction, Definition, ErrorCode, Located, On, State, Test,
};

/// The part that an edit changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A new row for one character.
    Row,
    /// A new row of the input stream.
    InputStream,
    /// A condition on the last characters of the input stream.
    LookBehind,
    /// A condition on the next characters.
    LookAhead,
    /// A new state, which looks ahead or consumes.
    State,
    /// A new step or condition that the tables define.
    Definition,
    /// A new error code.
    ErrorCode,
    /// Two rows that change places.
    Order,
    /// A numeric replacement or a named character reference.
    Reference,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 10] = [
        Kind::Row,
        Kind::LookAhead,
        Kind::InputStream,
        Kind::State,
        Kind::LookBehind,
        Kind::Row,
        Kind::Definition,
        Kind::ErrorCode,
        Kind::Order,
        Kind::Reference,
    ];

    /// Makes an edit of this kind; none if it found nothing to edit. `place` is a number that no other edit of the
    /// tables has, for names.
    pub(super) fn edit(self, loaded: &mut Loaded, random: &mut Rng, place: usize) -> Option<Edit> {
        match self {
            Kind::Row => new_row(loaded, random),
            Kind::InputStream => input_stream(loaded, random),
            Kind::LookBehind => look_behind(loaded, random),
            Kind::LookAhead => look_ahead(loaded, random),
            Kind::State => new_state(loaded, random, place),
            Kind::Definition => definition(loaded, random, place),
            Kind::ErrorCode => error_code(loaded, random, place),
            Kind::Order => order(loaded, random),
            Kind::Reference => match random.usize(..2) {
                0 => number(loaded, random),
                _ => name(loaded, random, place),
            },
        }
    }
}

/// The index of a state, a character, and the body of its row; `None` for rows with conditions.
fn place(loaded: &Loaded, random: &mut Rng) -> Option<(usize, char, Vec<Clause>)> {
    let state = state(loaded, random)?;
    let c = character(random);
    let found = &loaded.revision.states[state];
    let body = found.rows[row_for(loaded, found, c)?].body.clone();
    Some((state, c, body))
}

/// Puts a row for a character before all others.
fn insert(loaded: &mut Loaded, state: usize, c: char, body: Vec<Clause>) {
    loaded.revision.states[state]
        .rows
        .insert(0, row(on(c), body));
}

fn with(first: Clause, body: Vec<Clause>) -> Vec<Clause> {
    std::iter::once(first).chain(body).collect()
}

fn reaches(loaded: &Loaded, state: usize, c: char, what: &str) -> Edit {
    Edit {
        description: format!(
            "{} state, {}: {what}",
            loaded.revision.states[state].name.value,
            Char(c.into())
        ),
        pieces: vec![c.to_string()],
    }
}

fn new_row(loaded: &mut Loaded, random: &mut Rng) -> Option<Edit> {
    let (state, c, body) = place(loaded, random)?;
    let (body, what) = match random.usize(..5) {
        0 => (
            with(error(loaded, random), body),
            "an error before what its row did",
        ),
        1 => (vec![error(loaded, random)], "an error alone"),
        2 => (vec![step("ignore the character")?], "ignored"),
        3 => {
            let rows = &loaded.revision.states[state].rows;
            (
                random.choice(rows).expect("not empty").body.clone(),
                "what another row does",
            )
        }
        _ => (
            vec![step(&format!("emit {}", Char(character(random).into())))?],
            "another character",
        ),
    };
    insert(loaded, state, c, body);
    Some(reaches(loaded, state, c, what))
}

fn input_stream(loaded: &mut Loaded, random: &mut Rng) -> Option<Edit> {
    let c = character(random);
    let body = match random.usize(..3) {
        0 => vec![step(&format!(
            "replace the character with {}",
            Char(character(random).into())
        ))?],
        _ => vec![error(loaded, random)],
    };
    let description = format!("input stream, {}: {}", Char(c.into()), written(&body));
    loaded
        .revision
        .input_stream
        .rows
        .insert(0, row(on(c), body));
    Some(Edit {
        description,
        pieces: vec![c.to_string()],
    })
}

/// Steps in the words of the tables.
fn written(body: &[Clause]) -> String {
    let steps = body.iter().filter_map(|clause| match clause {
        Clause::Step(step) => Some(step.value.to_string()),
        Clause::Call(_) | Clause::If { .. } => None,
    });
    steps.collect::<Vec<_>>().join(", ")
}

fn look_behind(loaded: &mut Loaded, random: &mut Rng) -> Option<Edit> {
    let (state, c, body) = place(loaded, random)?;
    let mut text = text(random);
    text.pop();
    text.push(c);
    let clause = when(
        &format!("the last characters of the input stream are \"{text}\""),
        vec![error(loaded, random)],
    )?;
    insert(loaded, state, c, with(clause, body));
    let mut edit = reaches(loaded, state, c, &format!("looks behind for {text:?}"));
    edit.pieces.push(text);
    Some(edit)
}

fn look_ahead(loaded: &mut Loaded, random: &mut Rng) -> Option<Edit> {
    let (state, c, body) = place(loaded, random)?;
    let (next, ahead) = (character(random), text(random));
    let then = vec![error(loaded, random)];
    let (clause, pieces) = match random.usize(..3) {
        0 => (
            when(
                &format!("the next input character is {}", Char(next.into())),
                then,
            )?,
            vec![format!("{c}{next}")],
        ),
        1 => (
            when(
                &format!(
                    "the next characters are one or more ASCII digit then {}",
                    Char(next.into())
                ),
                then,
            )?,
            vec![format!("{c}7{next}"), format!("{c}77")],
        ),
        _ => (
            when(
                &format!(
                    "the characters from the current input character are \"{c}{ahead}\" ignoring ASCII case"
                ),
                then,
            )?,
            vec![format!("{c}{ahead}")],
        ),
    };
    insert(loaded, state, c, with(clause, body));
    let mut edit = reaches(loaded, state, c, &format!("looks ahead for {pieces:?}"));
    edit.pieces.extend(pieces);
    Some(edit)
}

fn new_state(loaded: &mut Loaded, random: &mut Rng, number: usize) -> Option<Edit> {
    let (state, c, _) = place(loaded, random)?;
    let back = loaded.revision.states[state].name.value.clone();
    let file = loaded.revision.states[state].file.clone();
    let name = format!("edited {number}");
    let ahead = text(random);
    let rest = On::Consumed {
        any: vec![Located::nowhere(Matcher::AnythingElse)],
        except: Vec::new(),
    };
    let rows = match random.usize(..2) {
        0 => vec![
            row(
                On::Ahead {
                    text: Located::nowhere(ahead.clone()),
                    ignore_case: random.bool(),
                },
                vec![
                    step("consume those characters")?,
                    error(loaded, random),
                    step(&format!("switch to the {back} state"))?,
                ],
            ),
            row(rest, vec![step(&format!("switch to the {back} state"))?]),
        ],
        _ => vec![
            row(
                on(ahead.chars().next()?),
                vec![
                    error(loaded, random),
                    step("emit the current input character")?,
                ],
            ),
            row(rest, vec![step(&format!("reconsume in the {back} state"))?]),
        ],
    };
    loaded.revision.states.push(State {
        name: Located::nowhere(name.clone()),
        file,
        was: None,
        note: None,
        body: Vec::new(),
        rows,
    });
    insert(
        loaded,
        state,
        c,
        vec![step(&format!("switch to the {name} state"))?],
    );
    let mut edit = reaches(loaded, state, c, &format!("a new state for {ahead:?}"));
    edit.pieces.push(format!("{c}{ahead}"));
    Some(edit)
}

fn definition(loaded: &mut Loaded, random: &mut Rng, number: usize) -> Option<Edit> {
    let (state, c, body) = place(loaded, random)?;
    let body = match random.usize(..2) {
        0 => {
            let name = Located::nowhere(format!("do what edit {number} does"));
            let then = vec![error(loaded, random), error(loaded, random)];
            loaded.revision.definitions.push(Definition::Step {
                name: name.clone(),
                body: then,
            });
            with(Clause::Call(name), body)
        }
        _ => {
            let name = format!("edit {number} is wanted");
            let condition = "the next input character is ASCII digit";
            let test =
                Test::Condition(tokenwright_tables::grammar::Condition::parse(condition).ok()?);
            let any: Vec<Conjunction> = vec![vec![Located::nowhere(test)]];
            loaded.revision.definitions.push(Definition::Condition {
                name: Located::nowhere(name.clone()),
                any,
            });
            let negated = random.bool();
            with(
                provided(Test::Defined { name, negated }, vec![error(loaded, random)]),
                body,
            )
        }
    };
    insert(loaded, state, c, body);
    Some(reaches(loaded, state, c, "a new definition"))
}

fn error_code(loaded: &mut Loaded, random: &mut Rng, number: usize) -> Option<Edit> {
    if !loaded.revision.about.named_errors {
        return None;
    }
    let (state, c, body) = place(loaded, random)?;
    let code = format!(
        "edit-{number}-in-{}",
        ["tag", "text", "name"][random.usize(..3)]
    );
    loaded.revision.errors.push(ErrorCode {
        code: Located::nowhere(code.clone()),
        by: None,
    });
    let first = Clause::Step(Located::nowhere(Step::NamedError(Word(code.clone()))));
    insert(loaded, state, c, with(first, body));
    Some(reaches(loaded, state, c, &code))
}

fn order(loaded: &mut Loaded, random: &mut Rng) -> Option<Edit> {
    let state = state(loaded, random)?;
    let state = &mut loaded.revision.states[state];
    if state.rows.len() < 3 {
        return None;
    }
    // The last row is `anything else`.
    let [a, b] = [
        random.usize(..state.rows.len() - 1),
        random.usize(..state.rows.len() - 1),
    ];
    state.rows.swap(a, b);
    (a != b).then(|| Edit {
        description: format!("{} state: rows {a} and {b} change places", state.name.value),
        pieces: Vec::new(),
    })
}

fn number(loaded: &mut Loaded, random: &mut Rng) -> Option<Edit> {
    let replacements = &mut loaded.references.replacements;
    let to = u32::from(character(random));
    let number = match random.usize(..3) {
        0 => {
            let at = random.usize(..replacements.len().max(1));
            let (number, code) = replacements.get_mut(at)?;
            *code = to;
            *number
        }
        1 => {
            let at = random.usize(..replacements.len().max(1));
            (at < replacements.len()).then(|| replacements.remove(at).0)?
        }
        _ => {
            let number = random
                .choice([65, 97, 0xE9, 0x2028, 0x1F600, 1, 0x0B])
                .expect("not empty");
            match replacements.binary_search_by_key(&number, |(number, _)| *number) {
                Ok(at) => replacements[at].1 = to,
                Err(at) => replacements.insert(at, (number, to)),
            }
            number
        }
    };
    Some(Edit {
        description: format!("numeric replacement of 0x{number:02X}"),
        pieces: vec![
            format!("&#{number};"),
            format!("&#x{number:X}"),
            format!("&#{number}"),
        ],
    })
}

fn name(loaded: &mut Loaded, random: &mut Rng, number: usize) -> Option<Edit> {
    let names = &mut loaded.references.names;
    let to = vec![u32::from(character(random))];
    let at = random.usize(..names.len());
    let name = match random.usize(..3) {
        0 => {
            names[at].1 = to;
            names[at].0.clone()
        }
        1 => names.remove(at).0,
        _ => {
            let name = format!("{}{number};", ["edit", "am", "lt", "z"][random.usize(..4)]);
            let at = names
                .binary_search_by(|(other, _)| other.cmp(&name))
                .err()?;
            names.insert(at, (name.clone(), to));
            name
        }
    };
    Some(Edit {
        description: format!("named character reference {name}"),
        pieces: vec![
            format!("&{name}"),
            format!("&{}", name.trim_end_matches(';')),
        ],
    })
}
