//! `cargo xtask export`.

use crate::support::{self, Run, workspace};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn export(arguments: &[&str]) -> Run {
    support::run(&[&["export"], arguments].concat())
}

/// The machines of all revisions, by file name.
fn machines() -> Vec<(PathBuf, Value)> {
    let folder = support::empty_folder("export");
    let name = folder.to_str().expect("UTF-8");
    export(&["--all", name]).exits(0);
    let entries = fs::read_dir(&folder).expect("the folder");
    let machine = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a file");
        (path, serde_json::from_str(&text).expect("JSON"))
    };
    entries.map(machine).collect()
}

/// Calls `show` with every member of every object in a value.
fn each_member<'v>(value: &'v Value, show: &mut dyn FnMut(&'v str, &'v Value)) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                show(key, member);
                each_member(member, show);
            }
        }
        Value::Array(members) => members.iter().for_each(|member| each_member(member, show)),
        _ => {}
    }
}

#[test]
fn the_schema_is_up_to_date() {
    let path = workspace().join("schema/machine.json");
    let checked_in = fs::read_to_string(path).expect("schema/machine.json");
    assert!(
        export(&["--schema"]).out == checked_in,
        "run `cargo xtask export --schema --out schema/machine.json`"
    );
}

#[test]
fn every_machine_is_complete() {
    let machines = machines();
    assert_eq!(machines.len(), 7);
    for (path, machine) in machines {
        let list = |value: &Value, key: &str| -> BTreeSet<String> {
            let members = value.as_array().expect("a list").iter();
            let name = |member: &Value| member[key].as_str().expect("a name").to_owned();
            members.map(name).collect()
        };
        let states = list(&machine["states"], "id");
        assert_eq!(
            states.len(),
            machine["states"].as_array().map_or(0, Vec::len)
        );
        let codes = list(&machine["errors"], "code");
        let mut checked = 0;
        each_member(&machine["states"], &mut |key, value| {
            let known = match key {
                "state" | "procedure" => &states,
                "code" => &codes,
                _ => return,
            };
            let name = value.as_str().expect("a name");
            assert!(known.contains(name), "{}: no {key} {name}", path.display());
            checked += 1;
        });
        assert!(checked > 100, "{}: {checked} names", path.display());
        assert!(states.contains(machine["initialState"].as_str().unwrap_or_default()));
    }
}

#[test]
fn the_same_tables_give_the_same_bytes() {
    let [first, second] = [(); 2].map(|()| export(&["2020"]).exits(0).out);
    assert!(first == second);
}

#[test]
fn what_cannot_be_exported_is_refused() {
    for (arguments, message) in [
        (&["2021"][..], "2021"),
        (&["2020", "--out", "spec"], "spec"),
        (&[], "required arguments were not provided"),
    ] {
        let Run { status, out, err } = export(arguments);
        assert_ne!(status, Some(0), "{arguments:?}");
        assert_eq!(out, "", "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}
