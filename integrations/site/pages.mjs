// Writes `pages.json`, from which the details of a row take pages between two revisions of `spec`. Pages are not part of the
// repository; what the history of rows needs of them is.
//
//     cargo xtask export --all MACHINES
//     cargo xtask import PAGE --as ID --like REVISION && cargo xtask export spec/ID --out PAGES/ID.json && rm -r spec/ID
//     node integrations/site/pages.mjs MACHINES PAGES

import { writeFileSync } from "node:fs";
import { readMachines } from "../js/build.mjs";
import { isSame } from "./ancestry.js";

/** The index of a state in the next revision, if it has the same rows there, or the state. */
function whole(state, next) {
  const [kind, name, rows] = state;
  const at = next.findIndex((other) => other.kind === kind && other.name === name);
  const isSameState = at !== -1 && rows.length === next[at].rows.length &&
    rows.every((row, index) => Array.isArray(row) && row[0] === at && row[1] === index);
  return isSameState ? at : state;
}

/** A row as the history reads it, or where the next revision has the same one. */
function compact({ heading, on, when, text }, states) {
  for (const [at, { rows }] of states.entries()) {
    const same = rows.findIndex((row) => isSame(row, { heading, when, text }) && JSON.stringify(row.on) === JSON.stringify(on));
    if (same !== -1) {
      return [at, same];
    }
  }
  return { heading, on, when, text };
}

const [machines, pages] = process.argv.slice(2).map(readMachines);
const written = pages.map(({ revision: { date }, states }) => {
  const next = machines.find(({ revision }) => revision.date > date);
  if (next === undefined) {
    throw new Error(`there is no revision after the page of ${date}`);
  }
  const own = states.map(({ kind, name, rows }) => {
    // The same state first: rows such as "Anything else" are alike in many.
    const was = next.states.find((state) => state.name === name);
    const found = rows.map((row) => (was === undefined ? row : compact(row, [was])));
    const at = next.states.indexOf(was);
    const rowsOf = found.map((row) => (Array.isArray(row) ? [at, row[1]] : compact(row, next.states)));
    return whole([kind, name, rowsOf], next.states);
  });
  return { date, next: next.revision.id, states: own };
});
const lines = written.map((page) => JSON.stringify(page));
writeFileSync(new URL("pages.json", import.meta.url), `[\n${lines.join(",\n")}\n]\n`);
