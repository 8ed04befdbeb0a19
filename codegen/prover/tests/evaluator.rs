//! The evaluator of programs agrees with the interpreter of tables, however the input is split.

use std::path::Path;
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_prover::alphabet::alphabet;
use tokenwright_prover::evaluate::{Evaluator, Halt};
use tokenwright_prover::sides::{output, start};
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load::{self, Loaded};

/// Documents for each revision and set of passes, unless `TOKENWRIGHT_DOCUMENTS` says otherwise.
const DOCUMENTS: usize = 300;

/// The generator of Marsaglia's "Xorshift RNGs", with 64 bits.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

fn revisions() -> Vec<Loaded> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut sources = Sources::default();
    let all = load::all(&spec, &mut sources);
    all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)))
}

#[test]
fn programs_do_what_tables_say_on_random_documents() {
    let count = std::env::var("TOKENWRIGHT_DOCUMENTS").ok();
    let count = count.and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(DOCUMENTS);
    for loaded in &revisions() {
        for passes in [Passes::ALL, Passes::NONE] {
            agree(loaded, passes, count);
        }
    }
}

fn agree(loaded: &Loaded, passes: Passes, count: usize) {
    let id = &loaded.revision.about.id;
    let program = compile_revision(loaded, passes).expect("the tables compile");
    let evaluator = Evaluator::new(&program, &loaded.references);
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
    let pieces = alphabet(&loaded.revision, &loaded.references);
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ count as u64);
    let about = &loaded.revision.about;
    for _ in 0..count {
        let mut setups = Setup::all(about);
        setups
            .iter_mut()
            .filter(|setup| setup.last_start_tag.is_some())
            .for_each(|setup| setup.last_start_tag = Some("script".into()));
        let setup = random.one(&setups).clone();
        let pieces: Vec<&String> = (0..=random.below(12))
            .map(|_| random.one(&pieces))
            .collect();
        let input: String = pieces.iter().map(|piece| piece.as_str()).collect();
        let expected = interpreter.run(&setup, &input).expect("the tables run");
        let errors = expected.errors.iter();
        let errors: Vec<_> = errors.map(|e| (e.code.clone(), e.offset)).collect();
        // Whole, character by character in one chunk that grows, and in chunks.
        for every in [usize::MAX, 0, 1, 1 + random.below(7)] {
            let mut run = start(&evaluator, &setup);
            for (at, c) in input.chars().enumerate() {
                run.feed(c);
                if every == 0 {
                    assert_eq!(run.go_on(), Halt::Wait, "{id}: {setup:?} {input:?}");
                    continue;
                }
                if (at + 1) % every == 0 {
                    run.end_chunk();
                    assert_eq!(run.go_on(), Halt::Starved, "{id}: {setup:?} {input:?}");
                    run.next_chunk();
                }
            }
            run.close();
            assert_eq!(run.go_on(), Halt::Finished, "{id}: {setup:?} {input:?}");
            let (tokens, codes) = output(&program, &run.take_events());
            assert_eq!(
                tokens, expected.tokens,
                "{id}: {setup:?} {input:?} every {every}"
            );
            assert_eq!(codes, errors, "{id}: {setup:?} {input:?} every {every}");
        }
    }
}
