// The machines against schema/machine.json, and the names in them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { machines } from "../build.mjs";
import { mismatch } from "./schema.js";
import { ROOT } from "./suite.js";

const schema = JSON.parse(readFileSync(join(ROOT, "schema", "machine.json"), "utf8"));
const all = machines();

/** The values of the tag of each alternative of a definition. */
function alternatives(name, tag) {
  return schema.$defs[name].oneOf.map(({ properties }) => properties[tag].const);
}

/** Calls `show` with every object in a value. */
function eachObject(value, show) {
  if (Array.isArray(value)) {
    value.forEach((member) => eachObject(member, show));
  } else if (value !== null && typeof value === "object") {
    show(value);
    Object.values(value).forEach((member) => eachObject(member, show));
  }
}

for (const machine of all) {
  test(`${machine.revision.id}: the machine is as the schema says`, () => {
    assert.equal(mismatch(schema, machine), null);
  });
}

test("a machine with a mistake is not", () => {
  const machine = all.at(-1);
  const mode = machine.treeConstruction.modes[0];
  const edited = (change) => {
    const copy = structuredClone(machine);
    change(copy.treeConstruction.modes[0].rows[0], copy);
    return mismatch(schema, copy);
  };
  const place = "$.treeConstruction.modes[0].rows[0]";
  assert.ok(mode.rows.length > 0);
  assert.match(edited((row) => { delete row.heading; }), /has no heading/);
  assert.match(edited((row) => { row.number = "0"; }), /number is string, not integer/);
  assert.match(edited((row) => { row.more = 1; }), /more is not described/);
  assert.notEqual(edited((row) => { row.operations = [{ op: "no-such" }]; }), null, place);
  assert.notEqual(edited((row) => { row.on[0].kind = "tag"; }), null, place);
});

/** Forms that pages have and tables do not have yet; `acting.test.js` runs them. One that a revision has is to leave this list. */
const OTHERS = ["empty-end-tag", "end-tag-of", "ignore"];

test("every operation, condition and expression of tree construction occurs, but for those of no revision", () => {
  const tags = { TreeOperation: "op", TreeTest: "test", TreeExpression: "value", Elements: "elements" };
  const trees = all.map(({ treeConstruction }) => treeConstruction).filter((rules) => rules !== null);
  const missing = Object.entries(tags).flatMap(([name, tag]) => {
    const seen = new Set();
    eachObject(trees, (object) => seen.add(object[tag]));
    return alternatives(name, tag).filter((form) => !seen.has(form));
  });
  assert.deepEqual(missing.sort(), OTHERS);
});

test("every name in tree construction is one of the machine", () => {
  const { treeConstruction: rules, entryStates, errors } = all.at(-1);
  const names = (list) => new Set(list.map(({ name }) => name));
  const known = {
    algorithm: names(rules.algorithms),
    definition: names(rules.definitions),
    question: names(rules.questions),
    output: names(rules.outputs),
    set: names(rules.sets),
    scope: names(rules.scopes),
    identifiers: names(rules.identifiers),
    mode: new Set([...names(rules.modes), null]),
    state: new Set(entryStates),
    code: new Set([...errors.map(({ code }) => code), null]),
    namespace: names(rules.namespaces),
  };
  const calls = new Map([...rules.algorithms, ...rules.definitions, ...rules.questions, ...rules.outputs]
    .map(({ name, parameters }) => [name, parameters.length]));
  let checked = 0;
  eachObject([rules.modes, rules.foreignContent, rules.algorithms, rules.definitions], (object) => {
    for (const [member, value] of Object.entries(object)) {
      // The mode of a document is another thing.
      const isName = known[member] !== undefined && typeof value !== "object" && object.op !== "set-quirks-mode";
      if (isName) {
        assert.ok(known[member].has(value), `no ${member} ${value}`);
        checked += 1;
      }
    }
    if (object.arguments !== undefined) {
      const name = object.algorithm ?? object.definition ?? object.question ?? object.output;
      assert.equal(object.arguments.length, calls.get(name), name);
    }
    if (object.op === "run-row" || object.op === "run-row-for-pending") {
      const mode = rules.modes.find(({ name }) => name === object.mode) ?? rules.foreignContent;
      assert.ok(mode.rows[object.row] !== undefined, `${mode.name} has no row ${object.row}`);
    }
  });
  assert.ok(checked > 500, `${checked} names`);
});

test("the examples in docs/export.md are in the machine", () => {
  const text = readFileSync(join(ROOT, "docs", "export.md"), "utf8");
  const examples = [...text.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json]) => JSON.stringify(JSON.parse(json)));
  assert.ok(examples.length > 0);
  const found = new Set();
  eachObject(all.at(-1), (object) => found.add(JSON.stringify(object)));
  assert.deepEqual(examples.filter((example) => !found.has(example)), []);
});
