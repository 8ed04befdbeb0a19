//! Small machines, defined by hand.

mod conditions;
mod errors;
mod refusals;
mod steps;
mod undefined;

use super::{Interpreter, Progress, Reason, Refusal, Setup, Snapshot};
use tokenwright_tables::grammar::{Char, Condition, Matcher, Step};
use tokenwright_tables::model::{
    About, Clause, Conjunction, Definition, Event, InputStream, Located, On, Revision, Row, Rule,
    State, Test,
};
use tokenwright_tables::references::References;

fn here<T>(value: T) -> Located<T> {
    Located::nowhere(value)
}

/// The clauses of a `do`; a sentence of no form is one that the revision defines.
fn clauses(steps: &[&str]) -> Vec<Clause> {
    let clause = |step: &&str| match Step::parse(step) {
        Ok(step) => Clause::Step(here(step)),
        Err(_) => Clause::Call(here((*step).to_owned())),
    };
    steps.iter().map(clause).collect()
}

fn conjunction(sentence: &str) -> Conjunction {
    let test = |text: &str| {
        let defined = |_| Test::Defined {
            name: text.to_owned(),
            negated: false,
        };
        here(Condition::parse(text).map_or_else(defined, Test::Condition))
    };
    sentence.split(" and ").map(test).collect()
}

fn if_so(condition: &str, then: &[&str], otherwise: &[&str]) -> Clause {
    Clause::If {
        any: vec![conjunction(condition)],
        then: clauses(then),
        otherwise: clauses(otherwise),
    }
}

fn matcher(text: &str) -> Located<Matcher> {
    let matcher = match text {
        "EOF" => Matcher::Eof,
        "anything else" => Matcher::AnythingElse,
        char => Matcher::Char(code(char)),
    };
    here(matcher)
}

fn code(text: &str) -> Char {
    Char(text.chars().next().expect("a character").into())
}

fn row(on: On, steps: &[&str]) -> Row {
    Row {
        on,
        when: Vec::new(),
        body: clauses(steps),
        note: None,
        place: here(()),
    }
}

fn on(text: &str, steps: &[&str]) -> Row {
    let consumed = On::Consumed {
        any: vec![matcher(text)],
        except: Vec::new(),
    };
    row(consumed, steps)
}

fn peek(text: &str, steps: &[&str]) -> Row {
    row(On::Peeked(vec![matcher(text)]), steps)
}

fn next(text: &str, ignore_case: bool, steps: &[&str]) -> Row {
    let ahead = On::Ahead {
        text: here(text.to_owned()),
        ignore_case,
    };
    row(ahead, steps)
}

fn state(name: &str, steps: &[&str], rows: Vec<Row>) -> State {
    State {
        name: here(name.to_owned()),
        file: "01-text.toml".to_owned(),
        was: None,
        note: None,
        body: clauses(steps),
        rows,
    }
}

fn revision(states: Vec<State>) -> Revision {
    Revision {
        about: About {
            id: "test".into(),
            title: String::new(),
            date: String::new(),
            edits: None,
            source: String::new(),
            section: String::new(),
            numbered: false,
            named_errors: true,
            content_model_flag: false,
            escape_flag: false,
            hot_path: true,
            initial_state: states[0].name.clone(),
            entry_states: Vec::new(),
            text_modes: Vec::new(),
            named_references: here(String::new()),
            numeric_replacements: here(String::new()),
            classes: Vec::new(),
            names: Vec::new(),
            notes: Vec::new(),
        },
        input_stream: InputStream {
            normalize_newlines: true,
            rows: Vec::new(),
        },
        rules: Vec::new(),
        definitions: Vec::new(),
        procedures: Vec::new(),
        states,
        errors: Vec::new(),
    }
}

fn data(rows: Vec<Row>) -> State {
    let eof = on("EOF", &["emit an end-of-file token"]);
    let rest = on("anything else", &["emit the current input character"]);
    let rows = rows.into_iter().chain([eof, rest]);
    state("data", &[], rows.collect())
}

/// The events of a run, one a line.
fn run(revision: &Revision, input: &str) -> Result<String, Refusal> {
    let references = References {
        names: vec![("lt".into(), vec![0x3C]), ("lt;".into(), vec![0x3C])],
        replacements: vec![(0x80, 0x20AC)],
    };
    let interpreter = Interpreter::new(revision, &references)?;
    let output = interpreter.run(&Setup::default(), input)?;
    let line = |event: &super::Event| match event {
        super::Event::Token(super::Token::Characters(text)) => text.clone(),
        super::Event::Token(token) => format!("{token:?}"),
        super::Event::Error(e) => format!("{} {}:{} @{}", e.code, e.line, e.column, e.offset),
    };
    let lines: Vec<String> = output.events.iter().map(line).collect();
    Ok(lines.join("\n"))
}

/// The output of states that run to the end of an input.
fn output<const N: usize>(states: [State; N], input: &str) -> String {
    run(&revision(states.into()), input).expect("a run")
}

/// Why a run of states is refused.
fn refused<const N: usize>(states: [State; N], input: &str) -> Reason {
    stopped(run(&revision(states.into()), input))
}

fn stopped(result: Result<String, Refusal>) -> Reason {
    match result {
        Err(Refusal::Stopped { reason, .. }) => reason,
        other => panic!("not stopped: {other:?}"),
    }
}
