// html5lib's tests of each time, and this project's own, run by the machine of that time.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { machines, newest } from "../build.mjs";
import { Tokenizer } from "../tokenizer.js";
import { ROOT, actual, expected, findOrSkip, readFile, readFolder } from "./suite.js";

/** The tests whose errors may come in another order: those that tests/data/overruled lists as `unordered`. */
function unordered(id) {
  const path = join(ROOT, "tests", "data", "overruled", `${id}.toml`);
  if (!existsSync(path)) {
    return [];
  }
  const entries = readFileSync(path, "utf8").split("[[unordered]]").slice(1);
  return entries.map((entry) => /^description = '(.*)'$/m.exec(entry)[1]);
}

/** Whether text, decoded from bytes, can be this input: documents before 2014 say nothing of lone surrogates. */
function isText(machine, { input }) {
  return input.isWellFormed() || machine.revision.date >= "2014";
}

function compare(machine, cases, unordered) {
  let count = 0;
  for (const case_ of cases.filter((case_) => isText(machine, case_))) {
    const wanted = expected(case_);
    const events = new Tokenizer(machine, case_.input, case_.setup).run();
    const found = actual(events, wanted);
    if (unordered.includes(case_.description)) {
      [wanted, found].forEach(({ errors }) => errors?.sort());
    }
    assert.deepEqual(found, wanted, `${case_.file}: ${case_.description} ${JSON.stringify(case_.setup)}`);
    count += 1;
  }
  return count;
}

const all = machines();
for (const machine of all) {
  const { id, draft } = machine.revision;
  // A draft has no tests of its time.
  const ofTime = draft ? newest(all).revision.id : id;
  test(`${id}: html5lib`, (context) => {
    const folder = findOrSkip(context, join("revisions", ofTime, "html5lib-tests"));
    if (folder === null) {
      return;
    }
    const count = compare(machine, readFolder(folder), unordered(ofTime));
    context.diagnostic(`${count} runs`);
    assert.ok(count > 100);
  });
  test(`${id}: tests/data/corners`, (context) => {
    const path = join(ROOT, "tests", "data", "corners", `${id}.test`);
    const cases = existsSync(path) ? readFile(path) : [];
    context.diagnostic(`${compare(machine, cases, [])} runs`);
  });
}
