//! Each target over its seeds, and over the inputs that once made it fail.

use std::fs;
use std::path::Path;
use tokenwright_fuzz::{seeds, target};

fn replay(name: &str) {
    let check = target(name).check;
    let seeds = seeds::of(name);
    assert!(!seeds.is_empty(), "no seeds");
    seeds.iter().for_each(|seed| check(seed));
    let finds = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("finds")
        .join(name);
    let Ok(entries) = fs::read_dir(finds) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("a file").path();
        println!("{}", path.display());
        check(&fs::read(&path).expect("a find"));
    }
}

macro_rules! replayed {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*

        #[test]
        fn every_target_is_replayed() {
            let replayed = [$(stringify!($name)),*];
            assert_eq!(tokenwright_fuzz::TARGETS.map(|target| target.name), replayed);
        }
    };
}

replayed! { tokenizer iterator calls bytes tables page diff certificate html5lib steps }
