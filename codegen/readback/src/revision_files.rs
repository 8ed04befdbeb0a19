//! Reads the files of a revision, and compares each state and the hot path with the program that was proved.
//!
//! A function is a state's because the module runs it for that state, not because of its name or its file. So
//! all files of a revision are read before the first state is compared. Sets of bytes are given their names once for all
//! states that have them; here each state has its own bytes again.

use crate::compare::{Comparison, misread};
use crate::error_codes::Codes;
use crate::hot_path_file;
use crate::listing::{Entry, Listing};
use crate::names::Names;
use crate::proved;
use crate::proved_revision::{self, module, table_files};
use crate::reader::Reading;
use crate::revision::{self, Dispatch};
use crate::state_file::{self, Ends, Function, Set, SetValue, StateFile};
use crate::tokens::Misread;
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_compiler::ir::StateId;
use tokenwright_compiler::program::{Program, StopBytes};
use tokenwright_tables::identifier::snake_case;
use tokenwright_tables::load::Loaded;

/// Reads and compares a revision. Its other files depend on its module.
pub(crate) fn read(reading: &mut Reading<'_>, loaded: &Loaded, program: &Program, codes: &Codes) {
    let machine = &program.machine;
    let folder = snake_case(&machine.id);
    let mut names = Names::new(machine, codes);
    let of = format!("the module of {}", machine.id);
    let proved = proved_revision::proved(loaded, program);
    let path = format!("{folder}/mod.rs");
    let dispatch = reading.file_of(path, of, Some(machine), proved, |input, out| {
        revision::read(input, &mut names, out)
    });
    let Some(dispatch) = dispatch else {
        reading.files.skip(&folder);
        return;
    };
    let mut code = Code::default();
    for file in table_files(machine) {
        let module = module(file);
        let read = reading.files.open(format!("{folder}/{module}.rs"));
        match read.and_then(|input| state_file::read(input, &names).map_err(misread)) {
            Ok(file) => {
                let found = code.add(&module, file);
                reading.found.extend(found.map(misread));
            }
            Err(error) => {
                reading.found.push(error);
                code.misread.insert(module);
            }
        }
    }
    if program.hot_path.is_some() {
        hot_path(reading, &folder, program, &names, &code);
    }
    code.states(reading, program, &dispatch);
}

/// The code of a revision's table files.
#[derive(Default)]
struct Code {
    /// The functions, by module and name.
    functions: BTreeMap<(String, String), Function>,
    /// The sets of bytes, by module and name.
    sets: BTreeMap<(String, String), Set>,
    /// The modules that are not understood.
    misread: BTreeSet<String>,
}

impl Code {
    /// Adds what a module has; returns a second item of one name.
    fn add(&mut self, module: &str, file: StateFile) -> Option<Misread> {
        let mut twice = None;
        for function in file.functions {
            let key = (module.to_owned(), function.name.clone());
            if let Some(other) = self.functions.insert(key, function) {
                twice = Some(other.place);
            }
        }
        for set in file.sets {
            let key = (module.to_owned(), set.name.clone());
            if let Some(other) = self.sets.insert(key, set) {
                twice = Some(other.place);
            }
        }
        twice.map(|place| Misread::new(place, "this is declared twice"))
    }

    /// The bytes of a set, which may have those of another.
    fn bytes(&self, set: &Set) -> Result<StopBytes, Misread> {
        let mut at = set;
        // An alias of an alias is not printed.
        for _ in 0..2 {
            match &at.value {
                SetValue::Bytes(bytes) => return Ok(bytes.clone()),
                SetValue::Alias(module, name) => {
                    let other = self.sets.get(&(module.clone(), name.clone()));
                    at = other
                        .ok_or_else(|| Misread::new(set.place, "there is no such set of bytes"))?;
                }
            }
        }
        Err(Misread::new(
            set.place,
            "this set of bytes has another's other name",
        ))
    }

    /// The sets of bytes of a state, as entries.
    fn sets_of(&self, state: StateId) -> Result<Listing, Misread> {
        let mut sets: Vec<&Set> = self
            .sets
            .values()
            .filter(|set| set.state == state)
            .collect();
        sets.sort_by_key(|set| set.ends);
        let entry = |set: &Set| {
            let bytes = self.bytes(set)?;
            let entry = match set.ends {
                Ends::Scan => Entry::Stops(state, bytes),
                Ends::Rest => Entry::StopsOfRest(state, bytes),
                Ends::Name => Entry::NameEnds(state, bytes),
            };
            Ok((entry, set.place))
        };
        sets.into_iter().map(entry).collect()
    }

    /// Compares the states, and reports functions that no state runs.
    fn states(mut self, reading: &mut Reading<'_>, program: &Program, dispatch: &Dispatch) {
        let machine = &program.machine;
        for (id, (module, name, place)) in dispatch.iter().enumerate() {
            let Some(state) = machine.states.get(id) else {
                break;
            };
            if self.misread.contains(module) {
                continue;
            }
            let function = self.functions.remove(&(module.clone(), name.clone()));
            let Some(function) = function else {
                let absent = Misread::new(*place, "there is no such function");
                reading.found.push(misread(absent));
                continue;
            };
            let mut listing = match self.sets_of(id) {
                Ok(sets) => sets,
                Err(error) => {
                    reading.found.push(misread(error));
                    continue;
                }
            };
            listing.push((Entry::State(id), function.place));
            listing.extend(function.body);
            let part = match state.part {
                0 => String::new(),
                part => format!(", part {part}"),
            };
            let of = format!("the {} state{part}", state.name);
            let compared = Comparison {
                of,
                listing,
                misread: function.misread,
                end: function.end,
                proved: proved::state(program, id),
            };
            reading.compare(&compared, Some(machine));
        }
        let unused = self.functions.into_values();
        let unused = unused.map(|function| {
            let message = "no state runs this function";
            misread(Misread::new(function.place, message))
        });
        reading.found.extend(unused);
    }
}

/// Reads and compares the hot path.
fn hot_path(
    reading: &mut Reading<'_>,
    folder: &str,
    program: &Program,
    names: &Names<'_>,
    code: &Code,
) {
    let input = reading.files.open(format!("{folder}/hot_path.rs"));
    let path = program.hot_path.as_ref();
    let mut imports = Vec::new();
    let compared = input.map(|input| {
        let of = "the hot path".to_owned();
        Comparison::of(of, input.end(), proved::hot_path(program), |out| {
            imports = hot_path_file::read(input, names, path, out)?;
            Ok(())
        })
    });
    let Some(compared) = reading.found(compared) else {
        return;
    };
    let is_declared = |module: &str, name: &str| {
        code.misread.contains(module)
            || code
                .sets
                .contains_key(&(module.to_owned(), name.to_owned()))
    };
    let absent = imports
        .iter()
        .find(|(module, name, _)| !is_declared(module, name));
    match absent {
        Some((_, _, place)) => {
            let absent = Misread::new(*place, "there is no such set of bytes");
            reading.found.push(misread(absent));
        }
        None => reading.compare(&compared, Some(&program.machine)),
    }
}
