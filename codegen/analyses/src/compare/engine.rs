//! Compares two revisions: the grades of a difference, witnesses and verdicts.
//!
//! "They differ" is too little: an error at another place is not a lost token. So a search is for any difference, and
//! if its shortest witness shows less than other tokens, further searches ask for tokens, then for codes. A witness
//! counts only after both revisions have run it without any abstraction, so a wrong key can lose a difference but
//! never invent one. A search that does not close gives "unknown", with a reason, never a verdict.

use super::abstraction::{self, Abstraction};
use super::alphabet::{self, Alphabet, Numbers};
use super::budget::Budget;
use super::collect::collect;
use super::coverage::{Coverage, CoveredRows};
use super::entries::{self, SetupPair};
use super::erase;
use super::frontier::Reached;
use super::inconclusive::Inconclusive;
use super::opaque::{self, Meeting, Meetings};
use super::probe::{self, Probe};
use super::product::{Compare, Rules};
use super::revision_ref::RevisionRef;
use super::search::{Outcome, PairSearch};
use std::collections::BTreeSet;
use std::fmt;
use tokenwright_interpreter::{
    BlockKind, BlockRef, Interpreter, Observer, Output, ParseError, Refusal, Response,
};

/// How much of a change is observable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// No difference.
    None,
    /// Tokens and parse errors are the same; some errors are at other places.
    Places,
    /// Tokens are the same; parse errors differ.
    Errors,
    /// Tokens differ.
    Tokens,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grade::None => "none",
            Grade::Places => "places only",
            Grade::Errors => "errors only",
            Grade::Tokens => "tokens",
        })
    }
}

/// The shortest input for which two revisions differ, the most readable one among equals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The setup of both sides.
    pub entry: SetupPair,
    /// The characters, before preprocessing.
    pub input: String,
    /// The output of the interpreter for the first revision and for the second.
    pub outputs: [Result<Output, Refusal>; 2],
}

/// An equivalence proof: a closed set of pairs of machines. Both give the same output for every input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Whether the comparison covers only tokens, or also errors and their places.
    pub grade: Grade,
    /// Every setup that both sides support.
    pub entries: Vec<SetupPair>,
    /// Every pair, by what leads to it.
    pub pairs: Vec<Reached>,
    /// The rows of each side that run.
    pub rows: [CoveredRows; 2],
}

impl Proof {
    /// Whether an input of the proof leads the first side into a state, by its index.
    pub fn reaches(&self, (revision, references): RevisionRef<'_>, state: usize) -> bool {
        struct Enters(usize, bool);

        impl Observer for &mut Enters {
            fn enter(&mut self, block: BlockRef<'_>) {
                self.1 |= block.kind == BlockKind::State && block.index == self.0;
            }
        }

        let Ok(interpreter) = Interpreter::new(revision, references) else {
            return true;
        };
        self.pairs.iter().any(|pair| {
            let [setup, _] = &self.entries[pair.entry].after(&pair.responses).sides;
            let mut enters = Enters(state, false);
            let run = interpreter.observe(setup, &pair.input, &mut enters);
            run.is_err() || enters.1
        })
    }
}

/// The result of comparing two revisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The revisions give the same output for every input.
    Equal(Proof),
    /// The revisions differ.
    Differs {
        /// The kind of difference.
        grade: Grade,
        /// The shortest input that shows the grade.
        witness: Box<Witness>,
        /// The proof that nothing above the grade differs: tokens, if only errors do.
        proof: Option<Proof>,
    },
    /// The search did not close.
    Unknown(Inconclusive),
}

impl Verdict {
    /// The witness, if there is one.
    pub fn witness(&self) -> Option<&Witness> {
        match self {
            Verdict::Differs { witness, .. } => Some(witness),
            Verdict::Equal(_) | Verdict::Unknown(_) => None,
        }
    }

    /// The grade, if it is known.
    pub fn grade(&self) -> Option<Grade> {
        match self {
            Verdict::Equal(_) => Some(Grade::None),
            Verdict::Differs { grade, .. } => Some(*grade),
            Verdict::Unknown(_) => None,
        }
    }
}

/// Compares two revisions.
///
/// # Errors
/// If one of them cannot be run.
pub fn compare(from: RevisionRef<'_>, to: RevisionRef<'_>) -> Result<Verdict, Refusal> {
    compare_within(from, to, Budget::standard())
}

/// Compares two revisions with a budget for each search.
///
/// If the first search exceeds it, inputs near the changed states are tried. The witness is then not the shortest.
///
/// # Errors
/// If one of them cannot be run.
pub(super) fn compare_within(
    from: RevisionRef<'_>,
    to: RevisionRef<'_>,
    budget: Budget<'_>,
) -> Result<Verdict, Refusal> {
    let sides = [from, to];
    let search = |sides, compare| search(sides, compare, budget, &Meetings::default());
    let first = match search(sides, Compare::Places)? {
        SearchResult::Closed(pairs, rows) => {
            return Ok(Verdict::Equal(proof(sides, Grade::None, pairs, rows)));
        }
        found => found,
    };
    let shown = first.shows(sides);
    // If the shortest witness of any difference shows different tokens, it is also the shortest witness
    // of different tokens.
    if shown == Grade::Tokens || !matches!(first, SearchResult::Differs(_)) {
        return Ok(first.verdict(shown, None));
    }
    let tokens = match search(sides, Compare::Tokens)? {
        SearchResult::Closed(pairs, rows) => proof(sides, Grade::Errors, pairs, rows),
        found => return Ok(found.verdict(Grade::Tokens, None)),
    };
    if shown == Grade::Errors {
        return Ok(first.verdict(Grade::Errors, Some(tokens)));
    }
    Ok(match search(sides, Compare::Codes)? {
        SearchResult::Closed(pairs, rows) => {
            let codes = proof(sides, Grade::Places, pairs, rows);
            first.verdict(Grade::Places, Some(codes))
        }
        found => found.verdict(Grade::Errors, Some(tokens)),
    })
}

/// Whether two revisions agree in tokens, errors and places.
///
/// The witness is the shortest input with any difference. The grade is that of the witness; other
/// inputs may show a higher grade.
///
/// # Errors
/// If one of them cannot be run.
pub fn equal(from: RevisionRef<'_>, to: RevisionRef<'_>) -> Result<Verdict, Refusal> {
    let sides = [from, to];
    let meetings = Meetings::default();
    let found = search(sides, Compare::Places, Budget::standard(), &meetings);
    Ok(match found? {
        SearchResult::Closed(pairs, rows) => Verdict::Equal(proof(sides, Grade::None, pairs, rows)),
        found => {
            let grade = found.shows(sides);
            found.verdict(grade, None)
        }
    })
}

/// The shortest document that shows a difference of at least `grade`: both revisions start in the initial
/// state and outside foreign content. `None` if only another setup shows it, or if the shortest input shows
/// a lower grade.
///
/// # Errors
/// If one of them cannot be run.
pub fn shortest_document(
    from: RevisionRef<'_>,
    to: RevisionRef<'_>,
    grade: Grade,
) -> Result<Option<Box<Witness>>, Refusal> {
    let compare = match grade {
        Grade::None => return Ok(None),
        Grade::Places => Compare::Places,
        Grade::Errors => Compare::Codes,
        Grade::Tokens => Compare::Tokens,
    };
    let sides = [from, to];
    let mut entries = setup_pairs(sides);
    entries.truncate(1);
    let found = search_from(
        sides,
        compare,
        &entries,
        Budget::standard(),
        &Meetings::default(),
    );
    Ok(match found? {
        // A document says nothing of what tree construction does.
        SearchResult::Differs(witness)
            if witness.entry.sides[0].responses.is_empty()
                && shows(&witness.outputs, from, to) >= grade =>
        {
            Some(witness)
        }
        _ => None,
    })
}

/// The result of one search.
pub(super) enum SearchResult {
    Closed(Vec<Reached>, [CoveredRows; 2]),
    Differs(Box<Witness>),
    /// A witness near a changed state, after a search that exceeded its budget.
    Near(Box<Witness>),
    Unknown(Inconclusive),
}

impl SearchResult {
    /// What its witness shows, if it has one.
    fn shows(&self, [from, to]: [RevisionRef<'_>; 2]) -> Grade {
        match self {
            SearchResult::Differs(witness) | SearchResult::Near(witness) => {
                shows(&witness.outputs, from, to)
            }
            SearchResult::Closed(..) | SearchResult::Unknown(_) => Grade::None,
        }
    }

    /// The verdict, if the search did not close.
    fn verdict(self, grade: Grade, proof: Option<Proof>) -> Verdict {
        match self {
            SearchResult::Differs(witness) | SearchResult::Near(witness) => Verdict::Differs {
                grade,
                witness,
                proof,
            },
            SearchResult::Unknown(why) => Verdict::Unknown(why),
            SearchResult::Closed(..) => Verdict::Unknown(Inconclusive::of("the search closed")),
        }
    }
}

fn proof(
    sides: [RevisionRef<'_>; 2],
    grade: Grade,
    pairs: Vec<Reached>,
    rows: [CoveredRows; 2],
) -> Proof {
    Proof {
        grade,
        entries: setup_pairs(sides),
        pairs,
        rows,
    }
}

/// Every setup that both sides support, the simplest first.
pub(crate) fn setup_pairs(sides: [RevisionRef<'_>; 2]) -> Vec<SetupPair> {
    let tables = sides.map(|(revision, _)| collect(revision));
    entries::all(
        sides.map(|(revision, _)| revision),
        [&tables[0], &tables[1]],
    )
}

/// Whether the errors of both sides have names.
fn named(sides: [RevisionRef<'_>; 2]) -> bool {
    let [(from, _), (to, _)] = sides;
    from.about.named_errors && to.about.named_errors
}

/// Searches for the shortest input that shows a difference and avoids opaque steps. `meetings` receives the opaque
/// steps that the machines reach.
///
/// # Errors
/// If one of the sides cannot be run.
pub(super) fn search(
    sides: [RevisionRef<'_>; 2],
    compare: Compare,
    budget: Budget<'_>,
    meetings: &Meetings,
) -> Result<SearchResult, Refusal> {
    let entries = setup_pairs(sides);
    search_from(sides, compare, &entries, budget, meetings)
}

/// Searches from some of the entries. Their indices do not depend on whether errors count.
fn search_from(
    sides: [RevisionRef<'_>; 2],
    compare: Compare,
    entries: &[SetupPair],
    budget: Budget<'_>,
    meetings: &Meetings,
) -> Result<SearchResult, Refusal> {
    let erased =
        (compare == Compare::Tokens).then(|| sides.map(|(revision, _)| erase::errors(revision)));
    let revisions = match &erased {
        Some([a, b]) => [a, b],
        None => sides.map(|(revision, _)| revision),
    };
    let references = sides.map(|(_, references)| references);
    let tables = revisions.map(collect);
    let tables = [&tables[0], &tables[1]];
    let first = Interpreter::new(revisions[0], references[0])?;
    let second = match references[0] == references[1] {
        true => first.with_revision(revisions[1])?,
        false => Interpreter::new(revisions[1], references[1])?,
    };
    let newlines = revisions.map(|r| r.input_stream.normalize_newlines);
    let returns = newlines != [true, true];
    let letters = entries::names(tables);
    let letters: BTreeSet<char> = letters.iter().flat_map(|name| name.chars()).collect();
    let mut alphabet = Alphabet::new(tables, &letters, returns);
    let texts = tables.iter().flat_map(|t| t.texts_near_last_start_tag());
    let texts_near_last_start_tag = texts.collect();
    let constants = tables.iter().flat_map(|t| t.constants.clone());
    let codes = named(sides);
    let abstraction = Abstraction {
        rules: Rules {
            tables,
            compare,
            codes,
            symbols: alphabet.all(),
            responses: Response::all(
                &Response::modes(revisions),
                first.tests_node_at_tags() || second.tests_node_at_tags(),
            ),
            meetings,
        },
        numbers: Numbers::new(tables, references),
        texts_near_last_start_tag: &texts_near_last_start_tag,
        completes: tables.iter().flat_map(|t| t.completes.clone()).collect(),
        same_names: references[0].names == references[1].names,
        constants: constants.collect::<BTreeSet<_>>().into_iter().collect(),
        returns,
        letters: abstraction::letters(tables),
    };
    let names = alphabet::names(tables, references);
    let digits = abstraction.numbers.texts();
    let symbols = abstraction.rules.symbols.iter().map(char::to_string);
    let ran = revisions.map(Coverage::new);
    let mut search = PairSearch {
        interpreters: [&first, &second],
        ran: [&ran[0], &ran[1]],
        abstraction: &abstraction,
        alphabet: &mut alphabet,
        entries,
        names: &names,
        digits: &digits,
        budget,
    };
    // A difference counts only after the unabstracted revisions have been run on its witness.
    let whole = [
        first.with_revision(sides[0].0)?,
        second.with_revision(sides[1].0)?,
    ];
    let after = |reached: &Reached| entries[reached.entry].after(&reached.responses);
    let replay = |reached: &Reached| {
        let entry = after(reached);
        [0, 1].map(|side| whole[side].run(&entry.sides[side], &reached.input))
    };
    let witness = |reached: Reached| {
        Box::new(Witness {
            entry: after(&reached),
            outputs: replay(&reached),
            input: reached.input,
        })
    };
    // Two runs that both get stuck are the same if their outputs before that are.
    let before = |reached: &Reached| {
        let entry = after(reached);
        [0, 1].map(|side| {
            let run = whole[side].run_until_stuck(&entry.sides[side], &reached.input);
            run.map(|(output, _)| output)
        })
    };
    let mut differs = |reached: &Reached| {
        let outputs = replay(reached);
        let steps = outputs.each_ref().map(|output| {
            let refusal = output.as_ref().err();
            refusal.and_then(opaque::stopped_at)
        });
        if steps != [None, None] {
            opaque::record(meetings, Meeting { steps, same: false });
            return None;
        }
        let both_stuck = outputs.iter().all(Result::is_err);
        Some(
            !same(&outputs, compare, codes)
                || both_stuck && !same(&before(reached), compare, codes),
        )
    };
    let outcome = search.run(&mut differs)?;
    Ok(match outcome {
        Outcome::Closed(pairs) => SearchResult::Closed(pairs, [ran[0].rows(), ran[1].rows()]),
        Outcome::Unknown(why, reached) => {
            let whole_texts = digits.iter().cloned().chain(probe::words(revisions));
            let probe = Probe {
                revisions: sides.map(|(revision, _)| revision),
                interpreters: [&whole[0], &whole[1]],
                entries,
                symbols: symbols.chain(whole_texts).collect(),
            };
            let mut confirmed = |reached: &Reached| {
                replay(reached).iter().all(Result::is_ok) && differs(reached) == Some(true)
            };
            if let Some(reached) = probe.find(&mut confirmed) {
                return Ok(SearchResult::Near(witness(reached)));
            }
            let setups: Vec<SetupPair> = reached.iter().map(after).collect();
            let inputs = reached.iter().zip(&setups);
            let inputs = inputs.map(|(reached, pair)| (pair.sides.each_ref(), &*reached.input));
            let inputs: Vec<_> = inputs.collect();
            SearchResult::Unknown(Inconclusive::after(why, [&whole[0], &whole[1]], &inputs))
        }
        Outcome::Differs(reached) => SearchResult::Differs(witness(reached)),
    })
}

/// The grade of the difference between two outputs.
pub(super) fn shows(
    outputs: &[Result<Output, Refusal>; 2],
    from: RevisionRef<'_>,
    to: RevisionRef<'_>,
) -> Grade {
    let codes = named([from, to]);
    match outputs {
        outputs if !same(outputs, Compare::Tokens, codes) => Grade::Tokens,
        outputs if !same(outputs, Compare::Codes, codes) => Grade::Errors,
        outputs if !same(outputs, Compare::Places, codes) => Grade::Places,
        _ => Grade::None,
    }
}

/// Whether the compared parts of two outputs are equal.
fn same(outputs: &[Result<Output, Refusal>; 2], compare: Compare, codes: bool) -> bool {
    let [Ok(a), Ok(b)] = outputs else {
        return outputs.iter().all(Result::is_err);
    };
    let errors = |output: &Output| -> Vec<(String, usize)> {
        let seen = |error: &ParseError| {
            let code = if codes { &*error.code } else { "" };
            let places = compare == Compare::Places;
            (code.to_owned(), if places { error.offset } else { 0 })
        };
        output.errors.iter().map(seen).collect()
    };
    a.tokens == b.tokens && (compare == Compare::Tokens || errors(a) == errors(b))
}
