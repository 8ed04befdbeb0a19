//! The verdict on a mutant that no test shows.

use super::local::Ground;
use super::score::{Survivor, mutants_of};
use super::view::View;
use crate::compare::{Verdict, equal};
use crate::mutate::Sites;
use crate::parallel;
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_tables::check;
use tokenwright_tables::load::Loaded;

/// Why no test shows a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is the same for every input: proved.
    Equal,
    /// It swaps two steps that do the same in both orders, since neither touches what the other
    /// does.
    Independent,
    /// The mutant changes one state, and after it the machines converge without a visible difference for
    /// any register contents: proved equal.
    Local,
    /// The checks of tables refuse it, with this message.
    Refused(String),
    /// It differs for this input, in something that the form of the tests does not show: the
    /// attributes of an end tag, the order of errors and tokens.
    Unshown {
        /// How the tokenizer is started.
        setup: Setup,
        /// An input for which the outputs differ.
        input: String,
    },
    /// It differs for this input, which a test could hold.
    Missed {
        /// How the tokenizer is started.
        setup: Setup,
        /// An input for which the outputs differ.
        input: String,
    },
    /// Inconclusive: neither a proof nor a difference was found.
    Unknown(String),
}

/// Judges survivors one by one. `progress` is called with the progress.
pub fn judge(
    loaded: &Loaded,
    survivors: &[Survivor],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<Judgement> {
    let revision = &loaded.revision;
    let sites = Sites::new(revision);
    let parts = mutants_of(survivors, revision, &sites);
    let interpreter = Interpreter::new(revision, &loaded.references);
    let ground = interpreter.as_ref().ok().map(Ground::new);
    let one = |survivor: &Survivor| {
        let mutant = &parts[&survivor.part][survivor.index];
        if mutant.independent {
            return Judgement::Independent;
        }
        let changed = mutant.revision(revision);
        if let (Ok(interpreter), Some(ground)) = (&interpreter, &ground) {
            let other = interpreter.with_revision(&changed);
            if other.is_ok_and(|other| ground.proves(survivor.part, mutant, &other)) {
                return Judgement::Local;
            }
        }
        let references = &loaded.references;
        let errors = check::revision(&changed);
        let error = errors.iter().find(|it| it.is_error());
        let verdict = equal((revision, references), (&changed, references));
        let refused = error.map(|error| Judgement::Refused(error.message.clone()));
        match verdict {
            Ok(Verdict::Equal(_)) => Judgement::Equal,
            Ok(Verdict::Differs { witness, .. }) => {
                let setup = witness.entry.sides[0].clone();
                let input = witness.input.clone();
                let named = revision.about.named_errors;
                let view = |output: &Result<_, _>| {
                    output.as_ref().ok().map(|output| View::of(output, named))
                };
                match view(&witness.outputs[0]) == view(&witness.outputs[1]) {
                    true => Judgement::Unshown { setup, input },
                    false => Judgement::Missed { setup, input },
                }
            }
            Ok(Verdict::Unknown(why)) => refused.unwrap_or(Judgement::Unknown(why.to_string())),
            Err(refusal) => refused.unwrap_or(Judgement::Unknown(refusal.to_string())),
        }
    };
    parallel::map(survivors, one, progress)
}
